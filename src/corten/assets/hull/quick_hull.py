"""Hulls that would take Qhull minutes: thousands of points around one side, or around one vertex.

Qhull merges what lies in one plane and looks at all of it again for each further point, so its time grows with the
square of the largest side. Points that are moved by some 1e-10 of their extent have no such sides and take it a moment.
They tell how large the sides are, and where these are too large, their triangles are the hull. Which way is taken
follows from the points alone, not from the time that something takes.
"""

import numpy as np
from numpy.typing import NDArray

from corten.assets.shape.triangle import Points, measure

Ints = NDArray[np.int32]

# points around one side, and triangles around one vertex, with which Qhull takes some five seconds
LARGEST_SIDE, LARGEST_FAN = 8000, 16000

# normals in one cell of such a grid count as one direction; a large side has this share of its triangles in one cell
CELLS, SHARE = 64, 16

# how far from a plane points still lie in it; they are scaled to an extent of about one
FLAT = 1e-9

# points that are thinner than this, to their extent, are taken for flat
THINNEST = 1e-13


def quick_hull(points: Points) -> Ints | None:
    """Return the triangles of the hull of points (n, 3) that Qhull would take too long for, None for all others."""
    if len(points) <= LARGEST_SIDE:
        return None
    from scipy.spatial import ConvexHull, QhullError

    scaled = _evenly_scaled(points)
    if scaled is None:
        return None
    try:
        faces = ConvexHull(scaled, qhull_options="QJ").simplices.astype(np.int32)
    except QhullError:
        # the usual way says what is wrong
        return None
    corners = np.bincount(faces.ravel())
    vertices = np.flatnonzero(corners)
    if len(vertices) <= LARGEST_SIDE:
        return None
    return faces if corners.max() > LARGEST_FAN or _has_large_side(scaled, faces, vertices) else None


def _evenly_scaled(points: Points) -> Points | None:
    """Return points turned and scaled such that they extend alike in all directions, None if they are flat.

    The same points make up the sides before and after, and none is lost however long and thin their hull is.
    """
    centred = points - points.mean(axis=0)
    _, vectors = np.linalg.eigh(centred.T @ centred / len(points))
    turned = centred @ vectors
    extents = np.ptp(turned, axis=0)
    return turned / extents if extents.min() > THINNEST * extents.max() else None


def _has_large_side(points: Points, faces: Ints, vertices: np.ndarray) -> bool:
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
