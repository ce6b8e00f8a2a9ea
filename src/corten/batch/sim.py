"""BatchSim: many environments of one model, stepped together on all cores."""

import operator
import secrets
import threading
import weakref
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from corten.batch.arguments import kept_fields, lane_count, thread_count, whole_number
from corten.batch.device_choice import BatchDevice, choose_device
from corten.batch.distributions import Distribution, Draws, check_distribution
from corten.batch.engine import Engine, TeamSize
from corten.batch.environment import Environment, EnvironmentModel
from corten.batch.environments import Environments
from corten.batch.step_errors import StepErrors
from corten.batch.typed import BatchFields
from corten.batch.varied_fields import VARIABLE, check_names, resets_one_by_one
from corten.data import DATA, Data, blocks
from corten.model import Model
from corten.model.twin import Twin
from corten.pipeline import reset_data
from corten.pipeline.step import check_count
from corten.runtime.storage import ReadOnly

# inputs and settings that a reset leaves alone
PERSISTENT = ("qfrc_applied", "xfrc_applied", "contact_limit", "noise_seed")


class BatchLock:
    """Lets one thread compute with a batch, and refuses others meanwhile; the twin of a model is synced first."""

    def __init__(self, twin: Twin | None):
        self._lock, self._twin = threading.Lock(), twin

    def __enter__(self) -> None:
        if not self._lock.acquire(False):
            raise RuntimeError("another thread is computing with this BatchSim; give each thread a batch of its own")
        if self._twin:
            try:
                self._twin.sync()
            except BaseException:
                self._lock.release()
                raise

    def __exit__(self, *error: object) -> None:
        self._lock.release()


class BatchSim(BatchFields):
    """n environments of one Model.

    State, inputs, `sensordata`, `warning_number` and the results that `keep` names are arrays with a row for each
    environment, which are its memory: `batch.ctrl[:] = ...` is all it takes to set controls. `step_all` gives bit for
    bit what stepping each environment alone gives, whatever the number of threads and lanes. An environment that fails
    stays as it was when the failure was found until it is reset, and changes no other.
    """

    model: Model

    # where it runs: "cpu" or "gpu"
    device: str

    # the environments, and what steps them
    _envs: Environments
    _engine: Engine
    _views: dict[str, np.ndarray]

    # the model in another precision, where the batch has one
    _twin: Twin | None

    # held by the thread that computes with the batch
    _lock: BatchLock

    # how environments begin
    _template: Data

    # environments that somebody has, and those that something was computed with since the last step of the batch
    _live: weakref.WeakValueDictionary[int, Environment]
    _written: dict[int, Environment]

    def __init__(
        self,
        model: Model,
        n: int,
        *,
        threads: int | None = None,
        lanes: int | None = None,
        precision: str | None = None,
        keep: tuple[str, ...] | list[str] = (),
        device: str | BatchDevice = "cpu",
    ):
        if not isinstance(model, Model):
            raise TypeError(f"a BatchSim is made for a Model, not {type(model).__name__}")
        chosen = choose_device(device, model, precision, lanes)
        precision = precision or chosen.precision
        count, kept = whole_number("n", n, 0), kept_fields(keep)
        size = TeamSize(thread_count(threads), lane_count(lanes, model.nv, count, precision))
        twin = Twin(model, precision) if precision != model.layout.precision else None
        template = (twin.model if twin else model).make_data()
        engine = chosen.make_engine(template, count, size, kept)
        self.__dict__.update(model=model, device=chosen.name, _twin=twin, _template=template)
        self.__dict__.update(_engine=engine, _envs=engine.envs, _lock=BatchLock(twin))
        self.__dict__.update(_live=weakref.WeakValueDictionary(), _written={}, _views={})
        self._show({name: self._shown(name) for name in _shown_fields(engine.envs)})

    # ---------------------------------------------------------------- steps

    def step_all(self, nstep: int = 1) -> StepErrors:
        """Advance all environments by `nstep` time steps; return for each of them None or why it has failed.

        Ctrl-C ends it after whole steps.
        """
        count, envs = check_count(nstep), self._envs
        with self._lock:
            if self._written:
                self._read_written()
            failed = list(envs.errors)
            try:
                self._engine.run(count)
            finally:
                if self._live:
                    self._expire(np.delete(np.arange(len(self)), failed))
            return StepErrors(envs.n, envs.errors)

    def forward_all(self) -> StepErrors:
        """Compute what follows from the state and inputs of all environments, as `corten.forward` does."""
        return self.forward_where(np.ones(len(self), bool))

    def forward_where(self, mask: Any) -> StepErrors:
        """Compute what follows from state and inputs where a mask is true, results that are kept above all."""
        numbers = self._chosen(mask)
        with self._lock:
            self._read_written()
            self._engine.forward(numbers)
            if self._live:
                self._expire(numbers)
            return self.errors

    @property
    def errors(self) -> StepErrors:
        """For each environment None, or why it has failed."""
        return StepErrors(len(self), self._envs.errors)

    # ---------------------------------------------------------------- reset

    def reset(self, i: int, keyframe: int | str | None = None) -> None:
        """Put an environment into the reference configuration, or into a keyframe given by number or name.

        Forces in `qfrc_applied` and `xfrc_applied`, `contact_limit` and `noise_seed` stay as they are.
        """
        self._reset(np.array([self._index(i)]), keyframe)

    def reset_where(self, mask: Any, keyframe: int | str | None = None) -> None:
        """Reset the environments for which a mask is true, as `reset` does.

        A mask that is shorter than the batch concerns only the environments that it names; what is longer is ignored.
        """
        self._reset(self._chosen(mask), keyframe)

    def reset_all(self, keyframe: int | str | None = None) -> None:
        """Reset all environments, as `reset` does."""
        self._reset(np.arange(len(self)), keyframe)

    def _chosen(self, mask: Any) -> np.ndarray:
        """Return the environments for which a mask is true."""
        chosen = np.asarray(mask)
        if chosen.ndim != 1 or (chosen.dtype != bool and chosen.size):
            words = f"an array of {chosen.dtype} of shape {chosen.shape}"
            raise TypeError(f"the mask is {words}; it must have one bool for each environment")
        return np.flatnonzero(chosen[: len(self)])

    def _reset(self, numbers: np.ndarray, keyframe: int | str | None) -> None:
        with self._lock:
            envs, varied = self._envs, self._envs.varied
            if resets_one_by_one(varied.model, varied.names):
                envs.update_constants()
                for i in numbers.tolist():
                    reset_data(varied.model_of(i), self._template, keyframe)
                    self._reset_to_template(np.array([i]))
                reset_data(varied.model, self._template)
                return
            reset_data(varied.model, self._template, keyframe)
            self._reset_to_template(numbers)
            if keyframe is None:
                envs.reset_reference(numbers)

    def _reset_to_template(self, numbers: np.ndarray) -> None:
        """Reset environments to the template, except for inputs and settings that persist."""
        self._envs.reset(numbers, PERSISTENT)
        if self._live:
            self._expire(numbers)

    # ---------------------------------------------------------------- environments that differ

    def vary(self, *names: str) -> None:
        """Let each environment have its own values of some fields of the model, such as "body_mass".

        From now on `batch.body_mass` is an array with a row for each environment, to be written in place. It begins
        with the values of the model. What follows from such values (`corten.set_const`) is computed anew before the
        next step for environments in which they have changed; there are arrays of it, too, to be read.
        """
        with self._lock:
            varied = self._envs.varied
            fresh = not varied.names
            if self._envs.vary(names):
                self._engine.release()
            self._show(varied.shown)
            for i, data in self._live.items() if fresh and varied.names else ():
                model = varied.make_model(i)
                data.__dict__.update(model=model, _fitting=weakref.ref(model))

    def randomize(self, *, seed: int | None = None, where: Any = None, **fields: Distribution) -> None:
        """Draw values of model fields for all environments, or for those for which the mask `where` is true.

        `batch.randomize(body_mass=corten.scaled(0.8, 1.2), seed=3)` lets `body_mass` vary, if it does not yet. What is
        drawn follows from the seed, the name of the field, the number of the environment and the values of the model,
        and from nothing else: a new seed gives new values.
        """
        for name, distribution in fields.items():
            check_distribution(name, distribution)
        numbers = np.arange(len(self)) if where is None else self._chosen(where)
        source = whole_number("seed", seed, 0) if seed is not None else secrets.randbits(64)
        check_names(self.model, fields)
        drawn = {
            name: distribution.draw(self.model._views[name], Draws(source, name, numbers))
            for name, distribution in fields.items()
        }
        self.vary(*fields)
        for name, values in drawn.items():
            self._views[name][numbers] = values

    # ---------------------------------------------------------------- single environments

    def env(self, i: int) -> Data:
        """Return an environment as a Data on the same state and inputs; other fields are computed when asked for."""
        number = self._index(i)
        if self._twin:
            self._twin.sync_visual()
        found = self._live.get(number)
        if found is None:
            found = self._live[number] = Environment(self._envs.varied.make_model(number), self, number)
        return found

    def _recompute(self, data: Data, i: int) -> None:
        """Give an environment the fields that stepping it alone would have left."""
        self._update_model(data)
        with self._lock:
            self._engine.read()
            data.copy_memory(self._envs.replay(i), (blocks.STATE, blocks.INPUTS))

    def _update_model(self, data: Data) -> None:
        """See to it that the model of an environment with values of its own is what follows from them."""
        model = data.model
        if isinstance(model, EnvironmentModel):
            with self._lock:
                model.sync()
                self._envs.update_constants()

    def _read_written(self) -> None:
        """Read what was computed with single environments; one whose last step succeeded goes on."""
        for i, data in self._written.items():
            for rows in self._envs.rows.results:
                rows.read(i, data)
            if not data.__dict__["_views"]["error_kind"]:
                self._envs.revive(np.array([i]))

    def _expire(self, numbers: np.ndarray) -> None:
        """Let single environments that changed be computed anew when somebody looks at them."""
        changed = set(numbers.tolist())
        for i, data in list(self._live.items()):
            if i in changed:
                data.__dict__["_stale"] = True
                self._written.pop(i, None)

    # ---------------------------------------------------------------- attributes

    def __len__(self) -> int:
        return self._envs.n

    def __iter__(self) -> Iterator[Data]:
        return map(self.env, range(len(self)))

    def nbytes(self) -> int:
        """Return the memory of all environments [bytes], without the work space of threads."""
        return self._envs.rows.nbytes() + self._envs.before.nbytes() + self._envs.varied.nbytes()

    def __repr__(self) -> str:
        failed = f", {len(self._envs.errors)} failed" if self._envs.errors else ""
        single = ", float32" if self._twin else ""
        return f"<corten.{type(self).__name__}: {len(self)} environments of {self.model.nv} dofs{single}{failed}>"

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in self._views:
            raise AttributeError(f"BatchSim has no field {name!r} that can be assigned")
        self._views[name][...] = value

    # hidden from type checkers, which know the names of fields from stubs
    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            if name in VARIABLE:
                raise AttributeError(f"{name} is the same in all environments: batch.vary({name!r}) lets it vary")
            if name in DATA.fields and name not in DATA.growing and DATA.fields[name].block is not blocks.WORK:
                raise AttributeError(f"this BatchSim does not keep {name}: BatchSim(..., keep=({name!r},)) does")
            raise AttributeError(f"BatchSim has no field {name!r}")

    def __dir__(self) -> list[str]:
        return list(object.__dir__(self))

    def __reduce__(self) -> Any:
        raise TypeError("a BatchSim cannot be pickled or copied; pickle its arrays, or batch.env(i).copy()")

    def _show(self, arrays: Mapping[str, np.ndarray]) -> None:
        """Let fields be attributes of their own: tasks read them many times in each step."""
        self._views.update(arrays)
        self.__dict__.update(arrays)

    def _shown(self, name: str) -> np.ndarray:
        """Return the array of a field, read-only where only the engine may write it."""
        array = self._envs.rows.find(name)
        if DATA.fields[name].writable:
            return array
        shown = array.view(ReadOnly)
        shown.refusal = f"BatchSim.{name} is read-only"
        shown.flags.writeable = False
        return shown

    def _index(self, i: int) -> int:
        """Return the number of an environment; refuse what is none."""
        try:
            return range(len(self))[operator.index(i)]
        except IndexError:
            raise IndexError(f"environment {i} does not exist; the batch has {len(self)}") from None


def _shown_fields(envs: Environments) -> tuple[str, ...]:
    rows = envs.rows
    return (*rows.state.fields, *rows.inputs.fields, *rows.kept.fields)
