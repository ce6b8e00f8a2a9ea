"""mj_step and its kin: trouble ends as in MuJoCo, with a warning and a reset, and callbacks of users are called."""

import sys
from typing import Any

import numpy as np

import corten
from corten.compat.mujoco._callbacks import CALLBACKS, clock, is_inside
from corten.compat.mujoco._errors import FatalError
from corten.compat.mujoco.arguments import FUNCTIONS, NAMES, bound, missing
from corten.compat.mujoco.compiled import compiled
from corten.enums import DisableBit, Integrator, StepErrorKind
from corten.errors import StepError
from corten.pipeline.step import run, step
from corten.runtime import FloatArray, helper, stage
from corten.stages.integrate.rk4 import rk4_begin, rk4_finish, rk4_next

WARNINGS = {
    StepErrorKind.BAD_QPOS: ("mjWARN_BADQPOS", "QPOS"),
    StepErrorKind.BAD_QVEL: ("mjWARN_BADQVEL", "QVEL"),
    StepErrorKind.BAD_QACC: ("mjWARN_BADQACC", "QACC"),
}
STEP, FORWARD = (NAMES["enums"]["mjtTimer"][name] for name in ("mjTIMER_STEP", "mjTIMER_FORWARD"))
STAGES = NAMES["enums"]["mjtStage"]

# the largest number that a state may have
MAXVAL = NAMES["constants"]["mjMAXVAL"]


def mj_step(m: Any, d: Any, nstep: int = 1) -> None:
    """Advance the simulation by steps; Optionally, repeat nstep times.

    A state that is not finite is told of, counted in `d.warning` and reset, unless autoreset is disabled.
    """
    start = clock()
    model, data = _pair(m, d)
    if is_inside():
        for _ in range(nstep):
            _recovering(m, d, lambda: _step_with_callbacks(m, d))
    else:
        left = nstep
        while left > 0:
            before = data.time
            try:
                step(model, data, left)
                left = 0
            except StepError as error:
                left -= round((data.time - before) / model.opt_timestep) if left > 1 else 0
                if _recover(m, d, error):
                    continue
                left -= 1
    _count(d, STEP, start, nstep)


def mj_forward(m: Any, d: Any) -> None:
    """Forward dynamics: the same as a step, but time and state stay."""
    start = clock()
    if is_inside():
        forward_skip(m, d)
    else:
        _guarded(m, d, corten.forward)
    _count(d, FORWARD, start, 1)


FUNCTIONS["mj_step"], FUNCTIONS["mj_forward"] = mj_step, mj_forward


def _pair(m: Any, d: Any) -> tuple[corten.Model, corten.Data]:
    try:
        return m._model, d._data
    except AttributeError:
        raise TypeError("incompatible function arguments: expected an MjModel and an MjData") from None


def _count(d: Any, timer: int, start: float, number: int) -> None:
    d._lazy.forward_done()
    d._most.note(d._data)
    d._timers.note(timer, clock() - start, number)


@bound
def mj_step1(m: Any, d: Any) -> None:
    """First half of a step: positions and velocities; controls may be set afterwards."""
    if is_inside():
        check_pos(m, d)
        check_vel(m, d)
        _first_half(m, d)
        call_control(m, d)
    else:
        _recovering(m, d, lambda: corten.step1(m._model, d._data))


@bound
def mj_step2(m: Any, d: Any) -> None:
    """Second half of a step: forces, accelerations, and the state moves on."""
    _recovering(m, d, lambda: corten.step2(m._model, d._data))
    if CALLBACKS.get("mjcb_sensor"):
        call_sensors(m, d, "mjSTAGE_ACC")


@bound
def mj_inverse(m: Any, d: Any) -> None:
    """Inverse dynamics: qfrc_inverse from qacc."""
    _guarded(m, d, corten.inverse)


@bound
def mj_forwardSkip(m: Any, d: Any, skipstage: int, skipsensor: int) -> None:
    """Forward dynamics without what depends on positions, or on velocities as well; optionally without sensors."""
    forward_skip(m, d, skipstage, bool(skipsensor))


@bound
def mj_inverseSkip(m: Any, d: Any, skipstage: int, skipsensor: int) -> None:
    """Inverse dynamics; everything is computed again, whatever may be skipped."""
    _guarded(m, d, corten.inverse)


def forward_skip(m: Any, d: Any, skipstage: int = 0, skipsensor: bool = False) -> None:
    """Compute forward dynamics part by part, with callbacks between them."""
    if skipstage < STAGES["mjSTAGE_VEL"]:
        _first_half(m, d, skipstage, skipsensor)
    call_control(m, d)
    parts = ["actuation", "acceleration", "constraint_solve"] + ([] if skipsensor else ["sensor_acc"])
    for part in parts:
        _run_part(m, d, part)
    if not skipsensor:
        call_sensors(m, d, "mjSTAGE_ACC")


def _first_half(m: Any, d: Any, skipstage: int = 0, skipsensor: bool = False) -> None:
    """Compute what does not depend on controls."""
    if skipstage < STAGES["mjSTAGE_POS"]:
        _run_part(m, d, "position")
        if not skipsensor:
            _run_part(m, d, "sensor_pos")
            call_sensors(m, d, "mjSTAGE_POS")
    _run_part(m, d, "velocity")
    if callback := CALLBACKS.get("mjcb_passive"):
        callback(m, d)
    if not skipsensor:
        _run_part(m, d, "sensor_vel")
        call_sensors(m, d, "mjSTAGE_VEL")


def call_control(m: Any, d: Any) -> None:
    """Call the callback that sets controls."""
    callback = CALLBACKS.get("mjcb_control")
    if callback and not m._model.opt_disableflags & DisableBit.ACTUATION:
        callback(m, d)


def call_sensors(m: Any, d: Any, stage: str) -> None:
    """Call the callback that reads sensors of users, if the model has some of this stage."""
    callback, model = CALLBACKS.get("mjcb_sensor"), m._model
    user = NAMES["enums"]["mjtSensor"]["mjSENS_USER"]
    if callback and np.any((model.sensor_type == user) & (model.sensor_needstage == STAGES[stage])):
        callback(m, d, STAGES[stage])


def _step_with_callbacks(m: Any, d: Any) -> None:
    """Take a step in halves, between which callbacks are called; RK4 calls them four times."""
    check_pos(m, d)
    check_vel(m, d)
    forward_skip(m, d)
    check_acc(m, d)
    if m._model.opt_integrator == Integrator.RK4:
        runge_kutta(m, d)
    else:
        run(m._model, d._data, "integrate")


def runge_kutta(m: Any, d: Any) -> None:
    """Take the end of a step by RK4 after forward dynamics; callbacks see the states in between."""
    model, data = m._model, d._data
    if model.nhill or model.nplastic or model.nhistory:
        raise missing("RK4 with callbacks for muscles, plastic springs or delays", "take another integrator")
    for go_on in (rk4_begin, rk4_next, rk4_next):
        go_on(model, data)
        forward_skip(m, d, 0, True)
    rk4_finish(model, data)


def _run_part(m: Any, d: Any, part: str) -> None:
    run(m._model, d._data, part)


# ---------------------------------------------------------------- trouble


def _recovering(m: Any, d: Any, action: Any) -> None:
    """Do something that may find the state bad; reset and do it again then."""
    for _ in range(3):
        try:
            action()
            return
        except StepError as error:
            if not _recover(m, d, error):
                return


def _guarded(m: Any, d: Any, action: Any) -> None:
    """Do something that checks no state; trouble of the engine is a FatalError."""
    model, data = _pair(m, d)
    try:
        action(model, data)
    except StepError as error:
        if error.kind not in WARNINGS:
            raise FatalError(str(error)) from error


def _recover(m: Any, d: Any, error: StepError) -> bool:
    """Tell of a bad state and reset it; tell whether the step should be taken again."""
    if error.kind not in WARNINGS:
        raise FatalError(str(error)) from error
    if not warn_bad(m, d, error.kind, error.where):
        raise FatalError(f"{error}; autoreset is disabled, and corten takes no steps from such a state") from error
    return True


def warn_bad(m: Any, d: Any, kind: StepErrorKind, where: int) -> bool:
    """Warn of a bad state and reset it unless autoreset is disabled; tell whether it was."""
    word, quantity = WARNINGS[kind]
    warn(f"Nan, Inf or huge value in {quantity} at DOF {where}. The simulation is unstable. Time = {d.time:.4f}.")
    resets = not m._model.opt_disableflags & DisableBit.AUTORESET
    if resets:
        corten.reset_data(m._model, d._data)
    row = d.warning[NAMES["enums"]["mjtWarning"][word]]
    row.number += 1
    row.lastinfo = where
    return resets


def warn(message: str) -> None:
    """Hand a warning to the callback of users, or write it to standard error."""
    callback = CALLBACKS.get("mju_user_warning")
    if callback is not None:
        callback(message)
    else:
        print(f"WARNING: {message}", file=sys.stderr)


def _first_bad(values: np.ndarray) -> int:
    return int(np.flatnonzero(~(np.abs(values) <= MAXVAL))[0])


@helper
def any_bad(values: FloatArray, n: int) -> int:
    """Tell whether any number is too large or none."""
    bad = 0
    for i in range(n):
        if not abs(values[i]) <= MAXVAL:
            bad = 1
    return bad


def _reset_for_qpos(m: Any, d: Any) -> None:
    warn_bad(m, d, StepErrorKind.BAD_QPOS, _first_bad(d.qpos))


@compiled(data=("qpos",), otherwise=_reset_for_qpos)
@stage
def mj_checkPos(m, d) -> int:
    """Check qpos; reset if any number is too large or none."""
    return any_bad(d.qpos, m.nq)


def _reset_for_qvel(m: Any, d: Any) -> None:
    warn_bad(m, d, StepErrorKind.BAD_QVEL, _first_bad(d.qvel))


@compiled(data=("qvel",), otherwise=_reset_for_qvel)
@stage
def mj_checkVel(m, d) -> int:
    """Check qvel; reset if any number is too large or none."""
    return any_bad(d.qvel, m.nv)


def _reset_for_qacc(m: Any, d: Any) -> None:
    if warn_bad(m, d, StepErrorKind.BAD_QACC, _first_bad(d.qacc)):
        mj_forward(m, d)


@compiled(data=("qacc",), otherwise=_reset_for_qacc)
@stage
def mj_checkAcc(m, d) -> int:
    """Check qacc; reset if any number is too large or none, and compute forward dynamics."""
    return any_bad(d.qacc, m.nv)


check_pos, check_vel, check_acc = (FUNCTIONS[f"mj_check{part}"] for part in ("Pos", "Vel", "Acc"))
