"""Heaps of boxes against MuJoCo."""

import numpy as np
import pytest

import corten
from support import oracle, tolerance
from support.heaps import heap


@pytest.mark.parametrize("integrator", ["Euler", "implicitfast"])
@pytest.mark.parametrize("cone", ["pyramidal", "elliptic"])
def test_heap(cone, integrator):
    """Agree on a step of 125 boxes, their contact forces and the number of iterations."""
    mjm, mjd, model, data = oracle.load_both(heap(5, option=f'cone="{cone}" integrator="{integrator}"'))
    mjd.qvel[:] = np.random.default_rng(2).normal(0, 0.2, mjm.nv)
    oracle.step(mjm, mjd, 3)
    oracle.copy_state(mjd, data)
    oracle.step(mjm, mjd)
    corten.step(model, data)
    assert data.nefc == mjd.nefc > 500
    assert data.solver_niter[0] == mjd.solver_niter[0] > 0
    for name in ("qacc", "qvel", "efc_force"):
        theirs = getattr(mjd, name)
        np.testing.assert_allclose(
            getattr(data, name), theirs, rtol=0, atol=tolerance.TRAJECTORY * np.abs(theirs).max(), err_msg=name
        )
