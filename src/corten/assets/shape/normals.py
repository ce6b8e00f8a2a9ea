"""Vertex normals of a mesh that has none."""

import numpy as np
from numpy.typing import NDArray

from corten.assets.shape.triangle import Faces, Points, cross, dot
from corten.constants import MINVAL

# cosine of the angle to the vertex normal beyond which a face belongs to another side of an edge (MuJoCo's value)
SHARP = 0.8

# a squared length below it is left as it is (MuJoCo's value)
SHORT = 1e-14


def make_normals(points: Points, faces: Faces, smooth: bool) -> NDArray[np.float32]:
    """Return one normal for each vertex: the mean of its faces' normals, weighted by area.

    Unless smooth, faces at a large angle to that mean are left out, so that sharp edges stay sharp.
    """
    a = points[faces[:, 0]]
    weighted = cross(points[faces[:, 1]] - a, points[faces[:, 2]] - a)
    squares = dot(weighted, weighted)
    units = weighted / np.sqrt(np.where(squares < SHORT, 1.0, squares))[:, None]
    weighted[squares < SHORT] = 0

    normals = _add_to_corners(weighted, faces, len(points))
    if not smooth:
        lengths = np.sqrt(dot(normals, normals))
        directions = normals / np.where(lengths < MINVAL, 1.0, lengths)[:, None]
        cosines = np.stack([dot(units, directions[faces[:, corner]]) for corner in range(3)], axis=1)
        normals -= _add_to_corners(weighted, faces, len(points), cosines < SHARP)
    return unit_normals(normals.astype(np.float32))


def _add_to_corners(rows: Points, faces: Faces, count: int, where: NDArray[np.bool_] | None = None) -> Points:
    """Return the sum of rows (nface, 3) over the corners of each of `count` vertices, of marked corners alone."""
    result = np.zeros((count, 3))
    for corner in range(3):
        marked = slice(None) if where is None else where[:, corner]
        for axis in range(3):
            result[:, axis] += np.bincount(faces[marked, corner], rows[marked, axis], count)
    return result


def unit_normals(normals: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return normals of unit length; those without a length point along z."""
    squares = (normals * normals).sum(axis=1, dtype=np.float32)
    short = ~(squares > MINVAL)
    result = (normals / np.sqrt(np.where(short, 1, squares))[:, None]).astype(np.float32)
    result[short] = (0, 0, 1)
    return result
