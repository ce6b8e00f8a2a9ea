"""Skins: where their vertices are when bodies are somewhere."""

import numpy as np
from numpy.typing import NDArray

from corten.model.model import Model

Floats = NDArray[np.floating]


def skin_points(model: Model, xpos: Floats, xmat: Floats, skin: int) -> tuple[Floats, Floats, NDArray[np.integer]]:
    """Return vertices [m] and their normals of a skin, given the poses of bodies, and its triangles."""
    point = skin_vertices(model, xpos, xmat, skin)
    faces = model.skin_face[model.skin_faceadr[skin] : model.skin_faceadr[skin] + model.skin_facenum[skin]]
    normal = smooth_normals(point, faces)
    return point + float(model.skin_inflate[skin]) * normal, normal, faces


def skin_vertices(model: Model, xpos: Floats, xmat: Floats, skin: int) -> Floats:
    """Return the vertices of a skin [m]: the mean of where its bones take them, by their weights."""
    vertices = slice(model.skin_vertadr[skin], model.skin_vertadr[skin] + model.skin_vertnum[skin])
    bound, point = model.skin_vert[vertices].astype(float), np.zeros((int(model.skin_vertnum[skin]), 3))
    for bone in range(model.skin_boneadr[skin], model.skin_boneadr[skin] + model.skin_bonenum[skin]):
        body = model.skin_bonebodyid[bone]
        turn = xmat[body].reshape(3, 3) @ _matrix(model.skin_bonebindquat[bone].astype(float)).T
        entries = slice(model.skin_bonevertadr[bone], model.skin_bonevertadr[bone] + model.skin_bonevertnum[bone])
        numbers, weights = model.skin_bonevertid[entries], model.skin_bonevertweight[entries].astype(float)
        moved = xpos[body] + (bound[numbers] - model.skin_bonebindpos[bone]) @ turn.T
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
