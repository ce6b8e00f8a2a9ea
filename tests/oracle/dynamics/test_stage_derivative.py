"""Velocity derivatives of smooth forces against those that MuJoCo's implicit integrators use."""

import numpy as np
import pytest

from corten.enums import DisableBit, Integrator
from corten.stages.derivative import (
    actuator_velocity_derivative,
    bias_velocity_derivative,
    clear_velocity_derivative,
)
from corten.stages.integrate import method_of
from support import oracle, tolerance
from support.integration import FORWARD, load
from support.isolated import compare
from support.random_mjcf import random_model

SEEDS = range(30)
SIZES = (1, 2, 3, 5, 8, 12, 20, 33, 60, 200)

SERVOS = """
<mujoco>
  <option {option}><flag constraint="disable"/></option>
  <worldbody>
    <body gravcomp="0.1"><joint name="a" axis="0 1 0" {joint}/><geom size=".1" pos=".3 0 0"/>
      <body pos=".5 0 0"><joint name="b" type="ball"/><geom type="box" size=".1 .2 .1" pos="0 .2 .1"/></body></body>
    <body pos="3 0 0"><freejoint name="c"/><geom type="box" size=".1 .2 .1"/></body>
  </worldbody>
  <actuator>{actuator}</actuator>
</mujoco>
"""
SERVO = '<velocity joint="a" kv="2"/>'
LIMITED = '<velocity joint="a" kv="2" forcerange="-1 1"/>'
ACTUATORS = {
    "servo": ("", SERVO),
    "limited": ("", LIMITED + SERVO),
    "joint limit": ('actuatorfrcrange="-1 1"', SERVO),
    "joint limit not reached": ('actuatorfrcrange="-100 100"', SERVO),
    "joint limit by two": ('actuatorfrcrange="-3 3"', SERVO + SERVO),
    "joint limit by gravity compensation": ('actuatorgravcomp="true" actuatorfrcrange="-3 3"', SERVO),
    "damper": ("", '<damper joint="a" kv="3" ctrlrange="0 2"/>'),
    "clamped damper": ("", '<damper joint="a" kv="3" ctrlrange="0 0.5"/>'),
    "ball": ("", '<general joint="b" gear="1 2 3" biastype="affine" biasprm="0 0 -2"/>'),
    "parent": ("", '<general jointinparent="b" gear="1 2 3" biastype="affine" biasprm="0 0 -2"/>'),
    "free": ("", '<general joint="c" gear="1 2 3 4 5 6" biastype="affine" biasprm="0 0 -2"/>'),
    "group": ("", '<velocity joint="a" kv="2" group="3"/>'),
    "filter": ("", '<general joint="a" dyntype="filter" dynprm="0.1" gaintype="affine" gainprm="1 0 -2"/>'),
    "early": (
        "",
        '<general joint="a" dyntype="filterexact" dynprm="0.1" gaintype="affine" gainprm="1 0 -2" actearly="true"/>',
    ),
}


def random_scene(seed, integrator, **features):
    """Load a random model of 1 to 200 dofs, in a random state, with an integrator."""
    text = random_model(seed, ndof=SIZES[seed % 10], chain=(seed % 3) / 2, **features)
    return load(text, integrator, seed)


def derivative_of_both(scene, stages):
    """Return qDeriv of corten's stages and of MuJoCo's integrator, both on MuJoCo's forces."""
    mjm, mjd, model, data = scene
    oracle.copy_fields(mjd, data, FORWARD)
    oracle.poison(data, ["qDeriv"])
    for stage in stages:
        assert stage(model, data) == 0
    oracle.integrate(mjm, mjd)
    return data.qDeriv, mjd.qDeriv


@pytest.mark.parametrize("seed", SEEDS)
def test_bias(seed):
    """Differentiate Coriolis forces as MuJoCo does, on every kind of tree."""
    scene = random_scene(seed, Integrator.IMPLICIT, springs=False, dampers=False)
    ours, theirs = derivative_of_both(scene, [clear_velocity_derivative, bias_velocity_derivative])
    scale = np.max(np.abs(scene[1].M)) * np.max(np.abs(scene[1].cvel))
    np.testing.assert_allclose(ours, theirs, rtol=0, atol=tolerance.STAGE * scale)


@pytest.mark.parametrize("integrator", [Integrator.IMPLICIT, Integrator.IMPLICITFAST])
@pytest.mark.parametrize("seed", SEEDS)
def test_all_forces(seed, integrator):
    """Add up the derivatives of actuators, medium, dampers and Coriolis forces as the integrator wants them."""
    scene = random_scene(seed, integrator, polynomial=seed % 2 == 0, fluid=seed % 3 > 0, motors=True)
    compare("qDeriv", *derivative_of_both(scene, method_of(scene[2]).derivatives(scene[2])))


@pytest.mark.parametrize("flags", [0, DisableBit.ACTUATION, DisableBit.CLAMPCTRL])
@pytest.mark.parametrize("name", ACTUATORS)
def test_actuators(name, flags):
    """Differentiate servos and dampers, not those at a limit of force, as MuJoCo does."""
    joint, actuator = ACTUATORS[name]
    option = 'actuatorgroupdisable="3"' if name == "group" else ""
    text = SERVOS.format(joint=joint, actuator=actuator, option=option)
    for seed in range(4):
        scene = load(text, Integrator.IMPLICITFAST, seed, flags=flags)
        ours, theirs = derivative_of_both(scene, [clear_velocity_derivative, actuator_velocity_derivative])
        compare("qDeriv", ours, theirs)
