"""EPA's polytope around a triangle that the origin lies on: with the farthest points on both sides of it."""

from corten.constants import MINVAL
from corten.math.vector3 import add, cross, dot, load3, norm, scale, sub
from corten.runtime import helper
from corten.stages.collision.convex.polytope import (
    FAILED,
    attach_face,
    insert_support,
    insert_vertex,
    open_faces,
    same_side,
    set_center,
    shrink_to_segment,
    volumes_around,
    winds_around,
)
from corten.stages.collision.convex.simplex import MINVAL2, foot_on_line, triangle_weights


@helper
def touches_triangle(a, b, c, p):
    """Tell whether a point lies on a triangle."""
    w1, w2, w3 = triangle_weights(a, b, c, p)
    if w1 < 0.0 or w2 < 0.0 or w3 < 0.0:
        return False
    x = a[0] * w1 + b[0] * w2 + c[0] * w3 - p[0]
    y = a[1] * w1 + b[1] * w2 + c[1] * w3 - p[1]
    z = a[2] * w1 + b[2] * w2 + c[2] * w3 - p[2]
    return norm((x, y, z)) < MINVAL


@helper
def origin_on_edge(a, b):
    """Tell whether the origin lies on an edge, ends excluded."""
    apart, foot = foot_on_line(a, b)
    return dot(a, b) < 0.0 and apart and dot(foot, foot) < MINVAL2


@helper
def hexahedron_around(volumes, v1, v2, v3, v4, v5):
    """Return (whether five points are two tetrahedra over a triangle, the triangle's corners, both tips).

    The triangle was v1, v2, v3 and the tips v4, v5; the line between the tips passes beyond an edge. If it does so
    between the planes of the others, the edge's ends are the tips. If not, the first two are the edge that is crossed
    most, which makes a tetrahedron with the old tips.
    """
    first, second, third = volumes
    if first > 0.0 and second < -MINVAL and third < -MINVAL:
        return True, (v3, v5, v4, v1, v2)
    if second > 0.0 and first < -MINVAL and third < -MINVAL:
        return True, (v1, v5, v4, v2, v3)
    if third > 0.0 and first < -MINVAL and second < -MINVAL:
        return True, (v2, v5, v4, v3, v1)
    if second >= first and third >= first:
        return False, (v1, v2, v3, v4, v5)
    if first >= second and third >= second:
        return False, (v2, v3, v3, v4, v5)
    return False, (v3, v1, v3, v4, v5)


@helper
def is_inside(a, b, c, inner, dist2, tolerance):
    """Tell whether the origin lies on the inner side of a face, or no farther beyond it than the tolerance."""
    return same_side(a, b, c, inner) or dist2 < tolerance * tolerance


@helper
def build_hexahedron(m, d, corners):
    """Attach the six faces of two tetrahedra over a triangle.

    Return (their least squared distance from the origin, whether the origin is inside of all).
    """
    v1, v2, v3, v4, v5 = corners
    polyvert, tolerance = d.ccd_polyvert, m.opt_ccd_tolerance
    p1, p2, p3 = load3(polyvert, v1), load3(polyvert, v2), load3(polyvert, v3)
    p4, p5 = load3(polyvert, v4), load3(polyvert, v5)
    set_center(d, scale(add(add(add(add(p1, p2), p3), p4), p5), 0.2))
    dist1 = attach_face(d, v4, v1, v2, 1, 3, 2)
    dist2 = attach_face(d, v4, v3, v1, 2, 4, 0)
    dist3 = attach_face(d, v4, v2, v3, 0, 5, 1)
    dist4 = attach_face(d, v5, v2, v1, 5, 0, 4)
    dist5 = attach_face(d, v5, v1, v3, 3, 1, 5)
    dist6 = attach_face(d, v5, v3, v2, 4, 2, 3)
    upper = (
        is_inside(p4, p1, p2, p3, dist1, tolerance)
        and is_inside(p4, p3, p1, p2, dist2, tolerance)
        and is_inside(p4, p2, p3, p1, dist3, tolerance)
    )
    lower = (
        is_inside(p5, p2, p1, p3, dist4, tolerance)
        and is_inside(p5, p1, p3, p2, dist5, tolerance)
        and is_inside(p5, p3, p2, p1, dist6, tolerance)
    )
    return min(min(min(dist1, dist2), min(dist3, dist4)), min(dist5, dist6)), upper and lower


@helper
def build_tetrahedron(m, d, corners):
    """Attach the four faces of the tetrahedron of an edge and both tips.

    Return (their least squared distance from the origin, whether the origin is inside of all).
    """
    v1, v2, _, v4, v5 = corners
    polyvert, tolerance = d.ccd_polyvert, m.opt_ccd_tolerance
    p1, p2, p4, p5 = load3(polyvert, v1), load3(polyvert, v2), load3(polyvert, v4), load3(polyvert, v5)
    set_center(d, scale(add(add(add(p1, p2), p4), p5), 0.25))
    dist1 = attach_face(d, v1, v2, v4, 1, 3, 2)
    dist2 = attach_face(d, v1, v5, v2, 2, 3, 0)
    dist3 = attach_face(d, v1, v4, v5, 0, 3, 1)
    dist4 = attach_face(d, v5, v4, v2, 2, 0, 1)
    inside = (
        is_inside(p1, p2, p4, p5, dist1, tolerance)
        and is_inside(p1, p5, p2, p4, dist2, tolerance)
        and is_inside(p1, p4, p5, p2, dist3, tolerance)
        and is_inside(p5, p4, p2, p1, dist4, tolerance)
    )
    return min(min(dist1, dist2), min(dist3, dist4)), inside


@helper
def begin_with_triangle(m, d, may_shrink):
    """Build a polytope from a triangle and the farthest points on both sides of it; return how that ends.

    An origin on an edge of the triangle makes that edge the beginning, if it may shrink.
    """
    polyvert = d.ccd_polyvert
    v1 = insert_vertex(d, 0)
    v2 = insert_vertex(d, 1)
    v3 = insert_vertex(d, 2)
    a, b, c = load3(polyvert, v1), load3(polyvert, v2), load3(polyvert, v3)
    normal = cross(sub(b, a), sub(c, a))
    length = norm(normal)
    if length < MINVAL:
        return FAILED
    v5 = insert_support(m, d, scale(normal, -1.0), length)
    v4 = insert_support(m, d, normal, length)

    # both tips have to stand off the triangle
    above, below = load3(polyvert, v4), load3(polyvert, v5)
    if touches_triangle(a, b, c, above) or touches_triangle(a, b, c, below):
        return FAILED
    if min(dot(normal, sub(above, a)), -dot(normal, sub(below, a))) < length * MINVAL:
        return FAILED

    # the line between the tips need not cross the triangle
    volumes = volumes_around(above, below, a, b, c)
    hexahedron, corners = True, (v1, v2, v3, v4, v5)
    if not winds_around(volumes, 0.0):
        hexahedron, corners = hexahedron_around(volumes, v1, v2, v3, v4, v5)
    nearest2, inside, count = 0.0, False, 4
    if hexahedron:
        nearest2, inside = build_hexahedron(m, d, corners)
        count = 6
    else:
        nearest2, inside = build_tetrahedron(m, d, corners)
    if nearest2 < MINVAL2:
        if may_shrink and origin_on_edge(a, b):
            return shrink_to_segment(d, v1, v2)
        if may_shrink and origin_on_edge(b, c):
            return shrink_to_segment(d, v2, v3)
        if may_shrink and origin_on_edge(c, a):
            return shrink_to_segment(d, v3, v1)
        return FAILED
    if not inside:
        return FAILED
    return open_faces(d, count)
