"""Plane against capsule."""

from corten.enums import GeomType
from corten.math.vector3 import add, load3, scale, sub
from corten.runtime import stage
from corten.stages.collision.kinds import pair_kind
from corten.stages.collision.primitive.plane_sphere import touch_plane
from corten.stages.collision.primitive.sphere_sphere import z_axis

KIND = pair_kind(GeomType.PLANE, GeomType.CAPSULE)


@stage
def plane_capsule(m, d):
    """Contacts of planes with capsules: the spheres at both ends; the first tangent follows the capsule's axis.

    reads:  m.geom_size d.geom_xpos d.geom_xmat d.nraw
    writes: d.nraw d.raw_candidate d.raw_dist d.raw_pos d.raw_normal d.raw_tangent
    """
    kind, geom, size = d.candidate_kind, d.candidate_geom, m.geom_size

    for c in range(d.ncandidate):
        if kind[c] == KIND:
            plane, capsule = geom[c, 0], geom[c, 1]
            axis, centre = z_axis(d, capsule), load3(d.geom_xpos, capsule)
            arm = scale(axis, size[capsule, 1])
            touch_plane(d, c, plane, add(centre, arm), size[capsule, 0], axis)
            touch_plane(d, c, plane, sub(centre, arm), size[capsule, 0], axis)
