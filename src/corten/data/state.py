"""State vectors in MuJoCo's layout: the chosen components, one after the other, in the order of their bits."""

from typing import TYPE_CHECKING

import numpy as np

from corten.data.pair import check_pair
from corten.enums import StateBit
from corten.model.model import Model

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


def _names(components: int) -> list[str]:
    if not 0 < components <= StateBit.INTEGRATION:
        raise ValueError(f"{components} is not a combination of StateBit values")
    return [name for bit, name in COMPONENTS.items() if components & bit]


def state_size(model: Model, components: int = StateBit.FULLPHYSICS) -> int:
    """Return the length of a state vector with these components."""
    from corten.data.fields import DATA

    shapes = [DATA.fields[name].resolve(model.sizes()) for name in _names(components)]
    return sum(int(np.prod(shape)) for shape in shapes)


def get_state(model: Model, data: "Data", components: int = StateBit.FULLPHYSICS) -> np.ndarray:
    """Return the chosen components of the state as one vector."""
    check_pair(model, data)
    return np.concatenate([np.ravel(getattr(data, name)).astype(float) for name in _names(components)])


def set_state(model: Model, data: "Data", state: np.ndarray, components: int = StateBit.FULLPHYSICS) -> None:
    """Set the chosen components of the state from one vector."""
    check_pair(model, data)
    state = np.asarray(state, float)
    if state.shape != (state_size(model, components),):
        raise ValueError(f"the state has shape {state.shape}; expected ({state_size(model, components)},)")
    place = 0
    for name in _names(components):
        if name == "time":
            data.time, place = state[place], place + 1
            continue
        array = getattr(data, name)
        array[...] = state[place : place + array.size].reshape(array.shape)
        place += array.size
