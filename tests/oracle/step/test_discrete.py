"""DISCRETE against MuJoCo: its metric, its rows, what every solver finds in it, inverse dynamics, and many steps."""

import numpy as np
import pytest

import corten
from corten.enums import ConeType, DisableBit, EnableBit, Integrator, SolverType, WarningType
from support import oracle, tolerance
from support.constraint_rows import touching_model
from support.isolated import compare
from support.metric import our_metric, their_metric
from support.random_mjcf import random_model
from support.servo_scenes import ACTUATORS, servo_scene
from support.solver_scenes import STACK

# bodies that float: on the floor, alone, on a slack and on a tight tendon, sprung, pushed by a servo, and tied in pairs
FLOATING = """
<mujoco><option timestep=".01"/><worldbody>
  <geom type="plane" size="5 5 1"/><site name="w" pos="0 0 4"/>
  <body pos="1 1 .3"><freejoint/><geom type="box" size=".1 .2 .31"/></body>
  <body pos="3 1 3"><freejoint/><geom type="box" size=".1 .2 .31"/><geom size=".1" pos=".3 .1 0"/></body>
  <body pos="5 1 3"><freejoint/><geom type="box" size=".1 .2 .31"/><site name="slack" pos=".1 .1 .3"/></body>
  <body pos="6 1 3"><freejoint/><geom type="box" size=".1 .2 .31"/><site name="tight" pos=".1 .1 .3"/></body>
  <body pos="8 1 3"><joint type="free" stiffness="3" damping=".4"/><geom type="box" size=".1 .2 .31"/></body>
  <body pos="10 1 3"><freejoint/><geom type="box" size=".1 .2 .31"/><site name="pushed" pos=".1 .1 .3"/></body>
  <body pos="12 1 3"><freejoint/><geom type="box" size=".1 .2 .31"/><site name="t" pos=".1 .1 .3"/></body>
  <body pos="14 1 3"><freejoint/><geom type="box" size=".1 .2 .31"/><site name="u" pos=".1 .1 .3"/></body>
  <body pos="16 1 3"><freejoint/>
    <geom type="ellipsoid" size=".1 .2 .31" fluidshape="ellipsoid" fluidcoef="2 .1 1 1 1"/></body>
</worldbody>
<tendon>
  <spatial stiffness="20" springlength="0 99"><site site="w"/><site site="slack"/></spatial>
  <spatial stiffness="20" damping="3" springlength=".1"><site site="w"/><site site="tight"/></spatial>
  <spatial stiffness="20" damping="3" springlength=".1"><site site="t"/><site site="u"/></spatial>
</tendon>
<actuator>
  <general site="pushed" refsite="w" gear="1 2 3 0 0 0" biastype="affine" biasprm="0 -10 -3"/>
</actuator></mujoco>
"""
MEDIUM = FLOATING.replace("<option", '<option density="50" viscosity="2" wind="1 2 3"')

# a hinge whose damping, spring, limit, friction and equality all act at once
SOFTNESS = """
<mujoco><option timestep=".01"/><worldbody>
  <geom name="floor" type="plane" size="5 5 1"/>
  <body><joint name="s" type="slide" axis="0 0 1" stiffness="30" damping="2" frictionloss=".3" range="-1 5"
      limited="true" solreffriction="{solref}" solreflimit="{solref}" solimplimit="{solimp}"/><geom size=".1" mass="2"
      contype="0" conaffinity="0"/></body>
  <body pos="1 0 .1"><freejoint/><geom name="ball" size=".11" mass="3" contype="0" conaffinity="0"/></body>
</worldbody>
<contact><pair geom1="ball" geom2="floor" solref="{solref}" solimp="{solimp}" solreffriction="{friction}"/></contact>
<equality><joint joint1="s" polycoef=".1" solref="{solref}" solimp="{solimp}"/></equality></mujoco>
"""
SOLREFS = (".02 1", ".005 1", ".015 .5", ".011 1", ".0001 1", "-100 -20", "-90000 -100", "-11000 0", "0 -10000")
SOLIMPS = (".9 .95 .001", ".7 .9 .02", ".7 .7 .01", ".9998 .9998 .01", ".9999 .9999 .01", ".99 .99 .01")

ROWS = "efc_KBIP efc_diagA efc_R efc_D efc_aref efc_vel".split()
SOLVERS = [SolverType.NEWTON, SolverType.CG, SolverType.PGS]


def load(xml, solver=SolverType.NEWTON, cone=ConeType.PYRAMIDAL, enable=0, disable=0):
    """Load a model into both engines with DISCRETE, a solver, a cone and flags."""
    mjm, mjd, model, data = oracle.load_both(xml)
    for each in (mjm, model):
        each.opt.integrator, each.opt.solver, each.opt.cone = Integrator.DISCRETE, solver, cone
        each.opt.enableflags |= enable
        each.opt.disableflags |= disable
    return mjm, mjd, model, data


def forward(mjm, mjd, model, data):
    """Run forward dynamics of both engines from MuJoCo's state."""
    oracle.copy_state(mjd, data)
    corten.forward(model, data)
    oracle.forward(mjm, mjd)


def check_problem(mjm, mjd, model, data):
    """Compare the metric, the shift of the force, the rows and the acceleration without constraints."""
    compare("metric", our_metric(model, data), their_metric(mjm, mjd))
    compare("efm_c", data.efm_c, mjd.efm_c + mjd.efm_ca)
    compare("qacc_smooth", data.qacc_smooth, mjd.qacc_smooth)
    assert data.nefc == mjd.nefc
    for name in ROWS:
        compare(name, getattr(data, name)[: mjd.nefc], getattr(mjd, name))


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("solver", [SolverType.NEWTON, SolverType.PGS], ids=lambda solver: solver.name)
def test_problems_of_random_models(seed, solver):
    """Set up MuJoCo's metric and rows with tendons and actuators of every kind, media, limits and equalities."""
    features = {"polynomial": seed % 2 == 0, "fluid": seed % 3 == 0, "motors": seed % 2 == 1, "drives": seed % 4 != 0}
    features |= {"limits": True, "frictionloss": True, "equality": seed % 3 != 1, "tendons": True, "gravcomp": True}
    xml = random_model(seed, ndof=(3, 5, 8, 13, 20, 33)[seed % 6], chain=(seed % 3) / 2, **features)
    exact = EnableBit.DIAGEXACT if seed % 5 == 0 else 0
    mjm, mjd, model, data = load(xml, solver, enable=exact)
    oracle.random_state(mjm, mjd, np.random.default_rng(seed))
    mjd.act[:] = np.random.default_rng(seed).uniform(0, 1, mjm.na)
    forward(mjm, mjd, model, data)
    check_problem(mjm, mjd, model, data)


@pytest.mark.parametrize("kind", ACTUATORS)
def test_metric_of_servos(kind):
    """Set up MuJoCo's metric with PID servos, DC motors, orientation servos and muscles."""
    for seed in range(3):
        mjm, mjd, model, data = load(servo_scene(actuators=ACTUATORS[kind]))
        rng = np.random.default_rng(seed)
        oracle.random_state(mjm, mjd, rng, 2.0)
        mjd.act[:] = 0.3 * rng.normal(size=mjm.na)
        forward(mjm, mjd, model, data)
        check_problem(mjm, mjd, model, data)


@pytest.mark.parametrize("disable", [0, DisableBit.REFSAFE], ids=["refsafe", "as written"])
@pytest.mark.parametrize("solimp", SOLIMPS)
@pytest.mark.parametrize("solref", SOLREFS)
def test_rows_of_every_softness(solref, solimp, disable):
    """Fold springs and dampers of rows into their softness and reference, resolved by the step or not."""
    for cone in ConeType:
        for friction in ("0 0", ".004 1", "-100 -20000"):
            xml = SOFTNESS.format(solref=solref, solimp=solimp, friction=friction)
            mjm, mjd, model, data = load(xml, cone=cone, disable=disable)
            mjd.qpos[0], mjd.qvel[:] = -1.005, np.linspace(-0.3, 0.4, mjm.nv)
            forward(mjm, mjd, model, data)
            assert mjd.nefc >= 6
            check_problem(mjm, mjd, model, data)


@pytest.mark.parametrize("xml", [FLOATING, MEDIUM], ids=["vacuum", "medium"])
@pytest.mark.parametrize("disable", [0, DisableBit.ISLAND], ids=["islands", "one island"])
@pytest.mark.parametrize("solver", SOLVERS, ids=lambda solver: solver.name)
def test_floating_bodies(solver, disable, xml):
    """Give bodies that nothing holds their gyroscopic derivative, and no others."""
    mjm, mjd, model, data = load(xml, solver, disable=disable)
    mjd.qvel[:] = np.tile([0.1, 0.2, 0.3, 5, 6, 7], mjm.nv // 6)
    forward(mjm, mjd, model, data)
    assert mjd.nefc
    check_problem(mjm, mjd, model, data)
    bound = tolerance.SOLUTION if solver is SolverType.NEWTON else tolerance.CG_SOLUTION
    compare("qacc", data.qacc, mjd.qacc, bound)
    corten.inverse(model, data)
    oracle.inverse(mjm, mjd)
    compare("qfrc_inverse", data.qfrc_inverse, mjd.qfrc_inverse, bound)


@pytest.mark.parametrize("noslip", [0, 4])
@pytest.mark.parametrize("cone", ConeType, ids=lambda cone: cone.name)
@pytest.mark.parametrize("solver", SOLVERS, ids=lambda solver: solver.name)
@pytest.mark.parametrize("name", ["touching", "stack", "drives"])
def test_solutions(name, solver, cone, noslip):
    """Find MuJoCo's constraint forces, with as many iterations, and step on to its state."""
    scenes = {"touching": touching_model(condim=4), "stack": STACK}
    xml = scenes.get(name) or random_model(7, ndof=8, drives=True, limits=True, frictionloss=True)
    mjm, mjd, model, data = load(xml, solver, cone)
    mjm.opt.noslip_iterations = model.opt.noslip_iterations = noslip
    oracle.displace(mjm, mjd, np.random.default_rng(0).normal(0, 0.01, mjm.nv))
    mjd.qvel[:] = np.random.default_rng(1).normal(0, 0.5, mjm.nv)
    for _ in range(5):
        forward(mjm, mjd, model, data)
        assert mjd.nefc
        used = slice(mjd.nisland)
        assert data.solver_niter[used].tolist() == mjd.solver_niter[used].tolist()
        for field in ("efc_force", "qfrc_constraint", "qacc"):
            compare(field, getattr(data, field)[: len(getattr(mjd, field))], getattr(mjd, field), tolerance.SOLUTION)
        corten.step(model, data)
        oracle.step(mjm, mjd)
        compare("qvel", data.qvel, mjd.qvel, tolerance.STEP)


def test_adhesion_and_moving_surfaces():
    """Shift the references of adhesive contacts and of moving surfaces as MuJoCo does."""
    for cone in ConeType:
        geom = 'adhesion="3" gap=".02" surfacevel=".1 .2 .3 0 0 1"'
        mjm, mjd, model, data = load(touching_model(margin=0.02, geom=geom), cone=cone)
        mjd.qvel[:] = np.random.default_rng(1).normal(0, 0.5, mjm.nv)
        forward(mjm, mjd, model, data)
        assert np.any(mjd.qfrc_adhesion)
        check_problem(mjm, mjd, model, data)
        compare("qacc", data.qacc, mjd.qacc, tolerance.SOLUTION)


@pytest.mark.parametrize("solver", SOLVERS, ids=lambda solver: solver.name)
def test_long_trajectories(solver):
    """Stay with MuJoCo for 200 steps of a scene with contacts, limits, friction and equalities, state by state."""
    mjm, mjd, model, data = load(STACK, solver)
    for _ in range(200):
        oracle.copy_state(mjd, data)
        data.qacc_warmstart = mjd.qacc_warmstart
        corten.step(model, data)
        oracle.step(mjm, mjd)
        bound = tolerance.STEP if solver is SolverType.NEWTON else tolerance.CG_SOLUTION
        for name in ("qpos", "qvel"):
            compare(name, getattr(data, name), getattr(mjd, name), bound)


def test_forward_agrees_with_inverse():
    """Find by inverse dynamics what forward dynamics were given, as FWDINV measures it."""
    mjm, mjd, model, data = load(touching_model(), enable=EnableBit.FWDINV)
    mjm.opt.tolerance = model.opt.tolerance = 0.0
    mjd.qvel[:] = np.random.default_rng(1).normal(0, 0.5, mjm.nv)
    oracle.copy_state(mjd, data)
    corten.step(model, data)
    scale = np.abs(data.qfrc_constraint).max()
    assert np.all(data.solver_fwdinv < tolerance.SOLUTION * scale)


def test_an_unfinished_solve_is_counted():
    """Count an INERTIA warning with MuJoCo's dof where the iterations do not suffice for the couplings."""
    mjm, mjd, model, data = load(FLOATING)
    mjd.qvel[:] = np.random.default_rng(1).normal(0, 5, mjm.nv)
    forward(mjm, mjd, model, data)
    assert data.warning_number[WarningType.INERTIA] == mjd.warning[WarningType.INERTIA].number == 0
    mjm.opt.iterations = model.opt.iterations = 1
    forward(mjm, mjd, model, data)
    warning = mjd.warning[WarningType.INERTIA]
    assert warning.number > 0
    assert data.warning_number[WarningType.INERTIA] == warning.number
    assert data.warning_info[WarningType.INERTIA] == warning.lastinfo


def test_ipc_changes_nothing_without_deformables():
    """Take the same steps with the flag ipc, as MuJoCo does."""
    ends = []
    for enable in (0, EnableBit.IPC):
        mjm, mjd, model, data = load(STACK, enable=enable)
        oracle.step(mjm, mjd, 20)
        corten.step(model, data, 20)
        ends += [(mjd.qpos.copy(), data.qpos.copy())]
    np.testing.assert_allclose(ends[0][0], ends[1][0], atol=tolerance.EXACT)
    np.testing.assert_array_equal(ends[0][1], ends[1][1])


@pytest.mark.parametrize(
    ("option", "flag", "reason"),
    [
        ('integrator="Euler"', 'ipc="enable"', 'ipc is "enable", which needs integrator "discrete"'),
        ('integrator="discrete" solver="PGS"', 'ipc="enable"', 'ipc is "enable", which needs solver "Newton" or "CG"'),
        (
            'integrator="discrete"',
            'ipc="enable" sleep="enable"',
            'ipc and sleep are "enable", which do not go together',
        ),
        ('integrator="discrete"', 'ipc="enable" fwdinv="enable"', "which do not go together"),
        ('integrator="discrete"', 'sleep="enable" island="disable"', 'which integrator "discrete" does not support'),
    ],
)
def test_what_does_not_go_together(option, flag, reason):
    """Refuse at load what MuJoCo refuses at load or in its first step, with the line."""
    xml = f"<mujoco><option {option}>\n<flag {flag}/></option></mujoco>"
    with pytest.raises(corten.ModelError, match=reason) as error:
        corten.load_model_from_string(xml)
    assert ":2: <flag>" in str(error.value) or "line 2: <flag>" in str(error.value)


@pytest.mark.parametrize("enable", [EnableBit.IPC, EnableBit.IPC | EnableBit.SLEEP | EnableBit.FWDINV])
def test_flags_are_checked_again_when_they_change(enable):
    """Refuse at the next step what does not go together, too."""
    model = corten.load_model_from_string("<mujoco/>")
    model.opt.enableflags = enable
    model.opt.integrator = Integrator.DISCRETE if enable != EnableBit.IPC else Integrator.EULER
    with pytest.raises(corten.ModelError, match=r"EnableBit\.IPC"):
        corten.step(model, model.make_data())
