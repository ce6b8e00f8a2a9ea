"""Contacts of flexes in models in which trees may sleep: none where nobody is awake, and waking by all others.

While something sleeps, contacts of flexes are found twice: to see whom they wake, and then among all who are awake.
"""

from corten.constants import WIDE_AWAKE
from corten.enums import SleepState, StepErrorKind
from corten.runtime import helper, stage
from corten.stages.collision.contacts.gather import IN_GAP
from corten.stages.sleep import wake_island


@stage
def all_flexes_awake(m, d) -> int:
    """Return 1 if nothing sleeps."""
    return 1 if d.nbody_awake == m.nbody else 0


@stage
def wake_by_flex_contact(m, d) -> int:
    """Wake the islands that contacts of flexes tie to something awake; then forget these contacts.

    Contacts of geoms stand before those of flexes, and are left for the stage that wakes by them.
    """
    if d.nunsorted > d.maxunsorted:
        d.ncon = d.nunsorted
        d.error_where = d.nunsorted
        return StepErrorKind.CAPACITY
    geoms = 0
    for i in range(d.nunsorted):
        if d.unsorted_candidate[i] >= 0:
            geoms += 1
        else:
            pair = -1 - d.unsorted_candidate[i]
            d.ntree_woken += wake_sleeper(m, d, pair_body(m, d, pair, 0), pair_body(m, d, pair, 1))
    d.nunsorted = geoms
    return 0


@stage
def exclude_sleeping_flex_contacts(m, d) -> None:
    """Exclude contacts with trees that were not woken in time, as where there are no flexes."""
    if d.ntree_woken > 0:
        for c in range(d.ncon):
            body1, body2 = contact_body(m, d, c, 0), contact_body(m, d, c, 1)
            sleeps = d.body_awake[body1] == SleepState.ASLEEP or d.body_awake[body2] == SleepState.ASLEEP
            if sleeps and d.contact_exclude[c] == 0:
                d.contact_exclude[c] = IN_GAP


@helper
def wake_sleeper(m, d, body1: int, body2: int) -> int:
    """Wake the one of two touching bodies that sleeps, if the other is awake; return how many trees that woke."""
    state1, state2 = d.body_awake[body1], d.body_awake[body2]
    one = state1 == SleepState.ASLEEP and state2 == SleepState.AWAKE
    if not one and not (state2 == SleepState.ASLEEP and state1 == SleepState.AWAKE):
        return 0
    sleeper, other = body1 if one else body2, body2 if one else body1
    value = WIDE_AWAKE
    if m.body_treeid[other] >= 0:
        value = d.tree_asleep[m.body_treeid[other]]
    return wake_island(m, d, m.body_treeid[sleeper], value)


@helper
def pair_body(m, d, pair: int, side: int) -> int:
    """Return the body that stands for one side of a pair: that of the geom, or one of the flex."""
    if side == 0 and d.flexpair_geom[pair] >= 0:
        return m.geom_bodyid[d.flexpair_geom[pair]]
    vertex = d.flexpair_vert[pair] if side == 1 else -1
    return flex_body(m, d.flexpair_flex[pair, side], d.flexpair_elem[pair, side], vertex)


@helper
def contact_body(m, d, c: int, side: int) -> int:
    """Return the body that stands for one side of a contact."""
    if d.contact_geom[c, side] >= 0:
        return m.geom_bodyid[d.contact_geom[c, side]]
    return flex_body(m, d.contact_flex[c, side], d.contact_elem[c, side], d.contact_vert[c, side])


@helper
def flex_body(m, f: int, element: int, vertex: int) -> int:
    """Return a body that an element or a vertex of a flex follows: of several the first."""
    if m.flex_interp[f] != 0:
        return m.flex_nodebodyid[m.flex_nodeadr[f]]
    first = vertex
    if vertex < 0:
        first = m.flex_elem[m.flex_elemdataadr[f] + (m.flex_dim[f] + 1) * element]
    return m.flex_vertbodyid[m.flex_vertadr[f] + first]
