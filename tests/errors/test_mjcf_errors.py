"""The exact words for each mistake in an MJCF file: file, line, element, what is wrong and what is allowed."""

import pytest

from corten.errors import ModelError, UnsupportedFeatureError
from corten.spec import Spec


@pytest.fixture
def message(tmp_path, monkeypatch):
    """Return a function that gives the error of a model called scene.xml, the text of which begins on line 2."""
    monkeypatch.chdir(tmp_path)

    def error_of(xml: str, kind=ModelError) -> str:
        (tmp_path / "scene.xml").write_text(f"<mujoco>\n{xml}\n</mujoco>")
        with pytest.raises(ModelError) as caught:
            Spec.from_file("scene.xml").expanded()
        assert type(caught.value) is kind
        assert caught.value.file == "scene.xml"
        return str(caught.value)

    return error_of


WORLD = "<worldbody>{}</worldbody>"
BODY = '<worldbody><body name="leg">{}</body></worldbody>'


@pytest.mark.parametrize(
    ("xml", "expected"),
    [
        ('<joint name="knee" range="1 2 3"/>', '2: <joint name="knee">: range has 3 numbers; 2 are allowed'),
        ('\n<joint range="1"/>', "3: <joint>: range has 1 number; 2 are allowed"),
        ('<geom size="1 2 3 4"/>', "2: <geom>: size has 4 numbers; 1 to 3 are allowed"),
        ('<geom\n\nsize="big"/>', "2: <geom>: size has 'big' where a number is expected"),
        ('<geom pos="0 0 nan"/>', "2: <geom>: pos has nan; numbers must be finite"),
        ('<geom mass="inf"/>', "2: <geom>: mass has inf; numbers must be finite"),
        ('<geom group="1.5"/>', "2: <geom>: group has '1.5' where a whole number is expected"),
        (
            '<geom type="Box"/>',
            "2: <geom>: type is 'Box'; did you mean 'box'? "
            "(allowed: plane, hfield, sphere, capsule, ellipsoid, cylinder, box, mesh, sdf)",
        ),
        ('<joint limited="yes"/>', "2: <joint>: limited is 'yes' (allowed: false, true, auto)"),
        ('<geom shellinertia="1"/>', "2: <geom>: shellinertia is '1'; true or false is expected"),
        ('<geom quat="0 0 0 0"/>', "2: <geom>: quat is zero; at least one of its numbers must not be"),
        (
            '<geom quat="1 0 0 0" euler="0 0 0"/>',
            "2: <geom>: quat and euler are given; at most one of quat, axisangle, xyaxes, zaxis, euler is allowed",
        ),
        ("<inertial mass='1'/>", "2: <inertial>: pos is missing; it is required here"),
        (
            '<inertial pos="0 0 0" mass="1" fullinertia="1 1 1 0 0 0" euler="0 0 0"/>',
            "2: <inertial>: fullinertia and euler are given; they exclude each other",
        ),
        (
            '<inertial pos="0 0 0" mass="1"/>\n<inertial pos="0 0 0" mass="1"/>',
            '3: <inertial>: <body name="leg"> can hold one <inertial>; the first is at scene.xml:2',
        ),
        (
            '<freejoint algin="true"/>',
            "2: <freejoint>: unknown attribute 'algin'; did you mean 'align'? (allowed: align, group, name)",
        ),
        (
            "<gemo/>",
            "2: <gemo>: it cannot stand in <body name=\"leg\">; did you mean 'geom'? (allowed: attach, body, camera, "
            "flexcomp, frame, freejoint, geom, inertial, joint, light, plugin, replicate, site)",
        ),
        (
            '<geom class="thin"/>',
            "2: <geom class=\"thin\">: class is 'thin', but no default class has that name",
        ),
        ('<geom material="red"/>', "2: <geom>: material is 'red', but no material has that name"),
        (
            '<camera name="c" target="lge"/>',
            "2: <camera name=\"c\">: target is 'lge', but no body has that name; did you mean 'leg'?",
        ),
        (
            '<geom name="a" size="1"/>\n\n<geom name="a" size="2"/>',
            "4: <geom name=\"a\">: the geom name 'a' is taken; the other geom stands at scene.xml:2",
        ),
        (
            '<joint name="a"/><body><freejoint name="a"/></body>',
            "2: <freejoint name=\"a\">: the joint name 'a' is taken; the other joint stands at scene.xml:2",
        ),
        ("<replicate><geom/></replicate>", "2: <replicate>: count is missing; it is required here"),
        (
            '<camera fovy="3" sensorsize="1 1"/>',
            "2: <camera>: fovy and sensorsize are given; they exclude each other",
        ),
        ('<camera output="rgb rgb"/>', "2: <camera>: output repeats a word in 'rgb rgb'"),
        (
            '<light directional="true" type="spot"/>',
            "2: <light>: directional and type are given; at most one of directional, type is allowed",
        ),
    ],
)
def test_mistakes_in_the_tree(message, xml, expected):
    """Refuse mistakes inside a body."""
    assert message(BODY.format(xml)) == f"scene.xml:{expected}"


@pytest.mark.parametrize(
    ("xml", "expected"),
    [
        (
            "<wrldbody/>",
            "2: <wrldbody>: it cannot stand in <mujoco>; did you mean 'worldbody'? (allowed: actuator, asset, "
            "compiler, contact, custom, default, deformable, equality, extension, keyframe, option, sensor, size, "
            "statistic, tendon, visual, worldbody)",
        ),
        (
            WORLD.format('<body name="world"/>'),
            "2: <body name=\"world\">: the body name 'world' is taken; the other body is the world",
        ),
        (
            WORLD.format("<joint/>"),
            "2: <joint>: it cannot stand in <worldbody> (allowed: attach, body, camera, flexcomp, frame, geom, light, "
            "plugin, replicate, site)",
        ),
        ('<worldbody pos="0 0 0"/>', "2: <worldbody>: unknown attribute 'pos' (allowed: none)"),
        ('<compiler eulerseq="xy"/>', "2: <compiler>: eulerseq has 2 letters; 3 are allowed"),
        ('<compiler eulerseq="xya"/>', "2: <compiler>: eulerseq has the letter 'a'; allowed: x y z X Y Z"),
        ("<option><flag/><flag/></option>", "2: <flag>: <option> can hold one <flag>; the first is at scene.xml:2"),
        ('<option actuatorgroupdisable="31"/>', "2: <option>: actuatorgroupdisable is 31; the largest allowed is 30"),
        ('<size nkey="-2"/>', "2: <size>: nkey is -2; the least allowed is -1"),
        ('<size memory="1M" njmax="5"/>', "2: <size>: memory and njmax are given; they exclude each other"),
        ('<statistic extent="0"/>', "2: <statistic>: extent is 0.0; it must be larger than 0"),
        ('<visual><map znear="-1"/></visual>', "2: <map>: znear is -1.0; it must be larger than 0"),
        (
            '<default class="thin"/>',
            "2: <default class=\"thin\">: the class at the top is called 'main'; other classes stand inside it",
        ),
        (
            "<default><default/></default>",
            "2: <default>: class is missing: a class inside another needs a name",
        ),
        (
            '<default><default class="a"/>\n<default class="a"/></default>',
            "3: <default class=\"a\">: the class 'a' is there already; the first is at scene.xml:2",
        ),
        (
            '<default><default class="main"/></default>',
            "2: <default class=\"main\">: the class 'main' is there already",
        ),
        (
            "<default><geom/>\n<geom/></default>",
            "3: <geom>: <default> can hold one <geom>; the first is at scene.xml:2",
        ),
        (
            "<default><freejoint/></default>",
            "2: <freejoint>: it cannot stand in <default>; did you mean 'joint'? (allowed: adhesion, camera, cylinder, "
            "damper, dcmotor, default, equality, general, geom, intvelocity, joint, light, material, mesh, motor, "
            "muscle, orientation, pair, pid, position, site, tendon, texture, velocity)",
        ),
        (
            '<default><geom material="red"/></default>\n<worldbody><geom size="1"/></worldbody>',
            "2: <geom>: material is 'red', but no material has that name",
        ),
        (
            '<worldbody><body childclass="thin"/></worldbody>',
            "2: <body>: childclass is 'thin', but no default class has that name",
        ),
        (
            '<asset><material name="m" texture="t"/></asset>',
            "2: <material name=\"m\">: texture is 't', but no texture has that name",
        ),
        (
            '<asset><texture name="t"/>'
            '<material name="m" texture="t"><layer role="rgb" texture="t"/></material></asset>',
            '2: <layer>: <material name="m"> has the attribute texture, and then can hold no <layer>',
        ),
        ('<custom><text name="a" data=""/></custom>', '2: <text name="a">: data is empty'),
        ('<custom><numeric data="1"/></custom>', "2: <numeric>: name is missing; it is required here"),
        (
            '<custom><tuple name="t"><element objtype="body" objname="b"/></tuple></custom>',
            "2: <element>: objname is 'b', but no body has that name",
        ),
        (
            '<actuator><motor name="m" joint="j"/></actuator>',
            "2: <motor name=\"m\">: joint is 'j', but no joint has that name",
        ),
        ('<keyframe><key qpos="a"/></keyframe>', "2: <key>: qpos has 'a' where a number is expected"),
        ('<include file="part.xml"/>', "2: <include file=\"part.xml\">: file 'part.xml' is not found"),
        (
            '<include file="scene.xml"/>',
            "2: <include file=\"scene.xml\">: file 'scene.xml' is already included; a file can be included once",
        ),
        ("<worldbody>", "3: broken XML: </mujoco> stands where <worldbody> of line 2 must end"),
    ],
)
def test_mistakes_in_sections(message, xml, expected):
    """Refuse mistakes outside the tree of bodies."""
    assert message(xml) == f"scene.xml:{expected}"


@pytest.mark.parametrize(
    ("xml", "expected"),
    [
        (
            '<worldbody>\n<flexcomp name="f" count="3 3 1"><plugin plugin="p"/></flexcomp></worldbody>',
            "3: <plugin>: flexcomp/plugin is not supported",
        ),
    ],
)
def test_features_of_mujoco_that_corten_has_not(message, xml, expected):
    """Refuse by name what MuJoCo has and corten has not."""
    assert message(xml, UnsupportedFeatureError) == f"scene.xml:{expected}"


@pytest.mark.parametrize(
    "xml",
    [
        "<sensor/><tendon/><contact/><equality/>",
        '<default><tendon width="1"/><mesh scale="1 1 1"/><pair condim="1"/></default>',
        '<default><position kp="3"/><general gear="2"/><equality active="false"/></default>',
        '<default><default class="a"><joint frictionloss="1"/></default></default>' + BODY.format("<joint/>"),
        '<default><joint frictionloss="1"/></default>' + BODY.format('<joint frictionloss="0"/>'),
        WORLD.format('<geom surfacevel="0 0" size="1" fitscale="1"/><frame scale="1" massscale="0"/>'),
        '<compiler discardvisual="false" coordinate="local" usethread="false" strippath="true" meshdir="m"/>',
        '<compiler><lengthrange mode="none"/></compiler>',
    ],
)
def test_what_does_nothing_is_taken(xml):
    """Accept unsupported features where they have no effect."""
    spec = Spec.from_string(f"<mujoco>{xml}</mujoco>")
    assert spec.expanded().tag == "mujoco"


def test_other_roots(tmp_path):
    """Tell URDF, and what is no model at all, by the root element."""
    assert Spec.from_string('<robot name="r"/>').root.model == "r"
    with pytest.raises(ModelError) as caught:
        Spec.from_string("<html/>")
    assert str(caught.value) == "line 1: <html>: the root element of a model is <mujoco>, or <robot> in a URDF"
