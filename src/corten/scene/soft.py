"""Flexes and skins: one row for each, whose vertices move in the world; who draws them makes their triangles."""

import numpy as np

from corten.data import Data
from corten.enums import ObjectType
from corten.model import Model
from corten.scene.options import Category, SceneOption, VisFlag
from corten.scene.shapes import FLEX, SKIN, Shapes, fade, in_groups, make_shapes, put_material
from corten.scene.solids import paint_islands


def flex_shapes(model: Model, data: Data, option: SceneOption) -> Shapes:
    """Return the flexes of groups that are shown and that have any colour."""
    shapes = flex_looks(model, option)
    if option.shows(VisFlag.ISLAND):
        bodies = [_first_moving_body(model, flex) for flex in shapes.objid.tolist()]
        paint_islands(model, data, shapes, np.array(bodies, int))
    return shapes.take(shapes.rgba[:, 3] != 0.0)


def flex_looks(model: Model, option: SceneOption) -> Shapes:
    """Return the flexes of groups that are shown, with all that follows from the model alone."""
    rows = np.flatnonzero(in_groups(model.flex_group, option.flexgroup))
    shapes = _soft_shapes(FLEX, ObjectType.FLEX, rows)
    first = [int(model.flex_matid[model.flex_elemadr[i]]) if model.flex_elemnum[i] else -1 for i in rows.tolist()]
    put_material(model, shapes, np.array(first, int), model.flex_rgba[rows], option)
    fade(model, shapes, np.ones(len(rows), bool), option)
    shapes.material = np.where(model.flex_texcoordadr[rows] >= 0, shapes.material, -1)
    return shapes


def skin_shapes(model: Model, option: SceneOption) -> Shapes:
    """Return the skins of groups that are shown and that have any colour."""
    rows = np.flatnonzero(in_groups(model.skin_group, option.skingroup) & option.shows(VisFlag.SKIN))
    shapes = _soft_shapes(SKIN, ObjectType.SKIN, rows)
    put_material(model, shapes, model.skin_matid[rows], model.skin_rgba[rows], option)
    fade(model, shapes, np.ones(len(rows), bool), option)
    return shapes.take(shapes.rgba[:, 3] != 0.0)


def _soft_shapes(kind: int, objtype: ObjectType, rows: np.ndarray) -> Shapes:
    return make_shapes(len(rows), type=kind, objtype=objtype, objid=rows, category=Category.DYNAMIC)


def _first_moving_body(model: Model, flex: int) -> int:
    """Return the first body of a flex that moves, -1 if all stand still."""
    kind = "node" if model.flex_interp[flex] else "vert"
    first, count = (int(getattr(model, f"flex_{kind}{part}")[flex]) for part in ("adr", "num"))
    bodies = getattr(model, f"flex_{kind}bodyid")[first : first + count]
    moving = bodies[model.body_treeid[bodies] >= 0]
    return int(moving[0]) if len(moving) else -1
