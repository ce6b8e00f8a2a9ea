"""Capsule against box: a sphere at the point of the segment nearest to the box, and a second one along the segment."""

from corten.math.matrix3 import mul_mat_vec, mul_matT_vec
from corten.math.vector3 import add, add_scaled, scale, sub
from corten.runtime import helper, stage
from corten.stages.collision.pairs import bucket_of
from corten.stages.collision.primitive.capsule_box_nearest import NOTHING, nearest_feature
from corten.stages.collision.primitive.capsule_box_second import NO_SECOND, second_point
from corten.stages.collision.primitive.placed import placed_box, placed_capsule
from corten.stages.collision.primitive.sphere_box import collide_ball_box

BUCKET = bucket_of("capsule_box")


@stage
def capsule_box(m, d):
    """Contacts of capsules with boxes: one or two each.

    reads:  m.geom_size d.geom_xpos d.geom_xmat d.nunsorted
    writes: d.nunsorted d.unsorted_candidate d.unsorted_dist d.unsorted_pos d.unsorted_normal d.unsorted_tangent
    """
    geom, margin = d.candidate_geom, d.candidate_margin
    bucket, members = d.bucket_start, d.bucket_candidate

    for i in range(bucket[BUCKET], bucket[BUCKET + 1]):
        c = members[i]
        capsule, box = geom[c, 0], geom[c, 1]
        collide_capsule_box(d, c, margin[c], placed_capsule(m, d, capsule), placed_box(m, d, box))


@helper
def collide_capsule_box(d, candidate, margin, capsule, box):
    """Add up to two contacts of a capsule with a box."""
    # everything in the frame of the box: centre and half of the segment
    centre = mul_matT_vec(box.mat, sub(capsule.pos, box.pos))
    axis = mul_matT_vec(box.mat, capsule.axis)
    half = scale(axis, capsule.half)

    feature = nearest_feature(centre, half, capsule.half, box.size)
    if feature.kind != NOTHING:
        first = feature.along
        collide_ball(d, candidate, margin, add_scaled(centre, half, first), capsule.radius, box)
        second = second_point(feature, centre, axis, half, box.size)
        if second != NO_SECOND:
            collide_ball(d, candidate, margin, add_scaled(centre, half, second + first), capsule.radius, box)


@helper
def collide_ball(d, candidate, margin, centre, radius, box):
    """Add the contact of a sphere whose centre is given in the frame of the box."""
    collide_ball_box(d, candidate, margin, add(mul_mat_vec(box.mat, centre), box.pos), radius, box)
