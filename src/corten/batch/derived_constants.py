"""Constants that follow from values of single environments, kept up to date: in compiled code, or one by one."""

from collections.abc import Callable, Collection

import numpy as np

from corten.batch.pack import ModelPack, Pack
from corten.batch.varied_fields import CONSTANTS, VariedFields
from corten.compile.derived.reference_constants import begin_at_reference
from corten.compile.derived.set_const import constant_stages, set_const
from corten.data import DATA, Data
from corten.errors import ModelError
from corten.runtime.batch_plan import NO_QUOTA, SEGMENT, BatchPlan, Job, Worker

# does a job with some workers
Work = Callable[[Job, list[Worker]], None]


class DerivedConstants:
    """Constants of environments that differ from each other."""

    def __init__(self, varied: VariedFields):
        self._varied = varied
        self._compiled: ConstantUpdates | None = None

    def update(self, work: Work | None, threads: int, failed: Collection[int]) -> dict[int, str]:
        """Compute them for environments that have not failed and whose values have changed; tell what cannot be.

        Without compiled kernels there is nobody to `work`.
        """
        varied, numbers = self._varied, self._varied.changed()
        numbers = np.setdiff1d(numbers, list(failed)) if failed and len(numbers) else numbers
        if not len(numbers):
            return {}
        wrong = self._wrong_masses(numbers)
        good = np.setdiff1d(numbers, list(wrong))
        left = self._run(work, threads, good) if work and len(good) else good
        varied.accept(np.setdiff1d(good, left))
        for i in left.tolist():
            alone = varied.model_of(i).copy()
            try:
                set_const(alone)
            except ModelError as error:
                wrong[i] = str(error)
            else:
                varied.take_constants(i, alone)
        return wrong

    def _run(self, work: Work, threads: int, numbers: np.ndarray) -> np.ndarray:
        """Let all threads compute constants; return the environments for which that failed."""
        if self._compiled is None:
            self._compiled = ConstantUpdates(self._varied)
        job = self._compiled.job(numbers)
        work(job, self._compiled.workers(min(threads, len(numbers))))
        return numbers[job.statuses != 0]

    def _wrong_masses(self, numbers: np.ndarray) -> dict[int, str]:
        """Return environments whose masses or inertias are none, and why."""
        found: dict[int, str] = {}
        for name in ("body_mass", "body_inertia"):
            if name in self._varied.names:
                values = self._varied.arrays[name][numbers].reshape(len(numbers), -1)
                wrong = ~((values >= 0) & (values < np.inf))
                for row in np.flatnonzero(wrong.any(axis=1)).tolist():
                    value = values[row][wrong[row]][0]
                    found.setdefault(int(numbers[row]), f"{name} has {value}; it must be finite and not negative")
        return found


# ---------------------------------------------------------------- in compiled code


NOTHING = np.zeros((0, SEGMENT), np.int64)

# environments that a thread takes at a time
CHUNK = 16


class ConstantUpdates:
    """The stages of constants as a plan for batches, one environment at a time, and workers for threads."""

    def __init__(self, varied: VariedFields):
        self._varied, model = varied, varied.model
        self._plan = BatchPlan(
            (begin_at_reference, *constant_stages(model)), (model.layout, DATA.at(model.layout.precision)), 1, ()
        )
        self._template = Data(model)
        self._workers: list[Worker] = []
        self._packs: list[tuple[Pack, ModelPack]] = []
        written = (name for name in CONSTANTS if model._views[name].size)
        self._names = tuple(dict.fromkeys((*varied.arrays, *written)))

    def job(self, numbers: np.ndarray) -> Job:
        """Return what has to be done for some environments."""
        job = Job(self._plan, numbers.reshape(-1, 1), CHUNK)
        job.prepare(1)
        return job

    def workers(self, count: int) -> list[Worker]:
        """Return workers for some threads."""
        varied = self._varied
        while len(self._workers) < count:
            pack, model = Pack(self._template, 1), ModelPack(varied.model, self._names, 1)
            worker = Worker(model.tables, pack.tables, NO_QUOTA, len(self._workers))
            stored = varied.segments(model, 1, varied.constants)
            loaded = varied.segments(model, 1, self._names)
            none = np.zeros((0, 3), np.int64)
            worker.copy(loads=loaded, remembers=NOTHING, feeds=NOTHING, records=NOTHING, stores=stored, copies=none)
            self._workers.append(worker)
            self._packs.append((pack, model))
        for _, model in self._packs:
            model.sync()
        return self._workers[:count]
