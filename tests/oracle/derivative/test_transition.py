"""Derivatives of steps against MuJoCo, where MuJoCo agrees with itself at states next to this one."""

from pathlib import Path

import numpy as np
import pytest

import corten
from support import oracle, tolerance
from support.nudges import nudged_qpos

FLOOR = '<geom type="plane" size="5 5 .1"/>'


def scene(bodies: str, rest: str = "", option: str = "") -> str:
    """Return a model with a floor."""
    return f"<mujoco><option timestep='.004' {option}/><worldbody>{FLOOR}{bodies}</worldbody>{rest}</mujoco>"


ARM = """<body pos="0 0 1"><joint name="a" axis="0 1 0" damping=".2"/><geom type="capsule" size=".03"
fromto="0 0 0 .3 0 0"/><site name="s" pos=".15 0 0"/><body pos=".3 0 0"><joint name="b" axis="0 1 0" limited="true"
range="-30 30" damping=".1"/><geom type="capsule" size=".03" fromto="0 0 0 .3 0 0"/>
<site name="t" pos=".2 0 .05"/></body></body>"""
SPUN = """<body pos="0 0 1"><joint type="ball" damping=".1"/><geom type="box" size=".1 .2 .05" pos=".1 0 0"/></body>
<body pos="1 0 1"><freejoint/><geom type="ellipsoid" size=".1 .2 .05"/></body>"""
RESTING = """<body pos="0 0 .099"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
<body pos=".5 0 .099"><freejoint/><geom size=".1" condim="6" friction="1 .01 .01"/></body>"""
MOTORS = """<actuator><motor joint="a" gear="3" ctrlrange="-1 1"/><position joint="b" kp="5" kv=".1" ctrlrange="0 1"/>
<general joint="b" dyntype="filter" dynprm=".1" gainprm="2"/><general joint="a" dyntype="integrator" actlimited="true"
actrange="-1 1" biastype="affine" gainprm="4" biasprm="0 -4 -.1"/></actuator>"""
MUSCLES = """<tendon><spatial name="t" stiffness="2" damping=".1"><site site="s"/><site site="t"/></spatial></tendon>
<actuator><muscle tendon="t" lengthrange=".1 .5"/><muscle joint="a" lengthrange="-1 1"/></actuator>"""
TIES = '<equality><joint joint1="a" joint2="b" polycoef=".1 .5"/></equality>'
SENSORS = """<sensor><jointpos joint="a"/><jointvel joint="b"/><framepos objtype="site" objname="t"/><framequat
objtype="site" objname="t"/><gyro site="t"/><accelerometer site="t"/><force site="s"/>
<actuatorfrc actuator="m"/></sensor>"""
NAMED = MOTORS.replace("<motor ", '<motor name="m" ')

SCENES = {
    # models that come with corten
    **dict.fromkeys("ant arm cartpole cheetah hand hopper humanoid leg quadruped".split(), ""),
    "ball and free joints": scene(SPUN),
    "implicit": scene(SPUN + ARM, MOTORS, 'integrator="implicit"'),
    "implicitfast": scene(SPUN + ARM, MOTORS, 'integrator="implicitfast"'),
    "fluid": scene(SPUN, "", 'density="5" viscosity=".2" wind="1 0 0"'),
    "motors and activations": scene(ARM, MOTORS),
    "muscles and tendons": scene(ARM, MUSCLES),
    "equality": scene(ARM, MOTORS + TIES),
    "sensors": scene(ARM, NAMED + SENSORS),
    "contacts": scene(RESTING),
    "elliptic contacts": scene(RESTING, "", 'cone="elliptic"'),
    "PGS": scene(RESTING + ARM, MOTORS, 'solver="PGS" iterations="100"'),
    "CG": scene(RESTING + ARM, MOTORS, 'solver="CG"'),
    "without warmstart": scene(RESTING).replace("<world", '<option><flag warmstart="disable"/></option><world', 1),
}

# steps before derivatives are asked for, and states next to the one that they leave
STEPS, NEIGHBOURS = 60, 4


def theirs(mjm, mjd, centered: bool) -> list[np.ndarray]:
    """Return MuJoCo's matrices."""
    n, ns = 2 * mjm.nv + mjm.na, mjm.nsensordata
    matrices = [np.zeros(shape) for shape in ((n, n), (n, mjm.nu), (ns, n), (ns, mjm.nu))]
    oracle.call("mjd_transitionFD", mjm, mjd, 1e-6, centered, *matrices)
    return matrices


def matched(name: str, control: float):
    """Return a scene in both engines, in the same state after some steps."""
    text = SCENES[name] or Path(corten.models.path(name)).read_text(encoding="utf-8")
    mjm, mjd, model, data = oracle.load_both(text)
    if mjm.opt.integrator == oracle.bindings().mjtIntegrator.mjINT_RK4:
        mjm.opt.integrator = 0
        model.opt.integrator = corten.Integrator.EULER
    mjd.ctrl[:] = control
    oracle.step(mjm, mjd, STEPS)
    oracle.copy_state(mjd, data)
    return mjm, mjd, model, data


@pytest.mark.parametrize("centered", [False, True])
@pytest.mark.parametrize("name", SCENES)
def test_transition(name, centered):
    """Give MuJoCo's matrices, as far as MuJoCo gives them at states next to this one."""
    mjm, mjd, model, data = matched(name, 0.1)
    wanted, spread = theirs(mjm, mjd, centered), [0.0] * 4
    found = corten.transition_fd(model, data, centered=centered)
    qpos = mjd.qpos.copy()
    for nudged in nudged_qpos(qpos, NEIGHBOURS):
        mjd.qpos[:] = nudged
        near = theirs(mjm, mjd, centered)
        spread = [np.maximum(s, np.abs(a - b)) for s, a, b in zip(spread, near, wanted, strict=True)]
    for ours, mujoco, own, letter in zip(found, wanted, spread, "ABCD", strict=True):
        scale = max(1.0, np.abs(mujoco).max(initial=0.0))
        allowed = tolerance.TRANSITION * scale + tolerance.NEIGHBOURS * np.max(own, initial=0.0)
        assert (np.abs(ours - mujoco) <= allowed).all(), letter


@pytest.mark.parametrize("centered", [False, True])
@pytest.mark.parametrize("control", [1.0, 0.0, 1.0 - 4e-7, 4e-7, 1.2, -0.3])
def test_controls_at_their_bounds(control, centered):
    """Nudge controls where MuJoCo does."""
    mjm, mjd, model, data = matched("motors and activations", control)
    wanted = theirs(mjm, mjd, centered)
    found = corten.transition_fd(model, data, centered=centered)
    np.testing.assert_array_equal(found.B.any(axis=0), wanted[1].any(axis=0))
    np.testing.assert_allclose(found.B, wanted[1], atol=tolerance.TRANSITION)
