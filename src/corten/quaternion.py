"""Rotations as unit quaternions (w, x, y, z) that map local to global coordinates, as everywhere in a Model and a Data.

Functions take arrays of one quaternion, (4,), or of many, (..., 4), and give what kernels compute, to the last bit:

>>> from corten import quaternion
>>> turn = quaternion.from_axis_angle([0, 0, 1], 0.5 * 3.141592653589793)
>>> quaternion.rotate(turn, [1, 0, 0]).round(12)
array([0., 1., 0.])
"""

import itertools

import numpy as np
from numpy.typing import ArrayLike

from corten.math import quaternion_rows as stages
from corten.runtime.rows import Rows

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


def multiply(p: ArrayLike, q: ArrayLike, *, out: np.ndarray | None = None) -> np.ndarray:
    """Return the product p q: the rotation q followed by p (MuJoCo's `mju_mulQuat`).

    >>> multiply([1, 0, 0, 0], [0, 1, 0, 0])
    array([0., 1., 0., 0.])
    """
    return _multiply.call(p, q, out)


def conjugate(q: ArrayLike, *, out: np.ndarray | None = None) -> np.ndarray:
    """Return the inverse rotation of a unit quaternion (MuJoCo's `mju_negQuat`).

    >>> conjugate([0.6, 0.8, 0, 0])
    array([ 0.6, -0.8, -0. , -0. ])
    """
    return _conjugate.call(q, out)


def normalize(q: ArrayLike, *, out: np.ndarray | None = None) -> np.ndarray:
    """Return q with length 1; the identity where q is shorter than 1e-15 (MuJoCo's `mju_normalize4`).

    >>> normalize([0, 3, 4, 0])
    array([0. , 0.6, 0.8, 0. ])
    """
    return _normalize.call(q, out)


def rotate(q: ArrayLike, vector: ArrayLike, *, out: np.ndarray | None = None) -> np.ndarray:
    """Return a vector (..., 3) rotated by q (MuJoCo's `mju_rotVecQuat`).

    >>> rotate([0, 0, 0, 1], [1, 2, 3])
    array([-1., -2.,  3.])
    """
    return _rotate.call(q, vector, out)


def to_matrix(q: ArrayLike, *, out: np.ndarray | None = None) -> np.ndarray:
    """Return the rotation matrix (..., 3, 3) of q (MuJoCo's `mju_quat2Mat`).

    >>> to_matrix([1, 0, 0, 0])[0]
    array([1., 0., 0.])
    """
    return _to_matrix.call(q, out)


def from_matrix(matrix: ArrayLike, *, out: np.ndarray | None = None) -> np.ndarray:
    """Return the quaternion of a rotation matrix (..., 3, 3), or (..., 9) as in `data.xmat` (`mju_mat2Quat`).

    >>> from_matrix([[-1, 0, 0], [0, -1, 0], [0, 0, 1]])
    array([0., 0., 0., 1.])
    """
    return _from_matrix.call(matrix, out)


def from_axis_angle(axis: ArrayLike, angle: ArrayLike, *, out: np.ndarray | None = None) -> np.ndarray:
    """Return the rotation by an angle [rad] about an axis (..., 3) of any length (`mju_axisAngle2Quat`).

    >>> from_axis_angle([0, 0, 2], 3.141592653589793).round(12)
    array([0., 0., 0., 1.])
    """
    return _from_axis_angle.call(axis, angle, out)


def from_euler(angles: ArrayLike, sequence: str = "xyz", *, out: np.ndarray | None = None) -> np.ndarray:
    """Return the rotation of Euler angles (..., 3) [rad] about the axes of `sequence` (`mju_euler2Quat`).

    Lower case turns about the axes of the frame as it turns along, upper case about those that stand still.

    >>> from_euler([0, 0, 3.141592653589793]).round(12)
    array([0., 0., 0., 1.])
    """
    try:
        first, second, third = _TURNS[sequence]
    except (KeyError, TypeError):
        raise ValueError(f"the sequence is {sequence!r}; three letters of xyzXYZ are allowed") from None
    return _from_euler.call(angles, first, second, third, out)


def from_z_to(vector: ArrayLike, *, out: np.ndarray | None = None) -> np.ndarray:
    """Return the shortest rotation from the z axis to the direction of a vector (..., 3) (`mju_quatZ2Vec`).

    >>> from_z_to([0, 0, 5])
    array([1., 0., 0., 0.])
    """
    return _from_z_to.call(vector, out)


def to_rotation_vector(q: ArrayLike, *, out: np.ndarray | None = None) -> np.ndarray:
    """Return axis times angle (..., 3) [rad], the short way round (MuJoCo's `mju_quat2Vel` with dt = 1).

    >>> to_rotation_vector([0, 0, 0, 1]).round(6)
    array([0.      , 0.      , 3.141593])
    """
    return _to_rotation_vector.call(q, out)


def difference(p: ArrayLike, q: ArrayLike, *, out: np.ndarray | None = None) -> np.ndarray:
    """Return the rotation vector (..., 3) [rad], in the frame of q, that leads from q to p (`mju_subQuat`).

    >>> difference([1, 0, 0, 0], [1, 0, 0, 0])
    array([0., 0., 0.])
    """
    return _difference.call(p, q, out)


def integrate(q: ArrayLike, velocity: ArrayLike, dt: float, *, out: np.ndarray | None = None) -> np.ndarray:
    """Return q turned for a time dt [s] by a local angular velocity (..., 3) [rad/s] (`mju_quatIntegrate`).

    >>> integrate([1, 0, 0, 0], [0, 0, 3.141592653589793], 1.0).round(12)
    array([0., 0., 0., 1.])
    """
    return _integrate.call(q, velocity, dt, out)


# number of a turn in Euler angles: its axis, and 3 more if the axis stands still
_TURNS = {"".join(word): tuple(map("xyzXYZ".index, word)) for word in itertools.product("xyzXYZ", repeat=3)}

_multiply = Rows(stages.multiply, {"p": 4, "q": 4}, (4,))
_conjugate = Rows(stages.conjugate, {"q": 4}, (4,))
_normalize = Rows(stages.normalize, {"q": 4}, (4,))
_rotate = Rows(stages.rotate, {"q": 4, "vector": 3}, (3,))
_to_matrix = Rows(stages.to_matrix, {"q": 4}, (3, 3))
_from_matrix = Rows(stages.from_matrix, {"matrix": 9}, (4,))
_from_axis_angle = Rows(stages.from_axis_angle, {"axis": 3, "angle": 0}, (4,))
_from_euler = Rows(stages.from_euler, {"angles": 3}, (4,), ("first", "second", "third"))
_from_z_to = Rows(stages.from_z_to, {"vector": 3}, (4,))
_to_rotation_vector = Rows(stages.to_rotation_vector, {"q": 4}, (3,))
_difference = Rows(stages.difference, {"p": 4, "q": 4}, (3,))
_integrate = Rows(stages.integrate, {"q": 4, "velocity": 3}, (4,), ("dt",))
