"""Area, normal and centre of many triangles."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from corten.constants import MINVAL

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
