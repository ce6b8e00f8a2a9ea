"""Stiffness of full cells, and of the faces of shells, by Gauss's rule.

Products and sums are formed in MuJoCo's order. The last bits count: where a cell is symmetric, they alone decide which
of its modes of strain come first.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]


def full_stiffness(size: Points, young: float, poisson: float, order: int) -> Points:
    """Return -K (3 n, 3 n) of a cell of this size [m] with n nodes that is full.

    K_ai,bj = integral of lame d_i N_a d_j N_b + 2 shear e(N_a, i) : e(N_b, j), with the symmetric part e of the slope.
    """
    volume = size[0] * size[1] * size[2]
    lame = young * poisson / (1 + poisson) / (1 - 2 * poisson)
    shear = young / (2 * (1 + poisson))
    inverse = 1.0 / size
    points, weights = gauss_points(order)
    count = (order + 1) ** 3
    result = np.zeros((3 * count, 3 * count))
    for s, t, u in np.ndindex(order + 1, order + 1, order + 1):
        slopes = _slopes(points[[s, t, u]], order) * inverse
        _subtract(result, slopes, (lame, shear), weights[s] * weights[t] * weights[u] * volume, (0, 1, 2))
    return result


def face_stiffness(size: tuple[float, float], normal: int, moduli: tuple[float, float, float], order: int) -> Points:
    """Return -K (3 n, 3 n) of a rectangle in plane stress with n nodes: its sides [m], its axis, E, nu and thickness.

    The sides lie along the two axes that follow the normal one in turn. Across the rectangle it has no stiffness.
    """
    young, poisson, thickness = moduli
    area, axes = size[0] * size[1], ((normal + 1) % 3, (normal + 2) % 3)
    lame, shear = young * poisson / (1.0 - poisson * poisson), young / (2.0 * (1.0 + poisson))
    points, weights = gauss_points(order)
    count = (order + 1) ** 2
    result, slopes = np.zeros((3 * count, 3 * count)), np.zeros((count, 3))
    for s, t in np.ndindex(order + 1, order + 1):
        (one, one_slope), (other, other_slope) = (_shapes(float(points[k]), order) for k in (s, t))
        slopes[:, axes[0]] = (one_slope[:, None] * other).ravel() * (1.0 / size[0])
        slopes[:, axes[1]] = (one[:, None] * other_slope).ravel() * (1.0 / size[1])
        _subtract(result, slopes, (lame, shear), float(weights[s] * weights[t]) * area * thickness, axes)
    return result


def _subtract(
    result: Points, slopes: Points, moduli: tuple[float, float], volume: float, axes: tuple[int, ...]
) -> None:
    """Subtract the stiffness of a piece of this volume, in which the nodes have these slopes (n, 3) [1/m]."""
    lame, shear = moduli
    for k in axes:
        for m in axes:
            block = result[k::3, m::3]
            block -= lame * slopes[:, None, k] * slopes[None, :, m] * volume
            block -= 2 * shear * _strain_product(slopes, k, m) * volume


def _strain_product(slopes: Points, k: int, m: int) -> Points:
    """Return e : e' (n, n) of the strains by which nodes move along k and others along m."""
    if k != m:
        return 2 * ((slopes[:, None, m] / 2) * (slopes[None, :, k] / 2))
    squares = [(slopes[:, None, axis] / 2) * (slopes[None, :, axis] / 2) for axis in range(3)]
    rows = list(squares)
    squares[k] = slopes[:, None, k] * slopes[None, :, k]
    rows[k] = squares[0] + squares[1] + squares[2]
    return rows[0] + rows[1] + rows[2]


def gauss_points(order: int) -> tuple[Points, Points]:
    """Return points between 0 and 1, and their weights; the middle one comes first."""
    if order == 1:
        half = 0.5 / np.sqrt(3.0)
        return np.array([-half + 0.5, half + 0.5]), np.array([0.5, 0.5])
    half = 0.5 * np.sqrt(3.0 / 5.0)
    return np.array([0.5, -half + 0.5, half + 0.5]), np.array([8.0 / 9.0 * 0.5, 5.0 / 9.0 * 0.5, 5.0 / 9.0 * 0.5])


def _slopes(at: Points, order: int) -> Points:
    """Return the slopes (n, 3) of the shapes of nodes along the axes of a cell, in units of its size."""
    values, slopes = zip(*(_shapes(float(x), order) for x in at), strict=True)
    lines = ((slopes[0], values[1], values[2]), (values[0], slopes[1], values[2]), (values[0], values[1], slopes[2]))
    return np.stack([(a[:, None, None] * b[:, None] * c).ravel() for a, b, c in lines], axis=1)


@cache
def _shapes(x: float, order: int) -> tuple[Points, Points]:
    """Return the Lagrange polynomials at x, and their slopes."""
    if order == 1:
        return np.array([1 - x, x]), np.array([-1.0, 1.0])
    values = np.array([2 * x * x - 3 * x + 1, 4 * (x - x * x), 2 * x * x - x])
    return values, np.array([4 * x - 3, 4 * (1 - 2 * x), 4 * x - 1])
