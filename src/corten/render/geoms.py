"""Shapes of geoms and sites."""

import numpy as np

from corten.data import Data
from corten.enums import GeomType, ObjectType
from corten.model import Model
from corten.render.islands import paint_islands
from corten.render.options import SceneOption, VisFlag
from corten.render.shapes import Shapes, fade, in_groups, make_shapes, put_material, scene_sizes
from corten.render.surfaces import Surfaces

ON_MESHES = (GeomType.MESH, GeomType.SDF)


def geom_shapes(model: Model, data: Data, option: SceneOption, surfaces: Surfaces) -> Shapes:
    """Return the geoms of groups that are shown and that have any colour."""
    shapes = _shown(model, data, option, "geom")
    rows, kind = shapes.objid, shapes.type
    shapes.shadow = model.geom_castshadow[rows].astype(bool)
    if option.shows(VisFlag.ISLAND):
        paint_islands(model, data, shapes, model.geom_bodyid[rows])
    shapes.surface = _surfaces_of(model, rows, option, surfaces)
    shapes.size = np.where((shapes.surface >= 0)[:, None], 1.0, shapes.size)
    nothing = (shapes.surface < 0) & np.isin(kind, (GeomType.HFIELD, *ON_MESHES))
    return shapes.take((shapes.rgba[:, 3] != 0.0) & ~nothing)


def _surfaces_of(model: Model, rows: np.ndarray, option: SceneOption, surfaces: Surfaces) -> np.ndarray:
    """Return the surfaces of triangles that geoms show, -1 for those that are simple shapes."""
    found = np.full(len(rows), -1, np.int32)
    hulls = option.shows(VisFlag.CONVEXHULL)
    made = np.isin(model.geom_type[rows], (GeomType.HFIELD, *ON_MESHES))
    has = (model.geom_dataid[rows] >= 0) | (model.geom_sdf[rows] >= 0)
    for i in np.flatnonzero(made & has):
        geom = rows[i]
        asset, grid = int(model.geom_dataid[geom]), int(model.geom_sdf[geom])
        if model.geom_type[geom] == GeomType.SDF and grid >= 0:
            found[i] = surfaces.grid(grid)
        elif asset < 0:
            continue
        elif model.geom_type[geom] == GeomType.HFIELD:
            found[i] = surfaces.height_field(asset)
        elif hulls and (model.geom_contype[geom] or model.geom_conaffinity[geom]):
            found[i] = surfaces.hull(asset)
        else:
            found[i] = surfaces.mesh(asset)
    return found


def site_shapes(model: Model, data: Data, option: SceneOption, surfaces: Surfaces) -> Shapes:
    """Return the sites of groups that are shown and that have any colour."""
    shapes = _shown(model, data, option, "site")
    rows, kind = shapes.objid, shapes.type
    if (kind == GeomType.MESH).any():
        assets = model.site_dataid[rows]
        numbers = [surfaces.mesh(int(asset)) if asset >= 0 else -1 for asset in assets]
        shapes.surface = np.where(kind == GeomType.MESH, numbers, -1)
        shapes.size = np.where((shapes.surface >= 0)[:, None], 1.0, shapes.size)
    return shapes.take(shapes.rgba[:, 3] != 0.0)


def _shown(model: Model, data: Data, option: SceneOption, of: str) -> Shapes:
    """Return geoms or sites of groups that are shown, with their material; surfaces are left to the caller."""
    own = {name: getattr(model, f"{of}_{name}") for name in ("bodyid", "group", "type", "size", "matid", "rgba")}
    moving = model.body_weldid[own["bodyid"]] != 0
    shown = in_groups(own["group"], getattr(option, f"{of}group"))
    if not option.shows(VisFlag.STATIC):
        shown &= moving
    rows = np.flatnonzero(shown)
    kind = own["type"][rows]
    shapes = make_shapes(
        len(rows),
        type=kind,
        size=scene_sizes(kind, own["size"][rows]),
        pos=getattr(data, f"{of}_xpos")[rows],
        mat=getattr(data, f"{of}_xmat")[rows],
        objtype=ObjectType[of.upper()],
        objid=rows,
    )
    put_material(model, shapes, own["matid"][rows], own["rgba"][rows], option)
    fade(model, shapes, moving[rows], option)
    return shapes
