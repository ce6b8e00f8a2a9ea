"""Bounds of geoms in their own frame: a box, as centre and half extents, and the radius of a sphere at its origin."""

from typing import TYPE_CHECKING

from corten.constants import MAXVAL
from corten.enums import GeomType
from corten.model.grids import grid_bounds
from corten.runtime import helper, sqrt

if TYPE_CHECKING:
    from collections.abc import Sequence

    from corten.assets.shape.triangle import Points
    from corten.model.model import Model

Box = tuple[float, ...]


@helper
def bounding_radius(kind, size):
    """Return the radius of the smallest sphere about the centre that holds a primitive [m]; 0 for a plane."""
    a, b, c = size
    if kind == GeomType.SPHERE:
        return a
    if kind == GeomType.CAPSULE:
        return a + b
    if kind == GeomType.CYLINDER:
        return sqrt(a * a + b * b)
    if kind == GeomType.ELLIPSOID:
        return max(max(a, b), c)
    if kind == GeomType.BOX:
        return sqrt(a * a + b * b + c * c)
    return 0.0


@helper
def bounding_box(kind, size):
    """Return centre and half extents of the box about a primitive [m]; a plane fills half of space."""
    a, b, c = size
    if kind == GeomType.PLANE:
        return (0.0, 0.0, -MAXVAL / 2, MAXVAL, MAXVAL, MAXVAL / 2)
    if kind == GeomType.SPHERE:
        return (0.0, 0.0, 0.0, a, a, a)
    if kind == GeomType.CAPSULE:
        return (0.0, 0.0, 0.0, a, a, a + b)
    if kind == GeomType.CYLINDER:
        return (0.0, 0.0, 0.0, a, a, b)
    return (0.0, 0.0, 0.0, a, b, c)


def corner_bounds(low: "Points", high: "Points") -> tuple[Box, float]:
    """Return box and radius of what lies between two corners, such as a mesh [m]."""
    x, y, z = (max(abs(float(low[i])), abs(float(high[i]))) for i in range(3))
    middle = [(float(high[i]) + float(low[i])) / 2 for i in range(3)]
    half = [(float(high[i]) - float(low[i])) / 2 for i in range(3)]
    return (*middle, *half), sqrt(x * x + y * y + z * z)


def field_bounds(size: "Sequence[float]") -> tuple[Box, float]:
    """Return box and radius of a height field from its four sizes [m]."""
    x, y, top, base = size
    return (0.0, 0.0, (top - base) / 2, x, y, (top + base) / 2), sqrt(x * x + y * y + max(top * top, base * base))


def geom_bounds(model: "Model", geom: int) -> tuple[Box, float]:
    """Return box and radius of a geom of a model as its type, size and asset are now [m]."""
    kind, asset, grid = GeomType(int(model.geom_type[geom])), int(model.geom_dataid[geom]), int(model.geom_sdf[geom])
    if kind == GeomType.SDF and grid >= 0:
        return grid_bounds(model.sdf_data[grid])
    if kind == GeomType.HFIELD:
        return field_bounds(model.hfield_size[asset].tolist())
    if kind in (GeomType.MESH, GeomType.SDF):
        return corner_bounds(*model.mesh_data[asset].aabb()) if asset >= 0 else ((0.0,) * 6, 0.0)
    size = model.geom_size[geom].tolist()
    return bounding_box(kind, size), bounding_radius(kind, size)
