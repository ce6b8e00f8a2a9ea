"""Speculative contacts of fast geoms, in place of those that are only within the gap."""

from corten.enums import CollisionShape, GeomType, StepErrorKind
from corten.math.vector3 import add, load3, scale
from corten.runtime import helper, stage
from corten.stages.collision.broad.filters import pair_margin
from corten.stages.collision.broad.moving import least_thickness
from corten.stages.collision.contacts.unsorted import NO_TANGENT, add_contact
from corten.stages.collision.convex.features import has_room, load_side
from corten.stages.collision.kinds import geom_shape
from corten.stages.collision.pairs import NO_BUCKET
from corten.stages.collision.speculative.advance import find_impact
from corten.stages.collision.speculative.points import list_impacts
from corten.stages.collision.speculative.sight import is_hidden


@stage
def clear_impacts(m, d):
    """Foresee no contact of any pair of geoms.

    reads:  d.ncandidate
    writes: d.candidate_fraction
    """
    for c in range(d.ncandidate):
        d.candidate_fraction[c] = -1.0


@stage
def foresee_contacts(m, d):
    """Find the contacts that fast geoms will have within the step; without room the step is done again.

    reads:  m.geom_aabb d.geom_shift d.geom_turn d.geom_travel d.candidate_geom d.unsorted_dist
    writes: d.candidate_fraction d.candidate_closing d.nunsorted
    """
    if d.nunsorted > d.maxunsorted:
        return 0
    if not has_room(d, max(6, 6 * m.opt_ccd_iterations)):
        return int(StepErrorKind.CAPACITY)
    mark_active(m, d)
    before = d.nunsorted
    for c in range(d.ncandidate):
        if d.candidate_bucket[c] != NO_BUCKET and d.candidate_active[c] == 0 and is_fast(m, d, c):
            foresee_pair(m, d, c)
            if d.nccd > d.maxccd:
                return int(StepErrorKind.CAPACITY)
    if d.nunsorted <= d.maxunsorted:
        remove_replaced(d, before)
    return 0


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
def foresee_pair(m, d, c):
    """Add the contacts that two geoms will have, if any."""
    g1, g2 = d.candidate_geom[c, 0], d.candidate_geom[c, 1]
    margin = margin_of(m, d, c)
    impact = find_impact(m, d, g1, g2, margin)
    if impact.fraction >= 0.0:
        list_impacts(m, d, g1, g2, impact)
        share = d.geom_travel[g1] / (d.geom_travel[g1] + d.geom_travel[g2])
        for i in range(d.nimpact):
            if not is_hidden(m, d, g1, g2, i):
                first, second = load_side(d.impact_point, i, 0), load_side(d.impact_point, i, 1)
                pos = add(scale(first, share), scale(second, 1.0 - share))

                # the distance follows from the parameters of the contact, once these are known
                add_contact(d, c, margin - 1.0, pos, load3(d.impact_normal, i), NO_TANGENT)
                d.candidate_fraction[c], d.candidate_closing[c] = impact.fraction, impact.closing


@helper
def remove_replaced(d, before):
    """Remove those of the first contacts that belong to pairs whose contacts were foreseen now."""
    count = 0
    for i in range(d.nunsorted):
        c = d.unsorted_candidate[i]
        replaced = i < before and d.candidate_fraction[c] >= 0.0 and d.candidate_bucket[c] != NO_BUCKET
        if not replaced:
            if count < i:
                move_contact(d, i, count)
            count += 1
    d.nunsorted = count


@helper
def move_contact(d, source, target):
    """Copy an unsorted contact to another place."""
    d.unsorted_candidate[target] = d.unsorted_candidate[source]
    d.unsorted_dist[target] = d.unsorted_dist[source]
    for k in range(3):
        d.unsorted_pos[target, k] = d.unsorted_pos[source, k]
        d.unsorted_normal[target, k] = d.unsorted_normal[source, k]
        d.unsorted_tangent[target, k] = d.unsorted_tangent[source, k]
