"""Tendons of models in which trees may sleep: what wakes their trees, and what is left of those that sleep."""

from corten.constants import WIDE_AWAKE
from corten.enums import DisableBit, EqualityType, SleepState
from corten.runtime import helper, select, stage
from corten.runtime.fields import I4, Field
from corten.runtime.scratch import scratch
from corten.stages.sleep import list_awake, tendon_state, wake_island

SCRATCH = scratch(
    Field("tendon_slept", I4, ("ntendon",), "1: the tendon slept when lengths of tendons were computed"),
    lasting=True,
)


@stage
def wake_coupled_tendons(m, d) -> None:
    """Wake the trees of tendons that an equality couples to one that is awake, before sleeping tendons are cleared."""
    woken = 0

    if d.ntree_awake < m.ntree:
        for i in range(m.neq):
            if d.eq_active[i] != 0 and m.eq_type[i] == EqualityType.TENDON:
                woken += wake_coupled(m, d, i)
    if woken > 0:
        list_awake(m, d)


@stage
def mark_sleeping_tendons(m, d) -> None:
    """Mark the tendons that sleep, before tendons and contacts wake some of them."""
    for i in range(m.ntendon):
        d.tendon_slept[i] = select(tendon_state(m, d, i) == SleepState.ASLEEP, 1, 0)


@stage
def wake_tendons(m, d) -> None:
    """Wake islands that a tendon at its limit, or with friction loss, ties to a tree that is awake."""
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
def clear_sleeping_tendons(m, d) -> None:
    """Let tendons that slept have no length and no moment arms in this step, once the inertia has been computed."""
    for i in range(m.ntendon):
        if d.tendon_slept[i] != 0:
            d.ten_length[i] = 0.0
            for entry in range(m.ten_J_rowadr[i], m.ten_J_rowadr[i] + m.ten_J_rownnz[i]):
                d.ten_J_value[entry] = 0.0


@helper
def has_rows(m, d, i: int) -> bool:
    """Tell whether a tendon constrains its trees: by friction loss, or by a limit that is near."""
    off, bounds, length = m.opt_disableflags, m.tendon_range, d.ten_length[i]
    if (off & DisableBit.CONSTRAINT) != 0:
        return False
    rubs = m.tendon_frictionloss[i] > 0.0 and (off & DisableBit.FRICTIONLOSS) == 0
    near = min(length - bounds[i, 0], bounds[i, 1] - length) < m.tendon_margin[i]
    return rubs or (near and m.tendon_limited[i] != 0 and (off & DisableBit.LIMIT) == 0)


@helper
def wake_coupled(m, d, i: int) -> int:
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
