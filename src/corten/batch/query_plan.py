"""Stages with arguments for environments of a batch, on all threads: arrays in, arrays out.

    arrays, rows --given--> memory of a worker --[stages]--> memory of a worker --answers--> arrays

Memory is laid out as that of a template: a Data, or the arguments and answers of a query. What stages read of Data is
given from rows of environments like any argument; an array with one row serves all. The template has the sizes.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import numpy as np

from corten.batch.pack import ModelPack, Pack, segment, segments
from corten.batch.thread_engine import CHUNKS_EACH, MOST_CHUNK
from corten.data import Data
from corten.model import Model
from corten.pipeline.scalar_stages import SCALAR_STAGES
from corten.runtime.batch_plan import NO_QUOTA, SEGMENT, BatchPlan, Job, Worker
from corten.runtime.kernel import Stage
from corten.runtime.plan import Plan
from corten.runtime.storage import Storage

if TYPE_CHECKING:
    from corten.batch.environments import Environments

Arrays = Mapping[str, np.ndarray]

# computes again what failed in an environment, given its number, its Model and a Data; tells whether there is an answer
Redo = Callable[[int, Model, Data], bool]

# environments that are worth another thread
LEAST_SHARE = 32

NOTHING, NO_COPIES = np.zeros((0, SEGMENT), np.int64), np.zeros((0, 3), np.int64)


class QueryPlan:
    """Stages, compiled for the memory of a template, and workers for threads; lanes if there are several."""

    def __init__(self, envs: "Environments", stages: tuple[Stage, ...], template: Storage, width: int = 1):
        self._envs, self._stages, self._template, self._width = envs, stages, template, width
        # where single environments are computed
        self._single = envs.scratch if template is envs.template else template
        self._plan: BatchPlan | None = None
        if envs.team:
            model = envs.varied.layout() if width > 1 else envs.model.layout
            self._plan = BatchPlan(stages, (model, template.layout), width, SCALAR_STAGES)
        # what was done last, for which environments, and by how many threads
        self._job: Job | None = None
        self._numbers, self._count = np.zeros(0, np.int64), 0
        self._packs: list[Pack] = []
        self._model_packs: list[ModelPack] = []
        self._workers: list[Worker] = []

    def run(self, numbers: np.ndarray, given: Arrays, answers: Arrays) -> np.ndarray:
        """Compute the answers of some environments; return those for which a stage has failed."""
        if not len(numbers):
            return numbers
        if self._plan is None or self._envs.team is None:
            return self._run_alone(numbers, given, answers)
        if self._job is None or self._numbers is not numbers:
            self._numbers, self._job = numbers, self._make_job(self._plan, numbers)
        self._job.prepare(1)
        self._envs.team.work(self._job, self._make_workers(given, answers))
        return numbers[:0] if self._job.complete() else np.unique(self._job.packs[self._job.statuses > 0])

    def _make_job(self, plan: BatchPlan, numbers: np.ndarray) -> Job:
        """Return what has to be done for some environments, by as many threads as are worth it."""
        packs = self._envs.grouping.choose(numbers).copy() if self._width > 1 else numbers.reshape(-1, 1)
        self._count = max(1, min(self._envs.size.threads, len(packs), len(numbers) // LEAST_SHARE))
        chunk = min(max(len(packs) // (self._count * CHUNKS_EACH), 1), MOST_CHUNK)
        return Job(plan, packs, chunk, self._count)

    def redo(self, numbers: np.ndarray, given: Arrays, answers: Arrays, compute: Redo) -> None:
        """Compute the answers of some environments one by one, with as much room as they need."""
        data = self._envs.scratch
        for i in numbers.tolist():
            data.copy_memory(self._envs.template)
            self._give(i, given)
            if compute(i, self._envs.varied.model_of(i), data):
                self._take(i, answers)

    def _run_alone(self, numbers: np.ndarray, given: Arrays, answers: Arrays) -> np.ndarray:
        """Do without threads what is not compiled."""
        plan, failed = Plan(list(self._stages), (self._envs.model.layout, self._template.layout)), list[int]()
        for i in numbers.tolist():
            if self._single is not self._template:
                self._single.copy_memory(self._template)
            self._give(i, given)
            if plan.run(self._envs.varied.model_of(i), self._single, 1):
                failed.append(i)
            else:
                self._take(i, answers)
        return np.array(failed, np.int64)

    def _give(self, i: int, given: Arrays) -> None:
        for name, array in given.items():
            self._single._views[name][...] = array[i if len(array) > 1 else 0]

    def _take(self, i: int, answers: Arrays) -> None:
        for name, array in answers.items():
            array[i] = self._single._views[name]

    def _make_workers(self, given: Arrays, answers: Arrays) -> list[Worker]:
        """Return workers that copy these arrays."""
        varied, model, count = self._envs.varied, self._envs.model, self._count
        while len(self._workers) < count:
            pack, tables = Pack(self._template, self._width), model._table
            if varied.arrays:
                self._model_packs.append(ModelPack(model, varied.arrays, self._width))
                tables = self._model_packs[-1].tables
            self._packs.append(pack)
            self._workers.append(Worker(tables, pack.tables, NO_QUOTA, len(self._workers)))
        for models in self._model_packs:
            models.sync()
        if self._single is self._envs.scratch:
            # as much as environments needed that were computed one by one
            wanted = self._single.sizes()
            for pack in self._packs:
                if any(wanted[name] > size for name, size in pack.capacities().items()):
                    pack.grow(wanted)
        for number, worker in enumerate(self._workers[:count]):
            loads = self._segments(self._packs[number], given)
            if varied.arrays:
                own = varied.segments(self._model_packs[number], self._width, varied.arrays)
                loads = np.concatenate((loads, own))
            stores = self._segments(self._packs[number], answers)
            worker.copy(loads, NOTHING, NOTHING, NOTHING, stores, NO_COPIES)
        return self._workers[:count]

    def _segments(self, pack: Pack, arrays: Arrays) -> np.ndarray:
        fields = self._template.layout.fields
        found = [segment(pack.address(name), fields[name], array) for name, array in arrays.items()]
        return segments(found, pack.width)
