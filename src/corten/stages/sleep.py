"""Who sleeps: for models with EnableBit.SLEEP, in which islands at rest are left out until something wakes them.

What each part of a step does for sleeping trees stands beside its stages, and in its list of
stages. A part computes its results for all trees; those that sleep have theirs retained before and restored after.
"""

from corten.enums import EnableBit, SleepPolicy, SleepState, TransmissionType
from corten.model import Model
from corten.runtime import float_to_bits, helper, select, stage
from corten.runtime.kernel import Stage

# as a plain number: members of enumerations take ten times as long
_SLEEP = int(EnableBit.SLEEP)


def may_sleep(model: Model) -> bool:
    """Tell whether trees of a model may sleep."""
    return model.opt_enableflags & _SLEEP != 0


def for_sleep(model: Model, *stages: Stage) -> list[Stage]:
    """Return stages that a plan needs only where trees may sleep; none for other models."""
    return list(stages) if may_sleep(model) else []


# ---- who is awake: the lists that follow from `tree_asleep`, and the state of everything that belongs to trees
# `tree_asleep` holds for each sleeping tree the next one of its island, in a cycle; for a tree that is awake it counts
# the steps at rest, from WIDE_AWAKE up to -1


@stage
def update_awake(m, d) -> None:
    """Set all fields that follow from tree_asleep."""
    list_awake(m, d)


@helper
def list_awake(m, d) -> None:
    """Set all fields that follow from tree_asleep."""
    asleep, tree_awake, body_awake = d.tree_asleep, d.tree_awake, d.body_awake
    treeid, parentid, rootid, mocapid = m.body_treeid, m.body_parentid, m.body_rootid, m.body_mocapid

    trees = 0
    for t in range(m.ntree):
        tree_awake[t] = select(asleep[t] < 0, 1, 0)
        trees += tree_awake[t]
    bodies = 0
    children = 0
    for b in range(m.nbody):
        if treeid[b] < 0:
            body_awake[b] = select(mocapid[rootid[b]] >= 0, SleepState.AWAKE, SleepState.STATIC)
        else:
            body_awake[b] = tree_awake[treeid[b]]
        if body_awake[b] != SleepState.ASLEEP:
            d.body_awake_ind[bodies] = b
            bodies += 1
        if b > 0 and body_awake[parentid[b]] != SleepState.ASLEEP:
            d.parent_awake_ind[children] = b
            children += 1
    dofs = 0
    for i in range(m.nv):
        if tree_awake[m.dof_treeid[i]] != 0:
            d.dof_awake_ind[dofs] = i
            dofs += 1
    d.ntree_awake = trees
    d.nbody_awake = bodies
    d.nparent_awake = children
    d.nv_awake = dofs


@helper
def tendon_state(m, d, i: int) -> int:
    """Return the SleepState of a tendon: awake if one of its trees is; static without any."""
    trees, tree = m.tendon_treenum[i], m.tendon_treeid
    if trees == 0:
        return SleepState.STATIC
    if trees > 2:
        return SleepState.AWAKE
    awake = d.tree_awake[tree[i, 0]] != 0
    if trees == 2:
        awake = awake or d.tree_awake[tree[i, 1]] != 0
    return select(awake, SleepState.AWAKE, SleepState.ASLEEP)


@helper
def flex_state(m, d, f: int) -> int:
    """Return the SleepState of a flex, which sleeps as a whole: that of its first body that moves, else static."""
    state, adr, num = SleepState.STATIC + 0, m.flex_vertadr[f], m.flex_vertnum[f]
    if m.flex_interp[f] != 0:
        adr, num = m.flex_nodeadr[f], m.flex_nodenum[f]
    searching, i = True, adr
    while searching and i < adr + num:
        body = m.flex_nodebodyid[i] if m.flex_interp[f] != 0 else m.flex_vertbodyid[i]
        if m.body_treeid[body] >= 0:
            state = d.body_awake[body]
            searching = False
        i += 1
    return state


@helper
def actuator_sleeps(m, d, k: int) -> bool:
    """Tell whether what an actuator pulls on sleeps; of a site with a reference the site decides."""
    kind, target = m.actuator_trntype[k], m.actuator_trnid[k, 0]
    if kind == TransmissionType.TENDON:
        return tendon_state(m, d, target) == SleepState.ASLEEP
    if kind == TransmissionType.SLIDERCRANK or (kind == TransmissionType.SO3 and m.actuator_trnid[k, 1] >= 0):
        slider = d.body_awake[m.site_bodyid[m.actuator_trnid[k, 1]]]
        return d.body_awake[m.site_bodyid[target]] != SleepState.AWAKE and slider != SleepState.AWAKE
    body = target
    if kind == TransmissionType.JOINT or kind == TransmissionType.JOINTINPARENT or kind == TransmissionType.SO3:
        body = m.jnt_bodyid[target]
    elif kind == TransmissionType.SITE:
        body = m.site_bodyid[target]
    return d.body_awake[body] == SleepState.ASLEEP


# ---- waking a sleeping island, and what a tree must be like to sleep


@helper
def wake_island(m, d, tree: int, value: int) -> int:
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
def is_same_island(m, d, tree1: int, tree2: int) -> bool:
    """Tell whether two sleeping trees are of the same cycle."""
    current = d.tree_asleep[tree1]
    steps = 0
    while current != tree1 and current != tree2 and current >= 0 and current < m.ntree and steps < m.ntree:
        current = d.tree_asleep[current]
        steps += 1
    return current == tree2


@helper
def is_left_alone(m, d, tree: int) -> bool:
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
def is_still(m, d, tree: int) -> bool:
    """Tell whether all velocities of a tree are zero to the bit."""
    bits = 0
    for i in range(m.tree_dofadr[tree], m.tree_dofadr[tree] + m.tree_dofnum[tree]):
        bits = bits | float_to_bits(d.qvel[i])
    return bits == 0
