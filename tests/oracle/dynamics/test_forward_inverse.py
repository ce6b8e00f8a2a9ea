"""The comparison of forward with inverse dynamics that a flag asks for."""

import numpy as np
import pytest

import corten
from corten.enums import EnableBit, SolverType
from support import oracle
from support.tolerance import CG_SOLUTION, PILE_SUMS


@pytest.mark.parametrize("iterations", [2, 5])
def test_comparison_is_that_of_mujoco(iterations):
    """Report the same differences as MuJoCo for a solver that stopped early."""
    path = corten.models.path("boxes")
    mjm, model = oracle.load_file(path), corten.load_model(path)
    mjd, data = oracle.make_data(mjm), model.make_data()
    oracle.step(mjm, mjd, 150)
    mjm.opt.enableflags |= int(EnableBit.FWDINV)
    model.opt.enableflags |= EnableBit.FWDINV
    mjm.opt.solver, model.opt.solver = int(SolverType.CG), SolverType.CG
    mjm.opt.iterations = model.opt.iterations = iterations
    oracle.copy_state(mjd, data)
    oracle.step(mjm, mjd)
    corten.step(model, data)

    # primal solvers derive forces from the acceleration, so the first difference is a rounding in both engines
    assert max(data.solver_fwdinv[0], mjd.solver_fwdinv[0]) < PILE_SUMS
    assert data.solver_fwdinv[1] == pytest.approx(mjd.solver_fwdinv[1], rel=CG_SOLUTION, abs=PILE_SUMS)


def test_comparison_changes_nothing():
    """Take the same step with and without the comparison."""
    model = corten.load_model(corten.models.path("boxes"))
    data = model.make_data()
    corten.step(model, data, nstep=100)
    twin = data.copy()
    corten.step(model, data)
    model.opt.enableflags |= EnableBit.FWDINV
    corten.step(model, twin)
    np.testing.assert_array_equal(twin.qpos, data.qpos)
    np.testing.assert_array_equal(twin.efc_force, data.efc_force)
    assert 0 < twin.solver_fwdinv[1] < 1
