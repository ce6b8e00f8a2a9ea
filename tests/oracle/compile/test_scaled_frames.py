"""Scaled frames: every constant of what they hold, and of what refers to it, against the oracle's."""

import numpy as np
import pytest

import corten
from corten.errors import ModelError
from support import oracle
from support.differences import differences
from support.scaled_scenes import everything, scaled
from support.tolerance import TRAJECTORY

GEOMETRY = 'scaling="geometry"'
STRETCH = f'scale="2 3 4" {GEOMETRY}'


def check(xml: str) -> None:
    """Compare all sizes, names and fields of a model with the oracle's."""
    assert differences(corten.load_model_from_string(xml), oracle.load_both(xml)[2]) == {}


@pytest.mark.parametrize(
    ("outer", "inner"),
    [
        ("", ""),
        ('scale="1"', 'massscale="1" scaling="geometry"'),
        ('scale="2"', ""),
        ('scale="0.3 0.3 0.3"', ""),
        ('massscale="3"', ""),
        ('scale="2" massscale="5"', ""),
        (f'scale="2" massscale="5" {GEOMETRY}', ""),
        (f'scale="2" {GEOMETRY}', 'scale="0.5"'),
        ('scale="2"', f'scale="0.5" {GEOMETRY} massscale="3"'),
        ("", 'scale="0.03"'),
    ],
)
def test_everything(outer, inner):
    """Scale trees, pairs, tendons, equalities, actuators, sensors, keyframes and assets, in one frame or two."""
    check(everything(outer, inner))


BODY = '<body pos="1 2 3" {0}><freejoint/><geom {1}/></body>'
ALLOWED = {
    "box": BODY.format("", 'type="box" size="0.1 0.2 0.3"'),
    "quarter turns": BODY.format('euler="90 0 0"', 'type="box" size="0.1 0.2 0.3" euler="0 90 0" pos="0.1 0.2 0.3"'),
    "nearly aligned": BODY.format("", 'type="box" size="0.1 0.2 0.3" euler="0 0 1.9"'),
    "ellipsoid": BODY.format("", 'type="ellipsoid" size="0.1 0.2 0.3" euler="0 90 0"'),
    "plane and height field": '<geom type="plane" size="1 2 3"/><geom type="hfield" hfield="h"/>',
    "mesh": BODY.format("", 'type="mesh" mesh="m"') + '<geom type="mesh" mesh="m" pos="1 0 0"/>',
    "turned mesh": BODY.format("", 'type="mesh" mesh="m" euler="30 0 0"'),
    "turned body": BODY.format('euler="10 20 30"', 'type="mesh" mesh="m"'),
    "fitted box": BODY.format("", 'type="box" mesh="m"'),
    "inertia": '<body pos="1 2 3" euler="10 20 30"><freejoint/><inertial pos="0.1 0.2 0.3" mass="2" '
    'diaginertia="1 1.2 1.3" euler="40 20 10"/></body>',
    "full inertia": '<body><freejoint/><inertial pos="0.1 0.2 0.3" mass="2" '
    'fullinertia="1 1.2 1.3 0.1 0.05 0"/></body>',
    "sites": '<site size="0.1 0.2 0.3" type="box"/><site size="0.1 0.2 0.3"/><site type="capsule" size="0.1 0.2"/>'
    '<site type="cylinder" size="0.1 0.2" euler="30 0 0"/><site type="ellipsoid" size="0.1 0.2 0.3" euler="0 50 0"/>'
    '<site type="capsule" size="0.1" fromto="0 0 0 0 1 1"/><site type="mesh" mesh="m"/>',
    "joints": '<body><joint axis="1 0 0"/><geom type="box" size="0.1 0.2 0.3"/></body><body><joint axis="0 1 0" '
    'type="slide" range="0 1"/><geom type="box" size="0.1 0.2 0.3"/></body>'
    '<body><joint type="ball"/><geom type="box" size="0.1 0.2 0.3"/></body>',
    "lengths": '<body><freejoint/><geom type="box" size="0.1 0.2 0.3" margin="0.1" friction="1 0.1 0.1" density="3" '
    'shellinertia="true" surfacevel="1 2 3 4 5 6"/><camera pos="1 1 1" ipd="0.1"/></body>',
    "nested": f'<frame euler="0 0 90"><frame scale="1 2 1" {GEOMETRY}>'
    + BODY.format("", 'type="box" size="0.1 0.2 0.3" pos="0.1 0.2 0.3"')
    + "</frame></frame>",
    "nested and skew": f'<frame euler="0 0 30"><frame scale="1 2 1" {GEOMETRY}>'
    + BODY.format("", 'type="mesh" mesh="m"')
    + "</frame></frame>",
}


@pytest.mark.parametrize("content", ALLOWED.values(), ids=ALLOWED)
def test_stretched(content):
    """Stretch shapes, inertias, sites and joints along three axes, and meshes along any."""
    check(scaled(content, STRETCH))


@pytest.mark.parametrize(
    ("shape", "scale"),
    [
        ('type="capsule" size="0.1 0.2"', "2 2 3"),
        ('type="capsule" size="0.1" fromto="0 0 0.1 0 0 0.5"', "2 2 3"),
        ('type="cylinder" size="0.1" fromto="0 0 0.1 0.5 0 0.1"', "2 3 3"),
    ],
)
def test_round_shapes(shape, scale):
    """Stretch capsules and cylinders along their axes."""
    check(scaled(BODY.format("", shape), f'scale="{scale}" {GEOMETRY}'))


@pytest.mark.parametrize("mesh", ["", 'inertia="shell"', 'inertia="exact"', 'scale="2 1 -1" refpos="0.1 0 0"'])
def test_meshes(mesh):
    """Scale a mesh that is shown at three scales, whatever its inertia is; the first scale has its name."""
    shown = BODY.format("", 'type="mesh" mesh="m"')
    xml = scaled(f'{shown}<frame scale="4">{shown}{shown}</frame>', 'scale="2" massscale="5"', mesh)
    check(xml)
    model = corten.load_model_from_string(xml)
    assert [model.name("mesh", i) for i in range(model.nmesh)] == ["m", "other", "m@1"]


WORLDS = {
    "replicas": '<frame scale="2"><replicate count="3" offset="0.1 0.2 0.3" euler="0 0 10"><body pos="1 0 0">'
    '<freejoint/><geom size="0.1"/></body></replicate></frame><replicate count="2" offset="1 0 0">'
    '<frame scale="3" pos="0 0 1"><body pos="1 0 0"><freejoint/><geom size="0.1"/></body></frame></replicate>',
    "attached frame": '<frame name="f" scale="2" pos="1 0 0"><body name="b" pos="1 0 0"><freejoint/><geom size="0.1"/>'
    '</body></frame><frame scale="3"><attach frame="f" prefix="p"/></frame>',
}


@pytest.mark.parametrize("world", WORLDS.values(), ids=WORLDS)
def test_copies(world):
    """Scale replicas and attached frames."""
    check(f"<mujoco><worldbody>{world}</worldbody></mujoco>")


def test_fused_bodies():
    """Fuse static bodies after they were scaled."""
    check(
        """<mujoco><compiler fusestatic="true"/><worldbody><frame scale="2" pos="1 0 0"><body pos="1 0 0"><freejoint/>
        <geom size="0.1"/><body pos="0 0 1"><geom size="0.2"/></body></body></frame></worldbody></mujoco>"""
    )


SKIN = """<mujoco><worldbody><frame scale="2" pos="1 0 0"><body name="b"><freejoint/><geom size="0.1"/></body>{0}
</frame>{1}</worldbody><asset><skin name="s" vertex="0 0 0 1 0 0 0 1 0" face="0 1 2" inflate="0.1"><bone body="b"
bindpos="1 1 1" bindquat="1 0 0 0" vertid="0 1 2" vertweight="1 1 1"/><bone body="c" bindpos="1 1 1" bindquat="1 0 0 0"
vertid="0" vertweight="1"/></skin></asset></mujoco>"""
OTHER = '<body name="c" pos="1 0 0"><freejoint/><geom size="0.1"/></body>'


def test_skins():
    """Scale a skin with its bones."""
    check(SKIN.format(OTHER, ""))


COMP = (
    '<body name="h" pos="1 0 0" euler="0 0 90"><flexcomp name="f" type="grid" mass="1" {0}><pin id="0"/></flexcomp>'
    "</body>"
)
CLOTH = (
    'dim="2" count="3 3 1" spacing=".1 .1 .1" radius=".01" pos="1 2 3"><elasticity young="1e4" thickness=".01" '
    'elastic2d="both"/><contact margin=".01" gap=".002" friction="1 .02 .01"/'
)
FLEXES = {
    "cloth": COMP.format(CLOTH),
    "block": COMP.format('dim="3" dof="trilinear" count="3 3 3" spacing=".1 .1 .1"><elasticity young="1e4"/'),
    "edges": COMP.format('dim="1" count="3 1 1" spacing=".1 .1 .1"><edge equality="true" solimp=".9 .9 .02"/'),
    "springs": COMP.format('dim="1" count="3 1 1" spacing=".1 .1 .1"><edge stiffness="10" damping="2"/'),
    "rod": COMP.format('dim="1" count="4 1 1" spacing=".1 .1 .1" radius=".01"><elasticity young="1e4" shear="3"/'),
    "ribbon": COMP.format(
        'dim="1" count="4 1 1" spacing=".1 .1 .1"><elasticity young="1e4" section="box" sectionsize=".01 .02"/'
    ),
    "in the world": COMP.format(CLOTH).replace('<body name="h" pos="1 0 0" euler="0 0 90">', "").replace("</body>", ""),
}


@pytest.mark.parametrize("scale", ['scale="2"', f'scale="2" massscale="3" {GEOMETRY}', f'scale="2 1 3" {GEOMETRY}'])
@pytest.mark.parametrize("content", FLEXES.values(), ids=FLEXES)
def test_flexes(content, scale):
    """Scale flexes of bodies that a frame scales: places, radii, contacts, moduli and what follows from them."""
    check(scaled(content, scale))


YIELD = 'spacing=".1 .1 .1" radius=".01"><elasticity young="1e4" thickness=".01" {0}/'
YIELDING = {
    "sheet": COMP.format('dim="2" count="3 3 1" ' + YIELD.format('elastic2d="both" yield=".01"')),
    "sheet that stretches": COMP.format('dim="2" count="3 3 1" ' + YIELD.format('elastic2d="both" yield=".01 0"')),
    "sheet that bends": COMP.format('dim="2" count="3 3 1" ' + YIELD.format('elastic2d="bend" yield="0 .01"')),
    "solid": COMP.format('dim="3" count="2 2 2" ' + YIELD.format('yield=".01"')),
    "cells": COMP.format('dim="3" dof="trilinear" count="3 3 3" ' + YIELD.format('yield=".01"')),
    "rod": COMP.replace('<pin id="0"/>', "").format('dim="1" count="4 1 1" ' + YIELD.format("")),
}


@pytest.mark.parametrize(
    "scale",
    ['scale="2"', 'massscale="3"', 'scale=".3" massscale="5"', f'scale="2" massscale="3" {GEOMETRY}', STRETCH],
)
@pytest.mark.parametrize("content", YIELDING.values(), ids=YIELDING)
def test_keys_of_flexes_that_yield(content, scale):
    """Scale what keyframes hold of deformations: behind those of a joint, of flexes with one unit, two or none."""
    joint = '<body><joint springyield=".1" stiffness="1" {0}/><geom type="box" size=".1 .1 .1"/></body>'
    text = scaled(joint.format("") + joint.format('type="slide"') + content, scale)
    numbers = " ".join(f"{0.01 * (i + 1):.2f}" for i in range(oracle.load_mujoco(text).nplastic))
    check(text.replace("</worldbody>", f'</worldbody><keyframe><key/><key plastic="{numbers}"/></keyframe>'))


SLIDES = '<inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>' + "".join(
    f'<joint type="slide" axis="{axis}"/>' for axis in ("1 0 0", "0 1 0", "0 0 1")
)
VERTICES = [
    f'<body name="{name}" pos="{pos}">{SLIDES}</body>'
    for name, pos in zip("abc", ("0 0 0", "1 0 0", "0 1 0"), strict=True)
]


@pytest.mark.parametrize(
    "world",
    [
        f'<frame scale="2">{VERTICES[0]}<frame scale="3">{VERTICES[1]}{VERTICES[2]}</frame></frame>',
        f'<frame scale="2">{VERTICES[0]}</frame><frame scale="2">{VERTICES[1]}{VERTICES[2]}</frame>',
        f'<frame scale="2">{"".join(VERTICES)}</frame>',
    ],
)
def test_a_flex_in_several_frames(world):
    """Take what is of the whole flex from the lowest frame that holds all of it."""
    flex = (
        '<flex name="f" dim="2" body="a b c" vertex=".1 0 0 .2 0 0 .3 .1 0" element="0 1 2"><edge damping="1"/></flex>'
    )
    check(f"<mujoco><worldbody>{world}</worldbody><deformable>{flex}</deformable></mujoco>")


ACTUATED = """<mujoco><asset><mesh name="p" builtin="plate" params="3 3"/></asset><worldbody><frame scale="2">
<geom name="g" type="mesh" mesh="p" contype="0" conaffinity="0"/><body><joint name="h"/><geom size="0.1"/></body>
</frame></worldbody>{0}</mujoco>"""
SPHERE = BODY.format("", 'size="0.1"')
REFUSED = [
    (scaled(SPHERE, 'scale="-1"'), "scale is -1 -1 -1; its numbers must be positive"),
    (scaled(SPHERE, 'scale="1 0 1"'), "scale is 1 0 1; its numbers must be positive"),
    (scaled(SPHERE, 'massscale="-1"'), "massscale is -1; it must be finite"),
    (scaled(SPHERE, 'scale="1 2 3"'), 'scale is 1 2 3; three different numbers need scaling="geometry"'),
    (scaled(SPHERE, STRETCH), "a frame stretches this sphere"),
    (scaled(BODY.format("", 'type="box" size="1 1 1" euler="0 0 5"'), STRETCH), "axes are not those of the frame"),
    (scaled(BODY.format("", 'type="capsule" size="1 1"'), STRETCH), "unequally across its axis"),
    (scaled('<body><joint axis="1 1 0"/><geom type="box" size="1 1 1"/></body>', STRETCH), "stretches its axis"),
    (SKIN.format("", OTHER), "its bones have different scales"),
    (ACTUATED.format('<sensor><tactile geom="g" mesh="p"/></sensor>'), "a tactile sensor cannot be scaled"),
    (ACTUATED.format('<actuator><general joint="h" gaintype="user"/></actuator>'), "of type user cannot be scaled"),
    (
        ACTUATED.format('<actuator><dcmotor joint="h" motorconst="1" resistance="1"/></actuator>'),
        "of type dcmotor cannot be scaled",
    ),
]


@pytest.mark.parametrize(("xml", "told"), REFUSED)
def test_refusals(xml, told):
    """Refuse scales that are none, and what cannot be scaled, as the oracle does, with file and line."""
    assert oracle.load_error(xml) is not None
    with pytest.raises(ModelError, match=r"^line \d") as refused:
        corten.load_model_from_string(xml)
    assert told in str(refused.value)


@pytest.mark.parametrize("number", ["1e-300", "1e-100", "1e-31", "1e31", "1e155", "1e308"])
def test_scales_beyond_all_numbers(number):
    """Refuse factors whose powers overflow, alone and of nested frames together."""
    for outer, inner in ((f'scale="{number}"', ""), ('massscale="2"', f'scale="{number}" {GEOMETRY} massscale="1"')):
        with pytest.raises(ModelError, match="lengths are scaled by"):
            corten.load_model_from_string(everything(outer, inner))
    with pytest.raises(ModelError, match=r"(lengths|masses) are scaled by"):
        corten.load_model_from_string(everything(f'scale="{number} 1 1" {GEOMETRY} massscale="1e200"'))


def test_motion_is_similar():
    """Move like the original in gravity divided by the scale, lengths multiplied."""
    body = """<body pos="0 0 0.3"><joint name="h" axis="0 1 0" damping="0.1" armature="0.01"/>
      <geom type="capsule" fromto="0 0 0 0 0 -0.5" size="0.05"/><body pos="0 0 -0.5"><joint name="s" type="slide"
      stiffness="30" damping="1"/><geom size="0.1"/></body></body>"""
    rest = """<actuator><position joint="h" kp="10" kv="1"/><motor joint="s" gear="3"/></actuator>"""
    xml = "<mujoco><option gravity='0 0 {0}'/><worldbody>{1}</worldbody>" + rest + "</mujoco>"
    small = corten.load_model_from_string(xml.format(-9.81 / 2, body))
    large = corten.load_model_from_string(xml.format(-9.81, f'<frame scale="2" massscale="7">{body}</frame>'))
    a, b = small.make_data(), large.make_data()
    a.ctrl[:] = b.ctrl[:] = 0.5, 1
    corten.step(small, a, 300)
    corten.step(large, b, 300)
    assert abs(a.qpos[0]) > 0.01 and abs(a.qpos[1]) > 0.01
    assert np.allclose(b.qpos, a.qpos * (1, 2), rtol=0, atol=TRAJECTORY)


def test_spec_keeps_what_was_written():
    """Leave the spec as it is: it compiles again to the same model, to another with another scale, and is written."""
    spec = corten.Spec.from_string(scaled(SPHERE, f'scale="2" {GEOMETRY} massscale="3"'))
    first, text = spec.compile(), spec.to_xml()
    assert ' scale="2' in text and GEOMETRY in text and 'massscale="3"' in text
    again = corten.Spec.from_string(text).compile()
    frame = next(element for element in spec.root.walk() if element.tag == "frame")
    frame.scale = 0.5
    other = spec.compile()
    frame.scale = 2
    for model in (again, spec.compile()):
        assert np.array_equal(model.geom_size, first.geom_size) and np.array_equal(model.body_mass, first.body_mass)
    assert np.allclose(other.geom_size * 4, first.geom_size)
