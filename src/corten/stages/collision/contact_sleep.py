"""Contacts of sleeping trees: none among themselves and with what is static, and waking by all others.

The broad phase finds all pairs of geoms. The narrow phase looks at those with a body that is awake. If contacts of
these wake an island, it runs again in the same step, on the pairs that have a body awake only now.
"""

from corten.constants import WIDE_AWAKE
from corten.enums import SleepState, StepErrorKind
from corten.runtime import helper, stage
from corten.runtime.fields import I4, Field
from corten.runtime.scratch import scratch
from corten.stages.collision.broad.candidates import fill_buckets
from corten.stages.collision.contacts.gather import IN_GAP
from corten.stages.collision.pairs import CONTACT_BUCKET, NO_BUCKET
from corten.stages.sleep import list_awake, wake_island

SCRATCH = scratch(
    Field("ntree_woken", I4, (), "trees that contacts woke in this step"),
    readers=("corten.deformable.contacts",),
    lasting=True,
)


@stage
def skip_sleeping_pairs(m, d) -> None:
    """Leave to the narrow phase the pairs of geoms with a body that is awake."""
    bucket = d.candidate_bucket

    d.ntree_woken = 0
    if d.nbody_awake < m.nbody:
        for c in range(d.ncandidate):
            if not has_awake_body(m, d, c):
                bucket[c] = NO_BUCKET
        fill_buckets(d)


@stage
def wake_by_contact(m, d) -> int:
    """Wake the islands that something awake touches; choose the pairs of geoms for the second narrow phase.

    A tree is woken by a tree with its value of tree_asleep, in the order of contacts; by a mocap body wide awake.
    """
    touches = d.candidate_start

    if d.nbody_awake == m.nbody:
        return 0
    if d.nunsorted > d.maxunsorted:
        d.ncon = d.nunsorted
        d.error_where = d.nunsorted
        return StepErrorKind.CAPACITY

    # which pairs touch, then what they wake, in the order of contacts
    for c in range(d.ncandidate):
        touches[c] = 0
    for i in range(d.nunsorted):
        touches[d.unsorted_candidate[i]] = 1
    for c in range(d.ncandidate):
        if touches[c] != 0:
            d.ntree_woken += wake_touching(m, d, c)

    # pairs that were skipped before have a body awake now
    if d.ntree_woken > 0:
        list_awake(m, d)
        choose_skipped_pairs(m, d)
    return 0


@stage
def contacts_woke_nobody(m, d) -> int:
    """Return 1 if contacts woke no tree in this step."""
    return 1 if d.ntree_woken == 0 else 0


@stage
def exclude_sleeping_contacts(m, d) -> None:
    """Exclude contacts with trees that were not woken in time: they give no force in this step.

    Those are islands that only an island touches that was woken in this step: the next step wakes them.
    """
    if d.ntree_woken > 0:
        for c in range(d.ncon):
            body1, body2 = m.geom_bodyid[d.contact_geom[c, 0]], m.geom_bodyid[d.contact_geom[c, 1]]
            sleeps = d.body_awake[body1] == SleepState.ASLEEP or d.body_awake[body2] == SleepState.ASLEEP
            if sleeps and d.contact_exclude[c] == 0:
                d.contact_exclude[c] = IN_GAP


@helper
def choose_skipped_pairs(m, d) -> None:
    """Leave to the narrow phase the pairs of geoms that were skipped and have a body that is awake now."""
    bucket = d.candidate_bucket

    for c in range(d.ncandidate):
        chosen = bucket[c] == NO_BUCKET and has_awake_body(m, d, c)
        bucket[c] = NO_BUCKET
        if chosen:
            bucket[c] = CONTACT_BUCKET[d.candidate_kind[c]]
    fill_buckets(d)


@helper
def has_awake_body(m, d, c: int) -> bool:
    """Tell whether a pair of geoms has a body that is awake."""
    body1, body2 = m.geom_bodyid[d.candidate_geom[c, 0]], m.geom_bodyid[d.candidate_geom[c, 1]]
    return d.body_awake[body1] == SleepState.AWAKE or d.body_awake[body2] == SleepState.AWAKE


@helper
def wake_touching(m, d, c: int) -> int:
    """Wake the sleeping body of a pair of geoms that touch, if there is one; return how many trees that woke."""
    body1, body2 = m.geom_bodyid[d.candidate_geom[c, 0]], m.geom_bodyid[d.candidate_geom[c, 1]]
    state1, state2 = d.body_awake[body1], d.body_awake[body2]
    if state1 != SleepState.ASLEEP and state2 != SleepState.ASLEEP:
        return 0
    sleeper = body1 if state1 == SleepState.ASLEEP else body2
    other = body2 if state1 == SleepState.ASLEEP else body1
    value = WIDE_AWAKE
    if m.body_treeid[other] >= 0:
        value = d.tree_asleep[m.body_treeid[other]]
    return wake_island(m, d, m.body_treeid[sleeper], value)
