"""The state at the start: the reference configuration or a keyframe, with everything derived from it cleared.

Most of a reset is spent on clearing memory, so that is written span by span. Nearly everything is zero then. What is
not (no step failed, all trees are awake) follows from the structure of the model, which remembers it as an image of
the memory.
"""

import functools
import operator
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from corten.constants import WIDE_AWAKE
from corten.data.fields import DATA
from corten.data.query import DataQuery
from corten.data.scratch import declared_requests
from corten.enums import JOINT_COORDINATES, GainType, JointType, SleepState
from corten.model.fields import MODEL
from corten.model.model import Model
from corten.model.signals import CtrlChart
from corten.runtime import helper, stage
from corten.runtime.fields import I4, Field
from corten.runtime.kernel import Mode, kernel_mode
from corten.runtime.plan import Plan
from corten.runtime.query import query_layout
from corten.runtime.span_copies import bind_spans, span_of

if TYPE_CHECKING:
    from corten.data.data import Data

# ---------------------------------------------------------------- memory

# parts of the memory of a Data that do not grow
FIXED_PARTS = tuple(number for number, part in enumerate(DATA.parts) if not part.growing)

# fields that a reset leaves as they are
RETAINED = ("contact_limit", "noise_seed", *(each.wanted for each in declared_requests()))

# what each iteration of the solver did: much memory, of which little is in use
STATISTICS = tuple(name for name, field in DATA.fields.items() if field.shape[1:] == ("nstatiter",))


class Clearing:
    """Writes the memory of one Data as a model has it at the start; valid until the memory of either moves."""

    def __init__(self, model: Model, data: "Data"):
        self.model, self.seen = model, model._attached
        views, images, spans = data._views, [], []
        for number in FIXED_PARTS:
            memory, image = data._memory[number], _image(model, data, number)
            images.append(image)
            for start, end in spans_between(data, number, (*RETAINED, *STATISTICS)):
                if start < end:
                    source = image[start:end] if image[start:end].any() else None
                    spans.append(span_of(memory[start:end], source))
        spans.append(span_of(views["qpos"], model._views["qpos0"]))
        spans.append(span_of(views["eq_active"], model._views["eq_active0"]))
        for body in np.flatnonzero(model.body_mocapid >= 0).tolist():
            number = int(model.body_mocapid[body])
            spans.append(span_of(views["mocap_pos"][number], model._views["body_pos"][body]))
            spans.append(span_of(views["mocap_quat"][number], model._views["body_quat"][body]))
        self.write = bind_spans(spans, (images, model, data._memory), data._thread_lock)
        # whether that is all that a reset has to do
        self.is_all = model.nu == model.nactuator and not (model.nplastic or model.nhistory)
        self._forget: Callable[[Model], int] | None = None
        if data.nstatiter:
            plan = _statistics_plan(kernel_mode(), data.layout.precision)
            bound = plan.bind(model, data, data._thread_lock, np.zeros(1, np.int64))
            self._forget = bound or functools.partial(plan.run, data=data, nstep=1)

    def serves(self, model: Model) -> bool:
        """Tell whether it is for a model as it is now."""
        return self.model is model and self.seen is model._attached

    def run(self, model: Model) -> bool:
        """Write everything; tell whether that was done: not where another thread has the Data."""
        return self.write() and (self._forget is None or self._forget(model) == 0)


def clear(model: Model, data: "Data") -> None:
    """Set fields of fixed size to what they are at the start, except for those that a reset retains."""
    # whoever watches over the memory learns of it here
    _, known = data._memory, data._attached
    clearing = known.get(Clearing)
    if clearing is None or not clearing.serves(model):
        clearing = known[Clearing] = Clearing(model, data)
    clearing.run(model)


def reset_at_once(model: Model, data: "Data") -> bool:
    """Put Data into the reference configuration if that is no more than writing memory; tell whether it was done."""
    try:
        _, clearing = data._memory, data._attached[Clearing]
        return clearing.is_all and clearing.serves(model) and clearing.run(model)
    except (AttributeError, KeyError):
        return False


@functools.cache
def _statistics_plan(mode: Mode, precision: str) -> Plan:
    return Plan([clear_statistics], (MODEL.at(precision), DATA.at(precision)))


@stage
def clear_statistics(m, d) -> None:
    """Forget what each iteration of the solver did: of each island, up to the first that has done nothing."""
    for k in range(d.nstatisland):
        i = 0
        while i < d.nstatiter and has_done(d, k, i):
            d.solver_improvement[k, i], d.solver_gradient[k, i] = 0.0, 0.0
            d.solver_nactive[k, i], d.solver_nchange[k, i], d.solver_neval[k, i] = 0, 0, 0
            i += 1


@helper
def has_done(d, k: int, i: int) -> bool:
    """Tell whether the statistics of island k have something for iteration i."""
    counts = d.solver_nactive[k, i] | d.solver_nchange[k, i] | d.solver_neval[k, i]
    return counts != 0 or d.solver_improvement[k, i] != 0.0


def spans_between(data: "Data", number: int, fields: tuple[str, ...]) -> Iterator[tuple[int, int]]:
    """Yield (first byte, end) of the memory of a part between some fields."""
    start = 0
    for place, size in sorted(
        (int(data._table[DATA.offset_slot[name]]), data._views[name].nbytes)
        for name in fields
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
    # most models have none of these; a quaternion is several controls of one actuator
    if model.nu != model.nactuator:
        set_quaternion_controls(model, data)
    if model.nplastic:
        data.plastic = initial_plastic(model)
    if model.nhistory:
        reset_history(model, data)
    if key is not None:
        set_keyframe(model, data, key)


KEYFRAME = query_layout(
    "Keyframe",
    "corten.data.reset:KEYFRAME",
    (Field("keyframe", I4, (), "its number"),),
    DATA,
    ("time", "qpos", "qvel", "act", "ctrl", "plastic", "mocap_pos", "mocap_quat"),
)


@stage
def take_keyframe(m, d) -> None:
    """Take state and controls from a keyframe."""
    key = d.keyframe
    d.time = m.key_time[key]
    for i in range(d.nq):
        d.qpos[i] = m.key_qpos[key, i]
    for i in range(d.nv):
        d.qvel[i] = m.key_qvel[key, i]
    for i in range(d.na):
        d.act[i] = m.key_act[key, i]
    for i in range(d.nu):
        d.ctrl[i] = m.key_ctrl[key, i]
    for i in range(d.nplastic):
        d.plastic[i] = m.key_plastic[key, i]
    for i in range(d.nmocap):
        for k in range(3):
            d.mocap_pos[i, k] = m.key_mpos[key, i, k]
        for k in range(4):
            d.mocap_quat[i, k] = m.key_mquat[key, i, k]


class KeyframeTaken(DataQuery):
    """State and controls from a keyframe."""

    layout, stages, arguments = KEYFRAME, (take_keyframe,), ("keyframe",)

    def int_limits(self, owner: Any) -> dict[str, tuple[int, int]]:
        return {"keyframe": (0, owner.model.nkey)}


def set_keyframe(model: Model, data: "Data", keyframe: int | str | None) -> None:
    """Take state and controls from a keyframe given by number or name; None changes nothing."""
    try:
        if data._attached[KeyframeTaken](model, keyframe) == 0:
            return
    except KeyError:
        pass
    key = find_keyframe(model, keyframe)
    if key is not None:
        KeyframeTaken.answer(model, data, (key,))


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
