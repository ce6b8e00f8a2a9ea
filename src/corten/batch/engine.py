"""Steps of many environments: packs of them are shared among threads, and what fails is done again alone."""

import contextlib
import functools
import time
from collections.abc import Callable

import numpy as np

from corten.batch.aside import Aside, aside_of
from corten.batch.carried import carried_fields
from corten.batch.derived import DerivedConstants
from corten.batch.grouping import Grouping
from corten.batch.model_pack import ModelPack
from corten.batch.pack import Pack, segment, segments
from corten.batch.portions import Portion, Stream, TeamSize, Traits
from corten.batch.rows import Environments, Rows
from corten.batch.threads import GRACE, Team
from corten.batch.varied import Varied
from corten.data import Data
from corten.enums import StepErrorKind
from corten.errors import StepError
from corten.model import Model
from corten.pipeline import forward, parts, reset_data, step
from corten.pipeline.parts import parts_for, with_parts
from corten.pipeline.plans import get_plan
from corten.pipeline.scalar_stages import SCALAR_STAGES
from corten.pipeline.step import LONG_PORTION, next_portion
from corten.pipeline.step_warnings import log_fallback
from corten.runtime.batch_plan import NO_QUOTA, SEGMENT, BatchPlan, Job, Worker, batch_runner
from corten.runtime.kernel import Mode, Stage, kernel_mode
from corten.stages.solver import fall_back, newton_forest, newton_tree

# how long the calling thread stays away from Python, which sees Ctrl-C only when it comes back [s]
SHORT_CALL, LONG_CALL = 0.01, 0.04

# packs that a thread takes at a time: few, so that all end together, but not one by one where there are many
MOST_CHUNK, CHUNKS_EACH = 64, 16

NOTHING, NO_PACKS = np.zeros((0, SEGMENT), np.int64), np.zeros((0, 1), np.int64)


class Engine:
    """Environments, a worker for each thread, and the loop over portions of steps."""

    # what goes into environments and comes out of them, if anything
    stream: Stream | None = None

    # the number that messages give to the first environment, which others have before these where a batch is shared out
    first = 0

    def __init__(self, model: Model, template: Data, n: int, team: TeamSize, keep: tuple[str, ...]):
        self.model, self.n, (self._threads, self._width) = model, n, team
        # what fails is done again in a Data of its own
        self._template, self._scratch = template, template.copy()
        carried = carried_fields(model)
        # parts of forward dynamics that are asked for after each step, and the stages of steps with them
        self._asked, self._with_asked = parts_for(keep), dict[tuple[Stage, ...], tuple[Stage, ...]]()
        self.rows, self.before = (Environments(template, keep, carried, n) for _ in range(2))
        # failures, which stand still; whole steps since the last reset, but for those that all have taken since
        self.errors = dict[int, StepError]()
        self._steps, self._steps_of_all = np.zeros(n, np.int64), 0
        # environments for which forward dynamics was computed after the last step, if there are any, and what the last
        # step of those began with that failed
        self.still, self._some_still = np.zeros(n, bool), False
        self.failing: dict[int, Environments] = {}
        # the others, by pack, once somebody has asked
        self._going: np.ndarray | None = None
        self._grouping = Grouping(n, self._width)
        self._plans: dict[tuple[Stage, ...], BatchPlan] = {}
        self._plan: BatchPlan | None = None
        self._traits = Traits((), sorted=False, falls_back=False)
        self._packs, self._workers = list[Pack](), list[Worker]()
        # plain memory of each worker, and the plan for which they know what to copy there
        self._asides = list[Aside]()
        self._detoured: BatchPlan | None = None
        # the same for all plans that had a turn, since steps and forward dynamics may alternate
        self._exchanges = dict[BatchPlan, list[list[tuple[np.ndarray, np.ndarray]]]]()
        # fields of the model that differ between environments, if any, in the memory of each worker
        self.varied, self._model_packs = Varied(model, n), list[ModelPack]()
        self._derived = DerivedConstants(self.varied)
        # the last of each plan, since steps and forward dynamics may alternate
        self._jobs = dict[BatchPlan, Job]()
        self._portion = self._quota = 1
        self._team = Team(batch_runner()) if kernel_mode() is Mode.COMPILED else None
        self.put_back(np.arange(n))

    # ---------------------------------------------------------------- portions

    @property
    def steps(self) -> np.ndarray:
        """Whole steps of each environment since its last reset."""
        if self._steps_of_all:
            self._steps += self._steps_of_all
            self._steps_of_all = 0
        return self._steps

    def take_counts(self, where: slice | np.ndarray, steps: np.ndarray, still: np.ndarray | bool) -> None:
        """Take over steps of environments, and for which of them forward dynamics was computed after the last one."""
        self.steps[where], self.still[where] = steps, still
        self._some_still = bool(self.still.any())

    def run(self, nstep: int, tell: Callable[[int, int], None] | None = None) -> None:
        """Take steps of all environments that have not failed, in portions that let Python see Ctrl-C.

        After each portion, `tell` hears how many steps are done of how many.
        """
        done = 0
        if nstep:
            self.update_constants()
        while done < nstep and len(self.errors) < self.n:
            count, start = min(self._portion, nstep - done), time.perf_counter()
            self._advance(Portion(count, done))
            done += count
            if tell:
                tell(done, nstep)
            self._portion = next_portion(self._portion, count, time.perf_counter() - start, LONG_PORTION)

    def prepare(self) -> None:
        """Compile what a step needs, before somebody waits for it."""
        stages = self._current_stages()
        if self._team:
            self._plan_of(stages)

    def forward(self, numbers: np.ndarray) -> None:
        """Compute what follows from state and inputs of some environments that have not failed."""
        self.update_constants()
        if self.errors:
            numbers = np.setdiff1d(numbers, np.fromiter(self.errors, np.int64))
        if not len(numbers):
            return
        packs, portion = self._grouping.choose(numbers), Portion(1, 0, still=True)
        stages = get_plan(self.model, "forward").stages
        while len(packs):
            packs = self._redo(self._run(stages, packs, portion), portion)

    def _advance(self, portion: Portion) -> None:
        """Take a portion of steps.

        An interrupt leaves every environment at a whole step, and all at the same one if that does not take long.
        """
        stages = self._current_stages()
        packs = self._pack_numbers()
        if self._traits.stages is not stages:
            together = newton_tree in stages or newton_forest in stages
            compiled = self._team is not None
            self._traits = Traits(stages, self._width > 1 and together and compiled, fall_back in stages)
        if self._traits.sorted and len(packs) > 1:
            self._grouping.sort()
        packs = self._run(stages, packs, portion)
        while len(packs):
            packs = self._redo(packs, portion)
            packs = self._run(stages, packs, portion) if len(packs) else packs
        if self._traits.falls_back:
            again = np.flatnonzero(self.rows.find("solver_nfallback"))
            if len(again):
                log_fallback(float(self.rows.state.views["time"][again[0]]))

    def _current_stages(self) -> tuple[Stage, ...]:
        """Return the stages of a step of the model as it is now, and carry on what they need."""
        model = self.model
        if model.changed() or "step" not in model._plans:
            get_plan(model, "step")
        stages = self._complete(model._plans["step"].stages)
        if (self._plan is None or self._plan.stages is not stages) and stages not in self._plans:
            self._carry(carried_fields(model))
        return stages

    def _complete(self, stages: tuple[Stage, ...]) -> tuple[Stage, ...]:
        """Return the stages of a step with those of results that are asked for."""
        if not self._asked:
            return stages
        if stages not in self._with_asked:
            self._with_asked[stages] = with_parts(self.model, stages, self._asked)
        return self._with_asked[stages]

    def _pack_numbers(self) -> np.ndarray:
        """Return the environments that go on, by pack."""
        if self._going is None:
            self._going = self._grouping.make_packs(self.errors)
        return self._going

    def _run(self, stages: tuple[Stage, ...], packs: np.ndarray, portion: Portion) -> np.ndarray:
        """Let all threads take the steps of packs; return those that failed, which are all without compiled kernels."""
        if self._team is None:
            return packs
        plan = self._plan_of(stages)
        job = self._jobs.get(plan)
        if job is None or job.packs is not packs:
            chunk = len(packs) // (self._threads * CHUNKS_EACH)
            job = self._jobs[plan] = Job(plan, packs, min(max(chunk, 1), MOST_CHUNK), min(self._threads, len(packs)))
        job.prepare(portion.nstep, portion.first)
        workers = self._make_workers(min(self._threads, len(packs)))
        self._detour(plan)
        try:
            self._work(self._team, job, workers)
        finally:
            complete = job.complete()
            if complete and packs is self._going and not (self.errors or self._some_still):
                self._steps_of_all += portion.nstep
            else:
                done = packs[job.statuses == 0]
                self.steps[done] += 0 if portion.still else portion.nstep
                self.still[done] = portion.still
                self._some_still = bool(self.still.any())
        return NO_PACKS if complete else packs[job.statuses > 0]

    def _plan_of(self, stages: tuple[Stage, ...]) -> BatchPlan:
        """Return the plan of stages, mostly that of the last portion."""
        if self._plan is None or self._plan.stages is not stages:
            if stages not in self._plans:
                layout = self.varied.layout() if self._width > 1 else self.model.layout
                # plain memory has no values of the model that are an environment's own
                aside = None if self.varied.arrays else aside_of(stages)
                self._plans[stages] = BatchPlan(
                    stages, (layout, self._template.layout), self._width, SCALAR_STAGES, aside
                )
            self._plan = self._plans[stages]
        return self._plan

    def _work(self, team: Team, job: Job, workers: list[Worker]) -> None:
        """Take packs together with other threads until none is left."""
        call, own, interrupt, deadline = batch_runner(), workers[0], None, 0.0
        done = False
        try:
            if len(workers) > 1:
                team.start(job.address, [worker.address for worker in workers[1:]])
            while not done:
                try:
                    own.quota, start = self._quota, time.perf_counter()
                    done = call(job.address, own.address) == 1
                    seconds = time.perf_counter() - start
                    if seconds < SHORT_CALL and not done:
                        self._quota *= 2
                    elif seconds > LONG_CALL:
                        self._quota = max(1, self._quota // 2)
                except KeyboardInterrupt as error:
                    interrupt, deadline = error, time.perf_counter() + GRACE
                if interrupt and time.perf_counter() > deadline:
                    job.stop()
            team.wait()
        except BaseException:
            team.wait_or_stop(job.stop)
            raise
        if interrupt:
            raise interrupt

    # ---------------------------------------------------------------- what failed

    def _redo(self, packs: np.ndarray, portion: Portion) -> np.ndarray:
        """Do packs that failed again, one environment after the other, as `corten.step` does; return those left.

        Where a step ran out of room there is more afterwards, in all packs, and those that are left can try again.
        """
        while len(packs):
            for i in dict.fromkeys(packs[0].tolist()):
                self._step_alone(i, portion)
            packs = packs[1:]
            if self._make_room():
                break
        return packs

    def _step_alone(self, i: int, portion: Portion) -> None:
        """Take the steps of one environment in a Data of its own, up to its failure."""
        data, stream, model, done = self._scratch, self.stream, self.varied.model_of(i), 0
        start = self.single()
        self.rows.give(i, data)
        try:
            while done < portion.nstep:
                if stream:
                    stream.feed(i, portion.first + done, data)
                start.take(0, data)
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
            rows.take(i, data)
        self.still[i] = portion.still
        self._some_still |= portion.still
        self.steps[i] += 0 if portion.still else done

    def _compute(self, model: Model, data: Data, still: bool) -> None:
        """Take a step, with results that are asked for, or compute forward dynamics."""
        if still:
            forward(model, data)
            return
        step(model, data)
        for part in self._asked:
            getattr(parts, part)(model, data)

    def single(self, memory: list[np.ndarray] | None = None) -> Environments:
        """Return the memory of one environment, with some bytes in its rows."""
        made = Environments(self._template, tuple(self.rows.kept.fields), tuple(self.rows.carried.fields), 1)
        for rows, given in zip(made.all, memory or (), strict=bool(memory)):
            rows.memory[...] = given
        return made

    def _make_room(self) -> bool:
        """Give all packs the room that environments needed which were stepped alone; tell whether they had less."""
        wanted = self._scratch.sizes()
        short = [pack for pack in self._packs if any(wanted[name] > size for name, size in pack.capacities().items())]
        for pack in short:
            pack.grow(wanted)
        for aside in self._asides:
            aside.grow()
        self._forget_detours()
        return bool(short)

    # ---------------------------------------------------------------- workers

    def _make_workers(self, count: int) -> list[Worker]:
        """Return workers for some threads; each has a pack of its own."""
        while len(self._workers) < count:
            pack = Pack(self._template, self._width)
            pack.grow(self._scratch.sizes())
            worker = Worker(self._model_tables(), pack.tables, NO_QUOTA, len(self._workers))
            self._packs.append(pack)
            self._workers.append(worker)
            self._connect(pack, worker)
            self._forget_detours()
        for models in self._model_packs:
            models.follow()
        return self._workers[:count]

    def _detour(self, plan: BatchPlan) -> None:
        """Tell all workers what to copy for stages of a plan that run aside."""
        if plan is self._detoured or not plan.detours:
            return
        for pack in self._packs[len(self._asides) :]:
            self._asides.append(Aside(self._template, pack))
        if plan not in self._exchanges:
            looked_at = {name for rows in self.rows.all for name in rows.fields}
            self._exchanges[plan] = [aside.exchanges(plan, looked_at) for aside in self._asides]
        for aside, worker, found in zip(self._asides, self._workers, self._exchanges[plan], strict=True):
            worker.exchange(aside.table, found)
        self._detoured = plan

    def _forget_detours(self) -> None:
        """Let what is copied be found anew, since memory has moved."""
        self._detoured = None
        self._exchanges.clear()

    def _model_tables(self) -> np.ndarray:
        """Return the table of the model, or one for each lane if environments have values of their own."""
        if not self.varied.arrays:
            return self.model._table
        self._model_packs.append(ModelPack(self.model, self.varied.arrays, self._width))
        return self._model_packs[-1].tables

    def _connect(self, pack: Pack, worker: Worker) -> None:
        """Tell a worker what to copy."""
        stream, own = self.stream, NOTHING
        if self.varied.arrays:
            own = self.varied.segments(self._model_packs[-1], self._width, self.varied.arrays)
        worker.copy(
            loads=np.concatenate((_segments(pack, *self.rows.all), own)),
            remembers=_segments(pack, *self.before.all),
            feeds=stream.feeds(pack) if stream else NOTHING,
            records=stream.records(pack) if stream else NOTHING,
            stores=np.concatenate((_segments(pack, self.rows.state, *self.rows.results), self._estimates(pack))),
            copies=np.array([_addresses(*pair) for pair in zip(self.rows.all, self.before.all, strict=True)], np.int64),
        )

    def _estimates(self, pack: Pack) -> np.ndarray:
        """Return what copies from a pack what environments are sorted by."""
        found = [segment(pack.address(name), *place) for name, place in self._grouping.estimates.items()]
        return segments(found, pack.width) if pack.width > 1 else NOTHING

    def connect(self, stream: Stream | None) -> None:
        """Let something else go into environments and come out of them."""
        self.stream = stream
        for pack, worker in zip(self._packs, self._workers, strict=True):
            self._connect(pack, worker)

    # ---------------------------------------------------------------- single environments

    def put_back(self, numbers: np.ndarray, persistent: tuple[str, ...] = ()) -> None:
        """Let environments begin anew as the template does, except for some fields."""
        for rows in self.rows.all:
            for name, view in rows.views.items():
                if name not in persistent:
                    view[numbers] = self._template._views[name]
        self.steps[numbers], self.still[numbers] = 0, False
        self._grouping.forget(numbers)
        self.revive(numbers)

    def take_over(self, other: "Engine") -> None:
        """Let all environments be where those of another engine are, with their failures."""
        for rows in self.rows.all:
            for name, view in rows.views.items():
                view[...] = other.rows.find(name)
        self.steps[:] = other.steps
        self.errors.update(other.errors)
        self._going = None

    def begin_anew(self) -> None:
        """Let all environments begin as those of a new engine do, with the model as it is now."""
        reset_data(self.model, self._template)
        self._template.noise_seed = self.model.opt_sensor_noise_seed
        self.put_back(np.arange(self.n))

    def put_at_reference(self, numbers: np.ndarray) -> None:
        """Let environments begin where their own values of qpos0 and of places of moved bodies say."""
        arrays = self.varied.arrays
        if "qpos0" in arrays:
            self.rows.state.views["qpos"][numbers] = arrays["qpos0"][numbers]
        moved = np.flatnonzero(self.model.body_mocapid >= 0)
        for name, field in (("mocap_pos", "body_pos"), ("mocap_quat", "body_quat")):
            if field in arrays:
                view = self.rows.find(name)
                view[np.ix_(numbers, self.model.body_mocapid[moved])] = arrays[field][np.ix_(numbers, moved)]

    def revive(self, numbers: np.ndarray) -> None:
        """Let environments go on that have failed."""
        for i in set(self.errors).intersection(numbers.tolist()) if self.errors else ():
            del self.errors[i]
            self.failing.pop(i, None)
            self._going = None

    def replay(self, i: int) -> Data:
        """Return a Data that is left as stepping an environment alone would have left it, but for state and inputs."""
        data, model = self._scratch, self.varied.model_of(i)
        data.copy_memory(self._template)
        starts = [(self.before, i)] if self.steps[i] or self.still[i] else []
        starts += [(self.failing[i], 0)] if i in self.failing else []
        for rows, number in starts:
            rows.give(number, data)
            # it was told already of what a step survives
            data.engine_view().warning_told[:] = 1
            # a step that succeeded may fail with values that were changed since
            with contextlib.suppress(StepError):
                self._compute(model, data, bool(self.still[i]) and rows is self.before)
        for rows in self.rows.results:
            rows.give(i, data)
        return data

    def _carry(self, names: tuple[str, ...]) -> None:
        """Carry on other results, beginning with what the last step of each environment left."""
        present = {*self.rows.kept.fields, *self.rows.carried.fields}
        if present.issuperset(names):
            return
        wanted = tuple(dict.fromkeys((*self.rows.carried.fields, *names)))
        rows = Environments(self._template, tuple(self.rows.kept.fields), wanted, self.n).carried
        for i in range(self.n):
            rows.take(i, self.replay(i))
        self.rows.carried = rows
        self.before.carry(self._template, wanted)
        self._forget_workers()

    def _forget_workers(self) -> None:
        """Let workers be made anew."""
        self._packs, self._asides, self._model_packs, self._workers, self._jobs = [], [], [], [], {}
        self._forget_detours()

    # ---------------------------------------------------------------- environments that differ

    def vary(self, names: tuple[str, ...]) -> None:
        """Let each environment have its own values of some fields of the model."""
        before = set(self.varied.arrays)
        self.varied.add(names)
        if before != set(self.varied.arrays):
            self._derived, self._plans, self._plan = DerivedConstants(self.varied), {}, None
            self._forget_workers()

    def update_constants(self) -> None:
        """Compute what follows from values that differ between environments, for those where they have changed."""
        if self.varied.constants:
            work = functools.partial(self._work, self._team) if self._team else None
            for i, why in self._derived.update(work, self._threads, self.errors).items():
                self.fail(i, self.error_of(i, StepErrorKind.BAD_MODEL, why))

    def fail(self, i: int, error: StepError) -> None:
        """Let an environment stand still for some reason."""
        self.errors[i], self._going = error, None

    def error_of(self, i: int, kind: StepErrorKind, why: str) -> StepError:
        """Return the error of an environment that fails before a step."""
        time, number = float(self.rows.state.views["time"][i]), int(self.steps[i])
        return StepError(f"environment {i} at {time:g} s: {why}", kind, -1, i, time, number)


def _segments(pack: Pack, *chosen: Rows) -> np.ndarray:
    """Return what copies rows from or to a pack."""
    found = [
        segment(pack.address(name), rows.fields[name], view) for rows in chosen for name, view in rows.views.items()
    ]
    return segments(found, pack.width)


def _addresses(rows: Rows, copies: Rows) -> tuple[int, int, int]:
    """Return where rows and their copies lie, and how long they are."""
    return rows.memory.ctypes.data, copies.memory.ctypes.data, rows.stride
