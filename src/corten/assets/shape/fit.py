"""Sizes of primitive geoms that stand for a mesh."""

from corten.assets.mesh import Mesh
from corten.assets.shape.principal_axes import Vector
from corten.enums import GeomType
from corten.errors import AssetError

ORIGIN: Vector = (0.0, 0.0, 0.0)


def fit_geom(mesh: Mesh, kind: GeomType, *, to_aabb: bool = False, scale: float = 1.0) -> tuple[Vector, Vector]:
    """Return (size, centre in the frame of the mesh) of a primitive in place of a mesh.

    It has about the inertia of the mesh, or is the smallest whose bounding box holds that of the mesh.
    """
    low, high = (tuple(float(number) for number in corner) for corner in mesh.aabb())
    centre = ORIGIN
    x, y, z = mesh.box
    if to_aabb:
        centre = ((low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2)
        x, y, z = (high[i] - centre[i] for i in range(3))

    # a capsule's caps take some of its length
    match kind, to_aabb:
        case GeomType.SPHERE, False:
            size = ((x + y + z) / 3, 0.0, 0.0)
        case GeomType.SPHERE, True:
            size = (max(x, y, z), 0.0, 0.0)
        case GeomType.CAPSULE, False:
            size = ((x + y) / 2, max(0.0, z - (x + y) / 4), 0.0)
        case GeomType.CAPSULE, True:
            size = (max(x, y), z - max(x, y), 0.0)
        case GeomType.CYLINDER, _:
            size = (max(x, y) if to_aabb else (x + y) / 2, z, 0.0)
        case ((GeomType.ELLIPSOID | GeomType.BOX), _):
            size = (x, y, z)
        case _:
            raise AssetError(f"a geom of type {kind.name.lower()} cannot be fitted to a mesh")
    return (size[0] * scale, size[1] * scale, size[2] * scale), centre
