"""The front end takes what MuJoCo takes, refuses what it refuses, and means the same by it."""

import random

import numpy as np
import pytest

from corten import models
from corten.errors import ModelError, ModelWarning
from corten.mjcf.value import write_xml
from corten.spec import DefaultClasses, Spec
from corten.spec.check import classed_elements
from support.oracle import load_error, load_names, mujoco_field
from support.tolerance import EXACT

G = '<geom size="1"/>'


def world(body: str, head: str = "") -> str:
    """Return a model with these elements in the world."""
    return f"<mujoco>{head}<worldbody>{body}</worldbody></mujoco>"


def moving(body: str, head: str = "") -> str:
    """Return a model with these elements in a body."""
    return world(f'<body name="b">{G}{body}</body>', head)


TAKEN = [
    "<mujoco/>",
    "<mujoco>stray text<worldbody/></mujoco>",
    "<!DOCTYPE mujoco><mujoco/>",
    '\n <?xml version="1.0"?><mujoco/>',
    "<mujoco><!-- a -- b --></mujoco>",
    '<mujoco model="a&b"/>',
    world('<geom size=" 1 \n"/>'),
    world('<geom size="0x1p-3"/>'),
    world('<geom size="1." contype="+1" margin="1e-400"/>'),
    world('<geom name="" size="1"/><geom name="" size="1"/>'),
    world('<geom name="a" size="1"/><body name="a"/>'),
    moving('<joint range=""/>'),
    moving('<joint stiffness="1 2" damping="3"/>'),
    moving('<joint type="slide" axis="1 0 0" limited="false" range="0 1"/>'),
    moving('<frame name="f" pos="1 0 0"><frame euler="0 0 1"><joint/></frame></frame>'),
    world(G, '<default><geom margin="1"/></default><default class="main"><geom gap="0.5"/></default>'),
    world('<geom class="a" size="1"/>', '<default><default class="a"><default class="b"/></default></default>'),
    world('<geom size="1" quat="1 0 0 0"/>', '<default><geom euler="1 0 0"/></default>'),
    world(G, '<default><default class="a"><geom material="nowhere"/></default></default>'),
    world('<camera output="rgb depth"/><camera output=""/>'),
    world('<replicate count="0"><geom size="1"/></replicate>'),
    world('<replicate count="2" sep="_" offset="1 0 0" euler="0 0 1"><body name="b"/></replicate>'),
    world(G, '<size memory="1M"/><size nstack="100"/>'),
    world(G, '<visual><headlight active="true"/></visual>'),
    world(G, '<visual><headlight active="1"/></visual>'),
    world(G, '<option timestep="0.1"/><option timestep="0.2"/>'),
    world(G, '<option actuatorgroupdisable="0 30"/>'),
    world(
        G,
        '<custom><tuple name="t"><element objtype="numeric" objname="n"/></tuple><numeric name="n" data="1"/></custom>',
    ),
    world(G, '<compiler angle="radian" eulerseq="XYZ" autolimits="false" boundmass="0.1" alignfree="true"/>'),
    world(G, '<asset><texture name="t" builtin="flat" width="8" height="8"/><material name="m" texture="t"/></asset>'),
]

REFUSED = [
    "",
    "<!-- nothing -->",
    "<MuJoCo/>",
    '<mujoco model="a" model="b"/>',
    "<mujoco><worldbody></mujoco>",
    "<mujoco><nothing/></mujoco>",
    '<mujoco><worldbody name="w"/></mujoco>',
    world("<joint/>"),
    world("<freejoint/>"),
    world('<inertial pos="0 0 0" mass="1"/>'),
    world("<worldbody/>"),
    world("<composite/>"),
    world('<Geom size="1"/>'),
    world('<geom Size="1"/>'),
    world('<geom type="Box" size="1 1 1"/>'),
    world('<geom size="1" group="1.0"/>'),
    world('<geom size="1" group="0x1"/>'),
    world('<geom size="1" contype="4294967295"/>'),
    world('<geom size="1,2"/>'),
    world('<geom size="1f"/>'),
    world('<geom size="1e400"/>'),
    world('<geom size="1 2 3 4"/>'),
    world('<geom size="1" pos="0 0"/>'),
    world('<geom size="1" quat="0 0 0 0"/>'),
    world('<geom size="1" quat="1 0 0 0" euler="0 0 0"/>'),
    world('<geom size="1" class="none"/>'),
    world('<geom size="1" class=""/>'),
    world('<geom size="1" material="none"/>'),
    world('<geom name="a" size="1"/><geom name="a" size="1"/>'),
    world('<body name="world"/>'),
    world('<body childclass="none"/>'),
    world('<body class="main"/>'),
    world('<body mocap="True"/>'),
    world('<body><freejoint class="main"/><geom size="1"/></body>'),
    world('<camera target="none"/>'),
    world('<camera output="rgb rgb"/>'),
    world('<camera fovy="3" sensorsize="1 1"/>'),
    world('<light directional="true" type="spot"/>'),
    world('<light castshadow=" true"/>'),
    world('<light texture="none"/>'),
    world('<site type="plane" size="1"/>'),
    world('<frame scale="1 2"/>'),
    world("<replicate/>"),
    world('<replicate count="2"><joint/></replicate>'),
    world('<geom name="g1" size="1"/><replicate count="2"><geom name="g" size="1"/></replicate>'),
    moving('<joint range="1"/>'),
    moving('<joint range="1 2 3"/>'),
    moving('<freejoint name="a"/><body><joint name="a"/></body>'),
    moving('<inertial mass="1"/>'),
    moving('<inertial pos="0 0 0" mass="1"/><inertial pos="0 0 0" mass="1"/>'),
    moving('<inertial pos="0 0 0" mass="1" fullinertia="1 1 1 0 0 0" euler="0 0 0"/>'),
    world(G, '<default class="a"/>'),
    world(G, "<default><default/></default>"),
    world(G, '<default><default class="a"/><default class="a"/></default>'),
    world(G, '<default><default class="main"/></default>'),
    world(G, "<default><geom/><geom/></default>"),
    world(G, '<default><geom name="a"/></default>'),
    world(G, '<default><camera target="world"/></default>'),
    world(G, '<default><geom material="none"/></default>'),
    world(G, "<option><flag/><flag/></option>"),
    world(G, '<option actuatorgroupdisable="31"/>'),
    world(G, '<compiler eulerseq="xy"/>'),
    world(G, '<compiler coordinate="global"/>'),
    world(G, '<size memory="1Q"/>'),
    world(G, '<size memory="1M" nstack="5"/>'),
    world(G, '<size nuser_body="-2"/>'),
    world(G, '<statistic extent="0"/>'),
    world(G, '<visual><global realtime="0"/></visual>'),
    world(G, '<visual><headlight active="3"/></visual>'),
    world(G, '<custom><text name="a" data=""/></custom>'),
    world(G, '<custom><numeric name="a" data="x"/></custom>'),
    world(G, '<custom><tuple name="t"><element objtype="geom" objname="none"/></tuple></custom>'),
    world(G, '<custom><tuple name="t"><element objtype="nothing" objname="g"/></tuple></custom>'),
    world(G, '<asset><material name="m" texture="none"/></asset>'),
    world(G, '<keyframe><key name="a"/><key name="a"/></keyframe>'),
    world(G, '<actuator><motor joint="none"/></actuator>'),
    world(G, "<include/>"),
    world(G, '<include file="nowhere.xml"/>'),
]


@pytest.mark.parametrize("xml", TAKEN)
def test_what_mujoco_takes_is_taken(xml):
    """Accept what MuJoCo accepts."""
    assert load_error(xml) is None
    Spec.from_string(xml).expanded()


@pytest.mark.parametrize("xml", REFUSED)
def test_what_mujoco_refuses_is_refused(xml):
    """Refuse what MuJoCo refuses."""
    assert load_error(xml) is not None
    with pytest.raises(ModelError):
        Spec.from_string(xml).expanded()


@pytest.mark.parametrize(
    ("xml", "assets"),
    [
        (
            '<mujoco><include file="sub/a.xml"/></mujoco>',
            {"sub/a.xml": b'<m><include file="b.xml"/></m>', "sub/b.xml": b"<m><worldbody/></m>"},
        ),
        ('<mujoco><include file="./A.xml"/></mujoco>', {"a.xml": b"<odd root=''><worldbody/></odd>"}),
        ('<mujoco><include file="a.xml"/><include file="./a.xml"/></mujoco>', {"a.xml": b"<m><worldbody/></m>"}),
        ('<mujoco><include file="a.xml"/></mujoco>', {"a.xml": b'<m><include file="a.xml"/></m>'}),
        ('<mujoco><include file="a.xml"/></mujoco>', {"a.xml": b"<m/>"}),
        ('<mujoco><include file="a.xml"><geom/></include></mujoco>', {"a.xml": b"<m><worldbody/></m>"}),
    ],
)
def test_includes_are_taken_or_refused_as_by_mujoco(xml, assets):
    """Agree with MuJoCo on which includes are good."""
    if load_error(xml, assets) is None:
        Spec.from_string(xml, assets)
    else:
        with pytest.raises(ModelError):
            Spec.from_string(xml, assets)


DEFAULTS = """
<default><geom friction="1 2 3" margin="1" density="500"/><joint damping="1 2 3" armature="4"/>
  <default class="a"><geom friction="5 6" gap="0.25"/><joint damping="9"/>
    <default class="b"><geom friction="8" margin="2"/></default></default></default>
<default><geom margin="3" solmix="7"/><default class="c"/></default>"""

CLASSED = """
<geom size="1"/><geom size="1" class="a"/><geom size="1" class="b" friction="4"/><geom size="1" class="c"/>
<body childclass="b"><joint/><geom size="1"/><geom size="1" class="main"/>
  <frame childclass="a"><geom size="1"/><body><joint damping="2"/><geom size="1" margin="0.5"/></body></frame>
  <body childclass="c"><joint class="a"/><geom size="1"/></body></body>"""


def test_default_classes_mean_the_same():
    """Give geoms and joints the values that MuJoCo gives them, in classes of all depths."""
    xml = world(CLASSED, DEFAULTS)
    root = Spec.from_string(xml).expanded()
    classes = DefaultClasses(root)
    resolved = {"geom": [], "joint": []}
    for element, childclass in classed_elements(root, classes):
        if element.tag in resolved:
            resolved[element.tag].append(classes.resolve(element, childclass))

    # the order of ids is the compiler's business: compare as sets
    for name, field in (
        ("friction", "geom_friction"),
        ("margin", "geom_margin"),
        ("gap", "geom_gap"),
        ("solmix", "geom_solmix"),
    ):
        ours = np.array([np.atleast_1d(values[name]) for values in resolved["geom"]])
        theirs = np.atleast_2d(mujoco_field(xml, field).T).T
        assert sorted(map(tuple, ours)) == sorted(map(tuple, theirs)), name
    ours = sorted(values["damping"][0] for values in resolved["joint"])
    assert ours == sorted(mujoco_field(xml, "dof_damping"))


REPLICATED = """
<worldbody><body name="o"><joint name="oj"/><geom size="1"/></body>
<replicate count="2" offset="1 0 0" euler="10 20 30"><replicate count="3" sep="-" offset="0 1 0" euler="5 0 0">
  <body name="b"><joint name="j"/><geom name="g" size="1"/><site name="s"/></body></replicate>
  <body name="c"><joint name="k"/><geom size="1"/></body></replicate></worldbody>
<actuator><motor name="p" joint="k"/><motor name="x" joint="oj"/><motor name="m" joint="j"/>
  <motor name="y" joint="oj"/></actuator>
<custom><tuple name="t"><element objtype="joint" objname="j"/></tuple></custom>"""


@pytest.mark.parametrize("sequence", ["xyz", "ZYX", "zXy"])
def test_replicas_are_those_of_mujoco(sequence):
    """Name, order and place replicas as MuJoCo does."""
    xml = f'<mujoco><compiler eulerseq="{sequence}"/>{REPLICATED}</mujoco>'
    root = Spec.from_string(xml).expanded()
    for tag, kind in (
        ("body", "body"),
        ("joint", "joint"),
        ("geom", "geom"),
        ("site", "site"),
        ("motor", "actuator"),
        ("tuple", "tuple"),
    ):
        ours = [element.name for element in root.walk() if element.tag == tag]
        theirs = [name for name in load_names(xml, kind) if name != "world"]
        assert [name or "" for name in ours] == theirs, kind

    # MuJoCo loads the expanded model and places everything where it places the replicas
    expanded = write_xml(root)
    for field in ("body_pos", "body_quat"):
        assert np.allclose(mujoco_field(expanded, field), mujoco_field(xml, field), rtol=0, atol=EXACT), field


def test_written_models_load_in_mujoco():
    """Write the bundled models so that MuJoCo compiles the same constants from them."""
    for name in models.names():
        xml = models.path(name).read_text()
        again = Spec.from_string(xml).to_xml()
        for field in ("body_pos", "body_inertia", "geom_size", "jnt_range", "actuator_gear", "qpos0", "key_qpos"):
            assert np.array_equal(mujoco_field(again, field), mujoco_field(xml, field)), (name, field)


def mutated(xml: str, dice: random.Random) -> str:
    """Return a text with one to three small accidents."""
    for _ in range(dice.randint(1, 3)):
        at, length = dice.randrange(len(xml)), dice.randint(1, 12)
        piece = dice.choice(
            ["", "<", ">", "/>", '"', "nan", "-1", "1e999", "&", "<!--", " ", "\0", "é", xml[at : at + 40]]
        )
        xml = xml[:at] + piece + xml[at + length * dice.randint(0, 1) :]
    return xml


def test_no_asset_is_not_that_of_the_class():
    """Take an empty reference for none, where the class names an asset."""
    xml = world(
        '<geom size="1"/><geom size="1" material=""/><geom class="bare" size="1"/>',
        '<asset><material name="m"/></asset><default><geom material="m"/><default class="bare"><geom material=""/>'
        "</default></default>",
    )
    root = Spec.from_string(xml).expanded()
    classes = DefaultClasses(root)
    found = [classes.resolve(geom)["material"] for geom in root.first("worldbody")]
    assert found == ["m", None, None]
    assert mujoco_field(xml, "geom_matid").tolist() == [0, -1, -1]


@pytest.mark.filterwarnings("ignore::corten.errors.ModelWarning")
def test_accidents_are_model_errors():
    """Load mutated models or refuse them with a ModelError, never with another exception."""
    dice, count = random.Random(7), 600
    texts = [models.path(name).read_text() for name in models.names()]
    refused = 0
    for _ in range(count):
        try:
            Spec.from_string(mutated(dice.choice(texts), dice)).expanded()
        except ModelError:
            refused += 1
    assert 0 < refused < count


WORLD = '<mujoco><worldbody><geom size="1"/></worldbody></mujoco>'
LEFT_OUT = {
    "an end": (f"{WORLD}\n</mujoco>", "line 2: what follows the end"),
    "ends and more": (f"{WORLD}\n</mujoco><a/></b>", "line 2: what follows the end"),
    "a second model": (f"{WORLD}\n{WORLD}", "line 2: what follows the end"),
    "an element": (f"  {WORLD}  <a/>", "line 1: what follows the end"),
    "a body beside the world": (WORLD.replace("<world", "\n<body><geom/></body><world"), "line 2: <body>: it is left"),
}


@pytest.mark.parametrize("name", LEFT_OUT)
def test_what_mujoco_leaves_out_is_left_out_with_a_warning(name):
    """Read models with something behind their end or beside their world, and say what is not part of them."""
    xml, words = LEFT_OUT[name]
    assert len(mujoco_field(xml, "geom_type")) == 1
    with pytest.warns(ModelWarning, match=words):
        assert len(Spec.from_string(xml).compile().geom_type) == 1


@pytest.mark.parametrize("rest", ["text", "<", "<a", "& a", "<a></b>"])
def test_what_follows_a_model_is_not_anything(rest):
    """Refuse text and broken elements behind a model, as MuJoCo does."""
    assert load_error(WORLD + rest) is not None
    with pytest.raises(ModelError, match="broken XML"):
        Spec.from_string(WORLD + rest)
