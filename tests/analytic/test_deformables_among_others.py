"""Cloth in models that have other equalities of flexes, and trees that sleep."""

import numpy as np

import corten
from corten.enums import SleepPolicy
from support import tolerance

CLOTH = """
<flexcomp name="flag" type="grid" dim="2" count="4 4 1" spacing=".1 .1 .1" pos="{pos}" mass="1" radius=".01">
<contact selfcollide="none"/></flexcomp>
"""

BLOCK = """
<flexcomp name="block" type="grid" dim="3" count="3 3 3" spacing=".1 .1 .1" pos="0 0 1" mass="1" dof="trilinear">
<edge equality="strain"/><contact selfcollide="none"/><pin id="0"/></flexcomp>
"""

BALL = "<geom type='plane' size='2 2 .1'/><body pos='{pos}'><freejoint/><geom size='.1'/></body>"


def load(world, option=""):
    """Return a model whose flex `flag` is of cotton, if it has one."""
    custom = "<custom><text name='corten.cloth.flag' data='cotton'/></custom>" if "flag" in world else ""
    return corten.load_model_from_string(f"<mujoco>{option}{custom}<worldbody>{world}</worldbody></mujoco>")


def test_strain_of_cells_is_kept_beside_cloth():
    """Move a block whose cells keep their strain as if there were no cloth elsewhere."""
    alone, beside = load(BLOCK), load(BLOCK + CLOTH.format(pos="2 0 1"))
    one, other = alone.make_data(), beside.make_data()
    corten.step(alone, one, 20)
    corten.step(beside, other, 20)
    assert one.ne > 0
    np.testing.assert_allclose(other.qpos[: alone.nq], one.qpos, rtol=0, atol=tolerance.STEP)


def test_cloth_moves_as_ever_where_others_sleep():
    """Let a ball fall asleep beside hanging cloth, whose rows move up in the list: the cloth is not touched by that."""
    world = BALL.format(pos="2 0 .1") + CLOTH.format(pos="0 0 1").replace("</flexcomp>", "<pin id='0 3'/></flexcomp>")
    # a joint that is locked has rows before those of the cloth, which go when its body falls asleep
    world += "<body pos='-2 0 1'><joint name='lock' damping='10'/><geom size='.1' pos='.1 0 0'/></body>"
    sleeps = load(world, "<option><flag sleep='enable'/></option><equality><joint joint1='lock'/></equality>")
    wakes = load(world, "<equality><joint joint1='lock'/></equality>")
    one, other = sleeps.make_data(), wakes.make_data()
    corten.step(sleeps, one, 300)
    corten.step(wakes, other, 300)
    assert one.ntree_awake < sleeps.ntree
    assert one.ne < other.ne
    np.testing.assert_allclose(one.qpos[8:], other.qpos[8:], rtol=0, atol=tolerance.STEP)


def test_cloth_falls_asleep_and_is_woken():
    """Let cloth that lies on the ground sleep, until a ball falls on it."""
    model = load(BALL.format(pos="1 0 .1") + CLOTH.format(pos="0 0 .012"), "<option><flag sleep='enable'/></option>")
    model.tree_sleep_policy[:] = SleepPolicy.ALLOWED
    data = model.make_data()
    corten.step(model, data, 500)
    assert data.ntree_awake == 0
    data.qpos[:3] = 0.05, 0, 0.2
    corten.step(model, data, 100)
    assert data.ntree_awake == model.ntree
    assert data.ne > 0
