"""fusestatic and discardvisual change a model as they do in MuJoCo."""

import pytest

import corten
from corten.compile import load_model_from_string
from support import oracle
from support.differences import differences

pytestmark = pytest.mark.filterwarnings("ignore::corten.errors.UnbuiltFeatureWarning")

INERTIAL = '<inertial pos="0 0.1 1" mass="1" diaginertia="1 2 2.5"/>'
BOX = '<geom type="box" size=".1 .2 .3" pos=".1 0 0" euler="10 20 30"/>'
SEEN = 'contype="0" conaffinity="0"'


def world(inside: str, compiler: str, head: str = "", tail: str = "") -> str:
    """Return a model with these settings of the compiler."""
    return f"<mujoco><compiler {compiler}/>{head}<worldbody>{inside}</worldbody>{tail}</mujoco>"


def moving(inside: str, child: str = "", own: str = "") -> str:
    """Return a body that moves, with a turned child that does not."""
    return (
        f'<body name="p" {own}><joint name="j" axis="1 2 3"/>{inside}'
        f'<body name="c" pos="1 0 0" euler="0 40 0">{child}</body></body>'
    )


FUSED = {
    "order of geoms and bodies": '<geom name="w1" size="1"/><body pos="1 0 0"><geom name="a1" size="1"/><body>'
    '<geom name="b1" size="1"/><site name="b2"/></body><geom name="a2" size="1"/><body name="m"><joint/>'
    '<geom name="m1" size="1"/><body pos="0 0 2"><geom name="c1" size="1"/><body><geom name="d1" size="1"/></body>'
    '<body name="e"><geom name="e1" size="1"/><joint/></body><light dir="1 0 0"/></body><geom name="m2" size="1"/>'
    '<camera pos="0 0 1"/></body></body><geom name="w2" size="1"/>',
    "frames around and inside": '<body><joint/><frame pos="1 0 0" euler="0 0 30" childclass="big"><geom name="f1"/>'
    '<body pos="0 0 1" euler="20 0 0"><geom name="c1"/><frame pos="0 1 0"><geom name="c2"/><body name="d"><joint/>'
    '<geom name="d1"/></body></frame></body><geom name="f2"/><body name="e"><joint/><geom name="e1"/></body></frame>'
    '<geom name="p2" size="1"/></body>',
    "both from geoms": moving(BOX, BOX),
    "parent written": moving(INERTIAL, BOX),
    "child written": moving(BOX, INERTIAL),
    "both written": moving(INERTIAL, INERTIAL),
    "parent empty": moving("", BOX),
    "parent empty, child written": moving("", INERTIAL),
    "child without mass": moving(INERTIAL, '<geom size="1" mass="0"/><site/>'),
    "child with written mass of zero": moving(BOX, '<inertial pos="0 0 0" mass="0"/><geom size="1"/>'),
    "three of them": moving(BOX, BOX + f'<body pos="0 1 0">{INERTIAL}{BOX}</body>'),
    "same gravity compensation": moving(BOX, "", 'gravcomp="1"').replace('name="c"', 'gravcomp="1"'),
    "other gravity compensation": moving(BOX, BOX, 'gravcomp="1"'),
    "on request": moving(BOX, BOX).replace('name="c"', 'fuse="false"'),
    "mocap": f'<body mocap="true">{BOX}<body>{BOX}</body></body>',
    "user numbers": moving(BOX, BOX).replace('name="c"', 'user="1 2 3"'),
    "a free body": f'<body pos="1 0 0"><body name="f" pos="0 1 0"><freejoint/>{BOX}</body></body>',
    "alignment": f'<body><freejoint align="true"/>{BOX}<body pos="1 0 0">{BOX}</body></body>',
}
BIG = '<default><default class="big"><geom size=".3" margin=".1"/></default></default>'

SETTINGS = {
    "bounds": 'boundmass="500" boundinertia="3"',
    "bounds out of reach": 'boundmass="1e-3"',
    "from geoms always": 'inertiafromgeom="true"',
    "from geoms always, with bounds": 'inertiafromgeom="true" boundmass="500"',
    "total mass": 'settotalmass="3"',
    "groups": 'inertiagrouprange="0 1"',
}

REFERENCES = {
    "nothing": "",
    "body": '<custom><tuple name="t"><element objtype="body" objname="c"/></tuple></custom>',
    "site": '<custom><tuple name="t"><element objtype="site" objname="s"/></tuple></custom>',
    "accelerometer": '<sensor><accelerometer site="s"/></sensor>',
    "force": '<sensor><force site="s"/></sensor>',
    "torque": '<sensor><torque site="s"/></sensor>',
    "frame of a body": '<sensor><framepos objtype="xbody" objname="c"/></sensor>',
    "frame of a geom": '<sensor><framepos objtype="geom" objname="g"/></sensor>',
    "reference frame": '<sensor><framepos objtype="geom" objname="g" reftype="body" refname="c"/></sensor>',
    "subtree": '<sensor><subtreecom body="c"/></sensor>',
    "exclude": '<contact><exclude body1="p" body2="c"/></contact>',
    "weld": '<equality><weld body1="c"/></equality>',
    "adhesion": '<actuator><adhesion body="c" ctrlrange="0 1"/></actuator>',
    "motor at a site": '<actuator><motor site="s" gear="1 0 0"/></actuator>',
}

SEEN_GEOMS = {
    "one of two": f'<body><joint/><geom name="a" size="1"/><geom type="box" size="1 2 3" {SEEN}/></body>',
    "all": f'<body><joint/><geom type="box" size="1 2 3" euler="10 20 30" {SEEN}/></body>',
    "inertia is written": f'<body><joint/>{INERTIAL}<geom size="1" {SEEN}/></body>',
    "without mass": f'<body><joint/>{BOX}<geom size="1" mass="0" {SEEN}/></body>',
    "in the world": f'<geom size="1" {SEEN} user="1 2"/><geom name="stays" size="1"/>',
    "half seen": '<geom size="1" contype="0"/>',
    "in a fluid": f'<body><geom size="1" {SEEN} fluidshape="ellipsoid"/></body>',
    "by its class": '<body><joint/><geom name="a" size="1"/><geom class="seen" size="1"/></body>',
    "with looks": f'<body><joint/><geom size="1" material="m"/><site material="m"/><geom size="1" {SEEN}/></body>',
}
LOOKS = (
    f'<default><default class="seen"><geom {SEEN}/></default></default><asset><texture name="t" builtin="flat" '
    'width="8" height="8"/><material name="m" texture="t" rgba="0 1 0 1"/></asset>'
)


def check(xml: str) -> corten.Model:
    """Compare a model with the oracle's."""
    model = load_model_from_string(xml)
    assert differences(model, oracle.compiled(xml)) == {}
    return model


@pytest.mark.parametrize("name", FUSED)
def test_fused_bodies(name):
    """Fuse the same bodies, with the same inertia and the same order of things."""
    check(world(FUSED[name], 'fusestatic="true"', BIG))


@pytest.mark.parametrize("settings", SETTINGS)
@pytest.mark.parametrize("name", ["both from geoms", "parent written", "child written", "three of them"])
def test_fused_inertia_under_settings(name, settings):
    """Keep bodies apart where the compiler's rules for inertia would find another mass for their sum."""
    check(world(FUSED[name], f'fusestatic="true" {SETTINGS[settings]}'))


@pytest.mark.parametrize("option", ['density="1"', 'viscosity="1"', 'wind="1 0 0"'])
def test_fluids_act_on_single_bodies(option):
    """Keep bodies with mass apart in a fluid."""
    inside = (
        moving(BOX, BOX) + f'<body>{BOX}</body><body><joint/>{BOX}<body/><body><geom size="1" mass="0"/></body></body>'
    )
    check(world(inside, 'fusestatic="true"', f"<option {option}/>"))


@pytest.mark.parametrize("name", REFERENCES)
def test_what_is_named_stays(name):
    """Keep a body that another element needs, and fuse it otherwise."""
    inside = moving(BOX, '<geom name="g" size=".1"/><site name="s"/><camera name="v"/>')
    model = check(world(inside, 'fusestatic="true"', tail=REFERENCES[name]))
    free = ("nothing", "site", "accelerometer", "frame of a geom", "motor at a site")
    assert model.nbody == (2 if name in free else 3)


@pytest.mark.parametrize("name", SEEN_GEOMS)
def test_geoms_that_are_only_seen(name):
    """Leave out the same geoms, and keep the inertia of their bodies."""
    check(world(SEEN_GEOMS[name], 'discardvisual="true"', LOOKS))
    check(world(SEEN_GEOMS[name], 'discardvisual="true" fusestatic="true"', LOOKS))


@pytest.mark.parametrize(
    "tail",
    [
        '<custom><tuple name="x"><element objtype="geom" objname="g"/></tuple></custom>',
        '<custom><tuple name="x"><element objtype="material" objname="m"/></tuple></custom>',
        '<custom><tuple name="x"><element objtype="texture" objname="t"/></tuple></custom>',
        '<sensor><framepos objtype="geom" objname="g"/></sensor>',
        '<contact><pair geom1="g" geom2="h"/></contact>',
    ],
)
def test_what_is_named_is_not_discarded(tail):
    """Keep what another element needs."""
    inside = f'<body><joint/><geom name="h" size="1" material="m"/><geom name="g" size="1" {SEEN}/></body>'
    check(world(inside, 'discardvisual="true"', LOOKS, tail))


def test_inertia_that_cannot_be_kept():
    """Refuse to leave out a geom that inertiafromgeom="true" needs, as the oracle does."""
    inside = f'<body name="b"><joint/>{BOX}<geom name="g" size="1" {SEEN}/></body>'
    xml = world(inside, 'discardvisual="true" inertiafromgeom="true"')
    assert "inertiafromgeom 'true'" in (oracle.load_error(xml) or "")
    with pytest.raises(corten.ModelError, match='<geom name="g">: this geom is only seen'):
        load_model_from_string(xml)
