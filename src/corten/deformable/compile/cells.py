"""Cells of interpolated flexes: shapes of nodes, their shares of the mass, and the stiffness of cells.

Along each axis a cell has the nodes of Lagrange polynomials on 0 to 1: at its ends, and for order 2 in the middle.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from corten.deformable.compile.cell_grid import CellGrid, whole_moments
from corten.deformable.compile.cut_cells import Ints, Mask, cell_moments
from corten.deformable.compile.flex import FlexShape

Points = NDArray[np.float64]

# least share of a node in a cell, of what it would have if the cell were full (MuJoCo's value)
LEAST_SHARE = 0.02

# coefficients of the polynomials, from the constant on, by order
POLYNOMIALS = {
    1: np.array([[1.0, -1.0], [0.0, 1.0]]),
    2: np.array([[1.0, -3.0, 2.0], [0.0, 4.0, -4.0], [0.0, -1.0, 2.0]]),
}


# positive polynomials that take their place where masses are distributed, by order: their sum is 1, too
POSITIVE = {1: POLYNOMIALS[1], 2: np.array([[0.5, -1.0, 0.5], [0.5, 1.0, -1.0], [0.0, 0.0, 0.5]])}


def empty_nodes(grid: CellGrid, empty: Mask) -> Mask:
    """Return which nodes belong to empty cells alone."""
    order, alone = grid.order, np.ones(grid.nodes, bool)
    for x, y, z in np.argwhere(~empty).tolist():
        alone[tuple(slice(order * k, order * (k + 1) + 1) for k in (x, y, z))] = False
    return alone


def node_shares(grid: CellGrid, points: Points, elements: Ints) -> tuple[Points, Mask]:
    """Return how much of a mesh, in units of cells, belongs to each node of a grid, and which cells are empty."""
    moments, empty = cell_moments(grid, points, elements, grid.order)
    shape = POSITIVE[grid.order]
    shares = np.einsum("xyzijk,ai,bj,ck->xyzabc", moments, shape, shape, shape, optimize=True)
    line = shape @ (1.0 / np.arange(1, grid.order + 2))
    shares = np.maximum(shares, LEAST_SHARE * np.einsum("a,b,c->abc", line, line, line))
    result = np.zeros(grid.nodes)
    for x, y, z in np.argwhere(~empty).tolist():
        result[tuple(slice(grid.order * k, grid.order * (k + 1) + 1) for k in (x, y, z))] += shares[x, y, z]
    return result, empty


def cell_stiffness(grid: CellGrid, shape: FlexShape, young: float, poisson: float) -> Points:
    """Return -K (cells, 3 n, 3 n) of all cells with n nodes each, of linear elasticity; zeros where they are empty.

    K_ai,bj = integral of lame d_i N_a d_j N_b + shear (d_j N_a d_i N_b + [i = j] d_k N_a d_k N_b).
    """
    moments, empty = cell_moments(grid, shape.cellplaces, shape.elements, 2 * grid.order)
    moments, empty = moments.reshape(empty.size, *[2 * grid.order + 1] * 3), empty.ravel()
    shear = young / (2 * (1 + poisson))
    lame = young * poisson / ((1 + poisson) * (1 - 2 * poisson))
    count = (grid.order + 1) ** 3
    result = np.zeros((len(empty), 3 * count, 3 * count))
    nodes = shape.node0.reshape(*grid.nodes, 3)
    full = full_stiffness(nodes[(grid.order,) * 3] - nodes[0, 0, 0], young, poisson, grid.order)
    known: dict[bytes, Points] = {whole_moments(2 * grid.order).tobytes(): full}
    for cell in np.flatnonzero(~empty).tolist():
        key = moments[cell].tobytes()
        if key not in known:
            known[key] = _stiffness(_moment_slopes(grid, moments[cell]), lame, shear)
        result[cell] = known[key]
    return result


def _stiffness(slopes: Points, lame: float, shear: float) -> Points:
    count = slopes.shape[2]
    own = shear * np.einsum("kkab->ab", slopes)
    blocks = lame * slopes + shear * slopes.transpose(1, 0, 2, 3)
    for axis in range(3):
        blocks[axis, axis] += own
    return -blocks.transpose(2, 0, 3, 1).reshape(3 * count, 3 * count)


def _moment_slopes(grid: CellGrid, moments: Points) -> Points:
    """Return the integrals of d_i N_a d_j N_b (3, 3, n, n) over what is in a cell [m]."""
    size, count = grid.size, (grid.order + 1) ** 3
    volume = float(np.prod(size))
    result = np.empty((3, 3, count, count))
    for i in range(3):
        for j in range(3):
            factors = [_products(grid.order, axis == i, axis == j) for axis in range(3)]
            integral = np.einsum("ijk,adi,bej,cfk->abcdef", moments, *factors, optimize=True)
            result[i, j] = integral.reshape(count, count) * (volume / (size[i] * size[j]))
    return result


@cache
def _products(order: int, first: bool, second: bool) -> Points:
    """Return the coefficients of products of two polynomials, each of them or its slope (n, n, 2 order + 1)."""
    shape, powers = POLYNOMIALS[order], np.arange(1, order + 1)
    slope = np.zeros_like(shape)
    slope[:, :-1] = shape[:, 1:] * powers
    one, other = slope if first else shape, slope if second else shape
    result = np.zeros((order + 1, order + 1, 2 * order + 1))
    for i in range(order + 1):
        result[..., i : i + order + 1] += one[:, None, i, None] * other[None]
    return result


# ---- full cells, and faces of shells, by Gauss's rule
# Products and sums are formed in MuJoCo's order. The last bits count: where a cell is symmetric, they alone decide
# which of its modes of strain come first.


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


# ---- modes of strain: the ways to move nodes that change the shape of a cell
# They are the eigenvectors of its stiffness, scaled by the root of it, found by Jacobi's rotations in MuJoCo's order
# and with its tolerances: of modes that are equally stiff, any mixture would do, and rounding decides.


# of a material that all flexes share: modes do not depend on how stiff a flex is (MuJoCo's values)
YOUNG, POISSON = 10.0, 0.3

# rotations end when all entries beside the diagonal are below the one, and leave out those below the other [N/m]
CONVERGED, NEGLIGIBLE = 1e-12, 1e-15
SWEEPS = 200

# stiffness of modes that count, relative to the stiffest
LEAST_STIFFNESS = 1e-8


def strain_modes(stiffness: Points) -> Points:
    """Return (cells, n n) from -K (cells, n, n): how many modes each cell has, then the modes, and zeros."""
    kinds, which = np.unique(stiffness, axis=0, return_inverse=True)
    values, vectors = eigenvectors(kinds)
    result = np.zeros((len(kinds), stiffness.shape[1] ** 2))
    for row, value, columns in zip(result, values, vectors, strict=True):
        chosen = np.flatnonzero(-value > LEAST_STIFFNESS * np.abs(value).max())
        modes = (np.sqrt(-value[chosen]) * columns[:, chosen]).T
        row[0], row[1 : 1 + modes.size] = len(chosen), modes.ravel()
    return result[which.ravel()]


def eigenvectors(matrices: Points) -> tuple[Points, Points]:
    """Return eigenvalues (k, n) and eigenvectors (k, n, n), in columns, of symmetric matrices (k, n, n)."""
    # the matrix is the last index, so that all are rotated at once
    rest = np.moveaxis(matrices, 0, -1).copy()
    n = len(rest)
    vectors = np.repeat(np.eye(n)[:, :, None], rest.shape[2], axis=2)
    beside = np.triu_indices(n, 1)
    for _sweep in range(SWEEPS):
        going = np.einsum("ik,ik->k", rest[beside], rest[beside]) >= CONVERGED * CONVERGED
        if not going.any():
            break
        for p in range(n):
            for q in range(p + 1, n):
                _rotate(rest, vectors, (p, q), going)
    return np.diagonal(rest).copy(), np.moveaxis(vectors, -1, 0)


def _rotate(rest: Points, vectors: Points, pair: tuple[int, int], going: NDArray[np.bool_]) -> None:
    """Rotate the matrices that are not done about the plane of two axes, so that their entry there vanishes."""
    p, q = pair
    chosen = np.flatnonzero(going & (np.abs(rest[p, q]) >= NEGLIGIBLE))
    if not len(chosen):
        return
    entry, first, second = rest[p, q, chosen], rest[p, p, chosen], rest[q, q, chosen]
    tau = (second - first) / (2.0 * entry)
    tangent = np.where(tau >= 0, 1.0, -1.0) / (np.abs(tau) + np.sqrt(1.0 + tau * tau))
    cosine = 1.0 / np.sqrt(1.0 + tangent * tangent)
    sine = tangent * cosine
    one, other = rest[:, p, chosen], rest[:, q, chosen]
    turned, across = cosine * one - sine * other, sine * one + cosine * other
    turned[p], turned[q] = first - tangent * entry, 0.0
    across[p], across[q] = 0.0, second + tangent * entry
    rest[:, p, chosen] = turned
    rest[p][:, chosen] = turned
    rest[:, q, chosen] = across
    rest[q][:, chosen] = across
    one, other = vectors[:, p, chosen], vectors[:, q, chosen]
    vectors[:, p, chosen], vectors[:, q, chosen] = cosine * one - sine * other, sine * one + cosine * other
