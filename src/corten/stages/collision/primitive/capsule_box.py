"""Capsule against box: a sphere at the point of the segment nearest to the box, and a second one along the segment."""

from corten.math.matrix3 import load9, mul_mat_vec, mul_matT_vec
from corten.math.vector3 import add, add_scaled, load3, scale, sub
from corten.runtime import helper, stage
from corten.stages.collision.pairs import bucket_of
from corten.stages.collision.primitive.capsule_box_nearest import NOTHING, nearest_feature
from corten.stages.collision.primitive.capsule_box_second import NO_SECOND, second_point
from corten.stages.collision.primitive.sphere_box import collide_ball_box

BUCKET = bucket_of("capsule_box")


@stage
def capsule_box(m, d):
    """Contacts of capsules with boxes: one or two each.

    reads:  m.geom_size d.geom_xpos d.geom_xmat d.nunsorted
    writes: d.nunsorted d.unsorted_candidate d.unsorted_dist d.unsorted_pos d.unsorted_normal d.unsorted_tangent
    """
    size, xpos, xmat = m.geom_size, d.geom_xpos, d.geom_xmat
    geom, margin = d.candidate_geom, d.candidate_margin
    bucket, members = d.bucket_start, d.bucket_candidate

    for i in range(bucket[BUCKET], bucket[BUCKET + 1]):
        c = members[i]
        capsule, box = geom[c, 0], geom[c, 1]
        axis = (xmat[capsule, 2], xmat[capsule, 5], xmat[capsule, 8])
        segment = (load3(xpos, capsule), axis, size[capsule, 0], size[capsule, 1])
        place = (load3(xpos, box), load9(xmat, box), load3(size, box))
        collide_segment(d, c, margin[c], segment, place)


@helper
def collide_segment(d, candidate, margin, capsule, box):
    """Add up to two contacts; a capsule is (position, axis, radius, half length), a box (position, frame, size)."""
    position, direction, radius, length = capsule
    origin, frame, size = box

    # everything in the frame of the box: centre and half of the segment
    centre = mul_matT_vec(frame, sub(position, origin))
    axis = mul_matT_vec(frame, direction)
    half = scale(axis, length)

    feature = nearest_feature(centre, half, length, size)
    if feature[0] != NOTHING:
        along = feature[1]
        collide_ball(d, candidate, margin, add_scaled(centre, half, along), radius, box)
        second = second_point(feature, centre, axis, half, size)
        if second != NO_SECOND:
            collide_ball(d, candidate, margin, add_scaled(centre, half, second + along), radius, box)


@helper
def collide_ball(d, candidate, margin, centre, radius, box):
    """Add the contact of a sphere whose centre is given in the frame of the box."""
    collide_ball_box(d, candidate, margin, add(mul_mat_vec(box[1], centre), box[0]), radius, box)
