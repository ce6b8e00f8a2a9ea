"""Waking a sleeping island, and what a tree must be like to sleep."""

from corten.enums import SleepPolicy
from corten.runtime import float_to_bits, helper


@helper
def wake_island(m, d, tree, value):
    """Wake a tree and its whole island with a value of tree_asleep; return how many trees that woke.

    A tree that is awake already takes the value if it is further from sleep than its own.
    """
    asleep = d.tree_asleep
    if asleep[tree] < 0:
        asleep[tree] = min(value, asleep[tree])
        return 0
    count = 0
    current = tree
    going = True
    while going:
        following = asleep[current]
        asleep[current] = value
        count += 1
        current = following
        going = current >= 0 and current < m.ntree and current != tree
    return count


@helper
def is_same_island(m, d, tree1, tree2):
    """Tell whether two sleeping trees are of the same cycle."""
    current = d.tree_asleep[tree1]
    steps = 0
    while current != tree1 and current != tree2 and current >= 0 and current < m.ntree and steps < m.ntree:
        current = d.tree_asleep[current]
        steps += 1
    return current == tree2


@helper
def is_left_alone(m, d, tree):
    """Tell whether a tree may sleep at all, and no force is applied to it."""
    policy, xfrc, applied = m.tree_sleep_policy[tree], d.xfrc_applied, d.qfrc_applied
    if policy == SleepPolicy.NEVER or policy == SleepPolicy.AUTO_NEVER:
        return False
    bits = 0
    for b in range(m.tree_bodyadr[tree], m.tree_bodyadr[tree] + m.tree_bodynum[tree]):
        for k in range(6):
            bits = bits | float_to_bits(xfrc[b, k])
    for i in range(m.tree_dofadr[tree], m.tree_dofadr[tree] + m.tree_dofnum[tree]):
        bits = bits | float_to_bits(applied[i])
    return bits == 0


@helper
def is_still(m, d, tree):
    """Tell whether all velocities of a tree are zero to the bit."""
    bits = 0
    for i in range(m.tree_dofadr[tree], m.tree_dofadr[tree] + m.tree_dofnum[tree]):
        bits = bits | float_to_bits(d.qvel[i])
    return bits == 0
