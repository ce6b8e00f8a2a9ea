"""Plane against ellipsoid."""

from corten.math.matrix3 import load9, mul_mat_vec, mul_matT_vec
from corten.math.vector3 import add, dot, load3, scale, sub
from corten.runtime import stage
from corten.stages.collision.convex.support import support_ellipsoid
from corten.stages.collision.pairs import bucket_of
from corten.stages.collision.primitive.plane_cylinder import add_point
from corten.stages.collision.primitive.sphere_sphere import z_axis

BUCKET = bucket_of("plane_ellipsoid")


@stage
def plane_ellipsoid(m, d):
    """Contacts of planes with ellipsoids: the lowest point.

    reads:  m.geom_size d.geom_xpos d.geom_xmat d.nunsorted
    writes: d.nunsorted d.unsorted_candidate d.unsorted_dist d.unsorted_pos d.unsorted_normal d.unsorted_tangent
    """
    geom, xpos = d.candidate_geom, d.geom_xpos
    bucket, members = d.bucket_start, d.bucket_candidate

    for i in range(bucket[BUCKET], bucket[BUCKET + 1]):
        c = members[i]
        plane, ellipsoid = geom[c, 0], geom[c, 1]
        normal, mat = z_axis(d, plane), load9(d.geom_xmat, ellipsoid)
        lowest = support_ellipsoid(load3(m.geom_size, ellipsoid), mul_matT_vec(mat, scale(normal, -1.0)))
        point = add(mul_mat_vec(mat, lowest), load3(xpos, ellipsoid))
        dist = dot(normal, sub(point, load3(xpos, plane)))
        if dist <= d.candidate_margin[c]:
            add_point(d, c, dist, point, normal)
