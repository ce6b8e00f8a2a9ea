"""Solvers on MuJoCo's own constraint problems: the same acceleration, forces, states and islands."""

import numpy as np
import pytest

import corten
from corten.enums import ConeType, DisableBit, SolverType
from support import solver_scenes
from support.tolerance import CG_SOLUTION, SOLUTION


@pytest.fixture(scope="module", params=solver_scenes.NAMES)
def scene(request):
    """Models with all kinds of rows."""
    return solver_scenes.load(request.param)


@pytest.mark.parametrize("solver", [SolverType.NEWTON, SolverType.CG], ids=lambda value: value.name)
@pytest.mark.parametrize("cone", list(ConeType), ids=lambda value: value.name)
@pytest.mark.parametrize("islands", [True, False])
def test_solution(scene, solver, cone, islands):
    """Find the accelerations and forces that MuJoCo finds when both converge."""
    mjm, nstep = scene
    mjm.opt.cone, mjm.opt.solver = int(cone), int(solver)
    mjm.opt.disableflags = 0 if islands else int(DisableBit.ISLAND)
    mjm.opt.tolerance, mjm.opt.iterations, mjm.opt.ls_iterations = 1e-13, 500, 100
    mjd, warm = solver_scenes.settle(mjm, nstep, mjm.nkey - 1 if mjm.nkey else -1)
    assert mjd.nefc > 0
    model, data = solver_scenes.transplant(mjm, mjd, warm)
    solver_scenes.solve(model, data)
    assert data.nisland == (mjd.nisland if islands else 1)
    bound = SOLUTION if solver is SolverType.NEWTON else CG_SOLUTION
    for name in ("qacc", "qfrc_constraint", "efc_force"):
        mine, reference = getattr(data, name), getattr(mjd, name)
        np.testing.assert_allclose(mine, reference, rtol=0, atol=bound * np.abs(reference).max(), err_msg=name)


@pytest.mark.parametrize("cone", list(ConeType), ids=lambda value: value.name)
def test_newton_takes_the_same_iterations(scene, cone):
    """Take as many iterations as MuJoCo on each island with the tolerance of the model, and end in the same states."""
    mjm, nstep = scene
    mjm.opt.cone, mjm.opt.solver, mjm.opt.disableflags = int(cone), int(SolverType.NEWTON), 0
    mjm.opt.tolerance, mjm.opt.iterations, mjm.opt.ls_iterations = 1e-8, 100, 50
    mjd, warm = solver_scenes.settle(mjm, nstep)
    model, data = solver_scenes.transplant(mjm, mjd, warm)
    solver_scenes.solve(model, data)
    # MuJoCo leaves the final states in the order of islands only
    np.testing.assert_array_equal(data.efc_state, mjd.iefc_state[mjd.map_efc2iefc[: mjd.nefc]])
    np.testing.assert_array_equal(data.solver_niter[: data.nisland], mjd.solver_niter[: data.nisland])


def test_warm_start_saves_iterations(scene):
    """SO6: Solve the same problem again from its solution without a further iteration of note."""
    mjm, nstep = scene
    mjm.opt.cone, mjm.opt.solver, mjm.opt.disableflags = int(ConeType.PYRAMIDAL), int(SolverType.NEWTON), 0
    mjm.opt.tolerance, mjm.opt.iterations = 1e-8, 100
    mjd, _ = solver_scenes.settle(mjm, nstep)
    model, data = solver_scenes.transplant(mjm, mjd, np.zeros(mjm.nv))
    solver_scenes.solve(model, data)
    cold = int(data.solver_niter.sum())
    data.qacc_warmstart = data.qacc
    solver_scenes.solve(model, data)
    assert int(data.solver_niter.sum()) < cold


def test_strict_cg_fails_where_it_misses_its_tolerance(scene):
    """SO4: Report CG_STRICT with too few iterations as a failure."""
    mjm, nstep = scene
    mjm.opt.cone, mjm.opt.solver, mjm.opt.disableflags = int(ConeType.PYRAMIDAL), int(SolverType.NEWTON), 0
    mjd, _ = solver_scenes.settle(mjm, nstep)
    model, data = solver_scenes.transplant(mjm, mjd, np.zeros(mjm.nv))
    model.opt.solver, model.opt.iterations, model.opt.tolerance = SolverType.CG_STRICT, 1, 1e-14
    status = [stage(model, data) for stage in solver_scenes.solver_stages(model)]
    assert corten.StepErrorKind.SOLVER_FAILED in status
