"""Parts of forward and inverse dynamics, each under MuJoCo's name: most are one plan of corten's."""

from typing import Any

import numpy as np

import corten
from corten.compat.mujoco._callbacks import CALLBACKS, INSIDE_COUNT, is_inside, reset_callbacks
from corten.compat.mujoco._errors import FatalError
from corten.compat.mujoco.arguments import FUNCTIONS, NAMES, bind, bind_plans, bound
from corten.compat.mujoco.compiled import compiled
from corten.compat.mujoco.counts import LAZY_BITS
from corten.compat.mujoco.stepping import runge_kutta
from corten.data.copying import copy_data
from corten.enums import GainType
from corten.model.signals import CtrlChart
from corten.pipeline.step import finish as finish_run
from corten.pipeline.step import run
from corten.runtime import FloatArray, helper, stage
from corten.runtime.entry import Plans

# name: plans that are run one after the other
PLANS: dict[str, tuple[str, ...]] = {
    "mj_fwdVelocity": ("velocity",),
    "mj_fwdActuation": ("actuation",),
    "mj_fwdAcceleration": ("acceleration",),
    "mj_fwdConstraint": ("constraint_solve",),
    "mj_fwdKinematics": ("kinematics", "com_pos", "tendon"),
    "mj_invVelocity": ("velocity",),
    "mj_Euler": ("euler",),
    "mj_implicit": ("implicit",),
    "mj_compareFwdInv": ("forward_inverse",),
    "mj_invConstraint": ("inverse_constraint",),
    "mj_sensorPos": ("sensor_pos",),
    "mj_sensorVel": ("sensor_vel",),
    "mj_sensorAcc": ("sensor_acc",),
    "mj_energyPos": ("energy_pos",),
    "mj_energyVel": ("energy_vel",),
    "mj_kinematics": ("kinematics",),
    "mj_comPos": ("com_pos",),
    "mj_camlight": ("cameras_and_lights",),
    "mj_flex": ("flex_position",),
    "mj_tendon": ("tendon",),
    "mj_transmission": ("transmission",),
    "mj_crb": ("crb",),
    "mj_makeM": ("crb",),
    "mj_factorM": ("factor_mass",),
    "mj_comVel": ("com_vel",),
    "mj_subtreeVel": ("subtree_vel",),
    "mj_rnePostConstraint": ("rne_post_constraint",),
    "mj_collision": ("collision",),
    "mj_makeConstraint": ("make_constraint",),
    "mj_referenceConstraint": ("reference",),
}

# parts that forward dynamics leave out unless something needs them
LAZY = {
    "mj_energyPos": "flg_energypos",
    "mj_energyVel": "flg_energyvel",
    "mj_subtreeVel": "flg_subtreevel",
    "mj_rnePostConstraint": "flg_rnepost",
}


# nothing keeps plans from being run
NEVER = np.zeros(1, np.int64)


def _plans(kinds: tuple[str, ...], flag: str | None = None, callback: str | None = None) -> Plans:
    """Return plans, which note that they were called for, or call a callback in the end."""
    bit = LAZY_BITS[flag] if flag else 0

    def finish(m: Any, d: Any, place: int, status: int) -> None:
        model, data = m._model, d._data
        finish_run(model, data, kinds[place], status)
        for kind in kinds[place + 1 :]:
            run(model, data, kind)
        d._lazy.called[0] |= bit
        if callback and (function := CALLBACKS.get(callback)):
            function(m, d)

    return Plans(kinds, finish, INSIDE_COUNT if callback else NEVER, bit)


for _name, _kinds in PLANS.items():
    bind_plans(_name, _plans(_kinds, LAZY.get(_name)))
bind_plans("mj_passive", _plans(("passive",), callback="mjcb_passive"))


def _position(m: Any, d: Any) -> None:
    """Compute everything that depends on positions alone, islands included."""
    run(m._model, d._data, "position")
    FUNCTIONS["mj_island"](m, d)


for _name in ("mj_fwdPosition", "mj_invPosition"):
    bind(_name, _position)


@bound
def mj_RungeKutta(m: Any, d: Any, N: int) -> None:
    """Take the end of a step by the classical Runge-Kutta method of order 4."""
    if N != 4:
        raise FatalError("the order of Runge-Kutta must be 4")
    if is_inside():
        runge_kutta(m, d)
    else:
        run(m._model, d._data, "runge_kutta")


# ---------------------------------------------------------------- resets


@bound
def mj_resetData(m: Any, d: Any) -> None:
    """Reset to the reference configuration."""
    corten.reset_data(m._model, d._data)
    _clear_counts(d)


@bound
def mj_resetDataDebug(m: Any, d: Any, debug_value: int) -> None:
    """Reset to the reference configuration; memory is not filled with a value."""
    corten.reset_data(m._model, d._data)
    _clear_counts(d)


@bound
def mj_resetDataKeyframe(m: Any, d: Any, key: int) -> None:
    """Reset, and take state and controls from a keyframe if there is one of this number."""
    corten.reset_data(m._model, d._data, key if 0 <= key < m._model.nkey else None)
    _clear_counts(d)


@compiled(data=("ctrl",))
@stage
def mj_resetCtrl(m, d) -> None:
    """Set controls to what they are after a reset: those that are quaternions to the identity, all others to zero."""
    for i in range(m.nu):
        d.ctrl[i] = 0.0
    for a in range(m.nactuator):
        if m.actuator_gaintype[a] == GainType.SO3 and m.actuator_ctrlspec[a] == CtrlChart.QUAT:
            d.ctrl[m.actuator_ctrladr[a]] = 1.0


def _check_keyframe(m: Any, d: Any, k: int) -> None:
    count = m._model.nkey
    if k >= count:
        raise FatalError(f"mj_setKeyframe: index must be smaller than {count} (keyframes allocated in model)")
    if k < 0:
        raise FatalError("mj_setKeyframe: keyframe index cannot be negative")


@compiled(check=_check_keyframe, data=("time", "qpos", "qvel", "act", "ctrl", "plastic", "mocap_pos", "mocap_quat"))
@stage
def mj_setKeyframe(m, d) -> int:
    """Write the state into a keyframe."""
    k = d.k
    if k < 0 or k >= m.nkey:
        return 1
    m.key_time[k] = d.time
    keep_row(m.key_qpos, k, d.qpos, m.nq)
    keep_row(m.key_qvel, k, d.qvel, m.nv)
    keep_row(m.key_act, k, d.act, m.na)
    keep_row(m.key_ctrl, k, d.ctrl, m.nu)
    keep_row(m.key_plastic, k, d.plastic, m.nplastic)
    for i in range(m.nmocap):
        for axis in range(3):
            m.key_mpos[k, i, axis] = d.mocap_pos[i, axis]
        for axis in range(4):
            m.key_mquat[k, i, axis] = d.mocap_quat[i, axis]
    return 0


@helper
def keep_row(rows: FloatArray, k: int, values: FloatArray, n: int) -> None:
    """Write numbers into a row."""
    for i in range(n):
        rows[k, i] = values[i]


def _clear_counts(d: Any) -> None:
    d._lazy.reset()
    d._most.reset()
    d._timers.reset()


@bound
def mj_resetCallbacks() -> None:
    """Forget all callbacks."""
    reset_callbacks()


@bound
def mj_setConst(m: Any, d: Any) -> None:
    """Compute anew what follows from masses, positions, sizes and the reference configuration."""
    corten.set_const(m._model)


@bound
def mj_copyData(dest: Any, m: Any, src: Any) -> None:
    """Copy everything from one data to another."""
    try:
        copy_data(src._data, dest._data)
    except ValueError as error:
        raise FatalError(f"mj_copyData: {error}") from None
    dest._timers.take(src._timers)


@bound
def mj_setTotalmass(m: Any, newmass: float) -> None:
    """Scale masses and inertias so that the sum of masses is as given [kg]."""
    scale = max(NAMES["constants"]["mjMINVAL"], newmass / max(np.sum(m.body_mass), NAMES["constants"]["mjMINVAL"]))
    m.body_mass[:] *= scale
    m.body_inertia[:] *= scale
    corten.set_const(m._model)
