"""Actuators of every kind against MuJoCo: activations, muscles, limits that tendons share, and whole steps."""

import numpy as np
import pytest

import corten
from corten.enums import DisableBit, Integrator
from corten.stages.actuation import activation_rates, general_actuation
from corten.stages.derivative import actuator_velocity_derivative, clear_velocity_derivative
from corten.stages.transmission import transmission
from support import oracle, tolerance
from support.isolated import check_alone, compare, random_scene, run_alone, scene
from support.random_mjcf import random_model

SEEDS = range(30)
INTEGRATORS = [Integrator.EULER, Integrator.RK4, Integrator.IMPLICIT, Integrator.IMPLICITFAST, Integrator.DISCRETE]
IMPLICIT = [Integrator.IMPLICIT, Integrator.IMPLICITFAST]

ARM = """
<mujoco>
  <option timestep=".005"><flag contact="disable"/></option>
  <worldbody>
    <site name="anchor" pos="-.2 0 1.2"/>
    <body pos="0 0 1"><joint name="a" axis="0 1 0" range="-2 2"/><geom type="capsule" size=".03" fromto="0 0 0 .4 0 0"/>
      <site name="u" pos=".2 .02 .08" euler="10 20 30"/>
      <body pos=".4 0 0"><joint name="b" type="ball"/><geom type="capsule" size=".03" fromto="0 0 0 .3 0 0"/>
        <site name="v" pos=".2 0 .05" euler="50 -20 10"/></body></body>
  </worldbody>
  <tendon><spatial name="t" {limit}><site site="anchor"/><site site="u"/><site site="v"/></spatial></tendon>
  <actuator>{actuators}</actuator>
</mujoco>
"""
ON = {
    "joint": 'joint="a" gear="1.5"',
    "tendon": 'tendon="t" gear="1.2"',
    "site": 'site="v" gear="1 2 3 4 5 6"',
    "refsite": 'site="v" refsite="u" gear="1 2 3 4 5 6"',
    "rotation": 'site="v" refsite="u" gear="0 0 0 .2 .1 .3"',
    "ball": 'joint="b" gear=".2 .1 .3"',
    "crank": 'cranksite="v" slidersite="u" cranklength="1"',
}
KINDS = {
    "motor": "<motor {on}/>",
    "position": '<position {on} kp="20" kv="2"/>',
    "lagging position": '<position {on} kp="20" kv="2" timeconst=".1"/>',
    "velocity": '<velocity {on} kv="3"/>',
    "intvelocity": '<intvelocity {on} kp="20" actrange="-40 40"/>',
    "damper": '<damper {on} kv="3" ctrlrange="0 2"/>',
    "cylinder": '<cylinder {on} timeconst=".05" diameter=".1" bias="1 -2 -3"/>',
    "muscle": '<muscle {on} lengthrange="-.3 1.2" force="5"/>',
    "smooth muscle": '<muscle {on} lengthrange=".1 1.2" force="5" tausmooth=".4" timeconst=".02 .08"/>',
    "early": '<general {on} dyntype="filterexact" dynprm=".05" gaintype="affine" gainprm="1 2 -.3" actearly="true"/>',
}


def arm(actuators, limit=""):
    """Return an arm with these actuators and these attributes of its tendon."""
    return ARM.format(actuators=actuators, limit=limit)


def take_steps(xml, integrator, seed, nstep=3):
    """Step both engines from one random state; return their data."""
    mjm, mjd, model, data = oracle.load_both(xml)
    mjm.opt.integrator = model.opt_integrator = integrator
    oracle.random_state(mjm, mjd, np.random.default_rng(seed), 0.5)
    oracle.copy_state(mjd, data)
    oracle.step(mjm, mjd, nstep)
    corten.step(model, data, nstep)
    return mjd, data


@pytest.mark.parametrize("seed", SEEDS)
def test_stages_on_random_models(seed):
    """Agree with MuJoCo on moment arms, rates of activations and forces of random actuators, each stage alone."""
    mjm, mjd, model, data = random_scene(seed, drives=True)
    run_alone(transmission, mjd, model, data)
    compare("actuator_length", data.actuator_length, mjd.actuator_length)
    compare("actuator_moment", data.actuator_moment, oracle.moments(mjm, mjd))
    check_alone(activation_rates, mjd, model, data)
    check_alone(general_actuation, mjd, model, data)


@pytest.mark.parametrize("integrator", INTEGRATORS, ids=lambda integrator: integrator.name)
@pytest.mark.parametrize("seed", range(10))
def test_steps_of_random_models(seed, integrator):
    """Agree with MuJoCo after three steps of random actuators with every integrator."""
    xml = random_model(seed, ndof=(2, 3, 5, 8, 20)[seed % 5], drives=True, option={"timestep": "0.0005"})
    mjd, data = take_steps(xml, integrator, seed)
    for name in ("qpos", "qvel", "act"):
        compare(name, getattr(data, name), getattr(mjd, name), tolerance.TRAJECTORY)


@pytest.mark.parametrize("on", ON)
@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_on_each_transmission(kind, on):
    """Agree with MuJoCo on every shortcut and every transmission: forces, rates and three implicit steps."""
    if "muscle" in kind and on in ("site", "refsite", "rotation"):
        pytest.skip("the shortcut knows no sites")
    xml = arm(KINDS[kind].format(on=ON[on]))
    for seed in range(3):
        _, mjd, model, data = scene(xml, seed=seed, speed=2.0)
        oracle.copy_state(mjd, data)
        corten.forward(model, data)
        for name in "act_dot actuator_force qfrc_actuator qacc".split():
            compare(name, getattr(data, name), getattr(mjd, name), tolerance.STEP)
    mjd, data = take_steps(xml, Integrator.IMPLICITFAST, 0)
    for name in ("qpos", "qvel", "act"):
        compare(name, getattr(data, name), getattr(mjd, name), tolerance.STEP)


@pytest.mark.parametrize("on", ["ball", "rotation"])
@pytest.mark.parametrize("shortcut", ['intvelocity actrange="-40 40"', 'position timeconst=".1"'])
def test_integrated_setpoints_stay_within_a_turn(shortcut, on):
    """Move setpoints of rotations by whole turns after a step, and filter them the short way, as MuJoCo does."""
    for integrator in (Integrator.EULER, Integrator.RK4):
        mjm, mjd, model, data = oracle.load_both(arm(f'<{shortcut} {ON[on]} kp="20"/>'))
        mjm.opt.integrator = model.opt_integrator = integrator
        mjd.act[0] = 30.0
        oracle.copy_state(mjd, data)
        oracle.step(mjm, mjd)
        corten.step(model, data)
        assert abs(data.act[0]) < 5.0
        compare("act", data.act, mjd.act, tolerance.STEP)


@pytest.mark.parametrize("limit", ["-1 1", "-.2 4", "-100 100"])
def test_tendon_shares_its_limit(limit):
    """Scale all forces on a tendon down together when their sum is beyond its limits, and drop their derivative."""
    actuators = (
        '<velocity tendon="t" kv="9" gear="2"/><motor tendon="t" gear="-3"/><position tendon="t" kp="5" kv="4"/>'
    )
    xml = arm(actuators, f'actuatorfrcrange="{limit}"')
    for seed in range(5):
        _, mjd, model, data = scene(xml, seed=seed, speed=2.0)
        check_alone(general_actuation, mjd, model, data)
        for integrator in IMPLICIT:
            mjd, data = take_steps(xml, integrator, seed, 1)
            compare("qvel", data.qvel, mjd.qvel, tolerance.STEP)


@pytest.mark.parametrize("flag", [DisableBit.ACTUATION, DisableBit.CLAMPCTRL])
def test_flags(flag):
    """Obey the flags for actuation and clamping of controls."""
    xml = arm("".join(text.format(on=ON["tendon"]) for text in KINDS.values()))
    _, mjd, model, data = scene(xml, flags=flag)
    check_alone(activation_rates, mjd, model, data)
    check_alone(general_actuation, mjd, model, data)


def test_groups_that_are_switched_off_keep_their_activation():
    """Keep the activation of actuators whose group is disabled, and give no force."""
    on, off = KINDS["muscle"].format(on=ON["joint"]), KINDS["muscle"].format(on=ON["joint"] + ' group="3"')
    mjm, mjd, model, data = oracle.load_both(arm(on + off))
    mjm.opt.disableactuator = model.opt_disableactuator = 8
    mjd.act[:], mjd.ctrl[:] = 0.3, 1.0
    oracle.copy_state(mjd, data)
    oracle.step(mjm, mjd)
    corten.step(model, data)
    assert data.act[0] > 0.3
    assert data.act[1] == 0.3
    compare("actuator_force", data.actuator_force, mjd.actuator_force)


def test_unusable_control_counts_as_zero_for_activations():
    """Let no activation follow a control when one of them is NaN."""
    mjm, mjd, model, data = scene(arm(KINDS["muscle"].format(on=ON["joint"]) + KINDS["motor"].format(on=ON["joint"])))
    mjd.ctrl[:] = 1.0, np.nan
    oracle.forward(mjm, mjd)
    check_alone(activation_rates, mjd, model, data)
    assert data.act_dot[0] <= 0.0


@pytest.mark.parametrize("kind", ["velocity", "damper", "cylinder", "muscle", "early"])
@pytest.mark.parametrize("on", ["joint", "tendon", "crank"])
def test_velocity_derivative_is_that_of_the_force(kind, on):
    """Match finite differences of the joint forces by velocity; the arm is a chain, so that nothing is dropped."""
    model = oracle.compiled(arm(KINDS[kind].format(on=ON[on])))
    data = model.make_data()
    data.qvel[:], data.ctrl[:], data.act[:] = 0.1, 0.7, 0.6
    corten.forward(model, data)
    for stage in (clear_velocity_derivative, actuator_velocity_derivative):
        stage(model, data)
    ours = np.zeros((model.nv, model.nv))
    ours[np.repeat(np.arange(model.nv), model.D_rownnz), model.D_colind] = data.qDeriv
    differences, qvel = [], data.qvel.copy()
    for dof in range(model.nv):
        sides = []
        for change in (-1e-6, 1e-6):
            data.qvel[:] = qvel
            data.qvel[dof] += change
            corten.forward(model, data)
            sides.append(data.qfrc_actuator.copy())
        differences.append((sides[1] - sides[0]) / 2e-6)
    assert np.max(np.abs(ours)) > 1e-4
    np.testing.assert_allclose(ours.T, differences, atol=tolerance.FORCE_DIFFERENCE * np.max(np.abs(ours)))
