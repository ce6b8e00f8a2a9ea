"""The state at the start: the reference configuration or a keyframe, with everything derived from it cleared."""

import operator
from typing import TYPE_CHECKING

import numpy as np

from corten.data.clearing import clear
from corten.data.history import reset_history
from corten.enums import JOINT_COORDINATES, GainType, JointType
from corten.model.model import Model
from corten.model.signals import CtrlChart

if TYPE_CHECKING:
    from corten.data.data import Data


def reset(model: Model, data: "Data", keyframe: int | str | None = None) -> None:
    """Put Data into the reference configuration, or into a keyframe given by number or name."""
    key = None if keyframe is None else find_keyframe(model, keyframe)
    clear(model, data)
    data.qpos[:] = model.qpos0
    # most models have none of these; a quaternion is several controls of one actuator
    if model.nu != model.nactuator:
        set_quaternion_controls(model, data)
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


def set_quaternion_controls(model: Model, data: "Data") -> None:
    """Set controls that are quaternions to the identity; all others are zero."""
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


def find_keyframe(model: Model, keyframe: int | str | None) -> int | None:
    """Return the number of a keyframe given by number or name."""
    if keyframe is None:
        return None
    number = model.id("key", keyframe) if isinstance(keyframe, str) else operator.index(keyframe)
    if not 0 <= number < model.nkey:
        raise IndexError(f"keyframe {number} does not exist; the model has {model.nkey}")
    return number
