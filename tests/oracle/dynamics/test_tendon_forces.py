"""Tendons against MuJoCo: each stage alone, and their share in forces, inertia and energy."""

import numpy as np
import pytest

import corten
from corten.enums import DisableBit, EnableBit
from corten.stages.passive import tendon_energy, tendon_spring_damper
from corten.stages.tendon import tendon, tendon_bias, tendon_velocity
from support import oracle, tolerance
from support.isolated import check_alone, compare, random_scene, run_alone, scene

SEEDS = range(30)

# MuJoCo ends its search for the bend of a string inside of a geom early
INSIDE = 1e-7

ARM = """
<mujoco>
  <option><flag contact="disable" energy="enable"/></option>
  <worldbody>
    <site name="anchor" pos="-.2 0 1.2"/>
    <body pos="0 0 1"><joint name="a" axis="0 1 0"/><geom type="capsule" size=".03" fromto="0 0 0 .4 0 0"/>
      <geom name="disc" type="cylinder" size=".08 .1" euler="90 0 0" mass=".1"/><site name="side" pos="0 0 .2"/>
      <site name="u" pos=".2 .02 .08"/>
      <body pos=".4 0 0"><joint name="b" axis="0 1 0"/><joint name="s" type="slide" axis="0 1 0"/>
        <geom type="capsule" size=".03" fromto="0 0 0 .3 0 0"/><site name="v" pos=".2 0 .05"/></body></body>
  </worldbody>
  <tendon>{tendons}</tendon>
  <actuator>{actuators}</actuator>
</mujoco>
"""
PATH = '<site site="anchor"/><site site="u"/><pulley divisor="3"/><site site="u"/><site site="v"/>'
TENDONS = {
    "spring": f'<spatial stiffness="30 5 2" springlength=".1 .15">{PATH}</spatial>',
    "slack": f'<spatial stiffness="30" springlength=".1 5">{PATH}</spatial>',
    "pushing": f'<spatial stiffness="30 5" springlength="2 3">{PATH}</spatial>',
    "damper": f'<spatial damping="3 2 1">{PATH}</spatial>',
    "armature": f'<spatial armature=".7">{PATH}</spatial>',
    "fixed": '<fixed armature=".3" damping="2" stiffness="9"><joint joint="a" coef="2"/><joint joint="s" coef="-3"/>'
    "</fixed>",
}


def arm(tendons, actuators=""):
    """Return an arm of two links with these tendons and actuators."""
    return ARM.format(tendons=tendons, actuators=actuators)


@pytest.mark.parametrize("seed", SEEDS)
def test_paths_of_random_models(seed):
    """Agree with MuJoCo on length, Jacobian and points of fixed and spatial tendons, pulleys and every wrapping."""
    _, mjd, model, data = random_scene(seed, drives=True)
    run_alone(tendon, mjd, model, data)
    for name in ("ten_length", "ten_J_value"):
        compare(name, getattr(data, name), oracle.oracle_field(mjd, name))
    compare("wrap_xpos", data.wrap_xpos, mjd.wrap_xpos, INSIDE)
    for name in ("ten_wrapadr", "ten_wrapnum", "wrap_obj"):
        np.testing.assert_array_equal(getattr(data, name), np.reshape(getattr(mjd, name), getattr(data, name).shape))
    check_alone(tendon_velocity, mjd, model, data)


@pytest.mark.parametrize("seed", SEEDS)
def test_forward_on_random_models(seed):
    """Agree with MuJoCo on inertia, forces, energy and acceleration of models full of tendons."""
    mjm, mjd, model, data = random_scene(seed, drives=True)
    mjm.opt.enableflags |= EnableBit.ENERGY
    model.opt_enableflags = mjm.opt.enableflags
    oracle.forward(mjm, mjd)
    oracle.copy_state(mjd, data)
    corten.forward(model, data)
    for name in "M qfrc_spring qfrc_damper qfrc_passive qfrc_bias energy qacc".split():
        compare(name, getattr(data, name), getattr(mjd, name), tolerance.STEP)


@pytest.mark.parametrize("name", TENDONS)
def test_forces_of_one_tendon(name):
    """Agree with MuJoCo on springs with a dead band, polynomial springs and dampers, and armature."""
    for seed in range(5):
        _, mjd, model, data = scene(arm(TENDONS[name]), seed=seed, speed=3.0)
        oracle.copy_state(mjd, data)
        corten.forward(model, data)
        for field in "M qfrc_spring qfrc_damper qfrc_bias energy qacc".split():
            compare(field, getattr(data, field), getattr(mjd, field), tolerance.STEP)


def test_slack_spring_gives_no_force():
    """Give no force while the length is within the dead band, and store no energy."""
    _, _, model, data = scene(arm(TENDONS["slack"]))
    corten.forward(model, data)
    assert np.all(data.qfrc_spring == 0.0)
    before = data.energy[0]
    tendon_energy(model, data)
    assert data.energy[0] == before


def test_energy_by_itself_and_as_a_sensor():
    """Count tendon springs in the potential energy that is asked for alone, and in that which a sensor reads."""
    xml = (
        arm(TENDONS["spring"])
        .replace("<tendon>", "<sensor><e_potential/></sensor><tendon>")
        .replace("energy=", "island=")
    )
    mjm, mjd, model, data = oracle.load_both(xml)
    oracle.forward(mjm, mjd)
    corten.forward(model, data)
    compare("sensordata", data.sensordata, mjd.sensordata)
    data.energy[:] = 0.0
    corten.energy_pos(model, data)
    compare("energy", data.energy[:1], mjd.sensordata)


@pytest.mark.parametrize("flag", [DisableBit.SPRING, DisableBit.DAMPER, DisableBit.SPRING | DisableBit.DAMPER])
def test_flags(flag):
    """Obey the flags for springs and dampers."""
    _, mjd, model, data = scene(arm(TENDONS["fixed"] + TENDONS["spring"] + TENDONS["damper"]), flags=flag)
    oracle.copy_state(mjd, data)
    corten.forward(model, data)
    for name in "qfrc_spring qfrc_damper energy qacc".split():
        compare(name, getattr(data, name), getattr(mjd, name), tolerance.STEP)


def test_actuators_add_damping_and_armature():
    """Add damping and armature of one or several actuators to their tendon."""
    one = '<motor tendon="t" gear="2" damping=".4 .2" armature=".3"/>'
    for actuators in (one, one + '<motor tendon="t" gear="-3" damping=".1" armature=".2"/>'):
        xml = arm(f'<spatial name="t" damping="1">{PATH}</spatial>', actuators)
        _, mjd, model, data = scene(xml, speed=3.0)
        oracle.copy_state(mjd, data)
        corten.forward(model, data)
        for name in "M qfrc_damper qfrc_bias qacc".split():
            compare(name, getattr(data, name), getattr(mjd, name), tolerance.STEP)


def test_bias_is_the_rate_of_the_jacobian():
    """Match finite differences: the bias of armature a is J' a (dJ/dt) qvel."""
    _, _, model, data = scene(arm(TENDONS["armature"]))
    data.qpos[:], data.qvel[:] = (0.2, -0.4, 0.1), (1.0, 2.0, -0.5)
    corten.forward(model, data)
    data.qfrc_bias[:] = 0.0
    tendon_bias(model, data)
    found, rows, step = data.qfrc_bias.copy(), [], 1e-6
    jacobian, qpos, qvel = data.ten_J[0].copy(), data.qpos.copy(), data.qvel.copy()
    for side in (-step, step):
        data.qpos[:] = qpos + side * qvel
        corten.forward(model, data)
        rows.append(data.ten_J[0].copy())
    rate = (rows[1] - rows[0]) / (2 * step)
    np.testing.assert_allclose(found, jacobian * 0.7 * (rate @ qvel), rtol=tolerance.FORCE_DIFFERENCE)


def test_spring_and_damper_add_to_those_of_joints():
    """Add to what joints have already."""
    _, _, model, data = scene(arm(TENDONS["spring"]))
    corten.forward(model, data)
    own = data.qfrc_spring.copy()
    data.qfrc_spring[:], data.qfrc_damper[:] = 1.0, 2.0
    tendon_spring_damper(model, data)
    np.testing.assert_allclose(data.qfrc_spring, own + 1.0)
    np.testing.assert_array_equal(data.qfrc_damper, 2.0)
