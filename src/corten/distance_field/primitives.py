"""Signed distances of points to primitive shapes: as MuJoCo's descent uses them, and true ones with unit gradients."""

from typing import NamedTuple

from corten.constants import MAXVAL, MINVAL
from corten.enums import GeomType
from corten.math.scalar import clamp
from corten.math.vector3 import norm, normalize, sub
from corten.runtime import Vec3, copysign, helper, per_precision, sqrt

# ---- what shapes say of a point


class Sample(NamedTuple):
    """The signed distance of a point to a shape [m], negative inside, and its gradient."""

    dist: float
    gradient: Vec3


# ---- signed distances to primitive shapes and their gradients, as the descent to contacts uses them
# Those of the ellipsoid are approximate; inside of a box the distance is measured along a direction that turns from
# radial to that of a face. What a descent finds depends on both, so they are MuJoCo's


# least divisor
TINY = 1.0 / MAXVAL


@helper
def shape_distance(kind: int, size: Vec3, x: Vec3) -> float:
    """Return the signed distance [m] of a point to a plane, sphere, capsule, ellipsoid, cylinder or box."""
    if kind == GeomType.PLANE:
        return x[2]
    if kind == GeomType.SPHERE:
        return norm(x) - size[0]
    if kind == GeomType.CAPSULE:
        return norm((x[0], x[1], x[2] - clamp(x[2], -size[1], size[1]))) - size[0]
    if kind == GeomType.ELLIPSOID:
        a = x[0] / size[0], x[1] / size[1], x[2] / size[2]
        k0, k1 = norm(a), norm((a[0] / size[0], a[1] / size[1], a[2] / size[2]))
        if k1 < MINVAL:
            return -min(size[0], min(size[1], size[2]))
        return k0 * (k0 - 1.0) / k1
    if kind == GeomType.CYLINDER:
        side, end = sqrt(x[0] * x[0] + x[1] * x[1]) - size[0], abs(x[2]) - size[1]
        b0, b1 = max(side, 0.0), max(end, 0.0)
        return min(max(side, end), 0.0) + sqrt(b0 * b0 + b1 * b1)
    return box_distance(size, x)


@helper
def shape_gradient(kind: int, size: Vec3, x: Vec3) -> Vec3:
    """Return the direction in which the distance to a primitive shape grows."""
    if kind == GeomType.PLANE:
        return 0.0, 0.0, 1.0
    if kind == GeomType.SPHERE:
        inverse = 1.0 / max(norm(x), TINY)
        return x[0] * inverse, x[1] * inverse, x[2] * inverse
    if kind == GeomType.CAPSULE:
        z = x[2] - clamp(x[2], -size[1], size[1])
        length = max(norm((x[0], x[1], z)), TINY)
        return x[0] / length, x[1] / length, z / length
    if kind == GeomType.ELLIPSOID:
        return ellipsoid_gradient(size, x)
    if kind == GeomType.CYLINDER:
        return cylinder_gradient(size, x)
    return box_gradient(size, x)


@helper
def inward_gaps(size: Vec3, x: Vec3) -> Vec3:
    """Return how far a point lies beyond each pair of faces of a box, negative between them."""
    return abs(x[0]) - size[0], abs(x[1]) - size[1], abs(x[2]) - size[2]


@helper
def inner_direction(size: Vec3, x: Vec3, a: Vec3) -> Vec3:
    """Return the unit direction along which the distance from inside of a box is measured: outward."""
    along, _ = normalize((-size[0] / a[0], -size[1] / a[1], -size[2] / a[2]))
    return (
        -along[0] if x[0] < 0.0 else along[0],
        -along[1] if x[1] < 0.0 else along[1],
        -along[2] if x[2] < 0.0 else along[2],
    )


@helper
def box_distance(size: Vec3, x: Vec3) -> float:
    """Return the signed distance of a point to a box with half sizes size."""
    a = inward_gaps(size, x)
    if a[0] >= 0.0 or a[1] >= 0.0 or a[2] >= 0.0:
        outside = max(a[0], 0.0), max(a[1], 0.0), max(a[2], 0.0)
        return norm(outside) + min(max(a[0], max(a[1], a[2])), 0.0)
    b = inner_direction(size, x, a)
    first = min(-a[0] / abs(b[0]), min(-a[1] / abs(b[1]), -a[2] / abs(b[2])))
    return -first * norm(b)


@helper
def box_gradient(size: Vec3, x: Vec3) -> Vec3:
    """Return the gradient of the distance to a box."""
    a = inward_gaps(size, x)
    if max(a[0], max(a[1], a[2])) < 0.0:
        return inner_direction(size, x, a)
    b = max(a[0], 0.0), max(a[1], 0.0), max(a[2], 0.0)
    length = norm(b)
    if length == 0.0:
        across, _ = normalize((face_normal(a[0], x[0]), face_normal(a[1], x[1]), face_normal(a[2], x[2])))
        return across
    return (
        face_share(a[0], b[0], length, x[0]),
        face_share(a[1], b[1], length, x[1]),
        face_share(a[2], b[2], length, x[2]),
    )


@helper
def face_normal(a: float, x: float) -> float:
    """Return one number of the sum of the normals of the faces of a box that a point lies on."""
    side = 1.0 if x > 0.0 else -1.0
    return side if a >= 0.0 else 0.0


@helper
def face_share(a: float, b: float, length: float, x: float) -> float:
    """Return one number of the gradient outside of a box."""
    return b / length * x / abs(x) if a > 0.0 else 0.0


@helper
def ellipsoid_gradient(size: Vec3, x: Vec3) -> Vec3:
    """Return the unit gradient of the approximate distance k0 (k0 - 1) / k1 to an ellipsoid."""
    a = x[0] / size[0], x[1] / size[1], x[2] / size[2]
    b = a[0] / size[0], a[1] / size[1], a[2] / size[2]
    k0, k1 = norm(a), norm(b)
    if k0 < MINVAL or k1 < MINVAL:
        return 0.0, 0.0, 0.0
    inverse0, inverse1 = 1.0 / k0, 1.0 / k1
    by_k0, by_k1 = (2.0 * k0 - 1.0) * inverse1, k0 * (k0 - 1.0) * inverse1 * inverse1
    gradient, _ = normalize(
        (
            b[0] * inverse0 * by_k0 - b[0] * inverse1 / (size[0] * size[0]) * by_k1,
            b[1] * inverse0 * by_k0 - b[1] * inverse1 / (size[1] * size[1]) * by_k1,
            b[2] * inverse0 * by_k0 - b[2] * inverse1 / (size[2] * size[2]) * by_k1,
        )
    )
    return gradient


@helper
def cylinder_gradient(size: Vec3, x: Vec3) -> Vec3:
    """Return the gradient of the distance to a cylinder of radius size[0] and half length size[1] along z."""
    radius, height = sqrt(x[0] * x[0] + x[1] * x[1]), abs(x[2])
    side, end = radius - size[0], height - size[1]
    across_x, across_y = x[0] / max(radius, TINY), x[1] / max(radius, TINY)
    along = x[2] / max(height, TINY)
    if max(side, end) < 0.0:
        if side > end:
            return across_x, across_y, 0.0
        return 0.0, 0.0, along
    b0, b1 = max(side, 0.0), max(end, 0.0)
    length = max(sqrt(b0 * b0 + b1 * b1), TINY)
    return across_x * b0 / length, across_y * b0 / length, along * b1 / length


# ---- true signed distances of points to primitive shapes, with unit gradients
# What MuJoCo's descent uses (`primitives`) is not a distance inside of a box or near an ellipsoid; contacts that are as
# deep as the shapes overlap need one


# Newton's steps to the nearest point of an ellipsoid, and the change that ends them
STEPS, CONVERGED = 30, per_precision(1e-15, float32=2e-7)

# part of a semi-axis that a coordinate is taken to be at least: the middle of an ellipsoid has no nearest point
OFF_CENTRE = per_precision(1e-9, float32=1e-6)


@helper
def sample_primitive(kind: int, size: Vec3, x: Vec3) -> Sample:
    """Return distance and unit gradient of a point to a plane, sphere, capsule, ellipsoid, cylinder or box."""
    if kind == GeomType.PLANE:
        return Sample(x[2], (0.0, 0.0, 1.0))
    if kind == GeomType.ELLIPSOID:
        return sample_ellipsoid(size, x)
    if kind == GeomType.CYLINDER:
        return sample_cylinder(size, x)
    if kind == GeomType.BOX:
        return sample_box(size, x)
    half = size[1] if kind == GeomType.CAPSULE else 0.0
    normal, length = normalize((x[0], x[1], x[2] - clamp(x[2], -half, half)))
    return Sample(length - size[0], normal)


@helper
def sample_box(size: Vec3, x: Vec3) -> Sample:
    """Return distance and unit gradient of a box: to the nearest point outside, to the nearest face inside."""
    a = abs(x[0]) - size[0], abs(x[1]) - size[1], abs(x[2]) - size[2]
    most = max(a[0], max(a[1], a[2]))
    if most > 0.0:
        away = copysign(max(a[0], 0.0), x[0]), copysign(max(a[1], 0.0), x[1]), copysign(max(a[2], 0.0), x[2])
        normal, length = normalize(away)
        return Sample(length, normal)
    if a[0] == most:
        return Sample(most, (copysign(1.0, x[0]), 0.0, 0.0))
    if a[1] == most:
        return Sample(most, (0.0, copysign(1.0, x[1]), 0.0))
    return Sample(most, (0.0, 0.0, copysign(1.0, x[2])))


@helper
def sample_cylinder(size: Vec3, x: Vec3) -> Sample:
    """Return distance and unit gradient of a cylinder of radius size[0] and half length size[1] along z."""
    across, radius = normalize((x[0], x[1], 0.0))
    side, end = radius - size[0], abs(x[2]) - size[1]
    along = copysign(1.0, x[2])
    if side <= 0.0 and end <= 0.0:
        if side > end:
            return Sample(side, across)
        return Sample(end, (0.0, 0.0, along))
    b0, b1 = max(side, 0.0), max(end, 0.0)
    length = sqrt(b0 * b0 + b1 * b1)
    return Sample(length, (across[0] * b0 / length, across[1] * b0 / length, along * b1 / length))


@helper
def sample_ellipsoid(size: Vec3, x: Vec3) -> Sample:
    """Return distance and unit gradient of an ellipsoid by its nearest point q: x = q + t (q / size^2), found for t.

    The sum of (size x / (t + size^2))^2 falls and is convex beyond its last pole, so that Newton's method from its
    left side reaches 1 without a detour.
    """
    p0, p1, p2 = max_size(x[0], size[0]), max_size(x[1], size[1]), max_size(x[2], size[2])
    s0, s1, s2 = size[0] * size[0], size[1] * size[1], size[2] * size[2]
    g0, g1, g2 = size[0] * abs(p0), size[1] * abs(p1), size[2] * abs(p2)
    t = max(g0 - s0, max(g1 - s1, g2 - s2))
    for _ in range(STEPS):
        r0, r1, r2 = g0 / (t + s0), g1 / (t + s1), g2 / (t + s2)
        value = r0 * r0 + r1 * r1 + r2 * r2 - 1.0
        slope = 2.0 * (r0 * r0 / (t + s0) + r1 * r1 / (t + s1) + r2 * r2 / (t + s2))
        step = value / slope
        t += step
        if step <= CONVERGED * (abs(t) + s0):
            break
    q = p0 * s0 / (t + s0), p1 * s1 / (t + s1), p2 * s2 / (t + s2)
    normal = normalize((q[0] / s0, q[1] / s1, q[2] / s2))[0]
    return Sample(copysign(norm(sub((p0, p1, p2), q)), t), normal)


@helper
def max_size(x: float, size: float) -> float:
    """Return a coordinate, moved off the middle of an ellipsoid."""
    return copysign(max(abs(x), OFF_CENTRE * size), x)
