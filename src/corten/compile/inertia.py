"""Inertia of bodies: several parts as one, and principal axes."""

from collections.abc import Sequence
from math import sqrt

from corten.compile.pose import (
    UNIT,
    Matrix,
    Quaternion,
    Vector,
    multiply,
    rotation_matrix,
    unit_quaternion,
)

# six numbers of a symmetric matrix: xx yy zz xy xz yz
Symmetric = tuple[float, float, float, float, float, float]

# one part of a body: mass [kg], principal moments [kg m^2], position [m] and axes in the body frame
Part = tuple[float, Vector, Vector, Quaternion]

# relative to the largest number of the matrix: off-diagonal numbers below it count as zero, and principal moments that
# differ by less count as equal (MuJoCo's values, part of its results)
NEGLIGIBLE = 4e-15
EQUAL = 1e-12

# more turns than any symmetric matrix needs
MOST_TURNS = 500


def turned_inertia(moments: Vector, quat: Quaternion) -> Symmetric:
    """Return R diag(moments) R' of principal moments whose axes are turned by a quaternion."""
    r = rotation_matrix(quat)
    a, b, c = moments

    def entry(i: int, j: int) -> float:
        return r[i] * (r[j] * a) + r[i + 1] * (r[j + 1] * b) + r[i + 2] * (r[j + 2] * c)

    return entry(0, 0), entry(3, 3), entry(6, 6), entry(0, 3), entry(0, 6), entry(3, 6)


def point_inertia(mass: float, at: Vector) -> Symmetric:
    """Return the inertia of a point mass about the origin: m (|p|^2 1 - p p')."""
    x, y, z = at
    return (
        mass * (y * y + z * z),
        mass * (x * x + z * z),
        mass * (x * x + y * y),
        -mass * x * y,
        -mass * x * z,
        -mass * y * z,
    )


def combine(parts: Sequence[Part]) -> tuple[float, Vector, Symmetric]:
    """Return total mass, centre of mass and inertia about it, in the body's axes, of several parts."""
    total, moment = 0.0, [0.0, 0.0, 0.0]
    for mass, _, pos, _ in parts:
        total += mass
        for i in range(3):
            moment[i] += mass * pos[i]
    centre = (moment[0] / total, moment[1] / total, moment[2] / total)
    full = (0.0,) * 6
    for mass, moments, pos, quat in parts:
        own = turned_inertia(moments, quat)
        shift = point_inertia(mass, (pos[0] - centre[0], pos[1] - centre[1], pos[2] - centre[2]))
        full = tuple(full[i] + own[i] + shift[i] for i in range(6))
    return total, centre, full  # pyright: ignore[reportReturnType]


def principal_axes(full: Symmetric) -> tuple[Vector, Quaternion]:
    """Return the principal moments, largest first, and the quaternion of their axes.

    Jacobi's method: the largest off-diagonal number is turned away until all are negligible. Which of the many
    equivalent sets of axes is found depends on the order of turns, so this order is MuJoCo's.
    """
    xx, yy, zz, xy, xz, yz = full
    matrix = (xx, xy, xz, xy, yy, yz, xz, yz, zz)
    scale = max(abs(number) for number in full)
    quat = UNIT
    diagonal = list(matrix)
    for _ in range(MOST_TURNS):
        turn = _jacobi_turn(diagonal, NEGLIGIBLE * scale)
        if turn is None:
            break
        quat = unit_quaternion(multiply(quat, turn))
        diagonal = _in_axes(matrix, rotation_matrix(quat))
    moments = [diagonal[0], diagonal[4], diagonal[8]]

    # exchange neighbours that stand in the wrong order, by a quarter turn about the third axis
    for first in (0, 1, 0):
        if moments[first] + EQUAL * scale < moments[first + 1]:
            moments[first], moments[first + 1] = moments[first + 1], moments[first]
            quarter = [sqrt(0.5), 0.0, 0.0, 0.0]
            quarter[(first + 2) % 3 + 1] = sqrt(0.5)
            quat = unit_quaternion(multiply(quat, (quarter[0], quarter[1], quarter[2], quarter[3])))
    return (moments[0], moments[1], moments[2]), quat


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

    # the smaller of the two angles that make it zero: its tangent, then cosine and sine of its half
    tau = (m[4 * column] - m[4 * row]) / (2 * off)
    tangent = 1.0 / (abs(tau) + sqrt(1 + tau * tau))
    cosine = 1.0 / sqrt(1 + tangent * tangent)
    half_cosine = sqrt(0.5 + 0.5 * cosine)
    half_sine = tangent * cosine / (2 * half_cosine)
    if (tau >= 0) != (axis == 1):
        half_sine = -half_sine
    turn = [half_cosine, 0.0, 0.0, 0.0]
    turn[axis + 1] = half_sine
    return unit_quaternion((turn[0], turn[1], turn[2], turn[3]))
