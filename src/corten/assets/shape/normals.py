"""Vertex normals of a mesh that has none."""

import numpy as np
from numpy.typing import NDArray

from corten.assets.shape.corner_sums import weighted_normals
from corten.assets.shape.triangle import Faces, Points
from corten.constants import MINVAL


def make_normals(points: Points, faces: Faces, smooth: bool) -> NDArray[np.float32]:
    """Return one normal for each vertex: the mean of its faces' normals, weighted by area.

    Unless smooth, faces at a large angle to that mean are left out, so that sharp edges stay sharp.
    """
    return unit_normals(weighted_normals(points, faces, smooth).astype(np.float32))


def unit_normals(normals: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return normals of unit length; those without a length point along z."""
    squares = (normals * normals).sum(axis=1, dtype=np.float32)
    short = ~(squares > MINVAL)
    result = (normals / np.sqrt(np.where(short, 1, squares))[:, None]).astype(np.float32)
    result[short] = (0, 0, 1)
    return result
