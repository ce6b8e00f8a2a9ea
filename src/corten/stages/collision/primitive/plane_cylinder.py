"""Plane against cylinder."""

from corten.math.vector3 import add, add_scaled, cross, dot, load3, normalize, scale, sub
from corten.runtime import helper, per_precision, sqrt, stage
from corten.stages.collision.contacts.unsorted import NO_TANGENT, add_contact
from corten.stages.collision.pairs import bucket_of
from corten.stages.collision.primitive.sphere_sphere import z_axis

BUCKET = bucket_of("plane_cylinder")

# sine of the tilt below which caps count as level: roundings of both axes, whose direction means nothing
LEVEL = per_precision(4e-15, float32=2e-6)

# half the side of the equilateral triangle in a circle, over its radius
HALF_SIDE = 0.8660254037844386


@stage
def plane_cylinder(m, d):
    """Contacts of planes with cylinders: the lowest point of both caps, and two more that make a triangle of the lower.

    reads:  m.geom_size d.geom_xpos d.geom_xmat d.nunsorted
    writes: d.nunsorted d.unsorted_candidate d.unsorted_dist d.unsorted_pos d.unsorted_normal d.unsorted_tangent
    """
    geom = d.candidate_geom
    bucket, members = d.bucket_start, d.bucket_candidate

    for i in range(bucket[BUCKET], bucket[BUCKET + 1]):
        c = members[i]
        collide_cylinder(m, d, c, geom[c, 0], geom[c, 1])


@helper
def collide_cylinder(m, d, c, plane, cylinder):
    """Add the contacts of a plane with a cylinder, up to four."""
    mat, margin = d.geom_xmat, d.candidate_margin[c]
    radius, half = m.geom_size[cylinder, 0], m.geom_size[cylinder, 1]
    normal, axis, centre = z_axis(d, plane), z_axis(d, cylinder), load3(d.geom_xpos, cylinder)
    height = dot(sub(centre, load3(d.geom_xpos, plane)), normal)

    # the axis towards the plane, and the radius that leads down most steeply; any radius if the caps are level
    slope = dot(normal, axis)
    if slope > 0.0:
        axis, slope = scale(axis, -1.0), -slope
    steep = sub(scale(axis, slope), normal)
    square = dot(steep, steep)
    if square >= LEVEL * LEVEL:
        steep = scale(steep, radius / sqrt(square))
    else:
        steep = mat[cylinder, 0] * radius, mat[cylinder, 3] * radius, mat[cylinder, 6] * radius
    axis, drop, rise = scale(axis, half), slope * half, dot(steep, normal)

    # without the lowest point there is no other
    dist = height + drop + rise
    if dist <= margin:
        add_point(d, c, dist, add(add(centre, steep), axis), normal)
        dist = height - drop + rise
        if dist <= margin:
            add_point(d, c, dist, sub(add(centre, steep), axis), normal)
        dist = height + drop - 0.5 * rise
        if dist <= margin:
            side, _ = normalize(cross(steep, axis))
            side = scale(side, radius * HALF_SIDE)
            add_point(d, c, dist, add_scaled(add(add(centre, side), axis), steep, -0.5), normal)
            add_point(d, c, dist, add_scaled(add(sub(centre, side), axis), steep, -0.5), normal)


@helper
def add_point(d, c, dist, point, normal):
    """Add a contact of a plane with a point at a given distance."""
    add_contact(d, c, dist, add_scaled(point, normal, -0.5 * dist), normal, NO_TANGENT)
