"""TE1 to TE4: tendons."""

import numpy as np
import pytest

import corten
from corten.enums import EnableBit, Integrator
from corten.pipeline.plans import KINDS
from support import tolerance

ARM = """
<mujoco>
  <option gravity="0 0 0"><flag contact="disable"/></option>
  <worldbody>
    <site name="anchor" pos="-.3 0 .2"/>
    <body><joint name="a" axis="0 1 0"/><geom type="capsule" size=".03" fromto="0 0 0 .4 0 0"/>
      <geom name="disc" type="cylinder" size=".08 .1" euler="90 0 0" mass=".1"/>
      <geom name="ball" type="sphere" size=".05" pos=".4 0 0" mass=".1"/>
      <site name="over" pos="0 0 .12"/><site name="inside" pos="0 0 .01"/><site name="u" pos=".2 0 .1"/>
      <body pos=".4 0 0"><joint name="b" axis="0 1 0"/><geom type="capsule" size=".03" fromto="0 0 0 .3 0 0"/>
        <site name="v" pos=".2 0 -.02"/></body></body>
  </worldbody>
  <tendon>{tendons}</tendon>
  <actuator>{actuators}</actuator>
</mujoco>
"""
STRAIGHT = '<site site="anchor"/><site site="u"/>'
PATHS = {
    "fixed": '<joint joint="a" coef=".1"/><joint joint="b" coef="-.2"/>',
    "sites": STRAIGHT + '<site site="v"/>',
    "pulley": STRAIGHT + '<pulley divisor="2"/><site site="u"/><site site="v"/>',
    "cylinder": '<site site="anchor"/><geom geom="disc" sidesite="over"/><site site="u"/>',
    "inside": '<site site="anchor"/><geom geom="disc" sidesite="inside"/><site site="u"/>',
    "sphere": '<site site="u"/><geom geom="ball"/><site site="v"/>',
}


def load(tendons: str = "", actuators: str = "") -> tuple[corten.Model, corten.Data]:
    """Return an arm of two links with these tendons and actuators, and its data in motion."""
    model = corten.load_model_from_string(ARM.format(tendons=tendons, actuators=actuators))
    data = model.make_data()
    data.qpos[:], data.qvel[:] = (0.1, -0.2), (0.7, -0.4)
    return model, data


def tendon(kind: str, attributes: str = "") -> str:
    """Return a tendon with a path of this kind."""
    tag = "fixed" if kind == "fixed" else "spatial"
    return f'<{tag} name="t" {attributes}>{PATHS[kind]}</{tag}>'


@pytest.mark.parametrize("kind", PATHS)
def test_length_velocity_and_jacobian_belong_together(kind):
    """TE1: fill length, velocity, Jacobian and passive force every step; the gradient of the length is the Jacobian."""
    model, data = load(tendon(kind, 'stiffness="5" springlength="0 .001" damping="2"'))
    corten.forward(model, data)
    jacobian, velocity, passive = data.ten_J[0].copy(), data.ten_velocity[0], data.qfrc_passive.copy()
    force = -5 * (data.ten_length[0] - np.clip(data.ten_length[0], 0, 0.001)) - 2 * velocity
    np.testing.assert_allclose(velocity, jacobian @ data.qvel, rtol=tolerance.EXACT)
    np.testing.assert_allclose(passive, jacobian * force, rtol=tolerance.STAGE)
    for dof in range(model.nv):
        lengths, here = [], data.qpos[dof]
        for change in (-1e-6, 1e-6):
            data.qpos[dof] = here + change
            corten.forward(model, data)
            lengths.append(data.ten_length[0])
        data.qpos[dof] = here
        np.testing.assert_allclose((lengths[1] - lengths[0]) / 2e-6, jacobian[dof], atol=tolerance.DIFFERENCE)
    before = data.ten_length[0]
    corten.step(model, data, 5)
    assert data.ten_length[0] != before


def test_tendon_actuator_equals_joint_actuator():
    """TE2: give the torque of a joint actuator with the same moment arm."""
    path = '<fixed name="t"><joint joint="a" coef=".3"/></fixed>'
    servo = '<position {} kp="20" kv="2"/>'
    for gear in (1.0, -2.5):
        on_tendon, first = load(path, servo.format(f'tendon="t" gear="{gear}"'))
        on_joint, second = load("", servo.format(f'joint="a" gear="{0.3 * gear}"'))
        first.ctrl[:] = second.ctrl[:] = 0.4
        corten.step(on_tendon, first, 20)
        corten.step(on_joint, second, 20)
        np.testing.assert_allclose(
            first.qfrc_actuator, second.qfrc_actuator, rtol=tolerance.STAGE, atol=tolerance.EXACT
        )
        np.testing.assert_allclose(first.qpos, second.qpos, rtol=tolerance.STAGE)


def test_springs_rest_within_their_band():
    """TE3: pull when longer, push when shorter, do nothing in between."""
    for low, high, sign in ((0.1, 0.2, -1), (0.4, 0.9, 0), (0.8, 0.9, 1)):
        model, data = load(tendon("cylinder", f'stiffness="30" springlength="{low} {high}"'))
        corten.forward(model, data)
        assert 0.4 < data.ten_length[0] < 0.8
        np.testing.assert_array_equal(np.sign(data.qfrc_spring @ data.ten_J[0]), sign)


def test_dampers_brake():
    """TE3: take energy out of a motion."""
    model, data = load(tendon("sites", 'damping="5"'))
    corten.forward(model, data)
    assert data.qfrc_damper @ data.qvel < 0


def test_limits_act_outside_of_the_range():
    """TE3: hold the length near its limit, softly as solref says, and do nothing inside."""
    free, limited = load(tendon("fixed")), load(tendon("fixed", 'range="-1 .02"'))
    soft = load(tendon("fixed", 'range="-1 .02" solreflimit="-20 -1"'))
    reached = []
    for model, data in (free, limited, soft):
        data.qpos[:], data.qvel[:] = 0.0, (1.0, -1.0)
        corten.forward(model, data)
        assert np.all(data.qfrc_constraint == 0.0)
        corten.step(model, data, 150)
        reached.append(data.ten_length[0])
    assert reached[1] < 0.02 + tolerance.LENGTH
    assert reached[1] < reached[2] < reached[0]


def test_friction_loss_holds():
    """TE3: hold against a force below the friction loss, and give way to one above it."""
    model, data = load(tendon("fixed", 'frictionloss="2"'))
    data.qvel[:] = 0.0
    for force, moves in ((1.0, False), (5.0, True)):
        data.qfrc_applied[:] = force * np.array([0.1, -0.2])
        corten.step(model, data, 100)
        corten.forward(model, data)
        assert (abs(data.ten_velocity[0]) > tolerance.REST) == moves


def test_armature_slows_down():
    """TE3: add a J'J to the mass matrix for armature a, and its bias force, which keeps the energy."""
    (plain, _), (model, data) = load(tendon("sites")), load(tendon("sites", 'armature=".5"'))
    other = plain.make_data()
    other.qpos[:], other.qvel[:] = data.qpos, data.qvel
    for each in ((plain, other), (model, data)):
        corten.forward(*each)
    dense = np.outer(data.ten_J[0], data.ten_J[0])[np.tril_indices(2)]
    np.testing.assert_allclose(data.M - other.M, 0.5 * dense, atol=tolerance.EXACT)
    model.opt.enableflags = EnableBit.ENERGY
    model.opt.integrator = Integrator.RK4
    corten.forward(model, data)
    before = data.energy.sum()
    corten.step(model, data, 200)
    corten.forward(model, data)
    np.testing.assert_allclose(data.energy.sum(), before, rtol=tolerance.TRAJECTORY)


def test_no_tendon_code_without_tendons():
    """TE4: run no stage of tendons in a model without them."""
    model, _ = load()
    names = {stage.name for kind in KINDS for stage in KINDS[kind](model)}
    assert [name for name in names if "tendon" in name] == []
    with_one, _ = load(tendon("sites"))
    assert any("tendon" in stage.name for stage in KINDS["step"](with_one))
