r"""A first polytope around the origin for EPA, from the simplex that GJK ended with.

Four vertices are a tetrahedron. Three or two, where the origin o lies on a triangle or a segment, grow to both sides:

    triangle: farthest points along           segment: three support points across it, a third of a turn
    the normal and against it                 apart; the segment a b crosses their triangle

               v4                                          a
              /|\                                         /|\
            v1-o-v2    (v3 behind)                      v3-o-v4   (v5 behind)
              \|/                                         \|/
               v5                                          b

Both are hexahedra, two tetrahedra over a triangle: six faces. A start fails, or it shrinks: an origin that lies on one
of the new faces makes that triangle (or edge) the simplex to begin with, and `make_polytope` tries again.
"""

from corten.constants import MINVAL
from corten.math.vector3 import add, add_scaled, cross, dot, load3, norm, scale, sub
from corten.runtime import Vec3, helper, select
from corten.stages.collision.convex.polytope import (
    FAILED,
    attach_face,
    insert_support,
    insert_vertex,
    open_faces,
    same_side,
    set_center,
    shrink_to_segment,
    shrink_to_triangle,
    volumes_around,
    winds_around,
)
from corten.stages.collision.convex.simplex import (
    MINVAL2,
    combine3,
    determinant,
    foot_on_line,
    nearest_on_triangle,
    triangle_weights,
)

# ---- the polytope of a tetrahedron


@helper
def holds_origin(a: Vec3, b: Vec3, c: Vec3, e: Vec3) -> bool:
    """Tell whether the origin is inside of a tetrahedron."""
    return same_side(a, b, c, e) and same_side(b, c, e, a) and same_side(c, e, a, b) and same_side(e, a, b, c)


@helper
def polytope_from_tetrahedron(d) -> int:
    """Begin with the tetrahedron that holds the origin; return how that ends."""
    v1 = insert_vertex(d, 0)
    v2 = insert_vertex(d, 1)
    v3 = insert_vertex(d, 2)
    v4 = insert_vertex(d, 3)
    polyvert = d.ccd_polyvert
    a, b, c, e = load3(polyvert, v1), load3(polyvert, v2), load3(polyvert, v3), load3(polyvert, v4)
    set_center(d, scale(add(add(add(a, b), c), e), 0.25))

    # an origin on a face makes that face the beginning
    if attach_face(d, v1, v2, v3, 1, 3, 2) < MINVAL2:
        return shrink_to_triangle(d, v1, v2, v3)
    if attach_face(d, v1, v4, v2, 2, 3, 0) < MINVAL2:
        return shrink_to_triangle(d, v1, v4, v2)
    if attach_face(d, v1, v3, v4, 0, 3, 1) < MINVAL2:
        return shrink_to_triangle(d, v1, v3, v4)
    if attach_face(d, v4, v3, v2, 2, 0, 1) < MINVAL2:
        return shrink_to_triangle(d, v4, v3, v2)
    if not holds_origin(a, b, c, e):
        return FAILED
    return open_faces(d, 4)


# ---- the polytope around a segment through the origin: two tetrahedra over a triangle that the segment crosses


# a third of a turn
COS120, SIN120 = -0.5, 0.86602540378

# how much the search for a better corner tilts along the segment
TILT = 0.001


@helper
def rotate_120(axis: Vec3, v: Vec3) -> Vec3:
    """Return v turned by a third of a turn about an axis."""
    length = norm(axis)
    x, y, z = axis[0] / length, axis[1] / length, axis[2] / length
    rest = 1.0 - COS120
    return (
        (COS120 + x * x * rest) * v[0] + (x * y * rest - z * SIN120) * v[1] + (x * z * rest + y * SIN120) * v[2],
        (y * x * rest + z * SIN120) * v[0] + (COS120 + y * y * rest) * v[1] + (y * z * rest - x * SIN120) * v[2],
        (x * z * rest - y * SIN120) * v[0] + (y * z * rest + x * SIN120) * v[1] + (COS120 + z * z * rest) * v[2],
    )


@helper
def across_thinnest(along: Vec3) -> Vec3:
    """Return a vector across another one: its cross product with the axis on which it is shortest."""
    x, y, z = abs(along[0]), abs(along[1]), abs(along[2])
    second = x > y
    third = min(x, y) > z
    first = not second and not third
    unit = select(first, 1.0, 0.0), select(second and not third, 1.0, 0.0), select(third, 1.0, 0.0)
    return cross(unit, along)


@helper
def copy_polytope_vertex(d, source: int, target: int) -> None:
    """Copy one vertex of the polytope to another row."""
    for i in range(9):
        d.ccd_polyvert[target, i] = d.ccd_polyvert[source, i]
    d.ccd_polyvert_vertex[target, 0] = d.ccd_polyvert_vertex[source, 0]
    d.ccd_polyvert_vertex[target, 1] = d.ccd_polyvert_vertex[source, 1]


@helper
def volumes_about(along: Vec3, a: Vec3, b: Vec3, c: Vec3) -> Vec3:
    """Return six times the volumes that a vector spans with the edges ab, bc and ca of a triangle."""
    return determinant(a, b, along), determinant(b, c, along), determinant(c, a, along)


@helper
def replace_corner(m, d, origin: Vec3, along: Vec3, edge: tuple[int, int, int], least: float) -> None:
    """Look across an edge (i, j) that the segment passes too near, and put what is found in the place of a corner."""
    i, j, k = edge
    pi, pj, pk = load3(d.ccd_polyvert, i), load3(d.ccd_polyvert, j), load3(d.ccd_polyvert, k)
    side = sub(pj, pi)
    a, b, c = sub(pi, origin), sub(pj, origin), sub(pk, origin)
    tilt = select(0.5 * dot(along, along) <= dot(along, c), TILT, -TILT)
    direction = add_scaled(cross(side, along), along, norm(side) * tilt)
    found = insert_support(m, d, direction, norm(direction))
    d.npolyvert -= 1
    e = sub(load3(d.ccd_polyvert, found), origin)

    # the first corner in whose place the found point lets the segment pass inside
    if winds_around(volumes_about(along, e, b, c), least):
        copy_polytope_vertex(d, found, i)
    elif winds_around(volumes_about(along, a, e, c), least):
        copy_polytope_vertex(d, found, j)
    elif winds_around(volumes_about(along, a, b, e), least):
        copy_polytope_vertex(d, found, k)


@helper
def widen_triangle(m, d, origin: Vec3, along: Vec3, corners: tuple[int, int, int]) -> int:
    """Make the segment cross the triangle of three vertices well inside, if one better corner can do that."""
    v3, v4, v5 = corners
    polyvert = d.ccd_polyvert
    a, b, c = sub(load3(polyvert, v3), origin), sub(load3(polyvert, v4), origin), sub(load3(polyvert, v5), origin)
    length2 = dot(along, along)
    least = MINVAL * length2 * norm(along)
    first, second, third = volumes_about(along, a, b, c)
    if winds_around((first, second, third), least):
        return 0
    if second >= first and third >= first:
        replace_corner(m, d, origin, along, (v3, v4, v5), least)
    elif second <= first and second <= third:
        replace_corner(m, d, origin, along, (v4, v5, v3), least)
    else:
        replace_corner(m, d, origin, along, (v5, v3, v4), least)
    return 0


@helper
def doubled_area2(a: Vec3, b: Vec3, c: Vec3) -> float:
    """Return the square of twice the area of a triangle."""
    normal = cross(sub(b, a), sub(c, a))
    return dot(normal, normal)


@helper
def distance2_of_triangle(a: Vec3, b: Vec3, c: Vec3) -> float:
    """Return the squared distance of a triangle from the origin."""
    point = combine3(nearest_on_triangle(a, b, c), a, b, c)
    return dot(point, point)


@helper
def shrink_to_better(d, v1: int, v2: int, v3: int, v4: int) -> int:
    """Begin with the triangle that two vertices form with one end of the segment: that which is nearer to the origin.

    A triangle without area is none.
    """
    polyvert = d.ccd_polyvert
    a, b, c, e = load3(polyvert, v1), load3(polyvert, v2), load3(polyvert, v3), load3(polyvert, v4)
    first_flat, second_flat = doubled_area2(a, c, e) < MINVAL, doubled_area2(b, e, c) < MINVAL
    second = first_flat and not second_flat
    if first_flat == second_flat:
        second = distance2_of_triangle(a, c, e) > distance2_of_triangle(b, e, c)
    if second:
        return shrink_to_triangle(d, v2, v4, v3)
    return shrink_to_triangle(d, v1, v3, v4)


@helper
def polytope_from_segment(m, d) -> int:
    """Build two tetrahedra around a segment through the origin; return how that ends."""
    polyvert = d.ccd_polyvert
    v1 = insert_vertex(d, 0)
    v2 = insert_vertex(d, 1)
    a, b = load3(polyvert, v1), load3(polyvert, v2)

    # three directions across the segment, a third of a turn apart
    along = sub(b, a)
    across1 = across_thinnest(along)
    across2 = rotate_120(along, across1)
    across3 = rotate_120(along, across2)
    v3 = insert_support(m, d, across1, norm(across1))
    v4 = insert_support(m, d, across2, norm(across2))
    v5 = insert_support(m, d, across3, norm(across3))
    widen_triangle(m, d, a, along, (v3, v4, v5))
    p3, p4, p5 = load3(polyvert, v3), load3(polyvert, v4), load3(polyvert, v5)
    set_center(d, scale(add(add(add(add(a, b), p3), p4), p5), 0.2))

    # a face that holds the origin is a better beginning than the segment
    if attach_face(d, v1, v3, v4, 1, 3, 2) < MINVAL2:
        return shrink_to_better(d, v1, v2, v3, v4)
    if attach_face(d, v1, v5, v3, 2, 4, 0) < MINVAL2:
        return shrink_to_better(d, v1, v2, v5, v3)
    if attach_face(d, v1, v4, v5, 0, 5, 1) < MINVAL2:
        return shrink_to_better(d, v1, v2, v4, v5)
    if attach_face(d, v2, v4, v3, 5, 0, 4) < MINVAL2:
        return shrink_to_better(d, v1, v2, v3, v4)
    if attach_face(d, v2, v3, v5, 3, 1, 5) < MINVAL2:
        return shrink_to_better(d, v1, v2, v5, v3)
    if attach_face(d, v2, v5, v4, 4, 2, 3) < MINVAL2:
        return shrink_to_better(d, v1, v2, v4, v5)
    if not winds_around(volumes_around(a, b, p3, p4, p5), 0.0):
        return FAILED
    return open_faces(d, 6)


# ---- the polytope around a triangle that the origin lies on: with the farthest points on both sides of it


@helper
def touches_triangle(a: Vec3, b: Vec3, c: Vec3, p: Vec3) -> bool:
    """Tell whether a point lies on a triangle."""
    w1, w2, w3 = triangle_weights(a, b, c, p)
    if w1 < 0.0 or w2 < 0.0 or w3 < 0.0:
        return False
    x = a[0] * w1 + b[0] * w2 + c[0] * w3 - p[0]
    y = a[1] * w1 + b[1] * w2 + c[1] * w3 - p[1]
    z = a[2] * w1 + b[2] * w2 + c[2] * w3 - p[2]
    return norm((x, y, z)) < MINVAL


@helper
def origin_on_edge(a: Vec3, b: Vec3) -> bool:
    """Tell whether the origin lies on an edge, ends excluded."""
    apart, foot = foot_on_line(a, b)
    return dot(a, b) < 0.0 and apart and dot(foot, foot) < MINVAL2


@helper
def hexahedron_around(volumes: Vec3, v1: int, v2: int, v3: int, v4: int, v5: int) -> tuple[bool, tuple[int, ...]]:
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
def is_inside(a: Vec3, b: Vec3, c: Vec3, inner: Vec3, dist2: float, tolerance: float) -> bool:
    """Tell whether the origin lies on the inner side of a face, or no farther beyond it than the tolerance."""
    return same_side(a, b, c, inner) or dist2 < tolerance * tolerance


@helper
def build_hexahedron(m, d, corners: tuple[int, ...]) -> tuple[float, bool]:
    """Attach the six faces of two tetrahedra over a triangle.

    Return (their least squared distance from the origin, whether the origin is inside of all).
    """
    v1, v2, v3, v4, v5 = corners
    polyvert, tolerance = d.ccd_polyvert, m.opt_ccd_tolerance
    p1, p2, p3 = load3(polyvert, v1), load3(polyvert, v2), load3(polyvert, v3)
    p4, p5 = load3(polyvert, v4), load3(polyvert, v5)
    set_center(d, scale(add(add(add(add(p1, p2), p3), p4), p5), 0.2))

    # three faces at the upper tip, three at the lower one
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
def build_tetrahedron(m, d, corners: tuple[int, ...]) -> tuple[float, bool]:
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
def polytope_from_triangle(m, d, may_shrink: bool) -> int:
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

    # an origin on a face: begin with the edge of the triangle that holds it, if any
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
