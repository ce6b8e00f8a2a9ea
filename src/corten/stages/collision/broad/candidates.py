"""Candidates: the pairs of geoms that the narrow phase looks at, in MuJoCo's order of contacts and by stage.

    bucket_start[b] .. bucket_start[b + 1]   places in bucket_candidate of those of stage b (counting sort)

so that no stage looks at the candidates of others.
"""

from typing import NamedTuple

from corten.enums import DisableBit, StepErrorKind
from corten.runtime import helper, reduce_max, stage
from corten.runtime.fields import F8, I4, Field
from corten.runtime.scratch import Room, scratch
from corten.stages.collision.broad.filters import boxes_overlap, pair_gap, pair_margin, spheres_overlap
from corten.stages.collision.geoms import kind_of_geoms
from corten.stages.collision.pairs import CONTACT_BUCKET, MOST_BUCKETS, NO_BUCKET

SCRATCH = (
    scratch(
        Field("overlap_order", I4, ("maxcandidate", 2), "overlaps in the order of the second body, of both bodies"),
        Field("candidate_near", I4, ("maxcandidate",), "number of a candidate in the model's list of pairs"),
        Field("body_start", I4, ("nbody",), "where the overlaps of each body begin"),
    )
    + scratch(
        Field(
            "candidate_geom", I4, ("maxcandidate", 2), "both geoms, the type of the first not above that of the second"
        ),
        Field("candidate_kind", I4, ("maxcandidate",), "16 * CollisionShape of the first geom + that of the second"),
        Field("candidate_bucket", I4, ("maxcandidate",), "bucket of the stage that serves the pair"),
        Field("candidate_pair", I4, ("maxcandidate",), "explicit contact pair, -1 for none"),
        Field("candidate_margin", F8, ("maxcandidate",), "distance up to which contacts are wanted: margin + gap [m]"),
        Field("bucket_start", I4, (MOST_BUCKETS + 2,), "where the candidates of each stage begin in bucket_candidate"),
        Field("bucket_candidate", I4, ("maxcandidate",), "candidates by the stage that serves them"),
        readers=("corten.deformable.contacts", "corten.queries", "corten.stages.collision", "corten.stages.sensor"),
    )
    + scratch(
        Field("ncandidate", I4, (), "pairs of geoms whose bounds overlap"),
        readers=(
            "corten.deformable.contacts",
            "corten.queries",
            "corten.stages.collision",
            "corten.stages.constraint",
            "corten.stages.sensor",
        ),
        lasting=True,
    )
)

ROOMS = (Room("maxcandidate", "room for pairs of geoms that may touch", counted_by="ncandidate", first=8),)

# ---- buckets


@helper
def fill_buckets(d) -> None:
    """List the candidates of every bucket in their order: count, add up, put in place."""
    clear_buckets(d)
    for c in range(d.ncandidate):
        count_into_bucket(d, d.candidate_bucket[c])
    prefix_sum_buckets(d)
    for c in range(d.ncandidate):
        put_into_bucket(d, c, d.candidate_bucket[c])


@helper
def clear_buckets(d) -> None:
    """Begin to count."""
    for b in range(NO_BUCKET + 3):
        d.bucket_start[b] = 0


@helper
def count_into_bucket(d, bucket: int) -> None:
    """Count a candidate.

    Counts stand two places on and places to fill one place on, so that in the end start[b] is where bucket b begins.
    """
    d.bucket_start[bucket + 2] += 1


@helper
def prefix_sum_buckets(d) -> None:
    """Turn counts into places."""
    start = d.bucket_start
    for b in range(NO_BUCKET):
        start[b + 2] += start[b + 1]


@helper
def put_into_bucket(d, c: int, bucket: int) -> None:
    """List a candidate that was counted."""
    place = d.bucket_start[bucket + 1]
    d.bucket_candidate[place] = c
    d.bucket_start[bucket + 1] = place + 1


# ---- candidates in MuJoCo's order of contacts, which does not depend on how they were found
# Pairs of bodies come in ascending order, the lower body first. Within a pair of bodies explicit pairs come
# first, then pairs of geoms: by the geoms of the lower body and then those of the other; but if a body has
# several geoms and the mid phase is on, by the geom of lower type and then the other one


@stage
def order_candidates(m, d) -> int:
    """Sort the candidates that were found, say what the narrow phase needs to know of each, fill the buckets of
    stages.
    """
    body, geom, pair, order = d.overlap_body, d.overlap_geom, d.overlap_pair, d.overlap_order
    count = d.ncandidate

    if count > d.maxcandidate:
        d.error_where = count
        return StepErrorKind.CAPACITY

    for i in range(count):
        order[i, 0] = i
    counting_sort(m, d, 1, 0, 1)
    counting_sort(m, d, 0, 1, 0)

    # candidates of the same bodies stand together now, few of them: insertion sort by the keys of their geoms
    for i in range(1, count):
        c = order[i, 0]
        first, second = geom_key(m, d, c)
        j = i
        while j > 0 and body[order[j - 1, 0], 0] == body[c, 0] and body[order[j - 1, 0], 1] == body[c, 1]:
            before1, before2 = geom_key(m, d, order[j - 1, 0])
            if before1 < first or (before1 == first and before2 <= second):
                break
            order[j, 0] = order[j - 1, 0]
            j -= 1
        order[j, 0] = c

    for i in range(count):
        c = order[i, 0]
        g1, g2 = by_type(m, geom[c, 0], geom[c, 1])
        d.candidate_geom[i, 0], d.candidate_geom[i, 1] = g1, g2
        kind = kind_of_geoms(m, g1, g2)
        d.candidate_kind[i], d.candidate_bucket[i] = kind, CONTACT_BUCKET[kind]
        d.candidate_pair[i] = pair[c]
        d.candidate_margin[i] = pair_margin(m, g1, g2, pair[c]) + pair_gap(m, g1, g2, pair[c])
    fill_buckets(d)
    return 0


@helper
def counting_sort(m, d, side: int, source: int, target: int) -> None:
    """Sort candidates by one of their bodies, keeping the order of equals: count, add up, put in place."""
    body, order, start = d.overlap_body, d.overlap_order, d.body_start
    for b in range(m.nbody):
        start[b] = 0
    for i in range(d.ncandidate):
        start[body[i, side]] += 1
    total = 0
    for b in range(m.nbody):
        total, start[b] = total + start[b], total
    for i in range(d.ncandidate):
        c = order[i, source]
        order[start[body[c, side]], target] = c
        start[body[c, side]] += 1


@helper
def geom_key(m, d, c: int) -> tuple[int, int]:
    """Return the two numbers by which a candidate stands among those of the same bodies."""
    geom, geomnum = d.overlap_geom, m.body_geomnum
    g1, g2 = geom[c, 0], geom[c, 1]
    if d.overlap_pair[c] >= 0:
        return d.overlap_pair[c] - m.npair, 0
    several = geomnum[d.overlap_body[c, 0]] > 1 or geomnum[d.overlap_body[c, 1]] > 1
    if several and (m.opt_disableflags & DisableBit.MIDPHASE) == 0:
        g1, g2 = by_type(m, g1, g2)
    return g1, g2


@helper
def by_type(m, g1: int, g2: int) -> tuple[int, int]:
    """Return two geoms, the one of lower type first."""
    swap = m.geom_type[g1] > m.geom_type[g2]
    return g2 if swap else g1, g1 if swap else g2


# ---- the broad phase of small models: all pairs of geoms that may ever touch, one after the other in their final order
# Nothing is sorted and all indices follow the model, so environments that share an instruction look for pairs together.
# Each then describes its own: writing a number for each of them to another place costs more than the search


# pairs up to which looking at all of them is quicker than the sweep: at 1479 of them a step takes 3 % more time alone,
# and 17 % less in lanes
LONGEST_LIST = 1500


@stage
def find_near_pairs(m, d) -> int:
    """Find the pairs of the model's list whose bounds overlap, and count them by bucket.

    Those without room are only counted. Many pairs of two bodies that are far from each other are passed over at once.
    """
    clear_buckets(d)
    d.ncandidate = 0
    k = 0
    while k < m.near_count:
        end = m.near_end[k]
        if m.near_together[k] == 0 or bodies_near(m, d, k):
            find_pairs_of_run(m, d, k, end)
        k = end
    prefix_sum_buckets(d)
    if d.ncandidate > d.maxcandidate:
        d.error_where = d.ncandidate
        return StepErrorKind.CAPACITY
    return 0


@helper
def bodies_near(m, d, k: int) -> bool:
    """Tell whether the bodies of pair k are near each other in one of the environments that share instructions."""
    body1, body2 = m.geom_bodyid[m.near_geom[k, 0]], m.geom_bodyid[m.near_geom[k, 1]]
    return reduce_max(1 if boxes_overlap(d.body_bound, body1, d.body_bound, body2) else 0) > 0


@helper
def find_pairs_of_run(m, d, begin: int, end: int) -> None:
    """Find those of some pairs of the model's list whose bounds overlap, and count them."""
    geom, pair, found = m.near_geom, m.near_pair, d.candidate_near

    for k in range(begin, end):
        g1, g2, explicit = geom[k, 0], geom[k, 1], pair[k]
        margin = pair_margin(m, g1, g2, explicit) + pair_gap(m, g1, g2, explicit)
        near = spheres_overlap(m, d, g1, g2, margin)
        # the boxes of geoms know nothing of the margins of explicit pairs
        if near and (explicit >= 0 or boxes_overlap(d.geom_bound, g1, d.geom_bound, g2)):
            place = d.ncandidate
            d.ncandidate = place + 1
            if place < d.maxcandidate:
                found[place] = k
            count_into_bucket(d, CONTACT_BUCKET[kind_of_geoms(m, g1, g2)])


@stage
def describe_near_pairs(m, d) -> None:
    """Describe the pairs that were found, and fill the buckets of stages, in which they were counted."""
    d.nunsorted, d.ncon = 0, 0
    for c in range(d.ncandidate):
        k = d.candidate_near[c]
        g1, g2, explicit = m.near_geom[k, 0], m.near_geom[k, 1], m.near_pair[k]
        kind = kind_of_geoms(m, g1, g2)
        d.candidate_geom[c, 0], d.candidate_geom[c, 1] = g1, g2
        d.candidate_kind[c], d.candidate_bucket[c] = kind, CONTACT_BUCKET[kind]
        d.candidate_pair[c] = explicit
        d.candidate_margin[c] = pair_margin(m, g1, g2, explicit) + pair_gap(m, g1, g2, explicit)
        put_into_bucket(d, c, CONTACT_BUCKET[kind])


# ---- one pair of geoms for all lanes: environments that share instructions take the same pair at the same time
# Each environment (lane) has a list of pairs of its own. They walk their lists together: all that have the lowest of
# the pairs that come next take it, and the others wait. Lists are mostly ascending and alike, so that lanes seldom miss
# each other; what they compute does not depend on it. Alone, an environment takes one pair after the other.
#
#         lane 0:  (0,3) (1,4)         (2,5)
#         lane 1:  (0,3)       (1,7)   (2,5)         geoms have one index in all lanes: loads need no gather
#         lane 2:        (1,4) (1,7)   (2,5)


# after all geoms, rows and what else is numbered
NONE = 0x7FFFFFFF


class LanePair(NamedTuple):
    """The pair that is next, the same in all lanes; the lane's candidate, and whether the pair is its own (`mine`)."""

    geom1: int
    geom2: int
    candidate: int
    mine: bool


@helper
def lowest_pair(a: int, b: int, waits: bool) -> tuple[int, int, bool]:
    """Return the lowest pair of numbers of all environments that wait for theirs, and whether it is one's own."""
    first = -reduce_max(-a if waits else -NONE)
    second = -reduce_max(-b if waits and a == first else -NONE)
    return first, second, waits and a == first and b == second


@helper
def next_lane_pair(d, i: int, end: int) -> LanePair:
    """Return which pair of a bucket comes next; each environment has got to member i of it, not all to the end."""
    c, g1, g2 = 0, 0, 0
    if i < end:
        c = d.bucket_candidate[i]
        g1, g2 = d.candidate_geom[c, 0], d.candidate_geom[c, 1]
    first, second, mine = lowest_pair(g1, g2, i < end)
    return LanePair(first, second, c, mine)
