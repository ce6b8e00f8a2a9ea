"""How much of each cell of a grid a mesh fills: integrals over the part of the mesh that lies in the cell.

Tetrahedra are cut at the planes between cells, so that integrals are exact; of a closed surface they lead from each
triangle to one point, with the sign of their volume. What is empty counts with a small weight, so that no node is
without stiffness (the finite cell method, Duester et al. 2008).
"""

import numpy as np
from numpy.polynomial.legendre import leggauss
from numpy.typing import NDArray

from corten.deformable.compile.cell_grid import EMPTY_WEIGHT, CellGrid, open_moments, whole_moments

Ints = NDArray[np.int64]
Points = NDArray[np.float64]
Mask = NDArray[np.bool_]

# relative difference of volumes from which on a cell is cut
ROUNDING = 1e-9


def cell_moments(grid: CellGrid, points: Points, elements: Ints, degree: int) -> tuple[Points, Mask]:
    """Return the integrals of x^i y^j z^k, i, j, k up to a degree, over the mesh in each cell, in units of cells.

    The shape is (*count, degree + 1, degree + 1, degree + 1). Where the mesh fills a cell they are those of the cell.
    The mask tells which cells are empty.
    """
    places = grid.places(points)
    if elements.shape[1] == 3 and not is_closed(elements, len(points)):
        return open_moments(grid, places[elements], degree)
    corners, sign = _tetrahedra(places, elements)
    pieces, sign, owner = _cut(corners, sign, grid.count)
    cells = int(np.prod(grid.count))
    whole = whole_moments(degree)
    volume = np.zeros(cells)
    np.add.at(volume, owner, sign * np.abs(_volumes(pieces)))
    result = np.zeros((cells, *whole.shape))
    result[volume > 1 - ROUNDING] = whole
    cut = volume[owner] <= 1 - ROUNDING
    local = pieces[cut] - np.stack(np.unravel_index(owner[cut], grid.count), axis=1)[:, None, :]
    for start in range(0, len(local), 1 << 12):
        part = slice(start, start + (1 << 12))
        np.add.at(result, owner[cut][part], sign[cut][part, None, None, None] * _moments(local[part], degree))
    result = np.where((volume > 1 - ROUNDING)[:, None, None, None], result, result + EMPTY_WEIGHT * (whole - result))
    return result.reshape(*grid.count, *whole.shape), (volume <= ROUNDING).reshape(grid.count)


def is_closed(elements: Ints, count: int) -> bool:
    """Return whether each edge of a surface of `count` points has a triangle on both sides, which look the same way."""
    ends = np.concatenate([elements[:, [0, 1]], elements[:, [1, 2]], elements[:, [2, 0]]])
    there, back = np.sort(ends[:, 0] * count + ends[:, 1]), np.sort(ends[:, 1] * count + ends[:, 0])
    return bool((there == back).all())


def _tetrahedra(places: Points, elements: Ints) -> tuple[Points, Points]:
    """Return the corners (n, 4, 3) of tetrahedra, and the signs with which they count."""
    if elements.shape[1] == 4:
        return places[elements], np.ones(len(elements))
    middle = (places.min(axis=0) + places.max(axis=0)) / 2
    corners = np.concatenate([np.broadcast_to(middle, (len(elements), 1, 3)), places[elements]], axis=1)
    volume = _volumes(corners)
    return corners, np.sign(volume) * (1.0 if volume.sum() >= 0 else -1.0)


def _volumes(corners: Points) -> Points:
    first, second, third = (corners[:, k] - corners[:, 0] for k in (1, 2, 3))
    return np.einsum("ij,ij->i", np.cross(first, second), third) / 6


# ---------------------------------------------------------------- cutting


def _cut(corners: Points, sign: Points, count: tuple[int, int, int]) -> tuple[Points, Points, Ints]:
    """Return tetrahedra that lie in one cell each, their signs, and their cells."""
    for axis in range(3):
        for plane in range(1, count[axis]):
            low, high = corners[..., axis].min(axis=1), corners[..., axis].max(axis=1)
            crossing = (low < plane) & (high > plane)
            if crossing.any():
                parts, parents = _split(corners[crossing], axis, float(plane))
                corners = np.concatenate([corners[~crossing], parts])
                sign = np.concatenate([sign[~crossing], sign[crossing][parents]])
    place = np.clip(corners.mean(axis=1).astype(int), 0, np.array(count) - 1)
    return corners, sign, (place[:, 0] * count[1] + place[:, 1]) * count[2] + place[:, 2]


def _split(corners: Points, axis: int, plane: float) -> tuple[Points, Ints]:
    """Return the parts of tetrahedra on both sides of a plane that crosses them, and which each is a part of."""
    # corners in ascending order along the axis, so that those below the plane come first
    order = np.argsort(corners[..., axis], axis=1, kind="stable")
    corners = np.take_along_axis(corners, order[..., None], axis=1)
    height = corners[..., axis] - plane
    below = (height < 0).sum(axis=1)
    parts, parents = [], []
    for number, recipes in PARTS.items():
        chosen = np.flatnonzero(below == number)
        if not len(chosen):
            continue
        vertices, heights = corners[chosen], height[chosen]
        crossings = {}
        for one in range(number):
            for other in range(number, 4):
                share = heights[:, one] / (heights[:, one] - heights[:, other])
                between = vertices[:, one] + share[:, None] * (vertices[:, other] - vertices[:, one])
                between[:, axis] = plane
                crossings[10 * one + other + 4] = between
        for recipe in recipes:
            parts.append(np.stack([vertices[:, key] if key < 4 else crossings[key] for key in recipe], axis=1))
            parents.append(chosen)
    return np.concatenate(parts), np.concatenate(parents)


def _edge(one: int, other: int) -> int:
    return 10 * one + other + 4


def _prism(a: int, b: int, c: int, d: int, e: int, f: int) -> tuple[tuple[int, ...], ...]:
    """Return three tetrahedra that fill a prism between the triangles abc and def."""
    return (a, b, c, d), (b, c, d, e), (c, d, e, f)


# by how many corners lie below the plane: tetrahedra, of corners 0 to 3 and points where edges cross the plane
_ONE = (_edge(0, 1), _edge(0, 2), _edge(0, 3))
_THREE = (_edge(0, 3), _edge(1, 3), _edge(2, 3))
PARTS = {
    1: ((0, *_ONE), *_prism(*_ONE, 1, 2, 3)),
    2: (
        *_prism(0, _edge(0, 2), _edge(0, 3), 1, _edge(1, 2), _edge(1, 3)),
        *_prism(2, _edge(0, 2), _edge(1, 2), 3, _edge(0, 3), _edge(1, 3)),
    ),
    3: (*_prism(0, 1, 2, *_THREE), (3, *_THREE)),
}


# ---------------------------------------------------------------- integrals


def _moments(corners: Points, degree: int) -> Points:
    """Return the integrals of all products of powers over tetrahedra (n, degree + 1, degree + 1, degree + 1)."""
    shares, weights = _rule(3 * degree)
    scale = 6 * np.abs(_volumes(corners))
    places = np.einsum("qk,nkc->nqc", shares, corners)
    powers = places[..., None] ** np.arange(degree + 1)
    return np.einsum("n,q,nqi,nqj,nqk->nijk", scale, weights, *np.moveaxis(powers, 2, 0), optimize=True)


def _rule(degree: int) -> tuple[Points, Points]:
    """Return points of a tetrahedron, as shares of its corners, and weights that are exact up to a degree."""
    line, weight = leggauss((degree + 4) // 2)
    line, weight = (line + 1) / 2, weight / 2
    x, u, v = (each.ravel() for each in np.meshgrid(line, line, line, indexing="ij"))
    y = u * (1 - x)
    z = v * (1 - x - y)
    weights = np.einsum("i,j,k->ijk", weight, weight, weight).ravel() * (1 - x) * (1 - x - y)
    return np.stack([1 - x - y - z, x, y, z], axis=1), weights
