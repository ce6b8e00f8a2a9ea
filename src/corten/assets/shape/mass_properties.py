"""Mass properties of a mesh of uniform density: volume or area, centre and inertia, as sums over its triangles."""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from corten.assets.shape.principal_axes import MESH_TOLERANCE, Quaternion, Vector, principal_axes
from corten.assets.shape.triangles import Faces, Points
from corten.constants import MINVAL
from corten.errors import AssetError
from corten.math.vector3 import cross, dot, sub
from corten.runtime import Vec3, helper, select, sqrt, stage
from corten.runtime.fields import BOOL, F8, I4, Field, Layout, Size
from corten.runtime.storage import Storage

# ---------------------------------------------------------------- sums over triangles
# Triangles are added one after the other: the axes of a symmetric mesh hang on the last bits of its inertia, so the
# order of additions is part of the result.


# how many of the sums are in use: areas and their places; weights and their places; products and weights
NSURFACE, NCENTRE, NINERTIA = 4, 4, 7

MASS_SUMS = Layout(
    "MassSums",
    (Size("npoint", "points"), Size("nface", "triangles")),
    (
        Field("point", F8, ("npoint", 3), "points [m]"),
        Field("face", I4, ("nface", 3), "points of each triangle"),
        Field("origin", F8, (3,), "apex of the pyramids over triangles, or where the inertia is about [m]"),
        Field("shell", BOOL, (), "mass lies on the surface"),
        Field("legacy", BOOL, (), "volumes of pyramids count as positive"),
        Field("total", F8, (NINERTIA,), "sums over all triangles"),
    ),
    "corten.assets.shape.mass_properties:MASS_SUMS",
)


class MassSums(Storage):
    """Triangles, and sums over them."""

    layout = MASS_SUMS

    point: Points
    face: NDArray[np.int32]
    origin: Points
    shell: bool
    legacy: bool
    total: Points

    @classmethod
    def of(cls, points: Points, faces: Faces, inertia: str) -> "MassSums":
        """Return what sums are taken over; `inertia` is the word of the mesh."""
        sums = cls({"npoint": len(points), "nface": len(faces)})
        sums.point[:], sums.face[:] = points, faces
        sums.shell, sums.legacy = inertia == "shell", inertia == "legacy"
        return sums

    def surface(self) -> Points:
        """Return the area, and the sum of centres weighted by area."""
        surface_sums(self, self)
        return self.total[:NSURFACE].copy()

    def centre(self, apex: Points) -> Points:
        """Return the sum of weights, and of places weighted by them, each a quarter of the way to the apex.

        That is the centre of a pyramid. MuJoCo places the triangles of a shell there as well.
        """
        self.origin[:] = apex
        centre_sums(self, self)
        return self.total[:NCENTRE].copy()

    def inertia(self, centre: Points) -> Points:
        """Return the products of coordinates about the centre at unit density, and the sum of weights."""
        self.origin[:] = centre
        inertia_sums(self, self)
        return self.total.copy()


class Triangle(NamedTuple):
    """Unit normal, centre and area of a triangle; one without area has a normal of any length."""

    normal: Vec3
    centre: Vec3
    area: float


@helper
def corner(m, t: int, k: int, origin: Vec3) -> Vec3:
    """Return a corner of a triangle, seen from an origin."""
    point, i = m.point, m.face[t, k]
    return point[i, 0] - origin[0], point[i, 1] - origin[1], point[i, 2] - origin[2]


@helper
def measure_triangle(a: Vec3, b: Vec3, c: Vec3) -> Triangle:
    """Return the geometry of a triangle."""
    x, y, z = cross(sub(b, a), sub(c, a))
    length = sqrt(x * x + y * y + z * z)
    flat = length < MINVAL
    by = select(flat, 1.0, length)
    centre = (a[0] + b[0] + c[0]) / 3.0, (a[1] + b[1] + c[1]) / 3.0, (a[2] + b[2] + c[2]) / 3.0
    return Triangle((x / by, y / by, z / by), centre, select(flat, 0.0, 0.5 * length))


@helper
def weight(m, triangle: Triangle, way: Vec3) -> float:
    """Return the area of a triangle of a shell, else the signed volume of the pyramid over it, `way` from its apex."""
    volume = dot(way, triangle.normal) * triangle.area / 3.0
    signed = select(m.legacy != 0, abs(volume), volume)
    return select(m.shell != 0, triangle.area, signed)


@helper
def add_to(d, t: int, k: int, term: float) -> None:
    """Add a number to one of the sums; the first one is the sum, so that it keeps the sign of a zero."""
    d.total[k] = select(t == 0, term, d.total[k] + term)


@stage
def surface_sums(m, d) -> None:
    """Sum up areas, and centres times areas."""
    for t in range(m.nface):
        zero = (0.0, 0.0, 0.0)
        triangle = measure_triangle(corner(m, t, 0, zero), corner(m, t, 1, zero), corner(m, t, 2, zero))
        add_to(d, t, 0, triangle.area)
        add_to(d, t, 1, triangle.area * triangle.centre[0])
        add_to(d, t, 2, triangle.area * triangle.centre[1])
        add_to(d, t, 3, triangle.area * triangle.centre[2])


@stage
def centre_sums(m, d) -> None:
    """Sum up weights, and places times weights."""
    apex = m.origin[0], m.origin[1], m.origin[2]
    for t in range(m.nface):
        zero = (0.0, 0.0, 0.0)
        triangle = measure_triangle(corner(m, t, 0, zero), corner(m, t, 1, zero), corner(m, t, 2, zero))
        mass = weight(m, triangle, sub(triangle.centre, apex))
        add_to(d, t, 0, mass)
        add_to(d, t, 1, mass * (triangle.centre[0] * 3.0 / 4.0 + apex[0] / 4.0))
        add_to(d, t, 2, mass * (triangle.centre[1] * 3.0 / 4.0 + apex[1] / 4.0))
        add_to(d, t, 3, mass * (triangle.centre[2] * 3.0 / 4.0 + apex[2] / 4.0))


@stage
def inertia_sums(m, d) -> None:
    """Sum up products of coordinates over the pyramids from the origin to the triangles, and weights."""
    origin = m.origin[0], m.origin[1], m.origin[2]
    share = select(m.shell != 0, 12.0, 20.0)
    for t in range(m.nface):
        a, b, c = corner(m, t, 0, origin), corner(m, t, 1, origin), corner(m, t, 2, origin)
        triangle = measure_triangle(a, b, c)
        mass = weight(m, triangle, triangle.centre)
        part = mass / share
        add_to(d, t, 0, part * product_mean((a[0], b[0], c[0]), (a[0], b[0], c[0])))
        add_to(d, t, 1, part * product_mean((a[1], b[1], c[1]), (a[1], b[1], c[1])))
        add_to(d, t, 2, part * product_mean((a[2], b[2], c[2]), (a[2], b[2], c[2])))
        add_to(d, t, 3, part * product_mean((a[0], b[0], c[0]), (a[1], b[1], c[1])))
        add_to(d, t, 4, part * product_mean((a[0], b[0], c[0]), (a[2], b[2], c[2])))
        add_to(d, t, 5, part * product_mean((a[1], b[1], c[1]), (a[2], b[2], c[2])))
        add_to(d, t, 6, mass)


@helper
def product_mean(u: Vec3, v: Vec3) -> float:
    """Return a multiple of the mean product of two coordinates, given at the three corners, over a pyramid."""
    own = 2.0 * (u[0] * v[0] + u[1] * v[1] + u[2] * v[2])
    mixed = own + u[0] * v[1] + v[0] * u[1] + u[0] * v[2] + v[0] * u[2]
    return mixed + u[1] * v[2] + v[1] * u[2]


# ---------------------------------------------------------------- volume or area, centre of mass and inertia


# slack of the triangle inequality of principal moments (MuJoCo's values)
RELATIVE_SLACK, ABSOLUTE_SLACK = 1e-6, 1e-9


class MassProperties(NamedTuple):
    """Mass properties at unit density: of the volume, or of the surface of a shell.

    `volume` is [m^3], of a shell [m^2]; `centre` and `axes` are the frame in which the inertia is diagonal; `box` has
    the half sizes of the box that has this inertia at this mass.
    """

    volume: float
    centre: Vector
    axes: Quaternion
    box: Vector


def mass_properties(points: Points, faces: Faces, solid: Faces, inertia: str) -> MassProperties:
    """Return the mass properties of a mesh; `solid` are the faces that bound its volume, of its hull if convex."""
    surface = MassSums.of(points, faces, inertia)
    area, *weighted = surface.surface()
    if not area >= MINVAL:
        raise AssetError("the surface area of the mesh is too small")
    sums = surface if inertia == "shell" or solid is faces else MassSums.of(points, solid, inertia)
    volume, centre = _weighted_centre(sums.centre(np.array(weighted) / area))
    if inertia != "shell":
        if volume < 0:
            raise AssetError("the volume of the mesh is negative: its triangles face inwards, turn them round")
        if not volume >= MINVAL:
            raise AssetError("the volume of the mesh is too small; try inertia='shell'")
    xx, yy, zz, xy, xz, yz, volume = sums.inertia(centre).tolist()
    full = (yy + zz, xx + zz, xx + yy, -xy, -xz, -yz)
    moments, axes = principal_axes(full, MESH_TOLERANCE, MESH_TOLERANCE)
    _check_moments(moments)
    x, y, z = (float(number) for number in centre)
    return MassProperties(volume, (x, y, z), axes, _equivalent_box(moments, volume))


def _weighted_centre(total: Points) -> tuple[float, Points]:
    """Return the sum of weights and their centre, from the sums of weights and of places times weights."""
    return float(total[0]), total[1:] / total[0] if total[0] >= MINVAL else total[1:]


def _equivalent_box(moments: Vector, mass: float) -> Vector:
    """Return the half sizes of the box with these principal moments; a flat one may miss 0 by a rounding."""
    a, b, c = moments
    x, y, z = (0.5 * math.sqrt(max(0.0, 6 * double / mass)) for double in (b + c - a, a + c - b, a + b - c))
    return x, y, z


def _check_moments(moments: Vector) -> None:
    """Refuse principal moments that no body has."""
    if not moments[2] > 0:
        raise AssetError("the inertia of the mesh has a principal moment that is not positive")
    for largest in range(3):
        others = sum(moments) - moments[largest]
        if others < moments[largest] * (1.0 - RELATIVE_SLACK) - ABSOLUTE_SLACK:
            raise AssetError("the principal moments of the mesh violate A + B >= C")
