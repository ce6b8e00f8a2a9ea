"""Contacts of flexes and their rows beside the oracle's: their number, order, owners and numbers."""

import itertools

import numpy as np
import pytest

from corten import forward, step
from support import flex_contacts, oracle, tolerance

STATES = 5


def check_scene(xml: str, size: float, bound: float = tolerance.STAGE, most: int = STATES) -> int:
    """Compare contacts in several states; return how many contacts were compared."""
    mjm, mjd, model, data = oracle.load_both(xml)
    total = 0
    for _ in flex_contacts.states(mjm, mjd, size, most):
        if flex_contacts.is_settled(mjm, mjd):
            flex_contacts.find_contacts(mjd, model, data)
            flex_contacts.check_contacts(mjm, mjd, data, bound)
            total += mjd.ncon
    return total


# planes stay in place
CASES = [(kind, free) for kind in flex_contacts.GEOMS for free in (False, True) if not (kind == "plane" and free)]


@pytest.mark.parametrize(("kind", "free"), CASES)
@pytest.mark.parametrize("dim", [1, 2, 3])
def test_geoms_touch_elements(kind, dim, free):
    """Find the contacts of every type of geom with lines, triangles and tetrahedra."""
    engine = kind in flex_contacts.ENGINE or (dim == 3 and "box" in kind)
    cone = '<option cone="elliptic"/>' if free else ""
    bound = tolerance.CCD_POINT if engine else tolerance.STAGE
    assert check_scene(flex_contacts.geom_scene(kind, dim, free, rest=cone), 0.01, bound) > 0


@pytest.mark.parametrize("dims", list(itertools.product((1, 2, 3), repeat=2)))
def test_flexes_touch_each_other(dims):
    """Find the contacts of elements of two flexes."""
    bound = tolerance.STAGE if dims == (1, 1) else tolerance.CCD_POINT
    assert check_scene(flex_contacts.two_flexes(*dims), 0.01, bound, 4) > 0


@pytest.mark.parametrize("how", ["narrow", "bvh", "sap", "auto", "none"])
@pytest.mark.parametrize("dim", [1, 2, 3])
def test_flexes_touch_themselves(dim, how):
    """Find the contacts of a flex with itself in the oracle's order, whatever finds its pairs."""
    found = check_scene(flex_contacts.own_contacts(dim, how), 0.03, tolerance.CCD_POINT, 4)
    assert (found > 0) == (how != "none") or dim == 1


def test_without_trees():
    """Find the same contacts as the oracle without trees."""
    rest = '<option><flag midphase="disable"/></option>'
    assert check_scene(flex_contacts.geom_scene("capsule", 2, True, rest=rest), 0.01) > 0
    assert check_scene(flex_contacts.own_contacts(2, "auto", rest), 0.03, tolerance.CCD_POINT) > 0


OLDER = '<option><flag nativeccd="disable"/></option>'


@pytest.mark.parametrize("dim", [1, 2, 3])
@pytest.mark.parametrize("kind", [*flex_contacts.ENGINE, "straight box"])
def test_geoms_touch_elements_by_the_older_engine(kind, dim):
    """Find the contacts of the older convex engine, with which normals are what it says."""
    check = check_scene(flex_contacts.geom_scene(kind, dim, True, rest=OLDER), 0.01, tolerance.CCD_POINT)
    assert check > 0


def test_flexes_touch_each_other_by_the_older_engine():
    """Find the contacts of the older convex engine between flexes, and of a flex with itself."""
    for dims in ((1, 2), (2, 2), (2, 3)):
        assert check_scene(flex_contacts.two_flexes(*dims, OLDER), 0.01, tolerance.CCD_POINT, 4) > 0
    assert check_scene(flex_contacts.own_contacts(3, "auto", OLDER), 0.03, tolerance.CCD_POINT) > 0


@pytest.mark.parametrize(
    "inner",
    [
        'priority="1" friction=".3 .01 .001" solref=".05 2"',
        'solmix="0" condim="6"',
        'solmix="3" solref="-500 -10" solimp=".5 .6 .01"',
        'priority="-1"',
        'contype="2" conaffinity="1"',
    ],
)
def test_parameters_are_mixed(inner):
    """Mix the parameters of geoms and flexes as the oracle does."""
    xml = flex_contacts.geom_scene("sphere", 2, True).replace('condim="4" ', inner + " ").replace("  ", " ")
    assert check_scene(xml, 0.01) > 0


def test_override_replaces_margin_and_parameters():
    """Take margin and parameters from the options where these override all others."""
    rest = '<option o_margin=".03" o_solref=".03 .9" o_friction=".4 .3 .2 .1 .05"><flag override="enable"/></option>'
    assert check_scene(flex_contacts.geom_scene("box", 2, True, rest=rest), 0.01) > 0


@pytest.mark.parametrize("geom", ["plane", "box"])
def test_rigid_flexes_have_few_contacts(geom):
    """Leave a rigid flex as many contacts with a geom as the oracle does, the same ones."""
    xml = flex_contacts.rigid_scene(geom)
    mjm, mjd, _, _ = oracle.load_both(xml)
    oracle.forward(mjm, mjd)
    assert mjd.ncon == 50
    assert check_scene(xml, 0.01, most=3) > 0


def test_cloth_falls_onto_ball_and_floor():
    """Follow a cloth that falls onto a ball and a floor and slides off, with contacts and edges in one problem."""
    mjm, mjd, model, data = oracle.load_both(flex_contacts.falling_cloth())
    for _ in range(20):
        oracle.step(mjm, mjd, 10)
        step(model, data, 10)
        assert data.ncon == mjd.ncon
    assert mjd.ncon > 10
    np.testing.assert_allclose(data.qpos, mjd.qpos, atol=tolerance.TRAJECTORY)


def test_elements_around_a_ball_are_few():
    """Find MuJoCo's contacts of a flat cloth at every height of a ball, and look at hardly more elements than touch."""
    cloth = 'type="grid" dim="2" count="21 21 1" spacing=".05 .05 .05" mass="1" radius=".005"'
    contact = '<contact selfcollide="none" margin=".003" gap=".002"/>'
    slide = '<body pos=".013 .021 0"><joint type="slide"/><geom size=".3"/></body>'
    flex = f'<flexcomp name="f" {cloth}>{contact}<edge equality="true"/></flexcomp>'
    mjm, mjd, model, data = oracle.load_both(f"<mujoco><worldbody>{slide}{flex}</worldbody></mujoco>")
    for height in np.linspace(-0.311, 0.311, 24):
        mjd.qpos[0] = data.qpos[0] = height
        oracle.forward(mjm, mjd)
        forward(model, data)
        assert data.ncon == mjd.ncon
        assert data.work.nflexpair <= 2 * mjd.ncon + 8


def test_sensors_feel_flexes():
    """Read touch and contact sensors of a ball under a cloth, and no external force of the cloth."""
    mjm, mjd, model, data = oracle.load_both(flex_contacts.sensed_ball())
    oracle.step(mjm, mjd, 30)
    step(model, data, 30)
    oracle.forward(mjm, mjd)
    forward(model, data)
    assert np.abs(mjd.sensordata).max() > 0.1
    np.testing.assert_allclose(data.sensordata, mjd.sensordata, rtol=tolerance.SENSOR, atol=tolerance.SENSOR)
    np.testing.assert_allclose(data.cfrc_ext, mjd.cfrc_ext, atol=tolerance.SENSOR)
