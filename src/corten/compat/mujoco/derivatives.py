"""Derivatives by finite differences: of a step, and of inverse dynamics."""

from typing import Any

import numpy as np

import corten
from corten.compat.mujoco.arguments import bound, expect
from corten.compat.mujoco.stepping import mj_step
from corten.enums import StateBit
from corten.pipeline.transition import Nudges

Matrix = np.ndarray | None


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

    def take_step(_: corten.Model, twin: corten.Data) -> None:
        if twin not in around:
            around[twin] = type(d)._over(d.model, twin)
        mj_step(m, around[twin])

    nudges = Nudges(m._model, d._data, eps, flg_centered, take_step)
    if A is not None or C is not None:
        _fill((A, C), nudges.by_state())
    if B is not None or D is not None:
        _fill((B, D), nudges.by_control())


def _fill(targets: tuple[Matrix, Matrix], values: tuple[np.ndarray, np.ndarray]) -> None:
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
    twin = d._data.copy()

    def outcome() -> dict[str, np.ndarray]:
        corten.inverse(model, twin)
        force = twin.qfrc_inverse.copy()
        if flg_actuation:
            corten.actuation(model, twin)
            force -= twin.qfrc_actuator
        for part in (corten.sensor_pos, corten.sensor_vel, corten.sensor_acc):
            part(model, twin)
        return {"f": force, "s": twin.sensordata.copy(), "m": twin.M.copy()}

    start = corten.get_state(model, d._data, StateBit.INTEGRATION)
    middle = outcome()
    for kind in "qva":
        wanted = [(matrix, word) for matrix, word in zip(matrices, words, strict=True) if word[-1] == kind]
        if all(matrix is None for matrix, _ in wanted):
            continue
        for dof in range(nv):
            corten.set_state(model, twin, start, StateBit.INTEGRATION)
            twin.qacc[:] = d.qacc
            along = np.zeros(nv)
            along[dof] = 1.0
            if kind == "q":
                corten.integrate_pos(model, twin.qpos, along, eps)
            else:
                (twin.qvel if kind == "v" else twin.qacc)[dof] += eps
            found = outcome()
            for matrix, word in wanted:
                if matrix is not None:
                    matrix[dof] = (found[word[1]] - middle[word[1]]) / eps
