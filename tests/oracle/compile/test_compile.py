"""Every constant of a compiled model against the oracle's."""

import re
from pathlib import Path

import pytest

import corten
from corten.compile import load_model_from_string
from support import oracle
from support.compile_scenes import SCENES
from support.differences import differences
from support.random_mjcf import random_model

BUNDLED = sorted((Path(corten.__file__).parent / "models").glob("*.xml"))

# what corten reads in <custom> and MuJoCo leaves alone: the muscles of Hill's model have a state of their own
EXTENSION = re.compile(r'<text name="corten\.[^>]*/>')


@pytest.mark.parametrize("name", SCENES)
def test_scene_compiles_to_the_same_constants(name):
    """Agree with the oracle in all sizes, names and fields of a scene."""
    assert differences(load_model_from_string(SCENES[name]), oracle.load_both(SCENES[name])[2]) == {}


@pytest.mark.parametrize("path", BUNDLED, ids=lambda path: path.stem)
@pytest.mark.filterwarnings("ignore::corten.errors.UnbuiltFeatureWarning")
def test_bundled_model_compiles_to_the_same_constants(path):
    """Agree with the oracle in all sizes, names and fields of a model of the package, without what is ours alone."""
    xml = EXTENSION.sub("", path.read_text())
    assert differences(load_model_from_string(xml), oracle.load_both(xml)[2]) == {}


@pytest.mark.parametrize("seed", range(100, 130))
def test_random_model_compiles_to_the_same_constants(seed):
    """Agree with the oracle in all sizes, names and fields of trees of 1 to 200 dofs, bushy and long."""
    xml = random_model(
        seed,
        ndof=(1, 2, 6, 13, 27, 50, 90, 200)[seed % 8],
        chain=(seed - 100) / 29,
        polynomial=seed % 2 == 0,
        gravcomp=seed % 3 == 0,
        fluid=seed % 4 == 0,
        cameras=True,
        lights=True,
        mocap=seed % 3,
    )
    assert differences(load_model_from_string(xml), oracle.load_both(xml)[2]) == {}


@pytest.mark.parametrize(
    "world",
    [
        '<body quat="0 0 0 0"><geom size=".1"/></body>',
        '<body><joint axis="0 0 0"/><geom size=".1"/></body>',
        '<body><joint limited="true"/><geom size=".1"/></body>',
        '<body><joint springdamper="1 0"/><geom size=".1"/></body>',
        '<body><joint type="ball" range="1 2"/><geom size=".1"/></body>',
        "<body><joint/></body>",
        '<body><joint/><inertial pos="0 0 0" mass="1"/></body>',
        '<body><inertial pos="0 0 0" mass="1" diaginertia="1 1 3"/></body>',
        '<body><inertial pos="0 0 0" mass="1" fullinertia="1 1 -1 0 0 0"/></body>',
        '<body><inertial pos="0 0 0" mass="1" diaginertia="1 1 1" fullinertia="1 1 1 0 0 0"/></body>',
        '<body><body><freejoint/><geom size=".1"/></body></body>',
        '<body><freejoint/><joint/><geom size=".1"/></body>',
        '<body><freejoint/><freejoint/><geom size=".1"/></body>',
        '<body><joint type="ball"/><joint/><geom size=".1"/></body>',
        '<body><joint type="ball"/><joint type="slide"/><joint type="ball"/><geom size=".1"/></body>',
        "<body>" + '<joint type="slide"/>' * 7 + '<geom size=".1"/></body>',
        '<body mocap="true"><joint/><geom size=".1"/></body>',
        '<body><body mocap="true"/></body>',
        '<joint/><geom size=".1"/>',
        '<geom size="0"/>',
        '<geom type="box" size=".1 .2"/>',
        '<geom type="plane" size="1 1"/>',
        '<body><joint/><geom size=".1"/><geom type="plane" size="1 1 1"/></body>',
        '<geom size=".1" condim="2"/>',
        '<body><geom size=".1" mass="-1"/></body>',
        '<body><geom size=".1" density="-1"/></body>',
        '<geom size=".1" fromto="0 0 0 0 0 1"/>',
        '<geom type="capsule" size=".1" fromto="0 0 0 0 0 0"/>',
        '<geom type="capsule" size=".1" fromto="0 0 0 0 0 1" pos="0 0 1"/>',
        '<geom size=".1" axisangle="0 0 0 1"/>',
        '<geom size=".1" xyaxes="1 0 0 2 0 0"/>',
        '<geom size=".1" zaxis="0 0 0"/>',
        '<site type="plane" size="1 1 1"/>',
        '<site type="box" size="0 1 1"/>',
        '<camera fovy="180"/>',
        '<camera focal="1 1"/>',
        '<camera sensorsize="1 1" resolution="0 3"/>',
        '<light dir="0 0 0"/>',
        '<light softness="2"/>',
        '<body sleep="never"><geom size=".1"/></body>',
        '<body><freejoint/><geom size=".1"/><body sleep="never"><joint/><geom size=".1"/></body></body>',
    ],
)
def test_what_the_oracle_refuses_is_refused(world):
    """Refuse each of these models, as the oracle does."""
    xml = f"<mujoco><worldbody>{world}</worldbody></mujoco>"
    assert oracle.load_error(xml) is not None
    with pytest.raises(corten.ModelError):
        load_model_from_string(xml)


@pytest.mark.parametrize(
    "rest",
    [
        "<actuator><motor/></actuator>",
        '<actuator><motor joint="nobody"/></actuator>',
        '<actuator><motor joint="j" ctrllimited="true"/></actuator>',
        '<actuator><motor joint="j" forcelimited="true" forcerange="1 0"/></actuator>',
        '<keyframe><key qpos="1 2"/></keyframe>',
        '<keyframe><key qvel="1 2"/></keyframe>',
        '<keyframe><key ctrl="1"/></keyframe>',
        '<keyframe><key act="1"/></keyframe>',
        '<keyframe><key name="a"/><key name="a"/></keyframe>',
        '<custom><numeric name="n"/></custom>',
        '<custom><numeric name="n" size="1" data="1 2"/></custom>',
        '<custom><tuple name="t"/></custom>',
        '<custom><tuple name="t"><element objtype="body" objname="nobody"/></tuple></custom>',
        '<size nuser_body="1"/><worldbody><body user="1 2"/></worldbody>',
        '<compiler autolimits="false"/><worldbody><body><joint range="0 1"/><geom size=".1"/></body></worldbody>',
        '<asset><material rgba="1 0 0 1"/></asset>',
        '<asset><texture type="2d" builtin="flat" width="8" height="8"/></asset>',
    ],
)
def test_what_the_oracle_refuses_elsewhere_is_refused(rest):
    """Refuse each of these sections beside a pendulum, as the oracle does."""
    world = '<worldbody><body><joint name="j"/><geom size=".1" pos="1 0 0"/></body></worldbody>'
    xml = f"<mujoco>{world}{rest}</mujoco>"
    assert oracle.load_error(xml) is not None
    with pytest.raises(corten.ModelError):
        load_model_from_string(xml)
