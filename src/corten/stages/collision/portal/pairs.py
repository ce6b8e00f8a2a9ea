"""Contacts of all pairs of convex geoms by portal refinement."""

from corten.enums import DisableBit, GeomType
from corten.math.matrix3 import load9, mul_mat_mat, mul_mat_vec, store9, transpose
from corten.math.quaternion import axis_angle_to_quat, quat_to_mat
from corten.math.vector3 import add_scaled, cross, dot, load3, norm, normalize, store3, sub
from corten.runtime import helper, stage
from corten.stages.collision.contacts.unsorted import NO_TANGENT, add_contact
from corten.stages.collision.convex.support import place_shape
from corten.stages.collision.pairs import bucket_of
from corten.stages.collision.portal.penetration import find_penetration
from corten.stages.collision.portal.round_normal import correct_normal

BUCKET = bucket_of("convex_pairs")

# further contacts are looked for with both geoms turned by this angle [rad] about the first, and count when they are
# farther from all others than this share of the smaller geom's radius (MuJoCo's values, part of its results)
ANGLE, APART = 1e-3, 1e-3


@stage
def portal_pairs(m, d):
    """Find the contacts of all candidates of the convex engine by portal refinement.

    reads:  d.geom_xmat d.geom_xpos m.geom_dataid m.geom_size m.geom_type
    writes: d.nunsorted
    """
    bucket, members = d.bucket_start, d.bucket_candidate

    for i in range(bucket[BUCKET], bucket[BUCKET + 1]):
        c = members[i]
        geom1, geom2, margin = d.candidate_geom[c, 0], d.candidate_geom[c, 1], d.candidate_margin[c]
        place_shape(m, d, 0, geom1, margin)
        place_shape(m, d, 1, geom2, margin)
        hit = find_penetration(m, d)
        if hit.depth > 0.0:
            normal = correct_normal(m, d, geom1, geom2, hit.pos, hit.normal)
            add_contact(d, c, margin - hit.depth, hit.pos, normal, NO_TANGENT)
            several = m.opt_disableflags & DisableBit.MULTICCD == 0
            if several and not (is_bent(m.geom_type[geom1]) or is_bent(m.geom_type[geom2])):
                add_turned_contacts(m, d, c, margin - hit.depth, hit.pos, normal)


@helper
def is_bent(kind):
    """Tell whether a shape touches others in one point only."""
    return kind == GeomType.SPHERE or kind == GeomType.ELLIPSOID


@helper
def add_turned_contacts(m, d, c, dist, pos, normal):
    """Add contacts that appear when both geoms are turned a little against each other, two ways about two axes."""
    geom1, geom2, found = d.candidate_geom[c, 0], d.candidate_geom[c, 1], d.ccd_witness1
    reach = APART * min(m.geom_rbound[geom1], m.geom_rbound[geom2])
    along = 1.0 if abs(normal[1]) < 0.5 else 0.0
    y, _ = normalize(add_scaled((0.0, along, 1.0 - along), normal, -dot(normal, (0.0, along, 1.0 - along))))
    z = cross(normal, y)
    store3(found, 0, pos)
    count = 1
    for turn in range(4):
        angle = -ANGLE if turn % 2 == 0 else ANGLE
        mat = quat_to_mat(axis_angle_to_quat(y if turn < 2 else z, angle))
        turn_shape(d, 0, geom1, mat, pos)
        turn_shape(d, 1, geom2, transpose(mat), pos)
        hit = find_penetration(m, d)
        is_new = hit.depth > 0.0
        for k in range(count):
            is_new = is_new and norm(sub(load3(found, k), hit.pos)) > reach
        if is_new:
            store3(found, count, hit.pos)
            count += 1
            add_contact(d, c, dist, hit.pos, correct_normal(m, d, geom1, geom2, hit.pos, hit.normal), NO_TANGENT)


@helper
def turn_shape(d, side, geom, mat, origin):
    """Place a shape where its geom would be if it were turned about a point."""
    pos = load3(d.geom_xpos, geom)
    arm = sub(origin, pos)
    store9(d.ccd_mat, side, mul_mat_mat(mat, load9(d.geom_xmat, geom)))
    store3(d.ccd_pos, side, sub(pos, sub(mul_mat_vec(mat, arm), arm)))
