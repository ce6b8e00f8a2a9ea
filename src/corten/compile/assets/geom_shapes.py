"""Shapes of geoms: what they are to a fluid, and those that come from meshes and height fields."""

from math import pi, sqrt
from typing import NamedTuple

from corten.assets import AssetError, Mesh, fit_geom
from corten.compile.context import Context
from corten.compile.elements.primitives import Sizes
from corten.enums import GeomType
from corten.math.elementwise import pow
from corten.model.geom_bounds import corner_bounds, field_bounds
from corten.spec import Resolved
from corten.spec.frames import EPSILON, Pose, Vector, add, compose, conjugate, cross, rotate

# ---------------------------------------------------------------- the ellipsoid fluid model
# Coefficients of the ellipsoid fluid model: drag, lift, and the fluid that a shape takes along when it accelerates.


# Gauss-Kronrod rule with 15 points on [0, 1]: points and weights up to the middle, which they are symmetric about.
# MuJoCo's results come from points and weights with eight digits, so these have eight digits too.
_POINTS = (0.00427231, 0.02544604, 0.06756779, 0.12923441, 0.20695638, 0.29707742, 0.39610752, 0.5)
_WEIGHTS = (0.01146766, 0.03154605, 0.05239501, 0.07032663, 0.08450236, 0.09517529, 0.10221647, 0.10474107)


def _quadrature() -> tuple[tuple[float, float], ...]:
    """Return (point, weight) of a rule on [0, inf), which the substitution x^3 / (1 - x)^2 makes of [0, 1]."""
    points = _POINTS + tuple(round(1 - x, 8) for x in reversed(_POINTS[:-1]))
    weights = _WEIGHTS + tuple(reversed(_WEIGHTS[:-1]))
    return tuple(
        (x**3 / (1 - x) ** 2, w * x * x * (3 - x) / (1 - x) ** 3) for x, w in zip(points, weights, strict=True)
    )


QUADRATURE = _quadrature()

# [m, or of the longest half axis] five of these can still be multiplied
SLIMMEST = 1e-60


def fluid_coefficients(kind: GeomType, size: Sizes, coef: tuple[float, ...]) -> tuple[float, ...]:
    """Return the 12 numbers of `geom_fluid`: 1, five coefficients, virtual mass and inertia per density of the fluid.

    `coef` holds the drag (blunt, slender, angular) and lift (Kutta, Magnus) coefficients. The shape counts as the
    ellipsoid with its half axes.
    """
    a, b, c = half_axes(kind, size)
    volume = 4.0 / 3.0 * pi * a * b * c
    kx, ky, kz = kappa(a, b, c), kappa(b, c, a), kappa(c, a, b)
    mass = tuple(volume * k / max(EPSILON, 2 - k) for k in (kx, ky, kz))
    turning = (
        volume * _turning_factor(b * b, c * c, ky, kz) / 5,
        volume * _turning_factor(c * c, a * a, kz, kx) / 5,
        volume * _turning_factor(a * a, b * b, kx, ky) / 5,
    )
    return 1.0, *coef, *mass, *turning


def half_axes(kind: GeomType, size: Sizes) -> Sizes:
    """Return the half axes of the ellipsoid that stands for a shape [m]."""
    a, b, c = size
    match kind:
        case GeomType.SPHERE:
            return a, a, a
        case GeomType.CAPSULE:
            return a, a, a + b
        case GeomType.CYLINDER:
            return a, a, b
    return a, b, c


def kappa(a: float, b: float, c: float) -> float:
    """Return the added-mass integral of an ellipsoid for motion along its half axis a.

    kappa = integral over l from 0 to inf of a b c / sqrt((a^2 + l)^3 (b^2 + l) (c^2 + l)).
    """
    # only ratios matter: where products would leave the range of numbers, lengths are measured by the longest one
    if min(a, b, c) < SLIMMEST or max(a, b, c) > 1.0 / SLIMMEST:
        longest = max(a, b, c) or 1.0
        a, b, c = (max(x / longest, SLIMMEST) for x in (a, b, c))
    aa, bb, cc = 1.0 / (a * a), 1.0 / (b * b), 1.0 / (c * c)

    # lengths are measured in this unit, so that one rule serves large and small shapes
    scale = pow(a * a * a * b * c, 0.4)
    total = 0.0
    for point, weight in QUADRATURE:
        at = scale * point
        first = 1 + at * aa
        total += scale * weight / (first * sqrt(first * (1 + at * bb) * (1 + at * cc)))
    return total * aa


def _turning_factor(pp: float, qq: float, kp: float, kq: float) -> float:
    """Return the virtual inertia about the third axis, per mass / 5, from two squared half axes and their kappas."""
    return (pp - qq) * (pp - qq) * abs(kq - kp) / max(EPSILON, abs(2 * (pp - qq) + (pp + qq) * (kp - kq)))


# ---------------------------------------------------------------- meshes, height fields, primitives fitted to a mesh


class AssetShape(NamedTuple):
    """What an asset makes of a geom: its place in the body, sizes and bounds [m], volume, and the half sizes of the box
    with the same inertia; `offset` is the place of the asset in the geom's frame as written.
    """

    number: int
    pose: Pose
    size: Sizes
    aabb: tuple[float, ...]
    rbound: float
    volume: float
    box: Vector
    material: str | None
    offset: Pose

    def inertia(self, mass: float) -> Vector:
        """Return the principal moments [kg m^2] of a mass with this shape."""
        x, y, z = (half * half for half in self.box)
        return mass * (y + z) / 3, mass * (x + z) / 3, mass * (x + y) / 3

    def turned_velocity(self, velocity: tuple[float, ...]) -> tuple[float, ...]:
        """Return a velocity of the surface (linear, angular) in the frame of the asset."""
        pos, quat = self.offset
        turning = velocity[3:]
        linear = add(velocity[:3], cross(turning, pos))  # pyright: ignore[reportArgumentType]
        back = conjugate(quat)
        return (*rotate(back, linear), *rotate(back, turning))  # pyright: ignore[reportArgumentType]


NOWHERE: Pose = ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0))


def asset_shape(values: Resolved, kind: GeomType, pose: Pose, context: Context) -> AssetShape | None:
    """Return the shape that an asset gives to a geom at a pose; None for a geom that has no asset."""
    element = values.element
    if values["hfield"] is not None and kind != GeomType.HFIELD:
        raise element.error(f"hfield is given, but type is {values['type']}; make it hfield")
    if kind == GeomType.HFIELD:
        if values["hfield"] is None:
            raise element.error("hfield is missing; a geom of this type shows one")
        return _field_shape(context.ids["hfield"][values["hfield"]], pose, context)
    if values["mesh"] is None:
        if kind == GeomType.MESH:
            raise element.error("mesh is missing; a geom of this type shows one")
        # a grid of distances can be given to it later
        return AssetShape(-1, pose, *EMPTY, None, NOWHERE) if kind == GeomType.SDF else None
    return _mesh_shape(values, kind, pose, context)


EMPTY = ((0.0, 0.0, 0.0), (0.0,) * 6, 0.0, 0.0, (0.0, 0.0, 0.0))


def _field_shape(number: int, pose: Pose, context: Context) -> AssetShape:
    x, y, top, base = context.objects.hfields[number].size
    box, radius = field_bounds((x, y, top, base))
    return AssetShape(number, pose, (x, y, 0.25 * top + 0.5 * base), box, radius, 0.0, (0.0, 0.0, 0.0), None, NOWHERE)


def mesh_reach(mesh: Mesh) -> Vector:
    """Return how far the vertices of a mesh go from the origin of its frame along each axis [m]."""
    low, high = mesh.aabb()
    x, y, z = (max(abs(float(low[i])), abs(float(high[i]))) for i in range(3))
    return x, y, z


def _mesh_shape(values: Resolved, kind: GeomType, pose: Pose, context: Context) -> AssetShape:
    """Return the shape of a mesh, or of a primitive that is fitted to it."""
    number = context.ids["mesh"][values["mesh"]]
    mesh = context.objects.meshes[number].asset
    whole = kind in (GeomType.MESH, GeomType.SDF)
    centre: Vector = (0.0, 0.0, 0.0)
    size = centre
    if whole:
        if values["shellinertia"]:
            raise values.element.error("shellinertia is given; of a mesh the asset decides it: write inertia there")
    else:
        try:
            fitaabb = context.settings.fitaabb
            size, centre = fit_geom(mesh, kind, to_aabb=fitaabb, scale=values["fitscale"])
        except AssetError as trouble:
            raise values.element.error(str(trouble)) from None
    reach = mesh_reach(mesh)
    offset: Pose = (add(rotate(mesh.quat, centre), mesh.pos), mesh.quat)
    box, radius = corner_bounds(*mesh.aabb())
    return AssetShape(
        number=number,
        pose=compose(pose, offset),
        size=reach if whole else size,
        aabb=box,
        rbound=radius,
        volume=mesh.volume,
        box=mesh.box,
        material=context.objects.meshes[number].material,
        offset=offset,
    )
