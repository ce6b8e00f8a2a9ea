"""Line of sight: a geom that is in between takes the place of what is behind it."""

from corten.enums import GeomType
from corten.math.vector3 import sub
from corten.raycast.cast import ray_geom
from corten.runtime import helper
from corten.stages.collision.broad.filters import bodies_collide, is_explicit, pair_margin
from corten.stages.collision.convex.features import load_side
from corten.stages.collision.convex.support import place_shape
from corten.stages.collision.speculative.advance import measure_placed


@helper
def is_hidden(m, d, g1, g2, row):
    """Tell whether a geom is between the two points of a listed impact, which the faster geom would meet before."""
    fast, other, side = g1, g2, 0
    if d.geom_travel[g2] > d.geom_travel[g1]:
        fast, other, side = g2, g1, 1
    origin = load_side(d.impact_point, row, side)
    way = sub(load_side(d.impact_point, row, 1 - side), origin)
    for g in range(m.ngeom):
        if g != g1 and g != g2 and is_obstacle(m, g, fast, other):
            hit = ray_geom(m, d, g, origin, way)
            if hit.x > 0.0 and hit.x < 1.0 and not touches(m, d, fast, g):
                return True
    return False


@helper
def is_obstacle(m, g, fast, other):
    """Tell whether a geom can stop a fast one on its way to another one: if both collide, and it is no part of that."""
    body, target = m.geom_bodyid[g], m.geom_bodyid[other]
    if not is_convex(m.geom_type[g]):
        return False
    if m.body_weldid[body] == m.body_weldid[target] and m.body_dofnum[m.body_weldid[body]] > 0:
        return False
    return may_collide(m, g, fast)


@helper
def is_convex(kind):
    """Tell whether geoms of a type can have speculative contacts."""
    return kind == GeomType.PLANE or (kind >= GeomType.SPHERE and kind <= GeomType.MESH)


@helper
def may_collide(m, g, fast):
    """Tell whether two geoms collide, as an explicit pair or by the types and bodies that they have."""
    body, other = m.geom_bodyid[g], m.geom_bodyid[fast]
    if m.npair > 0 and is_explicit(m, g if body < other else fast, fast if body < other else g):
        return True
    contype, conaffinity = m.geom_contype, m.geom_conaffinity
    if (contype[g] & conaffinity[fast]) == 0 and (contype[fast] & conaffinity[g]) == 0:
        return False
    return bodies_collide(m, min(body, other), max(body, other))


@helper
def touches(m, d, fast, g):
    """Tell whether two geoms are in contact now."""
    first, second = fast, g
    if m.geom_type[g] < m.geom_type[fast]:
        first, second = g, fast
    place_shape(m, d, 0, first, 0.0)
    place_shape(m, d, 1, second, 0.0)
    reach = pair_margin(m, first, second, -1) + m.opt_ccd_tolerance
    return measure_placed(m, d, first, reach) <= reach
