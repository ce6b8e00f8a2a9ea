"""Skins: surfaces whose vertices follow the bones that they hang on."""

import numpy as np

from corten.data import Data
from corten.enums import GeomType, ObjectType
from corten.model import Model
from corten.model.skinning import skin_points
from corten.render.options import SceneOption, VisFlag
from corten.render.shapes import Shapes, fade, in_groups, make_shapes, put_material
from corten.render.surfaces import Surface, Surfaces, make_surface


def skin_shapes(model: Model, data: Data, option: SceneOption, surfaces: Surfaces, view: int) -> Shapes:
    """Return the skins of groups that are shown; those of each view are surfaces of their own."""
    shown = in_groups(model.skin_group, option.skingroup) & option.shows(VisFlag.SKIN)
    rows = np.flatnonzero(shown)
    shapes = make_shapes(len(rows), type=GeomType.MESH, objtype=ObjectType.SKIN, objid=rows)
    put_material(model, shapes, model.skin_matid[rows], model.skin_rgba[rows], option)
    fade(model, shapes, np.ones(len(rows), bool), option)
    shapes = shapes.take(shapes.rgba[:, 3] != 0.0)
    for i, skin in enumerate(shapes.objid.tolist()):
        shapes.surface[i] = surfaces.replace(("skin", skin, view), lambda skin=skin: skin_surface(model, data, skin))
    return shapes


def skin_surface(model: Model, data: Data, skin: int) -> Surface:
    """Return a skin where the bodies are now."""
    point, normal, faces = skin_points(model, data.xpos, data.xmat, skin)
    texcoord = None
    if model.skin_texcoordadr[skin] >= 0:
        texcoord = model.skin_texcoord[model.skin_texcoordadr[skin] + faces]
    return make_surface(point[faces], normal[faces], texcoord)
