"""Points and elements of the shapes that <flexcomp> makes by itself, in MuJoCo's order."""

from dataclasses import dataclass, field
from itertools import pairwise
from math import pi

import numpy as np
from numpy.typing import NDArray

from corten.math.elementwise import cos, sin
from corten.spec import Element
from corten.spec.frames import EPSILON, UNIT, Pose

Ints = NDArray[np.int64]
Points = NDArray[np.float64]

# corners of a square and of a cube, as steps along the axes, and the elements that fill them
SQUARE = ((0, 0), (1, 0), (1, 1), (0, 1))
TRIANGLES = ((0, 1, 2), (0, 2, 3))
TURNED_TRIANGLES = ((0, 1, 3), (1, 2, 3))
CUBE = ((0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1))
TETRAHEDRA = ((0, 3, 1, 7), (0, 1, 4, 7), (1, 3, 2, 7), (1, 2, 6, 7), (1, 5, 4, 7), (1, 6, 5, 7))

# triangles of a square on the sides of a box: below, on sides that look one way and the other, and for tetrahedra
LID = ((0, 2, 1), (0, 3, 2))
FACE = ((0, 1, 2), (0, 2, 3))
BACK = ((1, 0, 3), (1, 3, 2))
SLICES = ((0, 1, 2), (0, 3, 2))

SURFACES = ("box", "cylinder", "ellipsoid")


@dataclass(slots=True)
class Shape:
    """Points (n, 3) [m], elements (m, dim + 1), texture coordinates (n, 2) if they are known, or those of elements."""

    dim: int
    points: Points
    elements: Ints
    texcoords: Points = field(default_factory=lambda: np.zeros((0, 2)))
    elemtexcoord: Ints = field(default_factory=lambda: np.zeros((0, 0), int))


def make_shape(element: Element, kind: str, dim: int, count: tuple[int, ...], spacing: tuple[float, ...]) -> Shape:
    """Return a shape of a type that needs neither numbers nor files; errors name the element."""
    if kind in SURFACES:
        return _surface(element, kind, dim, count, spacing)
    if kind in ("square", "disc"):
        dim = 2
    if dim == 1:
        shape = _circle(count[0], spacing[0]) if kind == "circle" else _line(count[0], spacing[0])
    elif dim == 2:
        if count[2] != 1:
            raise element.error(f"count is {' '.join(map(str, count))}; the third number of a flat grid is 1")
        shape = _sheet(count, spacing, kind == "disc")
    else:
        shape = _block(count, spacing)
    if not len(shape.elements):
        raise element.error(f"count is {' '.join(map(str, count))}, which makes no elements; raise it")
    return shape


def place_points(points: Points, pose: Pose) -> Points:
    """Return points of a frame in the frame in which its pose is given."""
    (px, py, pz), (w, a, b, c) = pose
    x, y, z = points.T
    if pose[1] != UNIT:
        tx, ty, tz = w * x + b * z - c * y, w * y + c * x - a * z, w * z + a * y - b * x
        x, y, z = x + 2 * (b * tz - c * ty), y + 2 * (c * tx - a * tz), z + 2 * (a * ty - b * tx)
    return np.stack([x + px, y + py, z + pz], axis=1)


# ---------------------------------------------------------------- grids


def _line(count: int, spacing: float) -> Shape:
    points = np.zeros((count, 3))
    points[:, 0] = _centered(count, spacing)
    return Shape(1, points, np.array([*pairwise(range(count))], int).reshape(-1, 2))


def _circle(count: int, spacing: float) -> Shape:
    """Return a ring; the last of its points is the first."""
    number = count - 1
    if number < 3:
        return Shape(1, np.zeros((0, 3)), np.zeros((0, 2), int))
    theta = 2 * pi / number
    radius = spacing / sin(theta / 2) / 2
    points = [(radius * cos(theta * i), radius * sin(theta * i), 0.0) for i in range(number)]
    return Shape(1, np.array(points), np.array([(i, (i + 1) % number) for i in range(number)]))


def _sheet(count: tuple[int, ...], spacing: tuple[float, ...], disc: bool) -> Shape:
    nx, ny = count[:2]
    points = np.zeros((nx, ny, 3))
    points[..., 0] = _centered(nx, spacing[0])[:, None]
    points[..., 1] = _centered(ny, spacing[1])
    corners = np.stack([_corner(np.arange(nx * ny).reshape(nx, ny), step) for step in SQUARE], axis=-1)
    elements = corners[..., TRIANGLES]
    if disc:
        # diagonals that point to the middle
        x, y = points[:-1, :-1, 0], points[:-1, :-1, 1]
        turned = ((x < -EPSILON) & (y > -EPSILON)) | ((x > -EPSILON) & (y < -EPSILON))
        elements = np.where(turned[..., None, None], corners[..., TURNED_TRIANGLES], elements)
    u, v = np.arange(nx) / max(nx - 1, 1), np.arange(ny) / max(ny - 1, 1)
    texcoords = np.stack(np.broadcast_arrays(u[:, None], v), axis=-1).reshape(-1, 2)
    points = points.reshape(-1, 3)
    if disc:
        reach = np.abs(points[:, :2]).max(axis=1, keepdims=True)
        points[:, :2] = _unit(points[:, :2]) * (0.5 * np.array(spacing[:2]) * (np.array(count[:2]) - 1) * reach)
    return Shape(2, points, elements.reshape(-1, 3), texcoords)


def _block(count: tuple[int, ...], spacing: tuple[float, ...]) -> Shape:
    nx, ny, nz = count
    points = np.stack(
        np.meshgrid(*(_centered(n, step) for n, step in zip(count, spacing, strict=True)), indexing="ij"), axis=-1
    )
    numbers = np.arange(nx * ny * nz).reshape(count)
    corners = np.stack([_corner(numbers, step) for step in CUBE], axis=-1)
    u, v = _single(np.arange(nx), nx), _single(np.arange(ny), ny)
    texcoords = np.stack(np.broadcast_arrays(u[:, None, None], v[:, None], np.zeros(nz))[:2], axis=-1)
    elements = corners[..., TETRAHEDRA]
    return Shape(3, points.reshape(-1, 3), elements.reshape(-1, 4), texcoords.reshape(-1, 2))


def _centered(count: int, spacing: float) -> Points:
    return spacing * (np.arange(float(count)) - 0.5 * (count - 1))


def _corner(numbers: Ints, steps: tuple[int, ...]) -> Ints:
    """Return, of each cell of a grid of numbers, the one that lies some steps along the axes."""
    return numbers[tuple(slice(step, size - 1 + step) for step, size in zip(steps, numbers.shape, strict=True))]


def _unit(vectors: Points) -> Points:
    """Return vectors with unit length; those that are too short, or have it already, as they are."""
    square = np.zeros(len(vectors))
    for column in vectors.T:
        square += column * column
    length = np.sqrt(square)
    kept = (square < EPSILON) | (np.abs(length - 1.0) <= EPSILON)
    result: Points = vectors / np.where(kept, 1.0, length)[:, None]
    return result


def _single(numerator: Ints, count: int) -> Points:
    """Return a texture coordinate, of which MuJoCo has single precision."""
    return (numerator.astype(np.float32) / np.float32(max(count - 1, 1))).astype(float)


# ---------------------------------------------------------------- surfaces of boxes


def _surface(element: Element, kind: str, dim: int, count: tuple[int, ...], spacing: tuple[float, ...]) -> Shape:
    """Return the surface of a box, or what it is projected on: tetrahedra to the middle, or triangles without a lid."""
    if min(count) < 2:
        raise element.error(f"count is {' '.join(map(str, count))}; a {kind} has at least two points along each axis")
    nx, ny, nz = count
    lids, end = ((0,), nz) if dim == 2 else ((0, nz - 1), nz - 1)
    # points of each side that no side before it has, and the axes along which it has texture
    sides = [(_lattice(range(nx), range(ny), (z,)), (0, 1)) for z in lids]
    sides += [(_lattice(range(nx), (y,), range(1, end)), (0, 2)) for y in (0, ny - 1)]
    sides += [(_lattice((x,), range(1, ny - 1), range(1, end)), (1, 2)) for x in (0, nx - 1)]
    places = np.concatenate([side for side, _ in sides])
    texcoords = [np.stack([_single(side[:, k], count[k]) for k in axes], axis=1) for side, axes in sides]
    points = _project(kind, places, np.array(count), np.array(spacing))
    if dim == 1:
        return Shape(1, points, np.array([*pairwise(range(len(points)))]), np.concatenate(texcoords))
    numbers = np.full(count, -1)
    numbers[tuple(places.T)] = np.arange(len(places)) + (dim == 3)
    if dim == 3:
        points, texcoords = np.concatenate([np.zeros((1, 3)), points]), [np.zeros((1, 2)), *texcoords]
    return Shape(dim, points, _sides(dim, numbers, lids), np.concatenate(texcoords))


def _lattice(*axes) -> Ints:
    """Return the coordinates in a grid of all combinations, the last changing fastest."""
    return np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, 3).astype(int)


def _project(kind: str, places: Ints, count: Ints, spacing: Points) -> Points:
    """Return points on a box, a cylinder or an ellipsoid for the places on a grid."""
    points, size = 2.0 * places / (count - 1) - 1, 0.5 * spacing * (count - 1)
    if kind == "cylinder":
        reach = np.abs(points[:, :2]).max(axis=1, keepdims=True)
        across = _unit(points[:, :2]) * (size[:2] * reach)
        return np.concatenate([across, points[:, 2:] * size[2]], axis=1)
    return (_unit(points) if kind == "ellipsoid" else points) * size


def _sides(dim: int, numbers: Ints, lids: tuple[int, ...]) -> Ints:
    """Return the elements on all sides of a box whose points have these numbers."""
    sides = [(numbers[:, :, z], LID) for z in lids]
    sides += [(numbers[:, 0, :], FACE), (numbers[:, -1, :], BACK)]
    sides += [(numbers[0, :, :], BACK), (numbers[-1, :, :], FACE)]
    found = []
    for side, triangles in sides:
        corners = np.stack([_corner(side, step) for step in SQUARE], axis=-1)
        found.append(corners[..., triangles if dim == 2 else SLICES].reshape(-1, 3))
    triangles = np.concatenate(found)
    return triangles if dim == 2 else np.concatenate([np.zeros((len(triangles), 1), int), triangles], axis=1)
