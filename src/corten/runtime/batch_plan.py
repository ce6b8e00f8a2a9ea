"""A plan for many environments: one compiled loop that several threads call, each with memory of its own.

A thread calls the loop with a `Job`, which all share, and a `Worker` of its own, both tables of int64. The entries of a
plan are the address of a stage for all lanes at once or 0, that of the stage for one lane, for a condition
(`corten.runtime.plan.Skip`) how many stages it may pass over, and for the first of some stages that fall back to scalar
code in plain memory their number and which of the plan's fallbacks they are. Conditions are asked lane by lane; where
lanes disagree, the stages between run lane by lane for those that need them. A segment says what is copied between the
memory of environments and that of workers: address, bytes from one environment to the next, bytes from one step to the
next, address in the worker's memory, number of elements, bytes of an element.

A scalar fallback is a sequence of stages for which the memory of lanes is slow: each environment is copied to plain
memory, runs them there, and is copied back. An exchange says what is copied: address in the memory of lanes, address in
plain memory, elements of a row, rows or the most of them, address of the count of rows in the memory that is read or 0,
bytes of an element.
"""

import ctypes
import functools
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from corten.runtime.backends import backend
from corten.runtime.build import BUILDING, Layouts, build, load_loop
from corten.runtime.kernel import Mode, Stage, Target
from corten.runtime.placing import ALIGNMENT, aligned_bytes
from corten.runtime.plan import Skip

# status of a pack that no thread has come to yet
NOT_RUN = -1

# of a worker that takes packs as long as there are some
NO_QUOTA = 2**62

# words of a cache line
LINE = ALIGNMENT // 8

# columns of a segment, and of an exchange
SEGMENT = EXCHANGE = 6

# stages that may fall back to scalar code, each with the fields that are copied to it and those that are copied back
ScalarFields = Mapping[str, tuple[str, str]]


class ScalarFallback(NamedTuple):
    """Stages of a plan that run as scalar code in plain memory; fields that are copied before and after them."""

    place: int
    count: int
    takes: tuple[str, ...]
    gives: tuple[str, ...]


_RUN = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p)


@functools.cache
def batch_runner() -> Any:
    """Return the loop: a function of a Job and a Worker, which tells whether nothing is left to do."""
    with BUILDING:
        return _RUN(backend().address(load_loop("batch")))


def built_widths() -> tuple[int, ...]:
    """Return how many environments to a pack there is code for."""
    return (1, 2, 4, 8, 16)


@functools.cache
def best_width(precision: str) -> int:
    """Return how many environments to a pack serve this machine best: as many floats as its registers hold."""
    return backend().register_floats() * (2 if precision == "float32" else 1)


def stage_addresses(
    stages: tuple[Stage, ...], layouts: Layouts, width: int, scalar_stages: Collection[str], in_plain: Collection[Stage]
) -> tuple[dict[Stage, int], dict[Stage, int]]:
    """Return where stages are: those that run for all lanes at once, and those that run for one lane after the other.

    This is the place where code for a width is asked for. One lane is a plain Data, which scalar code serves, and so is
    the memory of scalar fallbacks. What lies between a condition and its end is needed in both ways, for lanes may
    disagree about it.
    """
    distinct = dict.fromkeys(stages)
    if width == 1:
        return {}, build(list(distinct), layouts, Mode.COMPILED)
    scalar = {stage: None for stage in distinct if isinstance(stage, Skip) or stage.name in scalar_stages}
    together = [stage for stage in distinct if stage not in scalar]
    for place, stage in enumerate(stages):
        scalar |= dict.fromkeys(stages[place : place + 1 + _skipped(stage)] if _skipped(stage) else ())
    strided = [stage for stage in scalar if stage not in in_plain]
    return (
        build(together, layouts, Mode.COMPILED, Target("lanes", layouts[1].precision, width=width)),
        build(strided, layouts, Mode.COMPILED, Target("strided", layouts[1].precision, width=width))
        | build(list(in_plain), layouts, Mode.COMPILED),
    )


def _skipped(stage: Stage) -> int:
    """Return how many stages a stage may pass over."""
    return stage.count if isinstance(stage, Skip) else 0


def find_scalar_fallbacks(stages: tuple[Stage, ...], scalar_fields: ScalarFields) -> list[ScalarFallback]:
    """Return all sequences of stages that may fall back to scalar code; none if lanes may come back within one."""
    ends = {place + 1 + _skipped(stage) for place, stage in enumerate(stages) if _skipped(stage)}
    found, place = list[ScalarFallback](), 0
    while place < len(stages):
        count = 0
        while place + count < len(stages) and stages[place + count].name in scalar_fields:
            count += 1
        if count:
            names = [scalar_fields[stage.name] for stage in stages[place : place + count]]
            takes, gives = (tuple(dict.fromkeys(" ".join(part).split())) for part in zip(*names, strict=True))
            found.append(ScalarFallback(place, count, takes, gives))
        place += count + 1
    crossed = any(detour.place < end < detour.place + detour.count for detour in found for end in ends)
    return [] if crossed else found


class BatchPlan:
    """The stages of a step for packs of some width.

    Those that `scalar_stages` names run as scalar code for one lane after the other, and those of them that
    `scalar_fields` names do so in plain memory.
    """

    def __init__(
        self,
        stages: tuple[Stage, ...],
        layouts: Layouts,
        width: int,
        scalar_stages: Collection[str] = (),
        scalar_fields: ScalarFields | None = None,
    ):
        self.stages, self.width = stages, width
        self.detours = find_scalar_fallbacks(stages, scalar_fields) if scalar_fields and width > 1 else []
        outside = dict.fromkeys(
            stage for detour in self.detours for stage in stages[detour.place : detour.place + detour.count]
        )
        together, scalar = stage_addresses(stages, layouts, width, scalar_stages, outside)
        self.table = np.zeros((len(stages), 5), np.int64)
        for place, stage in enumerate(stages):
            self.table[place, :3] = together.get(stage, 0), scalar.get(stage, 0), _skipped(stage)
        for number, detour in enumerate(self.detours):
            self.table[detour.place, 3:] = detour.count, number


def region_bounds(npack: int, workers: int) -> np.ndarray:
    """Return where the regions of packs begin that workers take first, and where the last one ends."""
    return np.linspace(0, npack, workers + 1).astype(np.int64)


class Job:
    """What all threads work on: packs of environments, and how many steps to take of which plan.

    `packs` has the numbers of the environments, pack by pack; `statuses` has 0 for a pack that is done, what a
    plan returns (`corten.runtime.plan`) for one that failed, NOT_RUN for one that nobody came to. Each of some workers
    begins with a region of packs of its own, and goes on with those of others; it takes a chunk of them at a time.
    Who comes to a region first sorts it, if there is a function that does.
    """

    def __init__(self, plan: BatchPlan, packs: np.ndarray, chunk: int, workers: int = 1):
        self.plan, self.packs, self._environments = plan, packs, np.ascontiguousarray(packs, np.int64)
        # for each region, on a cache line of its own: where its next chunk begins and where it ends; the function that
        # sorts it or 0, and its arguments; 0, 1 or 2 while it is to be sorted, is being sorted and is. Table; statuses
        regions, ntable = workers * LINE, 11
        self._words = aligned_bytes((regions + ntable + len(packs)) * 8).view(np.int64)
        self.table, self.statuses = self._words[regions:][:ntable], self._words[regions + ntable :]
        self._all_done = bytes(self.statuses.nbytes)
        # where regions begin and end
        self.bounds = bounds = region_bounds(len(packs), workers)
        self._words[:regions:LINE], self._words[1:regions:LINE] = bounds[:-1], bounds[1:]
        pointers = [self._environments.ctypes.data, self.statuses.ctypes.data]
        stages, first = [plan.table.ctypes.data, len(plan.table)], self._words.ctypes.data
        self.table[:] = first, 0, workers, chunk, *pointers, plan.width, 1, 0, *stages
        self.statuses[:] = NOT_RUN
        self.address = int(self.table.ctypes.data)
        # how all of that is before the first pack is taken
        self._fresh = self._words.copy()
        # steps that are to be taken, and the number of the first
        self._steps, self._asked = self._fresh[regions + 7 :][:2], (1, 0)

    def sort(self, sorters: Sequence[tuple[int, int, int]]) -> None:
        """Let regions be sorted before their packs are taken: by a function of two addresses, each with its own."""
        for number, sorter in enumerate(sorters):
            self._fresh[number * LINE + 2 : number * LINE + 5] = sorter

    def prepare(self, nstep: int, first: int = 0) -> None:
        """Begin anew with `nstep` steps, the first of which has a number."""
        if self._asked != (nstep, first):
            self._steps[:] = self._asked = nstep, first
        self._words[:] = self._fresh

    def complete(self) -> bool:
        """Tell whether all packs are done."""
        return self.statuses.tobytes() == self._all_done

    def stop(self) -> None:
        """Let threads stop before the next pack."""
        self.table[1] = 1


class Worker:
    """What a thread works with: the tables of Model and Data of its lanes, and the segments that it copies.

    `loads` are copied before the first step, `remembers` back before the last of several steps, `feeds` before each
    step, `records` back after each step, `stores` back after the last one. A single step that succeeds copies the rows
    that it began with, instead of remembering: `copies` has address, address of the copies, and bytes of a row.
    """

    def __init__(self, models: np.ndarray, tables: np.ndarray, quota: int, number: int):
        """`tables` has the table of Data of each lane, `models` that of the Model, or one that serves all lanes.

        `number` is that of the region of packs that it begins with.
        """
        self._tables = np.broadcast_to(models, (len(tables), models.shape[-1])), tables
        self._pointers = np.array([[row.ctypes.data for row in rows] for rows in self._tables], np.int64)
        self._resume = np.zeros(len(tables), np.int64)
        self.table = np.zeros(19, np.int64)
        self.table[18] = number
        pointers = (part.ctypes.data for part in (self._resume, *self._pointers))
        self.table[:4] = quota, *pointers
        self._segments: list[np.ndarray] = []
        self._exchanges: list[np.ndarray] = []
        self._detours = np.zeros((0, 4), np.int64)
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

    def exchange(self, plain: int, exchanges: list[tuple[np.ndarray, np.ndarray]]) -> None:
        """Say what each detour copies to plain memory, whose table is given, and back from it."""
        self._exchanges = [np.ascontiguousarray(part) for pair in exchanges for part in pair]
        rows = [(part.ctypes.data, len(part)) for part in self._exchanges]
        self._detours = np.array(rows, np.int64).reshape(-1, 4)
        self.table[16:18] = plain, self._detours.ctypes.data

    @property
    def quota(self) -> int:
        """After how many packs the loop returns."""
        return int(self.table[0])

    @quota.setter
    def quota(self, packs: int) -> None:
        self.table[0] = packs
