"""Adhesion: actuators on bodies pull at all contacts of the body, as in MuJoCo."""

import numpy as np
import pytest

import corten
from support import oracle, tolerance
from support.isolated import compare

SCENE = """
<mujoco>
  <option cone="{cone}" timestep=".001"/>
  <default><geom condim="{condim}" margin=".02" gap="{gap}"/></default>
  <worldbody>
    <geom type="plane" size="5 5 .1"/><geom type="box" size=".5 .5 .1" pos="0 0 .4"/>
    <body name="cup" pos="0 0 .2"><freejoint/><geom type="sphere" size=".1" pos="0 .1 .001"/>
      <geom type="sphere" size=".1" pos="0 -.1 .001"/>
      <body pos=".3 0 0"><joint axis="0 1 0"/><geom type="capsule" size=".05" fromto="0 0 0 .2 0 0"/></body></body>
    <body pos="0 0 .05"><freejoint/><geom type="sphere" size=".05"/></body>
  </worldbody>
  <actuator><adhesion body="cup" ctrlrange="0 1" gain="30"/></actuator>
</mujoco>
"""


@pytest.mark.parametrize("gap", [0, 0.02])
@pytest.mark.parametrize("condim", [1, 3, 4])
@pytest.mark.parametrize("cone", ["pyramidal", "elliptic"])
def test_adhesion(cone, condim, gap):
    """Agree with MuJoCo on moment arms and forces for every cone, for contacts that touch and for those in the gap."""
    mjm, mjd, model, data = oracle.load_both(SCENE.format(cone=cone, condim=condim, gap=gap))
    mjd.ctrl[0] = 0.8
    oracle.copy_state(mjd, data)
    for _ in range(5):
        oracle.forward(mjm, mjd)
        corten.forward(model, data)
        assert mjd.ncon > 2
        assert np.any(data.actuator_moment)
        compare("actuator_moment", data.actuator_moment, oracle.moments(mjm, mjd))
        compare("qfrc_actuator", data.qfrc_actuator, mjd.qfrc_actuator)
        oracle.step(mjm, mjd, 5)
        oracle.copy_state(mjd, data)


def test_adhesion_holds_a_body_up():
    """Hold a body below a ceiling against its weight, and let it fall when the control is zero."""
    text = """<mujoco><option timestep=".001"/><worldbody><geom type="box" size="1 1 .1" pos="0 0 1.1"/>
      <body name="cup" pos="0 0 .9"><freejoint/><geom type="box" size=".1 .1 .1" mass="1" margin=".01" gap=".01"/>
      </body></worldbody><actuator><adhesion body="cup" ctrlrange="0 1" gain="30"/></actuator></mujoco>"""
    model = corten.load_model_from_string(text)
    heights = []
    for control in (0.0, 1.0):
        data = model.make_data()
        data.ctrl[:] = control
        corten.step(model, data, 300)
        heights.append(data.qpos[2])
    assert heights[0] < 0.7
    assert abs(heights[1] - 0.9) < tolerance.LENGTH * 10
