"""Open-loop trajectories: many initial states, many sequences of controls, all at once."""

import time
import warnings
from collections.abc import Callable, Mapping
from typing import TypedDict, Unpack

import numpy as np
from numpy.typing import ArrayLike

from corten.batch.arguments import lane_count, thread_count
from corten.batch.engine import TeamSize
from corten.batch.environments import Environments
from corten.batch.pack import Pack, segment, segments
from corten.batch.thread_engine import ThreadEngine
from corten.batch.varied_fields import check_names
from corten.data import DATA, Data
from corten.data.state import COMPONENTS
from corten.enums import StateBit
from corten.errors import StepError, StepWarning, caller_level
from corten.model import Model
from corten.pipeline.step import check_count
from corten.runtime.kernel import kernel_mode
from corten.runtime.notices import log

# what `control` may consist of
INPUTS = (
    StateBit.CTRL
    | StateBit.QFRC_APPLIED
    | StateBit.XFRC_APPLIED
    | StateBit.EQ_ACTIVE
    | StateBit.MOCAP_POS
    | StateBit.MOCAP_QUAT
    | StateBit.USERDATA
)

# [s] between two lines of progress
PAUSE = 1.0


class RolloutOptions(TypedDict, total=False):
    """What `rollout` can be told by name."""

    # number of steps, if neither controls nor results tell it
    nstep: int | None
    # what controls consist of: bits of StateBit that stand for inputs; CTRL if it is left out
    control_spec: int
    # qacc_warmstart to begin with, shape (n or 1, nv); zeros if it is left out
    initial_warmstart: ArrayLike | None
    # values of model fields for each trajectory, as those of BatchSim.vary: name to array of shape (n or 1, ...)
    vary: Mapping[str, ArrayLike] | None
    # where results are written
    state: np.ndarray | None
    sensordata: np.ndarray | None
    # True: results of the last step alone
    last: bool
    # gets the StepError of each trajectory that fails, instead of a warning
    errors: dict[int, StepError] | None
    # True: long rollouts write how far they are to standard error; a function is called with (done, nstep)
    progress: bool | Callable[[int, int], None]
    # as those of BatchSim
    threads: int | None
    lanes: int | None


def rollout(
    model: Model, initial_state: ArrayLike, control: ArrayLike | None = None, **options: Unpack[RolloutOptions]
) -> tuple[np.ndarray, np.ndarray]:
    """Roll out trajectories from initial states under given controls; return states and sensor readings.

    `initial_state` has shape (n or 1, nstate), in the layout of StateBit.FULLPHYSICS; `control` (n or 1, nstep or 1,
    ncontrol), in that of the option `control_spec`. Leading axes may be left out. Without controls, `nstep` steps are
    taken with the controls of a new Data. Results have shapes (n, nstep, nstate) and (n, nstep, nsensordata), after
    each step; with `last`, (n, nstate) and (n, nsensordata), after the last step.

    A trajectory whose step fails repeats its last good state to the end; a warning tells of it, unless a dict is passed
    as `errors`. `RolloutOptions` lists all options.
    """
    unknown = options.keys() - RolloutOptions.__annotations__
    if unknown:
        known = ", ".join(RolloutOptions.__annotations__)
        raise TypeError(f"rollout has no option {min(unknown)!r}; it has {known}")
    given, last, progress = (
        RolloutArguments(model, initial_state, control, options),
        bool(options.get("last")),
        options.get("progress"),
    )
    team = TeamSize(thread_count(options.get("threads")), lane_count(options.get("lanes"), model, given.n))
    length = 1 if last else given.nstep
    states = output_array("state", options, (given.n, length, given.initial.shape[1]))
    readings = output_array("sensordata", options, (given.n, length, model.nsensordata))
    engine = acquire_engine(model, given.n, team, varied=bool(given.varied))
    given.begin(engine)
    engine.connect(_Trajectories(given.controls, _columns(model, StateBit.FULLPHYSICS, states), readings))
    engine.run(given.nstep, progress if callable(progress) else _Progress() if progress else None)
    envs = engine.envs
    for i in envs.errors:
        done = int(envs.steps[i])
        if done == 0:
            states[i], readings[i] = given.initial[i if len(given.initial) > 1 else 0], 0.0
        elif not last:
            states[i, done:], readings[i, done:] = states[i, done - 1], readings[i, done - 1]
    failures = dict(envs.errors)
    if not given.varied:
        recycle_engine(engine, team)
    report_failures(failures, given.n, options.get("errors"))
    return (states[:, 0], readings[:, 0]) if last else (states, readings)


class _Trajectories:
    """Controls that go into environments, and what comes out of them."""

    def __init__(self, controls: dict[str, np.ndarray], states: dict[str, np.ndarray], readings: np.ndarray):
        self._controls, self._results = controls, {**states, "sensordata": readings}

    def feeds(self, pack: Pack) -> np.ndarray:
        """Return segments of controls."""
        return _segments(pack, self._controls)

    def records(self, pack: Pack) -> np.ndarray:
        """Return segments of states and sensor readings."""
        return _segments(pack, self._results)

    def feed(self, i: int, number: int, data: Data) -> None:
        """Write the controls of a step into a Data."""
        for name, array in self._controls.items():
            data._views[name].reshape(-1)[...] = array[_place(array, i, number)]

    def record(self, i: int, number: int, data: Data) -> None:
        """Read the state after a step from a Data."""
        for name, array in self._results.items():
            array[_place(array, i, number)] = data._views[name].reshape(-1)


def _segments(pack: Pack, arrays: dict[str, np.ndarray]) -> np.ndarray:
    found = [segment(pack.address(name), DATA.fields[name], array, steps=True) for name, array in arrays.items()]
    return segments(found, pack.width, gap=1)


def _place(array: np.ndarray, i: int, number: int) -> tuple[int, int]:
    """Return the row of a trajectory and a step; an axis of one row serves all."""
    return (i if array.shape[0] > 1 else 0), (number if array.shape[1] > 1 else 0)


# ---------------------------------------------------------------- arguments


class RolloutArguments:
    """What a user has passed, in its full shape."""

    def __init__(self, model: Model, initial_state: ArrayLike, control: ArrayLike | None, options: RolloutOptions):
        spec, nstep, warmstart = (
            options.get("control_spec", StateBit.CTRL),
            options.get("nstep"),
            options.get("initial_warmstart"),
        )
        if spec & ~INPUTS or spec <= 0:
            raise ValueError(f"control_spec is {spec}; it may combine the StateBit values of inputs only")
        self.model = model
        self.initial = _input("initial_state", initial_state, 2, _size(model, StateBit.FULLPHYSICS))
        self.warmstart = _input(
            "initial_warmstart", np.zeros(model.nv) if warmstart is None else warmstart, 2, model.nv
        )
        controls = None if control is None else _input("control", control, 3, _size(model, spec))
        self.controls = {} if controls is None else _columns(model, spec, controls)
        self.varied = _varied(model, options.get("vary") or {})
        counts = {"initial_state": len(self.initial), "initial_warmstart": len(self.warmstart)}
        counts |= {name: len(values) for name, values in self.varied.items()}
        steps = {} if nstep is None else {"nstep": check_count(nstep)}
        for name in ("state", "sensordata"):
            array = options.get(name)
            if isinstance(array, np.ndarray) and array.ndim == (2 if options.get("last") else 3):
                counts[name] = len(array)
                if array.ndim == 3:
                    steps[name] = array.shape[1]
        if controls is not None:
            counts["control"] = len(controls)
            if controls.shape[1] != 1 or not steps:
                steps["control"] = controls.shape[1]
        self.n = _agreed("trajectories", {name: count for name, count in counts.items() if count != 1} or counts)
        self.nstep = _agreed("steps", steps or {"nstep": 1})

    def begin(self, engine: ThreadEngine) -> None:
        """Let environments begin with their states."""
        envs, rows = engine.envs, engine.envs.rows
        for name, columns in _columns(self.model, StateBit.FULLPHYSICS, self.initial[:, None]).items():
            view = rows.state.views[name]
            view[...] = columns[:, 0].reshape(len(columns), *view.shape[1:])
        rows.state.views["qacc_warmstart"][...] = self.warmstart
        if envs.vary(tuple(self.varied)):
            engine.release()
        for name, values in self.varied.items():
            envs.varied.arrays[name][...] = values


def _size(model: Model, components: int) -> int:
    return sum(_components(model, components).values())


def _components(model: Model, components: int) -> dict[str, int]:
    """Return how many numbers each field of a state vector has."""
    names = [name for bit, name in COMPONENTS.items() if components & bit]
    return {name: int(np.prod(DATA.fields[name].resolve(model.sizes()))) for name in names}


def _columns(model: Model, components: int, vectors: np.ndarray) -> dict[str, np.ndarray]:
    """Return the columns of each field in state vectors; those of bools as such."""
    found, first = {}, 0
    for name, size in _components(model, components).items():
        part = vectors[:, :, first : first + size]
        found[name] = np.ascontiguousarray(part != 0) if DATA.fields[name].kind.dtype == bool else part
        first += size
    return found


def _input(name: str, values: ArrayLike, ndim: int, width: int) -> np.ndarray:
    """Return an argument as floats with all axes; refuse other shapes."""
    array = np.array(values, float, order="C", ndmin=ndim)
    if array.ndim > ndim or array.shape[-1] != width:
        axes = ", ".join([*["n or 1", "nstep or 1"][: ndim - 1], str(width)])
        raise ValueError(f"{name} has shape {np.shape(values)}; it must be ({axes})")
    return array


def _varied(model: Model, values: Mapping[str, ArrayLike]) -> dict[str, np.ndarray]:
    """Return values of model fields with an axis of trajectories; refuse other fields and shapes."""
    check_names(model, values)
    found = {name: np.array(value, float) for name, value in values.items()}
    for name, array in found.items():
        shape = model._views[name].shape
        if array.ndim != 1 + len(shape) or array.shape[1:] != shape:
            axes = ", ".join(["n or 1", *map(str, shape)])
            raise ValueError(f"{name} has shape {array.shape}; it must be ({axes})")
    return found


def output_array(name: str, options: RolloutOptions, shape: tuple[int, int, int]) -> np.ndarray:
    """Return the array that results are written into, with an axis for steps; refuse one that does not fit."""
    array, last = options.get(name), options.get("last")
    if array is None:
        return np.zeros(shape)
    wanted = (shape[0], shape[2]) if last else shape
    fits = isinstance(array, np.ndarray) and array.shape == wanted and array.dtype == np.float64
    if not fits or not array.flags.writeable or not array.flags.aligned or (array.size and array.strides[-1] != 8):
        raise ValueError(
            f"{name} must be a writable array of float64 of shape {wanted}, with rows of numbers side by side"
        )
    return array[:, None] if last else array


def _agreed(words: str, counts: dict[str, int]) -> int:
    """Return a number that several arguments give; refuse them if they differ."""
    if len(set(counts.values())) > 1:
        said = ", ".join(f"{name} {count}" for name, count in counts.items())
        raise ValueError(f"arguments disagree about the number of {words}: {said}")
    return next(iter(counts.values()))


# ---------------------------------------------------------------- progress and failures


class _Progress:
    """Writes how far a rollout is, once a second."""

    def __init__(self) -> None:
        self._next = time.perf_counter() + PAUSE

    def __call__(self, done: int, nstep: int) -> None:
        now = time.perf_counter()
        if now > self._next:
            self._next = now + PAUSE
            log(f"rollout: {done} of {nstep} steps")


def report_failures(found: dict[int, StepError], n: int, errors: dict[int, StepError] | None) -> None:
    """Hand over the errors of trajectories, or warn of them."""
    if errors is not None:
        errors.update(sorted(found.items()))
    elif found:
        first = found[min(found)]
        message = f"{len(found)} of {n} trajectories failed and repeat their last good state; the first: {first}"
        warnings.warn(message, StepWarning, stacklevel=caller_level())


# ---------------------------------------------------------------- a pool of engines
# making an engine takes longer than a short rollout, so a Model keeps a few of them. Whoever rolls out takes one away
# for as long as it runs: threads never share one


# engines that a model keeps, and how large the memory of their environments may be [bytes]
MOST_ENGINES, MOST_BYTES = 2, 2**26

# results that engines of rollouts keep
KEPT = ("sensordata",)


def acquire_engine(model: Model, n: int, team: TeamSize, *, varied: bool) -> ThreadEngine:
    """Return an engine at the beginning: one that waits, or a new one; always that if environments are to differ."""
    engine: ThreadEngine | None = None if varied else model._engines.pop(_key(n, team), None)
    if engine is None:
        return ThreadEngine(Environments(model.make_data(), n, team, KEPT))
    engine.envs.reset_to_model()
    return engine


def recycle_engine(engine: ThreadEngine, team: TeamSize) -> None:
    """Let an engine wait for the next rollout, unless it is large; the one that waits longest gives way."""
    envs, waiting = engine.envs, engine.envs.model._engines
    if envs.rows.nbytes() <= MOST_BYTES:
        # nothing is held of what the user has passed or got
        engine.connect(None)
        waiting[_key(envs.n, team)] = engine
        while len(waiting) > MOST_ENGINES:
            waiting.pop(next(iter(waiting), None), None)


def _key(n: int, team: TeamSize) -> tuple[int, TeamSize, object]:
    return n, team, kernel_mode()
