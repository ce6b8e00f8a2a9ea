"""Stages of the convex engine: contacts of ellipsoids, most cylinders and meshes, and distances of convex geoms."""

from corten.enums import StepErrorKind
from corten.math.pose import boxes_apart, load_box
from corten.math.vector3 import add, load3, normalize, scale, sub
from corten.runtime import helper, per_precision, reduce_max, stage
from corten.runtime.fields import F8, I4, Field
from corten.runtime.scratch import Room, scratch
from corten.stages.collision.broad.candidates import next_lane_pair
from corten.stages.collision.contacts.unsorted import NO_TANGENT, add_contact
from corten.stages.collision.convex.ccd import ccd_contacts, ccd_pair
from corten.stages.collision.convex.features import has_room
from corten.stages.collision.convex.support import place_shape
from corten.stages.collision.geoms import pose_in_geom
from corten.stages.collision.pairs import bucket_of

# one question at a time: how far two geoms are apart
SCRATCH = scratch(
    Field("distance_geom", I4, (2,), "both geoms"),
    Field("distance_max", F8, (), "distance up to which an answer is wanted [m]"),
    Field("distance_value", F8, (), "their distance, negative inside [m]"),
    Field("distance_fromto", F8, (6,), "nearest points of the first and the second, zeros beyond the largest [m]"),
    readers=("corten.queries",),
) + scratch(
    Field("nccd", I4, (), "rows that the convex engine may need"),
    readers=("corten.deformable.contacts", "corten.stages.collision"),
    lasting=True,
)

ROOMS = (Room("maxccd", "room for vertices, faces and edges of the convex engine", counted_by="nccd"),)

# ---- contacts


CONVEX_PAIRS_BUCKET = bucket_of("convex_pairs")

# boxes this far apart are so in spite of rounding [m]
ROUNDING = per_precision(1e-9, float32=1e-5)


@helper
def collide_convex(m, d, candidate: int, geom1: int, geom2: int) -> None:
    """Add the contacts of one pair of geoms, unless their boxes are apart."""
    margin = d.candidate_margin[candidate]
    reach = margin + max(m.opt_ccd_tolerance, ROUNDING)
    if boxes_apart(pose_in_geom(d, geom2, geom1), load_box(m.geom_aabb, geom1), load_box(m.geom_aabb, geom2), reach):
        return
    place_shape(m, d, 0, geom1, margin)
    place_shape(m, d, 1, geom2, margin)
    add_convex_contacts(m, d, candidate, margin)


@helper
def add_convex_contacts(m, d, candidate: int, margin: float) -> None:
    """Add the contacts of both shapes as they are placed, with layers that make up the margin."""
    ccd_contacts(m, d)
    deepest = d.ccd_dist[0]
    for i in range(1, d.nwitness):
        deepest = min(deepest, d.ccd_dist[i])
    if deepest < 0.0:
        for i in range(d.nwitness):
            first, second = load3(d.ccd_witness1, i), load3(d.ccd_witness2, i)
            normal = normalize(sub(first, second))[0]
            pos = scale(add(first, second), 0.5)
            add_contact(d, candidate, margin + d.ccd_dist[i], pos, normal, NO_TANGENT)


@stage
def convex_pairs(m, d) -> int:
    """Find the contacts of all candidates that need the convex engine; without room the step is done again."""
    d.nccd = 0
    i, end = d.bucket_start[CONVEX_PAIRS_BUCKET], d.bucket_start[CONVEX_PAIRS_BUCKET + 1]
    while reduce_max(end - i) > 0:
        g1, g2, c, mine = next_lane_pair(d, i, end)
        if mine:
            if has_room(d, max(6, 6 * m.opt_ccd_iterations)):
                collide_convex(m, d, c, g1, g2)
            i += 1
        if d.nccd > d.maxccd:
            i = end
    return int(StepErrorKind.CAPACITY) if d.nccd > d.maxccd else 0


# ---- the distance of two convex geoms, which need not be near each other


MEASURE_DISTANCES_BUCKET = bucket_of("measure_distances")


@stage
def measure_distances(m, d) -> int:
    """Find the nearest points of all candidates whose distance the convex engine measures, as a contact for each.

    Without room the step is done again.
    """
    margin = d.candidate_margin
    bucket, members = d.bucket_start, d.bucket_candidate

    d.nccd = 0
    if not has_room(d, max(6, 6 * m.opt_ccd_iterations)):
        return int(StepErrorKind.CAPACITY)
    for i in range(bucket[MEASURE_DISTANCES_BUCKET], bucket[MEASURE_DISTANCES_BUCKET + 1]):
        c = members[i]
        place_shape(m, d, 0, d.candidate_geom[c, 0], 0.0)
        place_shape(m, d, 1, d.candidate_geom[c, 1], 0.0)
        ccd_pair(m, d, margin[c])
        if d.nccd > d.maxccd:
            return int(StepErrorKind.CAPACITY)

        # a contact midway, along the line between the nearest points
        if d.nwitness > 0 and d.ccd_dist[0] < margin[c]:
            first, second, dist = load3(d.ccd_witness1, 0), load3(d.ccd_witness2, 0), d.ccd_dist[0]
            along, _ = normalize(sub(second, first))
            add_contact(
                d, c, dist, scale(add(first, second), 0.5), scale(along, -1.0 if dist < 0.0 else 1.0), NO_TANGENT
            )
    return 0


@stage
def convex_distance(m, d) -> int:
    """Find the distance of two geoms and their nearest points."""
    geom, fromto = d.distance_geom, d.distance_fromto

    d.nccd = 0
    if not has_room(d, max(6, 6 * m.opt_ccd_iterations)):
        return int(StepErrorKind.CAPACITY)
    place_shape(m, d, 0, geom[0], 0.0)
    place_shape(m, d, 1, geom[1], 0.0)
    ccd_pair(m, d, d.distance_max)
    if d.nccd > d.maxccd:
        return int(StepErrorKind.CAPACITY)
    d.distance_value = min(d.ccd_dist[0], d.distance_max)
    for i in range(3):
        fromto[i] = d.ccd_witness1[0, i] if d.nwitness > 0 else 0.0
        fromto[i + 3] = d.ccd_witness2[0, i] if d.nwitness > 0 else 0.0
    return 0
