"""Environments that will do about the same work share a pack."""

import numpy as np
import pytest

import corten
from corten.batch.arguments import MOST_DOFS_IN_LANES, lane_count
from corten.batch.engine import Engine
from corten.batch.grouping import ROWS, make_packs, sort_packs


def test_packs_leave_out_what_failed():
    """Fill the last pack up with copies of the last environment that goes on."""
    packs = make_packs(7, [1, 6], 4)
    np.testing.assert_array_equal(packs, [[0, 2, 3, 4], [5, 5, 5, 5]])


def test_sorting_by_rows_and_iterations():
    """Sort by rows as far as they differ by much, then by iterations; every environment stays in one place only."""
    packs = make_packs(6, [0], 4)
    rows = np.array([0, 3 * ROWS, 1, 0, 3 * ROWS + 1, 2], np.int32)
    iterations = np.array([9, 2, 5, 3, 1, 4], np.int32)
    memory = packs.ctypes.data
    sort_packs(packs, 5, rows, iterations)
    np.testing.assert_array_equal(packs, [[3, 5, 2, 4], [1, 1, 1, 1]])
    assert packs.ctypes.data == memory


@pytest.mark.parametrize("name", ["cartpole", "humanoid"])
def test_first_steps_compute_nothing_twice(name, monkeypatch):
    """Begin with all that packs are sorted by, instead of stepping every environment alone to find it."""
    monkeypatch.setattr(Engine, "replay", lambda *_: pytest.fail("an environment is computed again"))
    batch = corten.BatchSim(corten.load_model(corten.models.path(name)), 9, lanes=2, threads=1)
    batch.step_all(2)


def test_what_gains_nothing_from_lanes_runs_without(monkeypatch):
    """Give a single environment and large models one lane, unless the user says otherwise."""
    monkeypatch.setattr("corten.batch.arguments.best_width", lambda precision: 4)
    assert lane_count(None, MOST_DOFS_IN_LANES, 2) == 4
    assert lane_count(None, MOST_DOFS_IN_LANES, 1) == lane_count(None, MOST_DOFS_IN_LANES + 1, 2) == 1
    assert lane_count(2, MOST_DOFS_IN_LANES + 1, 1) == 2
