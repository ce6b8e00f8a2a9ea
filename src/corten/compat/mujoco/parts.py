"""Parts of forward and inverse dynamics, each under MuJoCo's name: most are one plan of corten's."""

from collections.abc import Callable
from typing import Any

import numpy as np

import corten
from corten.compat.mujoco._callbacks import CALLBACKS, reset_callbacks
from corten.compat.mujoco._errors import FatalError
from corten.compat.mujoco.arguments import FUNCTIONS, NAMES, bind, bound, expect
from corten.compat.mujoco.counts import LazyParts, MostUsed, Timers
from corten.compat.mujoco.stepping import runge_kutta
from corten.data.reset import set_quaternion_controls
from corten.enums import Integrator
from corten.pipeline.step import run

# name: plans that are run one after the other
PLANS: dict[str, tuple[str, ...]] = {
    "mj_fwdVelocity": ("velocity",),
    "mj_fwdAcceleration": ("acceleration",),
    "mj_fwdConstraint": ("constraint_solve",),
    "mj_fwdKinematics": ("kinematics", "com_pos", "tendon"),
    "mj_invVelocity": ("velocity",),
    "mj_Euler": ("euler",),
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


def _runner(plans: tuple[str, ...], flag: str | None) -> Callable[[Any, Any], None]:
    def call(m: Any, d: Any) -> None:
        for plan in plans:
            run(m._model, d._data, plan)
        if flag:
            d._lazy.called.add(flag)

    return call


for _name, _plans in PLANS.items():
    bind(_name, _runner(_plans, LAZY.get(_name)))


def _position(m: Any, d: Any) -> None:
    """Compute everything that depends on positions alone, islands included."""
    run(m._model, d._data, "position")
    FUNCTIONS["mj_island"](m, d)


for _name in ("mj_fwdPosition", "mj_invPosition"):
    bind(_name, _position)


@bound
def mj_passive(m: Any, d: Any) -> None:
    """Compute passive forces, with those of the callback."""
    run(m._model, d._data, "passive")
    if callback := CALLBACKS.get("mjcb_passive"):
        callback(m, d)


@bound
def mj_fwdActuation(m: Any, d: Any) -> None:
    """Compute forces of actuators."""
    run(m._model, d._data, "actuation")


@bound
def mj_RungeKutta(m: Any, d: Any, N: int) -> None:
    """Take the end of a step by the classical Runge-Kutta method of order 4."""
    if N != 4:
        raise FatalError("the order of Runge-Kutta must be 4")
    runge_kutta(m, d)


@bound
def mj_implicit(m: Any, d: Any) -> None:
    """Take the end of a step by an implicit integrator, that of the model or implicitfast."""
    model = m._model
    before = model.opt_integrator
    if before not in (Integrator.IMPLICIT, Integrator.IMPLICITFAST):
        model.opt_integrator = Integrator.IMPLICITFAST
    try:
        run(model, d._data, "integrate")
    finally:
        model.opt_integrator = before


@bound
def mj_compareFwdInv(m: Any, d: Any) -> None:
    """Compare forward and inverse dynamics: norms of the differences in solver_fwdinv."""
    clone = d.__dict__.get("_spare")
    if clone is None:
        clone = d.__dict__["_spare"] = d._data.copy()
    clone.copy_memory(d._data)
    corten.inverse(m._model, clone)
    applied = d.qfrc_applied + d.qfrc_actuator
    for body in np.flatnonzero(np.any(d.xfrc_applied, axis=1)).tolist():
        force, torque = d.xfrc_applied[body, :3], d.xfrc_applied[body, 3:]
        corten.apply_force(m._model, d._data, force, torque, d.xipos[body], body, applied)
    d.solver_fwdinv[:] = (
        np.linalg.norm(d.qfrc_constraint - clone.qfrc_constraint),
        np.linalg.norm(applied - clone.qfrc_inverse),
    )


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


@bound
def mj_resetCtrl(m: Any, d: Any) -> None:
    """Set controls to what they are after a reset."""
    d.ctrl[:] = 0.0
    if m.nu != m._model.nactuator:
        set_quaternion_controls(m._model, d._data)


@bound
def mj_setKeyframe(m: Any, d: Any, k: int) -> None:
    """Write the state into a keyframe."""
    model = m._model
    if k >= model.nkey:
        raise FatalError(f"mj_setKeyframe: index must be smaller than {model.nkey} (keyframes allocated in model)")
    if k < 0:
        raise FatalError("mj_setKeyframe: keyframe index cannot be negative")
    for name in ("time", "qpos", "qvel", "act", "ctrl", "plastic"):
        getattr(model, f"key_{name}")[k] = getattr(d, name)
    model.key_mpos[k], model.key_mquat[k] = d.mocap_pos, d.mocap_quat


def _clear_counts(d: Any) -> None:
    d.__dict__["_lazy"] = LazyParts()
    d.__dict__["_most"] = MostUsed()
    d.__dict__["_timers"] = Timers()


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
    if dest._data.sizes().keys() != src._data.sizes().keys():
        raise FatalError("mj_copyData: the data belong to other models")
    dest._data.copy_memory(src._data)
    theirs, own = src._timers.arrays(), dest._timers.arrays()
    for name, array in theirs.items():
        own[name][:] = array


@bound
def mj_setTotalmass(m: Any, newmass: float) -> None:
    """Scale masses and inertias so that the sum of masses is as given [kg]."""
    scale = max(NAMES["constants"]["mjMINVAL"], newmass / max(np.sum(m.body_mass), NAMES["constants"]["mjMINVAL"]))
    m.body_mass[:] *= scale
    m.body_inertia[:] *= scale
    corten.set_const(m._model)


# ---------------------------------------------------------------- what a model computes with


@bound
def mj_rne(m: Any, d: Any, flg_acc: int, result: np.ndarray) -> None:
    """Compute M(qpos) qacc + C(qpos, qvel), without the first term if flg_acc is zero."""
    expect(len(result) == m.nv, "result should have length nv")
    bias = d.qfrc_bias.copy()
    run(m._model, d._data, "rne")
    result[:] = d.qfrc_bias
    d.qfrc_bias[:] = bias
    if flg_acc:
        # recursion knows bodies alone: what joints and tendons add to the mass matrix is no part of it
        jacobian = d._data.ten_J
        added = m.dof_armature * d.qacc + jacobian.T @ (m.tendon_armature * (jacobian @ d.qacc))
        result += corten.mul_mass(m._model, d._data, d.qacc) - added
