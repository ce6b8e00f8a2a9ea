"""What options show, beside MuJoCo's abstract scenes: shapes, lines and labels, one for one."""

import itertools
from collections import Counter

import numpy as np
import pytest

import corten
import corten.compat.mujoco as mujoco
from corten.scene.labels import Labels
from corten.scene.lines import Lines
from corten.scene.options import Frame, Label, SceneOption, VisFlag
from corten.scene.scene import make_scene
from corten.scene.shapes import Shapes
from support import oracle

SCENE = """
<mujoco>
  <asset><mesh name="ball" builtin="sphere" params="2"/></asset>
  <worldbody>
    <light name="lamp" pos="0 0 2"/>
    <geom type="plane" size="2 2 .1"/>
    <body pos="0 0 .09"><freejoint/><geom type="box" size=".2 .2 .1" mass="3"/>
      <geom type="sphere" size=".1" pos="0 .2 0"/><geom type="capsule" size=".05 .1" pos=".3 0 .1"/></body>
    <body pos="0 0 .27"><freejoint/><geom name="top" type="box" size=".2 .2 .1" mass="3"/></body>
    <body pos="-1.5 0 .95"><freejoint/><geom type="mesh" mesh="ball"/></body>
    <body name="a" pos="1 0 .5">
      <joint name="hinge" axis="0 1 0"/><geom type="capsule" size=".05 .2"/>
      <site name="eye" pos="0 0 .1"/><site pos=".1 0 .3" name="end"/>
      <body name="b" pos="0 0 .4"><joint name="slide" type="slide"/><geom type="sphere" size=".1"/></body>
      <body pos=".4 0 0"><joint name="ball" type="ball"/><geom type="ellipsoid" size=".1 .05 .05"/></body>
    </body>
    <site name="wall" pos="1 1 1"/>
    <camera name="front" pos="0 -3 1" xyaxes="1 0 0 0 .3 1" resolution="4 3"/>
    <camera name="flat" pos="-1 0 1" resolution="3 3" projection="orthographic" fovy="1"/>
    <camera name="lens" pos="-1 0 1" resolution="3 2" sensorsize=".01 .008" focal=".01 .01" principal=".001 0"/>
    <camera name="plain" pos="-1 0 1"/>
  </worldbody>
  <tendon><spatial name="rope" limited="true" range="0 .9"><site site="end"/><site site="wall"/></spatial></tendon>
  <equality><connect body1="a" body2="b" anchor="0 0 .2"/></equality>
  <actuator>
    <motor joint="hinge" ctrlrange="-1 1" ctrllimited="true"/><motor joint="slide"/><motor tendon="rope"/>
  </actuator>
  <sensor>
    <rangefinder camera="front" data="dist point normal"/><rangefinder camera="flat"/>
    <rangefinder camera="lens" data="point"/><rangefinder site="eye" data="dist dir origin point normal depth"/>
  </sensor>
</mujoco>
"""

CTRL, FORCE = 0.5, 30.0

# MuJoCo's types of lines, boxes of lines, labels and triangles
LINE, LINEBOX, LABEL, TRIANGLE = 103, 104, 107, 108

# what is compared of shapes
COLUMNS = ("type", "category", "objtype", "objid", "pos", "rgba")

# digits that are compared: MuJoCo keeps scenes in single precision
DIGITS = 3

ALL = (VisFlag.JOINT, VisFlag.ACTUATOR, VisFlag.CAMERA, VisFlag.LIGHT, VisFlag.CONSTRAINT, VisFlag.CONTACTPOINT)


@pytest.fixture(scope="module")
def scene():
    """Return a model and its data with forces, contacts, limits and islands."""
    model = corten.load_model_from_string(SCENE)
    data = model.make_data()
    data.ctrl[:], data.xfrc_applied[1, 2] = CTRL, FORCE
    corten.forward(model, data)
    return model, data


def ours(scene, option: SceneOption) -> tuple[Shapes, Lines, Labels]:
    """Return shapes without triangles, lines and labels."""
    shown = make_scene(*scene, option)
    assert scene[0].nbody == 7
    return shown.shapes.take(shown.shapes.type != TRIANGLE), shown.lines, shown.labels


def key(*numbers) -> tuple:
    """Return numbers that can be compared."""
    return tuple((np.round(np.concatenate([np.ravel(part) for part in numbers]).astype(float), DIGITS) + 0.0).tolist())


def check(scene, **words) -> int:
    """Compare a scene of both; return how many lines it has."""
    option = SceneOption(**{name: value for name, value in words.items() if name != "flags"})
    option.flags[list(words["flags"])] = 1
    theirs = oracle.abstract_scene(SCENE, CTRL, FORCE, **words)
    shapes, lines, labels = ours(scene, option)
    solid = [geom for geom in theirs if geom["type"] not in (LINE, LINEBOX, LABEL, TRIANGLE)]
    assert Counter(map(key, *(getattr(shapes, word) for word in COLUMNS))) == Counter(
        key(*(geom[word] for word in COLUMNS)) for geom in solid
    )
    assert Counter(map(key, lines.start, lines.rgba, lines.objtype)) == Counter(
        itertools.chain.from_iterable(starts(geom) for geom in theirs)
    )
    assert Counter(zip(labels.text, map(key, labels.pos), strict=True)) == Counter(
        (str(geom["label"]), key(geom["pos"])) for geom in theirs if str(geom["label"])
    )
    return len(lines)


def starts(geom: dict) -> list[tuple]:
    """Return where lines of MuJoCo begin, and their colours."""
    if geom["type"] == LINE:
        return [key(geom["pos"], geom["rgba"], geom["objtype"])]
    if geom["type"] != LINEBOX:
        return []
    # from the lower end of each axis
    corners = [sign for bit in range(3) for sign in itertools.product((-1.0, 1.0), repeat=3) if sign[bit] < 0.0]
    places = geom["pos"] + (np.array(corners) * geom["size"]) @ geom["mat"].reshape(3, 3).T
    return [key(place, geom["rgba"], geom["objtype"]) for place in places]


@pytest.mark.parametrize("flag", [flag for flag in VisFlag if flag != VisFlag.SDFITER])
def test_flag_shows_what_mujoco_shows(scene, flag):
    """Show the shapes and lines that MuJoCo shows with each flag, at their places and in their colours."""
    check(scene, flags=[flag])


@pytest.mark.parametrize("label", list(Label))
def test_labels_are_mujocos(scene, label):
    """Write the texts that MuJoCo writes, at their places."""
    check(scene, flags=(*ALL, VisFlag.CONTACTFORCE), label=int(label))


@pytest.mark.parametrize("frame", list(Frame))
def test_frames_are_mujocos(scene, frame):
    """Show the frames that MuJoCo shows."""
    check(scene, flags=ALL, frame=int(frame))


def test_islands_have_mujocos_colours(scene):
    """Paint bodies, tendons and contacts in the colours of their islands."""
    check(scene, flags=(VisFlag.ISLAND, VisFlag.CONTACTPOINT))


@pytest.mark.parametrize("flags", [(), ALL, (VisFlag.CONTACTFORCE, VisFlag.INERTIA, VisFlag.CONVEXHULL)])
def test_stand_in_lists_mujocos_geoms(flags):
    """Fill the geoms of an MjvScene with what MuJoCo fills them with: shapes, and the lines of sensors."""
    found, words = [], (*COLUMNS, "size", "mat", "dataid")
    for module in (oracle.bindings(), mujoco):
        model = module.MjModel.from_xml_string(SCENE)
        data = module.MjData(model)
        data.ctrl[:], data.xfrc_applied[1, 2] = CTRL, FORCE
        module.mj_forward(model, data)
        option, scene = module.MjvOption(), module.MjvScene(model, 5000)
        option.flags[list(flags)] = 1
        module.mjv_updateScene(model, data, option, None, module.MjvCamera(), 7, scene)
        geoms = [geom for geom in scene.geoms[: scene.ngeom] if geom.type != TRIANGLE]
        found.append(Counter(key(*(getattr(geom, word) for word in words)) for geom in geoms))
    theirs, own = found
    assert own == theirs


def test_bounding_volumes_are_mujocos(scene):
    """Show the boxes of bodies and meshes at every depth, and more of them the deeper they lie."""
    counts = [check(scene, flags=(VisFlag.BODYBVH, VisFlag.MESHBVH), bvh_depth=depth) for depth in range(5)]
    assert counts == sorted(counts) and counts[4] > counts[0]
