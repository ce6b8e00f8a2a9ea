"""Jacobians of points, and rays and distances between geoms."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import numpy as np

import corten
from corten.compat.mujoco.arguments import bind, bound, expect
from corten.queries.ray import ManyRays, SingleRay, group_bits, many_rays
from corten.raycast.cast import ALL_GROUPS

Matrix = np.ndarray | None


def _check_shapes(m: Any, first: Matrix, second: Matrix, words: tuple[str, str] = ("jacp", "jacr")) -> None:
    shape = 3, m.nv
    if first is not None and first.shape != shape:
        raise TypeError(f"{words[0]} should be of shape (3, nv)")
    if second is not None and second.shape != shape:
        raise TypeError(f"{words[1]} should be of shape (3, nv)")


def _fill(target: Matrix, values: np.ndarray) -> None:
    if target is not None:
        target[:] = values


def _object_jacobian(find: Callable[..., tuple[np.ndarray, np.ndarray]]) -> Callable[..., None]:
    def call(m: Any, d: Any, jacp: Matrix, jacr: Matrix, number: int) -> None:
        _check_shapes(m, jacp, jacr)
        if jacp is not None and jacr is not None:
            find(m._model, d._data, number, out=(jacp, jacr))
            return
        translation, rotation = find(m._model, d._data, number)
        _fill(jacp, translation)
        _fill(jacr, rotation)

    return call


for _name, _find in (
    ("mj_jacBody", corten.jac_body),
    ("mj_jacBodyCom", corten.jac_body_com),
    ("mj_jacGeom", corten.jac_geom),
    ("mj_jacSite", corten.jac_site),
):
    bind(_name, _object_jacobian(_find))


@bound
def mj_jac(m: Any, d: Any, jacp: Matrix, jacr: Matrix, point: np.ndarray, body: int) -> None:
    """Compute the Jacobians of a point that moves with a body."""
    _check_shapes(m, jacp, jacr)
    if jacp is not None and jacr is not None:
        corten.jac(m._model, d._data, point, body, out=(jacp, jacr))
        return
    translation, rotation = corten.jac(m._model, d._data, point, body)
    _fill(jacp, translation)
    _fill(jacr, rotation)


@bound
def mj_jacSubtreeCom(m: Any, d: Any, jacp: Matrix, body: int) -> None:
    """Compute the Jacobian of the centre of mass of a subtree."""
    _check_shapes(m, jacp, None)
    if jacp is not None:
        corten.jac_subtree_com(m._model, d._data, body, out=jacp)


# ---------------------------------------------------------------- rays and distances


@bound
def mj_ray(
    m: Any, d: Any, pnt: np.ndarray, vec: np.ndarray, geomgroup: np.ndarray | None, flg_static: bool, *rest: Any
) -> float:
    """Return the distance to the first visible geom on a ray, -1 if there is none."""
    bodyexclude, geomid, normal = rest
    found = np.empty(3) if normal is None else normal
    groups = ALL_GROUPS if geomgroup is None else group_bits(geomgroup)
    answer: Any = None
    with suppress(KeyError):
        answer = d._data._attached[SingleRay](m._model, pnt, vec, groups, flg_static, max(bodyexclude, -1), found)
    if answer.__class__ is not tuple:
        distance, geom, found = corten.ray_normal(
            m._model, d._data, pnt, vec, geomgroup=geomgroup, static=flg_static, exclude_body=max(bodyexclude, -1)
        )
        answer = float(distance), geom
        if normal is not None:
            normal[:] = found
    if geomid is not None:
        geomid[0] = answer[1]
    return answer[0]


@bound
def mj_multiRay(
    m: Any, d: Any, pnt: np.ndarray, vec: np.ndarray, geomgroup: np.ndarray | None, flg_static: bool, *rest: Any
) -> None:
    """Cast rays from one point; write distances, geoms and normals, -1 where there is none within the cutoff."""
    bodyexclude, geomid, dist, normal, nray, cutoff = rest
    expect(len(dist) == nray and len(geomid) == nray, "dist and geomid should be of size nray")
    expect(len(vec) == 3 * nray, "vec should be of size 3*nray")
    expect(normal is None or len(normal) == 3 * nray, "normal should be of size 3*nray")
    groups = ALL_GROUPS if geomgroup is None else group_bits(geomgroup)
    origins = np.empty((nray, 3))
    origins[:] = pnt
    given = origins, vec.reshape(nray, 3), groups, flg_static, max(bodyexclude, -1), cutoff
    found = np.empty((nray, 3)) if normal is None else normal.reshape(nray, 3)
    try:
        if d._data._attached[ManyRays](m._model, *given, dist, geomid, found) == 0:
            return
    except KeyError:
        pass
    # as a user of many rays is told what is wrong with them
    many_rays(*given[:2])
    dist[:], geomid[:], found = ManyRays.answer(m._model, d._data, given)
    if normal is not None:
        normal[:] = found.ravel()


def mj_geomDistance(m: Any, d: Any, geom1: int, geom2: int, distmax: float, fromto: np.ndarray | None) -> float:
    """Return the distance of two geoms, and write the shortest segment between them."""
    if fromto is None or fromto.ndim == 1:
        return corten.geom_distance(m._model, d._data, geom1, geom2, distmax, out=fromto)[0]
    expect(fromto.size == 6, "fromto should be of size 6")
    distance, segment = corten.geom_distance(m._model, d._data, geom1, geom2, distmax)
    fromto[:] = segment.reshape(fromto.shape)
    return distance


bind("mj_geomDistance", mj_geomDistance, {"fromto": (6,)})
