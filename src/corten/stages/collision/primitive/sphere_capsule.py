"""Sphere against capsule."""

from corten.math.vector3 import add, dot, load3, scale, sub
from corten.runtime import stage
from corten.stages.collision.pairs import bucket_of
from corten.stages.collision.primitive.sphere_sphere import collide_spheres, z_axis

BUCKET = bucket_of("sphere_capsule")


@stage
def sphere_capsule(m, d):
    """Contacts of spheres with capsules: with the sphere around the nearest point of the capsule's segment.

    reads:  m.geom_size d.geom_xpos d.geom_xmat d.nunsorted
    writes: d.nunsorted d.unsorted_candidate d.unsorted_dist d.unsorted_pos d.unsorted_normal d.unsorted_tangent
    """
    geom, size, xpos = d.candidate_geom, m.geom_size, d.geom_xpos
    bucket, members = d.bucket_start, d.bucket_candidate

    for i in range(bucket[BUCKET], bucket[BUCKET + 1]):
        c = members[i]
        sphere, capsule = geom[c, 0], geom[c, 1]
        centre, middle, axis = load3(xpos, sphere), load3(xpos, capsule), z_axis(d, capsule)
        half = size[capsule, 1]
        along = max(-half, min(half, dot(axis, sub(centre, middle))))
        nearest = add(scale(axis, along), middle)
        collide_spheres(d, c, centre, size[sphere, 0], nearest, size[capsule, 0])
