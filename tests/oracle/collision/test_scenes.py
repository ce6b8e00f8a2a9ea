"""Whole scenes: which geoms touch, in which order, and with which parameters, as MuJoCo says."""

import numpy as np
import pytest

import corten
from corten.enums import GeomType
from corten.stages.collision.pairs import PAIRS
from support import oracle, tolerance
from support.contact_scenes import random_scene, random_world

# what a contact is, apart from what the constraint solver adds; `exclude` may be raised to 3 there
FIELDS = "dist pos includemargin friction solref solreffriction solimp dim adhesion surfacevel".split()
FLAGS = {
    "standard": "",
    "no mid phase": 'midphase="disable"',
    "parents too": 'filterparent="disable"',
}
STATES = 3


def check_contacts(mjd, data):
    """Compare all contacts, field by field and in order."""
    theirs, ours = mjd.contact, data.contact
    assert ours.geom.tolist() == theirs.geom.tolist()
    assert np.all((ours.exclude == theirs.exclude) | (theirs.exclude == 3))
    for name in FIELDS:
        np.testing.assert_allclose(ours[name], getattr(theirs, name), rtol=0, atol=tolerance.EXACT, err_msg=name)
    np.testing.assert_allclose(ours.frame, theirs.frame.reshape(-1, 9), rtol=0, atol=tolerance.EXACT)


def random_states(xml: str, seed: int):
    """Yield a scene in random states: MuJoCo's data, and corten's model and data with the same frames of geoms."""
    mjm, mjd, model, data = oracle.load_both(xml)
    rng = np.random.default_rng(seed)
    for _ in range(STATES):
        oracle.random_state(mjm, mjd, rng)
        oracle.forward(mjm, mjd)
        oracle.copy_state(mjd, data)
        oracle.copy_fields(mjd, data, ["geom_xpos", "geom_xmat"])
        yield mjd, model, data


@pytest.mark.parametrize("flags", FLAGS)
@pytest.mark.parametrize("seed", range(8))
def test_scene_has_the_contacts_of_mujoco(seed, flags):
    """Find the contacts of MuJoCo among trees, welds, mocap bodies, explicit pairs and excluded ones, in its order."""
    found = 0
    for mjd, model, data in random_states(random_scene(seed, flags=FLAGS[flags]), seed):
        corten.collision(model, data)
        check_contacts(mjd, data)
        found += data.ncon
    assert found > 100


@pytest.mark.parametrize("seed", range(4))
def test_override_replaces_parameters(seed):
    """Take margin, solref, solimp and friction from the option where it overrides all geoms.

    Without gaps: MuJoCo forgets those of geoms in its sweep while the margin is overridden, and loses contacts.
    """
    for mjd, model, data in random_states(random_scene(seed, flags='override="enable"', gap=False), seed):
        corten.collision(model, data)
        check_contacts(mjd, data)


@pytest.mark.parametrize("seed", range(4))
def test_bodies_of_many_geoms_touch_as_in_mujoco(seed):
    """Find the contacts between a world and bodies that have dozens of geoms each."""
    found = 0
    for mjd, model, data in random_states(random_world(seed), seed):
        corten.collision(model, data)
        check_contacts(mjd, data)
        found += data.ncon
    assert found > 100


def test_contacts_do_not_depend_on_the_past():
    """Find the same contacts to the bit, whatever the sweep saw before."""
    states = random_states(random_scene(5, count=80), 5)
    _, model, seasoned = next(states)
    corten.collision(model, seasoned)
    for _, model, seasoned in states:
        fresh = model.make_data()
        fresh.geom_xpos, fresh.geom_xmat = seasoned.geom_xpos, seasoned.geom_xmat
        corten.collision(model, seasoned)
        corten.collision(model, fresh)
        assert seasoned.contact.tobytes() == fresh.contact.tobytes()


@pytest.mark.parametrize("flag", ["contact", "constraint"])
def test_no_contacts_while_they_are_switched_off(flag):
    """Leave no contact, not even one of an earlier step, when contacts or all constraints are disabled."""
    _, _, model, data = oracle.load_both(random_scene(1))
    corten.forward(model, data)
    assert data.ncon > 0
    model.opt.disableflags = corten.DisableBit[flag.upper()]
    corten.forward(model, data)
    assert data.ncon == 0
    assert len(data.contact) == 0


def test_geoms_that_cannot_move_do_not_touch():
    """Find nothing between the world, bodies welded to it and mocap bodies."""
    xml = """<mujoco><worldbody><geom size="1"/><geom size="1"/><body><geom size="1"/></body>
        <body mocap="true"><geom size="1"/></body></worldbody></mujoco>"""
    mjm, mjd, model, data = oracle.load_both(xml)
    oracle.forward(mjm, mjd)
    corten.forward(model, data)
    assert mjd.ncon == data.ncon == 0


def test_pairs_without_a_stage_are_refused(monkeypatch):
    """Refuse by name, before the first step, geoms that may touch and have no stage; but not what is only seen."""
    box = '<body><freejoint/><geom type="box" size="1 1 1"/></body>'
    xml = f'<mujoco><worldbody><geom size="1"/>{box}</worldbody></mujoco>'
    _, _, model, data = oracle.load_both(xml)
    monkeypatch.delitem(PAIRS, (GeomType.SPHERE, GeomType.BOX))
    with pytest.raises(corten.UnsupportedFeatureError, match="collision of sphere with box is not supported"):
        corten.forward(model, data)
    model.geom_contype[0] = model.geom_conaffinity[0] = 0
    corten.forward(model, data)
    assert data.ncon == 0
