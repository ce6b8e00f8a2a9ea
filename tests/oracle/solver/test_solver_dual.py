"""PGS and noslip on MuJoCo's own constraint problems: the same forces after as many sweeps, converged or not."""

import numpy as np
import pytest

from corten.enums import ConeType, ConstraintType, DisableBit, SolverType
from support import oracle, solver_scenes
from support.tolerance import CG_SOLUTION, EXACT, SOLUTION

CONES = pytest.mark.parametrize("cone", list(ConeType), ids=lambda value: value.name)
ISLANDS = pytest.mark.parametrize("islands", [True, False])


@pytest.fixture(scope="module", params=solver_scenes.NAMES)
def scene(request):
    """Models with all kinds of rows."""
    return solver_scenes.load(request.param)


def solve_both(scene, solver, cone, disableflags=0, sweeps=100, noslip=0, tolerance=1e-8):
    """Solve the same problem with MuJoCo and with corten; return both results."""
    mjm, nstep = scene
    mjm.opt.cone, mjm.opt.solver, mjm.opt.disableflags = int(cone), int(solver), int(disableflags)
    mjm.opt.tolerance, mjm.opt.iterations, mjm.opt.ls_iterations = tolerance, sweeps, 100
    mjm.opt.noslip_iterations, mjm.opt.noslip_tolerance = noslip, tolerance
    mjd, warm = solver_scenes.settle(mjm, nstep, mjm.nkey - 1 if mjm.nkey else -1)
    assert mjd.nefc > 0
    model, data = solver_scenes.transplant(mjm, mjd, warm)
    solver_scenes.solve(model, data)
    return mjd, data


def assert_same(mjd, data, bound):
    """Compare accelerations and forces."""
    for name in ("qacc", "qfrc_constraint", "efc_force"):
        mine, reference = getattr(data, name), getattr(mjd, name)
        np.testing.assert_allclose(mine, reference, rtol=0, atol=bound * np.abs(reference).max(), err_msg=name)


@CONES
@ISLANDS
@pytest.mark.parametrize("sweeps", [1, 3, 100])
def test_pgs(scene, cone, islands, sweeps):
    """Find MuJoCo's forces after any number of sweeps, and stop after as many."""
    flags = 0 if islands else DisableBit.ISLAND
    mjd, data = solve_both(scene, SolverType.PGS, cone, flags, sweeps)
    assert_same(mjd, data, SOLUTION)
    count = min(data.nisland, len(data.solver_niter))
    np.testing.assert_array_equal(data.solver_niter[:count], mjd.solver_niter[:count])


@CONES
@ISLANDS
def test_statistics(scene, cone, islands):
    """Keep the improvement and the active rows of each sweep as MuJoCo does."""
    mjd, data = solve_both(scene, SolverType.PGS, cone, 0 if islands else DisableBit.ISLAND, 20)
    reference = np.reshape(mjd.solver.improvement, data.solver_improvement.shape)
    for k in range(min(data.nisland, len(reference))):
        used = slice(0, data.solver_niter[k])
        mine, theirs = data.solver_improvement[k, used], reference[k, used]
        np.testing.assert_allclose(mine, theirs, rtol=0, atol=SOLUTION * np.abs(theirs).max())


@CONES
def test_states(scene, cone):
    """Tell the states of rows by their forces as MuJoCo does, but for cones, where they are a matter of roundings."""
    mjd, data = solve_both(scene, SolverType.PGS, cone)
    sure = mjd.efc_type != ConstraintType.CONTACT_ELLIPTIC
    np.testing.assert_array_equal(data.efc_state[sure], mjd.efc_state[sure])


@CONES
def test_pgs_without_warm_start(scene, cone):
    """Begin with no forces where warm start is disabled."""
    mjd, data = solve_both(scene, SolverType.PGS, cone, DisableBit.WARMSTART, sweeps=5)
    assert_same(mjd, data, SOLUTION)


@CONES
def test_pgs_from_bad_start(scene, cone):
    """Begin with no forces where those of the last acceleration are worse."""
    mjm, nstep = scene
    mjm.opt.cone, mjm.opt.solver, mjm.opt.disableflags = int(cone), int(SolverType.PGS), 0
    mjm.opt.iterations, mjm.opt.noslip_iterations = 5, 0
    mjd, _ = solver_scenes.settle(mjm, nstep)
    warm = np.random.default_rng(5).normal(size=mjm.nv) * 1e4
    mjd.qacc_warmstart[:] = warm
    oracle.forward(mjm, mjd)
    model, data = solver_scenes.transplant(mjm, mjd, warm)
    solver_scenes.solve(model, data)
    assert_same(mjd, data, SOLUTION)


@CONES
@ISLANDS
@pytest.mark.parametrize("solver", [SolverType.NEWTON, SolverType.PGS, SolverType.CG], ids=lambda value: value.name)
def test_noslip(scene, solver, cone, islands):
    """Correct the friction that any solver found as MuJoCo does."""
    flags = 0 if islands else DisableBit.ISLAND
    # conjugate gradients depend on roundings until they converge
    sweeps, tolerance, bound = (500, 1e-13, CG_SOLUTION) if solver is SolverType.CG else (100, 1e-8, SOLUTION)
    mjd, data = solve_both(scene, solver, cone, flags, sweeps, 5, tolerance)
    assert_same(mjd, data, bound)


@CONES
def test_whitened_jacobian(scene, cone):
    """Whiten the Jacobian so that Y Y' = J inv(M) J', and keep its blocks on the diagonal."""
    _, data = solve_both(scene, SolverType.PGS, cone, DisableBit.ISLAND)
    exact = data.efc_J @ np.linalg.solve(data.qM_dense(), data.efc_J.T)
    blocks = -(-data.nv // 4)
    whitened = np.zeros((data.nefc, blocks, 4))
    for q in range(data.nefc):
        adr, numbers, n = data.work.Y_rowadr[q], data.work.Y_listadr[q], data.work.Y_rownum[q]
        whitened[q, data.work.Y_block[numbers : numbers + n]] = data.work.Y_values[adr : adr + n]
    whitened = whitened.reshape(data.nefc, -1)
    assert len(data.work.Y_values) <= data.nefc * blocks
    atol = EXACT * np.abs(exact).max() * data.nv
    np.testing.assert_allclose(whitened @ whitened.T, exact, rtol=0, atol=atol)
    np.testing.assert_allclose(data.work.dual_diag, np.diag(exact), rtol=0, atol=atol)
    for r in np.flatnonzero(data.efc_type == ConstraintType.CONTACT_ELLIPTIC):
        contact = data.efc_id[r]
        rows = data.contact_efc_address[contact] + np.arange(data.contact_dim[contact])
        np.testing.assert_allclose(data.work.dual_A[r, : len(rows)], exact[r, rows], rtol=0, atol=atol)
