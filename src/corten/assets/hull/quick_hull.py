"""Hulls that would take Qhull minutes: thousands of points around one side, or around one vertex.

Qhull merges what lies in one plane and looks at all of it again for each further point, so its time grows with the
square of the largest side. Points that are moved by some 1e-10 of their extent have no such sides and take it a moment.
They tell how large the sides are, and where these are too large, their triangles are the hull. Which way is taken
follows from the points alone, not from the time that something takes.
"""

import numpy as np
from numpy.typing import NDArray

from corten.assets.hull.qhull_lists import HullLists, hull_lists
from corten.assets.shape.triangle import Points, cross, dot, measure
from corten.errors import AssetError

Ints = NDArray[np.int32]

# points around one side, and triangles around one vertex, with which Qhull takes some five seconds
LARGEST_SIDE, LARGEST_FAN = 8000, 16000

# normals in one cell of such a grid count as one direction; a large side has this share of its triangles in one cell
CELLS, SHARE = 64, 16

# how far from a plane points still lie in it; they are scaled to an extent of about one
FLAT = 1e-9

# points that are thinner than this, to their extent, are taken for flat
THINNEST = 1e-13


def quick_hull(points: Points) -> HullLists | None:
    """Return the hull of points (n, 3) that Qhull would take too long for, None for all others."""
    if len(points) <= LARGEST_SIDE:
        return None
    scaled = _evenly_scaled(points)
    if scaled is None:
        return None
    try:
        lists = hull_lists(scaled, "QJ")
    except AssetError:
        # the usual way says what is wrong
        return None
    if len(lists.vertices) <= LARGEST_SIDE:
        return None
    most = np.bincount(lists.faces.ravel()).max()
    if most <= LARGEST_FAN and not _has_large_side(scaled, lists.faces, lists.vertices):
        return None
    return lists._replace(faces=_outward(points, lists))


def _evenly_scaled(points: Points) -> Points | None:
    """Return points turned and scaled such that they extend alike in all directions, None if they are flat.

    The same points make up the sides before and after, and none is lost however long and thin their hull is.
    """
    centred = points - points.mean(axis=0)
    _, vectors = np.linalg.eigh(centred.T @ centred / len(points))
    turned = centred @ vectors
    extents = np.ptp(turned, axis=0)
    return turned / extents if extents.min() > THINNEST * extents.max() else None


def _outward(points: Points, lists: HullLists) -> Ints:
    """Return triangles that look out of the hull where the points really are, the thinnest among them, too."""
    faces, inside = lists.faces.copy(), points[lists.vertices].mean(axis=0)
    a, b, c = (points[faces[:, k]] for k in range(3))
    inward = dot(cross(b - a, c - a), a - inside) < 0
    faces[inward, :2] = faces[inward, 1::-1]
    return faces


def _has_large_side(points: Points, faces: Ints, vertices: Ints) -> bool:
    """Tell whether too many vertices lie in one plane."""
    normals, _, areas = measure(points, faces)
    cells = np.rint(normals * (CELLS / 2)).astype(np.int64) @ (1, 2 * CELLS, 4 * CELLS**2)
    order = np.argsort(cells, kind="stable")
    for group in np.split(order, np.flatnonzero(np.diff(cells[order])) + 1):
        if len(group) < LARGEST_SIDE // SHARE:
            continue

        # the largest triangle of a direction knows its plane best
        best = group[np.argmax(areas[group])]
        heights = (points[vertices] - points[faces[best, 0]]) @ normals[best]
        if np.count_nonzero(np.abs(heights) <= FLAT) > LARGEST_SIDE:
            return True
    return False
