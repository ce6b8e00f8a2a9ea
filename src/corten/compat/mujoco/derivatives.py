"""Derivatives by finite differences: of a step, and of inverse dynamics."""

from typing import Any

import numpy as np

import corten
from corten.compat.mujoco.arguments import bound, expect
from corten.compat.mujoco.stepping import mj_step
from corten.enums import StateBit

Matrix = np.ndarray | None


class _Differences:
    """Steps from states near to that of a data, which is left as it is."""

    def __init__(self, m: Any, d: Any):
        self.m, self.d = m, d
        self.full = corten.get_state(m._model, d._data, StateBit.INTEGRATION)
        self.twin = type(d)._over(d.model, d._data.copy())

    def restore(self) -> None:
        """Put the twin back to where the data is."""
        corten.set_state(self.m._model, self.twin._data, self.full, StateBit.INTEGRATION)

    def outcome(self) -> tuple[np.ndarray, np.ndarray]:
        """Return state, as [qpos qvel act], and sensors after a step from where the twin is."""
        mj_step(self.m, self.twin)
        data = self.twin._data
        return np.concatenate([data.qpos, data.qvel, data.act]), data.sensordata.copy()

    def between(self, first: np.ndarray, second: np.ndarray, scale: float) -> np.ndarray:
        """Return the difference of two states in the tangent space, over a length."""
        nq = self.m.nq
        change = corten.differentiate_pos(self.m._model, first[:nq], second[:nq], 1.0)
        return np.concatenate([change, second[nq:] - first[nq:]]) / scale


@bound
def mjd_transitionFD(
    m: Any, d: Any, eps: float, flg_centered: bool, A: Matrix, B: Matrix, C: Matrix, D: Matrix
) -> None:
    """Compute the derivatives of a step: state and sensors after it by the state before it and by controls."""
    nv, nx = m.nv, 2 * m.nv + m.na
    for matrix, shape, words in (
        (A, (nx, nx), "A should be of shape (2*nv+na, 2*nv+na)"),
        (B, (nx, m.nu), "B should be of shape (2*nv+na, nu)"),
        (C, (m.nsensordata, nx), "C should be of shape (nsensordata, 2*nv+na)"),
        (D, (m.nsensordata, m.nu), "D should be of shape (nsensordata, nu)"),
    ):
        expect(matrix is None or matrix.shape == shape, words)
    near = _Differences(m, d)
    middle = near.outcome()

    def nudge(column: int, step: float) -> None:
        near.restore()
        if column < nv:
            along = np.zeros(nv)
            along[column] = 1.0
            corten.integrate_pos(m._model, near.twin._data.qpos, along, step)
        elif column < 2 * nv:
            near.twin.qvel[column - nv] += step
        else:
            near.twin.act[column - 2 * nv] += step

    if A is not None or C is not None:
        for column in range(nx):
            nudge(column, eps)
            after = near.outcome()
            before = middle
            if flg_centered:
                nudge(column, -eps)
                before = near.outcome()
            _enter(near, A, C, column, before, after, 2 * eps if flg_centered else eps)
    if B is not None or D is not None:
        for column in range(m.nu):
            _control_column(near, column, eps, flg_centered, middle, B, D)


def _enter(
    near: _Differences,
    state: Matrix,
    sensor: Matrix,
    column: int,
    before: tuple[np.ndarray, np.ndarray],
    after: tuple[np.ndarray, np.ndarray],
    scale: float,
) -> None:
    """Write a column of differences."""
    if state is not None:
        state[:, column] = near.between(before[0], after[0], scale)
    if sensor is not None:
        sensor[:, column] = (after[1] - before[1]) / scale


def _control_column(
    near: _Differences, column: int, eps: float, centered: bool, middle: Any, state: Matrix, sensor: Matrix
) -> None:
    """Write the derivatives by one control, without leaving its range."""
    model, control = near.m._model, near.d.ctrl[column]
    low, high = model.actuator_ctrlrange[column] if model.actuator_ctrllimited[column] else (-np.inf, np.inf)
    forward, back = low <= control + eps <= high, low <= control - eps <= high

    def stepped(step: float) -> tuple[np.ndarray, np.ndarray]:
        near.restore()
        near.twin.ctrl[column] += step
        return near.outcome()

    if forward and back and centered:
        _enter(near, state, sensor, column, stepped(-eps), stepped(eps), 2 * eps)
    elif forward:
        _enter(near, state, sensor, column, middle, stepped(eps), eps)
    elif back:
        _enter(near, state, sensor, column, stepped(-eps), middle, eps)
    else:
        for matrix in (state, sensor):
            if matrix is not None:
                matrix[:, column] = 0.0


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
