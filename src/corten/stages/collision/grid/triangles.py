"""Triangles of a mesh in a solid: their corners, edges and middles."""

from corten.math.triangle import CORNER
from corten.math.vector3 import add, cross, dot, normalize, scale, sub
from corten.runtime import helper
from corten.stages.collision.grid.edges import add_triangle_edge_contacts
from corten.stages.collision.grid.probe import LEANING, add_probe_contact, box_around_solid, probe_solid, rise
from corten.stages.collision.triangles.surface import (
    corner_allows,
    corner_number,
    corners,
    mesh_vertex,
    represents,
)

# sine by which edges rise out of the solid at a corner that sticks into it
STICKING = 0.3

# cosines between the normals of a triangle and the solid: alike but opposite, and facing each other at all
OPPOSITE, FACING = -0.95, -0.2


@helper
def add_triangles_contacts(m, d, pair):
    """Add the contacts of all triangles of a mesh near a solid."""
    mesh, box = m.geom_dataid[pair.other.id], m.bvh_aabb
    centre, half = box_around_solid(m, pair)
    root, node = m.mesh_bvhadr[mesh], 0
    while node < m.mesh_bvhnum[mesh]:
        row = root + node
        apart = max(
            abs(centre[0] - box[row, 0]) - half[0] - box[row, 3], abs(centre[1] - box[row, 1]) - half[1] - box[row, 4]
        )
        if max(apart, abs(centre[2] - box[row, 2]) - half[2] - box[row, 5]) > 0.0:
            node = m.bvh_skip[row]
        else:
            triangle = m.bvh_nodeid[row]
            if triangle >= 0:
                add_triangle_contacts(m, d, pair, corners(m, mesh, triangle))
                if m.mesh_triadr[mesh] >= 0:
                    add_triangle_edge_contacts(m, d, pair, mesh, triangle)
                    add_triangle_corner_contacts(m, d, pair, mesh, triangle)
            node += 1


@helper
def add_triangle_contacts(m, d, pair, triangle):
    """Add the contacts of the corners of a triangle, of the middles of its edges and of its own."""
    p, q, r = triangle
    face = normalize(cross(sub(q, p), sub(r, p)))[0]
    for _ in range(3):
        add_point_contact(m, d, pair, p, face, q, r)
        add_point_contact(m, d, pair, scale(add(p, q), 0.5), face, p, q)
        p, q, r = q, r, p
    middle = scale(add(add(p, q), r), 1.0 / 3.0)
    add_point_contact(m, d, pair, middle, face, middle, middle)


@helper
def add_point_contact(m, d, pair, point, face, end1, end2):
    """Add the contact of a point of a triangle with normal `face`, if it is the deepest on the ways to two others."""
    probe = probe_solid(m, pair, point)
    facing, least = dot(probe.out, face), min(rise(point, end1, probe.out), rise(point, end2, probe.out))
    if probe.inside and ((facing < OPPOSITE and least > -LEANING) or (facing < FACING and least > STICKING)):
        add_probe_contact(d, pair, probe)


@helper
def add_triangle_corner_contacts(m, d, pair, mesh, triangle):
    """Add the contacts of those corners of a triangle that it represents, if all edges around them lead out."""
    for k in range(3):
        if represents(m, mesh, triangle, CORNER + k):
            number = corner_number(m, mesh, triangle, k)
            probe = probe_solid(m, pair, mesh_vertex(m, mesh, number))
            if probe.inside and corner_allows(m, mesh, number, scale(probe.out, -1.0), LEANING):
                add_probe_contact(d, pair, probe)
