"""Geoms whose shape is a mesh or a height field, or that are fitted to a mesh."""

from typing import NamedTuple

from corten.assets import AssetError, Mesh, fit_geom
from corten.compile.context import Context
from corten.compile.elements.shapes import Sizes
from corten.enums import GeomType
from corten.model.bounds import corner_bounds, field_bounds
from corten.spec import Resolved
from corten.spec.pose import Pose, Vector, add, compose, conjugate, cross, rotate


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
