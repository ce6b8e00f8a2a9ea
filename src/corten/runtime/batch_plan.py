"""A plan for many environments: one compiled loop that several threads call, each with memory of its own.

A thread calls the loop with a `Job`, which all share, and a `Worker` of its own, both tables of int64. The entries of a
plan are triples: the address of a stage for all lanes at once or 0, that of the stage for one lane, and for a condition
(`corten.runtime.plan.Skip`) how many stages it may pass over. Conditions are asked lane by lane; where lanes disagree,
the stages between run lane by lane for those that need them. A segment says what is copied between the memory of
environments and that of workers: address, bytes from one environment to the next, bytes from one step to the next,
address in the worker's memory, number of elements, bytes of an element.
"""

import ctypes
import functools
from collections.abc import Collection
from typing import Any

import numpy as np

from corten.runtime import cache
from corten.runtime.backends import backend
from corten.runtime.build import BUILDING, Layouts, build, compiled_once
from corten.runtime.kernel import Mode, Stage
from corten.runtime.plan import Skip
from corten.runtime.target import Target

# status of a pack that no thread has come to yet
NOT_RUN = -1

# columns of a segment
SEGMENT = 6

_RUN = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p)


@functools.cache
def batch_runner() -> Any:
    """Return the loop: a function of a Job and a Worker, which tells whether nothing is left to do."""
    with BUILDING:
        key = cache.code_key("run_batch", backend().batch_runner_text("run_batch"))
        backend().load([compiled_once(key, lambda: backend().compile_batch_runner(key))])
    return _RUN(backend().address(key))


def built_widths() -> tuple[int, ...]:
    """Return how many environments to a pack there is code for."""
    return (1, 2, 4, 8)


def best_width() -> int:
    """Return how many environments to a pack serve this machine best: as many floats as its registers hold."""
    return backend().register_floats()


def stage_addresses(
    stages: tuple[Stage, ...], layouts: Layouts, width: int, one_by_one: Collection[str]
) -> tuple[dict[Stage, int], dict[Stage, int]]:
    """Return where stages are: those that run for all lanes at once, and those that run for one lane after the other.

    This is the place where code for a width is asked for. One lane is a plain Data, which scalar code serves. What lies
    between a condition and its end is needed in both ways, for lanes may disagree about it.
    """
    distinct = dict.fromkeys(stages)
    if width == 1:
        return {}, build(list(distinct), layouts, Mode.COMPILED)
    apart = {stage: None for stage in distinct if isinstance(stage, Skip) or stage.name in one_by_one}
    together = [stage for stage in distinct if stage not in apart]
    for place, stage in enumerate(stages):
        apart |= dict.fromkeys(stages[place : place + 1 + _skipped(stage)] if _skipped(stage) else ())
    return (
        build(together, layouts, Mode.COMPILED, Target("lanes", width=width)),
        build(list(apart), layouts, Mode.COMPILED, Target("strided", width=width)),
    )


def _skipped(stage: Stage) -> int:
    """Return how many stages a stage may pass over."""
    return stage.count if isinstance(stage, Skip) else 0


class BatchPlan:
    """The stages of a step for packs of some width; those that `one_by_one` names do not run for all lanes at once."""

    def __init__(self, stages: tuple[Stage, ...], layouts: Layouts, width: int, one_by_one: Collection[str]):
        self.stages, self.width = stages, width
        together, apart = stage_addresses(stages, layouts, width, one_by_one)
        entries = [(together.get(stage, 0), apart.get(stage, 0), _skipped(stage)) for stage in stages]
        self.table = np.array(entries, np.int64).reshape(-1, 3)


class Job:
    """What all threads work on: packs of environments, and how many steps to take of which plan.

    `packs` has the numbers of the environments, pack by pack; `statuses` has 0 for a pack that is done, what a
    plan returns (`corten.runtime.plan`) for one that failed, NOT_RUN for one that nobody came to.
    """

    def __init__(self, plan: BatchPlan, packs: np.ndarray, chunk: int):
        self.packs, self._environments = packs, np.ascontiguousarray(packs, np.int64)
        self.statuses = np.full(len(packs), NOT_RUN, np.int64)
        self.plan = plan
        pointers = [self._environments.ctypes.data, self.statuses.ctypes.data]
        stages = [plan.table.ctypes.data, len(plan.table)]
        self.table = np.array([0, 0, len(packs), chunk, *pointers, plan.width, 1, 0, *stages], np.int64)
        self.address = int(self.table.ctypes.data)

    def prepare(self, nstep: int, first: int = 0) -> None:
        """Begin anew with `nstep` steps, the first of which has a number."""
        self.statuses[:] = NOT_RUN
        self.table[0] = self.table[1] = 0
        self.table[7:9] = nstep, first

    def stop(self) -> None:
        """Let threads stop before the next pack."""
        self.table[1] = 1


class Worker:
    """What a thread works with: the tables of Model and Data of its lanes, and the segments that it copies.

    `loads` are copied before the first step, `remembers` back before the last of several steps, `feeds` before each
    step, `records` back after each step, `stores` back after the last one. A single step that succeeds copies the rows
    that it began with, instead of remembering: `copies` has address, address of the copies, and bytes of a row.
    """

    def __init__(self, models: np.ndarray, tables: np.ndarray, quota: int):
        """`tables` has the table of Data of each lane, `models` that of the Model, or one that serves all lanes."""
        self._tables = np.broadcast_to(models, (len(tables), models.shape[-1])), tables
        self._pointers = np.array([[row.ctypes.data for row in rows] for rows in self._tables], np.int64)
        self._resume = np.zeros(len(tables), np.int64)
        self.table = np.zeros(16, np.int64)
        pointers = (part.ctypes.data for part in (self._resume, *self._pointers))
        self.table[:4] = quota, *pointers
        self._segments: list[np.ndarray] = []
        self.address = int(self.table.ctypes.data)

    def copy(
        self,
        loads: np.ndarray,
        remembers: np.ndarray,
        feeds: np.ndarray,
        records: np.ndarray,
        stores: np.ndarray,
        copies: np.ndarray,
    ) -> None:
        """Say what is copied."""
        self._segments = [np.ascontiguousarray(part) for part in (loads, remembers, feeds, records, stores, copies)]
        for place, part in enumerate(self._segments):
            self.table[4 + 2 * place : 6 + 2 * place] = part.ctypes.data, len(part)

    @property
    def quota(self) -> int:
        """After how many packs the loop returns."""
        return int(self.table[0])

    @quota.setter
    def quota(self, packs: int) -> None:
        self.table[0] = packs
