"""Cells of interpolated flexes: shapes of nodes, their shares of the mass, and the stiffness of cells.

Along each axis a cell has the nodes of Lagrange polynomials on 0 to 1: at its ends, and for order 2 in the middle.
"""

from functools import cache

import numpy as np

from corten.deformable.compile.cell_grid import CellGrid, whole_moments
from corten.deformable.compile.cell_stiffness import full_stiffness
from corten.deformable.compile.cut_cells import Ints, Mask, Points, cell_moments
from corten.deformable.compile.flex import FlexShape

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
            known[key] = _stiffness(_slopes(grid, moments[cell]), lame, shear)
        result[cell] = known[key]
    return result


def _stiffness(slopes: Points, lame: float, shear: float) -> Points:
    count = slopes.shape[2]
    own = shear * np.einsum("kkab->ab", slopes)
    blocks = lame * slopes + shear * slopes.transpose(1, 0, 2, 3)
    for axis in range(3):
        blocks[axis, axis] += own
    return -blocks.transpose(2, 0, 3, 1).reshape(3 * count, 3 * count)


def _slopes(grid: CellGrid, moments: Points) -> Points:
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
