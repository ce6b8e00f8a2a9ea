"""Contacts of geoms of type sdf with spheres, capsules, ellipsoids, cylinders, boxes and each other.

From points that are spread evenly over what the boxes of both geoms have in common, a descent leads to where the
geoms overlap most; each place where one ends is a contact.
"""

from corten.constants import MAXVAL
from corten.data.convex_fields import MAXCONPAIR
from corten.math.vector3 import load3
from corten.runtime import helper, stage
from corten.stages.collision.pairs import bucket_of
from corten.stages.collision.sdf.descent import descend
from corten.stages.collision.sdf.objective import COLLISION, INTERSECTION, midsurface_normal
from corten.stages.collision.sdf.relative import halton, map_point, pose_in, world_quat
from corten.stages.collision.sdf.touch import is_known, touch_at

BUCKET = bucket_of("sdf_pairs")


@stage
def sdf_pairs(m, d):
    """Find the contacts of all candidates whose second geom is of type sdf and whose first is none of mesh and plane.

    reads:  d.geom_xpos d.nraw d.xquat m.geom_aabb m.geom_bodyid m.geom_dataid
    writes: d.nraw d.raw_candidate d.raw_dist d.raw_normal
    """
    geom = d.candidate_geom
    bucket, members = d.bucket_start, d.bucket_candidate

    for i in range(bucket[BUCKET], bucket[BUCKET + 1]):
        c = members[i]
        collide_fields(m, d, c, geom[c, 0], geom[c, 1])


@helper
def collide_fields(m, d, candidate, first, second):
    """Note the contacts of one pair of geoms."""
    second_in_first, first_in_second = pose_in(m, d, second, first), pose_in(m, d, first, second)
    itself = pose_in(m, d, first, first)
    low, high = common_box(m, first, second, second_in_first)
    if high[0] < low[0] or high[1] < low[1] or high[2] < low[2]:
        return
    start, pos, quat = d.nraw, load3(d.geom_xpos, second), world_quat(m, d, second)
    for i in range(m.opt_sdf_initpoints):
        if d.nraw - start >= MAXCONPAIR:
            return
        x = (
            low[0] + (high[0] - low[0]) * halton(i, 2),
            low[1] + (high[1] - low[1]) * halton(i, 3),
            low[2] + (high[2] - low[2]) * halton(i, 5),
        )
        x = map_point(first_in_second, map_point(itself, x))
        x, _ = descend(m, first, second, second_in_first, x, COLLISION, m.opt_sdf_iterations)

        # fields that are no true distances let the descent end beside the overlap: one step towards it tells
        x, dist = descend(m, first, second, second_in_first, x, INTERSECTION, 1)
        if dist <= 0.0 and not is_known(d, start, x):
            touch_at(d, candidate, x, midsurface_normal(m, first, second, second_in_first, x), dist, pos, quat)


@helper
def common_box(m, first, second, pose):
    """Return the lowest and highest corner of what the boxes of both geoms share, along the axes of the first geom.

    `pose` is that of the second geom in the frame of the first.
    """
    centre, half = load3(m.geom_aabb, second), (m.geom_aabb[second, 3], m.geom_aabb[second, 4], m.geom_aabb[second, 5])
    low, high = (MAXVAL, MAXVAL, MAXVAL), (-MAXVAL, -MAXVAL, -MAXVAL)
    for i in range(8):
        corner = (
            centre[0] + half[0] if (i & 1) != 0 else centre[0] - half[0],
            centre[1] + half[1] if (i & 2) != 0 else centre[1] - half[1],
            centre[2] + half[2] if (i & 4) != 0 else centre[2] - half[2],
        )
        x = map_point(pose, corner)
        low = min(low[0], x[0]), min(low[1], x[1]), min(low[2], x[2])
        high = max(high[0], x[0]), max(high[1], x[1]), max(high[2], x[2])
    own, reach = load3(m.geom_aabb, first), (m.geom_aabb[first, 3], m.geom_aabb[first, 4], m.geom_aabb[first, 5])
    low = max(low[0], own[0] - reach[0]), max(low[1], own[1] - reach[1]), max(low[2], own[2] - reach[2])
    high = min(high[0], own[0] + reach[0]), min(high[1], own[1] + reach[1]), min(high[2], own[2] + reach[2])
    return low, high
