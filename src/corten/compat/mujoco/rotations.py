"""mju_ functions of quaternions, poses and spatial vectors; quaternions are (w, x, y, z)."""

import math
from typing import Any

import numpy as np

from corten.compat.mujoco._errors import FatalError
from corten.compat.mujoco.arguments import NAMES, bind, bound, expect
from corten.compat.mujoco.vectors import normalize

MINVAL = NAMES["constants"]["mjMINVAL"]


def quat_product(a: Any, b: Any) -> tuple[float, float, float, float]:
    """Return the product of two quaternions."""
    return (
        a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
        a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
        a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
        a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
    )


def quat_matrix(quat: Any) -> np.ndarray:
    """Return the rotation of a quaternion as a matrix."""
    w, x, y, z = (float(number) for number in quat)
    return np.array(
        [
            [w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z],
        ]
    )


def rotate(vec: np.ndarray, quat: Any) -> np.ndarray:
    """Return a vector turned by a quaternion."""
    axis = np.asarray(quat[1:4])
    turn = quat[0] * vec + np.cross(axis, vec)
    return vec + 2 * np.cross(axis, turn)


def conjugate(quat: Any) -> tuple[float, float, float, float]:
    """Return the conjugate of a quaternion."""
    return quat[0], -quat[1], -quat[2], -quat[3]


def axis_angle(axis: np.ndarray, angle: float) -> np.ndarray:
    """Return the quaternion of a turn by an angle [rad] about an axis."""
    if angle == 0:
        return np.array([1.0, 0, 0, 0])
    return np.concatenate([[math.cos(0.5 * angle)], math.sin(0.5 * angle) * axis])


def quat_velocity(quat: Any, dt: float) -> np.ndarray:
    """Return the angular velocity that gives a quaternion after a time."""
    axis = np.array(quat[1:4], float)
    sine = normalize(axis)
    angle = 2 * math.atan2(sine, quat[0])
    return axis * ((angle - 2 * math.pi if angle > math.pi else angle) / dt)


def _set(res: np.ndarray, value: Any) -> None:
    res[:] = np.ravel(value)


bind("mju_mulQuat", lambda res, a, b: _set(res, quat_product(a, b)))
bind("mju_mulQuatAxis", lambda res, quat, axis: _set(res, quat_product(quat, (0.0, *axis))))
bind("mju_negQuat", lambda res, quat: _set(res, conjugate(quat)))
bind("mju_quat2Mat", lambda res, quat: _set(res, quat_matrix(quat)))
bind("mju_rotVecQuat", lambda res, vec, quat: _set(res, rotate(vec, quat)))
bind("mju_axisAngle2Quat", lambda res, axis, angle: _set(res, axis_angle(axis, angle)))
bind("mju_quat2Vel", lambda res, quat, dt: _set(res, quat_velocity(quat, dt)))
bind("mju_subQuat", lambda res, qa, qb: _set(res, quat_velocity(quat_product(conjugate(qb), qa), 1.0)))
bind("mju_derivQuat", lambda res, quat, vel: _set(res, 0.5 * np.array(quat_product((0.0, *vel), quat))))
bind("mju_trnVecPose", lambda res, pos, quat, vec: _set(res, pos + rotate(vec, quat)))


@bound
def mju_quatIntegrate(quat: np.ndarray, vel: np.ndarray, scale: float) -> None:
    """Turn a quaternion on with an angular velocity, in its own frame, for a time."""
    axis = vel.copy()
    angle = scale * normalize(axis)
    quat[:] = quat_product(quat, axis_angle(axis, angle))
    normalize(quat)


@bound
def mju_quatZ2Vec(quat: np.ndarray, vec: np.ndarray) -> None:
    """Write the quaternion that turns the z axis into the direction of a vector."""
    direction = vec.copy()
    if normalize(direction) < MINVAL:
        quat[:] = (1, 0, 0, 0)
        return
    axis = np.cross((0.0, 0.0, 1.0), direction)
    sine = normalize(axis)
    if sine < 1e-10:
        # parallel or opposite: nothing to do, or half a turn about x
        quat[:] = (1, 0, 0, 0) if direction[2] > 0 else (0, 1, 0, 0)
        return
    quat[:] = axis_angle(axis, math.atan2(sine, direction[2]))


def matrix_quat(mat: np.ndarray) -> np.ndarray:
    """Return the quaternion of a rotation matrix, by its largest component."""
    m = mat.reshape(3, 3)
    trace = (
        m[0, 0] + m[1, 1] + m[2, 2],
        m[0, 0] - m[1, 1] - m[2, 2],
        m[1, 1] - m[0, 0] - m[2, 2],
        m[2, 2] - m[0, 0] - m[1, 1],
    )
    rest: tuple[Any, Any, Any, Any]
    x, y, z = m[2, 1] - m[1, 2], m[0, 2] - m[2, 0], m[1, 0] - m[0, 1]
    xy, xz, yz = m[0, 1] + m[1, 0], m[0, 2] + m[2, 0], m[1, 2] + m[2, 1]
    if trace[0] > 0:
        half, rest = 0.5 * math.sqrt(1 + trace[0]), (None, x, y, z)
        largest = 0
    elif m[0, 0] > m[1, 1] and m[0, 0] > m[2, 2]:
        half, rest, largest = 0.5 * math.sqrt(1 + trace[1]), (x, None, xy, xz), 1
    elif m[1, 1] > m[2, 2]:
        half, rest, largest = 0.5 * math.sqrt(1 + trace[2]), (y, xy, None, yz), 2
    else:
        half, rest, largest = 0.5 * math.sqrt(1 + trace[3]), (z, xz, yz, None), 3
    quat = np.array([half if i == largest else 0.25 * part / half for i, part in enumerate(rest)], float)
    normalize(quat)
    return quat


@bound
def mju_mat2Quat(quat: np.ndarray, mat: np.ndarray) -> None:
    """Write the quaternion of a rotation matrix."""
    quat[:] = matrix_quat(mat)


@bound
def mju_mat2Rot(quat: np.ndarray, mat: np.ndarray) -> int:
    """Turn a quaternion towards the rotation in a matrix that stretches as well; return the number of iterations.

    Müller et al., "A robust method to extract the rotational part of deformations", 2016.
    """
    given = mat.reshape(3, 3)
    for i in range(500):
        turned = quat_matrix(quat)
        axis = np.sum(np.cross(turned.T, given.T), axis=0)
        axis = axis / (abs(np.sum(turned * given)) + MINVAL)
        angle = normalize(axis)
        if angle < 1e-9:
            return i
        quat[:] = quat_product(axis_angle(axis, angle), quat)
        normalize(quat)
    return 500


@bound
def mju_euler2Quat(quat: np.ndarray, euler: np.ndarray, seq: str) -> None:
    """Write the quaternion of three turns [rad] about axes of seq; lower case: axes move along."""
    if len(seq) != 3:
        raise FatalError("mju_euler2Quat: seq must contain exactly 3 characters")
    found: Any = (1.0, 0.0, 0.0, 0.0)
    for angle, letter in zip(euler, seq, strict=True):
        if letter.lower() not in "xyz":
            raise FatalError(
                f"mju_euler2Quat: seq[{seq.index(letter)}] is '{letter}', should be one of x, y, z, X, Y, Z"
            )
        turn = axis_angle(np.eye(3)["xyz".index(letter.lower())], float(angle))
        found = quat_product(found, turn) if letter.islower() else quat_product(turn, found)
    quat[:] = found


# ---------------------------------------------------------------- poses and spatial vectors


@bound
def mju_mulPose(posres: np.ndarray, quatres: np.ndarray, *given: Any) -> None:
    """Chain two poses."""
    pos1, quat1, pos2, quat2 = given
    turned = quat_product(quat1, quat2)
    posres[:] = pos1 + rotate(pos2, quat1)
    quatres[:] = turned
    normalize(quatres)


@bound
def mju_negPose(posres: np.ndarray, quatres: np.ndarray, pos: np.ndarray, quat: np.ndarray) -> None:
    """Write the inverse of a pose."""
    back = np.array(conjugate(quat))
    posres[:] = -rotate(pos, back)
    quatres[:] = back


@bound
def mju_transformSpatial(
    res: np.ndarray, vec: np.ndarray, flg_force: int, newpos: np.ndarray, oldpos: np.ndarray, rotnew2old: np.ndarray
) -> None:
    """Move a motion or force vector, rotation first, to another point and other axes."""
    moved, offset = vec.copy(), newpos - oldpos
    if flg_force:
        moved[:3] -= np.cross(offset, vec[3:])
    else:
        moved[3:] -= np.cross(offset, vec[:3])
    axes = rotnew2old.reshape(3, 3)
    res[:3], res[3:] = axes.T @ moved[:3], axes.T @ moved[3:]


@bound
def mjd_subQuat(qa: np.ndarray, qb: np.ndarray, Da: np.ndarray | None, Db: np.ndarray | None) -> None:
    """Compute the derivatives of mju_subQuat by both quaternions, as 3D velocities."""
    expect(qa.size == 4, "qa must have size 4")
    expect(qb.size == 4, "qb must have size 4")
    axis = quat_velocity(quat_product(conjugate(qb.ravel()), qa.ravel()), 1.0)
    half = 0.5 * normalize(axis)
    # a quarter of a turn and more: coefficient of the square of the axis; its limit is zero
    coefficient = 1.0 - (half / math.tan(half) if half > 6e-8 else 1.0)
    square = np.outer(axis, axis) - np.eye(3)
    common = np.eye(3) + coefficient * square
    skew = half * _skew(axis)
    for matrix, value, word in ((Da, common + skew, "Da"), (Db, -common + skew, "Db")):
        if matrix is not None:
            expect(matrix.size == 9, f"{word} must have size 9")
            matrix.reshape(-1)[:] = value.ravel()


@bound
def mjd_quatIntegrate(vel: np.ndarray, scale: float, *given: Any) -> None:
    """Compute the derivatives of mju_quatIntegrate by quaternion, scaled velocity and scale, as 3D velocities."""
    Dquat, Dvel, Dscale = given
    axis = scale * vel
    angle = normalize(axis)
    half = 0.5 * angle
    sinc = math.sin(angle) / angle if angle > 1e-8 else 1.0
    cosc = 2 * math.sin(half) ** 2 / angle if angle > 1e-8 else half
    outer, skew = np.outer(axis, axis), _skew(axis)
    turn = math.cos(angle) * np.eye(3) + (1 - math.cos(angle)) * outer - math.sin(angle) * skew
    by_vel = sinc * np.eye(3) + (1 - sinc) * outer - cosc * skew
    for matrix, value in ((Dquat, turn), (Dvel, by_vel), (Dscale, vel)):
        if matrix is not None:
            matrix.reshape(-1)[:] = np.ravel(value)


def _skew(axis: np.ndarray) -> np.ndarray:
    x, y, z = axis
    return np.array([[0, -z, y], [z, 0, -x], [-y, x, 0.0]])
