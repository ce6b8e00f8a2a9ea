"""The polytope that EPA begins with: a few support points around the origin, made of the simplex that GJK ended with.

Each face keeps the foot of the perpendicular from the origin onto its plane, which also is its outward normal.
"""

from corten.constants import MINVAL
from corten.math.vector3 import add, cross, dot, load3, norm, scale, store3, sub
from corten.runtime import helper, select
from corten.stages.collision.convex.gjk import MINVAL2
from corten.stages.collision.convex.simplex import LIMIT, determinant, project_origin, same_sign, triangle_areas
from corten.stages.collision.convex.support import store_pair, support_pair

# a third of a turn
COS120, SIN120 = -0.5, 0.86602540378


@helper
def insert_vertex(d, row):
    """Append a vertex of the simplex to the polytope and return its number."""
    place = d.npolyvert
    d.npolyvert = place + 1
    for i in range(9):
        d.ccd_polyvert[place, i] = d.ccd_simplex[row, i]
    d.ccd_polyvert_vertex[place, 0] = d.ccd_simplex_vertex[row, 0]
    d.ccd_polyvert_vertex[place, 1] = d.ccd_simplex_vertex[row, 1]
    return place


@helper
def insert_support(m, d, direction, length):
    """Append the farthest point along a direction to the polytope and return its number."""
    short = not (length > MINVAL)
    divisor = select(short, 1.0, length)
    x = select(short, 1.0, direction[0] / divisor)
    y = select(short, 0.0, direction[1] / divisor)
    z = select(short, 0.0, direction[2] / divisor)
    pair = support_pair(m, d, (x, y, z))
    place = d.npolyvert
    d.npolyvert = place + 1
    store_pair(d.ccd_polyvert, d.ccd_polyvert_vertex, place, pair, d)
    return place


@helper
def attach_face(d, v1, v2, v3, adjacent1, adjacent2, adjacent3):
    """Append a face to the polytope; return the squared distance of its plane from the origin, 0 if it has none."""
    face = d.npolyface
    d.npolyface = face + 1
    d.ccd_face_vert[face, 0] = v1
    d.ccd_face_vert[face, 1] = v2
    d.ccd_face_vert[face, 2] = v3
    d.ccd_face_adjacent[face, 0] = adjacent1
    d.ccd_face_adjacent[face, 1] = adjacent2
    d.ccd_face_adjacent[face, 2] = adjacent3
    d.ccd_face_place[face] = -1

    a = load3(d.ccd_polyvert, v1)
    flat, foot = project_origin(load3(d.ccd_polyvert, v3), load3(d.ccd_polyvert, v2), a)
    if not flat:
        return 0.0
    center = d.ccd_center[0], d.ccd_center[1], d.ccd_center[2]
    if dot(foot, sub(a, center)) < 0.0:
        foot = scale(foot, -1.0)
    store3(d.ccd_face_foot, face, foot)
    d.ccd_face_dist2[face] = dot(foot, foot)
    return dot(foot, foot)


@helper
def set_center(d, point):
    """Note a point inside of the polytope."""
    d.ccd_center[0] = point[0]
    d.ccd_center[1] = point[1]
    d.ccd_center[2] = point[2]


@helper
def open_faces(d, count):
    """Make the first faces candidates for the nearest one."""
    for i in range(count):
        d.ccd_open[i] = i
        d.ccd_face_place[i] = i
    d.nopenface = count
    return True


@helper
def clear_polytope(d):
    """Empty the polytope."""
    d.npolyvert = 0
    d.npolyface = 0
    d.nopenface = 0
    d.nhorizon = 0


@helper
def same_side(a, b, c, point):
    """Tell whether the origin and a point lie on the same side of the plane through a, b, c."""
    normal = cross(sub(b, a), sub(c, a))
    return same_sign(dot(normal, sub(point, a)), dot(normal, scale(a, -1.0)))


@helper
def holds_origin(a, b, c, e):
    """Tell whether the origin is inside of a tetrahedron."""
    return same_side(a, b, c, e) and same_side(b, c, e, a) and same_side(c, e, a, b) and same_side(e, a, b, c)


@helper
def touches_triangle(a, b, c, p):
    """Tell whether a point lies on a triangle."""
    area, area1, area2, area3 = triangle_areas(a, b, c, p)
    w1, w2, w3 = area1 / area, area2 / area, area3 / area
    if w1 < 0.0 or w2 < 0.0 or w3 < 0.0:
        return False
    x = a[0] * w1 + b[0] * w2 + c[0] * w3 - p[0]
    y = a[1] * w1 + b[1] * w2 + c[1] * w3 - p[1]
    z = a[2] * w1 + b[2] * w2 + c[2] * w3 - p[2]
    return norm((x, y, z)) < MINVAL


@helper
def crosses_triangle(p, q, a, b, c):
    """Tell whether the line through p and q meets a triangle."""
    along = sub(q, p)
    pa, pb, pc = sub(a, p), sub(b, p), sub(c, p)
    volume1, volume2, volume3 = determinant(pa, pb, along), determinant(pb, pc, along), determinant(pc, pa, along)
    positive = volume1 >= 0.0 and volume2 >= 0.0 and volume3 >= 0.0
    return positive or (volume1 <= 0.0 and volume2 <= 0.0 and volume3 <= 0.0)


@helper
def turn_third(axis, v):
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
def shrink_to_face(d, v1, v2, v3):
    """Replace the simplex by a face of the polytope that holds the origin, and empty the polytope."""
    take_polytope_vertex(d, 0, v1)
    take_polytope_vertex(d, 1, v2)
    take_polytope_vertex(d, 2, v3)
    d.nsimplex = 3
    clear_polytope(d)


@helper
def take_polytope_vertex(d, row, vertex):
    """Copy a vertex of the polytope into the simplex."""
    for i in range(9):
        d.ccd_simplex[row, i] = d.ccd_polyvert[vertex, i]
    d.ccd_simplex_vertex[row, 0] = d.ccd_polyvert_vertex[vertex, 0]
    d.ccd_simplex_vertex[row, 1] = d.ccd_polyvert_vertex[vertex, 1]


@helper
def begin_with_segment(m, d):
    """Build two tetrahedra around a segment through the origin; tell whether the polytope is sound."""
    a, b = load3(d.ccd_simplex, 0), load3(d.ccd_simplex, 1)
    set_center(d, scale(add(a, b), 0.5))

    # three directions across the segment, a third of a turn apart
    along = sub(b, a)
    smallest = LIMIT
    axis = 0
    for i in range(3):
        extent = abs(d.ccd_simplex[1, i] - d.ccd_simplex[0, i])
        if extent < smallest:
            smallest = extent
            axis = i
    unit = select(axis == 0, 1.0, 0.0), select(axis == 1, 1.0, 0.0), select(axis == 2, 1.0, 0.0)
    across1 = cross(unit, along)
    across2 = turn_third(along, across1)
    across3 = turn_third(along, across2)
    v1 = insert_vertex(d, 0)
    v2 = insert_vertex(d, 1)
    v3 = insert_support(m, d, across1, norm(across1))
    v4 = insert_support(m, d, across2, norm(across2))
    v5 = insert_support(m, d, across3, norm(across3))

    # a face that holds the origin is a better beginning than the segment
    if attach_face(d, v1, v3, v4, 1, 3, 2) < MINVAL2:
        shrink_to_face(d, v1, v3, v4)
    elif attach_face(d, v1, v5, v3, 2, 4, 0) < MINVAL2:
        shrink_to_face(d, v1, v5, v3)
    elif attach_face(d, v1, v4, v5, 0, 5, 1) < MINVAL2:
        shrink_to_face(d, v1, v4, v5)
    elif attach_face(d, v2, v4, v3, 5, 0, 4) < MINVAL2:
        shrink_to_face(d, v2, v4, v3)
    elif attach_face(d, v2, v3, v5, 3, 1, 5) < MINVAL2:
        shrink_to_face(d, v2, v3, v5)
    elif attach_face(d, v2, v5, v4, 4, 2, 3) < MINVAL2:
        shrink_to_face(d, v2, v5, v4)
    if d.nsimplex == 3:
        return begin_with_triangle(m, d)
    polyvert = d.ccd_polyvert
    if not crosses_triangle(a, b, load3(polyvert, v3), load3(polyvert, v4), load3(polyvert, v5)):
        return False
    return open_faces(d, 6)


@helper
def begin_with_triangle(m, d):
    """Build two tetrahedra on both sides of a triangle; tell whether the polytope is sound."""
    a, b, c = load3(d.ccd_simplex, 0), load3(d.ccd_simplex, 1), load3(d.ccd_simplex, 2)
    set_center(d, scale(add(add(a, b), c), 1.0 / 3.0))
    normal = cross(sub(b, a), sub(c, a))
    length = norm(normal)
    if length < MINVAL:
        return False
    v1 = insert_vertex(d, 0)
    v2 = insert_vertex(d, 1)
    v3 = insert_vertex(d, 2)
    v5 = insert_support(m, d, scale(normal, -1.0), length)
    v4 = insert_support(m, d, normal, length)

    # both tips have to stand off the triangle
    above, below = load3(d.ccd_polyvert, v4), load3(d.ccd_polyvert, v5)
    if touches_triangle(a, b, c, above) or touches_triangle(a, b, c, below):
        return False
    if (
        attach_face(d, v4, v1, v2, 1, 3, 2) < MINVAL2
        or attach_face(d, v4, v3, v1, 2, 4, 0) < MINVAL2
        or attach_face(d, v4, v2, v3, 0, 5, 1) < MINVAL2
        or attach_face(d, v5, v2, v1, 5, 0, 4) < MINVAL2
        or attach_face(d, v5, v1, v3, 3, 1, 5) < MINVAL2
        or attach_face(d, v5, v3, v2, 4, 2, 3) < MINVAL2
    ):
        return False
    return open_faces(d, 6)


@helper
def begin_with_tetrahedron(m, d):
    """Begin with the tetrahedron that holds the origin; tell whether the polytope is sound."""
    v1 = insert_vertex(d, 0)
    v2 = insert_vertex(d, 1)
    v3 = insert_vertex(d, 2)
    v4 = insert_vertex(d, 3)
    polyvert = d.ccd_polyvert
    a, b, c, e = load3(polyvert, v1), load3(polyvert, v2), load3(polyvert, v3), load3(polyvert, v4)
    set_center(d, scale(add(add(add(a, b), c), e), 0.25))

    # an origin on a face makes that face the beginning
    if attach_face(d, v1, v2, v3, 1, 3, 2) < MINVAL2:
        shrink_to_face(d, v1, v2, v3)
    elif attach_face(d, v1, v4, v2, 2, 3, 0) < MINVAL2:
        shrink_to_face(d, v1, v4, v2)
    elif attach_face(d, v1, v3, v4, 0, 3, 1) < MINVAL2:
        shrink_to_face(d, v1, v3, v4)
    elif attach_face(d, v4, v3, v2, 2, 0, 1) < MINVAL2:
        shrink_to_face(d, v4, v3, v2)
    if d.nsimplex == 3:
        return begin_with_triangle(m, d)
    return holds_origin(a, b, c, e) and open_faces(d, 4)
