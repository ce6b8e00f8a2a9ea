"""MU1 to MU3 and MU5: MuJoCo's muscle."""

import numpy as np
import pytest

import corten
from support import tolerance

# lengths from 0.75 to 1.05 of the optimal one, which is 1 m; gravity and inertia do not matter
LEG = """
<mujoco>
  <option gravity="0 0 0" timestep=".001"/>
  <worldbody><body><joint name="x" type="slide" axis="1 0 0"/><geom size=".1" mass="100"/></body>
    <body pos="0 0 1"><joint name="y" axis="0 1 0"/><geom size=".1" pos=".3 0 0"/></body></worldbody>
  <tendon><fixed name="t"><joint joint="x" coef="1"/></fixed></tendon>
  <actuator>{actuators}</actuator>
</mujoco>
"""
MUSCLE = """<muscle {on} force="200" range=".75 1.05" lengthrange="-.25 .05" lmin=".5" lmax="1.6" vmax="1.5"
    fpmax="1.3" fvmax="1.2" timeconst=".01 .04"/>"""
OTHERS = '<motor joint="y"/><position joint="y" kp="30" kv="2"/>'


def load(actuators: str = MUSCLE.format(on='tendon="t"')) -> tuple[corten.Model, corten.Data]:
    """Return a mass on a slide that a muscle pulls, and its data; at x = 0 the muscle has its optimal length."""
    model = corten.load_model_from_string(LEG.format(actuators=actuators))
    return model, model.make_data()


def force(act: float, x: float = 0.0, speed: float = 0.0) -> float:
    """Return the pull of the muscle [N] at an activation, away from its optimal length [m], and velocity [m/s]."""
    model, data = load()
    data.act[0], data.qpos[0], data.qvel[0] = act, x, speed
    corten.forward(model, data)
    assert data.qfrc_actuator[0] == data.actuator_force[0]
    return -data.actuator_force[0]


def test_activation_rises_faster_than_it_falls():
    """MU1: follow the control every step, faster up than down, and stay between 0 and 1."""
    model, data = load()
    rising, falling = [], []
    data.ctrl[0] = 5.0
    for _ in range(300):
        corten.step(model, data)
        rising.append(data.act[0])
    data.ctrl[0] = -3.0
    for _ in range(300):
        corten.step(model, data)
        falling.append(data.act[0])
    assert np.all(np.diff(rising[:50]) > 0)
    assert np.all(np.diff(falling[:50]) < 0)
    assert min(rising + falling) >= 0.0
    assert max(rising + falling) <= 1.0
    assert np.sum(np.array(rising) < 0.9) < np.sum(np.array(falling) > 0.1)


def test_no_force_without_activation():
    """MU2: give no force at zero activation, apart from passive stretch beyond the optimal length."""
    assert force(0.0) == 0.0
    assert force(0.0, x=-0.2) == 0.0
    assert force(0.0, x=0.2) > 0.0


def test_force_grows_with_activation():
    """MU2: grow in proportion to the activation."""
    forces = [force(act) for act in np.linspace(0, 1, 6)]
    np.testing.assert_allclose(forces, 200 * np.linspace(0, 1, 6), rtol=tolerance.EXACT)


def test_force_follows_length():
    """MU2: give less force away from the optimal length, none below lmin, all of it passive above lmax."""
    active = [force(1.0, x) - force(0.0, x) for x in (-0.6, -0.4, -0.2, 0.0, 0.2, 0.4, 0.7)]
    assert active[0] == 0.0
    assert np.all(np.diff(active[:4]) > 0)
    assert np.all(np.diff(active[3:6]) < 0)
    assert abs(active[6]) < tolerance.EXACT * force(0.0, 0.7)


def test_force_follows_velocity():
    """MU2: give no force when it shortens at vmax, more than at rest, up to fvmax, when it is stretched."""
    assert force(1.0, speed=-1.5) == 0.0
    assert 0.0 < force(1.0, speed=-0.5) < force(1.0)
    assert force(1.0) < force(1.0, speed=0.1) < 240.0
    np.testing.assert_allclose(force(1.0, speed=5.0), 240.0, rtol=tolerance.EXACT)


def test_peak_force():
    """MU3: give the peak force at full activation and optimal length."""
    np.testing.assert_allclose(force(1.0), 200.0, rtol=tolerance.EXACT)


@pytest.mark.parametrize("on", ['tendon="t"', 'joint="x"'])
def test_other_actuators_are_unaffected(on):
    """MU5: let other actuators do the same with a muscle beside them as without."""
    model, data = load(MUSCLE.format(on=on) + OTHERS)
    alone, plain = load(f"<motor {on}/>" + OTHERS)
    data.ctrl[:] = plain.ctrl[:] = 0.3, 0.7, 0.2
    corten.step(model, data, 50)
    corten.step(alone, plain, 50)
    np.testing.assert_array_equal(data.actuator_force[1:], plain.actuator_force[1:])
    assert data.qpos[1] == plain.qpos[1]
    assert data.qpos[0] != plain.qpos[0]
