"""Stages of MPR: contacts of convex geoms and of height fields with them.

MPR gives one contact. Normals of round shapes are computed anew from its point, and with multiccd more contacts are
found by perturbation: both geoms are turned against each other by 1e-3 rad about two axes across the normal, both ways,
which brings another corner to the bottom each time.

          normal ^            +---------+
                 |         __/         /           the contact of the tilted box lies at its other end
           +-----+---+    /           /
           |         |   +----.------+
        ===+=========+==================
"""

from typing import NamedTuple

from corten.constants import MAXCONPAIR, MINVAL
from corten.enums import DisableBit, GeomType
from corten.math.matrix3 import load9, mul_mat_mat, mul_mat_vec, mul_matT_vec, store9, transpose
from corten.math.quaternion import axis_angle_to_quat, quat_to_mat
from corten.math.vector3 import add, add_scaled, cross, dot, load3, norm, normalize, scale, store3, sub
from corten.runtime import Mat3, Vec3, helper, sqrt, stage
from corten.stages.collision.contacts.unsorted import NO_TANGENT, add_contact
from corten.stages.collision.convex.hfield import count_prisms, enter_field, enter_prism, place_prism
from corten.stages.collision.convex.support import place_shape
from corten.stages.collision.mpr.portal import find_penetration
from corten.stages.collision.pairs import bucket_of

# ---- normals of round shapes at the point of contact, more exact than those of the portal


# rounds and tolerance of the search for the normal of an ellipsoid (MuJoCo's values, part of its results)
ROUNDS, TOLERANCE = 30, 1e-6


class RoundNormal(NamedTuple):
    """Whether a shape is round where it is touched, and its outward normal there."""

    known: bool
    normal: Vec3


@helper
def correct_normal(m, d, geom1: int, geom2: int, pos: Vec3, normal: Vec3) -> Vec3:
    """Return the normal of a contact, from the first geom to the second, as round surfaces have it at its point."""
    first = round_normal(m, d, geom1, pos, normal)
    second = round_normal(m, d, geom2, pos, scale(normal, -1.0))
    if first.known and second.known:
        return normalize(sub(first.normal, second.normal))[0]
    if first.known:
        return first.normal
    if second.known:
        return scale(second.normal, -1.0)
    return normal


@helper
def round_normal(m, d, geom: int, pos: Vec3, normal: Vec3) -> RoundNormal:
    """Return the outward normal of a geom at a point near its surface, beginning with a guess."""
    kind, size, mat = m.geom_type[geom], load3(m.geom_size, geom), load9(d.geom_xmat, geom)
    local = mul_matT_vec(mat, sub(pos, load3(d.geom_xpos, geom)))
    found = RoundNormal(False, mul_matT_vec(mat, normal))
    if kind == GeomType.SPHERE:
        found = RoundNormal(True, local)
    elif kind == GeomType.CAPSULE:
        beyond = max(local[2] - size[1], 0.0) + min(local[2] + size[1], 0.0)
        found = RoundNormal(True, (local[0], local[1], beyond))
    elif kind == GeomType.ELLIPSOID:
        if size[0] >= MINVAL and size[1] >= MINVAL and size[2] >= MINVAL:
            found = ellipsoid_normal(size, local, found.normal)
    elif kind == GeomType.CYLINDER:
        # on the round side, away from the rims
        to_flat = abs(size[1] - abs(local[2]))
        to_round = abs(size[0] - sqrt(local[0] * local[0] + local[1] * local[1]))
        if abs(local[2]) <= 0.95 * size[1] and to_flat >= 0.25 * to_round:
            found = RoundNormal(True, (local[0], local[1], 0.0))
    return RoundNormal(found.known, mul_mat_vec(mat, normalize(found.normal)[0]))


@helper
def ellipsoid_normal(size: Vec3, p: Vec3, guess: Vec3) -> RoundNormal:
    """Return the normal of an ellipsoid where a point is nearest to it."""
    x, y, z = p[0] / size[0], p[1] / size[1], p[2] / size[2]
    if x * x + y * y + z * z <= 1.0:
        return normal_from_inside(size, p, guess)
    return RoundNormal(True, normal_from_outside(size, p))


@helper
def normal_from_inside(size: Vec3, p: Vec3, guess: Vec3) -> RoundNormal:
    """Follow the normal to the surface, take the normal there, and so on."""
    weight = 1.0 / (size[0] * size[0]), 1.0 / (size[1] * size[1]), 1.0 / (size[2] * size[2])
    inside = p[0] * p[0] * weight[0] + p[1] * p[1] * weight[1] + p[2] * p[2] * weight[2] - 1.0
    normal, _ = normalize(guess)
    if inside > 0.0:
        return RoundNormal(False, normal)

    # where the line along the normal leaves the ellipsoid, and the normal there
    for i in range(ROUNDS):
        scaled = normal[0] * weight[0], normal[1] * weight[1], normal[2] * weight[2]
        a, b = dot(normal, scaled), dot(p, scaled)
        det = b * b - a * inside
        if det < MINVAL or a < MINVAL:
            return RoundNormal(i > 0, normal)
        way = (-b + sqrt(det)) / a
        if way < 0.0:
            return RoundNormal(i > 0, normal)
        point = add_scaled(p, normal, way)
        before = normal
        normal, _ = normalize((point[0] * weight[0], point[1] * weight[1], point[2] * weight[2]))
        if norm(sub(before, normal)) < TOLERANCE:
            break
    return RoundNormal(True, normal)


@helper
def normal_from_outside(size: Vec3, p: Vec3) -> Vec3:
    """Solve for the multiplier with which the scaled point lies on the surface, by Newton's method."""
    sx, sy, sz = size[0] * size[0], size[1] * size[1], size[2] * size[2]
    px, py, pz = p[0] * p[0] * sx, p[1] * p[1] * sy, p[2] * p[2] * sz
    multiplier = 0.0
    for _ in range(ROUNDS):
        rx, ry, rz = 1.0 / (sx + multiplier), 1.0 / (sy + multiplier), 1.0 / (sz + multiplier)
        value = px * rx * rx + py * ry * ry + pz * rz * rz - 1.0
        slope = -2.0 * (px * rx * rx * rx + py * ry * ry * ry + pz * rz * rz * rz)
        if value < TOLERANCE or slope > -MINVAL:
            break
        change = -value / slope
        if change < TOLERANCE:
            break
        multiplier += change
    return p[0] / (sx + multiplier), p[1] / (sy + multiplier), p[2] / (sz + multiplier)


# ---- contacts of pairs of convex geoms


CONVEX_PAIRS_BUCKET = bucket_of("convex_pairs")

# further contacts are looked for with both geoms turned by this angle [rad] about the first, and count when they are
# farther from all others than this share of the smaller geom's radius (MuJoCo's values, part of its results)
MULTICCD_ANGLE, MULTICCD_SPACING = 1e-3, 1e-3


@stage
def mpr_pairs(m, d) -> None:
    """Find the contacts of all candidates of the convex engine by portal refinement."""
    bucket, members = d.bucket_start, d.bucket_candidate

    for i in range(bucket[CONVEX_PAIRS_BUCKET], bucket[CONVEX_PAIRS_BUCKET + 1]):
        c = members[i]
        geom1, geom2, margin = d.candidate_geom[c, 0], d.candidate_geom[c, 1], d.candidate_margin[c]
        place_shape(m, d, 0, geom1, margin)
        place_shape(m, d, 1, geom2, margin)
        hit = find_penetration(m, d)
        if hit.depth > 0.0:
            normal = correct_normal(m, d, geom1, geom2, hit.pos, hit.normal)
            add_contact(d, c, margin - hit.depth, hit.pos, normal, NO_TANGENT)
            several = m.opt_disableflags & DisableBit.MULTICCD == 0
            if several and not (is_curved(m.geom_type[geom1]) or is_curved(m.geom_type[geom2])):
                add_multiccd_contacts(m, d, c, margin - hit.depth, hit.pos, normal)


@helper
def is_curved(kind: int) -> bool:
    """Tell whether a shape touches others in one point only."""
    return kind == GeomType.SPHERE or kind == GeomType.ELLIPSOID


@helper
def add_multiccd_contacts(m, d, c: int, dist: float, pos: Vec3, normal: Vec3) -> None:
    """Add contacts that appear when both geoms are turned a little against each other, two ways about two axes."""
    geom1, geom2, found = d.candidate_geom[c, 0], d.candidate_geom[c, 1], d.ccd_witness1
    reach = MULTICCD_SPACING * min(m.geom_rbound[geom1], m.geom_rbound[geom2])

    # two axes across the normal
    along = 1.0 if abs(normal[1]) < 0.5 else 0.0
    y, _ = normalize(add_scaled((0.0, along, 1.0 - along), normal, -dot(normal, (0.0, along, 1.0 - along))))
    z = cross(normal, y)
    store3(found, 0, pos)
    count = 1
    for turn in range(4):
        angle = -MULTICCD_ANGLE if turn % 2 == 0 else MULTICCD_ANGLE
        mat = quat_to_mat(axis_angle_to_quat(y if turn < 2 else z, angle))
        perturb_shape(d, 0, geom1, mat, pos)
        perturb_shape(d, 1, geom2, transpose(mat), pos)
        hit = find_penetration(m, d)

        # a contact that is apart from all others counts
        is_new = hit.depth > 0.0
        for k in range(count):
            is_new = is_new and norm(sub(load3(found, k), hit.pos)) > reach
        if is_new:
            store3(found, count, hit.pos)
            count += 1
            add_contact(d, c, dist, hit.pos, correct_normal(m, d, geom1, geom2, hit.pos, hit.normal), NO_TANGENT)


@helper
def perturb_shape(d, side: int, geom: int, mat: Mat3, origin: Vec3) -> None:
    """Place a shape where its geom would be if it were turned about a point."""
    pos = load3(d.geom_xpos, geom)
    arm = sub(origin, pos)
    store9(d.ccd_mat, side, mul_mat_mat(mat, load9(d.geom_xmat, geom)))
    store3(d.ccd_pos, side, sub(pos, sub(mul_mat_vec(mat, arm), arm)))


# ---- contacts of height fields: one for each prism (`convex/hfield.py`)


HFIELD_CONVEX_BUCKET = bucket_of("hfield_convex")


@stage
def mpr_hfield(m, d) -> None:
    """Find the contacts of height fields with convex geoms by portal refinement, one for each prism."""
    bucket, members = d.bucket_start, d.bucket_candidate

    for i in range(bucket[HFIELD_CONVEX_BUCKET], bucket[HFIELD_CONVEX_BUCKET + 1]):
        c = members[i]
        hid = m.geom_dataid[d.candidate_geom[c, 0]]
        place_shape(m, d, 1, d.candidate_geom[c, 1], 0.0)
        cells = enter_field(m, d, d.candidate_geom[c, 0], d.candidate_margin[c])
        found = 0
        for n in range(count_prisms(cells)):
            if enter_prism(m, d, hid, cells, n) and found < MAXCONPAIR:
                found += collide_prism(m, d, c)


@helper
def collide_prism(m, d, c: int) -> int:
    """Add the contact of the present prism; return how many there are, 0 or 1."""
    place_prism(d)
    hit = find_penetration(m, d)
    if hit.depth == 0.0:
        return 0
    field, geom = d.candidate_geom[c, 0], d.candidate_geom[c, 1]
    mat = load9(d.geom_xmat, field)
    pos = add(mul_mat_vec(mat, hit.pos), load3(d.geom_xpos, field))
    normal = correct_normal(m, d, field, geom, pos, mul_mat_vec(mat, hit.normal))
    add_contact(d, c, d.candidate_margin[c] - hit.depth, pos, normal, NO_TANGENT)
    return 1
