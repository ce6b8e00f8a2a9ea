"""Points on the surface that a grid of distances describes, sorted into blocks of cells."""

from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from corten.assets.shape.triangle import Points

# [cells] side of a block: enough points to make looking at its box worth while, few enough to look at all of them
BLOCK = 4

# steps towards the zero of a trilinear function; each squares the error
PROJECTIONS = 6

# corners of a cell, and the pairs of them that edges join
CORNERS = np.array(list(product((0, 1), repeat=3)))
EDGES = np.array([(a, b) for a in range(8) for b in range(a + 1, 8) if abs(CORNERS[a] - CORNERS[b]).sum() == 1])


class Shell(NamedTuple):
    """Points of the surface (n, 3) [m], block after block: first point and number of points (k, 2), box (k, 6).

    A box is its lowest and its highest corner.
    """

    points: Points
    blocks: NDArray[np.int32]
    boxes: Points


def make_shell(origin: Points, cell_size: float, distances: Points) -> Shell:
    """Return one point of the surface in each cell that it passes through."""
    cells = _crossed(distances)
    corners = cells[:, None] + CORNERS
    values = distances[corners[..., 0], corners[..., 1], corners[..., 2]]
    points = origin + cell_size * (cells + _project(values))

    # blocks in the order of their place in the grid
    block = cells // BLOCK
    count = np.array(distances.shape) // BLOCK + 1
    number = (block[:, 0] * count[1] + block[:, 1]) * count[2] + block[:, 2]
    order = np.argsort(number, kind="stable")
    points = np.ascontiguousarray(points[order])
    _, first, size = np.unique(number[order], return_index=True, return_counts=True)
    boxes = np.empty((len(first), 6))
    if len(first):
        boxes[:, :3] = np.minimum.reduceat(points, first)
        boxes[:, 3:] = np.maximum.reduceat(points, first)
    for array in (points, boxes):
        array.flags.writeable = False
    return Shell(points, np.column_stack((first, size)).astype(np.int32), boxes)


def _crossed(distances: Points) -> NDArray[np.int64]:
    """Return the cells with a corner inside and a corner outside, shape (n, 3)."""
    shape = np.array(distances.shape) - 1
    inside = np.zeros(shape, bool)
    outside = np.zeros(shape, bool)
    for x, y, z in CORNERS:
        corner = distances[x : x + shape[0], y : y + shape[1], z : z + shape[2]] < 0.0
        inside |= corner
        outside |= ~corner
    return np.argwhere(inside & outside)


def _project(values: Points) -> Points:
    """Return a zero of each trilinear function of values at the corners (n, 8): near the mean of those on edges."""
    first, second = values[:, EDGES[:, 0]], values[:, EDGES[:, 1]]
    crossed = (first < 0.0) != (second < 0.0)
    share = first / np.where(crossed, first - second, 1.0)
    start, way = CORNERS[EDGES[:, 0]], CORNERS[EDGES[:, 1]] - CORNERS[EDGES[:, 0]]
    on_edges = start + share[..., None] * way
    place = (on_edges * crossed[..., None]).sum(1) / np.maximum(crossed.sum(1), 1)[:, None]

    # Newton's method along the gradient, inside of the cell
    for _ in range(PROJECTIONS):
        value, gradient = _interpolate(values, place)
        steep = np.maximum((gradient * gradient).sum(1), np.finfo(float).tiny)
        place = np.clip(place - (value / steep)[:, None] * gradient, 0.0, 1.0)

    # where that leaves the cell, the zero on an edge is exact
    value, _ = _interpolate(values, place)
    lost = np.abs(value) > 1e-9 * np.abs(values).max(1, initial=0.0)
    nearest = np.argmax(crossed, axis=1)
    place[lost] = on_edges[np.arange(len(values)), nearest][lost]
    return place


def _interpolate(values: Points, place: Points) -> tuple[Points, Points]:
    """Return value (n,) and gradient (n, 3) of trilinear functions at places in their cells."""
    weights = np.where(CORNERS == 1, place[:, None], 1.0 - place[:, None])
    slope = 2.0 * CORNERS - 1.0
    gradient = np.empty_like(place)
    for k in range(3):
        others = weights[..., (k + 1) % 3] * weights[..., (k + 2) % 3]
        gradient[:, k] = (values * slope[:, k] * others).sum(1)
    return (values * weights.prod(2)).sum(1), gradient
