"""A thousand steps of every integrator against MuJoCo, on models that are not chaotic."""

import numpy as np
import pytest

import corten
from corten.enums import DisableBit, Integrator
from support import oracle, tolerance
from support.integration import set_options
from support.random_mjcf import random_model

SHARED = (Integrator.EULER, Integrator.RK4, Integrator.IMPLICIT, Integrator.IMPLICITFAST, Integrator.DISCRETE)
STEPS = 1000

# seeds of random models that no integrator makes unstable, with their sizes
DOFS = {0: 1, 1: 3, 2: 6, 3: 10, 4: 15, 6: 22, 7: 40, 8: 60}

PENDULUM = '<body><joint axis="0 1 0"/><geom size=".05" pos="0 0 -1"/></body>'
SPINNING = '<body><freejoint/><geom type="box" size=".1 .2 .3" pos=".1 0 .05"/></body>'
BALL_CHAIN = """
<body pos="0 0 2"><joint type="ball" damping=".2"/><geom type="capsule" size=".05" fromto="0 0 0 .4 0 -.2"/>
  <body pos=".4 0 -.2"><joint type="ball" damping=".1"/><geom type="capsule" size=".04" fromto="0 0 0 .2 .3 0"/>
    <body pos=".2 .3 0"><joint type="ball" damping=".1"/><geom type="box" size=".1 .05 .2" pos="0 0 .2"/></body>
  </body></body>
"""
SPRINGS = """
<body><joint type="slide" axis="0 0 1" stiffness="80" springref=".2"/><geom size=".1"/>
  <body pos=".3 0 0"><joint type="ball" stiffness="20" damping=".3"/><geom type="box" size=".1 .2 .1" pos=".1 0 0"/>
    <body pos=".3 0 0"><joint axis="1 1 0" stiffness="9 3 2" damping=".1"/><geom size=".1" pos="0 .2 0"/></body>
  </body></body>
<body pos="2 0 0"><joint type="free" stiffness="30" damping="1"/><geom type="ellipsoid" size=".1 .2 .3"/></body>
"""
DAMPERS = """
<body><joint axis="0 1 0" damping="2 1 3"/><joint type="slide" axis="1 0 0" damping="0 0 4"/>
  <geom size=".1" pos="0 0 -.5"/>
  <body pos="0 0 -.5"><joint axis="1 0 0" damping="0 2"/>
    <geom type="capsule" size=".04" fromto="0 0 0 0 .3 -.3"/></body></body>
"""
SEVERAL_JOINTS = """
<body><joint type="slide" axis="1 0 0" damping="1"/><joint type="slide" axis="0 1 0" damping="1"/>
  <joint axis="0 0 1" damping=".5"/><joint axis="1 0 0" damping=".5" armature=".1"/>
  <geom type="box" size=".1 .2 .1" pos=".1 .1 -.2"/></body>
"""
SERVOS = """
<body><joint name="a" axis="0 1 0" damping=".3"/><geom size=".1" pos="0 0 -.5"/>
  <body pos="0 0 -.6"><joint name="b" axis="0 1 0" damping=".3"/><geom size=".1" pos="0 0 -.5"/></body></body>
"""
ACTUATORS = """
<actuator><position joint="a" kp="40" kv="6"/><velocity joint="b" kv="2" forcerange="-3 3"/>
  <motor joint="b" gear="4" damping="1 .2"/></actuator>
"""
MEDIUM = 'density="200" viscosity=".4" wind="1 0 .2"'
SCENES = {
    "pendulum": (PENDULUM, "", ""),
    "spinning body": (SPINNING, 'gravity="0 0 0"', ""),
    "falling body": (SPINNING, "", ""),
    "ball chain": (BALL_CHAIN, "", ""),
    "springs": (SPRINGS, "", ""),
    "dampers": (DAMPERS, "", ""),
    "several joints": (SEVERAL_JOINTS, "", ""),
    "servos": (SERVOS, "", ACTUATORS),
    "box in a medium": (SPINNING, MEDIUM, ""),
    "chain in a medium": (BALL_CHAIN, MEDIUM, ""),
}


def scene(name):
    """Return the MJCF of a scene."""
    bodies, option, rest = SCENES[name]
    flag = '<flag constraint="disable"/>'
    return f"<mujoco><option {option}>{flag}</option><worldbody>{bodies}</worldbody>{rest}</mujoco>"


def check_trajectory(text, integrator, *, speed=1.0, flags=0, seed=0):
    """Step both engines side by side from the same random state and compare states all along."""
    mjm, mjd, model, data = oracle.load_both(text)
    set_options(mjm, model, integrator, flags)
    oracle.random_state(mjm, mjd, np.random.default_rng(seed), speed)
    oracle.copy_state(mjd, data)
    for _ in range(STEPS // 50):
        oracle.step(mjm, mjd, 50)
        corten.step(model, data, 50)
        for name in ("qpos", "qvel"):
            ours, theirs = getattr(data, name), getattr(mjd, name)
            scale = max(1.0, float(np.max(np.abs(theirs))))
            np.testing.assert_allclose(ours, theirs, rtol=0, atol=tolerance.TRAJECTORY * scale, err_msg=name)
    assert data.time == mjd.time
    assert np.max(np.abs(data.qpos - model.qpos0)) > 0


@pytest.mark.parametrize("integrator", SHARED, ids=lambda integrator: integrator.name)
@pytest.mark.parametrize("name", SCENES)
def test_scenes(name, integrator):
    """Stay on MuJoCo's trajectory with springs, dampers, servos, spins and media."""
    check_trajectory(scene(name), integrator)


@pytest.mark.parametrize("integrator", SHARED, ids=lambda integrator: integrator.name)
@pytest.mark.parametrize("seed", DOFS)
def test_random_models(seed, integrator):
    """Stay on MuJoCo's trajectory on random trees whose dampers keep them from chaos."""
    text = random_model(seed, ndof=DOFS[seed], motors=True, fluid=True, gravcomp=True)
    check_trajectory(text, integrator, seed=seed)


@pytest.mark.parametrize("flag", [DisableBit.EULERDAMP, DisableBit.DAMPER, DisableBit.SPRING, DisableBit.GRAVITY])
@pytest.mark.parametrize("integrator", SHARED, ids=lambda integrator: integrator.name)
def test_flags(integrator, flag):
    """Stay on MuJoCo's trajectory when a part of the forces is disabled."""
    check_trajectory(scene("springs"), integrator, flags=flag)


@pytest.mark.parametrize("name", ["pendulum", "ball chain", "dampers", "several joints"])
def test_spring_damper_against_discrete(name):
    """Take the path of MuJoCo's DISCRETE integrator where joint springs and dampers are all that it adds."""
    check_trajectory(scene(name), Integrator.IMPLICIT_SPRING_DAMPER)
