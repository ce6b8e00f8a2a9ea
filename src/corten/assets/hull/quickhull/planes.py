"""Planes of facets, and distances from them, in the order of operations that decides about the last bit.

A plane goes through three vertices; its normal is the cross product of two edges. Where a vertex then lies off the
plane by more than the roundoff of distances, the plane is found by Gaussian elimination instead, with pivots.
"""

import sys

from corten.assets.hull.quickhull.facets import facet_has, mark_facet
from corten.assets.hull.quickhull.memory import CENTRUM, FLIPPED, NORMAL, SEEN, TOP
from corten.assets.hull.quickhull.sets import item
from corten.runtime import Vec3, helper, sqrt

EPSILON, TINY, LARGEST = sys.float_info.epsilon, sys.float_info.min, sys.float_info.max

# the square root of a third
EVEN = 0.5773502691896257


@helper
def distance(d, point: int, facet: int) -> float:
    """Return how far a point lies above a facet."""
    plane, x = d.plane, d.points
    return (
        plane[facet, 3] + x[point, 0] * plane[facet, 0] + x[point, 1] * plane[facet, 1] + x[point, 2] * plane[facet, 2]
    )


@helper
def vertex_distance(d, vertex: int, facet: int) -> float:
    """Return how far a vertex lies above a facet."""
    return distance(d, d.vertex_point[vertex], facet)


@helper
def centrum_distance(d, other: int, facet: int) -> float:
    """Return how far the centrum of a facet lies above another."""
    plane, x = d.plane, d.centrum
    return (
        plane[facet, 3] + x[other, 0] * plane[facet, 0] + x[other, 1] * plane[facet, 1] + x[other, 2] * plane[facet, 2]
    )


@helper
def interior_distance(d, facet: int) -> float:
    """Return how far the interior point lies above a facet."""
    plane, x = d.plane, d.interior
    return plane[facet, 3] + x[0] * plane[facet, 0] + x[1] * plane[facet, 1] + x[2] * plane[facet, 2]


@helper
def cosine(d, facet: int, other: int) -> float:
    """Return the cosine of the angle between two normals."""
    plane = d.plane
    return plane[facet, 0] * plane[other, 0] + plane[facet, 1] * plane[other, 1] + plane[facet, 2] * plane[other, 2]


@helper
def point_at(d, i: int) -> Vec3:
    """Return a point."""
    return d.points[i, 0], d.points[i, 1], d.points[i, 2]


@helper
def find_centrum(d, facet: int) -> None:
    """Find the centre of the vertices of a facet, in its plane, unless it is known."""
    if facet_has(d, facet, CENTRUM):
        return
    vertices, plane = d.facet_vertices[facet], d.plane
    n = d.set_size[vertices]
    x, y, z = 0.0, 0.0, 0.0
    for i in range(n):
        point = d.vertex_point[item(d, vertices, i)]
        x += d.points[point, 0]
        y += d.points[point, 1]
        z += d.points[point, 2]
    x, y, z = x / n, y / n, z / n
    height = plane[facet, 3] + x * plane[facet, 0] + y * plane[facet, 1] + z * plane[facet, 2]
    d.centrum[facet, 0] = x - height * plane[facet, 0]
    d.centrum[facet, 1] = y - height * plane[facet, 1]
    d.centrum[facet, 2] = z - height * plane[facet, 2]
    mark_facet(d, facet, CENTRUM, True)


@helper
def divide_safely(numer: float, denom: float, smallest: float) -> tuple[float, bool]:
    """Return a quotient, or 0 and that it is none since it would overflow."""
    if numer < smallest and numer > -smallest:
        if abs(numer) < abs(denom):
            return numer / denom, False
        return 0.0, True
    ratio = denom / numer
    if ratio > smallest or ratio < -smallest:
        return numer / denom, False
    return 0.0, True


@helper
def normalize(d, v: Vec3, top: bool) -> Vec3:
    """Return a vector of length 1, turned round unless `top`; where it has no length, any."""
    norm = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2])
    if norm > TINY * d.max_abs:
        if not top:
            norm = -norm
        return v[0] / norm, v[1] / norm, v[2] / norm
    if norm == 0.0:
        return EVEN, EVEN, EVEN
    if not top:
        norm = -norm
    x, no_x = divide_safely(v[0], norm, TINY)
    y, no_y = divide_safely(v[1], norm, TINY)
    z, no_z = divide_safely(v[2], norm, TINY)
    if not (no_x or no_y or no_z):
        return x, y, z

    # components before the one that overflows are divided already
    a = v[0] if no_x else x
    b = v[1] if no_x or no_y else y
    c = v[2]
    if abs(a) >= abs(b) and abs(a) >= abs(c):
        return 1.0 if a * norm >= 0.0 else -1.0, 0.0, 0.0
    if abs(b) >= abs(c):
        return 0.0, 1.0 if b * norm >= 0.0 else -1.0, 0.0
    return 0.0, 0.0, 1.0 if c * norm >= 0.0 else -1.0


@helper
def set_plane(d, facet: int) -> None:
    """Find the plane of a new facet, and whether it is flipped: whether the interior point lies above it."""
    vertices, plane, top = d.facet_vertices[facet], d.plane, facet_has(d, facet, TOP)
    p0 = point_at(d, d.vertex_point[item(d, vertices, 0)])
    p1 = point_at(d, d.vertex_point[item(d, vertices, 1)])
    p2 = point_at(d, d.vertex_point[item(d, vertices, 2)])
    x1, y1, z1 = p1[0] - p0[0], p1[1] - p0[1], p1[2] - p0[2]
    x2, y2, z2 = p2[0] - p0[0], p2[1] - p0[1], p2[2] - p0[2]
    normal = normalize(d, (y2 * z1 - z2 * y1, x1 * z2 - z1 * x2, x2 * y1 - y2 * x1), top)
    offset = -(p0[0] * normal[0] + p0[1] * normal[1] + p0[2] * normal[2])
    height2 = offset + (p2[0] * normal[0] + p2[1] * normal[1] + p2[2] * normal[2])
    height1 = offset + (p1[0] * normal[0] + p1[1] * normal[1] + p1[2] * normal[2])
    nearzero = abs(height2) > d.dist_round or abs(height1) > d.dist_round
    if nearzero:
        normal, nearzero = eliminate(d, (x1, y1, z1), (x2, y2, z2), top)
        offset = -(p0[0] * normal[0])
        offset -= p0[1] * normal[1]
        offset -= p0[2] * normal[2]
    plane[facet, 0], plane[facet, 1], plane[facet, 2], plane[facet, 3] = normal[0], normal[1], normal[2], offset
    if nearzero:
        turn_outside(d, facet)
    mark_facet(d, facet, NORMAL, True)
    check_flipped(d, facet)


@helper
def eliminate(d, first: Vec3, second: Vec3, top: bool) -> tuple[Vec3, bool]:
    """Return the normal to two edges by Gaussian elimination with pivots, and whether a pivot is almost zero."""
    a, b, sign, nearzero = first, second, top, False
    if abs(b[0]) > abs(a[0]):
        a, b, sign = second, first, not top
    if abs(a[0]) <= d.near_zero[0]:
        nearzero = True
    if abs(a[0]) != 0.0:
        n = b[0] / a[0]
        b = b[0], b[1] - n * a[1], b[2] - n * a[2]
    if abs(b[1]) <= d.near_zero[1]:
        nearzero = True
    if b[1] < 0.0:
        sign = not sign
    if a[0] < 0.0:
        sign = not sign

    # back substitution
    least2 = sqrt(TINY * 3.0)
    one = -1.0 if sign else 1.0
    x, y, z = 0.0, 0.0, one
    y = 0.0 - b[2] * z
    if abs(b[1]) > least2 * d.max_abs:
        y /= b[1]
    else:
        y, zero = divide_safely(y, b[1], least2)
        if zero:
            y, z, nearzero = one, 0.0, True
    x = 0.0 - a[1] * y
    x -= a[2] * z
    if abs(a[0]) > least2 * d.max_abs:
        x /= a[0]
    else:
        x, zero = divide_safely(x, a[0], least2)
        if zero:
            x, y, z, nearzero = one, 0.0, 0.0, True
    return normalize(d, (x, y, z), True), nearzero


@helper
def turn_outside(d, facet: int) -> None:
    """Turn a plane round if the interior point lies above it."""
    if interior_distance(d, facet) > 0.0:
        for k in range(4):
            d.plane[facet, k] = -d.plane[facet, k]


@helper
def check_flipped(d, facet: int) -> bool:
    """Mark a facet as flipped if the interior point does not lie below it; tell whether it is not."""
    if facet_has(d, facet, FLIPPED):
        return False
    if interior_distance(d, facet) >= -d.dist_round:
        mark_facet(d, facet, FLIPPED, True)
        return False
    return True


@helper
def sharp_new_facets(d) -> bool:
    """Tell whether normals of new facets lie in several octants."""
    first, facet = d.newfacet_list, d.next_facet[d.newfacet_list]
    while facet != -1 and facet != d.facet_tail:
        for k in range(3):
            if (d.plane[facet, k] > 0.0) != (d.plane[first, k] > 0.0):
                return True
        facet = d.next_facet[facet]
    return False


@helper
def facet_distance(d, facet: int, neighbor: int) -> tuple[float, float, float]:
    """Return how far the vertices of a facet lie off another one at most, and the lowest and highest distance."""
    mine, theirs = d.facet_vertices[facet], d.facet_vertices[neighbor]
    for i in range(d.set_size[mine]):
        d.vertex_flags[item(d, mine, i)] &= ~SEEN
    for i in range(d.set_size[theirs]):
        d.vertex_flags[item(d, theirs, i)] |= SEEN
    low, high = 0.0, 0.0
    for i in range(d.set_size[mine]):
        vertex = item(d, mine, i)
        if (d.vertex_flags[vertex] & SEEN) == 0:
            height = vertex_distance(d, vertex, neighbor)
            if height < low:
                low = height
            elif height > high:
                high = height
    return (high if high > -low else -low), low, high


@helper
def squared_gap(d, vertex: int, other: int) -> float:
    """Return the squared distance of two vertices."""
    p, q = point_at(d, d.vertex_point[vertex]), point_at(d, d.vertex_point[other])
    x, y, z = p[0] - q[0], p[1] - q[1], p[2] - q[2]
    return x * x + y * y + z * z


@helper
def nearest_vertices(d, vertices: int) -> float:
    """Return the smallest distance between two vertices of a set."""
    best = LARGEST
    for i in range(d.set_size[vertices]):
        for k in range(i + 1, d.set_size[vertices]):
            best = min(best, squared_gap(d, item(d, vertices, i), item(d, vertices, k)))
    return sqrt(best)
