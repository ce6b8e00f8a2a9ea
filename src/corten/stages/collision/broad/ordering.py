"""Candidates in MuJoCo's order of contacts, which does not depend on how they were found.

Pairs of bodies come in ascending order, the lower body first. Within a pair of bodies explicit pairs come
first, then pairs of geoms: by the geoms of the lower body and then those of the other; but if a body has
several geoms and the mid phase is on, by the geom of lower type and then the other one.
"""

from corten.enums import DisableBit, StepErrorKind
from corten.runtime import helper, stage
from corten.stages.collision.broad.buckets import fill_buckets
from corten.stages.collision.broad.filters import pair_gap, pair_margin
from corten.stages.collision.kinds import kind_of_geoms
from corten.stages.collision.pairs import CONTACT_BUCKET


@stage
def order_candidates(m, d):
    """Sort the candidates that were found, say what the narrow phase needs to know of each, fill the buckets of stages.

    reads:  m.body_geomnum m.geom_type m.geom_dataid
    writes: d.candidate_geom d.candidate_kind d.candidate_pair d.candidate_margin d.bucket_start d.bucket_candidate
    """
    body, geom, pair, order = d.overlap_body, d.overlap_geom, d.overlap_pair, d.overlap_order
    count = d.ncandidate

    if count > d.maxcandidate:
        d.error_where = count
        return StepErrorKind.CAPACITY

    for i in range(count):
        order[i, 0] = i
    distribute(m, d, 1, 0, 1)
    distribute(m, d, 0, 1, 0)

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
def distribute(m, d, side, source, target):
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
def geom_key(m, d, c):
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
def by_type(m, g1, g2):
    """Return two geoms, the one of lower type first."""
    swap = m.geom_type[g1] > m.geom_type[g2]
    return g2 if swap else g1, g1 if swap else g2
