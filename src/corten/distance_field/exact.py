"""True signed distances of points to primitive shapes, with unit gradients.

What MuJoCo's descent uses (`primitives`) is not a distance inside of a box or near an ellipsoid; contacts that are as
deep as the shapes overlap need one.
"""

from corten.distance_field.sample import Sample
from corten.enums import GeomType
from corten.math.scalar import clamp
from corten.math.vector3 import norm, normalize, sub
from corten.runtime import copysign, helper, per_precision, sqrt

# Newton's steps to the nearest point of an ellipsoid, and the change that ends them
STEPS, CONVERGED = 30, per_precision(1e-15, float32=2e-7)

# part of a semi-axis that a coordinate is taken to be at least: the middle of an ellipsoid has no nearest point
OFF_CENTRE = per_precision(1e-9, float32=1e-6)


@helper
def sample_primitive(kind, size, x):
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
def sample_box(size, x):
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
def sample_cylinder(size, x):
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
def sample_ellipsoid(size, x):
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
def max_size(x, size):
    """Return a coordinate, moved off the middle of an ellipsoid."""
    return copysign(max(abs(x), OFF_CENTRE * size), x)
