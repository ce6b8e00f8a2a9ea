"""Batches on the CPU: packs of environments, shared among threads in compiled code; what fails is done again alone.

A worker is a thread with memory for one pack. For each pack that it takes it loads the rows of its environments, runs
all stages of some steps, and stores state and results:

    rows --load--> pack --[feed, remember, stages, record] x nstep--> pack --store--> rows
                    |
                    +--exchange--> plain memory of one lane, for stages that lose in lanes (`ScalarMemory`)

What is copied where is a table of addresses (`segments`), made once and walked by the compiled loop, so that a call
from Python costs microseconds whatever the model.
"""

import time
from typing import NamedTuple

import numpy as np

from corten.batch.engine import Engine, Portion, Progress, Stream, carry_results, redo_alone
from corten.batch.environments import Environments
from corten.batch.pack import ModelPack, Pack, ScalarMemory, scalar_fields, segment, segments
from corten.batch.rows import Rows
from corten.pipeline.narrow_lanes import scalar_stages
from corten.pipeline.plans import get_plan
from corten.pipeline.step import LONG_PORTION, next_portion
from corten.pipeline.step_warnings import log_fallback
from corten.runtime.batch_plan import NO_QUOTA, SEGMENT, BatchPlan, Job, Worker
from corten.runtime.kernel import Stage
from corten.stages.solver import is_solved_in_packs, may_fall_back

# packs that a thread takes at a time: few, so that all end together, but not one by one where there are many
MOST_CHUNK, CHUNKS_EACH = 64, 16

NOTHING, NO_PACKS = np.zeros((0, SEGMENT), np.int64), np.zeros((0, 1), np.int64)


class Traits(NamedTuple):
    """What stages of a step ask of those who run them: packs of environments that are alike, a look at fallbacks."""

    stages: tuple[Stage, ...]
    sorted: bool
    falls_back: bool


class ThreadEngine(Engine):
    """A worker for each thread, and the loop over portions of steps."""

    def __init__(self, envs: Environments):
        self.envs = envs
        # what goes into environments and comes out of them, if anything
        self._stream: Stream | None = None
        self._portion = 1
        self._traits = Traits((), sorted=False, falls_back=False)
        self.release()

    # ---------------------------------------------------------------- portions

    def run(self, nstep: int, progress: Progress | None = None) -> None:
        """Take steps of all environments that have not failed."""
        done, envs = 0, self.envs
        if nstep:
            envs.update_constants()
        while done < nstep and len(envs.errors) < envs.n:
            count, start = min(self._portion, nstep - done), time.perf_counter()
            self._advance(Portion(count, done))
            done += count
            if progress:
                progress(done, nstep)
            self._portion = next_portion(self._portion, count, time.perf_counter() - start, LONG_PORTION)

    def forward(self, numbers: np.ndarray) -> None:
        """Compute what follows from state and inputs of some environments that have not failed."""
        self.envs.update_constants()
        numbers = self.envs.going(numbers)
        if not len(numbers):
            return
        packs, portion = self.envs.grouping.choose(numbers), Portion(1, 0, still=True)
        stages = get_plan(self.envs.model, "forward").stages
        while len(packs):
            packs = redo_alone(self, self._run(stages, packs, portion), portion, self._stream)

    def prepare(self) -> None:
        """Compile what a step needs, before somebody waits for it."""
        stages = self._current_stages()
        if self.envs.team:
            self._plan_of(stages)

    def _advance(self, portion: Portion) -> None:
        """Take a portion of steps.

        An interrupt leaves every environment at a whole step, and all at the same one if that does not take long.
        """
        envs, stages = self.envs, self._current_stages()
        packs = envs.active if envs.active is not None else envs.active_packs()
        if self._traits.stages is not stages:
            alike = self._width > 1 and envs.team is not None and is_solved_in_packs(stages)
            self._traits = Traits(stages, alike, may_fall_back(stages))

        # what failed is done again alone; where there is more room afterwards, the others try again together
        packs = self._run(stages, packs, portion)
        while len(packs):
            packs = redo_alone(self, packs, portion, self._stream)
            packs = self._run(stages, packs, portion) if len(packs) else packs
        if self._traits.falls_back:
            log_fallbacks(envs)

    def _current_stages(self) -> tuple[Stage, ...]:
        """Return the stages of a step of the model as it is now, and carry on what they need."""
        model = self.envs.model
        if model.changed() or "step" not in model._plans:
            get_plan(model, "step")
        stages = self.envs.complete(model._plans["step"].stages)
        if (self._plan is None or self._plan.stages is not stages) and stages not in self._plans:
            carry_results(self)
        return stages

    def _run(self, stages: tuple[Stage, ...], packs: np.ndarray, portion: Portion) -> np.ndarray:
        """Let all threads take the steps of packs; return those that failed, which are all without compiled kernels."""
        envs = self.envs
        if envs.team is None:
            return packs
        plan = self._plan_of(stages)
        job = self._jobs.get(plan)
        if job is None or job.packs is not packs:
            chunk, workers = len(packs) // (self._threads * CHUNKS_EACH), min(self._threads, len(packs))
            job = self._jobs[plan] = Job(plan, packs, min(max(chunk, 1), MOST_CHUNK), workers)
            if self._traits.sorted and packs is envs.active and len(packs) > 1:
                job.sort(envs.grouping.sorters(job.bounds))
        job.prepare(portion.nstep, portion.first)
        workers = self._make_workers(min(self._threads, len(packs)))
        if plan.detours and plan is not self._detoured:
            self._detour(plan)
        try:
            envs.team.work(job, workers)
        finally:
            complete = job.complete()
            if complete and packs is envs.active and not (envs.errors or envs.some_still):
                envs.steps_of_all += portion.nstep
            else:
                envs.count(packs[job.statuses == 0], portion)
        return NO_PACKS if complete else packs[job.statuses > 0]

    def _plan_of(self, stages: tuple[Stage, ...]) -> BatchPlan:
        """Return the plan of stages, mostly that of the last portion."""
        if self._plan is None or self._plan.stages is not stages:
            if stages not in self._plans:
                varied, model, data = self.envs.varied, self.envs.model, self.envs.template
                layout = varied.layout() if self._width > 1 else model.layout
                # plain memory has no values of the model that are an environment's own
                scalar = None if varied.arrays else scalar_fields(stages)
                self._plans[stages] = BatchPlan(
                    stages, (layout, data.layout), self._width, scalar_stages(self._width), scalar
                )
            self._plan = self._plans[stages]
        return self._plan

    # ---------------------------------------------------------------- memory

    def read(self) -> None:
        """Do nothing: there are no rows elsewhere."""

    def write(self) -> None:
        """Do nothing: there are no rows elsewhere."""

    def make_room(self) -> bool:
        """Give all packs the room that environments needed which were stepped alone; tell whether they had less."""
        wanted = self.envs.scratch.sizes()
        short = [pack for pack in self._packs if any(wanted[name] > size for name, size in pack.capacities().items())]
        for pack in short:
            pack.grow(wanted)
        for scalar in self._scalars:
            scalar.grow()
        self._forget_detours()
        return bool(short)

    def release(self) -> None:
        """Let plans and workers be made anew, for as many environments at once as the environments now ask for."""
        self._threads, self._width = self.envs.size.threads, self.envs.size.width
        # the last plan, and all by their stages, since steps and forward dynamics may alternate; so may their jobs
        self._plan: BatchPlan | None = None
        self._plans: dict[tuple[Stage, ...], BatchPlan] = {}
        self._jobs: dict[BatchPlan, Job] = {}
        # of each worker: memory of a pack, of fields of the model that vary, and plain memory
        self._workers: list[Worker] = []
        self._packs: list[Pack] = []
        self._model_packs: list[ModelPack] = []
        self._scalars: list[ScalarMemory] = []
        self._exchanges: dict[BatchPlan, list[list[tuple[np.ndarray, np.ndarray]]]] = {}
        self._forget_detours()

    def close(self) -> None:
        """Give back memory; threads end with the environments."""
        self.release()

    # ---------------------------------------------------------------- workers

    def connect(self, stream: Stream | None) -> None:
        """Let something else go into environments and come out of them."""
        self._stream = stream
        for pack, worker in zip(self._packs, self._workers, strict=True):
            self._connect(pack, worker)

    def _make_workers(self, count: int) -> list[Worker]:
        """Return workers for some threads; each has a pack of its own."""
        missing, team = range(len(self._workers), count), self.envs.team
        # threads make their own memory: it lies near the CPU that touches it first
        for pack in team.each(dict.fromkeys(missing, self._make_pack)) if team and missing else ():
            worker = Worker(self._model_tables(), pack.tables, NO_QUOTA, len(self._workers))
            self._packs.append(pack)
            self._workers.append(worker)
            self._connect(pack, worker)
            self._forget_detours()
        for models in self._model_packs:
            models.sync()
        return self._workers[:count]

    def _make_pack(self) -> Pack:
        """Return memory for the environments of a pack."""
        pack = Pack(self.envs.template, self._width)
        pack.grow(self.envs.scratch.sizes())
        return pack

    def _model_tables(self) -> np.ndarray:
        """Return the table of the model, or one for each lane if environments have values of their own."""
        varied = self.envs.varied
        if not varied.arrays:
            return self.envs.model._table
        self._model_packs.append(ModelPack(self.envs.model, varied.arrays, self._width))
        return self._model_packs[-1].tables

    def _connect(self, pack: Pack, worker: Worker) -> None:
        """Tell a worker what to copy."""
        stream, own, varied = self._stream, NOTHING, self.envs.varied
        rows, before = self.envs.rows, self.envs.before
        if varied.arrays:
            own = varied.segments(self._model_packs[-1], self._width, varied.arrays)
        worker.copy(
            loads=np.concatenate((_segments(pack, *rows.all), own)),
            remembers=_segments(pack, *before.all),
            feeds=stream.feeds(pack) if stream else NOTHING,
            records=stream.records(pack) if stream else NOTHING,
            stores=np.concatenate((_segments(pack, rows.state, *rows.results), self._estimates(pack))),
            copies=np.array([_addresses(*pair) for pair in zip(rows.all, before.all, strict=True)], np.int64),
        )

    def _estimates(self, pack: Pack) -> np.ndarray:
        """Return what copies from a pack what environments are sorted by."""
        found = [segment(pack.address(name), *place) for name, place in self.envs.grouping.estimates.items()]
        return segments(found, pack.width) if pack.width > 1 else NOTHING

    # ---------------------------------------------------------------- stages that run scalar code in plain memory

    def _detour(self, plan: BatchPlan) -> None:
        """Tell all workers what to copy for stages of a plan that run in plain memory."""
        for pack in self._packs[len(self._scalars) :]:
            self._scalars.append(ScalarMemory(self.envs.template, pack))
        if plan not in self._exchanges:
            looked_at = {name for rows in self.envs.rows.all for name in rows.fields}
            self._exchanges[plan] = [scalar.exchanges(plan, looked_at) for scalar in self._scalars]
        for scalar, worker, found in zip(self._scalars, self._workers, self._exchanges[plan], strict=True):
            worker.exchange(scalar.table, found)
        self._detoured = plan

    def _forget_detours(self) -> None:
        """Let what is copied be found anew, since memory has moved."""
        # the plan for which workers know what to copy
        self._detoured: BatchPlan | None = None
        self._exchanges.clear()


def log_fallbacks(envs: Environments) -> None:
    """Log that islands of an environment were solved again, if some were."""
    again = np.flatnonzero(envs.rows.find("solver_nfallback"))
    if len(again):
        log_fallback(float(envs.rows.state.views["time"][again[0]]))


def _segments(pack: Pack, *chosen: Rows) -> np.ndarray:
    """Return what copies rows from or to a pack."""
    found = [
        segment(pack.address(name), rows.fields[name], view) for rows in chosen for name, view in rows.views.items()
    ]
    return segments(found, pack.width)


def _addresses(rows: Rows, copies: Rows) -> tuple[int, int, int]:
    """Return where rows and their copies lie, and how long they are."""
    return rows.memory.ctypes.data, copies.memory.ctypes.data, rows.stride
