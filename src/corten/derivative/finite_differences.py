"""Difference quotients of what plans make of nudged states, in lanes and on threads; memory is kept for the next call.

Nudged rows go into packs of environments (`corten.batch.pack`), a plan or a part of it is run there, and what it makes
of them comes back into rows. Everything else that it begins with is that of the middle. Where a pack fails, its rows
are computed alone, which tells why, or finds out how much room is needed.
"""

import ctypes
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from math import prod
from typing import Any

import numpy as np

from corten.batch.arguments import lane_count, thread_count
from corten.batch.engine import TeamSize
from corten.batch.threads import Team
from corten.data import Data, blocks
from corten.data.pair import refuse_thread
from corten.derivative.arrangement import FIRST, WHOLE, Group, arrange, nudged_columns
from corten.derivative.work_space import MIDDLE, OWN_SIZES, Compute, Crew, Differentiated, Task
from corten.model import Model
from corten.pipeline.order import may_restart
from corten.pipeline.plans import get_plan
from corten.runtime.batch_plan import batch_runner
from corten.runtime.build import build, kernel_call
from corten.runtime.kernel import Mode, Stage, kernel_mode
from corten.runtime.storage import Storage

# [bytes] of nudged states and what becomes of them that are held at a time
MOST_ROW_BYTES = 2**26

# memory that a Model keeps for the next call: how many kinds of calls, and [bytes] of each
MOST_KEPT, MOST_BYTES = 2, 2**27

# what belongs to an environment
OWNED = (blocks.STATE, blocks.INPUTS, blocks.RESULTS, blocks.DIAGNOSTICS)

# the interpreter goes on with other threads after a stage that takes microseconds, which is one on fewer bytes than
# this, and beside one that takes longer
SHORT_BYTES = 2**20

# dofs times columns from which threads share the work: below, waking them takes as long as what they do
LEAST_SHARED = 4096

# what is differentiated; whether by the state, and by what acts on it; to how many sides; threads and lanes
How = tuple[Differentiated, bool, bool, int, int | None, int | None]

# gets the range of columns, and a row for each of them: derivatives of all that is looked at
TakeQuotients = Callable[[int, int, np.ndarray], None]


class FiniteDifferences:
    """What becomes of all nudges about one state of a model."""

    def __init__(self, model: Model, data: Data, how: How):
        what, by_state, by_control, sides, threads, lanes = how
        self.model, self._what, self._sides = model, what, sides
        self._columns = what.columns(model, by_state, by_control)
        count = 2 * self._columns.nv + len(self._columns.others)
        few = threads is None and model.nv * count < LEAST_SHARED
        size = self._size = TeamSize(1 if few else thread_count(threads), lane_count(lanes, model, 1 + count))
        # what all begin with, and where single ones are computed
        self._start, self._scratch = data._copy_for(model), data._copy_for(model)
        self.nudges = self._make_nudges()
        parts = enumerate(data.layout.parts)
        self._owned = [number for number, part in parts if part.block in OWNED and not part.growing]
        compiled = kernel_mode() is Mode.COMPILED and data.layout.precision == "float64"
        self._team = Team(batch_runner()) if compiled else None
        self._write, self._form = (self._bind(each, compiled) for each in (what.write, what.form))
        # of the plan as it was last: how nudges are arranged, and who does what with them
        self._stages: tuple[Stage, ...] = ()
        self._groups: list[Group] = []
        self._tasks: list[list[Task]] = []
        self._crew = Crew(model, self._start, self.nudges, what, size)
        # size of all memory [bytes]
        self.nbytes = 0

    def _make_nudges(self) -> Storage:
        """Return memory for all nudges, and for as many rows and quotients as are held at a time."""
        model, what, sides = self.model, self._what, self._sides
        columns = nudged_columns(self._columns, sides)
        layout = what.storage.layout
        extents = {name: getattr(model, name) for name in layout.sizes if name not in OWN_SIZES}
        rows = [field.shape[1:] for field in layout.fields.values() if field.shape[:1] == ("nrow",)]
        bytes_each = 8 * sum(prod(extents[str(extent)] for extent in shape) for shape in rows)
        self._most_rows = MOST_ROW_BYTES // max(bytes_each, 1)
        groups = self._arranged(False)
        room = max(group.count for group in groups), max(group.last - group.first_column for group in groups)
        own = dict(zip(OWN_SIZES, (len(columns), 1 + room[0], room[1], what.nout(model)), strict=True))
        nudges = what.storage(extents | own)
        nudges.borrow(self._start, MIDDLE)
        nudges._views["sides"][()], nudges._views["column"][:] = sides, columns
        nudges._views["way"][:] = np.where(np.arange(len(columns)) % sides == 0, 1.0, -1.0)
        return nudges

    def _bind(self, stage: Stage, compiled: bool) -> Callable[[], Any]:
        """Return what runs a stage of nudges."""
        model, nudges = self.model, self.nudges
        if not compiled:
            return partial(stage, model.engine_view(), nudges.engine_view())
        address = build([stage], (model.layout, nudges.layout), Mode.COMPILED)[stage]
        words = address, model._address, nudges._address
        return partial(kernel_call(short=nudges.nbytes() < SHORT_BYTES), *map(ctypes.c_void_p, words))

    # ---------------------------------------------------------------- groups of nudges

    def run(self, data: Data, eps: float, take: TakeQuotients, compute: Compute | None = None) -> None:
        """Compute what becomes of all nudges about the state of a Data and hand over the quotients.

        What somebody else computes is computed for one after the other.
        """
        memory, own = data._memory, self._start._memory
        for number in self._owned:
            own[number][:] = memory[number]
        nudges, alone = self.nudges._views, compute is not None or self._team is None
        nudges["eps"][()] = eps
        self._prepare()
        for number, group in enumerate(self._groups):
            if len(self._groups) > 1:
                self._choose(group)
            self._write()
            if alone:
                self._compute_alone(range(number > 0, group.count + 1), compute or self._what.compute)
            else:
                self._compute(number)
            self._form()
            take(group.first_column, group.last, nudges["quotient"])

    def _prepare(self) -> None:
        """Arrange nudges, and make plans, for the model as it is now."""
        model = self.model
        kind = self._what.plans[WHOLE]
        if model.changed() or kind not in model._plans:
            get_plan(model, kind)
        stages = model._plans[kind].stages
        if stages is not self._stages:
            self._groups = self._arranged(may_restart(model))
            self._choose(self._groups[0])
            self._stages = stages
            self._tasks = self._crew.make_tasks(self._groups) if self._team else []
            self._measure()

    def _choose(self, group: Group) -> None:
        """Let rows be those of a group."""
        nudges = self.nudges._views
        nudges["first"][()], nudges["count"][()] = group.first, group.count
        nudges["first_column"][()] = group.first_column

    def _arranged(self, restarts: bool) -> list[Group]:
        """Return all nudges in groups."""
        return arrange(self._columns, self._sides, self._size.width, restarts, self._most_rows)

    def _measure(self) -> None:
        """Add up the size of all memory."""
        self.nbytes = sum(kept.nbytes() for kept in (self.nudges, self._start, self._scratch, self._crew))

    def _compute(self, number: int) -> None:
        """Compute what becomes of the rows of a group in packs; alone where that is not possible."""
        tasks = self._tasks[number]
        while (failed := self._run(tasks)) is not None:
            if not self._learn(failed):
                self._compute_alone(range(number > 0, self._groups[number].count + 1), self._what.compute)
                return
            # the middle again, too: what others go on from has moved
            tasks = tasks if tasks[0].kind == FIRST else [self._tasks[0][0], *tasks]

    def _run(self, tasks: list[Task]) -> np.ndarray | None:
        """Run tasks; return the rows of a pack that failed, if there is one."""
        assert self._team
        for task in tasks:
            self._crew.run(task, self._team)
            if not task.job.complete():
                return np.unique(task.job.packs[np.flatnonzero(task.job.statuses)[0]])
        return None

    # ---------------------------------------------------------------- rows alone

    def _compute_alone(self, rows: Iterable[int], compute: Compute) -> None:
        """Compute what becomes of rows one after the other, each in a Data that holds what it begins with."""
        scratch, nudges = self._scratch, self.nudges._views
        for row in rows:
            scratch.copy_memory(self._start)
            for name in self._what.nudged:
                scratch._views[name][...] = nudges[f"row_{name}"][row]
            compute(self.model, scratch)
            for name in self._what.results:
                nudges[f"next_{name}"][row] = scratch._views[name]

    def _learn(self, rows: np.ndarray) -> bool:
        """Compute rows alone that failed in a pack; tell whether packs may do better with what that found out."""
        told, news = self._start._views["warning_told"], False
        for row in rows:
            self._compute_alone((row,), self._what.compute)
            # trouble that steps survive is told of once
            news |= not np.array_equal(told, self._scratch._views["warning_told"])
            told[...] = self._scratch._views["warning_told"]
        grown = self._crew.make_room(self._scratch.sizes())
        self._measure()
        return grown or news


# ---------------------------------------------------------------- memory that waits for the next call


def differentiate(
    model: Model,
    data: Data,
    how: How,
    eps: float,
    take: TakeQuotients,
    compute: Compute | None = None,
) -> None:
    """Hand over the quotients about the state of a Data."""
    if not data._thread_lock.acquire():
        refuse_thread()
    try:
        kept, key, found = model._differences, (*how, data.nstatiter), None
        # threads and lanes that have no hash are no numbers: they are refused where they are used
        with suppress(TypeError):
            found = kept.pop(key, None)
        # the model of an environment shares what is kept with that of its batch
        if found is None or found.model is not model:
            found = FiniteDifferences(model, data, how)
        found.run(data, eps, take, compute)
        if found.nbytes <= MOST_BYTES:
            kept[key] = found
            if len(kept) > MOST_KEPT:
                for old in list(kept)[:-MOST_KEPT]:
                    kept.pop(old, None)
    finally:
        data._thread_lock.release()
