"""Rotations as unit quaternions (w, x, y, z) that map local to global coordinates, as everywhere in a Model and a Data.

Functions take arrays of one quaternion, (4,), or of many, (..., 4), and give what kernels compute, to the last bit:

>>> from corten import quaternion
>>> turn = quaternion.from_axis_angle([0, 0, 1], 0.5 * 3.141592653589793)
>>> quaternion.rotate(turn, [1, 0, 0]).round(12)
array([0., 1., 0.])
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from corten.math import quaternion as kernels
from corten.math import vector3

__all__ = [
    "conjugate",
    "difference",
    "from_axis_angle",
    "from_euler",
    "from_matrix",
    "from_z_to",
    "integrate",
    "multiply",
    "normalize",
    "rotate",
    "to_matrix",
    "to_rotation_vector",
]


def multiply(p: ArrayLike, q: ArrayLike) -> np.ndarray:
    """Return the product p q: the rotation q followed by p (MuJoCo's `mju_mulQuat`).

    >>> multiply([1, 0, 0, 0], [0, 1, 0, 0])
    array([0., 1., 0., 0.])
    """
    return _rows(kernels.mul_quat, (p, 4), (q, 4))


def conjugate(q: ArrayLike) -> np.ndarray:
    """Return the inverse rotation of a unit quaternion (MuJoCo's `mju_negQuat`).

    >>> conjugate([0.6, 0.8, 0, 0])
    array([ 0.6, -0.8, -0. , -0. ])
    """
    return _rows(kernels.conjugate_quat, (q, 4))


def normalize(q: ArrayLike) -> np.ndarray:
    """Return q with length 1; the identity where q is shorter than 1e-15 (MuJoCo's `mju_normalize4`).

    >>> normalize([0, 3, 4, 0])
    array([0. , 0.6, 0.8, 0. ])
    """
    return _rows(lambda row: kernels.normalize_quat(row)[0], (q, 4))


def rotate(q: ArrayLike, vector: ArrayLike) -> np.ndarray:
    """Return a vector (..., 3) rotated by q (MuJoCo's `mju_rotVecQuat`).

    >>> rotate([0, 0, 0, 1], [1, 2, 3])
    array([-1., -2.,  3.])
    """
    return _rows(kernels.rotate_vector, (q, 4), (vector, 3))


def to_matrix(q: ArrayLike) -> np.ndarray:
    """Return the rotation matrix (..., 3, 3) of q (MuJoCo's `mju_quat2Mat`).

    >>> to_matrix([1, 0, 0, 0])[0]
    array([1., 0., 0.])
    """
    result = _rows(kernels.quat_to_mat, (q, 4))
    return result.reshape(*result.shape[:-1], 3, 3)


def from_matrix(matrix: ArrayLike) -> np.ndarray:
    """Return the quaternion of a rotation matrix (..., 3, 3), or (..., 9) as in `data.xmat` (`mju_mat2Quat`).

    >>> from_matrix([[-1, 0, 0], [0, -1, 0], [0, 0, 1]])
    array([0., 0., 0., 1.])
    """
    given = np.asarray(matrix, float)
    return _rows(_of_matrix, (given.reshape(*given.shape[:-2], 9) if given.shape[-1] == 3 else given, 9))


def from_axis_angle(axis: ArrayLike, angle: ArrayLike) -> np.ndarray:
    """Return the rotation by an angle [rad] about an axis (..., 3) of any length (`mju_axisAngle2Quat`).

    >>> from_axis_angle([0, 0, 2], 3.141592653589793).round(12)
    array([0., 0., 0., 1.])
    """
    angles = np.asarray(angle, float)[..., None]
    return _rows(lambda a, turn: kernels.axis_angle_to_quat(vector3.normalize(a)[0], turn[0]), (axis, 3), (angles, 1))


def from_euler(angles: ArrayLike, sequence: str = "xyz") -> np.ndarray:
    """Return the rotation of Euler angles (..., 3) [rad] about the axes of `sequence` (`mju_euler2Quat`).

    Lower case turns about the axes of the frame as it turns along, upper case about those that stand still.

    >>> from_euler([0, 0, 3.141592653589793]).round(12)
    array([0., 0., 0., 1.])
    """
    if len(sequence) != 3 or not set(sequence.lower()) <= set("xyz"):
        raise ValueError(f"the sequence is {sequence!r}; three letters of xyzXYZ are allowed")
    given = np.asarray(angles, float)
    result = np.broadcast_to([1.0, 0.0, 0.0, 0.0], (*given.shape[:-1], 4))
    for place, letter in enumerate(sequence):
        turn = from_axis_angle(np.eye(3)["xyz".index(letter.lower())], given[..., place])
        result = multiply(result, turn) if letter.islower() else multiply(turn, result)
    return result


def from_z_to(vector: ArrayLike) -> np.ndarray:
    """Return the shortest rotation from the z axis to the direction of a vector (..., 3) (`mju_quatZ2Vec`).

    >>> from_z_to([0, 0, 5])
    array([1., 0., 0., 0.])
    """
    return _rows(kernels.quat_z_to_vec, (vector, 3))


def to_rotation_vector(q: ArrayLike) -> np.ndarray:
    """Return axis times angle (..., 3) [rad], the short way round (MuJoCo's `mju_quat2Vel` with dt = 1).

    >>> to_rotation_vector([0, 0, 0, 1]).round(6)
    array([0.      , 0.      , 3.141593])
    """
    return _rows(lambda row: kernels.quat_to_velocity(row, 1.0), (q, 4))


def difference(p: ArrayLike, q: ArrayLike) -> np.ndarray:
    """Return the rotation vector (..., 3) [rad], in the frame of q, that leads from q to p (`mju_subQuat`).

    >>> difference([1, 0, 0, 0], [1, 0, 0, 0])
    array([0., 0., 0.])
    """
    return _rows(kernels.quat_sub, (p, 4), (q, 4))


def integrate(q: ArrayLike, velocity: ArrayLike, dt: float) -> np.ndarray:
    """Return q turned for a time dt [s] by a local angular velocity (..., 3) [rad/s] (`mju_quatIntegrate`).

    >>> integrate([1, 0, 0, 0], [0, 0, 3.141592653589793], 1.0).round(12)
    array([0., 0., 0., 1.])
    """
    return _rows(lambda row, omega: kernels.integrate_quat(row, omega, float(dt)), (q, 4), (velocity, 3))


def _of_matrix(m: tuple[float, ...]) -> tuple[float, ...]:
    """Return the quaternion of a matrix; one of its large numbers is computed first, the others from it."""
    trace = (m[0] + m[4] + m[8], m[0] - m[4] - m[8], m[4] - m[0] - m[8], m[8] - m[0] - m[4])
    k = 0 if trace[0] > 0.0 else trace.index(max(trace[1:]), 1)
    largest = 0.5 * (1.0 + trace[k]) ** 0.5
    part = 0.25 / largest
    yz, zx, xy = m[7] - m[5], m[2] - m[6], m[3] - m[1]
    ab, ac, bc = m[3] + m[1], m[2] + m[6], m[7] + m[5]
    rest = ((yz, zx, xy), (yz, ab, ac), (zx, ab, bc), (xy, ac, bc))[k]
    numbers = [part * number for number in rest]
    numbers.insert(k, largest)
    return kernels.normalize_quat(tuple(numbers))[0]


def _rows(function: Callable[..., Any], *arguments: tuple[ArrayLike, int]) -> np.ndarray:
    """Apply a function of tuples to each row of arrays whose leading axes are broadcast."""
    arrays = []
    for given, width in arguments:
        array = np.asarray(given, float)
        if array.ndim == 0 or array.shape[-1] != width:
            raise ValueError(f"an array has shape {array.shape}; {width} numbers are expected in its last axis")
        arrays.append(array)
    leading = np.broadcast_shapes(*(array.shape[:-1] for array in arrays))
    rows = [np.broadcast_to(array, (*leading, array.shape[-1])).reshape(-1, array.shape[-1]) for array in arrays]
    results = [function(*map(tuple, row)) for row in zip(*(array.tolist() for array in rows), strict=True)]
    width = len(results[0]) if results else 4
    return np.array(results, float).reshape(*leading, width)
