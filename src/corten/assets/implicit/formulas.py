"""Shapes that are formulas, those of MuJoCo's SDF plugins: distances, gradients, default parameters and boxes."""

from enum import IntEnum
from math import pi
from typing import NamedTuple

from corten.constants import MINVAL
from corten.math.scalar import acos, atan2, clamp, cos, sin
from corten.runtime import Vec3, floor, helper, sqrt

# ---------------------------------------------------------------- a bowl and a torus


@helper
def bowl_distance(height: float, radius: float, thickness: float, p: Vec3) -> float:
    """Return the signed distance of a point to a spherical shell of this radius that is cut off at a height."""
    x, y, z = p
    width = sqrt(radius * radius - height * height)
    out = sqrt(x * x + y * y)
    away = sqrt((out - width) * (out - width) + (z - height) * (z - height))
    if not height * out < width * z:
        away = abs(sqrt(out * out + z * z) - radius)
    return away - thickness


@helper
def torus_distance(radius: float, thickness: float, p: Vec3) -> float:
    """Return the signed distance of a point to a ring of this radius around the z axis."""
    x, y, z = p
    out = sqrt(x * x + y * y) - radius
    return sqrt(out * out + z * z) - thickness


@helper
def torus_gradient(radius: float, p: Vec3) -> Vec3:
    """Return the gradient of the distance to a torus."""
    x, y, z = p
    round_axis = sqrt(x * x + y * y)
    out = round_axis - radius
    away = max(sqrt(out * out + z * z), MINVAL)
    return out * (x / round_axis) / away, out * (y / round_axis) / away, z / away


# ---------------------------------------------------------------- a bolt and a nut, with threads that fit one another
# A thread is a triangle wave that winds around the axis. What the formulas give is no exact distance, but its sign is
# right and its size near; they are those of MuJoCo's plugins, operation for operation, since contacts depend on their
# roundings


# turns of the thread for a unit of length, and the sine of 45 degrees, at which its sides stand
TURNS, DIAGONAL = 12.0, 2.0**0.5 / 2.0

# sides of the head for a radian
SIDES = 6.0 / pi / 2.0


@helper
def bolt_distance(radius: float, p: Vec3) -> float:
    """Return the signed distance of a point to a bolt whose thread has this radius; the head lies about the origin."""
    x, y, z = p
    beside = sqrt(x * x + y * y) - radius
    thread = thread_distance(beside, p)

    # the thread ends below, and is cut off by a cone at its end
    bolt = max(thread, -(0.5 - abs(z + 0.5)))
    cone = (z - beside) * DIAGONAL
    bolt = max(bolt, -(cone + DIAGONAL))
    return min(bolt, head_distance(beside, p))


@helper
def nut_distance(radius: float, p: Vec3) -> float:
    """Return the signed distance of a point to a nut for a bolt of this radius."""
    x, y, z = p
    beside = sqrt(x * x + y * y) - radius
    cone = (z - beside) * DIAGONAL
    hole = max(thread_distance(beside, p), -(cone + 0.5 * DIAGONAL))
    hole = min(hole, -cone - 0.05 * DIAGONAL)
    return max(head_distance(beside, p), -hole)


@helper
def thread_distance(beside: float, p: Vec3) -> float:
    """Return the distance to an endless thread; `beside` is how far the point lies outside of its radius."""
    turn = p[2] * TURNS - atan2(p[1], p[0]) / pi / 2.0
    wave = abs(turn - floor(turn) - 0.5)
    return (beside - wave / TURNS) * DIAGONAL


@helper
def head_distance(beside: float, p: Vec3) -> float:
    """Return the distance to a hexagonal head between z = -0.5 and 0, with rounded upper corners."""
    angle = -floor(atan2(p[1], p[0]) * SIDES + 0.5) / SIDES
    side = sin(angle + pi * 0.5) * p[0] + -sin(angle) * p[1] - 0.5
    return max(max(side, abs(p[2] + 0.25) - 0.25), (p[2] + beside - 0.22) * DIAGONAL)


# ---------------------------------------------------------------- a gear wheel whose teeth are involutes
# signed distances of points, by MuJoCo's formulas


# coefficients of the pressure angle [rad] by the number of teeth, highest power first
PRESSURE = (3.096e-5, -6.557e-3, 0.551)

# a flank that does not exist, and the distance beyond the teeth at which they count no more
NO_FLANK, FAR = -1.0e6, 0.2


class Gear(NamedTuple):
    """Angle [rad], diameter of the pitch circle, number of teeth, thickness, inner diameter (negative: chosen) [m]."""

    angle: float
    diameter: float
    teeth: float
    thickness: float
    inner: float


@helper
def gear_distance(gear: Gear, p: Vec3) -> float:
    """Return the signed distance of a point to a gear wheel around the z axis."""
    flat, high = flat_distance(gear, p), abs(p[2]) - gear.thickness / 2.0
    beyond_flat, beyond_high = max(flat, 0.0), max(high, 0.0)
    return min(max(flat, high), 0.0) + sqrt(beyond_flat * beyond_flat + beyond_high * beyond_high)


@helper
def flat_distance(gear: Gear, p: Vec3) -> float:
    """Return the signed distance within the plane of the wheel."""
    diameter, teeth = gear.diameter, gear.teeth
    pitch = teeth / diameter
    outer, depth = (diameter + 2.0 * (1.0 / pitch)) / 2.0, 2.2 / pitch
    inner = gear.inner / 2.0 if gear.inner >= 0.0 else outer - depth - 0.14 * diameter
    rho = sqrt(p[0] * p[0] + p[1] * p[1])
    if inner - rho > 0.0:
        return inner - rho
    if outer - rho < -FAR:
        return rho - outer

    pressure = PRESSURE[0] * teeth * teeth + PRESSURE[1] * teeth + PRESSURE[2]
    base = diameter * cos(pressure) / 2.0
    cogs = tooth_distance(gear, p, rho, base, pi / pitch / (diameter / 2.0))
    cogs = smooth_intersection(rho - outer, cogs, 0.0035 * diameter)
    cogs = smooth_union(rho - (outer - depth), cogs, base - outer + depth)
    return max(cogs, -(rho - inner))


@helper
def tooth_distance(gear: Gear, p: Vec3, rho: float, base: float, stride: float) -> float:
    """Return the distance to the flanks of the nearest tooth; `stride` is the angle from one to the next."""
    phi = atan2(p[1], p[0]) + gear.angle
    involute = acos(base / (gear.diameter / 2.0))
    shift = stride / 2.0 - 2.0 * (sin(involute) / cos(involute) - involute)
    first = modulo(phi + shift / 2.0, stride) - shift / 2.0
    second = modulo(-phi - shift + shift / 2.0, stride) - shift / 2.0

    one, other = NO_FLANK, NO_FLANK
    if base < rho:
        turn, way = acos(base / rho), sqrt(rho * rho - base * base)
        one, other = way - base * (first + turn), way - base * (second + turn)
    walls = max(first - (stride - shift), second - (stride - shift))
    return max(walls, max(one, other))


@helper
def modulo(x: float, y: float) -> float:
    """Return what is left of x after whole multiples of y."""
    return x - y * floor(x / y)


@helper
def smooth_union(a: float, b: float, k: float) -> float:
    """Return the distance to what either of two distances bounds, rounded over a width k."""
    share = clamp(0.5 + 0.5 * (b - a) / k, 0.0, 1.0)
    return b * (1.0 - share) + a * share - k * share * (1.0 - share)


@helper
def smooth_intersection(a: float, b: float, k: float) -> float:
    """Return the distance to what both of two distances bound, rounded over a width k."""
    return max(max(a, b), -smooth_union(max(a, -b), max(b, -a), k))


# ---------------------------------------------------------------- shapes that are formulas, by their kind
# distances, gradients, default parameters and boxes


# step of the differences that gradients are made of (MuJoCo's value, part of its results)
STEP = 1e-8


class ImplicitShape(IntEnum):
    """Kinds of shapes."""

    BOLT = 0
    NUT = 1
    BOWL = 2
    GEAR = 3
    TORUS = 4


# names and defaults of the parameters of each kind; at most five
PARAMETERS = {
    ImplicitShape.BOLT: {"radius": 0.26},
    ImplicitShape.NUT: {"radius": 0.26},
    ImplicitShape.BOWL: {"height": 0.4, "radius": 1.0, "thickness": 0.02},
    ImplicitShape.GEAR: {"alpha": 0.0, "diameter": 2.8, "teeth": 25.0, "thickness": 0.2, "innerdiameter": -1.0},
    ImplicitShape.TORUS: {"radius1": 0.35, "radius2": 0.15},
}


def half_sizes(kind: ImplicitShape, prm: tuple[float, ...]) -> tuple[float, float, float]:
    """Return the half sizes of a box around the origin that holds a shape with these parameters [m]."""
    if kind == ImplicitShape.BOWL:
        reach = prm[1] + prm[2]
        return reach, reach, reach
    if kind == ImplicitShape.GEAR:
        reach = prm[1] / 2.0 * 1.25
        return reach, reach, prm[3] / 2.0 * 1.1
    if kind == ImplicitShape.TORUS:
        return prm[0] + prm[1], prm[0] + prm[1], prm[1]
    return 0.6, 0.6, 1.0


@helper
def implicit_distance(kind: int, prm: tuple[float, ...], x: Vec3) -> float:
    """Return the signed distance [m] of a point to a shape with five parameters."""
    if kind == ImplicitShape.BOLT:
        return bolt_distance(prm[0], x)
    if kind == ImplicitShape.NUT:
        return nut_distance(prm[0], x)
    if kind == ImplicitShape.BOWL:
        return bowl_distance(prm[0], prm[1], prm[2], x)
    if kind == ImplicitShape.GEAR:
        return gear_distance(Gear(prm[0], prm[1], prm[2], prm[3], prm[4]), x)
    return torus_distance(prm[0], prm[1], x)


@helper
def implicit_gradient(kind: int, prm: tuple[float, ...], x: Vec3) -> Vec3:
    """Return the gradient of the distance, by differences except for the torus."""
    if kind == ImplicitShape.TORUS:
        return torus_gradient(prm[0], x)
    here = implicit_distance(kind, prm, x)
    along_x = implicit_distance(kind, prm, (x[0] + STEP, x[1], x[2]))
    along_y = implicit_distance(kind, prm, (x[0], x[1] + STEP, x[2]))
    along_z = implicit_distance(kind, prm, (x[0], x[1], x[2] + STEP))
    return (along_x - here) / STEP, (along_y - here) / STEP, (along_z - here) / STEP
