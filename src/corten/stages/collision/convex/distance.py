"""The distance of two convex geoms, which need not be near each other."""

from corten.enums import StepErrorKind
from corten.math.vector3 import add, load3, normalize, scale, sub
from corten.runtime import stage
from corten.stages.collision.contacts.unsorted import NO_TANGENT, add_contact
from corten.stages.collision.convex.detect import detect_pair
from corten.stages.collision.convex.features import has_room
from corten.stages.collision.convex.support import place_shape
from corten.stages.collision.pairs import bucket_of

BUCKET = bucket_of("measure_distances")


@stage
def measure_distances(m, d):
    """Find the nearest points of all candidates whose distance the convex engine measures, as a contact for each.

    Without room the step is done again.

    reads:  m.geom_dataid m.geom_size m.geom_type d.geom_xmat d.geom_xpos
    writes: d.nccd d.nhorizon d.nopenface d.npolyface
    """
    margin = d.candidate_margin
    bucket, members = d.bucket_start, d.bucket_candidate

    d.nccd = 0
    if not has_room(d, max(6, 6 * m.opt_ccd_iterations)):
        return int(StepErrorKind.CAPACITY)
    for i in range(bucket[BUCKET], bucket[BUCKET + 1]):
        c = members[i]
        place_shape(m, d, 0, d.candidate_geom[c, 0], 0.0)
        place_shape(m, d, 1, d.candidate_geom[c, 1], 0.0)
        detect_pair(m, d, margin[c])
        if d.nccd > d.maxccd:
            return int(StepErrorKind.CAPACITY)
        if d.nwitness > 0 and d.ccd_dist[0] < margin[c]:
            first, second, dist = load3(d.ccd_witness1, 0), load3(d.ccd_witness2, 0), d.ccd_dist[0]
            along, _ = normalize(sub(second, first))
            add_contact(
                d, c, dist, scale(add(first, second), 0.5), scale(along, -1.0 if dist < 0.0 else 1.0), NO_TANGENT
            )
    return 0


@stage
def convex_distance(m, d):
    """Find the distance of two geoms and their nearest points.

    reads:  d.geom_xmat d.geom_xpos m.geom_dataid m.geom_size m.geom_type
    writes: d.distance_fromto d.distance_value d.nccd d.nhorizon
    """
    geom, fromto = d.distance_geom, d.distance_fromto

    d.nccd = 0
    if not has_room(d, max(6, 6 * m.opt_ccd_iterations)):
        return int(StepErrorKind.CAPACITY)
    place_shape(m, d, 0, geom[0], 0.0)
    place_shape(m, d, 1, geom[1], 0.0)
    detect_pair(m, d, d.distance_max)
    if d.nccd > d.maxccd:
        return int(StepErrorKind.CAPACITY)
    d.distance_value = min(d.ccd_dist[0], d.distance_max)
    for i in range(3):
        fromto[i] = d.ccd_witness1[0, i] if d.nwitness > 0 else 0.0
        fromto[i + 3] = d.ccd_witness2[0, i] if d.nwitness > 0 else 0.0
    return 0
