"""Contacts of all pairs of geoms that need the convex engine: ellipsoids, most cylinders, meshes."""

from corten.enums import StepErrorKind
from corten.math.box import boxes_apart, load_box
from corten.math.vector3 import add, load3, normalize, scale, sub
from corten.runtime import helper, per_precision, stage
from corten.stages.collision.contacts.unsorted import NO_TANGENT, add_contact
from corten.stages.collision.convex.detect import detect_contacts
from corten.stages.collision.convex.features import has_room
from corten.stages.collision.convex.support import place_shape
from corten.stages.collision.geom_frames import pose_in_geom
from corten.stages.collision.pairs import bucket_of

BUCKET = bucket_of("convex_pairs")

# boxes this far apart are so in spite of rounding [m]
ROUNDING = per_precision(1e-9, float32=1e-5)


@helper
def collide_convex(m, d, candidate):
    """Add the contacts of one pair of geoms, unless their boxes are apart."""
    geom1, geom2, margin = d.candidate_geom[candidate, 0], d.candidate_geom[candidate, 1], d.candidate_margin[candidate]
    reach = margin + max(m.opt_ccd_tolerance, ROUNDING)
    if boxes_apart(pose_in_geom(d, geom2, geom1), load_box(m.geom_aabb, geom1), load_box(m.geom_aabb, geom2), reach):
        return
    place_shape(m, d, 0, geom1, margin)
    place_shape(m, d, 1, geom2, margin)
    add_convex_contacts(m, d, candidate, margin)


@helper
def add_convex_contacts(m, d, candidate, margin):
    """Add the contacts of both shapes as they are placed, with layers that make up the margin."""
    detect_contacts(m, d)
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
def convex_pairs(m, d):
    """Find the contacts of all candidates that need the convex engine; without room the step is done again.

    reads:  d.geom_xmat d.geom_xpos m.geom_dataid m.geom_size m.geom_type
    writes: d.nccd d.nhorizon d.nopenface d.npolyface
    """
    bucket, members = d.bucket_start, d.bucket_candidate

    d.nccd = 0
    for i in range(bucket[BUCKET], bucket[BUCKET + 1]):
        candidate = members[i]
        if has_room(d, max(6, 6 * m.opt_ccd_iterations)):
            collide_convex(m, d, candidate)
        if d.nccd > d.maxccd:
            return int(StepErrorKind.CAPACITY)
    return 0
