"""A string between two points around a sphere or cylinder, or through it."""

from typing import NamedTuple

from corten.constants import MINVAL
from corten.enums import WrapType
from corten.math import vector3
from corten.math.extended_precision import PI_HIGH
from corten.math.matrix3 import mul_matT_vec
from corten.math.scalar import acos, asin, sincos
from corten.runtime import Mat3, Vec2, Vec3, helper, sqrt


class Section(NamedTuple):
    """Both ends of a string in the frame of a geom, and two unit axes of the plane through it that is looked at."""

    p0: Vec3
    p1: Vec3
    x: Vec3
    y: Vec3


@helper
def section_of(ends: tuple[Vec3, Vec3], centre: Vec3, axes: Mat3, kind: int) -> Section:
    """Return the plane of both ends and the centre of a sphere, or that across the axis of a cylinder."""
    p0 = mul_matT_vec(axes, vector3.sub(ends[0], centre))
    p1 = mul_matT_vec(axes, vector3.sub(ends[1], centre))
    x, y = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)
    if kind == WrapType.SPHERE:
        x, y = sphere_plane(p0, p1)
    return Section(p0, p1, x, y)


@helper
def flat(section: Section, p: Vec3) -> Vec2:
    """Return a point of the geom's frame in the plane of a section."""
    return vector3.dot(p, section.x), vector3.dot(p, section.y)


@helper
def wrap_section(section: Section, angles: Vec3, radius: float, kind: int, inside: bool) -> tuple[float, Vec3, Vec3]:
    """Return (length on the geom [m], first point, last point) in its frame; length -1 where it is not touched.

    `angles` are those of `wrap_outside`; with `inside` the string goes through the geom.
    """
    p0, p1 = section.p0, section.p1
    if vector3.norm(p0) < MINVAL or vector3.norm(p1) < MINVAL:
        return -1.0, p0, p1

    flat0, flat1 = flat(section, p0), flat(section, p1)
    if inside:
        length, first, last = wrap_inside(flat0, flat1, radius)
    else:
        length, first, last = wrap_outside(flat0, flat1, angles, radius)
    if length < 0.0:
        return -1.0, p0, p1

    w0 = vector3.add(vector3.scale(section.x, first[0]), vector3.scale(section.y, first[1]))
    w1 = vector3.add(vector3.scale(section.x, last[0]), vector3.scale(section.y, last[1]))
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
    return length, w0, w1


@helper
def sphere_plane(p0: Vec3, p1: Vec3) -> tuple[Vec3, Vec3]:
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
def flat_distance(a: Vec3, b: Vec3) -> float:
    """Return the distance of two points across the z axis [m]."""
    return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]))


# ---- a string around or through a circle in the plane: where it touches, and how long the arc is
# Points are pairs (x, y) about the centre of the circle. A string that does not touch has the arc length -1


# Newton's method for the string through the inside: starting point, accuracy of the angle [rad] and number of steps
# (MuJoCo's values: where it stops is part of its results, up to 1e-6 rad from the solution)
INSIDE_START = 0.5 * PI_HIGH
INSIDE_TOLERANCE = 1e-6
INSIDE_STEPS = 20


@helper
def wrap_outside(p0: Vec2, p1: Vec2, angles: Vec3, radius: float) -> tuple[float, Vec2, Vec2]:
    """Return (arc length, first point, last point) of the shortest string from p0 to p1 outside of the circle.

    It winds about the centre as the straight line from p0 to p1 does, or, with a side point, as the line from p0 over
    that point to p1 does: by the first of `angles` [rad]. The others are those between the ways from the centre to each
    end and to where the string leaves the circle for it.
    """
    square0 = p0[0] * p0[0] + p0[1] * p0[1]
    square1 = p1[0] * p1[0] + p1[1] * p1[1]
    square = radius * radius
    apart = (p1[0] - p0[0]) * (p1[0] - p0[0]) + (p1[1] - p0[1]) * (p1[1] - p0[1])
    if square0 < square or square1 < square or radius < MINVAL or apart < MINVAL:
        return -1.0, p0, p1

    turn = angles[0]
    arc = abs(turn) - angles[1] - angles[2]
    if arc <= 0.0:
        return -1.0, p0, p1

    # the tangent from p0 touches ahead of it in the direction of winding, that of p1 behind it
    sense = 1.0 if turn < 0.0 else -1.0
    touch0 = tangent_point(p0, tangent_length(p0, radius), square0, radius, sense)
    touch1 = tangent_point(p1, tangent_length(p1, radius), square1, radius, -sense)
    return radius * arc, touch0, touch1


@helper
def tangent_length(p: Vec2, radius: float) -> float:
    """Return how far it is from a point outside of the circle along a tangent, nothing from inside."""
    return sqrt(max(0.0, p[0] * p[0] + p[1] * p[1] - radius * radius))


@helper
def tangent_point(p: Vec2, leg: float, square_length: float, radius: float, sense: float) -> Vec2:
    """Return where a tangent from p touches the circle, clockwise from p for a positive sense."""
    square = radius * radius
    x = (p[0] * square + sense * radius * p[1] * leg) / square_length
    y = (p[1] * square - sense * radius * p[0] * leg) / square_length
    return x, y


@helper
def wrap_inside(p0: Vec2, p1: Vec2, radius: float) -> tuple[float, Vec2, Vec2]:
    """Return (0 or -1, point, point) of a string from p0 to p1 that is held to the inside of the circle.

    It is bent at one point of the circle. With t the angle there between the string and the way to the centre,
    A = radius / |p0|, B = radius / |p1| and G the angle between p0 and p1: asin(A sin t) + asin(B sin t) - 2 t + G = 0.
    """
    length0 = sqrt(p0[0] * p0[0] + p0[1] * p0[1])
    length1 = sqrt(p1[0] * p1[0] + p1[1] * p1[1])
    way = (p1[0] - p0[0], p1[1] - p0[1])
    apart = way[0] * way[0] + way[1] * way[1]
    if length0 <= radius or length1 <= radius or radius < MINVAL or min(length0, length1) < MINVAL:
        return -1.0, p0, p1
    if apart > MINVAL:
        # a straight line that meets the circle is inside already
        along = -(way[0] * p0[0] + way[1] * p0[1]) / apart
        x, y = p0[0] + along * way[0], p0[1] + along * way[1]
        if along > 0.0 and along < 1.0 and sqrt(x * x + y * y) <= radius:
            return -1.0, p0, p1

    # where Newton's method fails the string is bent in the middle
    middle = circle_point((0.5 * (p0[0] + p1[0]), 0.5 * (p0[1] + p1[1])), 0.0, radius)
    a, b = radius / length0, radius / length1
    cosine = (length0 * length0 + length1 * length1 - apart) / (2.0 * length0 * length1)
    if cosine < -1.0 + MINVAL:
        return -1.0, p0, p1
    if cosine > 1.0 - MINVAL:
        return 0.0, middle, middle
    t, found = inside_angle(a, b, acos(cosine))
    if not found:
        return 0.0, middle, middle
    sine, _ = sincos(t)
    bend = circle_point(p1, t - asin(b * sine), radius)
    if p0[0] * p1[1] - p0[1] * p1[0] > 0.0:
        bend = circle_point(p0, t - asin(a * sine), radius)
    return 0.0, bend, bend


@helper
def inside_angle(a: float, b: float, angle: float) -> tuple[float, bool]:
    """Return (t [rad], whether it was found) with asin(a sin t) + asin(b sin t) - 2 t + angle = 0.

    Newton's method comes down from a right angle monotonically.
    """
    t = INSIDE_START
    value = asin(a) + asin(b) - 2.0 * t + angle
    if value > 0.0:
        return t, False
    steps = 0
    while steps < INSIDE_STEPS and abs(value) > INSIDE_TOLERANCE:
        s, c = sincos(t)
        leg0, leg1 = max(MINVAL, sqrt(1.0 - a * s * (a * s))), max(MINVAL, sqrt(1.0 - b * s * (b * s)))
        slope = a * c / leg0 + b * c / leg1 - 2.0
        if slope > -MINVAL:
            return t, False
        further = t - value / slope
        if further > t:
            return t, False
        t = further
        s, c = sincos(t)
        value = asin(a * s) + asin(b * s) - 2.0 * t + angle
        if value > INSIDE_TOLERANCE:
            return t, False
        steps += 1
    return t, steps < INSIDE_STEPS


@helper
def circle_point(p: Vec2, angle: float, radius: float) -> Vec2:
    """Return the point of the circle in the direction of p, turned by an angle [rad] counter-clockwise."""
    length = sqrt(p[0] * p[0] + p[1] * p[1])
    short = length < MINVAL
    x = 1.0 if short else p[0] / (1.0 if short else length)
    y = 0.0 if short else p[1] / (1.0 if short else length)
    s, c = sincos(angle)
    return radius * (c * x - s * y), radius * (s * x + c * y)
