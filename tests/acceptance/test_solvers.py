"""SO1 to SO6: three solvers that agree, obey their cones, fail as asked and begin where they ended."""

import logging

import numpy as np
import pytest

import corten
from corten.data import DATA
from corten.enums import ConeType, ConstraintType, DisableBit, SolverType, StepErrorKind
from corten.model import MODEL
from corten.pipeline.step_warnings import LoggedPlan
from corten.runtime.plan import Failure, Plan
from corten.stages.solver import cg, newton, pgs, pgs_fallback, solver_stages
from support import oracle, solver_scenes
from support.tolerance import CG_SOLUTION, EXACT

SCENES = {
    "ball": '<body pos="0 0 .099"><freejoint/><geom size=".1" condim="6" friction="1 .05 .01"/></body>',
    "box": '<body pos="0 0 .098" euler="1 2 3"><freejoint/><geom type="box" size=".1 .1 .1"/></body>',
    "capsule": """<body pos="0 0 .099" euler="0 89 0"><freejoint/>
      <geom type="capsule" size=".1 .2" condim="4" friction=".8 .02 .01"/></body>""",
    "stack": """<replicate count="3" offset=".02 .01 .198"><body pos="0 0 .099"><freejoint/>
      <geom type="box" size=".2 .15 .1"/></body></replicate>""",
    "arm": """<body pos="0 0 .6"><joint axis="0 1 0" frictionloss=".3"/>
      <geom type="capsule" fromto="0 0 0 .5 0 0" size=".04"/>
      <body pos=".5 0 0"><joint axis="0 1 0" range="80 100" limited="true"/>
        <geom type="capsule" fromto="0 0 0 .1 0 -.565" size=".04" friction=".3"/></body></body>""",
    "incline": """<geom type="plane" size="2 2 .1" pos="0 0 -.5" euler="0 25 0" friction=".2"/>
      <body pos="0 0 -.39" euler="0 25 0"><freejoint/>
        <geom type="box" size=".2 .2 .1" friction=".2" mass="2"/></body>""",
}
SOLVERS = (SolverType.PGS, SolverType.CG, SolverType.NEWTON)
CONES = pytest.mark.parametrize("cone", list(ConeType), ids=lambda value: value.name)


def problem(bodies, cone, custom="", steps=3):
    """Return a Model and a Data with the constraint problem of a scene in motion."""
    floor = "" if "plane" in bodies else '<geom type="plane" size="5 5 .1"/>'
    text = f"<mujoco>{custom}<worldbody>{floor}{bodies}</worldbody></mujoco>"
    mjm = oracle.load_mujoco(text)
    mjm.opt.cone = int(cone)
    mjd = oracle.make_data(mjm)
    mjd.qvel[:] = np.random.default_rng(1).normal(size=mjm.nv) * 0.1
    oracle.step(mjm, mjd, steps)
    oracle.forward(mjm, mjd)
    assert mjd.nefc > 0
    return solver_scenes.transplant(mjm, mjd, np.zeros(mjm.nv))


def solve(model, data, solver, iterations=20_000, tolerance=1e-16):
    """Solve with a solver; return the forces."""
    model.opt.solver, model.opt.iterations, model.opt.tolerance = solver, iterations, tolerance
    model.opt.ls_iterations = 100
    solver_scenes.solve(model, data)
    return data.efc_force.copy()


def cone_violation(data):
    """Return by how much forces leave their cones, relative to the largest force."""
    force = data.efc_force
    unilateral = np.arange(data.nefc) >= data.ne + data.nf
    elliptic = data.efc_type == ConstraintType.CONTACT_ELLIPTIC
    worst = -force[unilateral & ~elliptic].min(initial=0.0)
    for contact in np.unique(data.efc_id[elliptic]):
        first, dim = data.contact_efc_address[contact], data.contact_dim[contact]
        tangent = np.linalg.norm(force[first + 1 : first + dim] / data.contact_friction[contact, : dim - 1])
        worst = max(worst, -force[first], tangent - force[first])
    return worst / np.abs(force).max()


@pytest.mark.parametrize(("option", "stage"), [("", newton), ('solver="PGS"', pgs), ('solver="CG"', cg)])
def test_choice(option, stage):
    """SO1: Choose the solver by <option solver>; Newton is the default."""
    model = corten.load_model_from_string(f"<mujoco><option {option}/></mujoco>")
    assert stage in solver_stages(model)


@CONES
@pytest.mark.parametrize("name", SCENES)
@pytest.mark.parametrize("solver", SOLVERS, ids=lambda value: value.name)
@pytest.mark.parametrize("noslip", [0, 5])
def test_cone(name, cone, solver, noslip):
    """SO2: Keep normal forces positive and friction within its cone, converged or not."""
    model, data = problem(SCENES[name], cone)
    model.opt.noslip_iterations = noslip
    for iterations in (1, 4, 100):
        solve(model, data, solver, iterations, 1e-10)
        assert cone_violation(data) < EXACT


@CONES
@pytest.mark.parametrize("name", SCENES)
def test_same_forces(name, cone):
    """SO3: Find the same forces and accelerations with PGS, CG and Newton."""
    model, data = problem(SCENES[name], cone)
    reference = solve(model, data, SolverType.NEWTON)
    qacc = data.qacc.copy()
    assert np.abs(reference).max() > 0
    for solver in (SolverType.CG, SolverType.PGS):
        force = solve(model, data, solver)
        np.testing.assert_allclose(force, reference, rtol=0, atol=CG_SOLUTION * np.abs(reference).max())
        np.testing.assert_allclose(data.qacc, qacc, rtol=0, atol=CG_SOLUTION * np.abs(qacc).max())


def fallback_problem(value):
    """Return a problem that conjugate gradients do not solve in two iterations."""
    custom = f'<custom><numeric name="corten.cg_fallback" data="{value}"/></custom>'
    model, data = problem(SCENES["stack"], ConeType.PYRAMIDAL, custom)
    model.opt.solver, model.opt.iterations, model.opt.tolerance = SolverType.CG, 2, 1e-10
    return model, data


def test_iteration_limit():
    """SO4: Stop at the limit of iterations without a word."""
    model, data = fallback_problem(0)
    assert pgs_fallback not in solver_stages(model)
    solver_scenes.solve(model, data)
    assert data.solver_niter[0] == 2
    assert data.solver_nfallback == 0


def test_fallback(caplog):
    """SO4: Solve again by PGS where that is asked for, count it and log it once."""
    model, data = fallback_problem(1)
    LoggedPlan.logged = False
    plan = LoggedPlan(solver_stages(model), (MODEL, DATA))
    with caplog.at_level(logging.WARNING, "corten"):
        for _ in range(2):
            while plan.run(model, data, 1):
                assert data.make_room()
    assert data.solver_nfallback == 2
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    np.testing.assert_array_equal(data.solver_niter[0], 4)


def test_fallback_converges():
    """SO4: Find the same forces by PGS where no tolerance is small enough for conjugate gradients."""
    model, data = fallback_problem(1)
    exact = solve(model, data, SolverType.NEWTON)
    force = solve(model, data, SolverType.CG, 3000, 0.0)
    assert data.solver_nfallback == 1
    np.testing.assert_allclose(force, exact, rtol=0, atol=CG_SOLUTION * np.abs(exact).max())


def test_strict():
    """SO4: Report a CG_STRICT that misses its tolerance as a failure."""
    model, data = fallback_problem(1)
    model.opt.solver = SolverType.CG_STRICT
    status = Plan(solver_stages(model), (MODEL, DATA)).run(model, data, 1)
    assert Failure.read(status).status == StepErrorKind.SOLVER_FAILED


def test_iterations_of_conjugate_gradients():
    """SO5: Need hardly more iterations of CG for eight times as many contacts."""
    counts = []
    for number in (2, 16):
        stacks = f'<replicate count="{number}" offset=".5 0 0">{SCENES["stack"]}</replicate>'
        model, data = problem(stacks, ConeType.PYRAMIDAL)
        model.opt.disableflags = DisableBit.ISLAND
        solve(model, data, SolverType.CG, 2000, 1e-8)
        counts.append(int(data.solver_niter[0]))
    assert counts[1] < 1.5 * counts[0]


@CONES
@pytest.mark.parametrize("name", SCENES)
@pytest.mark.parametrize("solver", SOLVERS, ids=lambda value: value.name)
def test_warm_start(name, cone, solver):
    """SO6: Solve the same state again with fewer iterations."""
    model, data = problem(SCENES[name], cone)
    solve(model, data, solver, 1000, 1e-8)
    cold = int(data.solver_niter.sum())
    data.qacc_warmstart = data.qacc
    solve(model, data, solver, 1000, 1e-8)
    assert int(data.solver_niter.sum()) < cold
