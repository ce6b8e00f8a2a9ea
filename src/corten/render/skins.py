"""Skins: surfaces whose vertices follow the bones that they hang on."""

import numpy as np
from numpy.typing import NDArray

from corten.data import Data
from corten.enums import GeomType, ObjectType
from corten.model import Model
from corten.render.options import SceneOption, VisFlag
from corten.render.shapes import Shapes, fade, in_groups, make_shapes, put_material
from corten.render.surfaces import Surface, Surfaces, make_surface

Floats = NDArray[np.floating]


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
    point = skin_vertices(model, data, skin)
    faces = model.skin_face[model.skin_faceadr[skin] : model.skin_faceadr[skin] + model.skin_facenum[skin]]
    normal = smooth_normals(point, faces)
    point = point + float(model.skin_inflate[skin]) * normal
    texcoord = None
    if model.skin_texcoordadr[skin] >= 0:
        texcoord = model.skin_texcoord[model.skin_texcoordadr[skin] + faces]
    return make_surface(point[faces], normal[faces], texcoord)


def skin_vertices(model: Model, data: Data, skin: int) -> Floats:
    """Return the vertices of a skin [m]: the mean of where its bones take them, by their weights."""
    vertices = slice(model.skin_vertadr[skin], model.skin_vertadr[skin] + model.skin_vertnum[skin])
    bound, point = model.skin_vert[vertices].astype(float), np.zeros((int(model.skin_vertnum[skin]), 3))
    for bone in range(model.skin_boneadr[skin], model.skin_boneadr[skin] + model.skin_bonenum[skin]):
        body = model.skin_bonebodyid[bone]
        turn = data.xmat[body].reshape(3, 3) @ _matrix(model.skin_bonebindquat[bone].astype(float)).T
        entries = slice(model.skin_bonevertadr[bone], model.skin_bonevertadr[bone] + model.skin_bonevertnum[bone])
        numbers, weights = model.skin_bonevertid[entries], model.skin_bonevertweight[entries].astype(float)
        moved = data.xpos[body] + (bound[numbers] - model.skin_bonebindpos[bone]) @ turn.T
        # a bone may list a vertex twice
        np.add.at(point, numbers, weights[:, None] * moved)
    return point


def smooth_normals(point: Floats, faces: NDArray[np.integer]) -> Floats:
    """Return the normals of vertices: those of the triangles around them, by their areas."""
    across = np.cross(point[faces[:, 1]] - point[faces[:, 0]], point[faces[:, 2]] - point[faces[:, 0]])
    normal = np.zeros_like(point)
    for corner in range(3):
        np.add.at(normal, faces[:, corner], across)
    return normal / np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-15)


def _matrix(quat: Floats) -> Floats:
    """Return a rotation as a matrix."""
    w, x, y, z = quat / max(float(np.linalg.norm(quat)), 1e-15)
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )
