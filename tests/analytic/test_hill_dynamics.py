"""Hill muscles in time: against SciPy's integrator, orders of accuracy, stiffness, and velocity derivatives."""

import functools

import numpy as np
import pytest

import corten
from corten.stages.derivative import clear_velocity_derivative, hill_velocity_derivative
from support import tolerance
from support.hill_scenes import arm, hang, twin

# preset, mass [kg], activation at the start, control
RUNS = {"rising": ("soleus", 100.0, 0.01, 0.6), "falling": ("gastrocnemius", 40.0, 0.3, 0.0)}
TIME = 0.04


@functools.cache
def reference(run):
    """Return height, speed, activation and fibre length at the end of a run, by SciPy."""
    preset, mass, start, control = RUNS[run]
    model, data = hang(preset, mass=mass)
    corten.forward(model, data)
    path = float(data.actuator_length[0])
    length, speed, act, fibre = twin(model).hang(mass, path, control, [0.0, TIME], start)[:, -1]
    return np.array([path - length, -speed, act, fibre])


def simulate(run, timestep, integrator):
    """Return the same numbers, by steps."""
    preset, mass, start, control = RUNS[run]
    model, data = hang(preset, mass=mass, timestep=timestep, integrator=integrator)
    data.act[1], data.ctrl[0] = start, control
    corten.step(model, data, round(TIME / timestep))
    return np.array([data.qpos[0], data.qvel[0], data.act[1], data.act[0]])


@pytest.mark.parametrize("run", RUNS)
def test_trajectory_agrees_with_scipy(run):
    """Follow the stiff integrator of SciPy to eight digits with RK4 in steps of a twentieth of a millisecond."""
    np.testing.assert_allclose(simulate(run, 5e-5, "RK4"), reference(run), atol=tolerance.TRAJECTORY)


@pytest.mark.parametrize(("integrator", "order"), [("Euler", 1), ("implicit", 1), ("implicitfast", 1), ("RK4", 4)])
def test_order_of_accuracy(integrator, order):
    """Gain accuracy with the time step as the integrator does: in first order, or in fourth with RK4."""
    errors = [np.abs(simulate("falling", h, integrator) - reference("falling")).max() for h in (1e-3, 5e-4)]
    assert abs(np.log2(errors[0] / errors[1]) - order) < 3 * tolerance.ORDER * order


def test_ordinary_steps_are_accurate_enough():
    """Stay within half a millimetre with steps of 2 ms."""
    for run in RUNS:
        assert abs(simulate(run, 2e-3, "Euler")[0] - reference(run)[0]) < 0.5 * tolerance.LENGTH


@pytest.mark.parametrize("integrator", ["Euler", "implicit", "implicitfast", "RK4"])
@pytest.mark.parametrize("words", ["strain=.02 damping=.01", "damping=.001", "strain=.005"])
def test_stiff_muscles_are_stable(integrator, words):
    """Come to rest under a load with steps of 2 ms, although fibres would follow their tendon much faster."""
    for preset in ("biceps", "soleus"):
        model, data = hang(f"{preset} {words}", mass=5.0, integrator=integrator)
        data.ctrl[0] = 0.3
        corten.step(model, data, 1500)
        np.testing.assert_allclose(data.hill_tension[0], 5 * 9.81, rtol=tolerance.WEIGHT)


def test_explicit_steps_would_be_unstable():
    """Show why fibre lengths take implicit steps: their rate times a step of 2 ms exceeds 2."""
    preset = "biceps"
    model, data = hang(preset)
    data.qpos[0] = -0.6 * model.hill_lopt[0]
    corten.forward(model, data)
    assert model.opt.timestep * data.hill_decay[0] > 4.0
    rest, tension = data.hill_length[0], []
    for offset in (-1e-6, 1e-6):
        data.act[0] = rest + offset
        corten.forward(model, data)
        tension.append(data.act_dot[0])
    np.testing.assert_allclose((tension[0] - tension[1]) / 2e-6, data.hill_decay[0], rtol=tolerance.FORCE_DIFFERENCE)


@pytest.mark.parametrize("words", ["strain=0", ""])
def test_velocity_derivative(words):
    """Give the derivative of joint forces by velocity, against central differences; zero with elastic tendons."""
    model, data = arm(words, words, integrator="implicit")
    data.act[:] = 0.6
    data.qpos[:], data.qvel[:], data.ctrl[2] = (0.7, -0.9), (-0.5, 0.8), 0.1
    corten.forward(model, data)
    clear_velocity_derivative(model, data)
    hill_velocity_derivative(model, data)
    slopes = data.qDeriv.copy()
    start, step, wanted = data.qvel.copy(), 1e-5, []
    for dof in range(model.nv):
        forces = []
        for side in (-1, 1):
            data.qvel[:] = start
            data.qvel[dof] += side * step
            corten.forward(model, data)
            forces.append(data.qfrc_actuator[dof])
        wanted.append((forces[1] - forces[0]) / (2 * step))
    np.testing.assert_allclose(slopes, wanted, rtol=tolerance.FORCE_DIFFERENCE)
    assert np.all(slopes < 0) if words else not slopes.any()


def test_saturated_muscle_has_no_slope():
    """Count a rigid muscle at its limit of force as constant."""
    model, data = hang("soleus strain=0", attributes='forcerange="-10 0"', integrator="implicit")
    data.act[0] = 1.0
    corten.forward(model, data)
    clear_velocity_derivative(model, data)
    hill_velocity_derivative(model, data)
    assert not data.qDeriv.any()
