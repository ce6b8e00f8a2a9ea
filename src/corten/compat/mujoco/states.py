"""State vectors, coordinates, masses, Jacobians, contact forces: questions to a model and a data."""

from collections.abc import Callable
from typing import Any

import numpy as np

import corten
from corten.compat.mujoco._errors import FatalError
from corten.compat.mujoco.arguments import FUNCTIONS, NAMES, bound, expect
from corten.compat.mujoco.compiled import compiled
from corten.data.state import COMPONENTS, vector_size
from corten.enums import StateBit
from corten.queries.contact import SOURCES, read_contact_force
from corten.runtime import FloatArray, helper, stage
from corten.runtime.entry_table import Kinds

NSTATE = NAMES["enums"]["mjtState"]["mjNSTATE"]


# one more than the largest signature
END = 1 << NSTATE


def _check_signature(function: str, sig: int) -> None:
    if sig < 0:
        raise FatalError(f"{function}: invalid state signature {sig} < 0")
    if sig >= END:
        raise FatalError(f"{function}: invalid state signature {sig} >= 2^mjNSTATE")


def state_size(m: Any, sig: int, function: str = "mj_stateSize") -> int:
    """Return the length of a state vector of a signature."""
    _check_signature(function, sig)
    return corten.state_size(m._model, sig) if sig else 0


def _check_size(m: Any, sig: int) -> None:
    _check_signature("mj_stateSize", sig)


@compiled(result=Kinds.INT, check=_check_size)
@stage
def mj_stateSize(m, d) -> int:
    """Return the length of a state vector of a signature."""
    if d.sig < 0 or d.sig >= END:
        return 1
    d.result = vector_size(m, d.sig)
    return 0


@bound
def mj_getState(m: Any, d: Any, state: np.ndarray, sig: int) -> None:
    """Write components of the state into a vector."""
    expect(len(state) == state_size(m, sig), "state size should equal mj_stateSize(m, sig)")
    if sig:
        corten.get_state(m._model, d._data, sig, out=state)


@bound
def mj_setState(m: Any, d: Any, state: np.ndarray, sig: int) -> None:
    """Read components of the state from a vector."""
    expect(len(state) == state_size(m, sig), "state size should equal mj_stateSize(m, sig)")
    if sig:
        corten.set_state(m._model, d._data, state, sig)


def _check_copy(m: Any, src: Any, dst: Any, sig: int) -> None:
    _check_signature("mj_copyState", sig)


@compiled(check=_check_copy, data=tuple(COMPONENTS.values()))
@stage
def mj_copyState(m, d) -> int:
    """Copy components of the state from one data to another."""
    bits = d.sig
    if bits < 0 or bits >= END:
        return 1
    if bits & StateBit.TIME != 0:
        d.dst_time = d.time
    copy_array(d.dst_qpos, d.qpos, m.nq, bits & StateBit.QPOS)
    copy_array(d.dst_qvel, d.qvel, m.nv, bits & StateBit.QVEL)
    copy_array(d.dst_act, d.act, m.na, bits & StateBit.ACT)
    copy_array(d.dst_history, d.history, m.nhistory, bits & StateBit.HISTORY)
    copy_array(d.dst_qacc_warmstart, d.qacc_warmstart, m.nv, bits & StateBit.WARMSTART)
    copy_array(d.dst_ctrl, d.ctrl, m.nu, bits & StateBit.CTRL)
    copy_array(d.dst_qfrc_applied, d.qfrc_applied, m.nv, bits & StateBit.QFRC_APPLIED)
    copy_rows(d.dst_xfrc_applied, d.xfrc_applied, m.nbody, 6, bits & StateBit.XFRC_APPLIED)
    if bits & StateBit.EQ_ACTIVE != 0:
        for i in range(m.neq):
            d.dst_eq_active[i] = d.eq_active[i]
    copy_rows(d.dst_mocap_pos, d.mocap_pos, m.nmocap, 3, bits & StateBit.MOCAP_POS)
    copy_rows(d.dst_mocap_quat, d.mocap_quat, m.nmocap, 4, bits & StateBit.MOCAP_QUAT)
    copy_array(d.dst_userdata, d.userdata, m.nuserdata, bits & StateBit.USERDATA)
    copy_array(d.dst_plugin_state, d.plugin_state, m.npluginstate, bits & StateBit.PLUGIN)
    copy_array(d.dst_plastic, d.plastic, m.nplastic, bits & StateBit.PLASTIC)
    return 0


@helper
def copy_array(target: FloatArray, source: FloatArray, n: int, bit: int) -> None:
    """Copy n numbers unless the bit is 0."""
    if bit != 0:
        for i in range(n):
            target[i] = source[i]


@helper
def copy_rows(target: FloatArray, source: FloatArray, n: int, width: int, bit: int) -> None:
    """Copy n rows unless the bit is 0."""
    if bit != 0:
        for i in range(n):
            for k in range(width):
                target[i, k] = source[i, k]


def _check_extract(m: Any, src: np.ndarray, srcsig: int, dst: np.ndarray, dstsig: int) -> None:
    expect(len(src) == state_size(m, srcsig), "src size should equal mj_stateSize(m, srcsig)")
    expect(len(dst) == state_size(m, dstsig), "dst size should equal mj_stateSize(m, dstsig)")
    if dstsig & ~srcsig:
        raise FatalError("mj_extractState: state spec dstsig must be a subset of srcsig")


@compiled("src[given] dst[wanted]", check=_check_extract)
@stage
def mj_extractState(m, d) -> int:
    """Copy components from a state vector that has them among others."""
    source, target, bits, wanted = d.src, d.dst, d.srcsig, d.dstsig
    if bits < 0 or bits >= END or wanted < 0 or wanted >= END or wanted & ~bits != 0:
        return 1
    if d.given != vector_size(m, bits) or d.wanted != vector_size(m, wanted):
        return 1
    start, place, bit = 0, 0, 1
    while bit < END:
        count = vector_size(m, bits & bit)
        if wanted & bit != 0:
            for i in range(count):
                target[place + i] = source[start + i]
            place += count
        start += count
        bit *= 2
    return 0


# ---------------------------------------------------------------- coordinates


@bound
def mj_differentiatePos(m: Any, qvel: np.ndarray, dt: float, qpos1: np.ndarray, qpos2: np.ndarray) -> None:
    """Compute the velocity that leads from one configuration to another."""
    expect(len(qvel) == m.nv, "qvel should be of size nv")
    expect(len(qpos1) == m.nq, "qpos1 should be of size nq")
    expect(len(qpos2) == m.nq, "qpos2 should be of size nq")
    corten.differentiate_pos(m._model, qpos1, qpos2, dt, out=qvel)


@bound
def mj_integratePos(m: Any, qpos: np.ndarray, qvel: np.ndarray, dt: float) -> None:
    """Move a configuration on with a velocity."""
    expect(len(qpos) == m.nq, "qpos should be of size nq")
    expect(len(qvel) == m.nv, "qvel should be of size nv")
    corten.integrate_pos(m._model, qpos, qvel, dt)


# ---------------------------------------------------------------- masses

FULL_SHAPE = "dst should be of shape (nv, nv)"


@compiled("dst[rows,columns]", check=lambda m, d, dst: expect(dst.shape == (m.nv, m.nv), FULL_SHAPE), data=("M",))
@stage
def mj_fullM(m, d) -> int:
    """Write the mass matrix as a full one."""
    dst = d.dst
    if d.rows != m.nv or d.columns != m.nv:
        return 1
    for i in range(m.nv):
        for j in range(i):
            dst[i, j], dst[j, i] = 0.0, 0.0
        for entry in range(m.M_rowadr[i], m.M_rowadr[i] + m.M_rownnz[i]):
            j = m.M_colind[entry]
            dst[i, j], dst[j, i] = d.M[entry], d.M[entry]
    return 0


def _with_order_of_mujoco_3(now: Callable[..., None]) -> Callable[..., None]:
    """Return mj_fullM that takes (m, dst, qM) as well, as in MuJoCo 3, which stored qM by paths to the root."""

    def mj_fullM(*args: Any, **kwargs: Any) -> None:
        if len(args) == 3 and not kwargs and isinstance(args[1], np.ndarray):
            m, dst, stored = args
            expect(dst.shape == (m.nv, m.nv), FULL_SHAPE)
            expect(np.size(stored) == m.nM, "M should be of size nM")
            rows, columns = np.repeat(np.arange(m.nv), m.M_rownnz), m.M_colind
            dst[:] = 0
            dst[rows, columns] = dst[columns, rows] = np.ravel(stored)[m.mapM2M]
        else:
            now(*args, **kwargs)

    mj_fullM.__doc__ = now.__doc__
    return mj_fullM


FUNCTIONS["mj_fullM"] = _with_order_of_mujoco_3(FUNCTIONS["mj_fullM"])


@bound
def mj_mulM(m: Any, d: Any, res: np.ndarray, vec: np.ndarray) -> None:
    """Multiply a vector by the mass matrix."""
    expect(len(res) == m.nv, "res should be of size nv")
    expect(len(vec) == m.nv, "vec should be of size nv")
    corten.mul_mass(m._model, d._data, vec, out=res)


# ---------------------------------------------------------------- contacts, forces, velocities


@compiled("result[6]", data=SOURCES)
@stage
def mj_contactForce(m, d) -> None:
    """Compute the force and torque of a contact in its frame; zero if there is no such contact."""
    if d.id >= 0 and d.id < d.ncon:
        read_contact_force(d, d.id, d.result_)
    else:
        for k in range(6):
            d.result_[k] = 0.0


@bound
def mj_objectVelocity(m: Any, d: Any, objtype: int, objid: int, res: np.ndarray, flg_local: int) -> None:
    """Compute the 6D velocity of an object, rotation first."""
    corten.object_velocity(m._model, d._data, objtype, objid, local=flg_local != 0, out=res)


@bound
def mj_objectAcceleration(m: Any, d: Any, objtype: int, objid: int, res: np.ndarray, flg_local: int) -> None:
    """Compute the 6D acceleration of an object, rotation first."""
    corten.object_acceleration(m._model, d._data, objtype, objid, local=flg_local != 0, out=res)


@bound
def mj_applyFT(
    m: Any, d: Any, force: np.ndarray, torque: np.ndarray, point: np.ndarray, body: int, qfrc_target: np.ndarray
) -> None:
    """Add the generalized force of a force and torque at a point of a body."""
    expect(len(qfrc_target) == m.nv, "qfrc_target should be of size nv")
    corten.apply_force(m._model, d._data, force, torque, point, body, qfrc_target)


# ---------------------------------------------------------------- history of delayed signals


def _check_number(id: int, count: int) -> None:
    if not 0 <= id < count:
        raise IndexError(f"id {id} is out of range [0, {count})")


def _check_history(history: np.ndarray, width: int, times: np.ndarray | None, values: np.ndarray) -> None:
    """Refuse times and values that are not as many as the history has samples."""
    samples = int(history[0])
    expect(times is None or len(times) == samples, "times should have as many numbers as the history has samples")
    expect(values.size == samples * width, "values should have a row for each sample of the history")
    expect(
        values.ndim == 1 or values.shape in ((samples, width), (width, samples)), "values should have a row per sample"
    )


@bound
def mj_readCtrl(m: Any, d: Any, id: int, time: float, result: np.ndarray, interp: int) -> None:
    """Write what the controls of an actuator were, as they act at a time; interp below zero is what the model says."""
    _check_number(id, m.nactuator)
    expect(len(result) == m.actuator_ctrlnum[id], "result should have length actuator_ctrlnum[id]")
    result[:] = corten.read_ctrl(m._model, d._data, id, time, None if interp < 0 else interp)


@bound
def mj_readSensor(m: Any, d: Any, id: int, time: float, result: np.ndarray, interp: int) -> None:
    """Write what a sensor shows at a time; interp below zero is what the model says."""
    _check_number(id, m.nsensor)
    expect(len(result) == m.sensor_dim[id], "result should have length sensor_dim[id]")
    result[:] = corten.read_sensor(m._model, d._data, id, time, None if interp < 0 else interp)


@bound
def mj_initCtrlHistory(m: Any, d: Any, id: int, times: np.ndarray | None, values: np.ndarray) -> None:
    """Set what the control of an actuator was."""
    _check_number(id, m.nactuator)
    _check_history(m.actuator_history[id], int(m.actuator_ctrlnum[id]), times, values)
    corten.init_ctrl_history(m._model, d._data, id, times, values)


@bound
def mj_initSensorHistory(m: Any, d: Any, id: int, times: np.ndarray | None, values: np.ndarray, phase: float) -> None:
    """Set what a sensor has read."""
    _check_number(id, m.nsensor)
    _check_history(m.sensor_history[id], int(m.sensor_dim[id]), times, values)
    corten.init_sensor_history(m._model, d._data, id, times, values, phase)
