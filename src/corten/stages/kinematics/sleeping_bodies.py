"""Kinematics of models in which trees may sleep: what the user moves or pushes wakes."""

from corten.constants import WIDE_AWAKE
from corten.runtime import helper, stage
from corten.runtime.fields import F8, I4, Field
from corten.runtime.scratch import scratch
from corten.stages.sleep import is_left_alone, is_still, list_awake, wake_island

# sleeping islands: used where EnableBit.SLEEP is set; without it all trees are awake
SCRATCH = scratch(
    Field("previous_xpos", F8, ("nbody", 3), "xpos of the last step [m]"),
    Field("previous_xquat", F8, ("nbody", 4), "xquat of the last step"),
    Field("previous_tree_asleep", I4, ("ntree",), "tree_asleep when the step began"),
    Field("previous_tree_awake", I4, ("ntree",), "tree_awake when the step began"),
    lasting=True,
)


@stage
def save_poses(m, d) -> None:
    """Save the frames of bodies of the last step while some tree sleeps, to see whether the user moves them."""
    xpos, xquat, previous_xpos, previous_xquat = d.xpos, d.xquat, d.previous_xpos, d.previous_xquat

    if d.nv_awake < m.nv:
        for b in range(m.nbody):
            for k in range(3):
                previous_xpos[b, k] = xpos[b, k]
            for k in range(4):
                previous_xquat[b, k] = xquat[b, k]


@stage
def save_sleepers(m, d) -> None:
    """Save who sleeps when a step begins: one that runs out of room is done again from there."""
    for t in range(m.ntree):
        d.previous_tree_asleep[t] = d.tree_asleep[t]
        d.previous_tree_awake[t] = d.tree_awake[t]


@stage
def restore_sleepers(m, d) -> None:
    """Let those trees sleep that slept when the step began."""
    for t in range(m.ntree):
        d.tree_asleep[t] = d.previous_tree_asleep[t]
    list_awake(m, d)

    # trees that the user had put to sleep or woken by hand were not listed yet
    for t in range(m.ntree):
        d.tree_awake[t] = d.previous_tree_awake[t]


@stage
def wake_disturbed(m, d) -> None:
    """Wake the islands of trees that were moved, or have a velocity or an applied force: any bit but 0 counts."""
    asleep, woken = d.tree_asleep, 0

    for t in range(m.ntree):
        if asleep[t] >= 0:
            disturbed = d.tree_awake[t] != 0 or is_moved(m, d, t) or not is_left_alone(m, d, t)
            if disturbed or not is_still(m, d, t):
                woken += wake_island(m, d, t, WIDE_AWAKE)
    if woken > 0:
        list_awake(m, d)


@helper
def is_moved(m, d, tree: int) -> bool:
    """Tell whether some body of a tree that has joints is not where it was."""
    xpos, xquat, previous_xpos, previous_xquat = d.xpos, d.xquat, d.previous_xpos, d.previous_xquat
    first = m.tree_bodyadr[tree]
    moved = False
    for b in range(first, first + m.tree_bodynum[tree]):
        if m.body_jntnum[b] > 0:
            for k in range(3):
                moved = moved or xpos[b, k] != previous_xpos[b, k]
            for k in range(4):
                moved = moved or xquat[b, k] != previous_xquat[b, k]
    return moved
