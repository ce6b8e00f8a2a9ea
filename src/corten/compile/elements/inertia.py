"""Inertia of bodies: several parts as one, and principal axes."""

from collections.abc import Sequence

from corten.assets.shape.principal_axes import Symmetric
from corten.assets.shape.principal_axes import principal_axes as find_axes
from corten.compile.pose import Quaternion, Vector, rotation_matrix

# one part of a body: mass [kg], principal moments [kg m^2], position [m] and axes in the body frame
Part = tuple[float, Vector, Vector, Quaternion]

# relative to the largest number of the matrix: off-diagonal numbers below it count as zero, and principal moments that
# differ by less count as equal (MuJoCo's values, part of its results)
NEGLIGIBLE = 4e-15
EQUAL = 1e-12


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
    """Return the principal moments of a body, largest first, and the quaternion of their axes."""
    return find_axes(full, NEGLIGIBLE, EQUAL)
