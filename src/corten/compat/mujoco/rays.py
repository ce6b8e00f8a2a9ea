"""Rays against one thing alone: a mesh, a height field, a flex, or the triangles of a skin."""

from types import SimpleNamespace
from typing import Any

import numpy as np

import corten
from corten.compat.mujoco._errors import FatalError
from corten.compat.mujoco.arguments import FUNCTIONS, NAMES, bound, expect, missing
from corten.compat.mujoco.scene import unit
from corten.enums import GeomType
from corten.model.skinning import skin_points
from corten.raycast.cast import ray_geom
from corten.raycast.flex import NOTHING
from corten.raycast.shapes import ray_box
from corten.raycast.skin import ray_skin_face


@bound
def mj_rayMesh(m: Any, d: Any, geomid: int, *ray: Any) -> float:
    """Return the distance at which a ray meets a geom that is a mesh, -1 if it does not."""
    return _meet(m, d, geomid, (GeomType.MESH, GeomType.SDF), "mesh", *ray)


@bound
def mj_rayHfield(m: Any, d: Any, geomid: int, *ray: Any) -> float:
    """Return the distance at which a ray meets a geom that is a height field, -1 if it does not."""
    return _meet(m, d, geomid, (GeomType.HFIELD,), "hfield", *ray)


def _meet(m: Any, d: Any, geom: int, kinds: tuple[GeomType, ...], word: str, *ray: Any) -> float:
    """Return where a ray meets a geom, in lengths of its direction, and write the normal there, zeros for none."""
    pnt, vec, normal = ray
    if not 0 <= geom < m.ngeom:
        raise FatalError(f"geom {geom} does not exist; the model has {m.ngeom}")
    if int(m.geom_type[geom]) not in kinds:
        raise FatalError(f"geom with {word} type expected")
    hit = ray_geom(m._model, d._data, geom, tuple(map(float, pnt)), tuple(map(float, vec)))
    if normal is not None:
        normal[:] = hit.normal if hit.x >= 0 else 0.0
    return float(hit.x)


@bound
def mj_rayFlex(m: Any, d: Any, flex_layer: int, *given: Any) -> float:
    """Return the distance at which a ray meets parts of a flex, -1 if it does not."""
    *flags, flexid, pnt, vec, vertid, normal = given
    words = ("vertices", "edges", "faces", "skin")
    parts = [word for word, flag in zip(words, flags, strict=True) if flag]
    if not 0 <= flexid < m.nflex:
        raise FatalError(f"flex {flexid} does not exist; the model has {m.nflex}")
    distance, vertex, found = corten.ray_flex(m._model, d._data, flexid, pnt, vec, parts=parts, layer=flex_layer)
    if vertid is not None:
        vertid[0] = vertex
    if normal is not None:
        normal[:] = found
    return float(distance)


@bound
def mju_raySkin(nface: int, nvert: int, face: np.ndarray, vert: np.ndarray, *ray: Any) -> float:
    """Return the distance at which a ray meets triangles, -1 if it meets none; write which vertex is nearest."""
    pnt, vec, vertid = ray
    if nface < 0 or nvert < 0:
        raise ValueError("nface and nvert should not be negative")
    expect(face.size == 3 * nface, "face should be of size 3*nface")
    expect(vert.size == 3 * nvert, "vert should be of size 3*nvert")
    points, faces = vert.reshape(-1, 3).astype(float), face.reshape(-1, 3)
    if faces.size and not 0 <= faces.min() <= faces.max() < nvert:
        raise ValueError(f"face names vertices {faces.min()} to {faces.max()}; there are {nvert}, counted from 0")
    best = NOTHING
    if nface and _meets_bounds(points, pnt, vec):
        skin = SimpleNamespace(vert=points, face=faces)
        for number in range(nface):
            best = ray_skin_face(skin, number, tuple(map(float, pnt)), tuple(map(float, vec)), best)
    if vertid is not None:
        vertid[0] = best.vertex
    return float(best.x)


def _meets_bounds(points: np.ndarray, pnt: np.ndarray, vec: np.ndarray) -> bool:
    """Tell whether a ray meets the box around points."""
    low, high = points.min(axis=0), points.max(axis=0)
    start = pnt - 0.5 * (low + high)
    return bool(ray_box(tuple(0.5 * (high - low)), tuple(start), tuple(map(float, vec))).x >= 0)


# ---------------------------------------------------------------- which body is at a place of a window


SHOWN = NAMES["enums"]["mjtVisFlag"]

# distance, number of what is met, its body, and the point that is selected
Pick = tuple[float, int, int, Any]
NONE: Pick = (-1.0, -1, -1, None)


@bound
def mjv_select(m: Any, d: Any, vopt: Any, aspectratio: float, relx: float, rely: float, *given: Any) -> int:
    """Return the body at a place of the window, -1 for none; write the point, and which geom, flex or skin it is."""
    scn, selpnt, *ids = given
    eye, ray = _ray_through(scn, aspectratio, relx, rely)
    hits = [_pick_geom(m, d, vopt, eye, ray), _pick_flex(m, d, vopt, eye, ray), _pick_skin(m, d, vopt, eye, ray)]
    met = [hit[0] for hit in hits if hit[0] >= 0]
    nearest = next((i for i, hit in enumerate(hits) if met and hit[0] == min(met)), -1)
    for i, number in enumerate(ids):
        number[0] = hits[i][1] if i == nearest else -1
    if nearest < 0:
        return -1
    _, _, body, point = hits[nearest]
    selpnt[:] = point
    return body


def _ray_through(scn: Any, aspectratio: float, relx: float, rely: float) -> tuple[np.ndarray, np.ndarray]:
    """Return where a ray through a place of the window begins, and its direction."""
    first, second = scn.camera
    if first.orthographic != second.orthographic:
        raise FatalError("cannot average perspective and orthographic cameras")
    bottom, top, centre, near = (
        0.5 * (float(getattr(first, f"frustum_{word}")) + float(getattr(second, f"frustum_{word}")))
        for word in ("bottom", "top", "center", "near")
    )
    eye, forward, up = np.zeros((3, 3))
    FUNCTIONS["mjv_cameraInModel"](eye, forward, up, scn)
    left = unit(np.cross(up, forward))
    across = centre + (2 * relx - 1) * 0.5 * aspectratio * (top - bottom)
    offset = (bottom + rely * (top - bottom)) * up - across * left
    return (eye + offset, forward) if first.orthographic else (eye, unit(near * forward + offset))


def _pick_geom(m: Any, d: Any, vopt: Any, eye: np.ndarray, ray: np.ndarray) -> Pick:
    static = bool(vopt.flags[SHOWN["mjVIS_STATIC"]])
    distance, geom = corten.ray(m._model, d._data, eye, ray, geomgroup=vopt.geomgroup, static=static)
    return (float(distance), int(geom), int(m.geom_bodyid[geom]), eye + distance * ray) if distance >= 0 else NONE


def _pick_flex(m: Any, d: Any, vopt: Any, eye: np.ndarray, ray: np.ndarray) -> Pick:
    flags = [bool(vopt.flags[SHOWN[f"mjVIS_FLEX{part}"]]) for part in ("VERT", "EDGE", "FACE", "SKIN")]
    best = NONE
    for flex in range(m.nflex if any(flags) else 0):
        vertex = np.zeros(1, np.int32)
        distance = FUNCTIONS["mj_rayFlex"](m, d, vopt.flex_layer, *flags, flex, eye, ray, vertex)
        if distance >= 0 and (best[0] < 0 or distance < best[0]):
            if m.flex_interp[flex]:
                raise missing("mjv_select of a flex with nodes", "mj_rayFlex gives the nearest vertex")
            number = int(m.flex_vertadr[flex]) + int(vertex[0])
            best = distance, flex, int(m.flex_vertbodyid[number]), d.flexvert_xpos[number]
    return best


def _pick_skin(m: Any, d: Any, vopt: Any, eye: np.ndarray, ray: np.ndarray) -> Pick:
    best = NONE
    for skin in range(m.nskin if vopt.flags[SHOWN["mjVIS_SKIN"]] else 0):
        distance, vertex, _ = corten.ray_skin(m._model, d._data, skin, eye, ray)
        if distance >= 0 and (best[0] < 0 or distance < best[0]):
            points, _, _ = skin_points(m._model, d._data.xpos, d._data.xmat, skin)
            point = points[int(vertex)].astype(np.float32)
            best = float(distance), skin, _strongest_bone(m, skin, int(vertex)), point
    return best


def _strongest_bone(m: Any, skin: int, vertex: int) -> int:
    """Return the body that moves a vertex of a skin most."""
    bones = range(int(m.skin_boneadr[skin]), int(m.skin_boneadr[skin]) + int(m.skin_bonenum[skin]))
    weights = {}
    for bone in bones:
        rows = slice(int(m.skin_bonevertadr[bone]), int(m.skin_bonevertadr[bone]) + int(m.skin_bonevertnum[bone]))
        mine = m.skin_bonevertweight[rows][m.skin_bonevertid[rows] == vertex]
        weights[bone] = float(mine.max()) if len(mine) else -1.0
    return int(m.skin_bonebodyid[max(weights, key=lambda bone: weights[bone])])
