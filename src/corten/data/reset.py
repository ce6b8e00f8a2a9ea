"""The state at the start: the reference configuration or a keyframe, with everything derived from it cleared."""

import operator
from typing import TYPE_CHECKING

import numpy as np

from corten.constants import WIDE_AWAKE
from corten.data.fields import DATA
from corten.data.history import reset_history
from corten.enums import JOINT_COORDINATES, GainType, JointType, SleepState
from corten.model.model import Model
from corten.signals import CtrlChart

if TYPE_CHECKING:
    from corten.data.data import Data


# parts of the memory of a Data that do not grow
FIXED_PARTS = tuple(number for number, part in enumerate(DATA.parts) if not part.growing)


def reset(model: Model, data: "Data", keyframe: int | str | None = None) -> None:
    """Put Data into the reference configuration, or into a keyframe given by number or name."""
    key = find_keyframe(model, keyframe)
    views = data._views
    limit, seed = views["contact_limit"].item(), views["noise_seed"].item()
    _clear(model, data)
    views["contact_limit"][()], views["noise_seed"][()] = limit, seed
    data.qpos[:] = model.qpos0
    reset_controls(model, data)
    # most models have none of these
    if model.nplastic:
        data.plastic = initial_plastic(model)
    if model.nhistory:
        reset_history(model, data)
    if model.neq:
        data.eq_active = model.eq_active0
    if model.nmocap:
        moved = model.body_mocapid >= 0
        data.mocap_pos[model.body_mocapid[moved]] = model.body_pos[moved]
        data.mocap_quat[model.body_mocapid[moved]] = model.body_quat[moved]
    if key is not None:
        set_keyframe(model, data, key)


def _clear(model: Model, data: "Data") -> None:
    """Set fields of fixed size to zero, except for those that say that no step failed and that all trees are awake.

    They follow from the structure of the model, so that the memory is remembered as it is then.
    """
    for number in FIXED_PARTS:
        memory = data._memory[number]
        image = model._cleared.get((number, len(memory)))
        if image is None:
            _remember_cleared(model, data)
            return
        memory[:] = image


def _remember_cleared(model: Model, data: "Data") -> None:
    data.clear()
    data._views["error_where"][()] = -1
    wake_all(model, data)
    for number in FIXED_PARTS:
        memory = data._memory[number]
        # zeros that nobody has written to take no memory
        model._cleared[number, len(memory)] = memory.copy() if memory.any() else np.zeros_like(memory)


def set_keyframe(model: Model, data: "Data", keyframe: int | str | None) -> None:
    """Take state and controls from a keyframe given by number or name; None changes nothing."""
    key = find_keyframe(model, keyframe)
    if key is not None:
        data.time = model.key_time[key]
        data.qpos = model.key_qpos[key]
        data.qvel = model.key_qvel[key]
        data.act = model.key_act[key]
        data.ctrl = model.key_ctrl[key]
        data.plastic = model.key_plastic[key]
        data.mocap_pos = model.key_mpos[key]
        data.mocap_quat = model.key_mquat[key]


def reset_controls(model: Model, data: "Data") -> None:
    """Set controls to zero, and those that are quaternions to the identity."""
    data.ctrl[:] = 0.0
    # a quaternion is several controls of one actuator
    if model.nu != model.nactuator:
        quaternions = (model.actuator_gaintype == GainType.SO3) & (model.actuator_ctrlspec == CtrlChart.QUAT)
        data.ctrl[model.actuator_ctrladr[quaternions]] = 1.0


def initial_plastic(model: Model) -> np.ndarray:
    """Return the plastic state of springs that have not yielded yet: coordinates and lengths at which they rest."""
    plastic = np.zeros(model.nplastic)
    for joint in np.flatnonzero(model.jnt_plasticadr >= 0):
        first, place = int(model.jnt_qposadr[joint]), int(model.jnt_plasticadr[joint])
        width = JOINT_COORDINATES[JointType(int(model.jnt_type[joint]))]
        plastic[place : place + width] = model.qpos_spring[first : first + width]
    for tendon in np.flatnonzero(model.tendon_plasticadr >= 0):
        place = int(model.tendon_plasticadr[tendon])
        plastic[place : place + 2] = model.tendon_lengthspring[tendon]
    return plastic


def wake_all(model: Model, data: "Data") -> None:
    """Let all trees be awake."""
    views, nbody, nv = data._views, model.nbody, model.nv
    free = (model.body_treeid >= 0) | (model.body_mocapid[model.body_rootid] >= 0)
    views["tree_asleep"][:], views["tree_awake"][:] = WIDE_AWAKE, 1
    views["body_awake"][:] = np.where(free, int(SleepState.AWAKE), int(SleepState.STATIC))
    numbers = np.arange(max(nbody, nv))
    views["body_awake_ind"][:], views["dof_awake_ind"][:] = numbers[:nbody], numbers[:nv]
    views["parent_awake_ind"][: nbody - 1] = numbers[1:nbody]
    views["ntree_awake"][()], views["nv_awake"][()] = model.ntree, nv
    views["nbody_awake"][()], views["nparent_awake"][()] = nbody, nbody - 1


def find_keyframe(model: Model, keyframe: int | str | None) -> int | None:
    """Return the number of a keyframe given by number or name."""
    if keyframe is None:
        return None
    number = model.id("key", keyframe) if isinstance(keyframe, str) else operator.index(keyframe)
    if not 0 <= number < model.nkey:
        raise IndexError(f"keyframe {number} does not exist; the model has {model.nkey}")
    return number
