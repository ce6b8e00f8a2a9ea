"""Rigid transformations of plain Python floats, and orientations as MJCF writes them.

A position, a unit quaternion (w, x, y, z), vectors as tuples. Vectors and quaternions are made unit length only where
they are further from it than rounding explains, so that what a user wrote exactly stays exact; products of quaternions
are normalised.
"""

from math import sqrt

from corten.math.elementwise import atan2, cos, sin
from corten.spec import Resolved
from corten.spec.compiler_settings import Settings

Vector = tuple[float, float, float]
Quaternion = tuple[float, float, float, float]
Matrix = tuple[float, ...]
Pose = tuple[Vector, Quaternion]

ZERO: Vector = (0.0, 0.0, 0.0)
UNIT: Quaternion = (1.0, 0.0, 0.0, 0.0)
IDENTITY: Pose = (ZERO, UNIT)

# below it a squared length counts as zero, and a length this near to 1 as 1 (MuJoCo's value, part of its results)
EPSILON = 1e-14

# sine of an angle to the z axis below which the axis of rotation is not defined (MuJoCo's value)
PARALLEL = 1e-10


def length_of(vector: tuple[float, ...]) -> float:
    """Return the length of a vector, 0 where it is too short to have a direction."""
    square = 0.0
    for component in vector:
        square += component * component
    return 0.0 if square < EPSILON else sqrt(square)


def unit_quaternion(quat: Quaternion) -> Quaternion:
    """Return the quaternion with unit length; one that is too short, or has that length already, as it is."""
    w, x, y, z = quat
    square = w * w + x * x + y * y + z * z
    length = sqrt(square)
    if square < EPSILON or abs(length - 1.0) <= EPSILON:
        return quat
    return w / length, x / length, y / length, z / length


def unit_vector(vector: Vector) -> Vector:
    """Return the vector with unit length; one that is too short, or has that length already, as it is."""
    x, y, z = vector
    square = x * x + y * y + z * z
    length = sqrt(square)
    if square < EPSILON or abs(length - 1.0) <= EPSILON:
        return vector
    return x / length, y / length, z / length


def cross(a: Vector, b: Vector) -> Vector:
    """Return the cross product."""
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def dot(a: Vector, b: Vector) -> float:
    """Return the scalar product."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def add(a: Vector, b: Vector) -> Vector:
    """Return the sum."""
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


def multiply(a: Quaternion, b: Quaternion) -> Quaternion:
    """Return the rotation that does b first, then a, with unit length."""
    aw, ax, ay, az = a
    bw, bx, by, bz = b
    return unit_quaternion(
        (
            aw * bw - ax * bx - ay * by - az * bz,
            aw * bx + ax * bw + ay * bz - az * by,
            aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw,
        )
    )


def conjugate(quat: Quaternion) -> Quaternion:
    """Return the inverse of a unit quaternion."""
    return quat[0], -quat[1], -quat[2], -quat[3]


def rotate(quat: Quaternion, vector: Vector) -> Vector:
    """Return the vector, rotated."""
    x, y, z = vector
    if (x == 0.0 and y == 0.0 and z == 0.0) or quat == UNIT:
        return vector
    qw, qx, qy, qz = quat
    tx = qw * x + qy * z - qz * y
    ty = qw * y + qz * x - qx * z
    tz = qw * z + qx * y - qy * x
    return x + 2 * (qy * tz - qz * ty), y + 2 * (qz * tx - qx * tz), z + 2 * (qx * ty - qy * tx)


def rotation_matrix(quat: Quaternion) -> Matrix:
    """Return the rotation as nine numbers, row by row."""
    w, x, y, z = quat
    ww, xx, yy, zz = w * w, x * x, y * y, z * z
    wx, wy, wz, xy, xz, yz = w * x, w * y, w * z, x * y, x * z, y * z
    return (
        ww + xx - yy - zz,
        2 * (xy - wz),
        2 * (xz + wy),
        2 * (xy + wz),
        ww - xx + yy - zz,
        2 * (yz - wx),
        2 * (xz - wy),
        2 * (yz + wx),
        ww - xx - yy + zz,
    )


def transform(matrix: Matrix, vector: Vector) -> Vector:
    """Return the product of a matrix, given row by row, and a vector."""
    x, y, z = vector
    return (
        matrix[0] * x + matrix[1] * y + matrix[2] * z,
        matrix[3] * x + matrix[4] * y + matrix[5] * z,
        matrix[6] * x + matrix[7] * y + matrix[8] * z,
    )


def compose(parent: Pose, child: Pose) -> Pose:
    """Return the pose of a child, given in its parent's frame, in the frame in which the parent is given."""
    pos, quat = parent
    return add(pos, transform(rotation_matrix(quat), child[0])), multiply(quat, child[1])


def inverse(pose: Pose) -> Pose:
    """Return the pose that undoes another."""
    back = conjugate(pose[1])
    x, y, z = transform(rotation_matrix(back), pose[0])
    return (-x, -y, -z), back


def quaternion_to(direction: Vector) -> Quaternion:
    """Return the smallest rotation that takes the z axis to a unit vector."""
    axis: Vector = (-direction[1], direction[0], 0.0)
    sine = length_of(axis)
    axis = (1.0, 0.0, 0.0) if sine < PARALLEL else unit_vector(axis)
    half = atan2(sine, direction[2]) / 2
    s = sin(half)
    return cos(half), axis[0] * s, axis[1] * s, axis[2] * s


def quaternion_of_axes(x: Vector, y: Vector, z: Vector) -> Quaternion:
    """Return the rotation whose matrix has these columns; the largest component is found first, for accuracy."""
    if x[0] + y[1] + z[2] > 0:
        w = 0.5 * sqrt(1 + x[0] + y[1] + z[2])
        quat = (w, 0.25 * (y[2] - z[1]) / w, 0.25 * (z[0] - x[2]) / w, 0.25 * (x[1] - y[0]) / w)
    elif x[0] > y[1] and x[0] > z[2]:
        i = 0.5 * sqrt(1 + x[0] - y[1] - z[2])
        quat = (0.25 * (y[2] - z[1]) / i, i, 0.25 * (y[0] + x[1]) / i, 0.25 * (z[0] + x[2]) / i)
    elif y[1] > z[2]:
        j = 0.5 * sqrt(1 - x[0] + y[1] - z[2])
        quat = (0.25 * (z[0] - x[2]) / j, 0.25 * (y[0] + x[1]) / j, j, 0.25 * (z[1] + y[2]) / j)
    else:
        k = 0.5 * sqrt(1 - x[0] - y[1] + z[2])
        quat = (0.25 * (x[1] - y[0]) / k, 0.25 * (z[0] + x[2]) / k, 0.25 * (z[1] + y[2]) / k, k)
    return unit_quaternion(quat)


# ---------------------------------------------------------------- orientations as MJCF writes them
# quat, axisangle, xyaxes, zaxis or euler


def read_orientation(values: Resolved, settings: Settings) -> Quaternion:
    """Return the orientation of an element as a unit quaternion; the identity if it has none."""
    if values.gives_any(ORIENTATIONS):
        for form, convert in FORMS.items():
            if values.given(form):
                return convert(values, settings)
    return UNIT


def _from_quat(values: Resolved, settings: Settings) -> Quaternion:
    quat = values["quat"]
    if length_of(quat) == 0.0:
        raise values.element.error("quat has length zero; it cannot be made a unit quaternion")
    return unit_quaternion(quat)


def _from_axisangle(values: Resolved, settings: Settings) -> Quaternion:
    x, y, z, angle = values["axisangle"]
    if length_of((x, y, z)) == 0.0:
        raise _too_small(values, "axisangle", "axis")
    x, y, z = unit_vector((x, y, z))
    half = settings.angle(angle) / 2
    return cos(half), sin(half) * x, sin(half) * y, sin(half) * z


def _from_xyaxes(values: Resolved, settings: Settings) -> Quaternion:
    x: Vector = values["xyaxes"][:3]
    y: Vector = values["xyaxes"][3:]
    if length_of(x) == 0.0:
        raise _too_small(values, "xyaxes", "x axis")

    # what the y axis has in common with the x axis is taken out of it
    x = unit_vector(x)
    along = dot(x, y)
    y = (y[0] - x[0] * along, y[1] - x[1] * along, y[2] - x[2] * along)
    if length_of(y) == 0.0:
        raise values.element.error("xyaxes has a y axis that is zero or parallel to the x axis")
    y = unit_vector(y)
    return quaternion_of_axes(x, y, unit_vector(cross(x, y)))


def _from_zaxis(values: Resolved, settings: Settings) -> Quaternion:
    if length_of(values["zaxis"]) == 0.0:
        raise _too_small(values, "zaxis", "axis")
    return quaternion_to(unit_vector(values["zaxis"]))


def _from_euler(values: Resolved, settings: Settings) -> Quaternion:
    return euler_quaternion(values["euler"], settings)


def euler_quaternion(euler: Vector, settings: Settings) -> Quaternion:
    """Return three turns, ordered by eulerseq: small letters about axes that turn along, capitals about fixed ones."""
    quat = UNIT
    for letter, value in zip(settings.eulerseq, euler, strict=True):
        half = settings.angle(value) / 2
        turn = [cos(half), 0.0, 0.0, 0.0]
        turn["xyz".index(letter.lower()) + 1] = sin(half)
        one: Quaternion = (turn[0], turn[1], turn[2], turn[3])
        quat = multiply(quat, one) if letter.islower() else multiply(one, quat)
    return unit_quaternion(quat)


def _too_small(values: Resolved, attribute: str, what: str) -> Exception:
    return values.element.error(f"the {what} of {attribute} has length zero; it needs a direction")


FORMS = {
    "axisangle": _from_axisangle,
    "xyaxes": _from_xyaxes,
    "zaxis": _from_zaxis,
    "euler": _from_euler,
    "quat": _from_quat,
}
ORIENTATIONS = frozenset(FORMS)
