"""Contacts of rods whose edges twist, and their rows, beside MuJoCo's: their number, order, owners and numbers."""

import numpy as np
import pytest

from corten.deformable.kinematics.edges import element_boxes
from corten.stages.passive.adhesion import adhesion
from support import flex_contacts, oracle, rod_contacts, tolerance
from support.rod_contacts import BOX, CIRCLE, OTHERS, TALL_BOX, disordered, held, rod, scene, through

SECTIONS = {"circle": CIRCLE, "box": BOX, "tall box": TALL_BOX}
ENGINE = ("cylinder", "ellipsoid")


@pytest.mark.parametrize("section", SECTIONS)
@pytest.mark.parametrize("other", OTHERS)
def test_geoms_touch_rods(other, section):
    """Touch rods with every kind of geom, first where all is aligned."""
    bound = tolerance.CCD_POINT if other in ENGINE else tolerance.STAGE
    assert rod_contacts.compare(scene(OTHERS[other] + rod(section=SECTIONS[section])), bound) > 0


@pytest.mark.parametrize("section", SECTIONS)
@pytest.mark.parametrize("kind", ["mesh", "hfield"])
def test_rods_touch_what_has_assets(kind, section):
    """Let rods of any section be capsules beside meshes and height fields."""
    geom = f'<body pos=".03 .03 -.02"><freejoint/><geom {flex_contacts.GEOMS[kind]} mass="1"/></body>'
    xml = scene(geom + rod(section=SECTIONS[section]), flex_contacts.ASSETS)
    assert rod_contacts.compare(xml, tolerance.CCD_POINT) > 0


CUBE = "", 'section="box" sectionsize=".05 .05"'
UP, DOWN = "0 0 0 0 0 .1 0 0 .2 0 0 .3", "0 0 .3 0 0 .2 0 0 .1 0 0 0"
STANDING = through(UP, rod(section=BOX, pos="0 0 0"))
TIES = {
    "ball in a cube": ('<body pos="0 0 .015"><geom size=".02"/></body>', rod(section=CUBE)),
    "ball on the axis": ('<body pos="0 0 .015"><geom size=".02"/></body>', rod()),
    "ball before the end": ('<body pos=".19 0 .015"><geom size=".03"/></body>', rod(section=BOX)),
    "capsule along": (
        '<body pos="0 0 .04"><geom type="capsule" size=".02 .1" euler="0 90 0"/></body>',
        rod(section=BOX),
    ),
    "capsule across": (
        '<body pos="0 0 .04"><geom type="capsule" size=".02 .1" euler="90 0 0"/></body>',
        rod(section=BOX),
    ),
    "same box": ('<geom type="box" size=".05 .03 .01" pos="0 0 .015"/>', rod(section=BOX)),
    "edge on edge": ('<geom type="box" size=".1 .03 .03" pos="0 .06 -.01" euler="45 0 0"/>', rod(section=BOX)),
    "barely": ('<geom type="plane" size="1 1 1" pos="0 0 .005"/>', rod(section=BOX, contact='condim="3"')),
    "standing up": ('<geom type="plane" size="1 1 1"/>', STANDING),
    "standing down": ('<geom type="plane" size="1 1 1"/>', through(DOWN, rod(section=TALL_BOX, pos="0 0 0"))),
    "standing on a box": (
        '<geom type="box" size=".1 .1 .1" pos="0 0 -.1"/>',
        STANDING,
    ),
}


@pytest.mark.parametrize("name", TIES)
def test_ties(name):
    """Choose as MuJoCo does where faces, corners and directions are equal."""
    other, own = TIES[name]
    assert rod_contacts.compare(scene(other + own), tolerance.STAGE, count=1) > 0


ROPE = (
    '<flexcomp name="g" type="grid" dim="1" count="4 1 1" spacing=".1 .1 .1" pos="0 0 .04" euler="0 0 30" '
    'radius=".015" mass=".4"><edge stiffness="1" damping="1"/><contact selfcollide="none" margin=".01"/></flexcomp>'
)
CLOTH = ROPE.replace('dim="1" count="4 1 1"', 'dim="2" count="4 4 1"').replace(
    '<edge stiffness="1" damping="1"/>', '<elasticity young="1e4" thickness=".01"/>'
)
SOFT = {"circle": "", "box": "", "rope": ROPE, "cloth": CLOTH}


@pytest.mark.parametrize("first", ["circle", "box"])
@pytest.mark.parametrize("second", SOFT)
@pytest.mark.parametrize("turned", [False, True])
def test_rods_touch_flexes(first, second, turned):
    """Let rods touch rods, ropes and cloth, on either side."""
    other = SOFT[second] or rod("g", SECTIONS[second], "0.02 .01 .035", more='euler="0 0 30"')
    own = rod(section=SECTIONS[first])
    world = other + own if turned else own + other
    bound = tolerance.CCD_POINT if second == "cloth" else tolerance.STAGE
    assert rod_contacts.compare(scene(world), bound) > 0


@pytest.mark.parametrize("section", ["circle", "box"])
def test_rods_lie_on_each_other(section):
    """Lay two rods side by side, and one on top of the other, without any angle between them."""
    for pos in ("0 .039 .015", "0 0 .033", "0 0 .015", ".05 .01 .03"):
        world = rod(section=SECTIONS[section]) + rod("g", SECTIONS[section], pos)
        assert rod_contacts.compare(scene(world), tolerance.STAGE, count=1) > 0


FOLDED = "0 0 0 .1 0 0 .1 .03 0 0 .03 0 0 0 .02"


@pytest.mark.parametrize("section", ["circle", "box"])
@pytest.mark.parametrize("how", ["narrow", "bvh", "sap", "auto"])
def test_rods_touch_themselves(section, how):
    """Fold rods so that they touch themselves."""
    folded = through(FOLDED, rod(section=SECTIONS[section], contact=f'selfcollide="{how}" condim="4"'))
    assert rod_contacts.compare(scene(folded, '<option cone="pyramidal"/>'), tolerance.STAGE, 0.003) > 0


PINS = ["0", "0 1", "2 3", "3", "1 2", "0 1 2", "0 1 2 3"]


@pytest.mark.parametrize("section", ["circle", "box"])
@pytest.mark.parametrize("pin", PINS)
def test_rods_that_are_held(pin, section):
    """Touch rods of which vertices lie in a body that moves: clamped edges turn with it."""
    inner = rod(section=SECTIONS[section], pos="0 0 0", inner=f'<pin id="{pin}"/>')
    others = OTHERS["plane"] + OTHERS["world sphere"] + OTHERS["high sphere"]
    assert rod_contacts.compare(scene(others + held(inner)), tolerance.STAGE) > 0


@pytest.mark.parametrize("pin", PINS[:-1])
def test_rods_that_are_fixed(pin):
    """Touch rods of which vertices lie in the world: where nothing can move, contacts have no rows."""
    others = OTHERS["plane"] + OTHERS["world sphere"] + OTHERS["high sphere"]
    assert rod_contacts.compare(scene(others + rod(inner=f'<pin id="{pin}"/>')), tolerance.STAGE) > 0


ORDERS = [
    [(1, 2), (0, 1), (2, 3)],
    [(2, 3), (1, 2), (0, 1)],
    [(1, 0), (2, 1), (3, 2)],
    [(3, 2), (0, 1), (2, 1)],
    [(3, 2), (2, 1), (1, 0)],
]


@pytest.mark.parametrize("section", ["circle", "box"])
@pytest.mark.parametrize("order", ORDERS)
def test_elements_in_disorder(order, section):
    """Find the edge and its direction whatever the order of elements is."""
    for other in ("plane", "box", "capsule"):
        assert rod_contacts.compare(disordered(OTHERS[other], order, SECTIONS[section]), tolerance.STAGE) > 0


@pytest.mark.parametrize("cone", ["pyramidal", "elliptic"])
@pytest.mark.parametrize("condim", [1, 3, 4, 6])
@pytest.mark.parametrize("jacobian", ["dense", "sparse"])
def test_cones(cone, condim, jacobian):
    """Expect the rows of every kind of contact."""
    contact = f'selfcollide="none" margin=".01" priority="1" condim="{condim}" friction="1.1 .02 .003"'
    world = OTHERS["plane"] + OTHERS["capsule"] + rod(contact=contact) + rod("g", BOX, "0 .03 .03", contact=contact)
    xml = scene(world, f'<option cone="{cone}" jacobian="{jacobian}"/>')
    assert rod_contacts.compare(xml, tolerance.STAGE) > 0


@pytest.mark.parametrize("section", SECTIONS)
def test_boxes_hold_sections(section):
    """Put boxes around elements into which their sections fit however they twist."""
    mjm, mjd, model, data = oracle.load_both(scene(rod(section=SECTIONS[section])))
    for _ in rod_contacts.states(mjm, mjd, 0.02, 2):
        oracle.copy_fields(mjd, data, ["flexvert_xpos"])
        oracle.poison(data, ["flexelem_aabb"])
        element_boxes(model, data)
        np.testing.assert_allclose(data.flexelem_aabb, mjd.flexelem_aabb, atol=tolerance.EXACT)


@pytest.mark.parametrize("section", SECTIONS)
@pytest.mark.parametrize("other", ["plane", "sphere", "capsule"])
def test_surfaces_stick_to_rods(other, section):
    """Let adhesion twist rods where it pulls beside their axes."""
    world = OTHERS[other].replace("<geom ", '<geom adhesion="5" ') + rod(section=SECTIONS[section])
    mjm, mjd, model, data = oracle.load_both(scene(world))
    twist, most = mjm.jnt_dofadr[mjm.jnt_type == 3], 0.0
    for _ in rod_contacts.states(mjm, mjd, 0.006, 4):
        rod_contacts.find_contacts(mjd, model, data)
        oracle.poison(data, ["qfrc_adhesion"])
        adhesion(model, data)
        np.testing.assert_allclose(data.qfrc_adhesion, mjd.qfrc_adhesion, atol=tolerance.STAGE)
        most = max(most, float(np.abs(mjd.qfrc_adhesion[twist]).max()))
    assert (most > tolerance.STAGE) == (section != "circle")
