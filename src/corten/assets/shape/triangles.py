"""Triangles: area, normal and centre of many, and polygons cut into them."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from corten.constants import MINVAL
from corten.errors import AssetError

Points = NDArray[np.float64]
Faces = NDArray[np.int32]


class Triangles(NamedTuple):
    """Unit normals (n, 3), centres (n, 3) and areas (n,); a triangle without area has a normal of any length."""

    normals: Points
    centres: Points
    areas: Points


def measure(points: Points, faces: Faces) -> Triangles:
    """Return the geometry of triangles whose corners are rows of `points`."""
    a, b, c = points[faces[:, 0]], points[faces[:, 1]], points[faces[:, 2]]
    normals = cross(b - a, c - a)
    lengths = np.sqrt(dot(normals, normals))
    flat = lengths < MINVAL
    normals /= np.where(flat, 1.0, lengths)[:, None]
    return Triangles(normals, (a + b + c) / 3, np.where(flat, 0.0, 0.5 * lengths))


def cross(a: Points, b: Points) -> Points:
    """Return the cross products of rows."""
    result = np.empty_like(a)
    for i, j, k in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
        result[:, i] = a[:, j] * b[:, k] - a[:, k] * b[:, j]
    return result


def dot(a: Points, b: Points) -> Points:
    """Return the scalar products of rows, added from left to right."""
    return a[:, 0] * b[:, 0] + a[:, 1] * b[:, 1] + a[:, 2] * b[:, 2]


# ---------------------------------------------------------------- polygons cut into triangles
# MuJoCo reads OBJ files through a library whose cuts decide the faces, so its rules are kept: quads along the shorter
# diagonal, larger polygons by clipping ears in the coordinate plane that shows them best, and none of the largest


# squared lengths below this are no corner: the resolution of 32-bit numbers at 1
RESOLUTION = np.finfo(np.float32).eps

# polygons of more corners are left out, as by MuJoCo
MOST_CORNERS = 100

# tries to clip an ear that a file may use: some for each corner, and enough for a few tangled polygons; and how many
# corners they may look at, a few seconds' work
TRIES_PER_CORNER, MOST_TRIES, MOST_LOOKS = 20, 100_000, 400_000_000

Flat = NDArray[np.float32]


def triangulate(sizes: NDArray[np.int64], corners: NDArray[np.int64], vertices: Flat) -> NDArray[np.int64]:
    """Return triangles (ntriangle, 3) whose numbers are places in the list of corners.

    Polygon i has `sizes[i]` consecutive corners; `corners` holds the vertex of each. Polygons of fewer than three
    corners or more than MOST_CORNERS give nothing.
    """
    bad = (corners < 0) | (corners >= len(vertices))
    if bad.any():
        place = int(np.argmax(bad))
        face = int(np.searchsorted(np.cumsum(sizes), place, "right"))
        raise AssetError(f"in face {face}, vertex index {corners[place]} does not exist (there are {len(vertices)})")
    starts = np.cumsum(sizes) - sizes
    if (sizes == 3).all():
        return starts[:, None] + np.arange(3)

    # each polygon of k corners has room for k - 2 triangles, so that they stay in the order of their polygons
    room = np.maximum(sizes - 2, 0)
    begin = np.cumsum(room) - room
    triangles = np.full((int(room.sum()), 3), -1, np.int64)
    triangles[begin[sizes == 3]] = starts[sizes == 3, None] + np.arange(3)
    quads = sizes == 4
    if quads.any():
        cuts = _cut_quads(vertices[corners[starts[quads, None] + np.arange(4)]])
        for half in range(2):
            triangles[begin[quads] + half] = starts[quads, None] + cuts[half]
    budget = Budget(MOST_TRIES + TRIES_PER_CORNER * len(corners), MOST_LOOKS)
    for i in np.flatnonzero((sizes > 4) & (sizes <= MOST_CORNERS)):
        ring = corners[starts[i] : starts[i] + sizes[i]]
        for k, ear in enumerate(_clip_ears(vertices[ring], budget)):
            triangles[begin[i] + k] = starts[i] + np.array(ear)
    return triangles[triangles[:, 0] >= 0]


class Budget:
    """What all polygons of a file share: tangled ones cost a time that grows as a cube, round ones as a square."""

    def __init__(self, tries: int, looks: int):
        self.tries, self.looks = tries, looks

    def take(self, corners: int) -> None:
        """Use one try, which looks at some corners."""
        self.tries -= 1
        self.looks -= corners
        if self.tries < 0 or self.looks < 0:
            raise AssetError("a polygon has too many corners to find its ears; save the file with triangles")


def _cut_quads(quads: NDArray[np.float32]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the corners of both halves of quads (n, 4, 3), cut along the shorter diagonal."""
    across, along = quads[:, 2] - quads[:, 0], quads[:, 3] - quads[:, 1]
    lengths = [d[:, 0] * d[:, 0] + d[:, 1] * d[:, 1] + d[:, 2] * d[:, 2] for d in (across, along)]
    shorter = (lengths[0] < lengths[1])[:, None]
    return np.where(shorter, (0, 1, 2), (0, 1, 3)), np.where(shorter, (0, 2, 3), (1, 2, 3))


def _clip_ears(ring: NDArray[np.float32], budget: Budget) -> Iterator[tuple[int, int, int]]:
    """Yield the triangles of one polygon (n, 3): ears are cut off until three corners are left.

    A corner that turns against the area that its first edge spans with the origin is passed over, as is one whose
    triangle holds another corner; a polygon that shows no ear for a whole round gives no more triangles.
    """
    x, y = _flatten(ring)
    left = np.arange(len(ring))
    at, patience, clipped = 0, len(ring), False
    while len(left) > 3 and patience:
        count = len(left)
        budget.take(count)
        at %= count
        patience = count if clipped else patience - 1
        a, b, c = (int(left[(at + i) % count]) for i in range(3))
        turn = (x[b] - x[a]) * (y[c] - y[b]) - (y[b] - y[a]) * (x[c] - x[b])
        area = (x[a] * y[b] - y[a] * x[b]) * np.float32(0.5)
        clipped = not (turn * area < 0 or _any_inside(x[[a, b, c]], y[[a, b, c]], *_others(x, y, left, at)))
        if clipped:
            yield a, b, c
            left = np.delete(left, (at + 1) % count)
        else:
            at += 1
    if len(left) == 3:
        yield int(left[0]), int(left[1]), int(left[2])


def _flatten(ring: Flat) -> tuple[Flat, Flat]:
    """Return the two coordinates of a polygon that its first real corner spans best."""
    edges = np.roll(ring, -1, axis=0) - ring
    normals = np.abs(np.cross(edges, np.roll(edges, -1, axis=0)))
    real = (normals > RESOLUTION).any(axis=1)
    x, y, z = normals[np.argmax(real)] if real.any() else (1, 0, 0)
    if x > y and x > z:
        plane = (1, 2)
    else:
        plane = (0, 1) if z > x and z > y else (0, 2)
    return ring[:, plane[0]], ring[:, plane[1]]


def _others(x: Flat, y: Flat, left: NDArray[np.int64], at: int) -> tuple[Flat, Flat]:
    """Return the corners that are left besides three from one on, of those that are level with the three."""
    three = [(at + i) % len(left) for i in range(3)]
    heights = y[left]
    level = (heights >= heights[three].min()) & (heights < heights[three].max())
    level[three] = False
    return x[left[level]], heights[level]


def _any_inside(xs: Flat, ys: Flat, x: Flat, y: Flat) -> bool:
    """Tell whether any point is inside of a triangle: a ray to the right crosses its sides an odd number of times."""
    inside = np.zeros(len(x), bool)
    for i in range(3):
        j = i - 1
        height = ys[j] - ys[i]
        if height != 0:
            side = (xs[j] - xs[i]) * (y - ys[i]) / height + xs[i]
            inside ^= ((ys[i] > y) != (ys[j] > y)) & (x < side)
    return bool(inside.any())
