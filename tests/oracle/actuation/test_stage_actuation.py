"""Transmission, actuator velocities and actuator forces against MuJoCo, each stage alone."""

import numpy as np
import pytest

from corten.enums import DisableBit, WarningType
from corten.stages.actuation import actuation
from corten.stages.transmission import actuator_velocity, transmission
from support import oracle
from support.isolated import check_alone, compare, random_scene, run_alone, scene

SEEDS = range(30)
STAGES = [transmission, actuator_velocity, actuation]

ARM = """
<mujoco>
  <option><flag constraint="disable"/></option>
  <worldbody>
    <body pos="0 0 1" gravcomp="0.8"><joint name="free" type="free"/><geom size=".1 .2 .3" type="box"/>
      <body pos=".3 0 0" gravcomp="1"><joint name="ball" type="ball" actuatorgravcomp="true"/>
        <geom size=".1" pos="0 0 .2"/>
        <body pos="0 0 .4" gravcomp="1">
          <joint name="hinge" axis="1 1 0" actuatorgravcomp="true" {hinge}/><joint name="slide" type="slide" {slide}/>
          <geom size=".05 .2" type="capsule" pos=".1 0 0"/></body></body></body>
  </worldbody>
  <actuator>{actuators}</actuator>
</mujoco>
"""
MOTORS = """
  <motor joint="hinge" gear="2"/>
  <motor joint="ball" gear="1 -2 .5"/>
  <motor jointinparent="ball" gear=".3 .7 -.2"/>
  <motor joint="free" gear="1 2 3 4 5 6"/>
  <motor jointinparent="free" gear="6 -5 4 -3 2 -1"/>
  <motor joint="slide" gear="-3" group="2"/>
"""
SERVOS = """
  <position joint="hinge" kp="20" kv="2" gear="1.5"/>
  <position joint="ball" kp="7" gear="1 -2 .5"/>
  <general joint="slide" gaintype="affine" gainprm="1 2 3" biastype="affine" biasprm=".5 -1 -2"/>
  <damper joint="hinge" kv="3" ctrlrange="0 .4"/>
  <velocity joint="slide" kv="2"/>
"""
LIMITED = """
  <motor joint="hinge" ctrlrange="-.1 .2" gear="2"/>
  <motor joint="hinge" forcerange="-.05 .1" gear="2"/>
  <position joint="slide" kp="50" forcerange="1 2" group="3"/>
"""


def arm(actuators, hinge="", slide=""):
    """Return an arm on a floating base with these actuators and these attributes of its last joints."""
    return ARM.format(actuators=actuators, hinge=hinge, slide=slide)


LIMITED_JOINTS = arm(MOTORS + SERVOS, 'actuatorfrcrange="-.5 .3"', 'actuatorfrcrange="-.1 20"')
SCENES = {"motors": arm(MOTORS), "servos": arm(SERVOS), "limited": arm(LIMITED), "joints": LIMITED_JOINTS}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: stage.__name__)
def test_stage_on_random_models(stage, seed):
    """Agree with MuJoCo on trees of 1 to 200 dofs with motors, servos and dampers on every kind of joint."""
    _, mjd, model, data = random_scene(seed, motors=True, gravcomp=seed % 2 == 0)
    check_alone(stage, mjd, model, data)


@pytest.mark.parametrize("name", SCENES)
@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: stage.__name__)
def test_stage_on_scenes(stage, name):
    """Agree with MuJoCo on gears of every shape, servos and limits."""
    for seed in range(5):
        _, mjd, model, data = scene(SCENES[name], seed=seed, speed=3.0)
        check_alone(stage, mjd, model, data)


@pytest.mark.parametrize("flag", [DisableBit.ACTUATION, DisableBit.CLAMPCTRL, DisableBit.GRAVITY])
@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: stage.__name__)
def test_flags(stage, flag):
    """Obey the flags for actuation, clamping of controls and gravity."""
    for name in ("limited", "joints"):
        _, mjd, model, data = scene(SCENES[name], flags=flag)
        check_alone(stage, mjd, model, data)


def test_dense_moment():
    """Read the moment matrix as a dense array of one row for each force."""
    _, mjd, model, data = scene(SCENES["motors"])
    run_alone(transmission, mjd, model, data)
    assert data.actuator_moment.shape == (model.nout, model.nv)
    np.testing.assert_array_equal(data.actuator_moment[0], [0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0])
    np.testing.assert_array_equal(data.actuator_moment[3], [1, 2, 3, 4, 5, 6, 0, 0, 0, 0, 0])


def test_disabled_groups():
    """Switch off the actuators of disabled groups; a force range still applies to their zero."""
    mjm, mjd, model, data = scene(SCENES["limited"])
    for groups in (1, 8, 9):
        mjm.opt.disableactuator = model.opt_disableactuator = groups
        oracle.forward(mjm, mjd)
        check_alone(actuation, mjd, model, data)
        assert mjd.actuator_force[2] == (1.0 if groups & 8 else mjd.actuator_force[2])


def test_compensation_needs_an_actuator():
    """Drop compensation that counts as actuation when the model has no actuator at all, as MuJoCo does."""
    _, mjd, model, data = scene(arm(""))
    assert np.max(np.abs(mjd.qfrc_gravcomp[-2:])) > 0.1
    check_alone(actuation, mjd, model, data)
    assert np.all(data.qfrc_actuator == 0.0)


@pytest.mark.parametrize("bad", [np.nan, np.inf, -1e11])
def test_unusable_control(bad):
    """Count all controls as zero when one is unusable after clamping, leave them as they are, and report it."""
    mjm, mjd, model, data = scene(SCENES["servos"])
    data.engine_view().warning_told[WarningType.BADCTRL] = 1
    mjd.ctrl[1] = bad
    oracle.forward(mjm, mjd)
    check_alone(actuation, mjd, model, data)
    assert data.warning_number[WarningType.BADCTRL] == 1
    assert data.warning_info[WarningType.BADCTRL] == 1
    np.testing.assert_array_equal(data.ctrl, mjd.ctrl)
    actuation(model, data)
    assert data.warning_number[WarningType.BADCTRL] == 2


def test_huge_control_within_a_range():
    """Clamp a huge control that has a range instead of refusing it; NaN cannot be clamped."""
    mjm, mjd, model, data = scene(SCENES["limited"])
    data.engine_view().warning_told[WarningType.BADCTRL] = 1
    for value, warnings in ((1e11, 0), (-np.inf, 0), (np.nan, 1)):
        mjd.ctrl[0] = value
        oracle.forward(mjm, mjd)
        check_alone(actuation, mjd, model, data)
        assert data.warning_number[WarningType.BADCTRL] == warnings


def test_setpoint_of_a_ball_joint_is_an_angle():
    """Take the setpoint of a servo on a ball joint by whole turns to where it is nearest."""
    mjm, mjd, model, data = scene(SCENES["servos"])
    for setpoint in (-40.0, -7.0, 0.0, 3.0, 9.0, 31.0):
        mjd.ctrl[1] = setpoint
        oracle.forward(mjm, mjd)
        check_alone(actuation, mjd, model, data)
        compare("actuator_force", data.actuator_force[1:2], mjd.actuator_force[1:2])
