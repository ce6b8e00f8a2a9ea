"""Constants that follow from values of single environments, kept up to date: in compiled code, or one by one."""

from collections.abc import Callable, Collection

import numpy as np

from corten.batch.constants import ConstantUpdates
from corten.batch.varied import Varied
from corten.compile.derived.set_const import set_const
from corten.errors import ModelError
from corten.runtime.batch_plan import Job, Worker

# does a job with some workers
Work = Callable[[Job, list[Worker]], None]


class DerivedConstants:
    """Constants of environments that differ from each other."""

    def __init__(self, varied: Varied):
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
