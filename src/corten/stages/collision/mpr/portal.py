r"""Minkowski portal refinement (MPR): whether two convex shapes overlap, and how deep.

A ray goes from a point c inside of the Minkowski difference, the difference of both centers, through the origin o. The
portal is a triangle of support points that the ray passes through:

            1 -------- 2            discover  three corners around the ray (`find_portal`)
             \   ray  /             refine    push the portal outwards along its normal until o lies behind it, inside
       c ---- \-o--->/                        (`refine_portal`); a support plane in front of o separates them
               \    /               measure   push it on to the boundary: the depth is its distance from o
                \  /                          (`find_penetration`)
                  3

`ccd_simplex` holds c in row 0 and the corners in rows 1 to 3, which look outwards in this order. The depth is that
along the ray's portal, not always the least one as EPA's is.
G. Snethen: XenoCollide: complex collision made simple. Game Programming Gems 7 (2008).
"""

from typing import NamedTuple

from corten.constants import MINVAL
from corten.enums import GeomType
from corten.math.matrix3 import load9, mul_mat_vec, mul_matT_vec
from corten.math.vector3 import add, add_scaled, cross, dot, load3, normalize, scale, store3, sub
from corten.runtime import FloatArray, Vec3, helper, per_precision, select, sqrt
from corten.stages.collision.convex.support import (
    ELEMENT,
    climb_from,
    search_mesh,
    searches_all,
    support_element,
    support_prism,
)

# ---- support points: as those of the newer engine, but a direction without a component has no side
# Along an axis of a box, for example, the farthest point is the centre of a face, not one of its corners


class SupportPair(NamedTuple):
    """A point of the Minkowski difference, and the points of both shapes of which it is the difference [m]."""

    difference: Vec3
    first: Vec3
    second: Vec3


@helper
def find_support(m, d, direction: Vec3) -> SupportPair:
    """Return the farthest point of the Minkowski difference along a unit vector."""
    first = farthest_point(m, d, 0, direction)
    second = farthest_point(m, d, 1, scale(direction, -1.0))
    return SupportPair(sub(first, second), first, second)


@helper
def farthest_point(m, d, side: int, direction: Vec3) -> Vec3:
    """Return the farthest point of a shape along a unit vector, its layer included [m]."""
    if d.ccd_type[side] == GeomType.HFIELD:
        return add_scaled(support_prism(d, direction), direction, d.ccd_inflate[side])
    if d.ccd_type[side] == ELEMENT:
        return add_scaled(support_element(d, side, direction), direction, d.ccd_inflate[side])
    mat = load9(d.ccd_mat, side)
    local = mul_matT_vec(mat, direction)
    point = add_scaled(farthest_local(m, d, side, local), local, d.ccd_inflate[side])
    return add(mul_mat_vec(mat, point), load3(d.ccd_pos, side))


@helper
def farthest_local(m, d, side: int, local: Vec3) -> Vec3:
    """Return the farthest point of a bare shape in its own frame, along a unit vector in its own frame."""
    kind, size = d.ccd_type[side], load3(d.ccd_size, side)
    point = scale(local, size[0])
    if kind == GeomType.CAPSULE:
        point = point[0], point[1], point[2] + sign_of(local[2]) * size[1]
    elif kind == GeomType.ELLIPSOID:
        unit, _ = normalize((local[0] * size[0], local[1] * size[1], local[2] * size[2]))
        point = unit[0] * size[0], unit[1] * size[1], unit[2] * size[2]
    elif kind == GeomType.CYLINDER:
        across = sqrt(local[0] * local[0] + local[1] * local[1])
        along_axis = across <= MINVAL
        x = select(along_axis, 0.0, local[0] / select(along_axis, 1.0, across) * size[0])
        y = select(along_axis, 0.0, local[1] / select(along_axis, 1.0, across) * size[0])
        point = x, y, sign_of(local[2]) * size[1]
    elif kind == GeomType.BOX:
        point = sign_of(local[0]) * size[0], sign_of(local[1]) * size[1], sign_of(local[2]) * size[2]
    elif kind == GeomType.MESH:
        mesh = d.ccd_mesh[side]
        vertex = 0
        if searches_all(m, mesh):
            vertex = search_mesh(m, mesh, local, 0)
        else:
            vertex = climb_from(m, d, side, local, max(d.ccd_hullvertex[side], 0))
        point = load3(m.mesh_vert, m.mesh_vertadr[mesh] + vertex)
    return point


@helper
def sign_of(x: float) -> float:
    """Return -1.0, 0.0 or 1.0."""
    return select(x > 0.0, 1.0, select(x < 0.0, -1.0, 0.0))


@helper
def store_support(portal: FloatArray, row: int, pair: SupportPair) -> None:
    """Write a point of the Minkowski difference into a row of the portal."""
    store3(portal, row, pair.difference)
    portal[row, 3], portal[row, 4], portal[row, 5] = pair.first
    portal[row, 6], portal[row, 7], portal[row, 8] = pair.second


# ---- discover and refine the portal


# what is smaller counts as zero: the spacing of numbers at 1
TINY = per_precision(2.220446049250313e-16, float32=1.1920929e-07)

# what the search for a portal ends with: nothing, a portal, the origin in row 1, the origin between rows 0 and 1
APART, PORTAL, ON_CORNER, ON_SEGMENT = -1, 0, 1, 2

# rounds after which a search that goes in circles is given up
ROUNDS = 1000


@helper
def find_portal(m, d) -> int:
    """Write a first portal; return APART, PORTAL, ON_CORNER or ON_SEGMENT."""
    portal = d.ccd_simplex
    centre1, centre2 = load3(d.ccd_pos, 0), load3(d.ccd_pos, 1)
    centre = sub(centre1, centre2)

    # the ray needs a direction: a center in the origin is moved a little
    if is_origin(centre):
        centre = add(centre, (10.0 * TINY, 0.0, 0.0))
    store_support(portal, 0, SupportPair(centre, centre1, centre2))

    # first corner: the support point along the ray
    direction, _ = normalize(scale(centre, -1.0))
    store_support(portal, 1, find_support(m, d, direction))
    if dot(load3(portal, 1), direction) < TINY:
        return APART

    # second corner: across the plane of the center, the first corner and the origin
    across = cross(centre, load3(portal, 1))
    if dot(across, across) < TINY:
        return ON_CORNER if is_origin(load3(portal, 1)) else ON_SEGMENT
    direction, _ = normalize(across)
    store_support(portal, 2, find_support(m, d, direction))
    if dot(load3(portal, 2), direction) < TINY:
        return APART

    direction = fan_direction(portal)

    # the third one is looked for on the side of the origin
    if dot(direction, centre) > 0.0:
        swap_corners(portal)
        direction = scale(direction, -1.0)
    return enclose_ray(m, d, direction)


@helper
def enclose_ray(m, d, direction: Vec3) -> int:
    """Find a third corner, and move corners until the ray goes between all three."""
    portal, centre = d.ccd_simplex, load3(d.ccd_simplex, 0)
    for _ in range(ROUNDS):
        pair = find_support(m, d, direction)
        if dot(pair.difference, direction) < TINY:
            return APART

        # the origin lies beyond the side 1-3 or 3-2 of the fan: the new point takes the place of the other corner
        if dot(cross(load3(portal, 1), pair.difference), centre) <= -TINY:
            store_support(portal, 2, pair)
        elif dot(cross(pair.difference, load3(portal, 2)), centre) <= -TINY:
            store_support(portal, 1, pair)
        else:
            store_support(portal, 3, pair)
            return PORTAL
        direction = fan_direction(portal)
    return APART


@helper
def refine_portal(m, d) -> bool:
    """Push the portal outwards until it has passed the origin; tell whether it did."""
    portal = d.ccd_simplex
    for _ in range(ROUNDS):
        direction = portal_direction(portal)
        if dot(direction, load3(portal, 1)) > -TINY:
            return True
        pair = find_support(m, d, direction)
        if dot(pair.difference, direction) <= -TINY or is_near_surface(m, portal, pair, direction):
            return False
        expand_portal(portal, pair)
    return False


@helper
def expand_portal(portal: FloatArray, pair: SupportPair) -> None:
    """Replace one corner by a new point so that the ray goes through the new triangle."""

    # the new point cuts the portal into three; the ray goes through one of them, the corner across is replaced
    side = cross(pair.difference, load3(portal, 0))
    row = 1
    if dot(load3(portal, 1), side) > 0.0:
        row = 1 if dot(load3(portal, 2), side) > 0.0 else 3
    else:
        row = 2 if dot(load3(portal, 3), side) > 0.0 else 1
    store_support(portal, row, pair)


@helper
def is_near_surface(m, portal: FloatArray, pair: SupportPair, direction: Vec3) -> bool:
    """Tell whether a farther point along the normal of the portal gains no more than the tolerance."""
    nearest = max(dot(load3(portal, 1), direction), dot(load3(portal, 2), direction))
    gain = dot(pair.difference, direction) - max(nearest, dot(load3(portal, 3), direction))
    return gain < m.opt_ccd_tolerance or is_equal(gain, m.opt_ccd_tolerance)


@helper
def is_equal(a: float, b: float) -> bool:
    """Tell whether two numbers are equal but for their roundings."""
    apart = abs(a - b)
    return apart < TINY or apart < TINY * max(abs(a), abs(b))


@helper
def is_origin(a: Vec3) -> bool:
    """Tell whether all components of a vector count as zero."""
    return abs(a[0]) < TINY and abs(a[1]) < TINY and abs(a[2]) < TINY


@helper
def fan_direction(portal: FloatArray) -> Vec3:
    """Return the normal of the triangle of the centre and the first two corners."""
    centre = load3(portal, 0)
    return normalize(cross(sub(load3(portal, 1), centre), sub(load3(portal, 2), centre)))[0]


@helper
def portal_direction(portal: FloatArray) -> Vec3:
    """Return the normal of the portal, which points away from the centre."""
    corner = load3(portal, 1)
    return normalize(cross(sub(load3(portal, 2), corner), sub(load3(portal, 3), corner)))[0]


@helper
def swap_corners(portal: FloatArray) -> None:
    """Exchange the first two corners."""
    for i in range(9):
        portal[1, i], portal[2, i] = portal[2, i], portal[1, i]


# ---- measure: push the portal to the boundary of the Minkowski difference


class Penetration(NamedTuple):
    """Depth [m], 0.0 for none, the unit normal from the first shape to the second, and the point between both [m]."""

    depth: float
    normal: Vec3
    pos: Vec3


NO_PENETRATION = Penetration(0.0, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0))


@helper
def find_penetration(m, d) -> Penetration:
    """Return how both shapes overlap, layers included; shapes that only touch do not."""
    portal = d.ccd_simplex
    state = find_portal(m, d)
    if state == APART:
        return NO_PENETRATION
    if state == ON_CORNER:
        return NO_PENETRATION
    if state == ON_SEGMENT:
        normal, depth = normalize(load3(portal, 1))
        first, second = (portal[1, 3], portal[1, 4], portal[1, 5]), (portal[1, 6], portal[1, 7], portal[1, 8])
        return Penetration(depth, normal, scale(add(first, second), 0.5))
    if not refine_portal(m, d):
        return NO_PENETRATION

    # on to the boundary
    for _ in range(m.opt_ccd_iterations + 1):
        direction = portal_direction(portal)
        pair = find_support(m, d, direction)
        if is_near_surface(m, portal, pair, direction):
            return measure_portal(portal)
        expand_portal(portal, pair)
    return measure_portal(portal)


@helper
def measure_portal(portal: FloatArray) -> Penetration:
    """Return the depth of the origin below the portal."""
    nearest = nearest_to_origin(load3(portal, 1), load3(portal, 2), load3(portal, 3))
    normal, depth = normalize(nearest)
    if depth < TINY:
        return NO_PENETRATION
    return Penetration(depth, normal, middle_point(portal))


@helper
def nearest_to_origin(a: Vec3, b: Vec3, c: Vec3) -> Vec3:
    """Return the point of a triangle that is nearest to the origin.

    It has a rule of its own for what counts as inside, on which results of this engine depend.
    """

    # inside of the triangle: a + s d1 + t d2 is square to both edges
    d1, d2 = sub(b, a), sub(c, a)
    v, w, p, q, r = dot(d1, d1), dot(d2, d2), dot(a, d1), dot(a, d2), dot(d1, d2)
    area = w * v - r * r
    s = -1.0
    t = -1.0
    if abs(area) >= TINY:
        s = (q * r - w * p) / area
        t = (-s * r - q) / w
    if is_in_unit_interval(s) and is_in_unit_interval(t) and (t + s < 1.0 or is_equal(t + s, 1.0)):
        return add_scaled(add_scaled(a, d1, s), d2, t)

    # else the nearest of its edges
    best = nearest_on_edge(a, b)
    other = nearest_on_edge(a, c)
    if dot(other, other) < dot(best, best):
        best = other
    other = nearest_on_edge(b, c)
    if dot(other, other) < dot(best, best):
        best = other
    return best


@helper
def is_in_unit_interval(x: float) -> bool:
    """Tell whether a number lies between 0 and 1, but for roundings."""
    return x > -TINY and (x < 1.0 or is_equal(x, 1.0))


@helper
def nearest_on_edge(a: Vec3, b: Vec3) -> Vec3:
    """Return the point of an edge that is nearest to the origin."""
    along = sub(b, a)
    t = -dot(a, along) / dot(along, along)
    if t < TINY:
        return a
    if t > 1.0 or is_equal(t, 1.0):
        return b
    return add_scaled(a, along, t)


@helper
def middle_point(portal: FloatArray) -> Vec3:
    """Return the point between both shapes that belongs to the origin, by its barycentric coordinates."""
    centre, a, b, c = load3(portal, 0), load3(portal, 1), load3(portal, 2), load3(portal, 3)
    w0, w1 = dot(cross(a, b), c), dot(cross(c, b), centre)
    w2, w3 = dot(cross(centre, a), c), dot(cross(b, a), centre)
    total = w0 + w1 + w2 + w3
    if total < TINY:
        direction = portal_direction(portal)
        w0 = 0.0
        w1, w2, w3 = dot(cross(b, c), direction), dot(cross(c, a), direction), dot(cross(a, b), direction)
        total = w1 + w2 + w3
    inverse = 1.0 / total
    return (
        0.5 * inverse * (combine_rows(portal, 3, w0, w1, w2, w3) + combine_rows(portal, 6, w0, w1, w2, w3)),
        0.5 * inverse * (combine_rows(portal, 4, w0, w1, w2, w3) + combine_rows(portal, 7, w0, w1, w2, w3)),
        0.5 * inverse * (combine_rows(portal, 5, w0, w1, w2, w3) + combine_rows(portal, 8, w0, w1, w2, w3)),
    )


@helper
def combine_rows(portal: FloatArray, column: int, w0: float, w1: float, w2: float, w3: float) -> float:
    """Return the weighted sum of a column of the portal."""
    return portal[0, column] * w0 + portal[1, column] * w1 + portal[2, column] * w2 + portal[3, column] * w3
