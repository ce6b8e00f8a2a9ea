"""Velocity stages against MuJoCo, each alone."""

import numpy as np
import pytest

from corten.enums import DisableBit
from corten.stages.velocity import applied_wrenches, com_vel, rne, rne_post_constraint, subtree_vel
from support.isolated import check_alone, random_scene, scene

SEEDS = range(30)

MIXED = """
<mujoco>
  <option gravity="1 -2 -9.81"><flag constraint="disable"/></option>
  <worldbody>
    <body pos="0 0 1"><freejoint/><geom size=".1 .2 .3" type="box" pos=".1 0 0"/>
      <body pos=".3 0 0"><joint type="ball" pos="0 .1 0"/><geom size=".1" pos="0 0 .2"/>
        <body pos="0 0 .4"><joint axis="1 1 0"/><joint type="slide" axis="0 1 1"/><geom size=".05 .2" type="capsule"/>
          <body pos="0 0 .4"><geom size=".05"/></body></body></body></body>
    <body mocap="true" pos="1 1 1"><geom size=".1"/></body>
    <body pos="2 0 0"><joint type="slide"/><joint type="ball"/><geom type="ellipsoid" size=".1 .2 .3"/></body>
  </worldbody>
</mujoco>
"""
STAGES = [com_vel, rne, subtree_vel, applied_wrenches, rne_post_constraint]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: stage.__name__)
def test_stage_on_random_models(stage, seed):
    """Agree with MuJoCo on trees of 1 to 200 dofs."""
    _, mjd, model, data = random_scene(seed, mocap=seed % 2)
    check_alone(stage, mjd, model, data)


@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: stage.__name__)
def test_stage_on_a_mixed_tree(stage):
    """Agree with MuJoCo where a free joint, a ball, a hinge, a slide, a welded and a mocap body meet."""
    _, mjd, model, data = scene(MIXED, speed=5.0)
    check_alone(stage, mjd, model, data)


@pytest.mark.parametrize("stage", [rne, rne_post_constraint], ids=lambda stage: stage.__name__)
def test_gravity_can_be_disabled(stage):
    """Leave gravity out of the bias and of body accelerations when its flag says so."""
    _, mjd, model, data = scene(MIXED, flags=DisableBit.GRAVITY)
    check_alone(stage, mjd, model, data)
    assert np.all(mjd.cacc[0] == 0.0)
