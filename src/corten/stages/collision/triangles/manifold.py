"""Contacts of a convex shape with one triangle, once their normal is known."""

from corten.math.vector3 import cross, dot, load3, scale, store3, sub
from corten.runtime import helper
from corten.stages.collision.convex.support import support_shape
from corten.stages.collision.triangles.polygon import cut, cut_by_triangle, level_polygon, polygon_normal
from corten.stages.collision.triangles.surface import add_surface_contact, corners

# cosine from which on a face of the shape lies along the triangle's edge: 2.6 degrees
ALONG = 0.999


@helper
def add_face_contacts(m, d, surface, triangle):
    """Add the contacts along the normal of a triangle: what of the shape's lower face is over it."""
    mesh = surface.dataid
    normal = load3(m.tri_normal, m.mesh_triadr[mesh] + triangle)
    p, q, r = corners(m, mesh, triangle)
    lowest = support_shape(m, d, 0, scale(normal, -1.0))
    count = level_polygon(m, d, normal)
    if count > 0:
        count = cut_by_triangle(d, count, p, q, r, normal)
    for i in range(count):
        add_plane_contact(d, surface, load3(d.tri_polygon, i), p, normal)
    if count == 0:
        add_plane_contact(d, surface, lowest, p, normal)


@helper
def add_plane_contact(d, surface, point, p, normal):
    """Add the contact of a point of the shape with the plane of a triangle, if it is near enough."""
    dist = dot(sub(point, p), normal)
    if dist <= d.candidate_margin[surface.candidate]:
        foot = point[0] - dist * normal[0], point[1] - dist * normal[1], point[2] - dist * normal[2]
        add_surface_contact(d, surface, dist, foot, normal)


@helper
def add_edge_or_corner_contacts(m, d, surface, outward):
    """Add the contacts of an edge or corner of the triangle: all that is below a face of the shape, else one."""
    dist, witness = d.ccd_dist[0], load3(d.ccd_witness2, 0)
    support_shape(m, d, 0, scale(outward, -1.0))
    count = level_polygon(m, d, outward)
    face = outward
    if count > 2:
        face = polygon_normal(d, count)
    along = -dot(face, outward)
    if along < ALONG:
        add_surface_contact(d, surface, dist, witness, outward)
        return 0

    # the triangle is cut by the sides of the face
    number = copy_face(d, count)
    for i in range(3):
        store3(d.tri_polygon, i, load3(d.ccd_prism, i))
    left = 3
    for i in range(number):
        a, b = load3(d.tri_side, i), load3(d.tri_side, (i + 1) % number)
        if left > 0:
            left = cut(d, left, a, cross(sub(b, a), outward))
    first = d.nunsorted
    for i in range(left):
        point = load3(d.tri_polygon, i)
        height = -dot(sub(load3(d.tri_side, 0), point), face) / along
        if height <= d.candidate_margin[surface.candidate]:
            add_surface_contact(d, surface, height, point, outward)
    if d.nunsorted == first:
        add_surface_contact(d, surface, dist, witness, outward)
    return 0


@helper
def copy_face(d, count):
    """Copy the polygon to the face that cuts, and return its number of corners."""
    for i in range(count):
        store3(d.tri_side, i, load3(d.tri_polygon, i))
    return count
