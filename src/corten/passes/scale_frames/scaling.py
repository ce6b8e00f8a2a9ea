"""Scalings: by how much frames scale what they hold.

A scaling has four parts. `linear` maps positions (a matrix, row by row, in the coordinates of what the scaling is for),
`mass` is the factor of masses, and `force_length` and `force_mass` are the factors of the units of length and mass
that springs, motors and limits of forces follow: those of frames that scale similarly, and 1 for those that scale
geometry alone. Scalings of nested frames are multiplied.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import Any

from corten.spec import Resolved
from corten.spec.frames import Matrix, Quaternion, Vector, rotation_matrix, transform

UNIT_MATRIX: Matrix = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)

# two axes count as aligned where the sine of their angle is below it: about 2 degrees
MISALIGNED = 0.035


@dataclass(frozen=True, slots=True)
class Scaling:
    """The factors of one element, or of all that a body or frame holds."""

    linear: Matrix = UNIT_MATRIX
    mass: float = 1.0
    force_length: float = 1.0
    force_mass: float = 1.0

    @property
    def is_unit(self) -> bool:
        """Whether nothing changes."""
        return self.linear == UNIT_MATRIX and self.mass == self.force_length == self.force_mass == 1.0

    @property
    def uniform(self) -> float | None:
        """The factor of lengths if it is the same in all directions."""
        a = self.linear
        scaled = (a[0], 0.0, 0.0, 0.0, a[0], 0.0, 0.0, 0.0, a[0])
        return a[0] if a == scaled else None

    @property
    def length(self) -> float:
        """The factor of lengths without a direction: the geometric mean over all directions."""
        uniform = self.uniform
        return determinant(self.linear) ** (1 / 3) if uniform is None else uniform

    def power(self, length: float, mass: float) -> float:
        """Return the factor of a number that carries force, of dimension length^a mass^b."""
        return self.force_length**length * self.force_mass**mass

    def place(self, point: Vector) -> Vector:
        """Return where a point goes."""
        uniform = self.uniform
        if uniform is None:
            return transform(self.linear, point)
        return point[0] * uniform, point[1] * uniform, point[2] * uniform

    def turned(self, quat: Quaternion) -> "Scaling":
        """Return the same scaling in the coordinates of something that is turned by a quaternion."""
        if self.uniform is not None:
            return self
        return replace(self, linear=in_axes(self.linear, quat))

    def times(self, scale: Vector, mass: float, similar: bool) -> "Scaling":
        """Return the scaling inside of a frame that scales along its own axes, in which this scaling is given."""
        x, y, z = scale
        a = self.linear
        linear = (a[0] * x, a[1] * y, a[2] * z, a[3] * x, a[4] * y, a[5] * z, a[6] * x, a[7] * y, a[8] * z)
        length, unit = (x, mass) if similar else (1.0, 1.0)
        return Scaling(linear, self.mass * mass, self.force_length * length, self.force_mass * unit)

    def along(self, quat: Quaternion) -> Vector | None:
        """Return the factors along the axes of a shape that is turned by a quaternion; None if it is not aligned."""
        a = in_axes(self.linear, quat)
        columns = [(a[i], a[3 + i], a[6 + i]) for i in range(3)]
        for i, column in enumerate(columns):
            across = sqrt(sum(column[k] * column[k] for k in range(3) if k != i))
            if across > MISALIGNED * abs(column[i]):
                return None
        return self.stretch(quat)

    def stretch(self, quat: Quaternion) -> Vector:
        """Return by how much lengths along the axes of a shape that is turned by a quaternion grow."""
        uniform = self.uniform
        if uniform is not None:
            return uniform, uniform, uniform
        a = in_axes(self.linear, quat)
        x, y, z = (sqrt(a[i] * a[i] + a[3 + i] * a[3 + i] + a[6 + i] * a[6 + i]) for i in range(3))
        return x, y, z


UNIT_SCALING = Scaling()


def mean(a: Scaling, b: Scaling) -> Scaling:
    """Return the geometric mean of two scalings, for what belongs to both; it has no direction."""
    length = sqrt(a.length * b.length)
    return Scaling(
        (length, 0.0, 0.0, 0.0, length, 0.0, 0.0, 0.0, length),
        sqrt(a.mass * b.mass),
        sqrt(a.force_length * b.force_length),
        sqrt(a.force_mass * b.force_mass),
    )


def determinant(a: Matrix) -> float:
    """Return by how much a matrix scales volumes."""
    return a[0] * (a[4] * a[8] - a[5] * a[7]) - a[1] * (a[3] * a[8] - a[5] * a[6]) + a[2] * (a[3] * a[7] - a[4] * a[6])


def in_axes(a: Matrix, quat: Quaternion) -> Matrix:
    """Return a matrix in the coordinates of axes that are turned by a quaternion: R^T a R."""
    r = rotation_matrix(quat)
    right = product(a, r)
    return product((r[0], r[3], r[6], r[1], r[4], r[7], r[2], r[5], r[8]), right)


def product(a: Matrix, b: Matrix) -> Matrix:
    """Return the product of two matrices."""
    return tuple(sum(a[3 * i + k] * b[3 * k + j] for k in range(3)) for i in range(3) for j in range(3))


# ---------------------------------------------------------------- attributes that are multiplied
# a factor for one number or for each of several


# one factor for all numbers of an attribute, or one for each of the first ones
Factor = float | Sequence[float]


def multiply(values: Resolved, factors: Mapping[str, Factor]) -> None:
    """Write attributes of an element as what counts for it, written or inherited, times a factor."""
    for name, factor in factors.items():
        value = values.get(name)
        if value is not None:
            put(values, name, times(value, factor))


def put(values: Resolved, name: str, value: Any) -> None:
    """Write an attribute of an element if it is another than what counts for it."""
    if value != values[name]:
        values[name] = values.element.attributes[name] = value


def times(value: Any, factor: Factor) -> Any:
    """Return a number, or several, times a factor or factors of the first ones."""
    if not isinstance(value, tuple):
        return value * factor
    if isinstance(factor, int | float):
        return tuple(number * factor for number in value)
    return tuple(number * each for number, each in zip(value, (*factor, *[1.0] * len(value)), strict=False))
