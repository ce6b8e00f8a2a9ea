"""The grid of cells around an interpolated flex, and what an open surface holds of them."""

import itertools
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.polynomial.legendre import leggauss
from numpy.typing import NDArray

Points = NDArray[np.float64]

# weight of what is empty (MuJoCo's value)
EMPTY_WEIGHT = 1e-6


@dataclass(slots=True)
class CellGrid:
    """Cells between two corners (3,) [m], so many along each axis, with nodes of an order of interpolation."""

    low: Points
    high: Points
    count: tuple[int, int, int]
    order: int

    @property
    def size(self) -> Points:
        """Return the lengths of the sides of a cell [m]."""
        return (self.high - self.low) / np.array(self.count)

    @property
    def nodes(self) -> tuple[int, int, int]:
        """Return how many nodes there are along each axis."""
        a, b, c = (self.order * number + 1 for number in self.count)
        return a, b, c

    def places(self, points: Points) -> Points:
        """Return points in units of cells."""
        return (points - self.low) / (self.high - self.low) * np.array(self.count)


def whole_moments(degree: int) -> Points:
    """Return the integrals of x^i y^j z^k over a whole cell."""
    line = 1.0 / np.arange(1, degree + 2)
    return np.einsum("i,j,k->ijk", line, line, line)


# ---- open surfaces: points count that the surface winds around, as MuJoCo has it
# A cell, or one of its eight parts, that no triangle meets is full or empty as a whole; of the others the points of a
# Gauss rule are asked one by one. A point is inside where the surface, seen from it, fills more than half of the sphere


Mask = NDArray[np.bool_]
Cell = tuple[int, int, int]

# parts of a cell along each axis
PARTS = 2

# relative length below which nothing is told apart
ROUNDING = 1e-9

# winding numbers this close to a half are not told apart: MuJoCo's own differ by as much
UNCLEAR = 0.03

UNCLEAR_SURFACE = (
    "its triangles are no closed surface, and open so far that it is not clear what lies inside; close it, or let it "
    "be a shell (elastic2d)"
)


class UnclearSurfaceError(Exception):
    """A surface is open so far that it is not clear what lies inside."""


def open_moments(grid: CellGrid, triangles: Points, degree: int) -> tuple[Points, Mask]:
    """Return the integrals of x^i y^j z^k over what triangles (n, 3, 3) hold of each cell, and which cells are empty.

    Places are in units of cells; `size` of the grid turns them into lengths, on which angles depend.
    """
    found = _classify(triangles.tobytes(), grid.size.tobytes(), grid.count, grid.order + 1)
    points, weights = _rule(grid.order + 1)
    whole = whole_moments(degree)
    result, empty = np.zeros((*grid.count, *whole.shape)), np.zeros(grid.count, bool)
    for cell, inside in found.items():
        if isinstance(inside, bool):
            result[cell], empty[cell] = whole if inside else 0.0, not inside
        else:
            result[cell] = _moments(points.reshape(-1, 3), weights * np.where(inside, 1.0, EMPTY_WEIGHT), degree)
    return result, empty


@lru_cache(maxsize=4)
def _classify(triangles: bytes, size: bytes, count: Cell, order: int) -> dict[Cell, bool | Mask]:
    """Return of each cell whether it is full or empty, or, where a triangle meets it, which of its points are inside.

    A model asks twice, for masses and for stiffness.
    """
    surface, scale = np.frombuffer(triangles).reshape(-1, 3, 3), np.frombuffer(size)
    points = _rule(order)[0]
    found: dict[Cell, bool | Mask] = {}
    apart: set[Cell] = set()
    for x, y, z in itertools.product(*map(range, count)):
        cell = x, y, z
        middle = np.array(cell) + 0.5
        if _meets(middle, 0.5 * (1.0 + ROUNDING), surface):
            inside = _inside_parts(np.array(cell, float), points, surface, scale)
            # a cell that is touched from outside is empty, unlike one that a triangle goes through
            through = bool(inside.any()) or _meets(middle, 0.5 * (1.0 - ROUNDING), surface)
            found[cell] = inside if through else False
        else:
            # a cell far from triangles is as the one before it along z, y or x, if that is such a cell
            before = [each for each in ((x, y, z - 1), (x, y - 1, z), (x - 1, y, z)) if each in apart]
            found[cell] = found[before[0]] if before else bool(_inside(middle[None], surface, scale)[0])
            apart.add(cell)
    if not any(np.any(inside) for inside in found.values()):
        raise UnclearSurfaceError
    return found


def _inside_parts(corner: Points, points: Points, triangles: Points, scale: Points) -> Mask:
    """Return which points (parts, n, 3) of a cell are inside; those of a part that is not met are as its middle."""
    result = np.zeros(points.shape[:2], bool)
    for number, part in enumerate(itertools.product(range(PARTS), repeat=3)):
        middle = corner + (np.array(part) + 0.5) / PARTS
        if _meets(middle, 0.5 / PARTS * (1.0 + ROUNDING), triangles):
            result[number] = _inside(corner + points[number], triangles, scale)
        else:
            result[number] = _inside(middle[None], triangles, scale)[0]
    return result.ravel()


def _rule(count: int) -> tuple[Points, Points]:
    """Return the points (parts, n, 3) of a cell, from 0 to 1, and the weights of all of them."""
    line, weight = leggauss(count)
    line, weight = (line + 1) / 2, weight / 2
    points = np.array(list(itertools.product(line, repeat=3)))
    parts = np.array(list(itertools.product(range(PARTS), repeat=3)), float)
    weights = np.einsum("i,j,k->ijk", weight, weight, weight).ravel() / PARTS**3
    return (parts[:, None] + points) / PARTS, np.tile(weights, len(parts))


def _moments(points: Points, weights: Points, degree: int) -> Points:
    powers = points[..., None] ** np.arange(degree + 1)
    return np.einsum("q,qi,qj,qk->ijk", weights, *np.moveaxis(powers, 1, 0), optimize=True)


def _inside(points: Points, triangles: Points, scale: Points) -> Mask:
    """Return which points the triangles wind around."""
    wound = np.array([_winding(triangles, point, scale) for point in points])
    if (np.abs(np.abs(wound) - 0.5) < UNCLEAR).any():
        raise UnclearSurfaceError
    return np.abs(wound) > 0.5


def _winding(triangles: Points, point: Points, scale: Points) -> float:
    """Return how often triangles wind around a point: their solid angles, whole turns being 4 pi.

    The solid angle of each is that of van Oosterom and Strackee (1983).
    """
    one, two, three = np.moveaxis((triangles - point) * scale, 1, 0)
    a, b, c = (np.sqrt(np.einsum("ti,ti->t", arm, arm)) for arm in (one, two, three))
    volume = np.einsum("ti,ti->t", np.cross(one, two), three)
    spread = a * b * c + np.einsum("ti,ti->t", one, two) * c
    spread += np.einsum("ti,ti->t", two, three) * a + np.einsum("ti,ti->t", three, one) * b
    return float(2.0 * np.arctan2(volume, spread).sum() / (4.0 * np.pi))


def _meets(middle: Points, half: float, triangles: Points) -> bool:
    """Return whether a triangle meets a cube: no axis parts them (Akenine-Moeller 2001).

    Half of its side is taken a bit longer where what lies in a side of the cube is to count, else shorter.
    """
    corners = triangles - middle
    near = (corners.min(axis=1) <= half).all(axis=1) & (corners.max(axis=1) >= -half).all(axis=1)
    corners = corners[near]
    edges = np.roll(corners, -1, axis=1) - corners
    normals = np.cross(edges[:, 0], edges[:, 1])
    meets = np.abs(np.einsum("ti,ti->t", normals, corners[:, 0])) <= half * np.abs(normals).sum(axis=1)
    for k in range(3):
        for axis in np.eye(3):
            across = np.cross(edges[:, k], axis)
            places, reach = np.einsum("ti,tki->tk", across, corners), half * np.abs(across).sum(axis=1)
            meets &= (places.min(axis=1) <= reach) & (places.max(axis=1) >= -reach)
    return bool(meets.any())
