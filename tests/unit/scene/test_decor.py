"""What options add to a picture."""

import numpy as np
import pytest

import corten
from corten.enums import ObjectType
from corten.render.content import check_option
from corten.scene.options import Frame
from corten.scene.scene import make_scene

SCENE = """
<mujoco>
  <worldbody>
    <light pos="0 0 2"/>
    <geom type="plane" size="2 2 .1"/>
    <body pos="0 0 .09"><freejoint/><geom type="box" size=".2 .2 .1" mass="3"/></body>
    <body name="a" pos="1 0 .5"><joint name="hinge" axis="0 1 0"/><geom type="capsule" size=".05 .2"/>
      <body name="b" pos="0 0 .4"><joint name="slide" type="slide"/><geom type="sphere" size=".1"/></body>
      <body pos=".4 0 0"><joint name="ball" type="ball"/><geom type="ellipsoid" size=".1 .05 .05"/></body></body>
    <camera name="front" pos="0 -3 1" xyaxes="1 0 0 0 .3 1"/>
    <camera name="other" pos="-1 0 1"/>
  </worldbody>
  <equality><connect body1="a" body2="b" anchor="0 0 .2"/></equality>
  <actuator><motor joint="hinge" ctrlrange="-1 1" ctrllimited="true"/><motor joint="slide"/></actuator>
</mujoco>
"""


@pytest.fixture(scope="module")
def scene():
    """Return a model and its data, in which a box overlaps the floor."""
    model = corten.load_model_from_string(SCENE)
    data = model.make_data()
    data.ctrl[:] = 0.5
    data.xfrc_applied[1, 2] = 30.0
    corten.forward(model, data)
    return model, data


def shown(scene, *flags: corten.VisFlag, frame: Frame = Frame.NONE) -> np.ndarray:
    """Return the kinds of objects that a scene has with some flags."""
    option = corten.SceneOption(frame=frame)
    option.flags[list(flags)] = 1
    check_option(option)
    return make_scene(*scene, option).shapes.objtype


@pytest.mark.parametrize(
    ("flag", "kind"),
    [
        ("JOINT", ObjectType.JOINT),
        ("ACTUATOR", ObjectType.ACTUATOR),
        ("INERTIA", ObjectType.BODY),
        ("CAMERA", ObjectType.CAMERA),
        ("LIGHT", ObjectType.LIGHT),
        ("CONSTRAINT", ObjectType.EQUALITY),
        ("COM", ObjectType.UNKNOWN),
        ("AUTOCONNECT", ObjectType.UNKNOWN),
        ("CONTACTPOINT", ObjectType.UNKNOWN),
        ("CONTACTFORCE", ObjectType.UNKNOWN),
        ("PERTFORCE", ObjectType.UNKNOWN),
    ],
)
def test_flag_shows_its_objects(scene, flag, kind):
    """Show objects of a kind where a flag is on, and none where it is off."""
    assert kind not in shown(scene)
    assert kind in shown(scene, corten.VisFlag[flag])


@pytest.mark.parametrize("frame", [Frame.BODY, Frame.GEOM, Frame.CONTACT, Frame.WORLD])
def test_frames_are_shown(scene, frame):
    """Show the axes of frames."""
    assert ObjectType.UNKNOWN in shown(scene, frame=frame)


def test_what_cannot_be_shown_is_refused(scene):
    """Refuse flags that pictures do not obey, by name."""
    with pytest.raises(corten.UnsupportedFeatureError, match=r"VisFlag\.SDFITER is not supported"):
        shown(scene, corten.VisFlag.SDFITER)


def test_transparent_bodies_let_the_floor_through(scene):
    """Show the floor through bodies that move, where that is asked for."""
    option = corten.SceneOption()
    option.flags[corten.VisFlag.TRANSPARENT] = 1
    plain, clear = (corten.render(*scene, "front", scene_option=given) for given in (None, option))
    assert not np.array_equal(plain, clear)
