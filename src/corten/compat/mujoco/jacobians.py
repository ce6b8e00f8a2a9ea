"""Jacobians of points, and rays and distances between geoms."""

from collections.abc import Callable
from typing import Any

import numpy as np

import corten
from corten.compat.mujoco.arguments import bind, bound, expect
from corten.compat.mujoco.stepping import mj_step
from corten.enums import StateBit
from corten.pipeline.transition import Nudges

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
    distance, geom, found = corten.ray_normal(
        m._model, d._data, pnt, vec, geomgroup=geomgroup, static=flg_static, exclude_body=max(bodyexclude, -1)
    )
    if geomid is not None:
        geomid[0] = geom
    if normal is not None:
        normal[:] = found
    return float(distance)


@bound
def mj_multiRay(
    m: Any, d: Any, pnt: np.ndarray, vec: np.ndarray, geomgroup: np.ndarray | None, flg_static: bool, *rest: Any
) -> None:
    """Cast rays from one point; write distances, geoms and normals, -1 where there is none within the cutoff."""
    bodyexclude, geomid, dist, normal, nray, cutoff = rest
    expect(len(dist) == nray and len(geomid) == nray, "dist and geomid should be of size nray")
    expect(len(vec) == 3 * nray, "vec should be of size 3*nray")
    expect(normal is None or len(normal) == 3 * nray, "normal should be of size 3*nray")
    distance, geom, found = corten.ray_normal(
        m._model,
        d._data,
        np.tile(pnt, (nray, 1)),
        vec.reshape(nray, 3),
        geomgroup=geomgroup,
        static=flg_static,
        exclude_body=max(bodyexclude, -1),
    )
    far = distance > cutoff
    dist[:], geomid[:] = np.where(far, -1.0, distance), np.where(far, -1, geom)
    if normal is not None:
        normal[:] = np.where(far[:, np.newaxis], 0.0, found).ravel()


@bound
def mj_geomDistance(m: Any, d: Any, geom1: int, geom2: int, distmax: float, fromto: np.ndarray | None) -> float:
    """Return the distance of two geoms, and write the shortest segment between them."""
    expect(fromto is None or fromto.size == 6, "fromto should be of size 6")
    distance, segment = corten.geom_distance(m._model, d._data, geom1, geom2, distmax)
    if fromto is not None:
        fromto.reshape(-1)[:] = np.ravel(segment)
    return float(distance)


# ---------------------------------------------------------------- derivatives by finite differences


@bound
def mjd_transitionFD(
    m: Any, d: Any, eps: float, flg_centered: bool, A: Matrix, B: Matrix, C: Matrix, D: Matrix
) -> None:
    """Compute the derivatives of a step: state and sensors after it by the state before it and by controls."""
    nx = 2 * m.nv + m.na
    for matrix, shape, words in (
        (A, (nx, nx), "A should be of shape (2*nv+na, 2*nv+na)"),
        (B, (nx, m.nu), "B should be of shape (2*nv+na, nu)"),
        (C, (m.nsensordata, nx), "C should be of shape (nsensordata, 2*nv+na)"),
        (D, (m.nsensordata, m.nu), "D should be of shape (nsensordata, nu)"),
    ):
        expect(matrix is None or matrix.shape == shape, words)
    # steps are those of the stand-in: they reset what is not finite, and call callbacks
    around: dict[corten.Data, Any] = {}

    def take_step(_: corten.Model, clone: corten.Data) -> None:
        if clone not in around:
            around[clone] = type(d)._over(d.model, clone)
        mj_step(m, around[clone])

    nudges = Nudges(m._model, d._data, eps, flg_centered, take_step)
    if A is not None or C is not None:
        _fill_matrix((A, C), nudges.by_state())
    if B is not None or D is not None:
        _fill_matrix((B, D), nudges.by_control())


def _fill_matrix(targets: tuple[Matrix, Matrix], values: tuple[np.ndarray, np.ndarray]) -> None:
    for target, value in zip(targets, values, strict=True):
        if target is not None:
            target[:] = value


@bound
def mjd_inverseFD(m: Any, d: Any, eps: float, flg_actuation: bool, *matrices: Matrix) -> None:
    """Compute the derivatives of inverse dynamics: force, sensors and mass matrix by qpos, qvel and qacc.

    Matrices are DfDq DfDv DfDa DsDq DsDv DsDa DmDq, with a row for each dof that is nudged.
    """
    nv, model = m.nv, m._model
    words = ("DfDq", "DfDv", "DfDa", "DsDq", "DsDv", "DsDa", "DmDq")
    widths = {"f": ("nv", nv), "s": ("nsensordata", m.nsensordata), "m": ("nC", m.nC)}
    for matrix, word in zip(matrices, words, strict=True):
        name, width = widths[word[1]]
        expect(matrix is None or matrix.shape == (nv, width), f"{word} should be of shape (nv, {name})")
    clone = d._data.copy()

    def outcome() -> dict[str, np.ndarray]:
        corten.inverse(model, clone)
        force = clone.qfrc_inverse.copy()
        if flg_actuation:
            corten.actuation(model, clone)
            force -= clone.qfrc_actuator
        for part in (corten.sensor_pos, corten.sensor_vel, corten.sensor_acc):
            part(model, clone)
        return {"f": force, "s": clone.sensordata.copy(), "m": clone.M.copy()}

    start = corten.get_state(model, d._data, StateBit.INTEGRATION)
    middle = outcome()
    for kind in "qva":
        wanted = [(matrix, word) for matrix, word in zip(matrices, words, strict=True) if word[-1] == kind]
        if all(matrix is None for matrix, _ in wanted):
            continue
        for dof in range(nv):
            corten.set_state(model, clone, start, StateBit.INTEGRATION)
            clone.qacc[:] = d.qacc
            along = np.zeros(nv)
            along[dof] = 1.0
            if kind == "q":
                corten.integrate_pos(model, clone.qpos, along, eps)
            else:
                (clone.qvel if kind == "v" else clone.qacc)[dof] += eps
            found = outcome()
            for matrix, word in wanted:
                if matrix is not None:
                    matrix[dof] = (found[word[1]] - middle[word[1]]) / eps
