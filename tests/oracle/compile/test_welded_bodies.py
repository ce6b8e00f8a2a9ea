"""Bodies that are welded to a free body: they move as one with it, and IMPLICITFAST takes them so."""

import numpy as np
import pytest

import corten
from support import oracle, tolerance
from support.isolated import compare

BOX = '<geom type="box" size=".1 .2 .3" {}/>'
CARRIED = {
    "nothing": "",
    "bodies": '<body pos=".3 .2 .1" euler="10 20 30"><geom type="box" size=".05 .1 .02" {0}/>'
    '<body pos=".1 0 .4"><geom size=".1" {0}/></body></body>',
    "a massless body": '<body pos=".3 .2 .1" euler="10 20 30"><site name="s"/></body>',
    "a jointed body": '<body pos=".3 .2 .1"><joint axis="0 1 0"/><geom size=".1" {0}/></body>',
}
MEDIA = {"vacuum": ("", ""), "box": ('density="900"', ""), "ellipsoid": ('density="900"', 'fluidshape="ellipsoid"')}
SCENE = """
<mujoco>
  <option integrator="{integrator}" {medium}><flag {flag}/></option>
  <worldbody>
    <body pos="0 0 1"><freejoint/>{box}{carried}</body>
    <body pos="3 0 0"><joint type="ball"/>{box}</body>
  </worldbody>
</mujoco>
"""


def load(carried: str, medium: str, integrator: str, flag: str = ""):
    option, geom = MEDIA[medium]
    parts = {"box": BOX.format(geom), "carried": CARRIED[carried].format(geom)}
    mjm, mjd, model, data = oracle.load_both(SCENE.format(integrator=integrator, medium=option, flag=flag, **parts))
    oracle.random_state(mjm, mjd, np.random.default_rng(0), speed=5.0)
    oracle.copy_state(mjd, data)
    return mjm, mjd, model, data


@pytest.mark.parametrize("integrator", ["implicitfast", "implicit"])
@pytest.mark.parametrize("medium", MEDIA)
@pytest.mark.parametrize("carried", CARRIED)
def test_steps_of_a_body_that_carries_others(carried, medium, integrator):
    """Agree with MuJoCo after fast steps of a free body, alone and with others on it, in vacuum and in a medium."""
    mjm, mjd, model, data = load(carried, medium, integrator)
    for _ in range(3):
        oracle.step(mjm, mjd)
        corten.step(model, data)
        compare("qvel", data.qvel, mjd.qvel, tolerance.STEP)


@pytest.mark.parametrize("carried", ["bodies", "a massless body"])
def test_implicitfast_is_implicit_for_welded_bodies(carried):
    """Compute what IMPLICIT computes for free bodies that carry welded ones."""
    ends = []
    for integrator in ("implicitfast", "implicit"):
        _, _, model, data = load(carried, "vacuum", integrator)
        corten.step(model, data, 10)
        ends.append(data.qvel[:6].copy())
    np.testing.assert_allclose(*ends, rtol=0, atol=tolerance.EXACT * np.abs(ends[0]).max())


def test_inverse_of_a_discrete_step():
    """Agree with MuJoCo on the force that explains a discrete acceleration of welded bodies."""
    mjm, mjd, model, data = load("bodies", "box", "implicitfast", flag='invdiscrete="enable"')
    oracle.forward(mjm, mjd)
    corten.forward(model, data)
    mjd.qacc[:] = np.arange(model.nv)
    data.qacc = mjd.qacc
    oracle.inverse(mjm, mjd)
    corten.inverse(model, data)
    compare("qfrc_inverse", data.qfrc_inverse, mjd.qfrc_inverse)
