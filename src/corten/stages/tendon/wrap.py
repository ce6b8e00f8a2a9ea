"""A string between two points around a sphere or cylinder, or through it."""

from corten.constants import MINVAL
from corten.enums import WrapType
from corten.math import vector3
from corten.math.matrix3 import mul_mat_vec, mul_matT_vec
from corten.runtime import helper, sqrt
from corten.stages.tendon.circle import circle_point, wrap_inside, wrap_outside


@helper
def wrap_geom(ends, centre, axes, radius, kind, side, has_side):
    """Return (length on the geom [m], first point, last point) in the world; length -1 where it is not touched.

    `ends` are both end points, `side` is a point that the string passes by, or is held to the inside by. The string is
    found in a plane: that of both ends and the centre of a sphere, or across the axis of a cylinder.
    """
    p0 = mul_matT_vec(axes, vector3.sub(ends[0], centre))
    p1 = mul_matT_vec(axes, vector3.sub(ends[1], centre))
    s = mul_matT_vec(axes, vector3.sub(side, centre))
    if vector3.norm(p0) < MINVAL or vector3.norm(p1) < MINVAL:
        return -1.0, ends[0], ends[1]

    x, y = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)
    if kind == WrapType.SPHERE:
        x, y = sphere_plane(p0, p1)
    flat0 = (vector3.dot(p0, x), vector3.dot(p0, y))
    flat1 = (vector3.dot(p1, x), vector3.dot(p1, y))
    flat_side = circle_point((vector3.dot(s, x), vector3.dot(s, y)), 0.0, radius)
    if has_side and vector3.norm(s) < radius:
        length, first, last = wrap_inside(flat0, flat1, radius)
    else:
        length, first, last = wrap_outside(flat0, flat1, flat_side, has_side, radius)
    if length < 0.0:
        return -1.0, ends[0], ends[1]

    w0 = vector3.add(vector3.scale(x, first[0]), vector3.scale(y, first[1]))
    w1 = vector3.add(vector3.scale(x, last[0]), vector3.scale(y, last[1]))
    if kind == WrapType.CYLINDER:
        # along the axis the string climbs evenly
        leg0 = flat_distance(p0, w0)
        leg1 = flat_distance(p1, w1)
        slope = (p1[2] - p0[2]) / (leg0 + length + leg1)
        low = p0[2] + slope * leg0
        high = p0[2] + slope * (leg0 + length)
        w0 = (w0[0], w0[1], low)
        w1 = (w1[0], w1[1], high)
        length = sqrt(length * length + (high - low) * (high - low))
    return length, vector3.add(mul_mat_vec(axes, w0), centre), vector3.add(mul_mat_vec(axes, w1), centre)


@helper
def sphere_plane(p0, p1):
    """Return two unit axes of the plane of p0, p1 and the origin, the first along p0."""
    x, _ = vector3.normalize(p0)
    normal, size = vector3.normalize(vector3.cross(p0, p1))
    if size < MINVAL:
        # any plane through both: turn away from the largest component of the first axis
        i, j, k = abs(x[0]), abs(x[1]), abs(x[2])
        other = (0.0, 1.0, 1.0)
        if j > i and j > k:
            other = (1.0, 0.0, 1.0)
        if k > i and k > j:
            other = (1.0, 1.0, 0.0)
        normal, _ = vector3.normalize(vector3.cross(x, other))
    y, _ = vector3.normalize(vector3.cross(normal, x))
    return x, y


@helper
def flat_distance(a, b):
    """Return the distance of two points across the z axis [m]."""
    return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]))
