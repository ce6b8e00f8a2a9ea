"""The environments of a batch on the host: rows, failures, counts of steps, and what is done with single ones.

An environment is its rows (`corten.batch.rows`); everything else that a Data has is work space and belongs to whoever
computes. The rows that its last step began with are remembered, too: from them the step is taken again in a Data of its
own when somebody looks at fields that are not kept (`replay`). What failed in a pack is done again (`step_alone`).
"""

import contextlib
import functools
import itertools

import numpy as np

from corten.batch.derived_constants import DerivedConstants
from corten.batch.engine import Portion, Stream, TeamSize
from corten.batch.grouping import Grouping
from corten.batch.rows import EnvironmentRows, Rows, carried_fields
from corten.batch.threads import Team
from corten.batch.varied_fields import VariedFields
from corten.data import Data
from corten.enums import StepErrorKind
from corten.errors import StepError
from corten.model import Model
from corten.pipeline import forward, parts, reset_data, step
from corten.pipeline.parts import PLACEMENT, parts_for, with_parts
from corten.pipeline.step import run
from corten.runtime.batch_plan import batch_runner, region_bounds
from corten.runtime.build import can_compile
from corten.runtime.kernel import Mode, Stage, kernel_mode
from corten.runtime.notices import log

# [bytes] rows of a thread that are worth touching by it
LEAST_TOUCHED = 2**16


class Environments:
    """n environments that begin as a template; results that `keep` names are kept for each of them.

    `first` is the number that messages give to the first one, where a batch is shared out. Constants that follow from
    values of their own are computed here, unless `derives` is false: then they come with these values.
    """

    def __init__(
        self,
        template: Data,
        n: int,
        size: TeamSize,
        keep: tuple[str, ...],
        *,
        first: int = 0,
        derives: bool = True,
    ):
        self.model, self.n, self.size, self.first = template.model, n, size, first
        # what fails is done again in a Data of its own
        self.template, self.scratch = template, template.copy()
        # parts of forward dynamics that are asked for after each step, and the stages of steps with them
        self._asked, self._with_asked = parts_for(keep), dict[tuple[Stage, ...], tuple[Stage, ...]]()
        carried = carried_fields(self.model)
        self.team = Team(batch_runner(), size.affinity) if kernel_mode() is Mode.COMPILED else None
        self.rows, self.before = (EnvironmentRows(template, keep, carried, n, self._touch) for _ in range(2))
        # failures, which stand still, and what the last step of each of them began with
        self.errors: dict[int, StepError] = {}
        self.failing: dict[int, EnvironmentRows] = {}
        # whole steps since the last reset, but for those that all have taken since
        self._steps, self.steps_of_all = np.zeros(n, np.int64), 0
        # environments for which forward dynamics was computed after the last step, and those for which positions were
        # since, at the state and inputs in `places`; whether there are any of either
        self.still, self.placed, self.some_still = np.zeros(n, bool), np.zeros(n, bool), False
        self.places: tuple[Rows, Rows] | None = None
        # which environments share a pack; the packs of all that have not failed, once somebody has asked
        self.grouping = Grouping(n, size.width, size.threads)
        self.active: np.ndarray | None = None
        # fields of the model that differ between environments, if any, and constants that follow from them
        self.varied, self._derives = VariedFields(self.model, n), derives
        self._derived = DerivedConstants(self.varied)
        self.reset(np.arange(n))

    def _touch(self, memory: np.ndarray) -> None:
        """Let each thread touch the rows of its own environments first, so that they lie near its CPU."""
        threads, width = self.size.threads, self.size.width
        if self.team and memory.nbytes >= LEAST_TOUCHED * threads:
            bounds = width * region_bounds(-(-self.n // width), threads)
            parts = enumerate(memory[first:end] for first, end in itertools.pairwise(bounds.tolist()))
            self.team.each({number: functools.partial(part.fill, 0) for number, part in parts})

    # ---------------------------------------------------------------- steps

    @property
    def steps(self) -> np.ndarray:
        """Whole steps of each environment since its last reset."""
        if self.steps_of_all:
            self._steps += self.steps_of_all
            self.steps_of_all = 0
        return self._steps

    def set_counts(self, where: slice | np.ndarray, steps: np.ndarray, still: np.ndarray | bool) -> None:
        """Set the steps of environments, and for which of them forward dynamics was computed after the last one."""
        self.steps[where], self.still[where], self.placed[where] = steps, still, False
        self.some_still = bool(self.still.any() or self.placed.any())

    def count(self, done: np.ndarray, portion: Portion) -> None:
        """Count a portion for environments that have not failed in it."""
        self.steps[done] += 0 if portion.still else portion.nstep
        self.still[done], self.placed[done] = portion.still, False
        self.some_still = bool(self.still.any() or self.placed.any())

    def place(self, numbers: np.ndarray) -> None:
        """Note that positions of environments are those of their state and inputs as they are now."""
        parts = self.rows.state, self.rows.inputs
        if self.places is None:
            self.places = (
                Rows(parts[0].fields, self.template.sizes(), self.n),
                Rows(parts[1].fields, self.template.sizes(), self.n),
            )
        for place, rows in zip(self.places, parts, strict=True):
            place.memory[numbers] = rows.memory[numbers]
        self.placed[numbers] = True
        self.some_still = bool(self.still.any() or self.placed.any())

    def complete(self, stages: tuple[Stage, ...]) -> tuple[Stage, ...]:
        """Return the stages of a step with those of results that are asked for."""
        if not self._asked:
            return stages
        if stages not in self._with_asked:
            self._with_asked[stages] = with_parts(self.model, stages, self._asked)
        return self._with_asked[stages]

    def active_packs(self) -> np.ndarray:
        """Return the environments that have not failed, by pack."""
        if self.active is None:
            self.active = self.grouping.make_packs(self.errors)
        return self.active

    def going(self, numbers: np.ndarray) -> np.ndarray:
        """Return those of some environments that have not failed."""
        return np.setdiff1d(numbers, np.fromiter(self.errors, np.int64)) if self.errors else numbers

    # ---------------------------------------------------------------- single environments

    def step_alone(self, i: int, portion: Portion, stream: Stream | None) -> None:
        """Take the steps of one environment in a Data of its own, up to its failure."""
        data, model, done = self.scratch, self.varied.model_of(i), 0
        start = self.single()
        self.rows.write(i, data)
        try:
            while done < portion.nstep:
                if stream:
                    stream.feed(i, portion.first + done, data)
                start.read(0, data)
                self._compute(model, data, portion.still)
                if stream:
                    stream.record(i, portion.first + done, data)
                self.before.copy_row(i, start)
                done += 1
        except StepError as error:
            message, number = f"environment {self.first + i} at {data.time:g} s: {error}", int(self.steps[i]) + done
            self.fail(i, StepError(message, error.kind, error.where, self.first + i, data.time, number))
            self.failing[i] = start
        for rows in (self.rows.state, *self.rows.results):
            rows.read(i, data)
        self.still[i], self.placed[i] = portion.still, False
        self.some_still |= portion.still
        self.steps[i] += 0 if portion.still else done

    def replay(self, i: int) -> Data:
        """Return a Data that is left as stepping an environment alone would have left it, but for state and inputs.

        Rows of last steps are those of the host: an engine may have to `read` them first.
        """
        data, model = self.scratch, self.varied.model_of(i)
        data.copy_memory(self.template)
        starts = [(self.before, i)] if self.steps[i] or self.still[i] else []
        starts += [(self.failing[i], 0)] if i in self.failing else []
        for rows, number in starts:
            rows.write(number, data)
            # warnings of that step were given already
            data.engine_view().warning_told[:] = 1
            # a step that succeeded may fail with values that were changed since
            with contextlib.suppress(StepError):
                self._compute(model, data, bool(self.still[i]) and rows is self.before)
        if self.placed[i] and self.places:
            for rows in self.places:
                rows.write(i, data)
            for part in PLACEMENT:
                run(model, data, part)
        for rows in self.rows.results:
            rows.write(i, data)
        return data

    def _compute(self, model: Model, data: Data, still: bool) -> None:
        """Take a step, with results that are asked for, or compute forward dynamics."""
        if still:
            forward(model, data)
            return
        step(model, data)
        for part in self._asked:
            getattr(parts, part)(model, data)

    def single(self, memory: list[np.ndarray] | None = None) -> EnvironmentRows:
        """Return the memory of one environment, with some bytes in its rows."""
        made = EnvironmentRows(self.template, tuple(self.rows.kept.fields), tuple(self.rows.carried.fields), 1)
        for rows, given in zip(made.all, memory or (), strict=bool(memory)):
            rows.memory[...] = given
        return made

    # ---------------------------------------------------------------- resets and copies

    def reset(self, numbers: np.ndarray, persistent: tuple[str, ...] = ()) -> None:
        """Reset environments to the template, except for some fields."""
        for rows in self.rows.all:
            for name, view in rows.views.items():
                if name not in persistent:
                    view[numbers] = self.template._views[name]
        self.steps[numbers], self.still[numbers], self.placed[numbers] = 0, False, False
        self.grouping.forget(numbers)
        self.revive(numbers)

    def reset_to_model(self) -> None:
        """Reset all environments to the model as it is now, as new ones are."""
        reset_data(self.model, self.template)
        self.template.noise_seed = self.model.opt_sensor_noise_seed
        self.reset(np.arange(self.n))

    def reset_reference(self, numbers: np.ndarray) -> None:
        """Put environments where their own values of qpos0 and of mocap bodies say."""
        arrays = self.varied.arrays
        if "qpos0" in arrays:
            self.rows.state.views["qpos"][numbers] = arrays["qpos0"][numbers]
        moved = np.flatnonzero(self.model.body_mocapid >= 0)
        for name, field in (("mocap_pos", "body_pos"), ("mocap_quat", "body_quat")):
            if field in arrays:
                view = self.rows.find(name)
                view[np.ix_(numbers, self.model.body_mocapid[moved])] = arrays[field][np.ix_(numbers, moved)]

    def copy(self, other: "Environments") -> None:
        """Copy state, inputs, results and failures of other environments."""
        for rows in self.rows.all:
            for name, view in rows.views.items():
                view[...] = other.rows.find(name)
        self.steps[:] = other.steps
        self.errors.update(other.errors)
        self.active = None

    # ---------------------------------------------------------------- failures

    def fail(self, i: int, error: StepError) -> None:
        """Let an environment stand still for some reason."""
        self.errors[i], self.active = error, None

    def revive(self, numbers: np.ndarray) -> None:
        """Let environments go on that have failed."""
        for i in set(self.errors).intersection(numbers.tolist()) if self.errors else ():
            del self.errors[i]
            self.failing.pop(i, None)
            self.active = None

    def error_of(self, i: int, kind: StepErrorKind, why: str) -> StepError:
        """Return the error of an environment that fails before a step."""
        time, number = float(self.rows.state.views["time"][i]), int(self.steps[i])
        return StepError(f"environment {i} at {time:g} s: {why}", kind, -1, i, time, number)

    # ---------------------------------------------------------------- fields

    def carries(self, names: tuple[str, ...]) -> bool:
        """Tell whether environments have rows for some results."""
        return {*self.rows.kept.fields, *self.rows.carried.fields}.issuperset(names)

    def carry(self, names: tuple[str, ...]) -> None:
        """Carry on further results, beginning with what the last step of each environment left."""
        wanted = tuple(dict.fromkeys((*self.rows.carried.fields, *names)))
        rows = EnvironmentRows(self.template, tuple(self.rows.kept.fields), wanted, self.n, self._touch).carried
        # others are as the template
        begun = (self.steps > 0) | self.still | self.placed
        begun[list(self.failing)] = True
        for i in range(self.n):
            source = self.replay(i) if begun[i] else self.template
            for name, view in rows.views.items():
                old = self.rows.carried.views.get(name)
                view[i] = source.__dict__["_views"][name] if old is None else old[i]
        self.rows.carried = rows
        for each in (self.before, *self.failing.values()):
            each.carry(self.template, wanted)

    def vary(self, names: tuple[str, ...]) -> bool:
        """Let each environment have its own values of some fields of the model; tell whether they did not yet."""
        before = set(self.varied.arrays)
        self.varied.add(names)
        if before == set(self.varied.arrays):
            return False
        self._derived = DerivedConstants(self.varied)
        if self.team and self.size.width > 1 and not can_compile():
            # code in lanes depends on which fields vary, and does not come compiled; that for one environment does not
            log("environments that differ step one by one, which is slower: pip install corten[jit]")
            self.size, self.active = self.size._replace(width=1), None
            self.grouping = Grouping(self.n, 1, self.size.threads)
        return True

    def update_constants(self) -> None:
        """Compute what follows from values that differ between environments, for those where they have changed."""
        if self.varied.constants and self._derives:
            work = self.team.work if self.team else None
            for i, why in self._derived.update(work, self.size.threads, self.errors).items():
                self.fail(i, self.error_of(i, StepErrorKind.BAD_MODEL, why))
