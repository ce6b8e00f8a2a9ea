"""A gear wheel whose teeth are involutes: signed distances of points, by MuJoCo's formulas."""

from math import pi
from typing import NamedTuple

from corten.math.scalar import acos, atan2, clamp, cos, sin
from corten.runtime import floor, helper, sqrt

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
def gear_distance(gear, p):
    """Return the signed distance of a point to a gear wheel around the z axis."""
    flat, high = flat_distance(gear, p), abs(p[2]) - gear.thickness / 2.0
    beyond_flat, beyond_high = max(flat, 0.0), max(high, 0.0)
    return min(max(flat, high), 0.0) + sqrt(beyond_flat * beyond_flat + beyond_high * beyond_high)


@helper
def flat_distance(gear, p):
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
def tooth_distance(gear, p, rho, base, stride):
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
def modulo(x, y):
    """Return what is left of x after whole multiples of y."""
    return x - y * floor(x / y)


@helper
def smooth_union(a, b, k):
    """Return the distance to what either of two distances bounds, rounded over a width k."""
    share = clamp(0.5 + 0.5 * (b - a) / k, 0.0, 1.0)
    return b * (1.0 - share) + a * share - k * share * (1.0 - share)


@helper
def smooth_intersection(a, b, k):
    """Return the distance to what both of two distances bound, rounded over a width k."""
    return max(max(a, b), -smooth_union(max(a, -b), max(b, -a), k))
