"""Coefficients of the ellipsoid fluid model: drag, lift, and the fluid that a shape takes along when it accelerates."""

from math import pi, sqrt

from corten.compile.elements.shapes import Sizes
from corten.enums import GeomType
from corten.spec.pose import EPSILON

# Gauss-Kronrod rule with 15 points on [0, 1]: points and weights up to the middle, which they are symmetric about.
# MuJoCo's results come from points and weights with eight digits, so these have eight digits too.
_POINTS = (0.00427231, 0.02544604, 0.06756779, 0.12923441, 0.20695638, 0.29707742, 0.39610752, 0.5)
_WEIGHTS = (0.01146766, 0.03154605, 0.05239501, 0.07032663, 0.08450236, 0.09517529, 0.10221647, 0.10474107)


def _quadrature() -> tuple[tuple[float, float], ...]:
    """Return (point, weight) of a rule on [0, inf), which the substitution x^3 / (1 - x)^2 makes of [0, 1]."""
    points = _POINTS + tuple(round(1 - x, 8) for x in reversed(_POINTS[:-1]))
    weights = _WEIGHTS + tuple(reversed(_WEIGHTS[:-1]))
    return tuple(
        (x**3 / (1 - x) ** 2, w * x * x * (3 - x) / (1 - x) ** 3) for x, w in zip(points, weights, strict=True)
    )


QUADRATURE = _quadrature()

# [m, or of the longest half axis] five of these can still be multiplied
SLIMMEST = 1e-60


def fluid_coefficients(kind: GeomType, size: Sizes, coef: tuple[float, ...]) -> tuple[float, ...]:
    """Return the 12 numbers of `geom_fluid`: 1, five coefficients, virtual mass and inertia per density of the fluid.

    `coef` holds the drag (blunt, slender, angular) and lift (Kutta, Magnus) coefficients. The shape counts as the
    ellipsoid with its half axes.
    """
    a, b, c = half_axes(kind, size)
    volume = 4.0 / 3.0 * pi * a * b * c
    kx, ky, kz = kappa(a, b, c), kappa(b, c, a), kappa(c, a, b)
    mass = tuple(volume * k / max(EPSILON, 2 - k) for k in (kx, ky, kz))
    turning = (
        volume * _turning_factor(b * b, c * c, ky, kz) / 5,
        volume * _turning_factor(c * c, a * a, kz, kx) / 5,
        volume * _turning_factor(a * a, b * b, kx, ky) / 5,
    )
    return 1.0, *coef, *mass, *turning


def half_axes(kind: GeomType, size: Sizes) -> Sizes:
    """Return the half axes of the ellipsoid that stands for a shape [m]."""
    a, b, c = size
    match kind:
        case GeomType.SPHERE:
            return a, a, a
        case GeomType.CAPSULE:
            return a, a, a + b
        case GeomType.CYLINDER:
            return a, a, b
    return a, b, c


def kappa(a: float, b: float, c: float) -> float:
    """Return the added-mass integral of an ellipsoid for motion along its half axis a.

    kappa = integral over l from 0 to inf of a b c / sqrt((a^2 + l)^3 (b^2 + l) (c^2 + l)).
    """
    # only ratios matter: where products would leave the range of numbers, lengths are measured by the longest one
    if min(a, b, c) < SLIMMEST or max(a, b, c) > 1.0 / SLIMMEST:
        longest = max(a, b, c) or 1.0
        a, b, c = (max(x / longest, SLIMMEST) for x in (a, b, c))
    aa, bb, cc = 1.0 / (a * a), 1.0 / (b * b), 1.0 / (c * c)

    # lengths are measured in this unit, so that one rule serves large and small shapes
    scale = (a * a * a * b * c) ** 0.4
    total = 0.0
    for point, weight in QUADRATURE:
        at = scale * point
        first = 1 + at * aa
        total += scale * weight / (first * sqrt(first * (1 + at * bb) * (1 + at * cc)))
    return total * aa


def _turning_factor(pp: float, qq: float, kp: float, kq: float) -> float:
    """Return the virtual inertia about the third axis, per mass / 5, from two squared half axes and their kappas."""
    return (pp - qq) * (pp - qq) * abs(kq - kp) / max(EPSILON, abs(2 * (pp - qq) + (pp + qq) * (kp - kq)))
