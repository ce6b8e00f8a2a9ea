"""Shape functions of cells of nodes, of order 1 or 2 along each axis, and the node of each corner of a cell."""

from corten.runtime import helper


@helper
def shape(x, i, order):
    """Return the value at x, from 0 to 1, of the function of node i along an axis."""
    linear = 1.0 - x if i == 0 else x
    bubble = 2.0 * x * x - 3.0 * x + 1.0 if i == 0 else (4.0 * (x - x * x) if i == 1 else 2.0 * x * x - x)
    return linear if order == 1 else bubble


@helper
def shape_slope(x, i, order):
    """Return the derivative at x of the function of node i along an axis."""
    linear = -1.0 if i == 0 else 1.0
    bubble = 4.0 * x - 3.0 if i == 0 else (4.0 * (1.0 - 2.0 * x) if i == 1 else 4.0 * x - 1.0)
    return linear if order == 1 else bubble


@helper
def cell_indices(m, f, cell):
    """Return the indices of a cell along the three axes."""
    ny, nz = m.flex_cellnum[f, 1], m.flex_cellnum[f, 2]
    return cell // (ny * nz), cell // nz % ny, cell % nz


@helper
def cell_node(m, f, order, cell, corner):
    """Return the node of a corner of a cell, both counted with the last axis fastest."""
    a, b, c = cell
    step = order + 1
    i = a * order + corner // (step * step)
    j = b * order + corner // step % step
    k = c * order + corner % step
    ny, nz = m.flex_cellnum[f, 1] * order + 1, m.flex_cellnum[f, 2] * order + 1
    return m.flex_nodeadr[f] + (i * ny + j) * nz + k
