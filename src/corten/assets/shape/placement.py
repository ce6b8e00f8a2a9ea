"""Vertices and normals on their way from a file to the frame of the mesh."""

import numpy as np
from numpy.typing import NDArray

from corten.assets.options import MeshOptions
from corten.assets.shape.normals import unit_normals
from corten.assets.shape.principal_axes import Quaternion, Vector, rotation_matrix, unit_quaternion
from corten.assets.shape.triangle import Points

IDENTITY = (1.0, 0.0, 0.0, 0.0)


def refer(points: Points, options: MeshOptions) -> Points:
    """Return points relative to the reference pose, scaled."""
    result = points - np.array(options.refpos)
    if options.refquat != IDENTITY:
        result = rotate_back(result, unit_quaternion(options.refquat))
    result = result * np.array(options.scale)
    return result @ np.reshape(options.stretch, (3, 3)).T if options.stretch else result


def refer_normals(normals: NDArray[np.float32], options: MeshOptions) -> NDArray[np.float32]:
    """Return normals relative to the reference pose; they are scaled by the inverse and get unit length."""
    if options.refquat != IDENTITY:
        normals = rotate_back(normals.astype(np.float64), unit_quaternion(options.refquat)).astype(np.float32)
    if options.scale != (1.0, 1.0, 1.0):
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            normals = np.nan_to_num((normals / np.array(options.scale)).astype(np.float32))
    if options.stretch:
        normals = (normals @ np.linalg.inv(np.reshape(options.stretch, (3, 3)))).astype(np.float32)
    return unit_normals(normals)


def centre(points: Points, pos: Vector, quat: Quaternion) -> Points:
    """Return points in the frame at `pos` with axes `quat`."""
    return rotate_back(points - np.array(pos), quat)


def rotate_back(points: Points, quat: Quaternion) -> Points:
    """Return points rotated by the inverse of a quaternion: p = R' p."""
    m = rotation_matrix(quat)
    x, y, z = points.T
    return np.stack([m[i] * x + m[i + 3] * y + m[i + 6] * z for i in range(3)], axis=1)
