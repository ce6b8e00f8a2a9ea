"""Inertia of bodies: several parts as one, and principal axes."""

from collections.abc import Sequence

from corten.assets.shape.principal_axes import Symmetric
from corten.assets.shape.principal_axes import principal_axes as find_axes
from corten.spec.pose import Quaternion, Vector, rotation_matrix

# one part of a body: mass [kg], principal moments [kg m^2], position [m] and axes in the body frame
Part = tuple[float, Vector, Vector, Quaternion]

# relative to the largest number of the matrix: off-diagonal numbers below it count as zero, and principal moments that
# differ by less count as equal (MuJoCo's values, part of its results)
NEGLIGIBLE = 4e-15
EQUAL = 1e-12


def turned_inertia(moments: Vector, quat: Quaternion) -> Symmetric:
    """Return R diag(moments) R' of principal moments whose axes are turned by a quaternion."""
    xx, xy, xz, yx, yy, yz, zx, zy, zz = rotation_matrix(quat)
    a, b, c = moments
    ya, yb, yc = yx * a, yy * b, yz * c
    za, zb, zc = zx * a, zy * b, zz * c
    return (
        xx * (xx * a) + xy * (xy * b) + xz * (xz * c),
        yx * ya + yy * yb + yz * yc,
        zx * za + zy * zb + zz * zc,
        xx * ya + xy * yb + xz * yc,
        xx * za + xy * zb + xz * zc,
        yx * za + yy * zb + yz * zc,
    )


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
    total = x = y = z = 0.0
    for mass, _, pos, _ in parts:
        total += mass
        x, y, z = x + mass * pos[0], y + mass * pos[1], z + mass * pos[2]
    x, y, z = centre = (x / total, y / total, z / total)
    xx = yy = zz = xy = xz = yz = 0.0
    for mass, moments, pos, quat in parts:
        own = turned_inertia(moments, quat)
        shift = point_inertia(mass, (pos[0] - x, pos[1] - y, pos[2] - z))
        xx, yy, zz = xx + own[0] + shift[0], yy + own[1] + shift[1], zz + own[2] + shift[2]
        xy, xz, yz = xy + own[3] + shift[3], xz + own[4] + shift[4], yz + own[5] + shift[5]
    return total, centre, (xx, yy, zz, xy, xz, yz)


def principal_axes(full: Symmetric) -> tuple[Vector, Quaternion]:
    """Return the principal moments of a body, largest first, and the quaternion of their axes."""
    return find_axes(full, NEGLIGIBLE, EQUAL)
