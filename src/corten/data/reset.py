"""The state at the start: the reference configuration or a keyframe, with everything derived from it cleared.

Most of a reset is spent on clearing memory, so that is written span by span. Nearly everything is zero then. What is
not (no step failed, all trees are awake) follows from the structure of the model, which remembers it as an image of
the memory.
"""

import operator
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from corten.constants import WIDE_AWAKE
from corten.data.fields import DATA
from corten.enums import JOINT_COORDINATES, GainType, JointType, SleepState
from corten.model.model import Model
from corten.model.signals import CtrlChart

if TYPE_CHECKING:
    from corten.data.data import Data

# ---------------------------------------------------------------- memory

# parts of the memory of a Data that do not grow
FIXED_PARTS = tuple(number for number, part in enumerate(DATA.parts) if not part.growing)

# fields that a reset leaves as they are
RETAINED = ("contact_limit", "noise_seed")

# [bytes] longer spans of zeros are filled, not copied from zeros
LONG = 4096


class Clearing:
    """Writes the memory of one Data as a model has it at the start; valid until the memory moves."""

    def __init__(self, model: Model, data: "Data"):
        self.model = model
        self._copies: list[tuple[memoryview, memoryview]] = []
        self._zeros: list[np.ndarray] = []
        for number in FIXED_PARTS:
            memory, image = data._memory[number], _image(model, data, number)
            for start, end in _spans(data, number):
                self._add(memory[start:end], image[start:end])

    def _add(self, memory: np.ndarray, image: np.ndarray) -> None:
        if len(memory) > LONG and not image.any():
            self._zeros.append(memory)
        elif len(memory):
            self._copies.append((memory.data, image.data))

    def run(self) -> None:
        """Write it."""
        for memory, image in self._copies:
            memory[:] = image
        for memory in self._zeros:
            memory.fill(0)


def clear(model: Model, data: "Data") -> None:
    """Set fields of fixed size to what they are at the start, except for those that a reset retains."""
    # whoever watches over the memory learns of it here
    _, known = data._memory, data._attached
    clearing = known.get(Clearing)
    if clearing is None or clearing.model is not model:
        clearing = known[Clearing] = Clearing(model, data)
    clearing.run()


def _spans(data: "Data", number: int) -> Iterator[tuple[int, int]]:
    """Yield (first byte, end) of the memory of a part between the fields that are retained."""
    start = 0
    for place, size in sorted(
        (int(data._table[DATA.offset_slot[name]]), data._views[name].nbytes)
        for name in RETAINED
        if name in DATA.parts[number].fields
    ):
        yield start, place
        start = place + size
    yield start, len(data._memory[number])


def _image(model: Model, data: "Data", number: int) -> np.ndarray:
    """Return the memory of a part as a model has it at the start."""
    key = number, len(data._memory[number])
    if key not in model._cleared:
        _remember(model, data)
    return model._cleared[key]


def _remember(model: Model, data: "Data") -> None:
    """Make the images of all parts, in the memory of a Data, whose retained fields stay."""
    retained = {name: data._views[name].item() for name in RETAINED}
    data.clear()
    data._views["error_where"][()] = -1
    _wake_all(model, data)
    for number in FIXED_PARTS:
        memory = data._memory[number]
        # zeros that nobody has written to take no memory
        model._cleared[number, len(memory)] = memory.copy() if memory.any() else np.zeros_like(memory)
    for name, value in retained.items():
        data._views[name][()] = value


def _wake_all(model: Model, data: "Data") -> None:
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


# ---------------------------------------------------------------- histories of controls and readings

# numbers before the times of the samples: one of the signal's own, and the place of the newest sample
HEADER = 2


# steps and periods may be so long that their multiples are no numbers
@np.errstate(all="ignore")
def reset_history(model: Model, data: "Data") -> None:
    """Fill histories with readings of zero and the controls after a reset.

    Their times are those at which samples would have been taken before the start. Those of sensors with an interval
    lie a period apart, at the next multiple of the time step; the phase says when the last one was, and 0 that the
    next one is due at once.
    """
    if not model.nhistory:
        return
    step, history = float(model.opt_timestep), data.history
    history[:] = 0.0
    for actuator in np.flatnonzero(model.actuator_history[:, 0] > 0):
        count, first = int(model.actuator_history[actuator, 0]), int(model.actuator_historyadr[actuator])
        history[first + 1] = count - 1
        history[first + HEADER : first + HEADER + count] = -step * np.arange(count, 0, -1)
        control, width = int(model.actuator_ctrladr[actuator]), int(model.actuator_ctrlnum[actuator])
        values = history[first + HEADER + count : first + HEADER + count * (1 + width)].reshape(count, width)
        values[:] = data.ctrl[control : control + width]
    for sensor in np.flatnonzero(model.sensor_history[:, 0] > 0):
        count, first = int(model.sensor_history[sensor, 0]), int(model.sensor_historyadr[sensor])
        period, phase = model.sensor_interval[sensor].tolist()
        times = -step * np.arange(count, 0, -1)
        history[first] = -step
        if period > 0:
            last = phase if phase != 0 else -period
            times = np.ceil((last - period * np.arange(count - 1, -1, -1)) / step) * step
            history[first] = last
        history[first + 1] = count - 1
        history[first + HEADER : first + HEADER + count] = times


# ---------------------------------------------------------------- reference configuration, keyframes


def reset(model: Model, data: "Data", keyframe: int | str | None = None) -> None:
    """Put Data into the reference configuration, or into a keyframe given by number or name."""
    key = None if keyframe is None else find_keyframe(model, keyframe)
    clear(model, data)
    data.qpos[...] = model.qpos0
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
