"""Derivatives of steps and of inverse dynamics by finite differences."""

from typing import Any

import numpy as np

import corten
from corten.batch.arguments import lane_count
from corten.batch.engine import TeamSize
from corten.compat.mujoco._callbacks import is_inside
from corten.compat.mujoco.arguments import bound, expect
from corten.compat.mujoco.stepping import mj_step
from corten.derivative.transition import write_quotients
from corten.enums import StateBit
from corten.errors import StepError

Matrix = np.ndarray | None


@bound
def mjd_transitionFD(
    m: Any, d: Any, eps: float, flg_centered: bool, A: Matrix, B: Matrix, C: Matrix, D: Matrix
) -> None:
    """Compute the derivatives of a step: state and sensors after it by the state before it and by controls.

    The state stays; all else is what the step of the last nudge leaves.
    """
    nx = 2 * m.nv + m.na
    for matrix, shape, words in (
        (A, (nx, nx), "A should be of shape (2*nv+na, 2*nv+na)"),
        (B, (nx, m.nu), "B should be of shape (2*nv+na, nu)"),
        (C, (m.nsensordata, nx), "C should be of shape (nsensordata, 2*nv+na)"),
        (D, (m.nsensordata, m.nu), "D should be of shape (nsensordata, nu)"),
    ):
        expect(matrix is None or matrix.shape == shape, words)
    model, data, matrices = m._model, d._data, (A, B, C, D)
    size = TeamSize(1, lane_count(None, model.nv, 1 + nx + model.nu))
    # steps are those of the stand-in where they call callbacks, or reset what is not finite
    around: dict[corten.Data, Any] = {}

    def take_step(_: corten.Model, clone: corten.Data) -> None:
        if clone not in around:
            around[clone] = type(d)._over(d.model, clone)
        mj_step(m, around[clone])

    wanted = any(matrix is not None for matrix in matrices)
    alone = is_inside()
    if wanted and not alone:
        try:
            write_quotients(model, data, eps, flg_centered, matrices, size)
        except StepError:
            alone = True
    if wanted and alone:
        write_quotients(model, data, eps, flg_centered, matrices, size, take_step)
    _take_last_step(m, d, -eps if flg_centered else eps, matrices)


def _take_last_step(m: Any, d: Any, nudge: float, matrices: tuple[Matrix, ...]) -> None:
    """Leave what the last of all steps leaves: positions are nudged last, controls first."""
    model, data, (A, B, C, D) = m._model, d._data, matrices
    state, readings = corten.get_state(model, data, StateBit.INTEGRATION), data.sensordata.copy()
    if (A is not None or C is not None) and model.nv:
        along = np.zeros(model.nv)
        along[-1] = 1.0
        corten.integrate_pos(model, data.qpos, along, nudge)
    elif (B is not None or D is not None) and model.nu:
        _nudge_last_control(model, data, nudge)
    mj_step(m, d)
    corten.set_state(model, data, state, StateBit.INTEGRATION)
    if C is None and D is None:
        data.engine_view().sensordata[:] = readings


def _nudge_last_control(model: corten.Model, data: corten.Data, nudge: float) -> None:
    """Nudge the last control, to the other side where its range has no room."""
    low, high = model.actuator_ctrlrange[-1] if model.actuator_ctrllimited[-1] else (-np.inf, np.inf)
    control = data.ctrl[-1]
    for way in (nudge, -nudge):
        if low <= min(control, control + way) and max(control, control + way) <= high:
            data.ctrl[-1] += way
            return


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
