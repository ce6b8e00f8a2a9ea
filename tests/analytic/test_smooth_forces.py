"""Smooth forces and accelerations that have a closed form."""

import math

import numpy as np
import pytest

import corten
from support import tolerance

GRAVITY = 9.81


def forward(xml, qpos=None, qvel=None, **inputs):
    """Return Model and Data after forward dynamics from this state."""
    model = corten.load_model_from_string(f"<mujoco>{xml}</mujoco>")
    data = model.make_data()
    for name, value in (("qpos", qpos), ("qvel", qvel), *inputs.items()):
        if value is not None:
            getattr(data, name)[...] = value
    corten.forward(model, data)
    return model, data


BALL = '<worldbody><body pos="0 0 2" {body}><freejoint/><geom size="{r}" mass="{m}" {geom}/></body></worldbody>'
PENDULUM = """<worldbody><body><joint axis="0 1 0" pos="0 0 0" {joint}/>
  <inertial pos="0 0 -0.7" mass="1.3" diaginertia="0.02 0.02 0.02"/></body></worldbody>"""


def test_free_fall():
    """Fall with g whatever the mass: qacc = (0, 0, -g, 0, 0, 0)."""
    for mass in (0.01, 1.0, 300.0):
        _, data = forward(BALL.format(body="", r=0.1, m=mass, geom=""))
        np.testing.assert_allclose(data.qacc, [0, 0, -GRAVITY, 0, 0, 0], atol=tolerance.EXACT)


def test_torque_free_rotation():
    """Turn a free body by Euler's equations: I dw/dt = -w x (I w), in its own axes."""
    xml = """<option gravity="0 0 0"/><worldbody><body><freejoint/>
      <inertial pos="0 0 0" mass="2" diaginertia="0.3 0.2 0.12"/></body></worldbody>"""
    moments, w = np.array([0.3, 0.2, 0.12]), np.array([1.0, -2.0, 3.0])
    _, data = forward(xml, qpos=[0, 0, 0, 0.5, 0.5, -0.5, 0.5], qvel=[0.1, 0.2, 0.3, *w])
    np.testing.assert_allclose(data.qacc[3:], -np.cross(w, moments * w) / moments, rtol=tolerance.EXACT)
    np.testing.assert_allclose(data.qacc[:3], 0.0, atol=tolerance.EXACT)


@pytest.mark.parametrize("angle", [-2.0, 0.0, 0.4, 1.5, 3.0])
def test_pendulum_gravity_torque(angle):
    """Load the hinge of a pendulum with m g l sin(angle), so that qacc = -m g l sin(angle) / (I + m l^2)."""
    _, data = forward(PENDULUM.format(joint=""), qpos=[angle])
    torque = 1.3 * GRAVITY * 0.7 * math.sin(angle)
    np.testing.assert_allclose(data.qfrc_bias, [torque], rtol=tolerance.EXACT, atol=tolerance.EXACT)
    np.testing.assert_allclose(data.qacc, [-torque / (0.02 + 1.3 * 0.49)], rtol=tolerance.EXACT, atol=tolerance.EXACT)


def test_centrifugal_force_of_a_sliding_mass():
    """Drive a mass outwards on a turning rod: qfrc_bias = (2 m r v w, -m r w^2)."""
    xml = """<option gravity="0 0 0"/><worldbody><body><joint axis="0 0 1"/>
      <inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/><body><joint type="slide" axis="1 0 0"/>
      <inertial pos="0 0 0" mass="0.4" diaginertia="0.01 0.01 0.01"/></body></body></worldbody>"""
    r, w, v = 0.6, 3.0, -2.0
    _, data = forward(xml, qpos=[0.3, r], qvel=[w, v])
    np.testing.assert_allclose(data.qfrc_bias, [2 * 0.4 * r * v * w, -0.4 * r * w * w], rtol=tolerance.EXACT)


@pytest.mark.parametrize("share", [0.5, 1.0, 1.2])
def test_gravity_compensation(share):
    """Fall with the part of gravity that is not compensated: qacc = -(1 - share) g."""
    _, data = forward(BALL.format(body=f'gravcomp="{share}"', r=0.1, m=3, geom=""))
    np.testing.assert_allclose(data.qacc[2], -(1 - share) * GRAVITY, atol=tolerance.EXACT)
    np.testing.assert_allclose(data.qfrc_gravcomp[2], share * 3 * GRAVITY, rtol=tolerance.EXACT)


def test_force_at_a_joint_that_rests():
    """Carry the weight of two bodies at the root of a chain that hangs still."""
    xml = """<worldbody><body><joint axis="0 1 0"/><inertial pos="0 0 -.5" mass="2" diaginertia=".1 .1 .1"/>
      <body pos="0 0 -1"><joint axis="0 1 0"/><inertial pos="0 0 -.5" mass="3" diaginertia=".1 .1 .1"/></body>
      </body></worldbody>"""
    model, data = forward(xml)
    corten.rne_post_constraint(model, data)
    np.testing.assert_allclose(data.cfrc_int[1], [0, 0, 0, 0, 0, 5 * GRAVITY], atol=tolerance.EXACT)
    np.testing.assert_allclose(data.cfrc_int[2], [0, 0, 0, 0, 0, 3 * GRAVITY], atol=tolerance.EXACT)


@pytest.mark.parametrize("x", [-0.8, 0.0, 0.3, 1.1])
def test_polynomial_spring(x):
    """Pull a slide back with a x + b x^2 + c x^3, not symmetric, and store a x^2/2 + b x^3/3 + c x^4/4."""
    a, b, c = 3.0, -1.5, 0.7
    xml = f"""<option gravity="0 0 0"><flag energy="enable"/></option><worldbody><body>
      <joint type="slide" stiffness="{a} {b} {c}"/><geom size=".1"/></body></worldbody>"""
    _, data = forward(xml, qpos=[x])
    np.testing.assert_allclose(data.qfrc_spring, [-(a * x + b * x**2 + c * x**3)], rtol=tolerance.EXACT)
    np.testing.assert_allclose(data.energy[0], a * x**2 / 2 + b * x**3 / 3 + c * x**4 / 4, rtol=tolerance.EXACT)


@pytest.mark.parametrize("angle", [0.0, 0.9, 3.0])
def test_spring_of_a_ball_joint(angle):
    """Turn a ball joint back about its rotation axis, with the polynomial of the angle."""
    a, b, c = 2.0, 0.5, 0.3
    axis = np.array([2.0, -1.0, 2.0]) / 3.0
    xml = f"""<option gravity="0 0 0"/><worldbody><body>
      <joint type="ball" stiffness="{a} {b} {c}"/><geom size=".1"/></body></worldbody>"""
    _, data = forward(xml, qpos=[math.cos(angle / 2), *(math.sin(angle / 2) * axis)])
    expected = -(a * angle + b * angle**2 + c * angle**3) * axis
    np.testing.assert_allclose(data.qfrc_spring, expected, rtol=tolerance.EXACT, atol=tolerance.EXACT)


@pytest.mark.parametrize("v", [-3.0, -0.2, 0.0, 1.7])
def test_power_of_a_damper(v):
    """Take the power a v^2 + b |v|^3 + c v^4 from a joint, whichever way it moves."""
    a, b, c = 0.5, 0.2, 0.1
    _, data = forward(PENDULUM.format(joint=f'damping="{a} {b} {c}"'), qvel=[v])
    power = -(a * v**2 + b * abs(v) ** 3 + c * v**4)
    np.testing.assert_allclose(data.qfrc_damper * v, [power], rtol=tolerance.EXACT)


def test_terminal_velocity_by_stokes():
    """Stop accelerating at v = m g / (3 pi d mu), where d is the mean edge of the inertia box sqrt(12/5) r."""
    r, mass, viscosity = 0.1, 0.5, 4.0
    v = mass * GRAVITY / (3 * math.pi * math.sqrt(12 / 5) * r * viscosity)
    xml = f'<option viscosity="{viscosity}"/>' + BALL.format(body="", r=r, m=mass, geom="")
    _, data = forward(xml, qvel=[0, 0, -v, 0, 0, 0])
    np.testing.assert_allclose(data.qacc, 0.0, atol=1e3 * tolerance.EXACT)


def test_terminal_velocity_by_drag():
    """Stop accelerating at v^2 = m g / (rho C pi r^2) for an ellipsoid model of a sphere."""
    r, mass, density, blunt = 0.1, 0.5, 50.0, 0.8
    v = math.sqrt(mass * GRAVITY / (density * blunt * math.pi * r * r))
    geom = f'fluidshape="ellipsoid" fluidcoef="{blunt} 0.3 1 1 1"'
    xml = f'<option density="{density}"/>' + BALL.format(body="", r=r, m=mass, geom=geom)
    _, data = forward(xml, qvel=[0, 0, -v, 0, 0, 0])
    np.testing.assert_allclose(data.qacc, 0.0, atol=1e3 * tolerance.EXACT)
    _, slower = forward(xml, qvel=[0, 0, -0.9 * v, 0, 0, 0])
    assert slower.qacc[2] < -0.1


def test_magnus_force_is_across_spin_and_motion():
    """Push a spinning sphere with rho V w x v, which adds to the added mass (rho V / 2) v x w: rho V / 2 w x v."""
    r, density = 0.1, 40.0
    w, v = np.array([0.0, 5.0, 0.0]), np.array([2.0, 0.0, 0.0])
    geom = 'fluidshape="ellipsoid" fluidcoef="0 0 0 0 1"'
    xml = f'<option density="{density}" gravity="0 0 0"/>' + BALL.format(body="", r=r, m=1, geom=geom)
    _, data = forward(xml, qvel=[*v, *w])
    volume = 4 / 3 * math.pi * r**3
    np.testing.assert_allclose(data.qfrc_fluid[:3], density * volume / 2 * np.cross(w, v), atol=tolerance.QUADRATURE)


def test_wind_moves_what_rests():
    """Feel only the velocity against the medium: at the wind's own velocity there is no force."""
    xml = '<option density="30" viscosity="2" wind="1 -2 0.5" gravity="0 0 0"/>' + BALL.format(
        body="", r=0.1, m=1, geom=""
    )
    _, carried = forward(xml, qvel=[1, -2, 0.5, 0, 0, 0])
    _, resting = forward(xml)
    np.testing.assert_allclose(carried.qfrc_fluid, 0.0, atol=tolerance.EXACT)
    assert np.dot(resting.qfrc_fluid[:3], [1, -2, 0.5]) > 0.1


def test_gear_conserves_power():
    """Give the joints the power that actuators have: force . velocity of actuators = qfrc_actuator . qvel."""
    xml = """<worldbody><body><joint name="b" type="ball"/><geom size=".1"/>
      <body pos="0 0 .3"><joint name="h"/><geom size=".1"/></body></body></worldbody>
      <actuator><motor joint="b" gear="1 2 -1"/><motor joint="h" gear="3"/><motor jointinparent="b" gear="0 1 1"/>
      </actuator>"""
    _, data = forward(xml, qpos=[0.8, 0.6, 0, 0, 0.4], qvel=[1, -2, 0.3, 0.7], ctrl=[0.4, -0.3, 0.9])
    power = data.actuator_force @ data.actuator_velocity
    np.testing.assert_allclose(data.qfrc_actuator @ data.qvel, power, rtol=tolerance.EXACT)
    np.testing.assert_allclose(data.actuator_moment @ data.qvel, data.actuator_velocity, rtol=tolerance.EXACT)
