"""Many rotations at a time, as unit quaternions (w, x, y, z)."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[Any]


def multiply(a: ArrayLike, b: ArrayLike) -> Floats:
    """Return the rotation b followed by a, row by row."""
    a, b = np.asarray(a, float), np.asarray(b, float)
    (w, x, y, z), (s, i, j, k) = np.moveaxis(a, -1, 0), np.moveaxis(b, -1, 0)
    product = (
        w * s - x * i - y * j - z * k,
        w * i + x * s + y * k - z * j,
        w * j - x * k + y * s + z * i,
        w * k + x * j - y * i + z * s,
    )
    return np.stack(np.broadcast_arrays(*product), axis=-1)


def rotate(quat: ArrayLike, vector: ArrayLike) -> Floats:
    """Return vectors as they are after rotations, row by row."""
    quat, vector = np.asarray(quat, float), np.asarray(vector, float)
    (w, x, y, z), (i, j, k) = np.moveaxis(quat, -1, 0), np.moveaxis(vector, -1, 0)
    # v + w t + u x t, where t = 2 u x v; written out, which is faster than np.cross
    p, q, r = 2.0 * (y * k - z * j), 2.0 * (z * i - x * k), 2.0 * (x * j - y * i)
    turned = (i + w * p + y * r - z * q, j + w * q + z * p - x * r, k + w * r + x * q - y * p)
    return np.stack(np.broadcast_arrays(*turned), axis=-1)


def conjugate(quat: ArrayLike) -> Floats:
    """Return the inverse rotations."""
    return np.asarray(quat, float) * [1.0, -1.0, -1.0, -1.0]


def from_vector(vector: ArrayLike) -> Floats:
    """Return the rotation about a vector by its length [rad]."""
    vector = np.asarray(vector, float)
    half = 0.5 * float(np.linalg.norm(vector))
    # sin(x) / x as sinc of x / pi: right at zero, too
    return np.concatenate([[np.cos(half)], 0.5 * np.sinc(half / np.pi) * vector])


def to_vector(quat: ArrayLike) -> Floats:
    """Return the axis of a rotation times its angle, which is at most pi [rad]."""
    quat = np.asarray(quat, float)
    quat = -quat if quat[0] < 0 else quat
    length = float(np.linalg.norm(quat[1:]))
    return quat[1:] * (2.0 * np.arctan2(length, quat[0]) / length if length > 0 else 2.0)


def from_z(direction: ArrayLike) -> Floats:
    """Return rotations that turn the z axis into directions (n, 3), which are not zero."""
    direction = np.asarray(direction, float)
    unit = direction / np.linalg.norm(direction, axis=-1, keepdims=True)
    # half way between z and the direction; straight down is half a turn about x
    half = unit + np.array([0.0, 0.0, 1.0])
    down = (half * half).sum(axis=-1) < 1e-24
    half[down] = [1.0, 0.0, 0.0]
    half /= np.linalg.norm(half, axis=-1, keepdims=True)
    # z turned by pi about `half` is the direction; without spin about z it is z x half, half . z
    quat = np.stack([half[..., 2], -half[..., 1], half[..., 0], np.zeros_like(half[..., 0])], axis=-1)
    quat[down] = [0.0, 1.0, 0.0, 0.0]
    return quat


def from_matrix(matrix: ArrayLike) -> Floats:
    """Return the rotations of matrices (n, 9) or (n, 3, 3)."""
    m = np.asarray(matrix, float).reshape(-1, 3, 3)
    xx, yy, zz = m[:, 0, 0], m[:, 1, 1], m[:, 2, 2]
    # four times the squares of the components; the largest is divided by
    squares = np.stack([1 + xx + yy + zz, 1 + xx - yy - zz, 1 - xx + yy - zz, 1 - xx - yy + zz], axis=1)
    a, b, c = m[:, 2, 1] - m[:, 1, 2], m[:, 0, 2] - m[:, 2, 0], m[:, 1, 0] - m[:, 0, 1]
    p, q, r = m[:, 0, 1] + m[:, 1, 0], m[:, 0, 2] + m[:, 2, 0], m[:, 1, 2] + m[:, 2, 1]
    s0, s1, s2, s3 = squares.T
    rows = np.stack(
        [np.stack(row, axis=1) for row in ((s0, a, b, c), (a, s1, p, q), (b, p, s2, r), (c, q, r, s3))], axis=1
    )
    quat = rows[np.arange(len(m)), squares.argmax(axis=1)]
    return quat / np.linalg.norm(quat, axis=1, keepdims=True)
