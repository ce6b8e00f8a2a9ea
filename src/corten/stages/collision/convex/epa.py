"""The expanding polytope algorithm: how deep two convex shapes are inside of each other.

The polytope is made of support points of the Minkowski difference and holds the origin. Each round pushes the face
that is nearest to the origin outwards to the farthest point along its normal; what that point sees is replaced by a
cone over the horizon. The nearest face at the end is the depth, and its corners give the witness points.
"""

from corten.constants import MINVAL
from corten.math.vector3 import dot, load3, store3
from corten.runtime import helper, sqrt
from corten.stages.collision.convex.gjk import is_discrete
from corten.stages.collision.convex.polytope import (
    attach_face,
    begin_with_segment,
    begin_with_tetrahedron,
    begin_with_triangle,
    clear_polytope,
    insert_support,
)
from corten.stages.collision.convex.simplex import LIMIT, combine3, triangle_areas

# a first bound of the depth that is this much below the polytope's own says that the shapes do not touch [m]
NOT_INSIDE = 1e-10

# most rounds, whatever the option says
MOST_ROUNDS = 1000


@helper
def delete_face(d, face):
    """Take a face out of the polytope."""
    place = d.ccd_face_place[face]
    if place >= 0:
        d.nopenface -= 1
        moved = d.ccd_open[d.nopenface]
        d.ccd_open[place] = moved
        d.ccd_face_place[moved] = place
    d.ccd_face_place[face] = -2


@helper
def find_edge(d, face, vertex):
    """Return the edge of a face that begins at a vertex."""
    if d.ccd_face_vert[face, 0] == vertex:
        return 0
    return 1 if d.ccd_face_vert[face, 1] == vertex else 2


@helper
def push_visit(d, depth, face, edge):
    """Remember an edge to be crossed and return the new depth of the stack."""
    if depth < d.maxccd:
        d.ccd_visit[depth, 0] = face
        d.ccd_visit[depth, 1] = edge
        return depth + 1
    return depth


@helper
def find_horizon(d, start, point):
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
            if dot(load3(d.ccd_face_foot, neighbour), point) - d.ccd_face_dist2[neighbour] > MINVAL:
                # seen as well: go on over its two other edges
                delete_face(d, neighbour)
                depth = push_visit(d, depth, neighbour, (entry + 2) % 3)
                depth = push_visit(d, depth, neighbour, (entry + 1) % 3)
            elif d.nhorizon < d.maxccd:
                d.ccd_horizon[d.nhorizon, 0] = neighbour
                d.ccd_horizon[d.nhorizon, 1] = entry
                d.nhorizon += 1


@helper
def attach_cone(d, tip, lower2, upper2):
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
def find_depth(m, d):
    """Write depth and witness points of shapes whose simplex holds the origin; return the nearest face, -1 for none."""
    d.ccd_dist[0] = 0.0
    clear_polytope(d)
    sound = False
    if d.nsimplex == 2:
        sound = begin_with_segment(m, d)
    elif d.nsimplex == 3:
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
