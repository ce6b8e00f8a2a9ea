"""Signed distances on a regular grid: the shape of an SDF geom that is set from Python."""

import os
from collections.abc import Callable
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from corten.assets.raw_mesh import MOST_ITEMS
from corten.assets.shape.triangles import Points

# ---------------------------------------------------------------- points on its surface, in blocks of cells


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


# ---------------------------------------------------------------- signed distances on a regular grid
# the shape of an SDF geom that is set from Python


if TYPE_CHECKING:
    from corten.assets.mesh import Mesh

# cells of empty space that constructors leave around a shape
PADDING = 2


class SdfGrid:
    """Signed distances of a solid at the points of a regular grid, negative inside.

    `distances[ix, iy, iz]` [m] is the distance at `origin + cell_size * (ix, iy, iz)` in the frame of the geom; between
    samples it is interpolated trilinearly, and the surface is where the interpolation is zero. The grid should hold
    the whole solid. A grid never changes: its arrays are read-only, and any number of geoms and models may share it.
    """

    def __init__(self, origin: ArrayLike, cell_size: float, distances: ArrayLike):
        self.origin = _frozen(origin, "origin")
        if self.origin.shape != (3,) or not np.isfinite(self.origin).all():
            raise ValueError(f"origin must be three finite numbers, not {origin!r}")
        self.cell_size = _positive(cell_size, "cell_size")
        self.distances = _frozen(distances, "distances")
        if self.distances.ndim != 3 or min(self.distances.shape) < 2:
            shape = " x ".join(str(n) for n in self.distances.shape) or "a single number"
            raise ValueError(f"distances must have three axes (x, y, z) of at least 2 samples each, not {shape}")
        if not np.isfinite(self.distances).all():
            where = tuple(int(i) for i in np.argwhere(~np.isfinite(self.distances))[0])
            raise ValueError(f"distances{list(where)} is {self.distances[where]}; distances must be finite")

    @classmethod
    def from_function(
        cls, function: Callable[[Points], ArrayLike], low: ArrayLike, high: ArrayLike, cell_size: float
    ) -> Self:
        """Sample a function of points, shape (n, 3) to (n,), over the box from `low` to `high` [m].

        The box grows at its upper sides to a whole number of cells.
        """
        corner, shape = _samples(low, high, cell_size)
        x, y, z = (corner[k] + cell_size * np.arange(shape[k]) for k in range(3))
        points = np.stack(np.meshgrid(x, y, z, indexing="ij"), axis=-1).reshape(-1, 3)
        values = np.asarray(function(points), np.float64)
        if values.shape != (len(points),):
            raise ValueError(f"the function must return {len(points)} distances, it returned the shape {values.shape}")
        return cls(corner, cell_size, values.reshape(shape))

    @classmethod
    def from_mesh(
        cls,
        mesh: "Mesh | tuple[ArrayLike, ArrayLike] | str | os.PathLike[str]",
        cell_size: float,
        padding: int = PADDING,
    ) -> Self:
        """Sample the distances to a triangle mesh: a Mesh, (vertices, triangles), or a file.

        Distances are exact; inside is where the winding number is nearer to 1 than to 0, so small holes and crossing
        sheets do no harm. `padding` is the number of cells around the mesh. A file's frame becomes that of the geom.
        """
        from corten.assets.sdf_sampling import mesh_distances, mesh_triangles

        cell_size = _positive(cell_size, "cell_size")
        if padding < 1:
            raise ValueError(f"padding must be at least 1 cell, not {padding}")
        points, triangles = mesh_triangles(mesh)
        corner, shape = _samples(points.min(0) - padding * cell_size, points.max(0) + padding * cell_size, cell_size)
        return cls(corner, cell_size, mesh_distances(points, triangles, corner, cell_size, shape))

    # ---------------------------------------------------------------- questions

    @property
    def nbytes(self) -> int:
        """Return the size of the samples [bytes]."""
        return self.distances.nbytes

    def aabb(self) -> tuple[Points, Points]:
        """Return the lowest and the highest corner of the grid in the frame of the geom [m]."""
        return self.origin.copy(), self.origin + self.cell_size * (np.array(self.distances.shape) - 1)

    def value(self, points: ArrayLike) -> NDArray[np.float64]:
        """Return the distance at points, shape (..., 3) to (...) [m].

        Outside of the grid it is the distance to the nearest point of the grid plus the value there.
        """
        cell, share, outside = self._locate(points)
        weights = np.stack([1.0 - share, share], axis=-1)
        inside = np.einsum("...ijk,...i,...j,...k->...", self._corners(cell), *np.moveaxis(weights, -2, 0))
        return inside + np.linalg.norm(outside, axis=-1)

    def gradient(self, points: ArrayLike) -> NDArray[np.float64]:
        """Return the derivative of `value` at points, shape (..., 3) to (..., 3); about a unit vector, not exactly."""
        cell, share, outside = self._locate(points)
        corners, weights = self._corners(cell), np.stack([1.0 - share, share], axis=-1)
        x, y, z = np.moveaxis(weights, -2, 0)
        slope = np.array([-1.0, 1.0]) / self.cell_size
        inside = np.stack(
            [
                np.einsum("...ijk,i,...j,...k->...", corners, slope, y, z),
                np.einsum("...ijk,...i,j,...k->...", corners, x, slope, z),
                np.einsum("...ijk,...i,...j,k->...", corners, x, y, slope),
            ],
            axis=-1,
        )
        reach = np.linalg.norm(outside, axis=-1, keepdims=True)
        return np.where(outside != 0.0, 0.0, inside) + outside / np.where(reach > 0.0, reach, 1.0)

    @cached_property
    def shell(self) -> Shell:
        """Return points of the surface, one in each cell that it passes through."""
        return make_shell(self.origin, self.cell_size, self.distances)

    def _locate(self, points: ArrayLike) -> tuple[NDArray[np.int64], Points, Points]:
        """Return the cell around each point, the place in it (0 to 1), and how far the point is outside of the grid."""
        points = np.asarray(points, np.float64)
        low, high = self.aabb()
        near = np.clip(points, low, high)
        place = (near - low) / self.cell_size
        cell = np.clip(np.floor(place), 0, np.array(self.distances.shape) - 2).astype(np.int64)
        return cell, place - cell, points - near

    def _corners(self, cell: NDArray[np.int64]) -> Points:
        """Return the samples at the corners of cells, shape (..., 2, 2, 2)."""
        step = np.arange(2)
        x, y, z = (cell[..., k, None, None, None] for k in range(3))
        return self.distances[x + step[:, None, None], y + step[:, None], z + step]

    # ---------------------------------------------------------------- immutable

    def __setattr__(self, name: str, value: Any) -> None:
        if name in self.__dict__:
            raise AttributeError(f"an SdfGrid never changes: {name} cannot be set; make a new one")
        object.__setattr__(self, name, value)

    def __reduce__(self) -> Any:
        return type(self), (self.origin, self.cell_size, self.distances)

    def __repr__(self) -> str:
        shape = " x ".join(str(n) for n in self.distances.shape)
        return f"<corten.SdfGrid: {shape} samples, {self.cell_size:g} m apart>"


def _frozen(numbers: ArrayLike, name: str) -> Points:
    """Return a read-only copy as float64."""
    try:
        array = np.array(numbers, np.float64, order="C")
    except (TypeError, ValueError):
        raise ValueError(f"{name} must be an array of numbers") from None
    array.flags.writeable = False
    return array


def _positive(number: float, name: str) -> float:
    """Return a positive finite number as float."""
    try:
        value = float(number)
    except (TypeError, ValueError):
        raise ValueError(f"{name} must be a positive number of metres, not {number!r}") from None
    if not (np.isfinite(value) and value > 0.0):
        raise ValueError(f"{name} must be a positive number of metres, not {value:g}")
    return value


def _samples(low: ArrayLike, high: ArrayLike, cell_size: float) -> tuple[Points, tuple[int, int, int]]:
    """Return the first sample and the number of samples along each axis of a grid that covers a box."""
    corner, end = np.asarray(low, np.float64), np.asarray(high, np.float64)
    cell_size = _positive(cell_size, "cell_size")
    if corner.shape != (3,) or end.shape != (3,) or not (np.isfinite(corner).all() and np.isfinite(end).all()):
        raise ValueError("low and high must be three finite numbers each")
    if not (end > corner).all():
        raise ValueError(f"high must be above low along every axis, they are {corner.tolist()} and {end.tolist()}")
    nx, ny, nz = (int(n) for n in np.ceil((end - corner) / cell_size - 1e-9) + 1)
    if nx * ny * nz > MOST_ITEMS:
        raise ValueError(f"{nx} x {ny} x {nz} samples are too many; at most {MOST_ITEMS} are allowed")
    return corner, (max(nx, 2), max(ny, 2), max(nz, 2))
