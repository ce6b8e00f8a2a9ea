"""Plane against sphere."""

from corten.math.vector3 import add_scaled, dot, load3, sub
from corten.runtime import helper, stage
from corten.stages.collision.contacts.unsorted import NO_TANGENT, add_contact
from corten.stages.collision.pairs import bucket_of

BUCKET = bucket_of("plane_sphere")


@helper
def collide_ball(d, candidate, plane, centre, radius, tangent):
    """Add the contact of a plane with a sphere; return how many there are, 0 or 1."""
    mat = d.geom_xmat
    normal = mat[plane, 2], mat[plane, 5], mat[plane, 8]
    height = dot(sub(centre, load3(d.geom_xpos, plane)), normal)
    if height > d.candidate_margin[candidate] + radius:
        return 0
    dist = height - radius
    pos = add_scaled(centre, normal, -0.5 * dist - radius)
    add_contact(d, candidate, dist, pos, normal, tangent)
    return 1


@stage
def plane_sphere(m, d):
    """Contacts of planes with spheres: the lowest point of the sphere.

    reads:  m.geom_size d.geom_xpos d.geom_xmat d.nunsorted
    writes: d.nunsorted d.unsorted_candidate d.unsorted_dist d.unsorted_pos d.unsorted_normal d.unsorted_tangent
    """
    geom, size = d.candidate_geom, m.geom_size
    bucket, members = d.bucket_start, d.bucket_candidate

    for i in range(bucket[BUCKET], bucket[BUCKET + 1]):
        c = members[i]
        plane, sphere = geom[c, 0], geom[c, 1]
        collide_ball(d, c, plane, load3(d.geom_xpos, sphere), size[sphere, 0], NO_TANGENT)
