"""The expanding polytope algorithm: how deep two convex shapes are inside of each other.

The polytope is made of support points of the Minkowski difference and holds the origin. Each round pushes the face
that is nearest to the origin outwards to the farthest point along its normal; what that point sees is replaced by a
cone over the horizon. The nearest face at the end is the depth, and its corners give the witness points.
"""

from corten.constants import MINVAL
from corten.math.vector3 import add, cross, dot, load3, norm, scale, store3, sub
from corten.runtime import helper, sqrt
from corten.stages.collision.convex.gjk import MINVAL2, is_discrete
from corten.stages.collision.convex.horizon import attach_cone, find_horizon
from corten.stages.collision.convex.polytope import (
    attach_face,
    begin_with_segment,
    begin_with_tetrahedron,
    begin_with_triangle,
    clear_polytope,
    insert_support,
    insert_vertex,
    open_faces,
    set_center,
)
from corten.stages.collision.convex.simplex import LIMIT, combine3, triangle_areas

# a first bound of the depth that is this much below the polytope's own says that the shapes do not touch [m]
NOT_INSIDE = 1e-10

# an origin that is farther from the triangle that GJK ended with is not on it [m]
ON_TRIANGLE = 10.0 * MINVAL

# most rounds, whatever the option says
MOST_ROUNDS = 1000


@helper
def nearest_face(d, default):
    """Return (open face that is nearest to the origin, its squared distance); without any, the default."""
    nearest = LIMIT
    face = default
    for i in range(d.nopenface):
        dist2 = d.ccd_face_dist2[d.ccd_open[i]]
        if dist2 < nearest:
            nearest = dist2
            face = d.ccd_open[i]
    return face, nearest


@helper
def is_repeated(d, vertex):
    """Return 1 if both corners of a support point were found together before, else 0."""
    ids = d.ccd_polyvert_vertex
    for i in range(vertex):
        if ids[i, 0] == ids[vertex, 0] and ids[i, 1] == ids[vertex, 1]:
            return 1
    return 0


@helper
def expand_polytope(m, d):
    """Push the polytope outwards until its nearest face lies on the boundary; return that face, -1 for none."""
    discrete = is_discrete(d)
    tolerance = MINVAL if discrete else m.opt_ccd_tolerance
    upper = LIMIT
    upper2 = LIMIT
    face = -1
    for k in range(min(m.opt_ccd_iterations, MOST_ROUNDS)):
        before = face
        face, lower2 = nearest_face(d, face)
        if lower2 > upper2 or face < 0:
            return before
        if lower2 <= 0.0:
            return face

        # the farthest point along the normal bounds the depth from above
        lower = sqrt(lower2)
        foot = load3(d.ccd_face_foot, face)
        tip = insert_support(m, d, foot, lower)
        point = load3(d.ccd_polyvert, tip)
        bound = dot(foot, point) / lower
        if bound < upper:
            upper = bound
            upper2 = upper * upper
        if bound - lower < tolerance:
            return -1 if k == 0 and upper < lower - NOT_INSIDE else face
        if discrete and is_repeated(d, tip) == 1:
            return face

        # replace what the point sees; without a sound horizon or cone there is no answer
        find_horizon(d, face, point)
        if d.nhorizon < 3:
            return -1
        if d.nhorizon > 6 * m.opt_ccd_iterations - d.npolyface:
            return face
        if not attach_cone(d, tip, lower2, upper2):
            return -1
        if d.nopenface == 0:
            return face
    return face


@helper
def find_witness(d, face):
    """Write the witness points of a face of the polytope, and the depth as a negative distance."""
    polyvert = d.ccd_polyvert
    v1, v2, v3 = d.ccd_face_vert[face, 0], d.ccd_face_vert[face, 1], d.ccd_face_vert[face, 2]
    a, b, c = load3(polyvert, v1), load3(polyvert, v2), load3(polyvert, v3)
    area, area1, area2, area3 = triangle_areas(a, b, c, load3(d.ccd_face_foot, face))
    weights = area1 / area, area2 / area, area3 / area
    on1 = columns(polyvert, v1, 3), columns(polyvert, v2, 3), columns(polyvert, v3, 3)
    on2 = columns(polyvert, v1, 6), columns(polyvert, v2, 6), columns(polyvert, v3, 6)
    store3(d.ccd_witness1, 0, combine3(weights, on1[0], on1[1], on1[2]))
    store3(d.ccd_witness2, 0, combine3(weights, on2[0], on2[1], on2[2]))
    d.ccd_dist[0] = -sqrt(d.ccd_face_dist2[face])
    d.nwitness = 1


@helper
def columns(array, row, first):
    """Return three numbers of a row."""
    return array[row, first], array[row, first + 1], array[row, first + 2]


@helper
def begin_beside_triangle(m, d):
    """Build a polytope around an origin that lies within the tolerance of a triangle; tell whether it is sound.

    The tetrahedron on the side of the origin holds it. It is expanded over the triangle to the farthest point on the
    other side; the two tetrahedra on both sides would make a polytope with dents.
    """
    a, b, c = load3(d.ccd_simplex, 0), load3(d.ccd_simplex, 1), load3(d.ccd_simplex, 2)
    normal = cross(sub(b, a), sub(c, a))
    length = norm(normal)
    if length < MINVAL:
        return False
    v1 = insert_vertex(d, 0)
    v2 = insert_vertex(d, 1)
    v3 = insert_vertex(d, 2)
    beyond = insert_support(m, d, scale(normal, -1.0), length)
    tip = insert_support(m, d, normal, length)
    if dot(normal, a) > 0.0:
        tip, beyond = beyond, tip
    set_center(d, scale(add(add(add(a, b), c), load3(d.ccd_polyvert, tip)), 0.25))
    if (
        attach_face(d, v1, v2, v3, 1, 3, 2) < MINVAL2
        or attach_face(d, v1, tip, v2, 2, 3, 0) < MINVAL2
        or attach_face(d, v1, v3, tip, 0, 3, 1) < MINVAL2
        or attach_face(d, tip, v3, v2, 2, 0, 1) < MINVAL2
    ):
        return False
    open_faces(d, 4)
    find_horizon(d, 0, load3(d.ccd_polyvert, beyond))
    return d.nhorizon >= 3 and attach_cone(d, beyond, 0.0, LIMIT)


@helper
def find_depth(m, d):
    """Write depth and witness points of shapes whose simplex holds the origin; return the nearest face, -1 for none."""
    off = d.ccd_dist[0]
    d.ccd_dist[0] = 0.0
    clear_polytope(d)
    sound = False
    if d.nsimplex == 2:
        sound = begin_with_segment(m, d)
    elif d.nsimplex == 3:
        if off > ON_TRIANGLE:
            sound = begin_beside_triangle(m, d)
        else:
            sound = begin_with_triangle(m, d)
    else:
        sound = begin_with_tetrahedron(m, d)
    if not sound:
        return -1
    face = expand_polytope(m, d)
    if face < 0:
        d.nwitness = 0
        d.ccd_dist[0] = 0.0
        return -1
    find_witness(d, face)
    return face
