"""Rays against boxes and simple shapes from outside, in the frame of the shape.

A ray is all points p + t v. Cameras see front sides only: a ray that starts inside of a shape passes through it, as
in MuJoCo, which culls the back of triangles. The stretch in which a ray is inside of a convex shape tells both where
it is seen and whether it throws a shadow.
"""

from typing import NamedTuple

from corten.enums import GeomType
from corten.math.scalar import clamp
from corten.math.vector3 import add_scaled, dot, normalize
from corten.runtime import FloatArray, Vec2, Vec3, helper, per_precision, sqrt

# farther than anything
FAR = per_precision(1e300, float32=1e30)

# a direction and a size below which they count as this
SLOWEST = per_precision(1e-100, float32=1e-18)
THINNEST = per_precision(1e-100, float32=1e-15)

# stretches are taken longer by this share of the way to them, far above all roundings
MORE = per_precision(1e-6, float32=2e-6)


class Stretch(NamedTuple):
    """Where a ray enters and leaves a shape, and the outward normal where it enters; nothing if it leaves before."""

    enter: float
    leave: float
    normal: Vec3


@helper
def inverse(x: float) -> float:
    """Return 1 / x, a large number where x is as good as zero."""
    slow = abs(x) < SLOWEST
    return 1.0 / (SLOWEST if slow else x)


@helper
def inverse3(v: Vec3) -> Vec3:
    """Return 1 / v for each number."""
    return inverse(v[0]), inverse(v[1]), inverse(v[2])


@helper
def slab(low: float, high: float, p: float, per_length: float) -> Vec2:
    """Return the range of t in which a ray is between two sides of a box."""
    a, b = (low - p) * per_length, (high - p) * per_length
    return min(a, b), max(a, b)


@helper
def meets_box(box: FloatArray, node: int, p: Vec3, per_length: Vec3, near: float, far: float) -> bool:
    """Tell whether a ray is inside of a node's box (low and high corner) somewhere from t = near to t = far."""
    x0, x1 = slab(box[node, 0], box[node, 3], p[0], per_length[0])
    y0, y1 = slab(box[node, 1], box[node, 4], p[1], per_length[1])
    z0, z1 = slab(box[node, 2], box[node, 5], p[2], per_length[2])
    enter, leave = max(max(x0, y0), max(z0, near)), min(min(x1, y1), min(z1, far))
    return enter <= leave + MORE * abs(leave)


@helper
def box_stretch(size: Vec3, p: Vec3, v: Vec3) -> Stretch:
    """Pass through a box with half sizes size."""
    x0, x1 = slab(-size[0], size[0], p[0], inverse(v[0]))
    y0, y1 = slab(-size[1], size[1], p[1], inverse(v[1]))
    z0, z1 = slab(-size[2], size[2], p[2], inverse(v[2]))
    enter, leave = max(max(x0, y0), z0), min(min(x1, y1), z1)
    along_x, along_y = x0 >= y0 and x0 >= z0, y0 >= z0
    normal_x = (-1.0 if v[0] > 0.0 else 1.0) if along_x else 0.0
    normal_y = (-1.0 if v[1] > 0.0 else 1.0) if along_y and not along_x else 0.0
    normal_z = (-1.0 if v[2] > 0.0 else 1.0) if not along_x and not along_y else 0.0
    return Stretch(enter, leave, (normal_x, normal_y, normal_z))


@helper
def unit_sphere_range(p: Vec3, v: Vec3) -> Vec2:
    """Return the range of t in which a ray is inside of the unit sphere.

    The distance from the centre is that of the nearest point: squares of far points would lose all digits of it.
    """
    square = max(dot(v, v), THINNEST)
    middle = -dot(p, v) / square
    nearest = add_scaled(p, v, middle)
    rest = 1.0 - dot(nearest, nearest)
    half = sqrt(max(rest, 0.0) / square)
    return (middle - half if rest > 0.0 else FAR), (middle + half if rest > 0.0 else -FAR)


@helper
def ellipsoid_stretch(size: Vec3, p: Vec3, v: Vec3) -> Stretch:
    """Pass through an ellipsoid with semi-axes size."""
    scale = 1.0 / max(size[0], THINNEST), 1.0 / max(size[1], THINNEST), 1.0 / max(size[2], THINNEST)
    q, w = (p[0] * scale[0], p[1] * scale[1], p[2] * scale[2]), (v[0] * scale[0], v[1] * scale[1], v[2] * scale[2])
    enter, leave = unit_sphere_range(q, w)
    t = 0.0 if enter > leave else enter
    at = add_scaled(q, w, t)
    normal, _ = normalize((at[0] * scale[0], at[1] * scale[1], at[2] * scale[2]))
    return Stretch(enter, leave, normal)


@helper
def tube_range(radius: float, p: Vec3, v: Vec3) -> Vec2:
    """Return the range of t in which a ray is inside of an endless cylinder around z."""
    square = v[0] * v[0] + v[1] * v[1]
    level = square < SLOWEST
    square = 1.0 if level else square
    middle = 0.0 if level else -(p[0] * v[0] + p[1] * v[1]) / square
    x, y = p[0] + middle * v[0], p[1] + middle * v[1]
    rest = radius * radius - x * x - y * y
    half = FAR if level else sqrt(max(rest, 0.0) / square)
    return (middle - half if rest > 0.0 else FAR), (middle + half if rest > 0.0 else -FAR)


@helper
def cylinder_stretch(size: Vec3, p: Vec3, v: Vec3) -> Stretch:
    """Pass through a cylinder of radius size[0] and half length size[2] along z."""
    side0, side1 = tube_range(size[0], p, v)
    end0, end1 = slab(-size[2], size[2], p[2], inverse(v[2]))
    enter, leave = max(side0, end0), min(side1, end1)
    round_side = side0 >= end0
    t = 0.0 if enter > leave else enter
    out, _ = normalize((p[0] + t * v[0], p[1] + t * v[1], 0.0))
    end = -1.0 if v[2] > 0.0 else 1.0
    normal = (out[0] if round_side else 0.0), (out[1] if round_side else 0.0), (0.0 if round_side else end)
    return Stretch(enter, leave, normal)


@helper
def capsule_stretch(size: Vec3, p: Vec3, v: Vec3) -> Stretch:
    """Pass through a capsule of radius size[0] around a segment of half length size[2] along z.

    Its stretch is that of the tube between its ends, together with those of the two spheres.
    """
    radius, half = size[0], size[2]
    side0, side1 = tube_range(radius, p, v)
    end0, end1 = slab(-half, half, p[2], inverse(v[2]))
    enter, leave = max(side0, end0), min(side1, end1)
    inside = enter <= leave
    enter, leave = (enter if inside else FAR), (leave if inside else -FAR)

    scale = 1.0 / max(radius, THINNEST)
    w = v[0] * scale, v[1] * scale, v[2] * scale
    top0, top1 = unit_sphere_range((p[0] * scale, p[1] * scale, (p[2] - half) * scale), w)
    low0, low1 = unit_sphere_range((p[0] * scale, p[1] * scale, (p[2] + half) * scale), w)
    enter, leave = min(enter, min(top0, low0)), max(leave, max(top1, low1))

    # the normal points away from the nearest point of the segment
    t = 0.0 if enter > leave else enter
    z = p[2] + t * v[2]
    normal, _ = normalize((p[0] + t * v[0], p[1] + t * v[1], z - clamp(z, -half, half)))
    return Stretch(enter, leave, normal)


@helper
def shape_stretch(kind: int, size: Vec3, p: Vec3, v: Vec3) -> Stretch:
    """Pass through a shape of a GeomType; size has its extents along its axes, as in MuJoCo's scenes."""
    if kind == GeomType.BOX:
        return box_stretch(size, p, v)
    if kind == GeomType.CYLINDER:
        return cylinder_stretch(size, p, v)
    if kind == GeomType.CAPSULE:
        return capsule_stretch(size, p, v)
    if kind == GeomType.SPHERE or kind == GeomType.ELLIPSOID:
        return ellipsoid_stretch(size, p, v)
    return Stretch(FAR, -FAR, (0.0, 0.0, 1.0))


@helper
def plane_hit(size: Vec3, p: Vec3, v: Vec3) -> float:
    """Return t on a plane, within its half sizes where they are positive; -1.0 if it is not met."""
    t = -p[2] * inverse(v[2])
    x, y = p[0] + t * v[0], p[1] + t * v[1]
    within = (size[0] <= 0.0 or abs(x) <= size[0]) and (size[1] <= 0.0 or abs(y) <= size[1])
    return t if within and abs(v[2]) >= SLOWEST else -1.0
