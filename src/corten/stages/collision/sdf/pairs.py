"""Contacts of geoms of type sdf with spheres, capsules, ellipsoids, cylinders, boxes and each other.

From points that are spread evenly over what the boxes of both geoms have in common, a descent leads to where the
geoms overlap most; each place where one ends is a contact.
"""

from corten.constants import MAXCONPAIR, MAXVAL
from corten.math.box import load_box
from corten.math.pose import transform_point
from corten.math.vector3 import add, load3, sub
from corten.runtime import helper, stage
from corten.stages.collision.pairs import bucket_of
from corten.stages.collision.sdf.contacts import add_contact_at, is_known
from corten.stages.collision.sdf.descent import descend
from corten.stages.collision.sdf.objective import COLLISION, INTERSECTION, SdfPair, midsurface_normal
from corten.stages.collision.sdf.relative import halton, pose_in, world_quat

BUCKET = bucket_of("sdf_pairs")


@stage
def sdf_pairs(m, d):
    """Find the contacts of all candidates whose second geom is of type sdf and whose first is none of mesh and plane.

    reads:  d.geom_xpos d.nunsorted d.xquat m.geom_aabb m.geom_bodyid m.geom_dataid
    writes: d.nunsorted d.unsorted_candidate d.unsorted_dist d.unsorted_normal
    """
    geom = d.candidate_geom
    bucket, members = d.bucket_start, d.bucket_candidate

    for i in range(bucket[BUCKET], bucket[BUCKET + 1]):
        c = members[i]
        collide_by_descent(m, d, c, geom[c, 0], geom[c, 1])


@helper
def collide_by_descent(m, d, candidate, first, second):
    """Add the contacts of one pair of geoms."""
    pair, first_in_second = SdfPair(first, second, pose_in(m, d, second, first)), pose_in(m, d, first, second)
    itself = pose_in(m, d, first, first)
    low, high = common_box(m, pair)
    if high[0] < low[0] or high[1] < low[1] or high[2] < low[2]:
        return
    start, pos, quat = d.nunsorted, load3(d.geom_xpos, second), world_quat(m, d, second)
    for i in range(m.opt_sdf_initpoints):
        if d.nunsorted - start >= MAXCONPAIR:
            return
        x = (
            low[0] + (high[0] - low[0]) * halton(i, 2),
            low[1] + (high[1] - low[1]) * halton(i, 3),
            low[2] + (high[2] - low[2]) * halton(i, 5),
        )
        x = transform_point(first_in_second, transform_point(itself, x))
        x, _ = descend(m, pair, x, COLLISION, m.opt_sdf_iterations)

        # values that are no true distances let the descent end beside the overlap: one step towards it tells
        x, dist = descend(m, pair, x, INTERSECTION, 1)
        if dist <= 0.0 and not is_known(d, start, x):
            add_contact_at(d, candidate, x, midsurface_normal(m, pair, x), dist, pos, quat)


@helper
def common_box(m, pair):
    """Return the lowest and highest corner of what the boxes of both geoms share, along the axes of the first geom."""
    centre, half = load_box(m.geom_aabb, pair.second)
    low, high = (MAXVAL, MAXVAL, MAXVAL), (-MAXVAL, -MAXVAL, -MAXVAL)
    for i in range(8):
        corner = (
            centre[0] + half[0] if (i & 1) != 0 else centre[0] - half[0],
            centre[1] + half[1] if (i & 2) != 0 else centre[1] - half[1],
            centre[2] + half[2] if (i & 4) != 0 else centre[2] - half[2],
        )
        x = transform_point(pair.pose, corner)
        low = min(low[0], x[0]), min(low[1], x[1]), min(low[2], x[2])
        high = max(high[0], x[0]), max(high[1], x[1]), max(high[2], x[2])
    own = load_box(m.geom_aabb, pair.first)
    lowest, highest = sub(own.centre, own.half), add(own.centre, own.half)
    low = max(low[0], lowest[0]), max(low[1], lowest[1]), max(low[2], lowest[2])
    high = min(high[0], highest[0]), min(high[1], highest[1]), min(high[2], highest[2])
    return low, high
