"""The distance of two convex geoms, which need not be near each other."""

from corten.enums import StepErrorKind
from corten.runtime import stage
from corten.stages.collision.convex.detect import detect_pair
from corten.stages.collision.convex.features import has_room
from corten.stages.collision.convex.support import place_shape


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
    d.distance_value = min(d.ccd_dist[0], d.distance_max)
    for i in range(3):
        fromto[i] = d.ccd_witness1[0, i] if d.nwitness > 0 else 0.0
        fromto[i + 3] = d.ccd_witness2[0, i] if d.nwitness > 0 else 0.0
    return 0
