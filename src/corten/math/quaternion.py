"""Rotations as unit quaternions: tuples (w, x, y, z) that map local to global coordinates."""

from corten.constants import MINVAL
from corten.math import vector3
from corten.math.extended_precision import PI_HIGH
from corten.math.inverse_trigonometry import atan2
from corten.math.matrix3 import transpose
from corten.math.trigonometry import sincos
from corten.runtime import FloatArray, Mat3, Quat, Vec3, any_lane, helper, select, sqrt


@helper
def mul_quat(p: Quat, q: Quat) -> Quat:
    """Return the product p q: the rotation q followed by p."""
    return (
        (p[0] * q[0] - p[1] * q[1]) - (p[2] * q[2] + p[3] * q[3]),
        (p[0] * q[1] + p[1] * q[0]) + (p[2] * q[3] - p[3] * q[2]),
        (p[0] * q[2] - p[1] * q[3]) + (p[2] * q[0] + p[3] * q[1]),
        (p[0] * q[3] + p[1] * q[2]) + (p[3] * q[0] - p[2] * q[1]),
    )


@helper
def mul_quat_axis(q: Quat, a: Vec3) -> Quat:
    """Return the product of q and the pure quaternion (0, a)."""
    return (
        -q[1] * a[0] - q[2] * a[1] - q[3] * a[2],
        q[0] * a[0] - q[3] * a[1] + q[2] * a[2],
        q[0] * a[1] + q[3] * a[0] - q[1] * a[2],
        q[1] * a[1] - q[2] * a[0] + q[0] * a[2],
    )


@helper
def conjugate_quat(q: Quat) -> Quat:
    """Return the conjugate of q, for a unit quaternion the inverse rotation."""
    return q[0], -q[1], -q[2], -q[3]


@helper
def rotate_vector(q: Quat, v: Vec3) -> Vec3:
    """Return v rotated by q: v + 2 u x (w v + u x v), where q = (w, u)."""
    x = q[0] * v[0] + q[2] * v[2] - q[3] * v[1]
    y = q[0] * v[1] + q[3] * v[0] - q[1] * v[2]
    z = q[0] * v[2] + q[1] * v[1] - q[2] * v[0]
    return (
        v[0] + 2.0 * (q[2] * z - q[3] * y),
        v[1] + 2.0 * (q[3] * x - q[1] * z),
        v[2] + 2.0 * (q[1] * y - q[2] * x),
    )


@helper
def normalize_quat(q: Quat) -> tuple[Quat, float]:
    """Return (unit quaternion, length) of q; the identity if shorter than MINVAL, q if MINVAL close to length 1."""
    length = sqrt((q[0] * q[0] + q[1] * q[1]) + (q[2] * q[2] + q[3] * q[3]))
    short = length < MINVAL
    inverse = select(abs(length - 1.0) > MINVAL, 1.0 / select(short, 1.0, length), 1.0)
    w = select(short, 1.0, q[0] * inverse)
    x = select(short, 0.0, q[1] * inverse)
    y = select(short, 0.0, q[2] * inverse)
    z = select(short, 0.0, q[3] * inverse)
    return (w, x, y, z), length


@helper
def axis_angle_to_quat(axis: Vec3, angle: float) -> Quat:
    """Return the rotation by `angle` [rad] about a unit axis."""
    s, c = sincos(0.5 * angle)
    return c, axis[0] * s, axis[1] * s, axis[2] * s


@helper
def quat_to_velocity(q: Quat, dt: float) -> Vec3:
    """Return the angular velocity [rad/s] that turns by q within dt [s], the short way round."""
    axis, sine = vector3.normalize((q[1], q[2], q[3]))
    angle = 2.0 * atan2(sine, q[0])
    angle = select(angle > PI_HIGH, angle - 2.0 * PI_HIGH, angle)
    return vector3.scale(axis, angle / dt)


@helper
def quat_sub(p: Quat, q: Quat) -> Vec3:
    """Return the rotation vector [rad], in the frame of q, that leads from q to p."""
    return quat_to_velocity(mul_quat(conjugate_quat(q), p), 1.0)


@helper
def integrate_quat(q: Quat, omega: Vec3, h: float) -> Quat:
    """Return q, normalised first, turned for a time h [s] by the local angular velocity omega [rad/s]."""
    axis, speed = vector3.normalize(omega)
    unit, _ = normalize_quat(q)
    return mul_quat(unit, axis_angle_to_quat(axis, h * speed))


@helper
def quat_to_mat(q: Quat) -> Mat3:
    """Return the rotation matrix of q."""
    ww = q[0] * q[0]
    wx = q[0] * q[1]
    wy = q[0] * q[2]
    wz = q[0] * q[3]
    xx = q[1] * q[1]
    xy = q[1] * q[2]
    xz = q[1] * q[3]
    yy = q[2] * q[2]
    yz = q[2] * q[3]
    zz = q[3] * q[3]
    return (
        (ww - yy) + (xx - zz),
        2.0 * (xy - wz),
        2.0 * (xz + wy),
        2.0 * (xy + wz),
        (ww + yy) - (xx + zz),
        2.0 * (yz - wx),
        2.0 * (xz - wy),
        2.0 * (yz + wx),
        (ww - yy) - (xx - zz),
    )


@helper
def quat_z_to_vec(v: Vec3) -> Quat:
    """Return the shortest rotation from the z axis to the direction of v, half a turn about x if opposite."""
    direction, length = vector3.normalize(v)
    axis, sine = vector3.normalize(vector3.cross((0.0, 0.0, 1.0), direction))
    q = axis_angle_to_quat(axis, atan2(sine, direction[2]))

    # no direction, parallel, opposite: there the axis means nothing
    still = length < MINVAL or (sine < MINVAL and direction[2] >= 0.0)
    flipped = not still and sine < MINVAL
    w = select(still, 1.0, select(flipped, 0.0, q[0]))
    x = select(still, 0.0, select(flipped, 1.0, q[1]))
    y = select(still or flipped, 0.0, q[2])
    z = select(still or flipped, 0.0, q[3])
    return w, x, y, z


@helper
def mat_to_quat(m: Mat3) -> Quat:
    """Return the quaternion of a rotation matrix: one of its large numbers first, the others by division by it."""
    t0, t1 = m[0] + m[4] + m[8], m[0] - m[4] - m[8]
    t2, t3 = m[4] - m[0] - m[8], m[8] - m[0] - m[4]
    by_w = t0 > 0.0
    by_x = not by_w and t1 >= t2 and t1 >= t3
    by_y = not by_w and not by_x and t2 >= t3
    largest = 0.5 * sqrt(1.0 + select(by_w, t0, select(by_x, t1, select(by_y, t2, t3))))
    part = 0.25 / largest
    x, y, z = part * (m[7] - m[5]), part * (m[2] - m[6]), part * (m[3] - m[1])
    xy, xz, yz = part * (m[3] + m[1]), part * (m[2] + m[6]), part * (m[7] + m[5])
    quat = (
        select(by_w, largest, select(by_x, x, select(by_y, y, z))),
        select(by_w, x, select(by_x, largest, select(by_y, xy, xz))),
        select(by_w, y, select(by_x, xy, select(by_y, largest, yz))),
        select(by_w, z, select(by_x, xz, select(by_y, yz, largest))),
    )
    unit, _ = normalize_quat(quat)
    return unit


@helper
def load4(array: FloatArray, i: int) -> Quat:
    """Return row i of an array of shape (n, 4)."""
    return array[i, 0], array[i, 1], array[i, 2], array[i, 3]


@helper
def store4(array: FloatArray, i: int, q: Quat) -> None:
    """Write q into row i of an array of shape (n, 4)."""
    array[i, 0] = q[0]
    array[i, 1] = q[1]
    array[i, 2] = q[2]
    array[i, 3] = q[3]


@helper
def load4_flat(array: FloatArray, start: int) -> Quat:
    """Return four numbers of a flat array from `start` on."""
    return array[start], array[start + 1], array[start + 2], array[start + 3]


@helper
def store4_flat(array: FloatArray, start: int, q: Quat) -> None:
    """Write q into a flat array from `start` on."""
    array[start] = q[0]
    array[start + 1] = q[1]
    array[start + 2] = q[2]
    array[start + 3] = q[3]


# ---- polar decomposition: the rotation in a linear map


# as in MuJoCo: largest number of turns, and the angle [rad] below which one is the last
TURNS = 500
LAST_TURN = 1e-9


@helper
def nearest_rotation(mat: Mat3) -> Quat:
    """Return the rotation nearest to a matrix of nine numbers, turning from the identity (Müller and others, 2016)."""
    a = transpose(mat)
    a0, a1, a2 = (a[0], a[1], a[2]), (a[3], a[4], a[5]), (a[6], a[7], a[8])
    quat = (1.0, 0.0, 0.0, 0.0)
    turning = True
    for _ in range(TURNS):
        r = transpose(quat_to_mat(quat))
        r0, r1, r2 = (r[0], r[1], r[2]), (r[3], r[4], r[5]), (r[6], r[7], r[8])

        # rotation that brings the rows of r closest to those of the matrix: sum r_i x a_i / |sum r_i . a_i|
        swept = vector3.add(vector3.add(vector3.cross(r0, a0), vector3.cross(r1, a1)), vector3.cross(r2, a2))
        overlap = vector3.dot(r0, a0) + vector3.dot(r1, a1) + vector3.dot(r2, a2)
        axis, angle = vector3.normalize(vector3.scale(swept, 1.0 / (abs(overlap) + MINVAL)))
        turning = turning and not angle < LAST_TURN
        turned = mul_quat(axis_angle_to_quat(axis, angle), quat)
        turned, _length = normalize_quat(turned)
        quat = select(turning, turned, quat)
        if not any_lane(turning):
            break
    return quat
