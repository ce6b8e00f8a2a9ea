"""URDF compiles to the constants that MuJoCo finds in it, and so does the MJCF that is made of it."""

import pytest

from corten.compile import load_model_from_string
from corten.spec import Spec
from support import oracle
from support.differences import differences

pytestmark = pytest.mark.filterwarnings("ignore::corten.errors.UnbuiltFeatureWarning")

INERTIA = '<inertia ixx="0.3" iyy="0.2" izz="0.25" ixy="0.01" ixz="-0.02" iyz="0.03"/>'
WORLD = '<link name="world"/>'
SPHERE = '<collision><geometry><sphere radius="0.1"/></geometry></collision>'


def link(name: str, inside: str = "", *, origin: str = '<origin xyz="0.1 0 0"/>') -> str:
    """Return a link that has mass."""
    return f'<link name="{name}"><inertial>{origin}<mass value="2"/>{INERTIA}</inertial>{inside}</link>'


def joint(name: str, kind: str, parent: str, child: str, inside: str = "") -> str:
    """Return a joint; its child is turned and moved."""
    origin = '<origin xyz="0.3 0.2 0.1" rpy="0.4 -0.5 0.6"/>'
    ends = f'<parent link="{parent}"/><child link="{child}"/>'
    return f'<joint name="{name}" type="{kind}">{ends}{origin}{inside}</joint>'


def robot(*inside: str, compiler: str = "", extension: str = "") -> str:
    """Return a robot with these settings of the compiler."""
    return f'<robot name="r"><mujoco><compiler {compiler}/>{extension}</mujoco>{"".join(inside)}</robot>'


def shaped(shape: str, tag: str = "collision", rest: str = "") -> str:
    """Return what collides, or is seen, with this shape."""
    origin = '<origin xyz="0.1 0.2 0.3" rpy="0.3 0.2 0.1"/>'
    return f"<{tag} {rest}>{origin}<geometry>{shape}</geometry></{tag}>"


RED = '<material name="red"><color rgba="1 0 0 0.5"/></material>'
LIMIT = '<limit lower="-1" upper="1.5" effort="7" velocity="2"/>'
SLIPPERY = '<dynamics damping="0.3" friction="0.1"/>'

JOINTS = {
    "revolute": joint("j", "revolute", "a", "b", f'<axis xyz="1 2 3"/>{LIMIT}{SLIPPERY}'),
    "revolute without limits": joint("j", "revolute", "a", "b", '<axis xyz="0 0 1"/>'),
    "continuous": joint("j", "continuous", "a", "b", SLIPPERY),
    "continuous with limits": joint("j", "continuous", "a", "b", LIMIT),
    "spherical about no axis": joint("j", "spherical", "a", "b", '<axis xyz="0 0 0"/>'),
    "prismatic": joint("j", "prismatic", "a", "b", f'<axis xyz="0 -2 0"/>{LIMIT}'),
    "fixed": joint("j", "fixed", "a", "b", '<axis xyz="0 0 0"/>'),
    "planar": joint("j", "planar", "a", "b", f'<axis xyz="1 -2 0.5"/>{LIMIT}{SLIPPERY}'),
    "planar about -z": joint("j", "planar", "a", "b", '<axis xyz="0 0 -1"/>'),
    "planar about z": joint("j", "planar", "a", "b", '<axis xyz="0 0 2"/>'),
    "spherical": joint("j", "spherical", "a", "b", '<limit lower="0" upper="1" effort="3"/>'),
    "floating": joint("j", "floating", "world", "b", f"{LIMIT}{SLIPPERY}"),
    "only a lower end": joint("j", "revolute", "a", "b", '<limit lower="0.5" effort="-3"/>'),
    "only an upper end": joint("j", "revolute", "a", "b", '<limit upper="0.5"/>'),
    "equal ends": joint("j", "revolute", "a", "b", '<limit lower="1" upper="1"/>'),
    "exchanged ends": joint("j", "revolute", "a", "b", '<limit lower="1" upper="-1"/>'),
    "no ends": joint("j", "revolute", "a", "b", '<limit effort="1" velocity="1"/>'),
}

SHAPES = {
    "box": "<box size='0.1 0.2 0.3'/>",
    "sphere": "<sphere radius='0.1'/>",
    "cylinder": "<cylinder radius='0.1' length='0.4'/>",
    "capsule": "<capsule radius='0.1' length='0.4'/>",
}

BODIES = {
    "a root is fixed to the world": robot(link("a")),
    "several roots": robot(link("a", SPHERE), link("b", SPHERE), link("c"), joint("j", "revolute", "b", "c")),
    "no links": robot(),
    "the world with shapes": robot(
        f'<link name="world">{SPHERE}</link>', link("a"), joint("j", "floating", "world", "a")
    ),
    "inertia in turned axes": robot(
        WORLD,
        link("a", origin='<origin xyz="0.1 0.2 0.3" rpy="0.7 -0.6 0.5"/>'),
        joint("j", "revolute", "world", "a"),
    ),
    "equal moments in turned axes": robot(
        WORLD,
        '<link name="a"><inertial><origin rpy="0 1.5707963267948966 3.141592653589793"/><mass value="1"/><inertia '
        'ixx="0.4" iyy="0.4" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial></link>',
        joint("j", "revolute", "world", "a"),
    ),
    "inertia that is unknown": robot(
        WORLD,
        '<link name="a"><inertial><origin rpy="1 0 0"/><mass value="1"/><inertia ixx="0" iyy="0" izz="0" ixy="0" '
        'ixz="0" iyz="0"/></inertial></link>',
        joint("j", "revolute", "world", "a"),
        compiler='boundinertia="0.01"',
    ),
    "inertia from shapes": robot(
        WORLD,
        f'<link name="a">{shaped(SHAPES["box"])}{shaped(SHAPES["sphere"], "visual")}</link>',
        joint("j", "revolute", "world", "a"),
        compiler='discardvisual="false"',
    ),
    "impossible inertia": robot(
        WORLD,
        '<link name="a"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="3" ixy="0" ixz="0" iyz="0"/>'
        "</inertial></link>",
        joint("j", "revolute", "world", "a"),
        compiler='balanceinertia="true"',
    ),
    "a massless link": robot(
        WORLD, link("a"), '<link name="b"/>', joint("j", "revolute", "world", "a"), joint("k", "continuous", "a", "b"),
        compiler='boundmass="0.01" boundinertia="0.001"',
    ),
    "options and sizes": robot(
        link("a"),
        extension='<option timestep="0.01" gravity="0 0 -1"><flag contact="disable"/></option><size nuserdata="3"/>',
    ),
    "settings": robot(
        WORLD,
        link("a", SPHERE),
        joint("j", "revolute", "world", "a", LIMIT),
        compiler='inertiafromgeom="true" angle="degree" eulerseq="zyx" settotalmass="5"',
    ),
}  # fmt: skip

FUSED = {
    "a chain": robot(
        WORLD,
        *(link(name, SPHERE) for name in "abcd"),
        joint("ab", "fixed", "a", "b"),
        joint("bc", "revolute", "b", "c"),
        joint("cd", "fixed", "c", "d"),
        joint("wa", "continuous", "world", "a"),
    ),
    "without mass": robot(
        link("a"),
        link("b"),
        f'<link name="tool">{SPHERE}</link>',
        '<link name="camera"/>',
        joint("ab", "revolute", "a", "b"),
        joint("tool", "fixed", "b", "tool"),
        joint("camera", "fixed", "tool", "camera"),
    ),
    "both from shapes": robot(
        f'<link name="a">{shaped(SHAPES["box"])}</link>',
        f'<link name="b">{shaped(SHAPES["box"])}</link>',
        f'<link name="c">{shaped(SHAPES["cylinder"])}</link>',
        f'<link name="d">{SPHERE}</link>',
        joint("ab", "prismatic", "a", "b"),
        joint("bc", "fixed", "b", "c"),
        joint("cd", "fixed", "c", "d"),
    ),
    "a free body on a fused root": robot(link("a"), link("b", SPHERE), joint("ab", "floating", "a", "b")),
    "one after the other": robot(
        WORLD,
        *(link(name) for name in "abcde"),
        joint("wa", "revolute", "world", "a"),
        joint("ab", "fixed", "a", "b"),
        joint("bd", "revolute", "b", "d"),
        joint("ac", "fixed", "a", "c"),
        joint("ce", "prismatic", "c", "e"),
    ),
}


def check(urdf: str) -> None:
    """Compare the model of a URDF, and that of the MJCF that is written of it, with the oracle."""
    want = oracle.compiled(urdf)
    assert differences(load_model_from_string(urdf), want) == {}
    assert differences(oracle.compiled(Spec.from_string(urdf).to_xml()), want) == {}


@pytest.mark.parametrize("name", JOINTS)
def test_joints(name):
    """Make the same joints, limits and dampers."""
    links = [link("b", SPHERE)] if name == "floating" else [link("a", SPHERE), link("b", SPHERE)]
    rest = "" if name == "floating" else joint("w", "revolute", "world", "a")
    check(robot(WORLD, *links, rest, JOINTS[name], compiler='fusestatic="false"'))


@pytest.mark.parametrize("name", BODIES)
def test_bodies(name):
    """Make the same bodies with the same inertia."""
    check(BODIES[name])


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("discard", ["true", "false"])
def test_shapes(shape, discard):
    """Make the same geoms of what collides and of what is seen, with colours of the last visual and unique names."""
    inside = (
        shaped(SHAPES[shape], "visual", "name='g'").replace("</visual>", f"{RED}</visual>")
        + shaped(SHAPES[shape], rest="name='g'")
        + shaped(SHAPES["box"], "visual", "name='h'").replace("</visual>", '<material name="blue"/></visual>')
        + shaped(SHAPES[shape], rest="name='h'")
        + shaped(SHAPES[shape], "visual").replace("</visual>", '<material name="nowhere"/></visual>')
        + shaped(SHAPES[shape])
    )
    blue = '<material name="blue"><color rgba="0 0 1 1"/></material>'
    compiler = f'discardvisual="{discard}"'
    check(robot(WORLD, link("a", inside), joint("j", "revolute", "world", "a"), blue, compiler=compiler))


@pytest.mark.parametrize("name", FUSED)
@pytest.mark.parametrize("fuse", ["true", "false"])
def test_fixed_joints(name, fuse):
    """Fuse links that are fixed to others, or keep them on request."""
    urdf = FUSED[name] if fuse == "true" else FUSED[name].replace("<compiler ", '<compiler fusestatic="false" ')
    if fuse == "false" and "floating" in urdf:
        assert oracle.load_error(urdf) is not None
    else:
        check(urdf)


def test_mimic():
    """Let a joint follow another by an equality."""
    check(
        robot(
            WORLD,
            *(link(name, SPHERE) for name in "abc"),
            joint("j", "revolute", "world", "a"),
            joint("k", "prismatic", "a", "b", '<mimic joint="j" multiplier="-2" offset="0.3"/>'),
            joint("l", "continuous", "b", "c", '<mimic joint="k"/>'),
        )
    )


def test_meshes():
    """Make the same meshes and geoms, scaled and shared, and look into packages by the base name of a file."""
    points = ("0 0 0", "0.5 0 0", "0 0.4 0", "0 0 0.3", "0.6 0.5 0.4")
    faces = ("1 3 2", "1 2 4", "1 4 3", "2 3 5", "2 5 4", "3 4 5")
    files = {"wedge.obj": "\n".join([*(f"v {point}" for point in points), *(f"f {face}" for face in faces)])}
    wedge = "<mesh filename='wedge.obj'/>"
    inside = (
        shaped(wedge)
        + shaped(wedge.replace("/>", " scale='1 2 -3'/>"))
        + shaped("<mesh filename='package://robot/meshes/wedge.obj'/>")
        + shaped(wedge, "visual")
    )
    urdf = robot(WORLD, f'<link name="a">{inside}</link>', joint("j", "revolute", "world", "a"))
    for text in (urdf, urdf.replace("<compiler ", '<compiler discardvisual="false" ')):
        found = differences(load_model_from_string(text, files), oracle.compiled(text, files))
        # polygons of a hull have no order of their own
        assert [name for name in found if not name.startswith("mesh_poly")] == []


def test_infinite_limits_are_none():
    """Take limits that are infinite for none, where the oracle keeps limits that nothing can reach."""
    model = load_model_from_string(
        robot(
            WORLD,
            link("a", SPHERE),
            joint("j", "revolute", "world", "a", '<limit lower="-inf" upper="inf" effort="inf" velocity="inf"/>'),
        )
    )
    assert not model.jnt_limited[0] and not model.jnt_actfrclimited[0]
