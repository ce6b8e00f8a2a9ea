"""Adhesion of geoms and pairs: the pull at contacts, those in the gap too, and the reference that answers it."""

import numpy as np
import pytest

import corten
from support import oracle, tolerance
from support.isolated import compare

SCENE = """
<mujoco>
  <option cone="{cone}"><flag {flag}/></option>
  <default><geom condim="{condim}" margin=".01" gap="{gap}"/></default>
  <worldbody>
    <geom type="plane" size="5 5 .1" adhesion="2" priority="{priority}"/>
    <body pos="0 0 .11"><freejoint/>
      <geom name="a" type="box" size=".1 .1 .1" adhesion="3" surfacevel="1 0 0 0 0 0"/><site name="s" size=".3"/>
      <body pos=".2 0 0"><joint axis="0 1 0"/><geom type="sphere" size=".1" adhesion="1"/></body></body>
    <body pos="0 0 .33"><freejoint/><geom name="b" type="sphere" size=".1"/></body>
    <body pos="0 .5 .12"><joint type="slide" axis="0 0 1"/><geom type="capsule" size=".1 .1" adhesion="-1"/></body>
  </worldbody>
  <contact>{pair}</contact>
  <sensor><touch site="s"/><contact geom1="a" data="force" num="4"/><force site="s"/></sensor>
</mujoco>
"""
PLAIN = {"cone": "pyramidal", "condim": 3, "gap": 0.03, "priority": 0, "pair": "", "flag": ""}
PAIR = '<pair geom1="a" geom2="b" adhesion="7" gap=".05"/>'


def check(nstep: int, **changed) -> float:
    """Compare with MuJoCo along its trajectory; return the largest force of adhesion."""
    mjm, mjd, model, data = oracle.load_both(SCENE.format(**(PLAIN | changed)))
    assert corten.load_model_from_string(SCENE.format(**(PLAIN | changed))).flg_adhesion == mjm.flg_adhesion == 1
    mjd.qvel[:] = np.random.default_rng(0).normal(size=mjm.nv) * 0.1
    largest = 0.0
    for _ in range(nstep):
        oracle.copy_state(mjd, data)
        oracle.forward(mjm, mjd)
        corten.forward(model, data)
        largest = max(largest, np.max(np.abs(mjd.qfrc_adhesion)))
        for name in ("qfrc_adhesion", "qfrc_passive", "efc_aref"):
            compare(name, getattr(data, name), getattr(mjd, name))
        for contact in range(mjd.ncon):
            ours, theirs = corten.contact_force(model, data, contact), oracle.contact_force(mjm, mjd, contact)
            np.testing.assert_allclose(ours, theirs, atol=tolerance.FORCE_DIFFERENCE * max(1.0, np.abs(theirs).max()))
        np.testing.assert_allclose(data.sensordata, mjd.sensordata, atol=tolerance.FORCE_DIFFERENCE * 100)
        oracle.step(mjm, mjd)
    return largest


@pytest.mark.parametrize("gap", [0, 0.03])
@pytest.mark.parametrize("condim", [1, 3, 6])
@pytest.mark.parametrize("cone", ["pyramidal", "elliptic"])
def test_adhesion_for_every_cone(cone, condim, gap):
    """Agree on forces and references of contacts that touch, that are apart within the gap, and that pull."""
    assert check(10, cone=cone, condim=condim, gap=gap) > 5


@pytest.mark.parametrize("changed", [{"priority": 1}, {"pair": PAIR}], ids=["priority", "pair"])
def test_who_decides_on_adhesion(changed):
    """Take the sum of both geoms, that of the geom of higher priority, or what an explicit pair says."""
    assert check(10, **changed) > 5


@pytest.mark.parametrize(
    ("flag", "acts"),
    [
        ('contact="disable"', False),
        ('spring="disable"', True),
        ('spring="disable" damper="disable"', False),
        ('override="enable"', True),
    ],
)
def test_flags(flag, acts):
    """Agree on which flags switch adhesion off."""
    assert (check(3, flag=flag) > 0) == acts


def test_flag_of_the_model():
    """Leave adhesion out where the model's flag is cleared, and come back to it."""
    mjm, mjd, model, data = oracle.load_both(SCENE.format(**PLAIN))
    for flag in (0, 1):
        mjm.flg_adhesion = model.flg_adhesion = flag
        oracle.forward(mjm, mjd)
        corten.forward(model, data)
        assert np.any(mjd.qfrc_adhesion) == bool(flag)
        compare("qfrc_adhesion", data.qfrc_adhesion, mjd.qfrc_adhesion)
        compare("efc_aref", data.efc_aref, mjd.efc_aref)


def test_sleepers_retain_adhesion():
    """Let bodies that fell asleep on a sticky floor keep the force that held them, as MuJoCo does."""
    xml = """<mujoco><option><flag sleep="enable"/></option><worldbody><geom type="plane" size="5 5 .1" adhesion="2"/>
      <body pos="0 0 .1"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
      <body pos="1 0 .5"><joint type="slide" axis="1 0 0"/><geom size=".1"/></body></worldbody></mujoco>"""
    mjm, mjd, model, data = oracle.load_both(xml)
    mjd.qvel[6] = data.qvel[6] = 1.0
    oracle.step(mjm, mjd, 300)
    corten.step(model, data, 300)
    assert mjd.ntree_awake == data.ntree_awake == 1
    assert np.max(np.abs(mjd.qfrc_adhesion)) > 1
    compare("qfrc_adhesion", data.qfrc_adhesion, mjd.qfrc_adhesion, tolerance.TRAJECTORY)
    compare("qfrc_passive", data.qfrc_passive, mjd.qfrc_passive, tolerance.TRAJECTORY)
