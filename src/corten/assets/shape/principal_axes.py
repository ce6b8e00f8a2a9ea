"""Principal axes of a symmetric matrix, the ones that MuJoCo finds, and the frame of a mesh that follows from them."""

from math import sqrt

import numpy as np
from numpy.typing import NDArray

from corten.assets.raw_mesh import MeshOptions
from corten.assets.shape.normals import unit_normals
from corten.assets.shape.triangles import Points

Vector = tuple[float, float, float]
Quaternion = tuple[float, float, float, float]
Matrix = tuple[float, ...]

# six numbers of a symmetric matrix: xx yy zz xy xz yz
Symmetric = tuple[float, float, float, float, float, float]

# relative to the largest number of the inertia of a mesh, whose vertices have 32 bits: off-diagonal numbers below it
# count as zero, and principal moments that differ by less count as equal (MuJoCo's value, part of its results)
MESH_TOLERANCE = 1e-7

# more turns than any symmetric matrix needs
MOST_TURNS = 500

# below it a squared length counts as zero, and a length this near to 1 as 1 (MuJoCo's value, part of its results)
EPSILON = 1e-14

# cosine and sine of half a quarter turn in 15 digits: vertices round to 32 bits, so the digits left out count
# (MuJoCo's value, part of its results)
HALF_TURNED = 0.707106781186548


def principal_axes(full: Symmetric, negligible: float, equal: float) -> tuple[Vector, Quaternion]:
    """Return the principal moments, largest first, and the quaternion of their axes.

    Jacobi's method: the largest off-diagonal number is turned away until all are negligible. Moments that count as
    equal keep their order. Both tolerances are relative to the largest number of the matrix.
    """
    xx, yy, zz, xy, xz, yz = full
    matrix = (xx, xy, xz, xy, yy, yz, xz, yz, zz)
    scale = max(abs(number) for number in full)
    quat = (1.0, 0.0, 0.0, 0.0)
    diagonal = list(matrix)
    for _ in range(MOST_TURNS):
        turn = _jacobi_turn(diagonal, negligible * scale)
        if turn is None:
            break
        quat = unit_quaternion(multiply(quat, turn))
        diagonal = _in_axes(matrix, rotation_matrix(quat))
    moments = [diagonal[0], diagonal[4], diagonal[8]]

    # exchange neighbours that stand in the wrong order, by a quarter turn about the third axis
    for first in (0, 1, 0):
        if moments[first] + equal * scale < moments[first + 1]:
            moments[first], moments[first + 1] = moments[first + 1], moments[first]
            quarter = [HALF_TURNED, 0.0, 0.0, 0.0]
            quarter[(first + 2) % 3 + 1] = HALF_TURNED
            quat = unit_quaternion(multiply(quat, (quarter[0], quarter[1], quarter[2], quarter[3])))
    return (moments[0], moments[1], moments[2]), quat


def unit_quaternion(quat: Quaternion) -> Quaternion:
    """Return the quaternion with unit length; one that is too short, or has that length already, as it is."""
    w, x, y, z = quat
    square = w * w + x * x + y * y + z * z
    length = sqrt(square)
    if square < EPSILON or abs(length - 1.0) <= EPSILON:
        return quat
    return w / length, x / length, y / length, z / length


def multiply(p: Quaternion, q: Quaternion) -> Quaternion:
    """Return the product p q: the rotation q followed by p."""
    return (
        p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3],
        p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2],
        p[0] * q[2] - p[1] * q[3] + p[2] * q[0] + p[3] * q[1],
        p[0] * q[3] + p[1] * q[2] - p[2] * q[1] + p[3] * q[0],
    )


def rotation_matrix(quat: Quaternion) -> Matrix:
    """Return the rotation matrix of a unit quaternion, row by row."""
    w, x, y, z = quat
    return (
        w * w + x * x - y * y - z * z,
        2 * (x * y - w * z),
        2 * (x * z + w * y),
        2 * (x * y + w * z),
        w * w - x * x + y * y - z * z,
        2 * (y * z - w * x),
        2 * (x * z - w * y),
        2 * (y * z + w * x),
        w * w - x * x - y * y + z * z,
    )


def _in_axes(matrix: Matrix, axes: Matrix) -> list[float]:
    """Return A' M A for the matrix A whose columns are the axes."""
    half = [
        axes[i] * matrix[j] + axes[i + 3] * matrix[j + 3] + axes[i + 6] * matrix[j + 6]
        for i in range(3)
        for j in range(3)
    ]
    return [
        half[i] * axes[j] + half[i + 1] * axes[j + 3] + half[i + 2] * axes[j + 6] for i in (0, 3, 6) for j in range(3)
    ]


def _jacobi_turn(m: list[float], negligible: float) -> Quaternion | None:
    """Return the turn that removes the largest off-diagonal number, or None when that is negligible."""
    xy, xz, yz = abs(m[1]), abs(m[2]), abs(m[5])
    if xy > xz and xy > yz:
        row, column, axis = 0, 1, 2
    elif xz > yz:
        row, column, axis = 0, 2, 1
    else:
        row, column, axis = 1, 2, 0
    off = m[3 * row + column]
    if abs(off) <= negligible:
        return None

    # the smaller of the two angles that make it zero: its tangent, that of its half, then cosine and sine of the half
    tau = (m[4 * column] - m[4 * row]) / (2 * off)
    tangent = 1.0 / (abs(tau) + sqrt(1 + tau * tau))
    half_tangent = tangent / (1 + sqrt(1 + tangent * tangent))
    half_cosine = 1.0 / sqrt(1 + half_tangent * half_tangent)
    half_sine = half_tangent * half_cosine
    if (tau >= 0) != (axis == 1):
        half_sine = -half_sine
    turn = [half_cosine, 0.0, 0.0, 0.0]
    turn[axis + 1] = half_sine
    return unit_quaternion((turn[0], turn[1], turn[2], turn[3]))


# ---------------------------------------------------------------- from the frame of a file to that of the mesh


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
