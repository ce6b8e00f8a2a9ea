"""Normals of round shapes from the point of contact: more exact than those of the portal."""

from typing import NamedTuple

from corten.constants import MINVAL
from corten.enums import GeomType
from corten.math.matrix3 import load9, mul_mat_vec, mul_matT_vec
from corten.math.vector3 import Vector3, add_scaled, dot, load3, norm, normalize, scale, sub
from corten.runtime import helper, sqrt

# rounds and tolerance of the search for the normal of an ellipsoid (MuJoCo's values, part of its results)
ROUNDS, TOLERANCE = 30, 1e-6


class RoundNormal(NamedTuple):
    """Whether a shape is round where it is touched, and its outward normal there."""

    known: bool
    normal: Vector3


@helper
def correct_normal(m, d, geom1, geom2, pos, normal):
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
def round_normal(m, d, geom, pos, normal):
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
def ellipsoid_normal(size, p, guess):
    """Return the normal of an ellipsoid where a point is nearest to it."""
    x, y, z = p[0] / size[0], p[1] / size[1], p[2] / size[2]
    if x * x + y * y + z * z <= 1.0:
        return normal_from_inside(size, p, guess)
    return RoundNormal(True, normal_from_outside(size, p))


@helper
def normal_from_inside(size, p, guess):
    """Follow the normal to the surface, take the normal there, and so on."""
    weight = 1.0 / (size[0] * size[0]), 1.0 / (size[1] * size[1]), 1.0 / (size[2] * size[2])
    inside = p[0] * p[0] * weight[0] + p[1] * p[1] * weight[1] + p[2] * p[2] * weight[2] - 1.0
    normal, _ = normalize(guess)
    if inside > 0.0:
        return RoundNormal(False, normal)
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
def normal_from_outside(size, p):
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
