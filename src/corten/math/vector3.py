"""Vectors in space: tuples of three floats."""

from corten.constants import MINVAL
from corten.runtime import FloatArray, Vec3, helper, select, sqrt


@helper
def add(a: Vec3, b: Vec3) -> Vec3:
    """Return a + b."""
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


@helper
def sub(a: Vec3, b: Vec3) -> Vec3:
    """Return a - b."""
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


@helper
def scale(a: Vec3, factor: float) -> Vec3:
    """Return factor * a."""
    return a[0] * factor, a[1] * factor, a[2] * factor


@helper
def add_scaled(a: Vec3, b: Vec3, factor: float) -> Vec3:
    """Return a + factor * b."""
    return a[0] + factor * b[0], a[1] + factor * b[1], a[2] + factor * b[2]


@helper
def dot(a: Vec3, b: Vec3) -> float:
    """Return the inner product of a and b."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@helper
def cross(a: Vec3, b: Vec3) -> Vec3:
    """Return the cross product of a and b."""
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


@helper
def norm(a: Vec3) -> float:
    """Return the length of a."""
    return sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2])


@helper
def normalize(a: Vec3) -> tuple[Vec3, float]:
    """Return (direction, length) of a; a vector shorter than MINVAL gets the direction (1, 0, 0)."""
    length = norm(a)
    short = length < MINVAL
    inverse = 1.0 / select(short, 1.0, length)
    x = select(short, 1.0, a[0] * inverse)
    y = select(short, 0.0, a[1] * inverse)
    z = select(short, 0.0, a[2] * inverse)
    return (x, y, z), length


@helper
def load3(array: FloatArray, i: int) -> Vec3:
    """Return row i of an array of shape (n, 3)."""
    return array[i, 0], array[i, 1], array[i, 2]


@helper
def store3(array: FloatArray, i: int, a: Vec3) -> None:
    """Write a into row i of an array of shape (n, 3)."""
    array[i, 0] = a[0]
    array[i, 1] = a[1]
    array[i, 2] = a[2]


@helper
def load3_flat(array: FloatArray, start: int) -> Vec3:
    """Return three numbers of a flat array from `start` on."""
    return array[start], array[start + 1], array[start + 2]


@helper
def store3_flat(array: FloatArray, start: int, a: Vec3) -> None:
    """Write a into a flat array from `start` on."""
    array[start] = a[0]
    array[start + 1] = a[1]
    array[start + 2] = a[2]
