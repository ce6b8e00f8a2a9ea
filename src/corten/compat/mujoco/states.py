"""State vectors, coordinates, masses, Jacobians, contact forces: questions to a model and a data."""

from collections.abc import Callable
from typing import Any

import numpy as np

import corten
from corten.compat.mujoco._errors import FatalError
from corten.compat.mujoco.arguments import FUNCTIONS, NAMES, bind, bound, expect
from corten.data.state import COMPONENTS
from corten.enums import StateBit

NSTATE = NAMES["enums"]["mjtState"]["mjNSTATE"]


def _check_signature(function: str, sig: int) -> None:
    if sig < 0:
        raise FatalError(f"{function}: invalid state signature {sig} < 0")
    if sig >= 1 << NSTATE:
        raise FatalError(f"{function}: invalid state signature {sig} >= 2^mjNSTATE")


def state_size(m: Any, sig: int, function: str = "mj_stateSize") -> int:
    """Return the length of a state vector of a signature."""
    _check_signature(function, sig)
    return corten.state_size(m._model, sig) if sig else 0


@bound
def mj_stateSize(m: Any, sig: int) -> int:
    """Return the length of a state vector of a signature."""
    return state_size(m, sig)


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


@bound
def mj_copyState(m: Any, src: Any, dst: Any, sig: int) -> None:
    """Copy components of the state from one data to another."""
    _check_signature("mj_copyState", sig)
    for bit, name in COMPONENTS.items():
        if sig & bit:
            setattr(dst, name, getattr(src, name))


@bound
def mj_extractState(m: Any, src: np.ndarray, srcsig: int, dst: np.ndarray, dstsig: int) -> None:
    """Copy components from a state vector that has them among others."""
    expect(len(src) == state_size(m, srcsig), "src size should equal mj_stateSize(m, srcsig)")
    expect(len(dst) == state_size(m, dstsig), "dst size should equal mj_stateSize(m, dstsig)")
    if dstsig & ~srcsig:
        raise FatalError("mj_extractState: state spec dstsig must be a subset of srcsig")
    at = place = 0
    for bit in COMPONENTS:
        if srcsig & bit:
            count = corten.state_size(m._model, StateBit(bit))
            if dstsig & bit:
                dst[place : place + count] = src[at : at + count]
                place += count
            at += count


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


def mj_fullM(m: Any, d: Any, dst: np.ndarray) -> None:
    """Write the mass matrix as a full one."""
    expect(dst.shape == (m.nv, m.nv), "dst should be of shape (nv, nv)")
    corten.mass_matrix(m._model, d._data, out=dst)


def _with_order_of_mujoco_3(now: Callable[..., None]) -> Callable[..., None]:
    """Return mj_fullM that takes (m, dst, qM) as well, as in MuJoCo 3, which stored qM by paths to the root."""

    def mj_fullM(*args: Any, **kwargs: Any) -> None:
        if len(args) == 3 and not kwargs and isinstance(args[1], np.ndarray):
            m, dst, stored = args
            expect(dst.shape == (m.nv, m.nv), "dst should be of shape (nv, nv)")
            expect(np.size(stored) == m.nM, "M should be of size nM")
            rows, columns = np.repeat(np.arange(m.nv), m.M_rownnz), m.M_colind
            dst[:] = 0
            dst[rows, columns] = dst[columns, rows] = np.ravel(stored)[m.mapM2M]
        else:
            now(*args, **kwargs)

    mj_fullM.__doc__ = now.__doc__
    return mj_fullM


FUNCTIONS["mj_fullM"] = _with_order_of_mujoco_3(bind("mj_fullM", mj_fullM))


@bound
def mj_mulM(m: Any, d: Any, res: np.ndarray, vec: np.ndarray) -> None:
    """Multiply a vector by the mass matrix."""
    expect(len(res) == m.nv, "res should be of size nv")
    expect(len(vec) == m.nv, "vec should be of size nv")
    corten.mul_mass(m._model, d._data, vec, out=res)


@bound
def mj_solveM(m: Any, d: Any, x: np.ndarray, y: np.ndarray) -> None:
    """Solve M x = y for all rows."""
    _check_rows(m, x, y)
    for row, given in zip(x, y, strict=True):
        corten.solve_mass(m._model, d._data, given, out=row)


def _check_rows(m: Any, x: np.ndarray, y: np.ndarray) -> None:
    expect(len(x) == len(y), "the first dimension of x and y should be of the same size")
    expect(x.shape[1] == m.nv, "the last dimension of x should be of size nv")
    expect(y.shape[1] == m.nv, "the last dimension of y should be of size nv")


# ---------------------------------------------------------------- contacts, forces, velocities


@bound
def mj_contactForce(m: Any, d: Any, id: int, result: np.ndarray) -> None:
    """Compute the force and torque of a contact in its frame; zero if there is no such contact."""
    if 0 <= id < d._data.ncon:
        corten.contact_force(m._model, d._data, id, out=result)
    else:
        result[:] = 0.0


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
