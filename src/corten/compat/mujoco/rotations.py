"""mju_ functions of quaternions (w, x, y, z), poses and spatial vectors, as kernels."""

import numpy as np

from corten import quaternion
from corten.compat.mujoco._errors import FatalError
from corten.compat.mujoco.arguments import NAMES, bound
from corten.compat.mujoco.compiled import compiled
from corten.math import matrix3, vector3
from corten.math.matrix3 import load9_flat, store9_flat, transpose
from corten.math.quaternion import (
    LAST_TURN,
    TURNS,
    axis_angle_to_quat,
    conjugate_quat,
    load4_flat,
    mat_to_quat,
    mul_quat,
    mul_quat_axis,
    normalize_quat,
    quat_sub,
    quat_to_mat,
    quat_to_velocity,
    rotate_vector,
    store4_flat,
)
from corten.math.scalar import atan2, sincos, tan
from corten.math.vector3 import load3_flat, store3_flat
from corten.runtime import FloatArray, Mat3, Vec3, helper, select, stage
from corten.runtime.entry_table import Kinds

MINVAL = NAMES["constants"]["mjMINVAL"]

# sine below which MuJoCo takes a vector for parallel to the z axis
PARALLEL = 1e-10

# angles [rad] below which MuJoCo takes the limits of quotients
SMALL_HALF, SMALL_ANGLE = 6e-8, 1e-8


@compiled()
@stage
def mju_mulQuat(m, d) -> None:
    """Multiply two quaternions."""
    store4_flat(d.res, 0, mul_quat(load4_flat(d.quat1, 0), load4_flat(d.quat2, 0)))


@compiled()
@stage
def mju_mulQuatAxis(m, d) -> None:
    """Multiply a quaternion and the pure one of an axis."""
    store4_flat(d.res, 0, mul_quat_axis(load4_flat(d.quat, 0), load3_flat(d.axis, 0)))


@compiled()
@stage
def mju_negQuat(m, d) -> None:
    """Write the conjugate of a quaternion."""
    store4_flat(d.res, 0, conjugate_quat(load4_flat(d.quat, 0)))


@compiled()
@stage
def mju_quat2Mat(m, d) -> None:
    """Write the matrix of a quaternion."""
    store9_flat(d.res, 0, quat_to_mat(load4_flat(d.quat, 0)))


@compiled()
@stage
def mju_rotVecQuat(m, d) -> None:
    """Turn a vector by a quaternion."""
    store3_flat(d.res, 0, rotate_vector(load4_flat(d.quat, 0), load3_flat(d.vec, 0)))


@compiled()
@stage
def mju_axisAngle2Quat(m, d) -> None:
    """Write the quaternion of a turn by an angle [rad] about a unit axis."""
    if d.angle == 0.0:
        store4_flat(d.res, 0, (1.0, 0.0, 0.0, 0.0))
    else:
        store4_flat(d.res, 0, axis_angle_to_quat(load3_flat(d.axis, 0), d.angle))


@compiled()
@stage
def mju_quat2Vel(m, d) -> None:
    """Write the angular velocity that gives a quaternion after a time."""
    store3_flat(d.res, 0, quat_to_velocity(load4_flat(d.quat, 0), d.dt))


@compiled()
@stage
def mju_subQuat(m, d) -> None:
    """Write the rotation vector, in the frame of qb, that leads from qb to qa."""
    store3_flat(d.res, 0, quat_sub(load4_flat(d.qa, 0), load4_flat(d.qb, 0)))


@compiled()
@stage
def mju_derivQuat(m, d) -> None:
    """Write the time derivative of a quaternion that turns with an angular velocity in the world."""
    vel = load3_flat(d.vel, 0)
    turn = mul_quat((0.0, vel[0], vel[1], vel[2]), load4_flat(d.quat, 0))
    store4_flat(d.res, 0, (0.5 * turn[0], 0.5 * turn[1], 0.5 * turn[2], 0.5 * turn[3]))


@compiled()
@stage
def mju_quatIntegrate(m, d) -> None:
    """Turn a quaternion on with an angular velocity, in its own frame, for a time."""
    axis, speed = vector3.normalize(load3_flat(d.vel, 0))
    turned, _ = normalize_quat(mul_quat(load4_flat(d.quat, 0), axis_angle_to_quat(axis, d.scale * speed)))
    store4_flat(d.quat, 0, turned)


@compiled()
@stage
def mju_quatZ2Vec(m, d) -> None:
    """Write the quaternion that turns the z axis into the direction of a vector."""
    direction, length = vector3.normalize(load3_flat(d.vec, 0))
    axis, sine = vector3.normalize(vector3.cross((0.0, 0.0, 1.0), direction))
    turn = axis_angle_to_quat(axis, atan2(sine, direction[2]))
    if length < MINVAL or (sine < PARALLEL and direction[2] > 0.0):
        turn = (1.0, 0.0, 0.0, 0.0)
    elif sine < PARALLEL:
        # opposite: half a turn about x
        turn = (0.0, 1.0, 0.0, 0.0)
    store4_flat(d.quat, 0, turn)


@compiled()
@stage
def mju_mat2Quat(m, d) -> None:
    """Write the quaternion of a rotation matrix."""
    store4_flat(d.quat, 0, mat_to_quat(load9_flat(d.mat, 0)))


@compiled(result=Kinds.INT)
@stage
def mju_mat2Rot(m, d) -> None:
    """Turn a quaternion towards the rotation in a matrix that stretches as well; return the number of iterations.

    Müller et al., "A robust method to extract the rotational part of deformations", 2016.
    """
    given = transpose(load9_flat(d.mat, 0))
    a0, a1, a2 = (given[0], given[1], given[2]), (given[3], given[4], given[5]), (given[6], given[7], given[8])
    quat = load4_flat(d.quat, 0)
    count = 0
    while count < TURNS:
        r = transpose(quat_to_mat(quat))
        r0, r1, r2 = (r[0], r[1], r[2]), (r[3], r[4], r[5]), (r[6], r[7], r[8])
        swept = vector3.add(vector3.add(vector3.cross(r0, a0), vector3.cross(r1, a1)), vector3.cross(r2, a2))
        overlap = vector3.dot(r0, a0) + vector3.dot(r1, a1) + vector3.dot(r2, a2)
        axis, angle = vector3.normalize(vector3.scale(swept, 1.0 / (abs(overlap) + MINVAL)))
        if angle < LAST_TURN:
            break
        quat, _ = normalize_quat(mul_quat(axis_angle_to_quat(axis, angle), quat))
        count += 1
    store4_flat(d.quat, 0, quat)
    d.result = count


@bound
def mju_euler2Quat(quat: np.ndarray, euler: np.ndarray, seq: str) -> None:
    """Write the quaternion of three turns [rad] about axes of seq; lower case: axes move along."""
    try:
        quaternion.from_euler(euler, seq, out=quat)
    except ValueError:
        if len(seq) != 3:
            raise FatalError("mju_euler2Quat: seq must contain exactly 3 characters") from None
        place, letter = next((i, letter) for i, letter in enumerate(seq) if letter not in "xyzXYZ")
        raise FatalError(f"mju_euler2Quat: seq[{place}] is '{letter}', should be one of x, y, z, X, Y, Z") from None


# ---------------------------------------------------------------- poses and spatial vectors


@compiled()
@stage
def mju_trnVecPose(m, d) -> None:
    """Move a point by a pose."""
    turned = rotate_vector(load4_flat(d.quat, 0), load3_flat(d.vec, 0))
    store3_flat(d.res, 0, vector3.add(load3_flat(d.pos, 0), turned))


@compiled()
@stage
def mju_mulPose(m, d) -> None:
    """Chain two poses."""
    quat1 = load4_flat(d.quat1, 0)
    moved = vector3.add(load3_flat(d.pos1, 0), rotate_vector(quat1, load3_flat(d.pos2, 0)))
    turned, _ = normalize_quat(mul_quat(quat1, load4_flat(d.quat2, 0)))
    store3_flat(d.posres, 0, moved)
    store4_flat(d.quatres, 0, turned)


@compiled()
@stage
def mju_negPose(m, d) -> None:
    """Write the inverse of a pose."""
    back = conjugate_quat(load4_flat(d.quat, 0))
    store3_flat(d.posres, 0, vector3.scale(rotate_vector(back, load3_flat(d.pos, 0)), -1.0))
    store4_flat(d.quatres, 0, back)


@compiled()
@stage
def mju_transformSpatial(m, d) -> None:
    """Move a motion or force vector, rotation first, to another point and other axes."""
    rotation, translation = load3_flat(d.vec, 0), load3_flat(d.vec, 3)
    offset = vector3.sub(load3_flat(d.newpos, 0), load3_flat(d.oldpos, 0))
    axes = load9_flat(d.rotnew2old, 0)
    if d.flg_force != 0:
        rotation = vector3.sub(rotation, vector3.cross(offset, translation))
    else:
        translation = vector3.sub(translation, vector3.cross(offset, rotation))
    store3_flat(d.res, 0, matrix3.mul_matT_vec(axes, rotation))
    store3_flat(d.res, 3, matrix3.mul_matT_vec(axes, translation))


# ---------------------------------------------------------------- derivatives


@helper
def outer(axis: Vec3) -> Mat3:
    """Return axis axis'."""
    x, y, z = axis
    return x * x, x * y, x * z, y * x, y * y, y * z, z * x, z * y, z * z


@helper
def combined(one: float, square: Mat3, of_square: float, axis: Vec3, of_skew: float) -> Mat3:
    """Return one I + of_square S + of_skew [axis]x."""
    x, y, z = of_skew * axis[0], of_skew * axis[1], of_skew * axis[2]
    return (
        one + of_square * square[0],
        of_square * square[1] - z,
        of_square * square[2] + y,
        of_square * square[3] + z,
        one + of_square * square[4],
        of_square * square[5] - x,
        of_square * square[6] - y,
        of_square * square[7] + x,
        one + of_square * square[8],
    )


@helper
def store33(array: FloatArray, a: Mat3) -> None:
    """Write a into an array of shape (3, 3)."""
    array[0, 0] = a[0]
    array[0, 1] = a[1]
    array[0, 2] = a[2]
    array[1, 0] = a[3]
    array[1, 1] = a[4]
    array[1, 2] = a[5]
    array[2, 0] = a[6]
    array[2, 1] = a[7]
    array[2, 2] = a[8]


@compiled("qa[4] qb[4] Da[3,3] Db[3,3]")
@stage
def mjd_subQuat(m, d) -> None:
    """Compute the derivatives of mju_subQuat by both quaternions, as 3D velocities."""
    axis, angle = vector3.normalize(quat_sub(load4_flat(d.qa, 0), load4_flat(d.qb, 0)))
    half = 0.5 * angle

    # a quarter of a turn and more: coefficient of the square of the axis; its limit is zero
    near = half <= SMALL_HALF
    coefficient = select(near, 0.0, 1.0 - half / tan(select(near, 1.0, half)))
    square = outer(axis)
    by_a = combined(1.0 - coefficient, square, coefficient, axis, half)
    by_b = combined(coefficient - 1.0, square, -coefficient, axis, half)
    store33(d.Da, by_a)
    store33(d.Db, by_b)


@compiled()
@stage
def mjd_quatIntegrate(m, d) -> None:
    """Compute the derivatives of mju_quatIntegrate by quaternion, scaled velocity and scale, as 3D velocities."""
    vel = load3_flat(d.vel, 0)
    axis, angle = vector3.normalize(vector3.scale(vel, d.scale))
    sine, cosine = sincos(angle)
    half_sine, _ = sincos(0.5 * angle)
    near = angle <= SMALL_ANGLE
    divisor = select(near, 1.0, angle)
    sinc = select(near, 1.0, sine / divisor)
    cosc = select(near, 0.5 * angle, 2.0 * half_sine * half_sine / divisor)
    square = outer(axis)
    store9_flat(d.Dquat, 0, combined(cosine, square, 1.0 - cosine, axis, -sine))
    store9_flat(d.Dvel, 0, combined(sinc, square, 1.0 - sinc, axis, -cosc))
    store3_flat(d.Dscale, 0, vel)
