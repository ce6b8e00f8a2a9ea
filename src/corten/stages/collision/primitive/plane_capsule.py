"""Plane against capsule."""

from corten.math.vector3 import add, load3, scale, sub
from corten.runtime import stage
from corten.stages.collision.pairs import bucket_of
from corten.stages.collision.primitive.plane_sphere import collide_ball
from corten.stages.collision.primitive.sphere_sphere import z_axis

BUCKET = bucket_of("plane_capsule")


@stage
def plane_capsule(m, d):
    """Contacts of planes with capsules: the spheres at both ends; the first tangent follows the capsule's axis.

    reads:  m.geom_size d.geom_xpos d.geom_xmat d.nunsorted
    writes: d.nunsorted d.unsorted_candidate d.unsorted_dist d.unsorted_pos d.unsorted_normal d.unsorted_tangent
    """
    geom, size = d.candidate_geom, m.geom_size
    bucket, members = d.bucket_start, d.bucket_candidate

    for i in range(bucket[BUCKET], bucket[BUCKET + 1]):
        c = members[i]
        plane, capsule = geom[c, 0], geom[c, 1]
        axis, centre = z_axis(d, capsule), load3(d.geom_xpos, capsule)
        arm = scale(axis, size[capsule, 1])
        collide_ball(d, c, plane, add(centre, arm), size[capsule, 0], axis)
        collide_ball(d, c, plane, sub(centre, arm), size[capsule, 0], axis)
