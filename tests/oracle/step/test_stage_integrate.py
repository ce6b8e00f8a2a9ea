"""The stages of the integrators against MuJoCo, each on forces that MuJoCo computed."""

import numpy as np
import pytest

from corten.enums import DisableBit, Integrator
from corten.stages.integrate import advance, euler, implicit, implicit_spring_damper, implicitfast
from corten.stages.integrate.rk4 import rotation_rate
from support import oracle, tolerance
from support.helpers import evaluate
from support.integration import FORWARD, hybrid_step, load
from support.isolated import compare
from support.random_mjcf import random_model

SEEDS = range(30)
SIZES = (1, 2, 3, 5, 8, 12, 20, 33, 60, 200)

DYNAMICS = """
<mujoco>
  <option timestep="0.03" {option}><flag constraint="disable"/></option>
  <worldbody>
    <body><joint name="a" damping="0.1"/><geom size=".1" pos=".3 0 0"/>
      <body pos=".5 0 0"><joint name="b" type="ball"/><geom type="box" size=".1 .2 .1" pos="0 .2 .1"/></body></body>
  </worldbody>
  <actuator>
    <general joint="a" dyntype="integrator"/>
    <general joint="a" dyntype="filter" dynprm="0.2" group="3"/>
    <general joint="a" dyntype="filterexact" dynprm="0.05" actlimited="true" actrange="-0.1 0.6"/>
    <general joint="a" dyntype="integrator" actlimited="true" actrange="-0.2 0.5" group="2"/>
  </actuator>
</mujoco>
"""

SPINNING = """
<mujoco>
  <option timestep="0.01" gravity="0 0 0"/>
  <worldbody><body><joint type="ball"/><geom type="box" size=".1 .11 .12"/></body></worldbody>
</mujoco>
"""


def random_scene(seed, integrator, flags=0, **features):
    """Load a random model of 1 to 200 dofs, in a random state, with an integrator."""
    features = {"polynomial": seed % 2 == 0, "motors": True} | features
    text = random_model(seed, ndof=SIZES[seed % 10], chain=(seed % 3) / 2, **features)
    return load(text, integrator, seed, flags=flags)


def acceleration_of_step(mjm, mjd):
    """Return the change of qvel in MuJoCo's integrator, divided by the time step."""
    before = mjd.qvel.copy()
    oracle.integrate(mjm, mjd)
    return (mjd.qvel - before) / mjm.opt.timestep


def check_factors(mjd, data):
    """The symmetric matrix of the integrator and its factors are MuJoCo's."""
    compare("qH", data.qH, mjd.qH)
    compare("qHDiagInv", data.qHDiagInv, mjd.qHDiagInv)


@pytest.mark.parametrize("seed", SEEDS)
def test_euler_with_dampers(seed):
    """Solve with implicit damping as MuJoCo does."""
    mjm, mjd, model, data = random_scene(seed, Integrator.EULER)
    oracle.copy_fields(mjd, data, FORWARD)
    oracle.poison(data, ["qacc_step", "qH", "qHDiagInv"])
    assert euler(model, data) == 0
    compare("qacc_step", data.work.qacc_step, acceleration_of_step(mjm, mjd))
    if np.any(model.dof_damping > 0) or np.any(model.dof_dampingpoly):
        check_factors(mjd, data)


@pytest.mark.parametrize("flag", [DisableBit.EULERDAMP, DisableBit.DAMPER])
def test_euler_with_damping_switched_off(flag):
    """Use the acceleration itself when implicit damping or dampers are disabled."""
    mjm, mjd, model, data = random_scene(6, Integrator.EULER, flag)
    oracle.copy_fields(mjd, data, FORWARD)
    oracle.poison(data, ["qacc_step", "qH"])
    assert euler(model, data) == 0
    np.testing.assert_array_equal(data.work.qacc_step, mjd.qacc)
    assert np.all(np.isnan(data.qH))
    compare("qacc_step", data.work.qacc_step, acceleration_of_step(mjm, mjd))


def test_euler_without_dampers():
    """Factor nothing when no dof has a damper."""
    _, mjd, model, data = random_scene(6, Integrator.EULER, dampers=False, motors=False)
    oracle.copy_fields(mjd, data, FORWARD)
    oracle.poison(data, ["qH"])
    assert euler(model, data) == 0
    np.testing.assert_array_equal(data.work.qacc_step, mjd.qacc)
    assert np.all(np.isnan(data.qH))


@pytest.mark.parametrize("seed", SEEDS)
def test_implicit(seed):
    """Factor and solve with all velocity derivatives as MuJoCo does."""
    mjm, mjd, model, data = random_scene(seed, Integrator.IMPLICIT)
    oracle.copy_fields(mjd, data, FORWARD)
    expected = acceleration_of_step(mjm, mjd)
    oracle.copy_fields(mjd, data, ["qDeriv"])
    oracle.poison(data, ["qacc_step", "qLU"])
    assert implicit(model, data) == 0
    compare("qLU", data.qLU, mjd.qLU)
    compare("qacc_step", data.work.qacc_step, expected)


@pytest.mark.parametrize("seed", SEEDS)
def test_implicitfast(seed):
    """Solve the symmetric part as MuJoCo does, and bodies that float alone with their Coriolis forces."""
    mjm, mjd, model, data = random_scene(seed, Integrator.IMPLICITFAST, fluid=seed % 3 == 0)
    oracle.copy_fields(mjd, data, FORWARD)
    expected = acceleration_of_step(mjm, mjd)
    oracle.copy_fields(mjd, data, ["qDeriv"])
    oracle.poison(data, ["qacc_step", "qH", "qHDiagInv"])
    assert implicitfast(model, data) == 0
    check_factors(mjd, data)
    compare("qacc_step", data.work.qacc_step, expected)


@pytest.mark.parametrize("option", ["", 'actuatorgroupdisable="2 3"', 'integrator="RK4"'])
def test_advance_activations(option):
    """Integrate and clamp every simple kind of activation, of disabled groups too."""
    integrator = Integrator.RK4 if "RK4" in option else Integrator.EULER
    mjm, mjd, model, data = load(DYNAMICS.format(option=option), integrator)
    for _ in range(30):
        hybrid_step(mjm, oracle.make_data(mjm), model, data)
        oracle.step(mjm, mjd)
    compare("act", data.act, mjd.act)
    assert data.time == mjd.time


@pytest.mark.parametrize("seed", SEEDS)
def test_advance(seed):
    """Advance velocities, positions and time with a given acceleration, and keep it for the next solve."""
    mjm, mjd, model, data = random_scene(seed, Integrator.EULER, dampers=False, motors=False)
    oracle.copy_fields(mjd, data, FORWARD)
    data.work.qacc_step = data.qacc
    data.qpos *= 3.0 if model.nq > model.nv else 1.0
    mjd.qpos[:] = data.qpos
    advance(model, data)
    oracle.integrate(mjm, mjd)
    for name in ("qpos", "qvel", "qacc_warmstart"):
        compare(name, getattr(data, name), getattr(mjd, name), tolerance.EXACT)
    assert data.time == mjd.time == mjm.opt.timestep


@pytest.mark.parametrize("speed", [1.0, 8.0])
@pytest.mark.parametrize("seed", range(20))
def test_rk4(seed, speed):
    """Take the steps that MuJoCo takes, with orientations at fourth order."""
    text = random_model(seed, ndof=SIZES[seed % 8], motors=True)
    mjm, mjd, model, data = load(text, Integrator.RK4, seed, speed=speed)
    check_rk4_step(mjm, mjd, model, data)


@pytest.mark.parametrize("turns", [0.01, 0.3, 0.49, 0.51, 0.7, 1.0, 1.7])
def test_rk4_on_a_fast_spin(turns):
    """Take the steps that MuJoCo takes when a body turns by more than half a turn in one of them."""
    mjm, mjd, model, data = load(SPINNING, Integrator.RK4)
    mjd.qvel[:] = np.array([0.6, 0.8, 0.3]) * 2 * np.pi * turns / mjm.opt.timestep
    data.qvel = mjd.qvel
    check_rk4_step(mjm, mjd, model, data)


def check_rk4_step(mjm, mjd, model, data):
    """One step of both engines gives the same state and accelerations."""
    hybrid_step(mjm, oracle.make_data(mjm), model, data)
    oracle.step(mjm, mjd)
    for name in ("qpos", "qvel", "qacc", "qacc_warmstart"):
        compare(name, getattr(data, name), getattr(mjd, name))
    assert data.time == mjd.time
    assert data.work.rk_evaluation == 0


def test_rotation_rate():
    """Invert the derivative of the exponential map, checked with finite differences of quaternions."""
    rng = np.random.default_rng(0)
    s, w = rng.normal(0, 0.8, (20, 3)), rng.normal(0, 1, (20, 3))
    s[0] = 0.0
    s[1] *= 1e-9
    rates = evaluate("compiled", rotation_rate, s, w)
    plain = evaluate("python", rotation_rate, s, w)
    np.testing.assert_allclose(rates, plain, rtol=tolerance.ROUNDING, atol=tolerance.ROUNDING)
    for rotation, turn, rate in zip(s, w, rates, strict=True):
        difference = oracle.rotation_vector_rate(rotation, turn, 1e-5)
        np.testing.assert_allclose(rate, difference, rtol=0, atol=tolerance.DIFFERENCE)


@pytest.mark.parametrize("seed", SEEDS)
def test_implicit_spring_damper(seed):
    """Agree with MuJoCo's DISCRETE integrator, which has the same matrix where there are only springs and dampers."""
    mjm, mjd, model, data = random_scene(
        seed, Integrator.IMPLICIT_SPRING_DAMPER, free=False, motors=False, option={"timestep": "0.05"}
    )
    before = mjd.qvel.copy()
    oracle.step(mjm, mjd)
    expected = (mjd.qvel - before) / mjm.opt.timestep

    # forces without the implicit part are those of EULER
    mjm.opt.integrator = Integrator.EULER
    plain = oracle.make_data(mjm)
    oracle.set_state(data, plain)
    oracle.forward(mjm, plain)
    oracle.copy_fields(plain, data, FORWARD)
    oracle.poison(data, ["qacc_step", "qH", "dof_vector"])
    assert implicit_spring_damper(model, data) == 0
    compare("qacc_step", data.work.qacc_step, expected)
