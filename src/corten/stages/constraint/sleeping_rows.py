"""Constraints of models in which trees may sleep: equalities wake, and rows of sleeping trees are left out.

Islands fall asleep together, so it matters who is tied to whom. Where MuJoCo's Jacobian is dense, a tendon or a
coupling of joints ties only trees whose entries are not zero: zeros are left out too.
"""

from corten.constants import WIDE_AWAKE
from corten.enums import ConstraintType, EqualityType, ObjectType, SleepState, StepErrorKind
from corten.runtime import helper, stage
from corten.stages.constraint.row import is_sparse
from corten.stages.sleep import flex_state, is_same_island, list_awake, tendon_state, wake_island


@stage
def wake_by_equality(m, d) -> None:
    """Wake islands that an equality of bodies or joints ties to something awake, or to another island."""
    kind, woken = m.eq_type, 0

    if d.ntree_awake < m.ntree:
        for i in range(m.neq):
            if d.eq_active[i] != 0 and is_of_flex(kind[i]):
                woken += wake_flex(m, d, m.eq_obj1id[i])
            elif d.eq_active[i] != 0 and kind[i] != EqualityType.TENDON:
                woken += wake_tied(m, d, equality_body(m, i, m.eq_obj1id[i]), equality_body(m, i, m.eq_obj2id[i]))
    if woken > 0:
        list_awake(m, d)


@stage
def remove_sleeping_rows(m, d) -> int:
    """Leave out equalities, friction losses and limits of what sleeps; contacts come later and have none."""
    lean = (m.ntendon > 0 or m.neq > 0) and not is_sparse(m)
    if d.ntree_awake == m.ntree and not lean:
        return 0
    if d.nefc > d.maxefc or d.nJ > d.maxJ:
        d.error_where = d.nefc
        return StepErrorKind.CAPACITY

    equalities, frictions, limits, entries = 0, 0, 0, 0
    for r in range(d.nefc):
        if not row_sleeps(m, d, r):
            place = equalities + frictions + limits
            move_row(d, r, place, entries, lean and is_coupling(m, d, r))
            entries += d.efc_J_rownnz[place]
            if r < d.ne:
                equalities += 1
            elif r < d.ne + d.nf:
                frictions += 1
            else:
                limits += 1
    d.ne = equalities
    d.nf = frictions
    d.nl = limits
    d.nefc = equalities + frictions + limits
    d.nJ = entries
    return 0


@helper
def wake_tied(m, d, body1: int, body2: int) -> int:
    """Wake what sleeps of two bodies that an equality ties together; return how many trees that woke."""
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
def wake_flex(m, d, f: int) -> int:
    """Wake the first body of a flex that sleeps, if another is awake; return how many trees that woke."""
    adr, num = m.flex_vertadr[f], m.flex_vertnum[f]
    if m.flex_interp[f] != 0:
        adr, num = m.flex_nodeadr[f], m.flex_nodenum[f]
    awake, sleeper = -1, -1
    for i in range(adr, adr + num):
        body = m.flex_nodebodyid[i] if m.flex_interp[f] != 0 else m.flex_vertbodyid[i]
        tree = m.body_treeid[body]
        if tree >= 0 and d.tree_awake[max(tree, 0)] != 0:
            awake = tree if awake < 0 else awake
        elif tree >= 0:
            sleeper = tree if sleeper < 0 else sleeper
    if awake < 0 or sleeper < 0:
        return 0
    return wake_island(m, d, sleeper, d.tree_asleep[awake])


@helper
def is_of_flex(kind: int) -> bool:
    """Tell whether an equality of this kind is about a flex."""
    return kind == EqualityType.FLEX or kind == EqualityType.FLEXSTRAIN or kind == EqualityType.DEFORMABLE


@helper
def equality_body(m, i: int, target: int) -> int:
    """Return the body that an equality of bodies, sites or joints ties, -1 for none."""
    if target < 0 or m.eq_type[i] >= EqualityType.FLEX:
        return -1
    if m.eq_type[i] == EqualityType.JOINT:
        return m.jnt_bodyid[target]
    if m.eq_objtype[i] == ObjectType.SITE:
        return m.site_bodyid[target]
    return target


@helper
def row_sleeps(m, d, r: int) -> bool:
    """Tell whether a row belongs to something that sleeps."""
    kind, i = d.efc_type[r], d.efc_id[r]
    if kind == ConstraintType.FRICTION_DOF:
        return d.body_awake[m.dof_bodyid[i]] == SleepState.ASLEEP
    if kind == ConstraintType.LIMIT_JOINT:
        return d.body_awake[m.jnt_bodyid[i]] == SleepState.ASLEEP
    if kind == ConstraintType.EQUALITY:
        return equality_sleeps(m, d, i)
    return tendon_state(m, d, i) == SleepState.ASLEEP


@helper
def equality_sleeps(m, d, i: int) -> bool:
    """Tell whether nothing that an equality ties together is awake."""
    first, second = m.eq_obj1id[i], m.eq_obj2id[i]
    if m.eq_type[i] == EqualityType.TENDON:
        state1 = tendon_state(m, d, first)
        state2 = SleepState.STATIC
        if second >= 0:
            state2 = tendon_state(m, d, second)
        return state1 != SleepState.AWAKE and state2 != SleepState.AWAKE
    if is_of_flex(m.eq_type[i]):
        return flex_state(m, d, first) != SleepState.AWAKE
    body1, body2 = equality_body(m, i, first), equality_body(m, i, second)
    awake = False
    if body1 >= 0:
        awake = d.body_awake[body1] == SleepState.AWAKE
    if body2 >= 0:
        awake = awake or d.body_awake[body2] == SleepState.AWAKE
    return not awake


@helper
def is_coupling(m, d, r: int) -> bool:
    """Tell whether a row is of a tendon, or couples joints or tendons."""
    kind = d.efc_type[r]
    if kind == ConstraintType.EQUALITY:
        equality = m.eq_type[d.efc_id[r]]
        return equality == EqualityType.JOINT or equality == EqualityType.TENDON
    return kind == ConstraintType.FRICTION_TENDON or kind == ConstraintType.LIMIT_TENDON


@helper
def move_row(d, source: int, target: int, entry: int, lean: bool) -> None:
    """Copy a row to an earlier place, its Jacobian from `entry` on, without zeros if it is to be lean."""
    first, count = d.efc_J_rowadr[source], 0
    for k in range(first, first + d.efc_J_rownnz[source]):
        if not lean or d.efc_J_values[k] != 0.0:
            d.efc_J_colind[entry + count] = d.efc_J_colind[k]
            d.efc_J_values[entry + count] = d.efc_J_values[k]
            count += 1
    d.efc_J_rowadr[target] = entry
    d.efc_J_rownnz[target] = count
    d.efc_type[target] = d.efc_type[source]
    d.efc_id[target] = d.efc_id[source]
    d.efc_pos[target] = d.efc_pos[source]
    d.efc_margin[target] = d.efc_margin[source]
    d.efc_frictionloss[target] = d.efc_frictionloss[source]
