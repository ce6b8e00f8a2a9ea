"""From impacts to contacts: occluded points are culled, the others become speculative contacts.

fast geom                     other
  ( )  ------->  [wall]  ---->  []         the ray from the point of the faster geom to that of the other meets the
                                           wall, which it will touch first: no contact with what is behind
"""

from corten.enums import GeomType, StepErrorKind
from corten.math.vector3 import add, load3, scale, sub
from corten.raycast.cast import ray_solid
from corten.runtime import helper, stage
from corten.runtime.fields import F8, I4, Field
from corten.runtime.scratch import scratch
from corten.stages.collision.broad.filters import bodies_collide, is_explicit, pair_margin
from corten.stages.collision.contacts.unsorted import NO_TANGENT, add_contact
from corten.stages.collision.convex.clip import MOST_POINTS
from corten.stages.collision.convex.support import place_shape
from corten.stages.collision.pairs import NO_BUCKET
from corten.stages.collision.speculative.advance import measure_placed
from corten.stages.collision.speculative.impacts import load_point, margin_of

SCRATCH = scratch(
    Field("impact_occluded", I4, ("maximpact", MOST_POINTS), "1: another geom is in the way to this point"),
) + scratch(
    Field("candidate_fraction", F8, ("maxcandidate",), "part of the step after which geoms touch, -1: not speculative"),
    Field("candidate_closing", F8, ("maxcandidate",), "way along the normal by which they approach in a step [m]"),
    readers=("corten.stages.constraint",),
)

# ---- occlusion: is a geom in between that the faster one would meet before?


@stage
def cull_occluded(m, d) -> int:
    """Mark the points of impacts that are behind another geom; without room the step is done again."""
    for k in range(d.nimpact):
        for i in range(d.impact_npoint[k]):
            d.impact_occluded[k, i] = 1 if is_occluded(m, d, k, i) else 0
            if d.nccd > d.maxccd:
                return int(StepErrorKind.CAPACITY)
    return 0


@helper
def is_occluded(m, d, k: int, i: int) -> bool:
    """Tell whether a geom is between both geoms in a point of an impact, which the faster one would meet before."""
    c = d.impact_candidate[k]
    g1, g2 = d.candidate_geom[c, 0], d.candidate_geom[c, 1]
    fast, other, side = g1, g2, 0
    if d.geom_travel[g2] > d.geom_travel[g1]:
        fast, other, side = g2, g1, 1
    origin = load_point(d, k, i, side)
    way = sub(load_point(d, k, i, 1 - side), origin)
    for g in range(m.ngeom):
        if g != g1 and g != g2 and is_obstacle(m, g, fast, other):
            hit = ray_solid(m, d, g, origin, way)
            if hit.x > 0.0 and hit.x < 1.0 and not touches(m, d, fast, g):
                return True
    return False


@helper
def is_obstacle(m, g: int, fast: int, other: int) -> bool:
    """Tell whether a geom can stop a fast one on its way to another one: if both collide, and it is no part of that."""
    body, target = m.geom_bodyid[g], m.geom_bodyid[other]
    if not is_convex(m.geom_type[g]):
        return False
    if m.body_weldid[body] == m.body_weldid[target] and m.body_dofnum[m.body_weldid[body]] > 0:
        return False
    return may_collide(m, g, fast)


@helper
def is_convex(kind: int) -> bool:
    """Tell whether geoms of a type can have speculative contacts."""
    return kind == GeomType.PLANE or (kind >= GeomType.SPHERE and kind <= GeomType.MESH)


@helper
def may_collide(m, g: int, fast: int) -> bool:
    """Tell whether two geoms collide, as an explicit pair or by the types and bodies that they have."""
    body, other = m.geom_bodyid[g], m.geom_bodyid[fast]
    if m.npair > 0 and is_explicit(m, g if body < other else fast, fast if body < other else g):
        return True
    contype, conaffinity = m.geom_contype, m.geom_conaffinity
    if (contype[g] & conaffinity[fast]) == 0 and (contype[fast] & conaffinity[g]) == 0:
        return False
    return bodies_collide(m, min(body, other), max(body, other))


@helper
def touches(m, d, fast: int, g: int) -> bool:
    """Tell whether two geoms are in contact now."""
    first, second = fast, g
    if m.geom_type[g] < m.geom_type[fast]:
        first, second = g, fast
    place_shape(m, d, 0, first, 0.0)
    place_shape(m, d, 1, second, 0.0)
    reach = pair_margin(m, first, second, -1) + m.opt_ccd_tolerance
    return measure_placed(m, d, first, reach) <= reach


# ---- speculative contacts of fast geoms, in place of those that are only within the gap
# Stages follow each other that complete what is known of an impact: when two geoms touch (`find_impacts`), in which
# points (`multiccd_impacts`), which of these are occluded (`cull_occluded`), and the contacts that this gives


@stage
def clear_impacts(m, d) -> None:
    """Begin with no speculative contact of any pair of geoms."""
    for c in range(d.ncandidate):
        d.candidate_fraction[c] = -1.0


@stage
def speculative_contacts(m, d) -> None:
    """Add the contacts that fast geoms will have within the step where nothing is in the way, in place of present
    ones.
    """
    before = d.nunsorted
    for k in range(d.nimpact):
        for i in range(d.impact_npoint[k]):
            if d.impact_occluded[k, i] == 0:
                add_speculative(m, d, k, i)
    if d.nunsorted <= d.maxunsorted:
        remove_replaced(d, before)


@helper
def add_speculative(m, d, k: int, i: int) -> None:
    """Add the contact in a point of an impact: between both geoms, nearer to the one that moves on by more."""
    c = d.impact_candidate[k]
    travel1, travel2 = d.geom_travel[d.candidate_geom[c, 0]], d.geom_travel[d.candidate_geom[c, 1]]
    share = travel1 / (travel1 + travel2)
    pos = add(scale(load_point(d, k, i, 0), share), scale(load_point(d, k, i, 1), 1.0 - share))

    # the distance follows from the parameters of the contact, once these are known
    add_contact(d, c, margin_of(m, d, c) - 1.0, pos, load3(d.impact_normal, k), NO_TANGENT)
    d.candidate_fraction[c], d.candidate_closing[c] = d.impact_fraction[k], d.impact_closing[k]


@helper
def remove_replaced(d, before: int) -> None:
    """Remove those of the first contacts whose pairs have speculative contacts now."""
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
def move_contact(d, source: int, target: int) -> None:
    """Copy an unsorted contact to another place."""
    d.unsorted_candidate[target] = d.unsorted_candidate[source]
    d.unsorted_dist[target] = d.unsorted_dist[source]
    for k in range(3):
        d.unsorted_pos[target, k] = d.unsorted_pos[source, k]
        d.unsorted_normal[target, k] = d.unsorted_normal[source, k]
        d.unsorted_tangent[target, k] = d.unsorted_tangent[source, k]
