"""Who computes in packs: for each thread a pack, and for each part of a plan what is copied between it and rows.

A worker that runs the first part copies everything that a plan begins with into its pack, and leaves the positions and
velocities of the middle there. Those that go on from it copy only what a plan changes, and what is nudged.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import numpy as np

from corten.batch.engine import TeamSize
from corten.batch.pack import Pack, ScalarMemory, scalar_fields, segment, segments
from corten.batch.rows import carried_fields
from corten.batch.threads import Team
from corten.data import DATA, Data, blocks
from corten.derivative.arrangement import FIRST, Columns, Group, Part
from corten.model import Model
from corten.pipeline.narrow_lanes import scalar_stages
from corten.pipeline.plans import find_stages
from corten.runtime.batch_plan import NO_QUOTA, BatchPlan, Job, Worker, batch_runner
from corten.runtime.fields import Block
from corten.runtime.kernel import Stage
from corten.runtime.storage import Storage

# fields of a Data that are nudged, in the memory of nudges
MIDDLE = Block("middle", "state and inputs from which nudges go")

# sizes of nudges that no Data has: nudges, rows and quotients that are held at a time, numbers of a quotient
OWN_SIZES = ("nnudge", "nrow", "ncolumn", "nout")

Compute = Callable[[Model, Data], object]

# packs that a single thread does before it looks for Ctrl-C: some microseconds each, or some milliseconds
PACKS_ALONE = 16

NOTHING = segments([], 1)


@dataclass(frozen=True, eq=False, slots=True)
class Differentiated:
    """A function of state and inputs: what is nudged, what is looked at, and the plans that lead from one to the other.

    `storage` has for each field that is nudged its rows `row_...`, and for each that is looked at `next_...`.
    """

    storage: type[Storage]
    write: Stage
    form: Stage
    nudged: tuple[str, ...]
    results: tuple[str, ...]
    # the kind of plan of each part
    plans: dict[str, str]
    # columns by whether state, and what acts on it, are to be nudged
    columns: Callable[[Model, bool, bool], Columns]
    # how many numbers are looked at
    nout: Callable[[Model], int]
    # the same for one Data
    compute: Compute


class Task(NamedTuple):
    """A part of a plan for some packs.

    `each` tells whether every worker does the only pack that there is; `alone` lets the only worker do some packs, and
    tells whether none is left.
    """

    kind: str
    job: Job
    each: bool
    alone: Callable[[], int] | None


class Crew:
    """Workers with their memory, as many as there are threads."""

    def __init__(self, model: Model, start: Data, nudges: Storage, what: Differentiated, size: TeamSize):
        self._model, self._start, self._nudges, self._what, self._size = model, start, nudges, what, size
        self._plans: dict[str, BatchPlan] = {}
        self._packs: list[Pack] = []
        self._scalars: list[ScalarMemory] = []
        self._workers: dict[str, list[Worker]] = {}
        # results that the next step begins with
        self._carried: tuple[str, ...] = ()

    def nbytes(self) -> int:
        """Return the size of all packs [bytes]."""
        return sum(pack.nbytes() for pack in self._packs)

    # ---------------------------------------------------------------- jobs

    def make_tasks(self, groups: list[Group]) -> list[list[Task]]:
        """Make plans for the model as it is now, and return the tasks of each group."""
        model, width = self._model, self._size.width
        layouts, made = (model.layout, self._start.layout), dict[str, BatchPlan]()
        self._plans, self._workers, self._carried = {}, {}, carried_fields(model)
        parts = [part for group in groups for part in group.parts]
        for kind in dict.fromkeys(part.kind for part in parts):
            name = self._what.plans[kind]
            if name not in made:
                stages = find_stages(model, name)
                made[name] = BatchPlan(stages, layouts, width, scalar_stages(width), scalar_fields(stages))
            self._plans[kind] = made[name]
        self._hire(min(self._size.threads, max(len(part.packs) for part in parts)))
        return [[self._task(part, len(parts)) for part in group.parts] for group in groups]

    def _task(self, part: Part, parts: int) -> Task:
        """Return the task of a part, one of several."""
        packs, threads = part.packs, len(self._packs)
        each = part.kind == FIRST and parts > 1 and threads > 1
        if each:
            packs = np.repeat(packs, threads, axis=0)
        job = Job(self._plans[part.kind], packs, 1, min(threads, len(packs)))
        if threads > 1:
            return Task(part.kind, job, each, None)
        return Task(part.kind, job, each, partial(batch_runner(), job.address, self._workers[part.kind][0].address))

    def run(self, task: Task, team: Team) -> None:
        """Run a task to its end."""
        job, alone = task.job, task.alone
        job.prepare(1)
        if alone:
            # Python sees Ctrl-C in between
            while alone() != 1:
                pass
            return
        workers = self._workers[task.kind][: len(job.packs)]
        if not task.each:
            team.work(job, workers)
            return
        for worker in workers:
            worker.quota = 1
        try:
            team.start(job.address, [worker.address for worker in workers[1:]])
            batch_runner()(job.address, workers[0].address)
            team.wait()
        except BaseException:
            team.wait_or_stop(job.stop)
            raise

    # ---------------------------------------------------------------- memory

    def _hire(self, threads: int) -> None:
        """Make packs for some threads, and workers for all parts."""
        sizes, threads = self._start.sizes(), max(threads, len(self._packs))
        while len(self._packs) < threads:
            pack = Pack(self._start, self._size.width)
            pack.grow(sizes)
            self._packs.append(pack)
        needs_plain = any(plan.detours for plan in self._plans.values())
        while needs_plain and len(self._scalars) < threads:
            self._scalars.append(ScalarMemory(self._start, self._packs[len(self._scalars)]))
        for kind in self._plans:
            self._workers[kind] = [self._worker(kind, number) for number in range(threads)]
        self._exchange()

    def _worker(self, kind: str, number: int) -> Worker:
        """Return the worker of a thread for a part of a plan."""
        pack, rows = self._packs[number], self._nudges._views
        worker = Worker(self._model._table, pack.tables, PACKS_ALONE if len(self._packs) == 1 else NO_QUOTA, number)
        fields, begun, nudged = DATA.fields, self._start._views, self._what.nudged
        names = [name for name, field in fields.items() if field.block in (blocks.STATE, blocks.INPUTS)]
        if kind != FIRST:
            names = [name for name in names if fields[name].block is blocks.STATE or name in nudged]
        loads = [
            segment(pack.address(name), fields[name], rows[f"row_{name}"] if name in nudged else begun[name][None])
            for name in dict.fromkeys((*names, *nudged, *self._carried))
        ]
        stores = [segment(pack.address(name), fields[name], rows[f"next_{name}"]) for name in self._what.results]
        # what lies between two fields may be nudged
        width, gap = self._size.width, 1
        worker.copy(
            loads=segments(loads, width, gap),
            remembers=NOTHING,
            feeds=NOTHING,
            records=NOTHING,
            stores=segments(stores, width, gap),
            copies=np.zeros((0, 3), np.int64),
        )
        return worker

    def make_room(self, wanted: dict[str, int]) -> bool:
        """Give all packs as much room as some sizes say; tell whether they had less."""
        short = any(wanted[name] > size for pack in self._packs for name, size in pack.capacities().items())
        if short:
            for pack in self._packs:
                pack.grow(wanted)
            for scalar in self._scalars:
                scalar.grow()
            self._exchange()
        return short

    def _exchange(self) -> None:
        """Tell all workers what to copy for stages that run in plain memory."""
        looked_at = {*self._carried, *self._what.nudged, *self._what.results}
        for kind, plan in self._plans.items():
            for scalar, worker in zip(self._scalars, self._workers[kind], strict=False):
                worker.exchange(scalar.table, scalar.exchanges(plan, looked_at))
