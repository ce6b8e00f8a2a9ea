"""What wakes sleeping islands before a step moves on: the user's hand, a tendon at its limit, an equality."""

from corten.constants import WIDE_AWAKE
from corten.enums import DisableBit, EqualityType, ObjectType, SleepPolicy, SleepState
from corten.runtime import float_to_bits, helper, stage
from corten.stages.sleep.awake import list_awake


@stage
def keep_poses(m, d):
    """Keep the frames of bodies of the last step while some tree sleeps, to see whether they are moved.

    reads:  d.nv_awake d.xpos d.xquat
    writes: d.kept_xpos d.kept_xquat
    """
    xpos, xquat, kept_xpos, kept_xquat = d.xpos, d.xquat, d.kept_xpos, d.kept_xquat

    if d.nv_awake < m.nv:
        for b in range(m.nbody):
            for k in range(3):
                kept_xpos[b, k] = xpos[b, k]
            for k in range(4):
                kept_xquat[b, k] = xquat[b, k]


@stage
def wake_touched(m, d):
    """Wake the islands of trees that were moved, or have a velocity or an applied force: any bit but 0 counts.

    reads:  m.body_jntnum m.body_mocapid d.qfrc_applied d.qvel d.tree_asleep d.tree_awake d.xfrc_applied d.xpos
    writes: d.body_awake d.body_awake_ind d.dof_awake_ind d.nbody_awake d.nparent_awake d.ntree_awake
    """
    asleep, woken = d.tree_asleep, 0

    for t in range(m.ntree):
        if asleep[t] >= 0:
            touched = d.tree_awake[t] != 0 or is_moved(m, d, t) or not is_left_alone(m, d, t)
            if touched or not is_at_rest(m, d, t):
                woken += wake_island(m, d, t, WIDE_AWAKE)
    if woken > 0:
        list_awake(m, d)


@stage
def wake_coupled_tendons(m, d):
    """Wake the trees of tendons that an equality couples to one that is awake, before sleeping tendons are dropped.

    reads:  m.body_mocapid m.body_parentid m.body_rootid d.eq_active d.ntree_awake d.tree_asleep d.tree_awake
    writes: d.body_awake d.body_awake_ind d.dof_awake_ind d.nbody_awake d.nparent_awake d.ntree_awake
    """
    woken = 0

    if d.ntree_awake < m.ntree:
        for i in range(m.neq):
            if d.eq_active[i] != 0 and m.eq_type[i] == EqualityType.TENDON:
                woken += wake_coupled(m, d, i)
    if woken > 0:
        list_awake(m, d)


@stage
def wake_tendons(m, d):
    """Wake islands that a tendon at its limit, or with friction loss, ties to a tree that is awake.

    reads:  m.body_mocapid m.body_parentid m.body_rootid d.ten_length d.tree_asleep d.tree_awake
    writes: d.body_awake d.body_awake_ind d.dof_awake_ind d.nbody_awake d.nparent_awake d.ntree_awake
    """
    tree, awake, woken = m.tendon_treeid, d.tree_awake, 0

    for i in range(m.ntendon):
        if m.tendon_treenum[i] == 2:
            first, second = tree[i, 0], tree[i, 1]
            if awake[first] != awake[second] and has_rows(m, d, i):
                sleeper = second if awake[first] != 0 else first
                other = first if awake[first] != 0 else second
                woken += wake_island(m, d, sleeper, d.tree_asleep[other])
    if woken > 0:
        list_awake(m, d)


@stage
def wake_equalities(m, d):
    """Wake islands that an equality of bodies or joints ties to something awake, or to another island.

    reads:  m.body_mocapid m.body_parentid m.body_rootid d.body_awake d.eq_active d.ntree_awake d.tree_asleep
    writes: d.body_awake d.body_awake_ind d.dof_awake_ind d.nbody_awake d.nparent_awake d.ntree_awake
    """
    kind, woken = m.eq_type, 0

    if d.ntree_awake < m.ntree:
        for i in range(m.neq):
            if d.eq_active[i] != 0 and kind[i] != EqualityType.TENDON:
                woken += wake_held(m, d, equality_body(m, i, m.eq_obj1id[i]), equality_body(m, i, m.eq_obj2id[i]))
    if woken > 0:
        list_awake(m, d)


@helper
def has_rows(m, d, i):
    """Tell whether a tendon constrains its trees: by friction loss, or by a limit that is near."""
    off, bounds, length = m.opt_disableflags, m.tendon_range, d.ten_length[i]
    if (off & DisableBit.CONSTRAINT) != 0:
        return False
    rubs = m.tendon_frictionloss[i] > 0.0 and (off & DisableBit.FRICTIONLOSS) == 0
    near = min(length - bounds[i, 0], bounds[i, 1] - length) < m.tendon_margin[i]
    return rubs or (near and m.tendon_limited[i] != 0 and (off & DisableBit.LIMIT) == 0)


@helper
def equality_body(m, i, target):
    """Return the body that an equality of bodies, sites or joints holds, -1 for none."""
    if target < 0:
        return -1
    if m.eq_type[i] == EqualityType.JOINT:
        return m.jnt_bodyid[target]
    if m.eq_objtype[i] == ObjectType.SITE:
        return m.site_bodyid[target]
    return target + 0


@helper
def wake_held(m, d, body1, body2):
    """Wake what sleeps of two bodies that an equality holds together; return how many trees that woke."""
    if body1 < 0 or body2 < 0:
        return 0
    state1, state2 = d.body_awake[body1], d.body_awake[body2]
    tree1, tree2 = m.body_treeid[body1], m.body_treeid[body2]
    if state1 == SleepState.STATIC or state2 == SleepState.STATIC or tree1 == tree2:
        return 0
    if state1 == SleepState.ASLEEP and state2 == SleepState.ASLEEP:
        # islands that an earlier equality woke are not in a cycle any more
        if d.tree_asleep[tree1] >= 0 and d.tree_asleep[tree2] >= 0 and is_same_island(m, d, tree1, tree2):
            return 0
        return wake_island(m, d, tree1, WIDE_AWAKE) + wake_island(m, d, tree2, WIDE_AWAKE)
    if state1 == SleepState.ASLEEP:
        return wake_island(m, d, tree1, WIDE_AWAKE)
    if state2 == SleepState.ASLEEP:
        return wake_island(m, d, tree2, WIDE_AWAKE)
    return 0


@helper
def wake_coupled(m, d, i):
    """Wake all trees of two coupled tendons if one of them is awake; return how many trees that woke."""
    first, second, num, tree = m.eq_obj1id[i], m.eq_obj2id[i], m.tendon_treenum, m.tendon_treeid
    awake = False
    for k in range(min(num[first], 2)):
        awake = awake or d.tree_awake[tree[first, k]] != 0
    if second >= 0:
        for k in range(min(num[second], 2)):
            awake = awake or d.tree_awake[tree[second, k]] != 0
    woken = 0
    if awake:
        for k in range(min(num[first], 2)):
            if d.tree_awake[tree[first, k]] == 0:
                woken += wake_island(m, d, tree[first, k], WIDE_AWAKE)
        if second >= 0:
            for k in range(min(num[second], 2)):
                if d.tree_awake[tree[second, k]] == 0:
                    woken += wake_island(m, d, tree[second, k], WIDE_AWAKE)
    return woken


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
    current = tree + 0
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
def is_moved(m, d, tree):
    """Tell whether some body of a tree that has joints is not where it was."""
    xpos, xquat, kept_xpos, kept_xquat = d.xpos, d.xquat, d.kept_xpos, d.kept_xquat
    first = m.tree_bodyadr[tree]
    moved = False
    for b in range(first, first + m.tree_bodynum[tree]):
        if m.body_jntnum[b] > 0:
            for k in range(3):
                moved = moved or xpos[b, k] != kept_xpos[b, k]
            for k in range(4):
                moved = moved or xquat[b, k] != kept_xquat[b, k]
    return moved


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
def is_at_rest(m, d, tree):
    """Tell whether all velocities of a tree are zero to the bit."""
    bits = 0
    for i in range(m.tree_dofadr[tree], m.tree_dofadr[tree] + m.tree_dofnum[tree]):
        bits = bits | float_to_bits(d.qvel[i])
    return bits == 0
