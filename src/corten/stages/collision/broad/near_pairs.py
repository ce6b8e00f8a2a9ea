"""The broad phase of small models: all pairs of geoms that may ever touch, one after the other in their final order.

Nothing is sorted and all indices follow the model, so environments that share an instruction look for pairs together.
Each then describes its own: writing a number for each of them to another place costs more than the search.
"""

from corten.enums import StepErrorKind
from corten.runtime import stage
from corten.stages.collision.broad.buckets import add_up_buckets, clear_buckets, count_into_bucket, put_into_bucket
from corten.stages.collision.broad.filters import boxes_overlap, pair_gap, pair_margin, spheres_overlap
from corten.stages.collision.kinds import kind_of_geoms
from corten.stages.collision.pairs import CONTACT_BUCKET

# pairs up to which looking at all of them is quicker than the sweep
LONGEST_LIST = 1000


@stage
def find_near_pairs(m, d):
    """Find the pairs of the model's list whose bounds overlap, and count them by bucket.

    Those without room are only counted.

    reads:  m.near_count m.near_geom m.near_pair m.geom_type d.geom_xpos d.geom_xmat d.geom_bound
    writes: d.ncandidate d.candidate_near d.bucket_start
    """
    geom, pair, found = m.near_geom, m.near_pair, d.candidate_near

    clear_buckets(d)
    d.ncandidate = 0
    for k in range(m.near_count):
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
    add_up_buckets(d)
    if d.ncandidate > d.maxcandidate:
        d.error_where = d.ncandidate
        return StepErrorKind.CAPACITY
    return 0


@stage
def describe_near_pairs(m, d):
    """Describe the pairs that were found, and fill the buckets of stages, in which they were counted.

    reads:  m.near_geom m.near_pair m.geom_type m.geom_dataid d.ncandidate d.candidate_near d.bucket_start
    writes: d.candidate_geom d.candidate_kind d.candidate_pair d.candidate_margin d.bucket_start d.nunsorted d.ncon
    """
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
