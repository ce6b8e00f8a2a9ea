"""Bounds of geoms as their type, size, mesh or grid of signed distances are now."""

from typing import TYPE_CHECKING

import numpy as np

from corten.assets.sdf_grid import SdfGrid
from corten.constants import MAXVAL
from corten.enums import GeomType
from corten.model.named import find_object
from corten.runtime import Vec3, Vec6, helper, sqrt

# ---------------------------------------------------------------- grids of signed distances in a model
# which geom has which, and where kernels find them


if TYPE_CHECKING:
    from corten.model.model import Model

# what a geom was before it got a grid: its number, size, box and bounding radius
SavedBounds = tuple[int, tuple[float, ...], tuple[float, ...], float]

# samples whose number still fits into the addresses of a grid
MOST_SAMPLES = 2**31 - 1


def set_grid(model: "Model", geom: str | int, grid: SdfGrid | None) -> None:
    """Give a geom of type sdf a grid, or take it away."""
    number = find_object(model, "geom", geom)
    if model.geom_type[number] != GeomType.SDF:
        kind = GeomType(int(model.geom_type[number])).name.lower()
        raise ValueError(f"geom {_called(model, number)} has type {kind}; only geoms of type sdf can have a grid")
    if grid is not None and not isinstance(grid, SdfGrid):
        raise TypeError(f"a corten.SdfGrid or None required, not {type(grid).__name__}")

    # grids in the order of the geoms that have them, each once
    owned = {int(g): model.sdf_data[model.geom_sdf[g]] for g in np.flatnonzero(model.geom_sdf >= 0)}
    owned.pop(number, None)
    if grid is not None:
        owned[number] = grid
    grids = list({id(owned[g]): owned[g] for g in sorted(owned)}.values())
    if sum(one.distances.size for one in grids) > MOST_SAMPLES:
        raise ValueError(f"all grids together may have {MOST_SAMPLES} samples")
    _store(model, grids)
    shown = model.engine_view().geom_sdf
    shown[:] = -1
    for g, one in owned.items():
        shown[g] = next(i for i, known in enumerate(grids) if known is one)
    _bound(model, number, grid)
    model._assets["sdf"] = tuple(grids)


def _called(model: "Model", number: int) -> str:
    """Return how to speak of a geom."""
    name = model.name("geom", number)
    return repr(name) if name else str(number)


def _store(model: "Model", grids: list[SdfGrid]) -> None:
    """Write grids and their surfaces into the arrays that kernels read."""
    shells = [grid.shell for grid in grids]
    counts = {
        "nsdf": len(grids),
        "nsdfdata": sum(grid.distances.size for grid in grids),
        "nsdfblock": sum(len(shell.blocks) for shell in shells),
        "nsdfpoint": sum(len(shell.points) for shell in shells),
    }
    model.grow(**{name.replace("n", "max", 1): count for name, count in counts.items()})
    fields = model.engine_view()
    for name, count in counts.items():
        setattr(fields, name, count)
    data, block, point = 0, 0, 0
    for i, (grid, shell) in enumerate(zip(grids, shells, strict=True)):
        fields.sdf_origin[i], fields.sdf_cell[i], fields.sdf_shape[i] = (
            grid.origin,
            grid.cell_size,
            grid.distances.shape,
        )
        fields.sdf_adr[i], fields.sdf_blockadr[i], fields.sdf_blocknum[i] = data, block, len(shell.blocks)
        fields.sdf_distance[data : data + grid.distances.size] = grid.distances.ravel()
        fields.sdf_block[block : block + len(shell.blocks)] = shell.blocks + np.array([point, 0])
        fields.sdf_blockbox[block : block + len(shell.blocks)] = shell.boxes
        fields.sdf_point[point : point + len(shell.points)] = shell.points
        data, block, point = data + grid.distances.size, block + len(shell.blocks), point + len(shell.points)


def _bound(model: "Model", number: int, grid: SdfGrid | None) -> None:
    """Set size, box and bounding radius of a geom from its grid, or back to what they were without one."""
    before: dict[int, SavedBounds] = {entry[0]: entry for entry in model._assets.get("sdf_before", ())}
    if number not in before:
        size, box = tuple(model.geom_size[number].tolist()), tuple(model.geom_aabb[number].tolist())
        before[number] = number, size, box, float(model.geom_rbound[number])
    if grid is None:
        _, size, box, radius = before.pop(number)
        model.geom_size[number], model.geom_aabb[number], model.geom_rbound[number] = size, box, radius
    else:
        box, radius = grid_bounds(grid)
        model.geom_size[number], model.geom_aabb[number], model.geom_rbound[number] = box[3:], box, radius
    model._assets["sdf_before"] = tuple(before.values())


def grid_bounds(grid: SdfGrid) -> tuple[tuple[float, ...], float]:
    """Return the box of a grid's inside, as centre and half extents, and the radius of the sphere around it [m]."""
    low, high = grid.aabb()
    middle, half = 0.5 * (low + high), 0.5 * (high - low)
    return (*middle, *half), float(np.linalg.norm(np.abs(middle) + half))


def carry_over_grids(old: "Model", new: "Model", pairs: list[tuple[int, int]]) -> None:
    """Give geoms of a new model the grids of the same geoms of an old one; `pairs` are (old number, new number)."""
    for before, after in pairs:
        if old.geom_sdf[before] >= 0 and new.geom_type[after] == GeomType.SDF:
            set_grid(new, after, old.sdf_data[old.geom_sdf[before]])


# ---------------------------------------------------------------- bounds of geoms in their own frame
# a box, as centre and half extents, and the radius of a sphere at its origin


if TYPE_CHECKING:
    from collections.abc import Sequence

    from corten.assets.shape.triangles import Points
    from corten.model.model import Model

Box = tuple[float, ...]


@helper
def bounding_radius(kind: int, size: Vec3) -> float:
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
def bounding_box(kind: int, size: Vec3) -> Vec6:
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
