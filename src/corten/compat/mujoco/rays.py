"""Rays against one thing alone: a mesh, a height field, a flex, or the triangles of a skin."""

from types import SimpleNamespace
from typing import Any

import numpy as np

import corten
from corten.compat.mujoco._errors import FatalError
from corten.compat.mujoco.arguments import bound, expect
from corten.enums import GeomType
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
