"""Sphere against capsule."""

from corten.math.vector3 import add, dot, load3, scale, sub
from corten.runtime import reduce_max, stage
from corten.stages.collision.pairs import bucket_of
from corten.stages.collision.primitive.sphere_sphere import collide_spheres, z_axis
from corten.stages.collision.shared_pair import next_turn

BUCKET = bucket_of("sphere_capsule")


@stage
def sphere_capsule(m, d):
    """Contacts of spheres with capsules: with the sphere around the nearest point of the capsule's segment.

    reads:  m.geom_size d.geom_xpos d.geom_xmat d.nunsorted
    writes: d.nunsorted d.unsorted_candidate d.unsorted_dist d.unsorted_pos d.unsorted_normal d.unsorted_tangent
    """
    size, xpos = m.geom_size, d.geom_xpos

    i, end = d.bucket_start[BUCKET], d.bucket_start[BUCKET + 1]
    while reduce_max(end - i) > 0:
        sphere, capsule, c, mine = next_turn(d, i, end)
        if mine:
            centre, middle, axis = load3(xpos, sphere), load3(xpos, capsule), z_axis(d, capsule)
            half = size[capsule, 1]
            along = max(-half, min(half, dot(axis, sub(centre, middle))))
            nearest = add(scale(axis, along), middle)
            collide_spheres(d, c, (sphere, capsule), centre, size[sphere, 0], nearest, size[capsule, 0])
            i += 1
