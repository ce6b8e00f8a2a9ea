"""State vectors in MuJoCo's layout: the chosen components, one after the other, in the order of their bits."""

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy import empty
from numpy.typing import ArrayLike

from corten.data.fields import DATA
from corten.data.pair import check_model, check_pair
from corten.data.query import DataQuery
from corten.enums import StateBit
from corten.model.model import Model
from corten.runtime import FloatArray, helper, stage
from corten.runtime.fields import F8, I4, Field
from corten.runtime.parameters import array, check_out
from corten.runtime.query import query_layout

if TYPE_CHECKING:
    from corten.data.data import Data

# the field that each bit stands for, in the order in which the fields follow each other
COMPONENTS = {
    StateBit.TIME: "time",
    StateBit.QPOS: "qpos",
    StateBit.QVEL: "qvel",
    StateBit.ACT: "act",
    StateBit.HISTORY: "history",
    StateBit.WARMSTART: "qacc_warmstart",
    StateBit.CTRL: "ctrl",
    StateBit.QFRC_APPLIED: "qfrc_applied",
    StateBit.XFRC_APPLIED: "xfrc_applied",
    StateBit.EQ_ACTIVE: "eq_active",
    StateBit.MOCAP_POS: "mocap_pos",
    StateBit.MOCAP_QUAT: "mocap_quat",
    StateBit.USERDATA: "userdata",
    StateBit.PLUGIN: "plugin_state",
    StateBit.PLASTIC: "plastic",
}

# where a Model remembers the lengths of state vectors
_SIZES = "state sizes"

STATE = query_layout(
    "StateVector",
    "corten.data.state:STATE",
    (Field("components", I4, (), "bits of the components"), array("state", F8, ("nrow",), "state vector")),
    DATA,
    tuple(COMPONENTS.values()),
)

# ---------------------------------------------------------------- between fields and vectors


@stage
def read_state(m, d) -> int:
    """Write components of the state into a vector; the status is 1 if it has another length."""
    state, bits = d.state, d.components
    if vector_size(d, bits) != d.nrow:
        return 1
    k = 0
    if bits & StateBit.TIME != 0:
        state[0] = d.time
        k = 1
    k = read_array(state, k, d.qpos, d.nq, bits & StateBit.QPOS)
    k = read_array(state, k, d.qvel, d.nv, bits & StateBit.QVEL)
    k = read_array(state, k, d.act, d.na, bits & StateBit.ACT)
    k = read_array(state, k, d.history, d.nhistory, bits & StateBit.HISTORY)
    k = read_array(state, k, d.qacc_warmstart, d.nv, bits & StateBit.WARMSTART)
    k = read_array(state, k, d.ctrl, d.nu, bits & StateBit.CTRL)
    k = read_array(state, k, d.qfrc_applied, d.nv, bits & StateBit.QFRC_APPLIED)
    k = read_rows(state, k, d.xfrc_applied, d.nbody, 6, bits & StateBit.XFRC_APPLIED)
    if bits & StateBit.EQ_ACTIVE != 0:
        for i in range(d.neq):
            state[k + i] = float(d.eq_active[i])
        k += d.neq
    k = read_rows(state, k, d.mocap_pos, d.nmocap, 3, bits & StateBit.MOCAP_POS)
    k = read_rows(state, k, d.mocap_quat, d.nmocap, 4, bits & StateBit.MOCAP_QUAT)
    k = read_array(state, k, d.userdata, d.nuserdata, bits & StateBit.USERDATA)
    k = read_array(state, k, d.plugin_state, d.npluginstate, bits & StateBit.PLUGIN)
    read_array(state, k, d.plastic, d.nplastic, bits & StateBit.PLASTIC)
    return 0


@stage
def write_state(m, d) -> int:
    """Set components of the state from a vector; the status is 1 if it has another length."""
    state, bits = d.state, d.components
    if vector_size(d, bits) != d.nrow:
        return 1
    k = 0
    if bits & StateBit.TIME != 0:
        d.time = state[0]
        k = 1
    k = write_array(state, k, d.qpos, d.nq, bits & StateBit.QPOS)
    k = write_array(state, k, d.qvel, d.nv, bits & StateBit.QVEL)
    k = write_array(state, k, d.act, d.na, bits & StateBit.ACT)
    k = write_array(state, k, d.history, d.nhistory, bits & StateBit.HISTORY)
    k = write_array(state, k, d.qacc_warmstart, d.nv, bits & StateBit.WARMSTART)
    k = write_array(state, k, d.ctrl, d.nu, bits & StateBit.CTRL)
    k = write_array(state, k, d.qfrc_applied, d.nv, bits & StateBit.QFRC_APPLIED)
    k = write_rows(state, k, d.xfrc_applied, d.nbody, 6, bits & StateBit.XFRC_APPLIED)
    if bits & StateBit.EQ_ACTIVE != 0:
        for i in range(d.neq):
            d.eq_active[i] = 1 if state[k + i] != 0.0 else 0
        k += d.neq
    k = write_rows(state, k, d.mocap_pos, d.nmocap, 3, bits & StateBit.MOCAP_POS)
    k = write_rows(state, k, d.mocap_quat, d.nmocap, 4, bits & StateBit.MOCAP_QUAT)
    k = write_array(state, k, d.userdata, d.nuserdata, bits & StateBit.USERDATA)
    k = write_array(state, k, d.plugin_state, d.npluginstate, bits & StateBit.PLUGIN)
    write_array(state, k, d.plastic, d.nplastic, bits & StateBit.PLASTIC)
    return 0


@helper
def vector_size(d, bits: int) -> int:
    """Return how many numbers components have."""
    size = (1 if bits & StateBit.TIME != 0 else 0) + (d.nq if bits & StateBit.QPOS != 0 else 0)
    size += (d.nv if bits & StateBit.QVEL != 0 else 0) + (d.na if bits & StateBit.ACT != 0 else 0)
    size += (d.nhistory if bits & StateBit.HISTORY != 0 else 0) + (d.nv if bits & StateBit.WARMSTART != 0 else 0)
    size += (d.nu if bits & StateBit.CTRL != 0 else 0) + (d.nv if bits & StateBit.QFRC_APPLIED != 0 else 0)
    size += (6 * d.nbody if bits & StateBit.XFRC_APPLIED != 0 else 0) + (d.neq if bits & StateBit.EQ_ACTIVE != 0 else 0)
    size += 3 * d.nmocap if bits & StateBit.MOCAP_POS != 0 else 0
    size += 4 * d.nmocap if bits & StateBit.MOCAP_QUAT != 0 else 0
    size += d.nuserdata if bits & StateBit.USERDATA != 0 else 0
    size += d.npluginstate if bits & StateBit.PLUGIN != 0 else 0
    return size + (d.nplastic if bits & StateBit.PLASTIC != 0 else 0)


@helper
def read_array(state: FloatArray, first: int, source: FloatArray, n: int, bit: int) -> int:
    """Append n numbers to a vector unless the bit is 0; return where the next ones go."""
    if bit == 0:
        return first
    for i in range(n):
        state[first + i] = source[i]
    return first + n


@helper
def read_rows(state: FloatArray, first: int, source: FloatArray, n: int, width: int, bit: int) -> int:
    """Append n rows to a vector unless the bit is 0; return where the next numbers go."""
    if bit == 0:
        return first
    for i in range(n):
        for k in range(width):
            state[first + width * i + k] = source[i, k]
    return first + n * width


@helper
def write_array(state: FloatArray, first: int, target: FloatArray, n: int, bit: int) -> int:
    """Take n numbers from a vector unless the bit is 0; return where the next ones are."""
    if bit == 0:
        return first
    for i in range(n):
        target[i] = state[first + i]
    return first + n


@helper
def write_rows(state: FloatArray, first: int, target: FloatArray, n: int, width: int, bit: int) -> int:
    """Take n rows from a vector unless the bit is 0; return where the next numbers are."""
    if bit == 0:
        return first
    for i in range(n):
        for k in range(width):
            target[i, k] = state[first + width * i + k]
    return first + n * width


class _StateQuery(DataQuery):
    """A state vector of some components."""

    layout = STATE

    def int_limits(self, owner: Any) -> dict[str, tuple[int, int]]:
        return {"components": (1, StateBit.INTEGRATION + 1)}


class StateRead(_StateQuery):
    """The state as a vector, which has the right length."""

    stages, arguments, in_place = (read_state,), ("components", "state"), ("state",)


class StateWritten(_StateQuery):
    """The state from a vector."""

    stages, arguments = (write_state,), ("components", "state")

    @classmethod
    def convert(cls, model: Model, owner: Any, values: tuple[Any, ...]) -> tuple[Any, ...]:
        components, state = values
        size, shape = state_size(model, components), np.shape(state)
        if shape != (size,):
            raise ValueError(f"the state has shape {shape}; expected ({size},)")
        return components, state


# ---------------------------------------------------------------- for users


def state_size(model: Model, components: int = StateBit.FULLPHYSICS) -> int:
    """Return the length of a state vector with these components."""
    try:
        return model._attached[_SIZES][components]
    except (AttributeError, KeyError, TypeError):
        return _find_size(model, components)


def _find_size(model: Model, components: int) -> int:
    check_model(model)
    if not isinstance(components, int | np.integer) or not 0 < components <= StateBit.INTEGRATION:
        raise ValueError(f"{components} is not a combination of StateBit values")
    sizes = model.sizes()
    names = [name for bit, name in COMPONENTS.items() if components & bit]
    size = sum(int(np.prod(DATA.fields[name].resolve(sizes))) for name in names)
    model._attached.setdefault(_SIZES, {})[int(components)] = size
    return size


def get_state(
    model: Model, data: "Data", components: int = StateBit.FULLPHYSICS, *, out: np.ndarray | None = None
) -> np.ndarray:
    """Return the chosen components of the state as one vector."""
    try:
        state = empty(model._attached[_SIZES][components]) if out is None else out
        if data._attached[StateRead](model, components, state) == 0:
            return state
    except (AttributeError, KeyError, TypeError):
        pass
    return _read_state(model, data, components, out)


def _read_state(model: Model, data: "Data", components: int, out: np.ndarray | None) -> np.ndarray:
    """Return a state vector in an array of the caller, if it is one that can hold it, else in a new one."""
    check_pair(model, data)
    size = state_size(model, components)
    target = None if out is None else check_out("out", out, (size,), np.dtype(float))
    # zeros, for memory that nobody has written may hold what other precisions have no number for
    state = np.zeros(size)
    StateRead.answer(model, data, (components, state))
    if target is None:
        return state
    target[...] = state
    return target


def set_state(model: Model, data: "Data", state: ArrayLike, components: int = StateBit.FULLPHYSICS) -> None:
    """Set the chosen components of the state from one vector."""
    try:
        if data._attached[StateWritten](model, components, state) == 0:
            return
    except (AttributeError, KeyError):
        pass
    StateWritten.answer(model, data, (components, state))
