"""Sphere against sphere, to which other shapes come down as well."""

from corten.constants import MINVAL
from corten.math.vector3 import add_scaled, cross, dot, load3, normalize, sub
from corten.runtime import helper, sqrt, stage
from corten.stages.collision.contacts.unsorted import NO_TANGENT, add_contact
from corten.stages.collision.pairs import bucket_of

BUCKET = bucket_of("sphere_sphere")


@helper
def collide_spheres(d, candidate, centre1, radius1, centre2, radius2):
    """Add the contact of two spheres; return how many there are, 0 or 1.

    Without a line between the centres, the normal is orthogonal to the z axes of both geoms; if those are
    parallel as well, it is the world's x axis.
    """
    geom = d.candidate_geom
    offset = sub(centre2, centre1)
    square, reach = dot(offset, offset), d.candidate_margin[candidate] + radius1 + radius2
    if square > reach * reach:
        return 0
    dist = sqrt(square) - radius1 - radius2
    normal, length = normalize(offset)
    if length < MINVAL:
        normal, _ = normalize(cross(z_axis(d, geom[candidate, 0]), z_axis(d, geom[candidate, 1])))
    pos = add_scaled(centre1, normal, radius1 + 0.5 * dist)
    add_contact(d, candidate, dist, pos, normal, NO_TANGENT)
    return 1


@helper
def z_axis(d, geom):
    """Return the z axis of a geom, world."""
    return d.geom_xmat[geom, 2], d.geom_xmat[geom, 5], d.geom_xmat[geom, 8]


@stage
def sphere_sphere(m, d):
    """Contacts of spheres with spheres: on the line between the centres.

    reads:  m.geom_size d.geom_xpos d.geom_xmat d.nunsorted
    writes: d.nunsorted d.unsorted_candidate d.unsorted_dist d.unsorted_pos d.unsorted_normal d.unsorted_tangent
    """
    geom, size, xpos = d.candidate_geom, m.geom_size, d.geom_xpos
    bucket, members = d.bucket_start, d.bucket_candidate

    for i in range(bucket[BUCKET], bucket[BUCKET + 1]):
        c = members[i]
        g1, g2 = geom[c, 0], geom[c, 1]
        collide_spheres(d, c, load3(xpos, g1), size[g1, 0], load3(xpos, g2), size[g2, 0])
