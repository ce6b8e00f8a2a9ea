"""Kinematics stages against MuJoCo, each alone."""

import numpy as np
import pytest

from corten.stages.kinematics import place_bodies, place_cameras, place_geoms, place_lights, place_sites
from support import oracle, tolerance
from support.isolated import check_alone, compare, random_scene, run_alone, scene

STAGES = (place_bodies, place_geoms, place_sites, place_cameras, place_lights)
SEEDS = range(30)

TREES = {
    "empty": "",
    "hinge": '<body pos="1 2 3" quat="1 2 3 4"><joint axis="1 2 3" pos=".1 .2 .3" ref=".4"/><geom size=".1"/></body>',
    "slide": '<body pos="1 2 3" quat="4 3 2 1"><joint type="slide" axis="1 2 3" ref="-1"/><geom size=".1"/></body>',
    "ball": '<body pos="1 2 3" quat="1 0 1 0"><joint type="ball" pos=".3 .2 .1"/><geom size=".1" pos="0 0 .1"/></body>',
    "free": '<body pos="1 2 3" euler="10 20 30"><freejoint/><geom type="box" size=".1 .2 .3" pos=".1 0 0"/></body>',
    "several joints": """
      <body pos="0 1 0">
        <joint type="slide" axis="1 0 0" pos=".1 0 0"/><joint axis="0 1 0" pos="0 .1 0" ref=".3"/>
        <joint axis="1 0 1"/><joint type="ball" pos="0 0 .1"/><geom type="capsule" size=".1 .2"/>
      </body>""",
    "chain": """
      <body pos="0 0 1"><freejoint/><geom size=".1"/>
        <body pos="1 0 0" quat="1 1 0 0"><joint type="ball"/><geom size=".1"/>
          <body pos="0 1 0" quat="0 1 0 0"><joint axis="0 1 0" pos="0 0 .5"/><geom size=".1" pos="0 0 1"/>
            <body pos="0 0 1"><joint type="slide" axis="1 1 1"/><geom size=".1"/></body></body></body></body>""",
    "static": """
      <body pos="1 2 3" quat="1 2 3 4"><geom size=".1"/><site pos=".1 .2 .3" quat="4 3 2 1"/>
        <body pos="-1 2 0" euler="30 0 0"><geom type="box" size=".1 .2 .3" euler="10 20 30"/><site/></body></body>""",
    "mocap": """
      <body mocap="true" pos="1 2 3" quat="1 2 3 4"><geom size=".1" pos=".1 0 0"/><site/>
        <body pos="0 0 1" euler="10 20 30"><geom type="box" size=".1 .2 .3"/></body></body>
      <body mocap="true"><geom size=".1"/></body>
      <body><joint/><geom size=".1"/></body>""",
    "same frames": """
      <body pos="1 2 3"><joint axis="1 0 1"/><inertial pos="0 0 0" mass="1" diaginertia="1 2 2"/>
        <geom size=".1"/><geom type="box" size=".1 .2 .3" pos="0 0 1"/><site/><site pos="1 0 0"/></body>
      <body pos="3 2 1"><joint axis="0 0 1"/><inertial pos="1 2 3" euler="0 40 0" mass="1" diaginertia="1 2 2"/>
        <geom size=".1" pos="1 2 3" euler="0 40 0"/><geom size=".1" euler="0 40 0"/><site pos="1 2 3" euler="0 40 0"/>
        <site euler="0 40 0"/><site pos="1 2 3" euler="1 2 3"/></body>""",
}


def model_of(tree: str) -> str:
    return f"<mujoco><worldbody>{tree}</worldbody></mujoco>"


@pytest.mark.parametrize("stage", STAGES[:3], ids=lambda stage: stage.__name__)
@pytest.mark.parametrize("tree", TREES.values(), ids=TREES.keys())
def test_stage_on_small_trees(tree, stage):
    """Agree with MuJoCo where one feature is shown at a time."""
    for seed in range(3):
        _, mjd, model, data = scene(model_of(tree), seed)
        check_alone(stage, mjd, model, data)


@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: stage.__name__)
@pytest.mark.parametrize("seed", SEEDS)
def test_stage_on_random_models(seed, stage):
    """Agree with MuJoCo on trees of 1 to 200 dofs."""
    _, mjd, model, data = random_scene(seed, cameras=True, lights=True, mocap=seed % 3)
    check_alone(stage, mjd, model, data)


def test_same_frames_are_all_met():
    """Show every kind of coincidence between the frames of geoms, sites, bodies and inertias."""
    mjm, *_ = scene(model_of(TREES["same frames"]))
    assert set(mjm.geom_sameframe) | set(mjm.site_sameframe) == {0, 1, 2, 3, 4}
    assert set(mjm.body_sameframe[1:]) == {0, 1}


@pytest.mark.parametrize("length", [0.0, 1e-20, 1e-3, 1.0, 50.0])
def test_quaternions_of_any_length_are_normalised_on_the_way(length):
    """Take only the direction of quaternions in qpos and mocap_quat, none for a vanishing one, and leave them alone."""
    tree = '<body><freejoint/><geom size=".1"/></body><body><joint type="ball"/><geom size=".1"/></body>'
    mjm, mjd, model, data = scene(model_of(tree + '<body mocap="true"><geom size=".1"/></body>'))
    for quat in (mjd.qpos[3:7], mjd.qpos[7:11], mjd.mocap_quat[0]):
        quat *= length / np.linalg.norm(quat)
    qpos, mocap_quat = mjd.qpos.copy(), mjd.mocap_quat.copy()
    oracle.forward(mjm, mjd)
    check_alone(place_bodies, mjd, model, data)
    np.testing.assert_array_equal(mjd.qpos, qpos)
    np.testing.assert_array_equal(data.qpos, qpos)
    np.testing.assert_array_equal(data.mocap_quat, mocap_quat)


def test_edited_offsets_are_normalised():
    """Normalise a body_quat that was changed to another length after compilation, as MuJoCo does."""
    mjm, mjd, model, data = scene(model_of(TREES["static"]))
    mjm.body_quat[:] *= 1.7
    model.body_quat[:] *= 1.7
    oracle.forward(mjm, mjd)
    check_alone(place_bodies, mjd, model, data)


@pytest.mark.parametrize("angle", [1e-9, 3.0, 1e3, 1e5, 1e6, 1e15])
def test_hinges_turn_by_any_angle(angle):
    """Keep the full accuracy for hinges that have turned many times; one far angle does not spoil the others."""
    mjm, mjd, model, data = scene(model_of(TREES["hinge"] * 5))
    mjd.qpos[2] = angle
    oracle.forward(mjm, mjd)
    check_alone(place_bodies, mjd, model, data, tolerance.EXACT)


VIEWS = """
<mujoco>
  <worldbody>
    <body name="a" pos="0 0 1"><freejoint/><geom size=".1"/>
      <camera mode="{mode}" pos="1 2 3" quat="1 2 3 4" {target}/><light mode="{mode}" pos="1 2 3" dir="1 2 3" {target}/>
      <body name="b" pos=".5 0 0"><joint axis="0 1 0"/><geom size=".1" pos="0 0 1"/></body></body>
    <camera mode="{mode}" pos="3 2 1" {target}/><light mode="{mode}" pos="3 2 1" {target}/>
  </worldbody>
</mujoco>
"""


@pytest.mark.parametrize("mode", ["fixed", "track", "trackcom", "targetbody", "targetbodycom"])
@pytest.mark.parametrize("stage", [place_cameras, place_lights], ids=lambda stage: stage.__name__)
def test_cameras_and_lights_follow_their_mode(stage, mode):
    """Agree with MuJoCo in every tracking mode, on a moving body and on the world."""
    target = 'target="b"' if mode.startswith("target") else ""
    _, mjd, model, data = scene(VIEWS.format(mode=mode, target=target))
    check_alone(stage, mjd, model, data)


def test_camera_that_looks_straight_down():
    """Choose MuJoCo's frame where the level direction is undefined."""
    xml = """<mujoco><worldbody><body name="a" pos="1 1 0"><geom size=".1"/></body>
      <camera mode="targetbody" target="a" pos="1 1 5"/><camera mode="targetbody" target="a" pos="1 1 0"/>
      </worldbody></mujoco>"""
    _, mjd, model, data = scene(xml)
    check_alone(place_cameras, mjd, model, data)


def test_frames_are_rotations():
    """Give orthonormal matrices, also at the end of long chains."""
    _, mjd, model, data = random_scene(8)
    run_alone(place_bodies, mjd, model, data)
    for name in ("xmat", "ximat"):
        matrices = getattr(data, name).reshape(-1, 3, 3)
        compare(
            name, matrices @ matrices.transpose(0, 2, 1), np.broadcast_to(np.eye(3), matrices.shape), tolerance.EXACT
        )
