"""How a point expands the polytope: what it sees is replaced by a cone over the horizon."""

from corten.constants import MINVAL
from corten.math.vector3 import dot, load3
from corten.runtime import helper, sqrt
from corten.stages.collision.convex.polytope import attach_face


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
            dist2 = d.ccd_face_dist2[neighbour]
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
