"""The depth of shapes that GJK and EPA leave without an answer, though no plane between them was found.

That happens where the origin lies on an edge or a face of every polytope that they try, or where points coincide. Here
the polytope begins with any tetrahedron of the Minkowski difference and need not hold the origin: each face has its
unit normal n and the signed height h = n . a of its plane over the origin (`ccd_face_foot`, `ccd_face_dist2`).

      lower bound  h of the lowest face         the lowest face is pushed outwards until h meets n . s(n): that is the
      upper bound  n . s(n), its support        depth. A support n . s(n) < 0 proves that the shapes are apart.

Whatever happens on the way, some face is the answer: no overlap goes without a contact.
"""

from corten.constants import MINVAL
from corten.math.vector3 import add, cross, dot, load3, norm, scale, store3, sub
from corten.runtime import Vec3, helper, per_precision, select
from corten.stages.collision.convex.epa import MOST_ROUNDS, find_witness, is_repeated, nearest_face
from corten.stages.collision.convex.epa_start import across_thinnest
from corten.stages.collision.convex.features import has_room
from corten.stages.collision.convex.gjk import is_discrete
from corten.stages.collision.convex.polytope import (
    clear_polytope,
    connect_face,
    find_horizon,
    insert_support,
    load_center,
    open_faces,
    set_center,
)
from corten.stages.collision.convex.simplex import LIMIT

# overlaps up to this depth are roundings of positions [m]
TOUCHING = per_precision(1e-12, float32=1e-6)


@helper
def farther_support(m, d, direction: Vec3, origin: Vec3) -> int:
    """Append the farthest points along a direction and against it; return that which lies farther from a plane."""
    length = norm(direction)
    ahead = insert_support(m, d, scale(direction, 1.0 / length), 1.0)
    behind = insert_support(m, d, scale(direction, -1.0 / length), 1.0)
    first = dot(direction, sub(load3(d.ccd_polyvert, ahead), origin))
    second = -dot(direction, sub(load3(d.ccd_polyvert, behind), origin))
    return select(first >= second, ahead, behind)


@helper
def attach_plane(d, v1: int, v2: int, v3: int, adjacent1: int, adjacent2: int, adjacent3: int) -> tuple[int, bool]:
    """Append a face with its unit normal and the height of its plane; return its number, and whether it has a plane.

    One without a plane has zeros, which nothing sees.
    """
    face = connect_face(d, v1, v2, v3, adjacent1, adjacent2, adjacent3)
    a, b, c = load3(d.ccd_polyvert, v1), load3(d.ccd_polyvert, v2), load3(d.ccd_polyvert, v3)
    normal = cross(sub(b, a), sub(c, a))
    length = norm(normal)
    flat = length > 0.0
    normal = scale(normal, select(flat, 1.0 / select(flat, length, 1.0), 0.0))
    if dot(normal, sub(a, load_center(d))) < 0.0:
        normal = scale(normal, -1.0)
    store3(d.ccd_face_foot, face, normal)
    d.ccd_face_dist2[face] = dot(normal, a)
    return face, flat


@helper
def make_any_tetrahedron(m, d) -> bool:
    """Begin with a tetrahedron of the Minkowski difference; tell whether there is one."""
    polyvert = d.ccd_polyvert
    clear_polytope(d)

    # two points along x, the farthest one across, and the farthest one off their plane
    v1 = insert_support(m, d, (1.0, 0.0, 0.0), 1.0)
    v2 = insert_support(m, d, (-1.0, 0.0, 0.0), 1.0)
    a, b = load3(polyvert, v1), load3(polyvert, v2)
    across = across_thinnest(sub(b, a))
    if not (norm(across) > 0.0):
        return False
    v3 = farther_support(m, d, across, a)
    c = load3(polyvert, v3)
    normal = cross(sub(b, a), sub(c, a))
    if not (norm(normal) > 0.0):
        return False
    v4 = farther_support(m, d, normal, a)
    e = load3(polyvert, v4)
    if dot(normal, sub(e, a)) == 0.0:
        return False

    # neighbours as in a tetrahedron of EPA
    set_center(d, scale(add(add(add(a, b), c), e), 0.25))
    attach_plane(d, v1, v2, v3, 1, 3, 2)
    attach_plane(d, v1, v4, v2, 2, 3, 0)
    attach_plane(d, v1, v3, v4, 0, 3, 1)
    attach_plane(d, v4, v3, v2, 2, 0, 1)
    open_faces(d, 4)
    return True


@helper
def attach_planes(d, tip: int) -> None:
    """Close the horizon with faces that meet in a vertex."""
    first, count = d.npolyface, d.nhorizon
    for i in range(count):
        neighbour, edge = d.ccd_horizon[i, 0], d.ccd_horizon[i, 1]
        v1 = d.ccd_face_vert[neighbour, edge]
        v2 = d.ccd_face_vert[neighbour, (edge + 1) % 3]
        d.ccd_face_adjacent[neighbour, edge] = first + i
        previous = first + (i if i > 0 else count) - 1
        face, flat = attach_plane(d, tip, v2, v1, previous, neighbour, first + (i + 1) % count)
        if flat:
            d.ccd_open[d.nopenface] = face
            d.ccd_face_place[face] = d.nopenface
            d.nopenface += 1


@helper
def grow_room(d, rows: int) -> bool:
    """Tell whether the work space has some rows; if not, ask for twice as many as there are."""
    if rows > d.maxccd:
        return has_room(d, 2 * d.maxccd)
    return True


@helper
def lowest_boundary(m, d) -> tuple[int, float]:
    """Return (the face that lies nearest to the boundary where that is lowest, the height of the boundary there).

    The limit of iterations does not apply: it would leave open whether there is an overlap. Without room the step is
    done again.
    """
    discrete = is_discrete(d)
    tolerance = MINVAL if discrete else m.opt_ccd_tolerance
    best, upper = -1, LIMIT
    for _ in range(MOST_ROUNDS):
        face, lower = nearest_face(d, -1)
        if face < 0 or not grow_room(d, d.npolyvert + 1):
            break
        normal = load3(d.ccd_face_foot, face)
        tip = insert_support(m, d, normal, 1.0)
        point = load3(d.ccd_polyvert, tip)
        bound = dot(normal, point)
        if bound < upper:
            best, upper = face, bound
        if upper < TOUCHING:
            break

        # bounds agree: the face is on the boundary
        near = bound - lower < tolerance or (discrete and is_repeated(d, tip) == 1)
        if near and (lower > 0.0 or bound - lower < TOUCHING):
            return face, bound

        # push it out
        find_horizon(d, face, point)
        if d.nhorizon < 3 or not grow_room(d, d.npolyface + d.nhorizon):
            break
        attach_planes(d, tip)
    return best, upper


@helper
def recover_depth(m, d) -> int:
    """Write depth and witness points of shapes that may overlap; return the face of the polytope, -1 if they do not.

    If they do not, what GJK found stays.
    """
    if not make_any_tetrahedron(m, d):
        return -1
    face, bound = lowest_boundary(m, d)
    if face < 0 or bound < TOUCHING:
        return -1
    normal, lower = load3(d.ccd_face_foot, face), d.ccd_face_dist2[face]
    depth = lower if lower > 0.0 else bound

    # witness points from the face's own plane, then as far apart as the depth says
    store3(d.ccd_face_foot, face, scale(normal, lower))
    d.ccd_face_dist2[face] = lower * lower
    find_witness(d, face)
    store3(d.ccd_face_foot, face, scale(normal, depth))
    store3(d.ccd_witness2, 0, sub(load3(d.ccd_witness1, 0), scale(normal, depth)))
    d.ccd_dist[0] = -depth
    return face
