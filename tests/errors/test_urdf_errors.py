"""The exact words for mistakes in a URDF: file, line, element, what is wrong, what helps."""

import random
from itertools import pairwise

import pytest

import corten
from corten.errors import ModelWarning

HEAVY = '<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>'


@pytest.fixture
def message(tmp_path, monkeypatch):
    """Return a function that gives the error of a URDF, the text of which begins on line 2."""
    monkeypatch.chdir(tmp_path)

    def error_of(urdf: str) -> str:
        (tmp_path / "arm.urdf").write_text(f"<robot>\n{urdf}\n</robot>")
        with pytest.raises(corten.ModelError) as caught:
            corten.load_model("arm.urdf")
        assert caught.value.file == "arm.urdf"
        return str(caught.value).removeprefix("arm.urdf:")

    return error_of


def links(*names: str) -> str:
    """Return links with these names, each on a line of its own."""
    return "\n".join(f'<link name="{name}"/>' for name in names)


def joint(parent: str, child: str, inside: str = "", name: str = "j", kind: str = "revolute") -> str:
    """Return a joint on a line of its own."""
    return f'\n<joint name="{name}" type="{kind}"><parent link="{parent}"/><child link="{child}"/>{inside}</joint>'


@pytest.mark.parametrize(
    ("urdf", "expected"),
    [
        ("<link/>", "2: <link>: name is missing; it is required here"),
        (
            links("arm", "hand", "arm"),
            "4: <link name=\"arm\">: the link name 'arm' is taken; the other link stands at arm.urdf:2",
        ),
        (
            links("a", "b", "c") + joint("a", "b") + joint("b", "c"),
            "6: <joint name=\"j\">: the joint name 'j' is taken; the other joint stands at arm.urdf:5",
        ),
        (
            links("upper", "lower") + joint("uper", "lower"),
            "4: <joint name=\"j\">: the parent is 'uper', but no link has that name; did you mean 'upper'?",
        ),
        (
            links("upper", "lower") + joint("upper", "hand"),
            "4: <joint name=\"j\">: the child is 'hand', but no link has that name",
        ),
        (
            links("a", "b", "c") + joint("a", "c") + joint("b", "c", name="k"),
            "6: <joint name=\"k\">: the link 'c' is the child of two joints; the other is 'j' at arm.urdf:5",
        ),
        (
            links("a", "b", "c") + joint("a", "b") + joint("b", "a", name="k"),
            '2: <link name="a">: it is part of a loop: a on b on a; a robot is a tree, one link is the first',
        ),
        (
            links("a") + joint("a", "a"),
            '2: <link name="a">: it is part of a loop: a on a; a robot is a tree, one link ',
        ),
        (
            links("a", "world") + joint("a", "world"),
            "4: <joint name=\"j\">: the link 'world' is the world itself, and cannot be a child",
        ),
        (
            links("a", "b") + '\n<joint name="j" type="revolute"><parent link="a"/></joint>',
            '4: <joint name="j">: <child> is missing; it is required here',
        ),
        (
            links("a", "b") + joint("a", "b", kind="hinge"),
            "4: <joint name=\"j\">: type is 'hinge' (allowed: revolute, continuous, prismatic, fixed, floating, "
            "planar, spherical)",
        ),
        (
            links("a", "b") + joint("a", "b", '<axis xyz="0 0 0"/>'),
            "4: <axis>: xyz is zero; it needs a direction",
        ),
        (
            links("a", "b") + joint("a", "b", '\n<limit lower="-1" uper="1"/>'),
            "5: <limit>: unknown attribute 'uper'; did you mean 'upper'?",
        ),
        (
            links("a", "b") + joint("a", "b", '\n<dynamic damping="1"/>'),
            "4: <joint name=\"j\">: unknown element <dynamic>; did you mean 'dynamics'?",
        ),
        (
            links("a", "b") + joint("a", "b", '<limit lower="-inf" upper="1"/>'),
            "4: <limit>: lower has -inf; numbers must be finite",
        ),
        (
            links("a", "b") + joint("a", "b", '<mimic joint="j"/>'),
            "4: <mimic>: joint 'j' follows itself; name another joint",
        ),
    ],
)
def test_links_and_joints(message, urdf, expected):
    """Name the line, and what is wrong, of mistakes in the tree and in joints."""
    assert message(urdf).startswith(expected)


@pytest.mark.parametrize(
    ("inside", "expected"),
    [
        ("<inertial/>", "2: <inertial>: <inertia> is missing; it is required here"),
        ('<inertial>\n<mass value="1"/></inertial>', "2: <inertial>: <inertia> is missing; it is required here"),
        (
            '<inertial><mass value="1"/>\n<inertia ixx="1" iyy="1"/></inertial>',
            "3: <inertia>: izz is missing; it is required here",
        ),
        (
            '<inertial><mass value="heavy"/></inertial>',
            "2: <mass>: value has 'heavy' where a number is expected",
        ),
        (
            '<inertial><origin rpy="1 0 0"/><mass value="1"/>\n<inertia ixx="-1" iyy="1" izz="1" ixy="0" ixz="0" '
            'iyz="0"/></inertial>',
            "2: <inertial>: the inertia matrix has the principal moment -1 kg m^2; all of them must be positive",
        ),
        (
            '\n<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="3" ixy="0" ixz="0" iyz="0"/></inertial>',
            "3: <inertial>: the moments of inertia 3 1 1 are impossible",
        ),
        (f"{HEAVY}\n{HEAVY}", '3: <inertial>: <link name="a"> can hold one <inertial>; the first is at arm.urdf:2'),
        ("<collision/>", "2: <collision>: <geometry> is missing; it is required here"),
        (
            "<collision><geometry/></collision>",
            "2: <geometry>: it holds no shape; exactly one of box, cylinder, sphere, capsule, mesh is needed",
        ),
        (
            '<collision><geometry><box size="1 1 1"/><sphere radius="1"/></geometry></collision>',
            "2: <geometry>: it holds <box> and <sphere>; exactly one of box, cylinder, sphere, capsule, mesh is needed",
        ),
        (
            '<collision><geometry><box size="1 1"/></geometry></collision>',
            "2: <box>: size has 2 numbers; 3 are allowed",
        ),
        (
            '<collision><geometry><sphere radius="-1"/></geometry></collision>',
            "2: <sphere>: radius is -1; it must be positive",
        ),
        (
            '<collision><geometry><mesh file="a.stl"/></geometry></collision>',
            "2: <mesh>: filename is missing; it is required here",
        ),
        (
            '<visual><geometry><sphere radius="1"/></geometry><material name="x">\n<color rgba="1 0 0"/></material>'
            "</visual>",
            "3: <color>: rgba has 3 numbers; 4 are allowed",
        ),
    ],
)
def test_inside_links(message, inside, expected):
    """Name the line, and what is wrong, of mistakes in inertia and shapes."""
    assert message(f'<link name="a">{inside}</link>').startswith(expected)


@pytest.mark.parametrize(
    ("inside", "expected"),
    [
        (
            '<mujoco><compiler meshdri="x"/></mujoco>',
            "2: <compiler>: unknown attribute 'meshdri'; did you mean 'meshdir'?",
        ),
        (
            "<mujoco>\n<visual/></mujoco>",
            "3: <visual>: it cannot stand in the <mujoco> element of a URDF (allowed: compiler, option, size)",
        ),
        ("<mujoco/><mujoco/>", "2: <mujoco>: <robot> can hold one <mujoco>; the first is at arm.urdf:2"),
        ('<mujoco><option timestep="0"/></mujoco>', "2: <option>: timestep is 0; it must be positive [s]"),
    ],
)
def test_extension(message, inside, expected):
    """Check the sections of MJCF that a URDF may hold."""
    assert message(inside + links("a")).startswith(expected)


def test_errors_of_the_compiler_point_into_the_urdf(message):
    """Name the line of the link that moves without mass, and of the joint that is wrong for its place."""
    assert message(links("a", "b") + joint("a", "b")).startswith(
        '3: <body name="b">: this body moves but has mass 0 kg'
    )
    urdf = "".join(f'<link name="{name}">{HEAVY}</link>' for name in "abc")
    floating = joint("a", "b") + joint("b", "c", name="k", kind="floating")
    assert message(urdf + floating).startswith('4: <joint name="k">: a free joint can only move a child of the world')


def test_joints_that_cannot_be_followed():
    """Tell that a joint does not follow one that is missing or does not move, and read the rest."""
    for other, why in {
        "jj": "no joint has that name; did you mean 'j'?",
        "k": "joint 'k' is fixed; only revolute, continuous, prismatic joints can follow one another",
    }.items():
        mimic = joint("a", "b", f'<mimic joint="{other}"/>') + joint("b", "c", name="k", kind="fixed")
        with pytest.warns(ModelWarning) as told:
            spec = corten.Spec.from_string(f"<robot>{links('a', 'b', 'c')}{mimic}</robot>")
        assert str(told[0].message) == f"line 4: <mimic>: joint 'j' does not follow '{other}': {why}"
        assert spec.root.first("equality") is None


def test_a_chain_without_end(message):
    """Refuse links that hang too deep, instead of running out of stack."""
    names = [f"l{i}" for i in range(600)]
    chain = "".join(joint(a, b, name=b) for a, b in pairwise(names))
    assert message(links(*names) + chain).startswith(
        '402: <link name="l400">: 401 links hang on one another; at most 400 may'
    )


def test_what_belongs_to_other_programs_is_left_alone():
    """Read a robot past elements and attributes of ROS, Gazebo and Drake."""
    spec = corten.Spec.from_string(
        '<robot name="r" version="1.0" xmlns:drake="http://drake.mit.edu"><drake:joint name="x" type="ball"/>'
        '<link name="a"><collision_checking/><self_collide/></link><gazebo reference="a"><mu1>1</mu1></gazebo>'
        '<transmission name="t"><type>x</type></transmission><link name="b"/><joint name="j" type="fixed">'
        '<parent link="a"/><child link="b"/><calibration rising="0"/><safety_controller k_velocity="1"/></joint>'
        "</robot>"
    )
    assert spec.find("body", "b") is not None and spec.find("joint", "x") is None


@pytest.mark.filterwarnings("ignore::corten.errors.ModelWarning")
def test_accidents_are_model_errors():
    """Load mutated robots or refuse them with a ModelError, never with another exception."""
    arm = (
        f'<robot name="r"><mujoco><compiler discardvisual="false"/></mujoco><link name="world"/><link name="a">{HEAVY}'
        '<visual name="v"><origin xyz="1 2 3" rpy="1 2 3"/><geometry><box size="1 2 3"/></geometry><material name="m">'
        '<color rgba="1 0 0 1"/></material></visual></link><link name="b"><collision><geometry><mesh filename="m.stl" '
        'scale="1 2 3"/></geometry></collision></link>'
        + joint("world", "a", '<axis xyz="0 0 1"/><limit lower="-1" upper="1" effort="3"/><dynamics damping="1"/>')
        + joint("a", "b", '<mimic joint="j" multiplier="2"/>', "k")
        + "</robot>"
    )
    pieces = ["", '"', "<", "/>", "nan", "-1e400", "world", "<link/>", "<joint/>", "</link>", "1 2", "\x01"]
    dice, refused = random.Random(3), 0
    for _ in range(400):
        at = dice.randrange(len(arm))
        text = arm[:at] + dice.choice(pieces) + arm[at + dice.choice((0, 1, 5, 30)) :]
        try:
            corten.Spec.from_string(text).expanded()
        except corten.ModelError:
            refused += 1
    assert 0 < refused < 400
