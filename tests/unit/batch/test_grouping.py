"""Environments that will do about the same work share a pack."""

import numpy as np
import pytest

import corten
from corten.batch.arguments import MOST_DOFS_IN_LANES, lane_count
from corten.batch.engine import Engine
from corten.batch.grouping import MOST_ITERATIONS, MOST_ROWS, Estimates, make_packs, sort_packs


def test_packs_leave_out_what_failed():
    """Fill the last pack up with copies of the last environment that goes on."""
    packs = make_packs(7, [1, 6], 4)
    np.testing.assert_array_equal(packs, [[0, 2, 3, 4], [5, 5, 5, 5]])


def test_sorting_by_bodies_rows_and_iterations():
    """Sort by the bodies in contact, then by rows, then by iterations; every environment stays in one place only."""
    packs = make_packs(7, [0], 4)
    bodies = np.array([0, 2**29, 3, 3, 2**29, 3, 3], np.int32)
    rows = np.array([0, 8, 5, 1, 8, 1, MOST_ROWS], np.int32)
    iterations = np.array([9, 2, 5, 3, 1, 2, MOST_ITERATIONS], np.int32)
    memory = packs.ctypes.data
    sort_packs(packs, 6, Estimates(bodies, rows, iterations))
    np.testing.assert_array_equal(packs, [[5, 3, 2, 6], [4, 1, 1, 1]])
    assert packs.ctypes.data == memory


LEGS = """<mujoco><worldbody><geom type="plane" size="5 5 1"/>
<body pos="0 0 1"><freejoint/><geom type="box" size=".5 .2 .1"/>
<body pos=".4 0 -.5"><joint axis="0 1 0"/><geom size=".1" margin=".2" gap=".2"/></body>
<body pos="-.4 0 -.9"><joint axis="0 1 0"/><geom size=".15"/></body></body></worldbody></mujoco>"""


def test_bodies_in_contact_have_a_mark():
    """Set the bits of bodies whose contacts have rows, and none for what is only near or has gone."""
    model = corten.load_model_from_string(LEGS)
    data = model.make_data()
    corten.forward(model, data)
    assert data.contact_bodies == (1 << 0) | (1 << 3)
    data.qpos[2] = 0.55
    corten.forward(model, data)
    assert data.contact_bodies == (1 << 0) | (1 << 2) | (1 << 3)
    data.qpos[2] = 3.0
    corten.forward(model, data)
    assert data.contact_bodies == 0


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
