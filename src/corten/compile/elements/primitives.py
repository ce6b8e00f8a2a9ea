"""Primitive shapes, and inertia of bodies that are made of them."""

from collections.abc import Sequence
from math import pi

from corten.assets.shape.principal_axes import Symmetric
from corten.assets.shape.principal_axes import principal_axes as find_axes
from corten.enums import GeomType
from corten.spec.frames import Quaternion, Vector, rotation_matrix

# ---------------------------------------------------------------- inertia: several parts as one, and principal axes


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


# ---------------------------------------------------------------- primitive shapes
# how many sizes they have, their measure and inertia
# Sizes are MuJoCo's: radius of a sphere; radius and half length of a capsule or cylinder, which lie along z; half axes
# of an ellipsoid; half edges of a box. A shell has its mass on the surface, evenly; all others are solid


Sizes = tuple[float, float, float]

# how many of the three sizes a shape uses
SIZE_COUNT = {
    GeomType.PLANE: 3,
    GeomType.SPHERE: 1,
    GeomType.CAPSULE: 2,
    GeomType.ELLIPSOID: 3,
    GeomType.CYLINDER: 2,
    GeomType.BOX: 3,
}

# exponent in Thomsen's formula for the area of an ellipsoid, good to about one percent
THOMSEN = 1.6075

# [m] thickness of the layer whose inertia stands for that of an ellipsoid's surface
LAYER = 1e-6


def measure(kind: GeomType, size: Sizes, shell: bool) -> float:
    """Return the volume [m^3] of a shape, or the area of its surface [m^2] if it is a shell; 0 for a plane.

    A height field counts as the box that its geom's sizes describe.
    """
    a, b, c = size
    match kind:
        case GeomType.SPHERE:
            return 4 * pi * a * a if shell else 4 * pi * a * a * a / 3
        case GeomType.CAPSULE:
            height = 2 * b
            if shell:
                return 4 * pi * a * a + 2 * pi * a * height
            return pi * (a * a * height + 4 * a * a * a / 3)
        case GeomType.CYLINDER:
            height = 2 * b
            return 2 * pi * a * a + 2 * pi * a * height if shell else pi * a * a * height
        case GeomType.ELLIPSOID:
            if shell:
                mean = ((a * b) ** THOMSEN + (b * c) ** THOMSEN + (c * a) ** THOMSEN) / 3
                return 4 * pi * mean ** (1 / THOMSEN)
            return 4 * pi * a * b * c / 3
        case GeomType.BOX | GeomType.HFIELD:
            return 8 * (a * b + b * c + c * a) if shell else a * b * c * 8
    return 0.0


def inertia(kind: GeomType, size: Sizes, mass: float, shell: bool) -> Vector:
    """Return the principal moments of inertia [kg m^2] of a shape about its centre."""
    solid, hollow = _INERTIA[kind]
    return hollow(size, mass) if shell else solid(size, mass)


def _no_inertia(size: Sizes, mass: float) -> Vector:
    return 0.0, 0.0, 0.0


def _sphere(size: Sizes, mass: float) -> Vector:
    moment = 2 * mass * size[0] * size[0] / 5
    return moment, moment, moment


def _sphere_shell(size: Sizes, mass: float) -> Vector:
    moment = 2 * mass * size[0] * size[0] / 3
    return moment, moment, moment


def _cylinder(size: Sizes, mass: float) -> Vector:
    radius, height = size[0], 2 * size[1]
    across = mass * (3 * radius * radius + height * height) / 12
    return across, across, mass * radius * radius / 2


def _cylinder_shell(size: Sizes, mass: float) -> Vector:
    """A tube and two discs, moved out by half the height."""
    radius, half, height = size[0], size[1], 2 * size[1]
    disc_area, tube_area = pi * radius * radius, 2 * pi * radius * height
    disc = mass * disc_area / (2 * disc_area + tube_area)
    tube = mass - 2 * disc
    disc_across = disc * radius * radius / 4 + disc * half * half
    across = tube * (6 * radius * radius + height * height) / 12 + 2 * disc_across
    return across, across, tube * radius * radius + 2 * (disc * radius * radius / 2)


def _capsule(size: Sizes, mass: float) -> Vector:
    """A cylinder and two half balls, whose centres of mass lie 3/8 radius beyond its ends."""
    radius, height = size[0], 2 * size[1]
    balls = mass * 4 * radius / (4 * radius + 3 * height)
    cylinder = mass - balls
    own = 2 * balls * radius * radius / 5
    across = cylinder * (3 * radius * radius + height * height) / 12
    across += own + balls * height * (3 * radius + 2 * height) / 8
    return across, across, cylinder * radius * radius / 2 + own


def _capsule_shell(size: Sizes, mass: float) -> Vector:
    """A tube and two half spheres, whose centres of mass lie half a radius beyond its ends."""
    radius, half, height = size[0], size[1], 2 * size[1]
    sphere_area, tube_area = 4 * pi * radius * radius, 2 * pi * radius * height
    spheres = mass * sphere_area / (sphere_area + tube_area)
    tube = mass - spheres
    own = 2 * spheres * radius * radius / 3
    inner = radius / 2
    outer = half + inner
    across = tube * (6 * radius * radius + height * height) / 12
    across += own + spheres * (outer * outer - inner * inner)
    return across, across, tube * radius * radius + own


def _ellipsoid(size: Sizes, mass: float) -> Vector:
    aa, bb, cc = (half * half for half in size)
    return mass * (bb + cc) / 5, mass * (aa + cc) / 5, mass * (aa + bb) / 5


def _ellipsoid_shell(size: Sizes, mass: float) -> Vector:
    """A thin layer: the solid ellipsoid that it surrounds, taken out of the one that holds both."""
    a, b, c = size
    outer = (a + LAYER, b + LAYER, c + LAYER)
    inner_volume = 4 * pi * a * b * c / 3
    outer_volume = 4 * pi * outer[0] * outer[1] * outer[2] / 3
    density = mass / (outer_volume - inner_volume)
    full = _ellipsoid(outer, outer_volume * density)
    core = _ellipsoid(size, inner_volume * density)
    return full[0] - core[0], full[1] - core[1], full[2] - core[2]


def _box(size: Sizes, mass: float) -> Vector:
    aa, bb, cc = (half * half for half in size)
    return mass * (bb + cc) / 3, mass * (aa + cc) / 3, mass * (aa + bb) / 3


def _box_shell(size: Sizes, mass: float) -> Vector:
    """Three pairs of rectangular plates."""
    a, b, c = size
    x, y, z = 2 * a, 2 * b, 2 * c
    area = 2 * (x * y + y * z + z * x)
    top, front, side = mass * (x * y) / area, mass * (y * z) / area, mass * (z * x) / area
    xx = top * y * y / 12 + front * (y * y + z * z) / 12 + side * z * z / 12
    yy = top * x * x / 12 + front * z * z / 12 + side * (x * x + z * z) / 12
    zz = top * (x * x + y * y) / 12 + front * y * y / 12 + side * x * x / 12
    return (
        2 * (top * (c * c) + side * (b * b) + xx),
        2 * (top * (c * c) + front * (a * a) + yy),
        2 * (front * (a * a) + side * (b * b) + zz),
    )


_INERTIA = {
    GeomType.PLANE: (_no_inertia, _no_inertia),
    GeomType.SDF: (_no_inertia, _no_inertia),
    GeomType.SPHERE: (_sphere, _sphere_shell),
    GeomType.CAPSULE: (_capsule, _capsule_shell),
    GeomType.ELLIPSOID: (_ellipsoid, _ellipsoid_shell),
    GeomType.CYLINDER: (_cylinder, _cylinder_shell),
    GeomType.BOX: (_box, _box_shell),
    GeomType.HFIELD: (_box, _box_shell),
}
