"""Pairs of geoms that are about to touch: which are fast enough, when they touch, and where on each other."""

from corten.enums import CollisionShape, GeomType, StepErrorKind
from corten.math.vector3 import load3, store3
from corten.runtime import helper, stage
from corten.stages.collision.broad.filters import pair_margin
from corten.stages.collision.broad.moving import least_thickness
from corten.stages.collision.convex.features import has_room
from corten.stages.collision.kinds import geom_shape
from corten.stages.collision.pairs import NO_BUCKET
from corten.stages.collision.speculative.advance import find_impact
from corten.stages.collision.speculative.points import list_lowest, store_point


@stage
def find_impacts(m, d):
    """Find the fast geoms that will touch within the step, and their nearest points; without room it is done again.

    reads:  m.geom_aabb d.geom_shift d.geom_turn d.geom_travel d.candidate_geom d.unsorted_dist
    writes: d.impact_candidate d.impact_fraction d.impact_normal d.impact_point d.impact_pose d.nimpact
    """
    d.nimpact = 0
    if d.nunsorted > d.maxunsorted:
        return 0
    if not has_room(d, max(6, 6 * m.opt_ccd_iterations)):
        return int(StepErrorKind.CAPACITY)
    mark_active(m, d)
    for c in range(d.ncandidate):
        if d.candidate_bucket[c] != NO_BUCKET and d.candidate_active[c] == 0 and is_fast(m, d, c):
            find_pair_impact(m, d, c)
            if d.nccd > d.maxccd:
                return int(StepErrorKind.CAPACITY)
    return int(StepErrorKind.CAPACITY) if d.nimpact > d.maximpact else 0


@helper
def mark_active(m, d):
    """Mark the pairs of geoms that touch already."""
    for c in range(d.ncandidate):
        d.candidate_active[c] = 0
    for i in range(d.nunsorted):
        c = d.unsorted_candidate[i]
        if d.unsorted_dist[i] < margin_of(m, d, c):
            d.candidate_active[c] = 1


@helper
def margin_of(m, d, c):
    """Return the margin of a pair of geoms, without its gap [m]."""
    return pair_margin(m, d.candidate_geom[c, 0], d.candidate_geom[c, 1], d.candidate_pair[c])


@helper
def is_fast(m, d, c):
    """Tell whether one of two convex geoms moves on by the thickness of either, or more."""
    g1, g2 = d.candidate_geom[c, 0], d.candidate_geom[c, 1]
    first, second = geom_shape(m, g1), geom_shape(m, g2)
    if first == GeomType.HFIELD or second > CollisionShape.MESH:
        return False
    return max(d.geom_travel[g1], d.geom_travel[g2]) >= least_thickness(m, g1, g2)


@helper
def find_pair_impact(m, d, c):
    """Add the impact of two geoms, if any; without room it is only counted.

    It has one point for now, and on a plane all of them.
    """
    g1, g2 = d.candidate_geom[c, 0], d.candidate_geom[c, 1]
    impact = find_impact(m, d, g1, g2, margin_of(m, d, c))
    if impact.fraction < 0.0:
        return
    k = d.nimpact
    d.nimpact = k + 1
    if k < d.maximpact:
        d.impact_candidate[k] = c
        d.impact_fraction[k], d.impact_pose[k], d.impact_closing[k] = impact.fraction, impact.pose, impact.closing
        d.impact_reach[k] = 2.0 * impact.dist + (1.0 - impact.fraction) * impact.closing + m.opt_ccd_tolerance
        store3(d.impact_normal, k, impact.normal)
        store_point(d, k, 0, load3(d.ccd_witness1, 0), load3(d.ccd_witness2, 0))
        d.impact_npoint[k] = 1
        if m.geom_type[g1] == GeomType.PLANE:
            list_lowest(m, d, k)
