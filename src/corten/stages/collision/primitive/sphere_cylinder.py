"""Sphere against cylinder: its side, a cap, or a rim."""

from corten.math.vector3 import add, add_scaled, dot, load3, scale, sub
from corten.runtime import helper, sqrt, stage
from corten.stages.collision.contacts.unsorted import NO_TANGENT, add_contact
from corten.stages.collision.pairs import bucket_of
from corten.stages.collision.primitive.sphere_sphere import collide_spheres, z_axis

BUCKET = bucket_of("sphere_cylinder")


@stage
def sphere_cylinder(m, d):
    """Contacts of spheres with cylinders: the nearest point of the cylinder's surface.

    reads:  m.geom_size d.geom_xpos d.geom_xmat d.nunsorted
    writes: d.nunsorted d.unsorted_candidate d.unsorted_dist d.unsorted_pos d.unsorted_normal d.unsorted_tangent
    """
    geom = d.candidate_geom
    bucket, members = d.bucket_start, d.bucket_candidate

    for i in range(bucket[BUCKET], bucket[BUCKET + 1]):
        c = members[i]
        collide_surface(m, d, c, geom[c, 0], geom[c, 1])


@helper
def collide_surface(m, d, c, sphere, cylinder):
    """Add the contact of a sphere with a cylinder."""
    r, radius, half = m.geom_size[sphere, 0], m.geom_size[cylinder, 0], m.geom_size[cylinder, 1]
    centre, middle, axis = load3(d.geom_xpos, sphere), load3(d.geom_xpos, cylinder), z_axis(d, cylinder)

    # the sphere's centre in the cylinder: along the axis and across it
    offset = sub(centre, middle)
    along = dot(axis, offset)
    foot = scale(axis, along)
    across = sub(offset, foot)
    square = dot(across, across)

    # inside, the nearer surface counts
    side, cap = abs(along) < half, square < radius * radius
    if side and cap:
        cap = half - abs(along) < radius - sqrt(square)
        side = not cap

    if side:
        collide_spheres(d, c, (sphere, cylinder), centre, r, add(foot, middle), radius)
    elif cap:
        collide_cap(d, c, centre, r, add_scaled(middle, axis, half if along > 0.0 else -half), axis, along)
    else:
        rim = add(scale(axis, half if along > 0.0 else -half), scale(across, radius / sqrt(square)))
        collide_spheres(d, c, (sphere, cylinder), centre, r, add(rim, middle), 0.0)


@helper
def collide_cap(d, c, centre, r, cap, axis, along):
    """Add the contact of a sphere with the plane of a cap on the side of the axis that it is on."""
    normal = scale(axis, 1.0 if along > 0.0 else -1.0)
    height = dot(sub(centre, cap), normal)
    if height <= d.candidate_margin[c] + r:
        dist = height - r
        pos = add_scaled(centre, normal, -0.5 * dist - r)
        add_contact(d, c, dist, pos, scale(normal, -1.0), NO_TANGENT)
