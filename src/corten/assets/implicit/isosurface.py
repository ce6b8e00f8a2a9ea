"""Surfaces of shapes that are formulas, as meshes of triangles: what is drawn of them, and what has their mass."""

from collections.abc import Hashable, Iterator
from functools import cache
from math import floor
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from corten.assets.implicit.formulas import ImplicitShape, half_sizes, implicit_distance
from corten.assets.raw_mesh import RawMesh, raw_mesh
from corten.errors import AssetError
from corten.runtime import stage
from corten.runtime.fields import F8, I4, Field, Layout, Size
from corten.runtime.kernel import Stage
from corten.runtime.storage import Storage

# ---------------------------------------------------------------- marching cubes: where a field is zero
# Each cell of a grid whose corners differ in sign is crossed by polygons, whose corners lie on the cell's edges. Around
# each side of a cell that has two negative corners opposite to each other, these are cut off one by one. How a polygon
# of more than three corners is cut into triangles is MuJoCo's choice, on which volumes and inertias depend in their
# digits.


# the cut of every polygon with more than three corners, by cells and polygons in order: a digit of base 52, the number
# of the cut among all that the polygon has, in the order of `_cuts`
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOP"
CUTS = (
    "101120211120811b02130100b0c02b00121022001b311FF1104021218b0131241421300db400010411k0c1ck028b3b2d12cn9Fd101113b"
    "2bc3120c1003n2nc4004b0114033142d211bc01kc62040F7111002b2F112F13001b1F81cdbii000222Fbsscc1d34110303190601"
)

# corners of a cell are numbered by bits: x, y, z; its edges as pairs of corners, those along x first
EDGES = tuple((corner, corner + (1 << axis)) for axis in range(3) for corner in range(8) if not corner & (1 << axis))

# corners of each side, counterclockwise from outside
SIDES = ((0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5))

# triangles that a cell can have, and the normal where those around a vertex have no area
MOST, UP = 5, (0.0, 0.0, 1.0)

Triangle = tuple[int, int, int]
Distance = NDArray[np.float32]


def march_cubes(field: Distance) -> tuple[Distance, NDArray[np.int32], Distance]:
    """Return vertices (n, 3) in units of the grid, triangles (m, 3) and normals (n, 3) of the surface of a field.

    `field` has the shape (nx, ny, nz); it is negative inside. Vertices and cells follow each other with x fastest.
    """
    vertices, numbers = _vertices(field)
    triangles = _triangles(field, numbers)
    a, b, c = (vertices[triangles[:, k]] for k in range(3))
    normals = np.zeros_like(vertices)
    across = np.cross(c - b, a - b)
    for k in range(3):
        np.add.at(normals, triangles[:, k], across)
    length = np.sqrt((normals * normals).sum(axis=1, keepdims=True))
    return vertices, triangles, np.divide(normals, length, out=np.full_like(normals, UP), where=length > 0)


def _vertices(field: Distance) -> tuple[Distance, list[NDArray[np.int64]]]:
    """Return the vertices, and for each axis the number of the vertex on each edge of the grid along it."""
    nx, ny, _ = field.shape
    places, keys, edges = [], [], []
    for axis in range(3):
        ends = np.moveaxis(field, axis, 0)
        low, high = np.moveaxis(ends[:-1], 0, axis), np.moveaxis(ends[1:], 0, axis)
        found = np.argwhere((low < 0) != (high < 0))
        at = tuple(found.T)
        place = found.astype(np.float32)
        place[:, axis] += low[at] / (low[at] - high[at])
        places.append(place)
        edges.append(at)

        # a vertex is numbered in the first cell that has it: the one before it along both other axes
        one, other = (k for k in range(3) if k != axis)
        cell = found.copy()
        first, second = found[:, one] == 0, found[:, other] == 0
        cell[:, one] -= ~first
        cell[:, other] -= ~second
        local = 4 * axis + 2 * ~second + ~first
        keys.append(((cell[:, 2] * (ny - 1) + cell[:, 1]) * (nx - 1) + cell[:, 0]) * 12 + local)
    order = np.argsort(np.concatenate(keys), kind="stable")
    rank = np.empty(len(order), np.int64)
    rank[order] = np.arange(len(order))
    numbers, start = [], 0
    for at in edges:
        grid = np.full(field.shape, -1, np.int64)
        grid[at] = rank[start : start + len(at[0])]
        numbers.append(grid)
        start += len(at[0])
    return np.concatenate(places)[order], numbers


def _triangles(field: Distance, numbers: list[NDArray[np.int64]]) -> NDArray[np.int32]:
    """Return the triangles of all cells in order."""
    nx, ny, nz = (extent - 1 for extent in field.shape)
    config = np.zeros((nx, ny, nz), np.int64)
    for corner in range(8):
        x, y, z = corner & 1, corner >> 1 & 1, corner >> 2
        config |= (field[x : x + nx, y : y + ny, z : z + nz] < 0).astype(np.int64) << corner
    cells = np.argwhere(((config != 0) & (config != 255)).transpose(2, 1, 0))[:, ::-1]
    kinds = config[tuple(cells.T)]
    on_edge = np.stack(
        [
            numbers[axis][cells[:, 0] + (start & 1), cells[:, 1] + (start >> 1 & 1), cells[:, 2] + (start >> 2)]
            for axis in range(3)
            for start in (edge[0] for edge in EDGES[4 * axis : 4 * axis + 4])
        ],
        axis=1,
    )
    table, count = _tables()
    cell = np.repeat(np.arange(len(cells)), count[kinds])
    nth = np.arange(len(cell)) - np.repeat(np.cumsum(count[kinds]) - count[kinds], count[kinds])
    local = table[kinds[cell], nth]
    return on_edge[cell[:, None], local].astype(np.int32)


# ---------------------------------------------------------------- which triangles a cell has


@cache
def _tables() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the triangles (edges) of a cell by the signs of its corners, shape (256, 5, 3), and how many there are."""
    table, count = np.zeros((256, MOST, 3), np.int64), np.zeros(256, np.int64)
    cuts = iter("".join(CUTS))
    for config in range(256):
        triangles: list[Triangle] = []
        for polygon in _polygons(config):
            wanted = DIGITS.index(next(cuts)) if len(polygon) > 3 else 0
            cut = next(each for number, each in enumerate(_cuts(0, len(polygon) - 1)) if number == wanted)
            triangles += [(polygon[i], polygon[j], polygon[k]) for i, j, k in cut]
        count[config] = len(triangles)
        table[config, : len(triangles)] = np.reshape(triangles, (-1, 3))
    return table, count


def _polygons(config: int) -> list[list[int]]:
    """Return the polygons of a cell, as edges in order, each from its lowest edge on."""
    number = {frozenset(edge): i for i, edge in enumerate(EDGES)}
    before: dict[int, int] = {}
    for side in SIDES:
        # around a side, signs change from minus to plus and from plus to minus in turn
        steps = [(side[k], side[(k + 1) % 4]) for k in range(4)]
        changes = [(config >> a & 1, number[frozenset((a, b))]) for a, b in steps if (config >> a ^ config >> b) & 1]
        for k, (inside, edge) in enumerate(changes):
            if inside:
                before[changes[k - 1][1]] = edge
    polygons = []
    while before:
        polygon = [min(before)]
        while (edge := before.pop(polygon[-1])) != polygon[0]:
            polygon.append(edge)
        polygons.append(polygon)
    return polygons


def _cuts(first: int, last: int) -> Iterator[list[Triangle]]:
    """Yield all ways to cut a polygon with these corners into triangles."""
    if last - first < 2:
        yield []
        return
    for middle in range(first + 1, last):
        for left in _cuts(first, middle):
            for right in _cuts(middle, last):
                yield [*left, *right, (first, middle, last)]


# ---------------------------------------------------------------- meshes of shapes that are formulas
# what is drawn of them, and what has their mass


# samples along all three axes together (MuJoCo's value, part of its results)
SAMPLES = 300.0

GRID = Layout(
    "ImplicitGrid",
    (Size("nx", "samples along x"), Size("ny", "samples along y"), Size("nz", "samples along z")),
    (
        Field("kind", I4, (), "ImplicitShape"),
        Field("prm", F8, (8,), "parameters of the shape"),
        Field("box", F8, (6,), "centre and half sizes of the grid [m]"),
        Field("distance", F8, ("nx", "ny", "nz"), "signed distance at each sample [m]"),
    ),
    "corten.assets.implicit.isosurface:GRID",
)


class ImplicitGrid(Storage):
    """Distances to a shape at the samples of a grid."""

    layout = GRID

    distance: Any


class Formula(NamedTuple):
    """A shape with eight parameters, in a box of centre and half sizes [m]; `sample` finds distances on a grid.

    Formulas of one `identity` are the same, whatever their parameters and boxes are.
    """

    name: str
    identity: Hashable
    kind: int
    prm: tuple[float, ...]
    box: tuple[float, ...]
    sample: Stage


def own_formula(kind: ImplicitShape, prm: tuple[float, ...]) -> Formula:
    """Return the formula of a kind of shape."""
    box = (0.0, 0.0, 0.0, *half_sizes(kind, prm))
    return Formula(kind.name.lower(), kind, int(kind), prm, box, sample_shape)


def implicit_surface(formula: Formula) -> RawMesh:
    """Return the surface of a shape as a mesh."""
    name, centre, half = formula.name, formula.box[:3], formula.box[3:]
    if not min(half) > 0.0 or not np.isfinite(formula.box).all():
        raise AssetError(f"a {name} with these parameters has no size")
    counts = [floor(SAMPLES / sum(half) * size) + 1 for size in half]
    if min(counts) < 2:
        raise AssetError(f"a {name} with these parameters is too flat to be sampled")
    grid = ImplicitGrid(dict(zip(("nx", "ny", "nz"), counts, strict=True)))
    grid.kind, grid.prm, grid.box = formula.kind, formula.prm, formula.box
    formula.sample(grid, grid)
    _check_distances(name, grid.distance)
    vertices, triangles, normals = march_cubes(grid.distance.astype(np.float32))
    reach, steps = np.array(half), np.array(counts) - 1
    points = (2 * reach * vertices.astype(np.float64) / steps + np.array(centre) - reach).astype(np.float32)
    return raw_mesh(points, triangles, normals=normals)


def _check_distances(name: str, distances: np.ndarray) -> None:
    """Refuse a shape that has no surface."""
    if np.isnan(distances).any():
        raise AssetError(f"the distance to a {name} with these parameters is not a number everywhere in its box")
    if not (distances < 0.0).any():
        raise AssetError(f"a {name} with these parameters has no inside: no distance in its box is negative")


@stage
def sample_shape(m, d) -> None:
    """Compute the distances of all samples to a shape."""
    kind, box = m.kind, m.box
    prm = m.prm[0], m.prm[1], m.prm[2], m.prm[3], m.prm[4], m.prm[5], m.prm[6], m.prm[7]

    for i in range(m.nx):
        x = box[0] - box[3] + 2.0 * box[3] * i / (m.nx - 1)
        for j in range(m.ny):
            y = box[1] - box[4] + 2.0 * box[4] * j / (m.ny - 1)
            for k in range(m.nz):
                z = box[2] - box[5] + 2.0 * box[5] * k / (m.nz - 1)
                d.distance[i, j, k] = implicit_distance(kind, prm, (x, y, z))
