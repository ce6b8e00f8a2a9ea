"""Generated meshes made of grids of points: MuJoCo shares their shapes with flexible bodies."""

from collections.abc import Callable, Sequence
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from corten.assets.raw_mesh import RawMesh, raw_mesh

# a coordinate this close to 0 counts as 0 (MuJoCo's value)
EPSILON = 1e-14

Place = tuple[int, int, int]


def make_grid(count: Sequence[int], spacing: Sequence[float]) -> RawMesh:
    """Return the points of a grid about the origin; its surface is that of its hull."""
    axes = [step * (np.arange(n) - 0.5 * (n - 1)) for n, step in zip(count, spacing, strict=True)]
    return raw_mesh(np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, 3))


def make_square(builtin: str, count: Sequence[int], spacing: Sequence[float]) -> RawMesh:
    """Return a flat grid of triangles, for a disc pushed to circles about the origin."""
    points = make_grid(count, spacing).vertices.astype(np.float64)
    x, y = (step * (np.arange(n) - 0.5 * (n - 1)) for n, step in zip(count[:2], spacing[:2], strict=True))
    number = np.arange(count[0] * count[1]).reshape(count[0], count[1])
    a, b, c, d = number[:-1, :-1], number[1:, :-1], number[1:, 1:], number[:-1, 1:]
    faces = np.stack((a, b, c, a, c, d), axis=-1)
    if builtin == "disc":
        # quads of two quadrants are cut the other way, so that all cuts run outwards
        left, low = x[:-1, None] < -EPSILON, y[None, :-1] < -EPSILON
        other = (left & (y[None, :-1] > -EPSILON)) | ((x[:-1, None] > -EPSILON) & low)
        faces = np.where(other[..., None], np.stack((a, b, d, b, c, d), axis=-1), faces)
        points = _round_off(np.stack(np.meshgrid(x, y, [0.0], indexing="ij"), axis=-1).reshape(-1, 3), count, spacing)
    return raw_mesh(points, faces.reshape(-1, 3))


def _round_off(points: NDArray[np.float64], count: Sequence[int], spacing: Sequence[float]) -> NDArray[np.float64]:
    """Return points of a grid, each as far from the origin as its larger coordinate says, in units of half sizes."""
    size = [0.5 * step * (n - 1) for n, step in zip(count[:2], spacing[:2], strict=True)]
    reach = np.abs(points[:, :2]).max(axis=1)
    result = points.copy()
    result[:, :2] = _unit(points[:, :2]) * np.array(size) * reach[:, None]
    return result


def _unit(vectors: NDArray[np.float64]) -> NDArray[np.float64]:
    squares = (vectors * vectors).sum(axis=1)
    return vectors / np.sqrt(np.where(squares < EPSILON, 1.0, squares))[:, None]


def make_box(builtin: str, count: Sequence[int], spacing: Sequence[float], dim: int) -> RawMesh:
    """Return a box, cylinder or ellipsoid: the grid points on its sides, projected.

    A solid has a point in its middle and no faces, so that its surface is that of its hull; a surface has no top.
    """
    project = _projection(builtin, count, spacing)
    places = list(_surface_places(count, dim))
    points = [project(place) for place in places]
    if dim == 3:
        return raw_mesh([(0.0, 0.0, 0.0), *points])
    number = {place: i for i, place in enumerate(places)}
    return raw_mesh(points, [[number[place] for place in triangle] for triangle in _open_box(count)])


def _projection(builtin: str, count: Sequence[int], spacing: Sequence[float]) -> Callable[[Place], list[float]]:
    size = [0.5 * step * (n - 1) for n, step in zip(count, spacing, strict=True)]
    rounded = {"box": 0, "cylinder": 2, "ellipsoid": 3}[builtin]

    def project(place: Place) -> list[float]:
        point = [2.0 * i / (n - 1) - 1 for i, n in zip(place, count, strict=True)]
        square = sum(number * number for number in point[:rounded])
        reach = max(abs(point[0]), abs(point[1])) if builtin == "cylinder" else 1.0
        length = sqrt(square) if square >= EPSILON else 1.0
        round_part = [number / length * (half * reach) for number, half in zip(point[:rounded], size, strict=False)]
        return round_part + [number * half for number, half in zip(point[rounded:], size[rounded:], strict=True)]

    return project


def _surface_places(count: Sequence[int], dim: int):
    """Yield the grid places on the surface: bottom and top, then front and back, then the sides, each place once."""
    nx, ny, nz = count
    top = range(1, nz) if dim == 2 else range(1, nz - 1)
    for z in (0, nz - 1)[: 1 if dim == 2 else 2]:
        yield from ((x, y, z) for x in range(nx) for y in range(ny))
    for y in (0, ny - 1):
        yield from ((x, y, z) for x in range(nx) for z in top)
    for x in (0, nx - 1):
        yield from ((x, y, z) for y in range(1, ny - 1) for z in top)


def _open_box(count: Sequence[int]) -> list[tuple[Place, Place, Place]]:
    """Return the triangles of the bottom and the four walls, facing outwards."""
    nx, ny, nz = (n - 1 for n in count)
    triangles: list[tuple[Place, Place, Place]] = []
    for x in range(nx):
        for y in range(ny):
            far = (x + 1, y + 1, 0)
            triangles += (((x, y, 0), far, (x + 1, y, 0)), ((x, y, 0), (x, y + 1, 0), far))
    for y in (0, ny):
        for x in range(nx):
            start, end = (x, x + 1) if y == 0 else (x + 1, x)
            triangles += _wall([((start, y, z), (end, y, z), (end, y, z + 1), (start, y, z + 1)) for z in range(nz)])
    for x in (0, nx):
        for y in range(ny):
            start, end = (y, y + 1) if x != 0 else (y + 1, y)
            triangles += _wall([((x, start, z), (x, end, z), (x, end, z + 1), (x, start, z + 1)) for z in range(nz)])
    return triangles


def _wall(quads: list[tuple[Place, Place, Place, Place]]) -> list[tuple[Place, Place, Place]]:
    return [triangle for a, b, c, d in quads for triangle in ((a, b, c), (a, c, d))]
