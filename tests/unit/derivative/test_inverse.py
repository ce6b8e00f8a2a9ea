"""Derivatives of inverse dynamics: in lanes and in parts they are those of single calls."""

import numpy as np
import pytest

import corten
from corten.derivative.finite_differences import differentiate
from corten.derivative.inverse_nudges import INVERSE
from support.lane_scenes import SCENES

# steps before derivatives are asked for
STEPS = 20


def quotients(model, data, actuation: bool, size: tuple[int, int | None], alone: bool) -> np.ndarray:
    """Return the derivatives of force, sensors and mass matrix by qpos, qvel and qacc, a row for each dof."""
    found, what = [], INVERSE[actuation]
    how = what, True, True, 1, *size
    differentiate(model, data, how, 1e-6, lambda *taken: found.append(taken[2].copy()), what.compute if alone else None)
    return np.concatenate(found)


@pytest.mark.parametrize("name", SCENES)
def test_columns_are_those_of_single_calls(name):
    """Give the bits of inverse dynamics of nudged copies, in lanes and without, and leave the data as it was."""
    model = SCENES[name]()
    data = model.make_data()
    corten.step(model, data, STEPS)
    before = data.snapshot()
    for actuation in (False, True):
        wanted = quotients(model, data, actuation, (1, 1), alone=True)
        for size in ((1, None), (2, 1)):
            np.testing.assert_array_equal(quotients(model, data, actuation, size, alone=False), wanted)
    assert data.snapshot() == before
