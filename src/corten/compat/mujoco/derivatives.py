"""Derivatives of steps and of inverse dynamics by finite differences."""

from typing import Any

import numpy as np

import corten
from corten.compat.mujoco._callbacks import is_inside
from corten.compat.mujoco.arguments import bound, expect
from corten.compat.mujoco.stepping import mj_step
from corten.data import blocks
from corten.derivative.finite_differences import differentiate
from corten.derivative.inverse_nudges import INVERSE, compute_inverse
from corten.derivative.transition import write_quotients
from corten.errors import StepError

Matrix = np.ndarray | None

# threads, and lanes as this machine has them
ONE_THREAD = 1, None


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
            write_quotients(model, data, eps, flg_centered, matrices, ONE_THREAD)
        except StepError:
            alone = True
    if wanted and alone:
        write_quotients(model, data, eps, flg_centered, matrices, ONE_THREAD, take_step)
    _take_last_step(m, d, -eps if flg_centered else eps, matrices)


def _take_last_step(m: Any, d: Any, nudge: float, matrices: tuple[Matrix, ...]) -> None:
    """Leave what the last of all steps leaves: positions are nudged last, controls first."""
    model, data, (A, B, C, D) = m._model, d._data, matrices
    kept = [(memory, memory.copy()) for part, memory in data.blocks() if part.block in (blocks.STATE, blocks.INPUTS)]
    readings = data._views["sensordata"]
    if C is None and D is None:
        kept.append((readings, readings.copy()))
    if (A is not None or C is not None) and model.nv:
        along = np.zeros(model.nv)
        along[-1] = 1.0
        corten.integrate_pos(model, data.qpos, along, nudge)
    elif (B is not None or D is not None) and model.nu:
        _nudge_last_control(model, data, nudge)
    mj_step(m, d)
    for memory, values in kept:
        memory[:] = values


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
    model, data, count = m._model, d._data, m.nsensordata
    parts = {"f": slice(0, nv), "s": slice(nv, nv + count), "m": slice(nv + count, None)}
    starts = {"q": 0, "v": nv, "a": 2 * nv}
    wanted = [(word, matrix) for word, matrix in zip(words, matrices, strict=True) if matrix is not None]

    def take(first: int, last: int, quotient: np.ndarray) -> None:
        """Write rows of matrices, which are quotients."""
        for word, matrix in wanted:
            low, high = max(first, starts[word[-1]]), min(last, starts[word[-1]] + nv)
            if low < high:
                rows = slice(low - starts[word[-1]], high - starts[word[-1]])
                matrix[rows] = quotient[low - first : high - first, parts[word[1]]]

    actuation, kinds = bool(flg_actuation), {word[-1] for word, _ in wanted}
    if wanted:
        how = INVERSE[actuation], "q" in kinds or "v" in kinds, "a" in kinds, 1, *ONE_THREAD
        differentiate(model, data, how, eps, take)
    _invert_last(model, data, eps, kinds, actuation)


def _invert_last(model: corten.Model, data: corten.Data, eps: float, kinds: set[str], actuation: bool) -> None:
    """Leave what the last inverse dynamics leave: positions are nudged last, accelerations first."""
    start = [(array, array.copy()) for array in (data.qpos, data.qvel, data.qacc)]
    if model.nv and "q" in kinds:
        along = np.zeros(model.nv)
        along[-1] = 1.0
        corten.integrate_pos(model, data.qpos, along, eps)
    elif model.nv and kinds:
        (data.qvel if "v" in kinds else data.qacc)[-1] += eps
    compute_inverse(model, data, actuation=actuation)
    for array, values in start:
        array[:] = values
