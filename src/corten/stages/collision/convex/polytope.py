r"""The polytope of EPA: support points of the Minkowski difference, and triangles that know their neighbours.

               v1               face = (v1, v2, v3)
              /  \              adjacent k = the face beyond the edge from vertex k to vertex k + 1
       adj 2 /    \ adj 0
            / face \            foot: projection of the origin onto the face's plane; also the outward normal, so
          v3 ------ v2                |foot| is the distance of the plane, and dot(foot, x) > |foot|^2 says that x
              adj 1                   lies above the face and sees it

Faces that can still become the nearest one are "open": they stand in the list `ccd_open`, and `ccd_face_place` is their
place in it, -1 for faces that are not listed and -2 for deleted ones.
"""

from corten.constants import MINVAL
from corten.math.vector3 import cross, dot, load3, scale, store3, sub
from corten.runtime import Vec3, helper, select, sqrt
from corten.runtime.fields import F8, I4, Field
from corten.runtime.scratch import scratch
from corten.stages.collision.convex.simplex import determinant, project_origin, same_sign
from corten.stages.collision.convex.support import store_pair, support_pair

# Side 0 is the first shape, side 1 the second. A vertex of the Minkowski difference takes nine numbers: the difference,
# the point of the first shape, the point of the second.
SCRATCH = scratch(
    Field("npolyvert", I4, (), "vertices of the polytope"),
    Field("npolyface", I4, (), "faces of the polytope, those that were deleted included"),
    Field("nopenface", I4, (), "faces that may hold the nearest point"),
    Field("nhorizon", I4, (), "edges of the horizon"),
    Field("ccd_center", F8, (3,), "a point inside"),
    Field("ccd_polyvert", F8, ("maxccd", 9), "vertices of the polytope"),
    Field("ccd_polyvert_vertex", I4, ("maxccd", 2), "vertex of each shape"),
    Field("ccd_face_vert", I4, ("maxccd", 3), "vertices of each face"),
    Field("ccd_face_adjacent", I4, ("maxccd", 3), "face across each edge"),
    Field("ccd_face_foot", F8, ("maxccd", 3), "foot of the perpendicular from the origin, pointing outwards"),
    Field("ccd_face_dist2", F8, ("maxccd",), "square of its length"),
    Field("ccd_face_place", I4, ("maxccd",), "place among the open faces, -1: not open, -2: deleted"),
    Field("ccd_open", I4, ("maxccd",), "open faces"),
    Field("ccd_horizon", I4, ("maxccd", 2), "edges of the horizon: face, edge"),
    Field("ccd_visit", I4, ("maxccd", 2), "edges that are still to be crossed: face, edge"),
)

# how an attempt to begin with a simplex ends: with a polytope, with another simplex to begin with, or without anything
SOUND, SHRUNK, FAILED = 0, 1, 2


@helper
def insert_vertex(d, row: int) -> int:
    """Append a vertex of the simplex to the polytope and return its number."""
    place = d.npolyvert
    d.npolyvert = place + 1
    for i in range(9):
        d.ccd_polyvert[place, i] = d.ccd_simplex[row, i]
    d.ccd_polyvert_vertex[place, 0] = d.ccd_simplex_vertex[row, 0]
    d.ccd_polyvert_vertex[place, 1] = d.ccd_simplex_vertex[row, 1]
    return place


@helper
def insert_support(m, d, direction: Vec3, length: float) -> int:
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
def connect_face(d, v1: int, v2: int, v3: int, adjacent1: int, adjacent2: int, adjacent3: int) -> int:
    """Append a face to the polytope, between three vertices and three faces, and return its number."""
    face = d.npolyface
    d.npolyface = face + 1
    d.ccd_face_vert[face, 0] = v1
    d.ccd_face_vert[face, 1] = v2
    d.ccd_face_vert[face, 2] = v3
    d.ccd_face_adjacent[face, 0] = adjacent1
    d.ccd_face_adjacent[face, 1] = adjacent2
    d.ccd_face_adjacent[face, 2] = adjacent3
    d.ccd_face_place[face] = -1
    return face


@helper
def attach_face(d, v1: int, v2: int, v3: int, adjacent1: int, adjacent2: int, adjacent3: int) -> float:
    """Append a face to the polytope; return the squared distance of its plane from the origin, 0 if it has none."""
    face = connect_face(d, v1, v2, v3, adjacent1, adjacent2, adjacent3)
    a = load3(d.ccd_polyvert, v1)
    flat, foot = project_origin(load3(d.ccd_polyvert, v3), load3(d.ccd_polyvert, v2), a)
    if not flat:
        return 0.0

    # outwards, away from a point inside: the foot itself points inwards where the origin is beyond the face
    if dot(foot, sub(a, load_center(d))) < 0.0:
        foot = scale(foot, -1.0)
    store3(d.ccd_face_foot, face, foot)
    d.ccd_face_dist2[face] = dot(foot, foot)
    return dot(foot, foot)


@helper
def load_center(d) -> Vec3:
    """Return the point inside of the polytope."""
    return d.ccd_center[0], d.ccd_center[1], d.ccd_center[2]


@helper
def set_center(d, point: Vec3) -> None:
    """Write a point inside of the polytope."""
    d.ccd_center[0] = point[0]
    d.ccd_center[1] = point[1]
    d.ccd_center[2] = point[2]


@helper
def open_faces(d, count: int) -> int:
    """Make the first faces candidates for the nearest one."""
    for i in range(count):
        d.ccd_open[i] = i
        d.ccd_face_place[i] = i
    d.nopenface = count
    return SOUND


@helper
def clear_polytope(d) -> None:
    """Empty the polytope."""
    d.npolyvert = 0
    d.npolyface = 0
    d.nopenface = 0
    d.nhorizon = 0


@helper
def same_side(a: Vec3, b: Vec3, c: Vec3, point: Vec3) -> bool:
    """Tell whether the origin and a point lie on the same side of the plane through a, b, c."""
    normal = cross(sub(b, a), sub(c, a))
    return same_sign(dot(normal, sub(point, a)), dot(normal, scale(a, -1.0)))


@helper
def shrink_to_segment(d, v1: int, v2: int) -> int:
    """Replace the simplex by an edge of the polytope, and empty the polytope."""
    take_polytope_vertex(d, 0, v1)
    take_polytope_vertex(d, 1, v2)
    d.nsimplex = 2
    clear_polytope(d)
    return SHRUNK


@helper
def shrink_to_triangle(d, v1: int, v2: int, v3: int) -> int:
    """Replace the simplex by a triangle of vertices of the polytope, and empty the polytope."""
    take_polytope_vertex(d, 0, v1)
    take_polytope_vertex(d, 1, v2)
    take_polytope_vertex(d, 2, v3)
    d.nsimplex = 3
    clear_polytope(d)
    return SHRUNK


@helper
def take_polytope_vertex(d, row: int, vertex: int) -> None:
    """Copy a vertex of the polytope into the simplex."""
    for i in range(9):
        d.ccd_simplex[row, i] = d.ccd_polyvert[vertex, i]
    d.ccd_simplex_vertex[row, 0] = d.ccd_polyvert_vertex[vertex, 0]
    d.ccd_simplex_vertex[row, 1] = d.ccd_polyvert_vertex[vertex, 1]


@helper
def volumes_around(p: Vec3, q: Vec3, a: Vec3, b: Vec3, c: Vec3) -> Vec3:
    """Return six times the volumes that the segment from p to q spans with the edges ab, bc and ca of a triangle.

    All have one sign where the line through p and q meets the triangle.
    """
    along = sub(q, p)
    pa, pb, pc = sub(a, p), sub(b, p), sub(c, p)
    return determinant(pa, pb, along), determinant(pb, pc, along), determinant(pc, pa, along)


@helper
def winds_around(volumes: Vec3, least: float) -> bool:
    """Tell whether three volumes have one sign, and each at least a size."""
    first, second, third = volumes
    positive = first >= least and second >= least and third >= least
    return positive or (first <= -least and second <= -least and third <= -least)


# ---- the horizon: what a new point sees of the polytope is replaced by a cone over the border of that
#
#            tip                   o  horizon: edges between faces that the tip sees and such that it does not
#           / | \
#          /  |  \                 a depth-first walk from the face that is pushed out, over edges in the sense of
#     ____o   |   o____            rotation, finds the horizon in order: each face of the cone is next to the one before
#          \_____/


@helper
def delete_face(d, face: int) -> None:
    """Take a face out of the polytope."""
    place = d.ccd_face_place[face]
    if place >= 0:
        d.nopenface -= 1
        moved = d.ccd_open[d.nopenface]
        d.ccd_open[place] = moved
        d.ccd_face_place[moved] = place
    d.ccd_face_place[face] = -2


@helper
def find_edge(d, face: int, vertex: int) -> int:
    """Return the edge of a face that begins at a vertex."""
    if d.ccd_face_vert[face, 0] == vertex:
        return 0
    return 1 if d.ccd_face_vert[face, 1] == vertex else 2


@helper
def push_visit(d, depth: int, face: int, edge: int) -> int:
    """Remember an edge to be crossed and return the new depth of the stack."""
    if depth < d.maxccd:
        d.ccd_visit[depth, 0] = face
        d.ccd_visit[depth, 1] = edge
        return depth + 1
    return depth


@helper
def find_horizon(d, start: int, point: Vec3) -> None:
    """Delete all faces that a point sees, beginning with one of them, and list the edges around them in order."""
    visit, vert, adjacent = d.ccd_visit, d.ccd_face_vert, d.ccd_face_adjacent
    d.nhorizon = 0
    delete_face(d, start)
    depth = push_visit(d, push_visit(d, push_visit(d, 0, start, 2), start, 1), start, 0)
    while depth > 0:
        depth -= 1
        face, edge = visit[depth, 0], visit[depth, 1]
        neighbour = adjacent[face, edge]
        if d.ccd_face_place[neighbour] > -2:
            entry = find_edge(d, neighbour, vert[face, (edge + 1) % 3])
            dist2 = d.ccd_face_dist2[neighbour]

            # height of the point over the neighbour's plane, times the plane's distance
            above = dot(load3(d.ccd_face_foot, neighbour), point) - dist2
            if above > MINVAL * max(1.0, sqrt(max(dist2, 0.0))):
                # seen as well: go on over its two other edges
                delete_face(d, neighbour)
                depth = push_visit(d, depth, neighbour, (entry + 2) % 3)
                depth = push_visit(d, depth, neighbour, (entry + 1) % 3)
            elif d.nhorizon < d.maxccd:
                d.ccd_horizon[d.nhorizon, 0] = neighbour
                d.ccd_horizon[d.nhorizon, 1] = entry
                d.nhorizon += 1


@helper
def attach_cone(d, tip: int, lower2: float, upper2: float) -> bool:
    """Close the horizon with faces that meet in a vertex; tell whether all of them have a plane off the origin."""
    first, count = d.npolyface, d.nhorizon
    for i in range(count):
        neighbour, edge = d.ccd_horizon[i, 0], d.ccd_horizon[i, 1]
        v1 = d.ccd_face_vert[neighbour, edge]
        v2 = d.ccd_face_vert[neighbour, (edge + 1) % 3]
        face = first + i
        d.ccd_face_adjacent[neighbour, edge] = face
        previous = face - 1 if i > 0 else first + count - 1
        dist2 = attach_face(d, tip, v2, v1, previous, neighbour, first + (i + 1) % count)
        if dist2 == 0.0:
            return False

        # only what is between the bounds can still become the nearest face
        if dist2 >= lower2 and dist2 <= upper2:
            d.ccd_open[d.nopenface] = face
            d.ccd_face_place[face] = d.nopenface
            d.nopenface += 1
    return True
