"""Steps from nudged states, in lanes and on threads; memory and plans are kept for the next call.

The rows of `Nudges` go into packs of environments (`corten.batch.pack`), a step or a part of it is run there, and what
it makes of them comes back into rows. Everything else that a step begins with is that of the middle. Where a pack
fails, its first row is stepped alone, which tells why, or finds out how much room is needed.
"""

import ctypes
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from corten.batch.engine import TeamSize
from corten.batch.threads import Team
from corten.data import Data, blocks
from corten.derivative.arrangement import FIRST, Counts, Group, arrange, nudged_columns
from corten.derivative.nudges import MIDDLE, NUDGED, SIZES, Nudges, form_quotients, write_nudges
from corten.derivative.work_space import NEXT, Crew, Task
from corten.model import Model
from corten.pipeline.order import may_restart
from corten.pipeline.plans import get_plan
from corten.pipeline.step import step
from corten.runtime.batch_plan import batch_runner
from corten.runtime.build import build
from corten.runtime.kernel import Mode, Stage, kernel_mode

# [bytes] of nudged states and what becomes of them that are held at a time
MOST_ROW_BYTES = 2**26

# what belongs to an environment
OWNED = (blocks.STATE, blocks.INPUTS, blocks.RESULTS, blocks.DIAGNOSTICS)

# runs a stage that never fails; the interpreter goes on with other threads after it, since it takes microseconds
_ENTRY = ctypes.PYFUNCTYPE(ctypes.c_int32)

TakeStep = Callable[[Model, Data], object]

# gets the range of columns, and a row for each of them: derivatives of [x' s]
TakeQuotients = Callable[[int, int, np.ndarray], None]


class NudgedSteps:
    """The steps of all nudges about one state of a model."""

    def __init__(self, model: Model, data: Data, sides: int, size: TeamSize):
        self.model, self._size = model, size
        # what steps begin with, and who takes steps alone
        self._start, self._scratch = data._copy_for(model), data._copy_for(model)
        self._counts = Counts(model.nv, model.na + model.nu, sides, size.width)
        bytes_each = 8 * (2 * (model.nq + model.nv + model.na) + model.nu + model.nsensordata)
        self._most_rows = MOST_ROW_BYTES // max(bytes_each, 1)
        self.nudges = self._make_nudges(sides)
        parts = enumerate(data.layout.parts)
        self._owned = [number for number, part in parts if part.block in OWNED and not part.growing]
        compiled = kernel_mode() is Mode.COMPILED and data.layout.precision == "float64"
        self._team = Team(batch_runner()) if compiled else None
        self._write, self._form = (self._bind(each, compiled) for each in (write_nudges, form_quotients))
        # of the plan of a step as it was last: how nudges are arranged, and who steps them
        self._stages: tuple[Stage, ...] = ()
        self._groups: list[Group] = []
        self._tasks: list[list[Task]] = []
        self._crew = Crew(model, self._start, self.nudges, size)
        # size of all memory [bytes]
        self.nbytes = 0

    def _make_nudges(self, sides: int) -> Nudges:
        """Return memory for all nudges, and for as many rows and quotients as are held at a time."""
        model, columns = self.model, nudged_columns(self._counts)
        groups = arrange(self._counts, False, self._most_rows)
        extents = {
            "nnudge": len(columns),
            "nrow": 1 + max(group.count for group in groups),
            "ncolumn": max(group.last - group.first_column for group in groups),
            "nout": 2 * model.nv + model.na + model.nsensordata,
        }
        nudges = Nudges({name: getattr(model, name) for name in SIZES} | extents)
        nudges.borrow(self._start, MIDDLE)
        nudges.sides, nudges.column[:] = sides, columns
        nudges.way[:] = np.where(np.arange(len(columns)) % sides == 0, 1.0, -1.0)
        return nudges

    def _bind(self, stage: Stage, compiled: bool) -> Callable[[], Any]:
        """Return what runs a stage of nudges."""
        model, nudges = self.model, self.nudges
        if not compiled:
            return partial(stage, model.engine_view(), nudges.engine_view())
        entry = _ENTRY(build([stage], (model.layout, nudges.layout), Mode.COMPILED)[stage])
        return partial(entry, ctypes.c_void_p(model._address), ctypes.c_void_p(nudges._address))

    # ---------------------------------------------------------------- groups of nudges

    def run(self, data: Data, eps: float, take: TakeQuotients, take_step: TakeStep | None = None) -> None:
        """Step all nudges about the state of a Data and hand over the quotients.

        Steps that somebody else takes are taken one after the other.
        """
        memory, own = data._memory, self._start._memory
        for number in self._owned:
            own[number][:] = memory[number]
        nudges, alone = self.nudges._views, take_step is not None or self._team is None
        nudges["eps"][()] = eps
        self._prepare()
        for number, group in enumerate(self._groups):
            nudges["first"][()], nudges["count"][()] = group.first, group.count
            nudges["first_column"][()] = group.first_column
            self._write()
            if alone:
                self._step_alone(range(number > 0, group.count + 1), take_step or step)
            else:
                self._step(number)
            self._form()
            take(group.first_column, group.last, nudges["quotient"])

    def _prepare(self) -> None:
        """Arrange nudges, and make plans, for the model as it is now."""
        model = self.model
        if model.changed() or "step" not in model._plans:
            get_plan(model, "step")
        stages = model._plans["step"].stages
        if stages is not self._stages:
            self._groups = arrange(self._counts, may_restart(model), self._most_rows)
            self._stages = stages
            self._tasks = self._crew.make_tasks(self._groups) if self._team else []
            self._measure()

    def _measure(self) -> None:
        """Add up the size of all memory."""
        self.nbytes = sum(kept.nbytes() for kept in (self.nudges, self._start, self._scratch, self._crew))

    def _step(self, number: int) -> None:
        """Step the rows of a group in packs; alone where that is not possible."""
        tasks = self._tasks[number]
        while (failed := self._run(tasks)) is not None:
            if not self._learn(failed):
                self._step_alone(range(number > 0, self._groups[number].count + 1), step)
                return
            # the middle again, too: what others go on from has moved
            tasks = tasks if tasks[0].kind == FIRST else [self._tasks[0][0], *tasks]

    def _run(self, tasks: list[Task]) -> int | None:
        """Run tasks; return a row that failed, if there is one."""
        assert self._team
        for task in tasks:
            self._crew.run(task, self._team)
            if not task.job.complete():
                return int(task.job.packs[np.flatnonzero(task.job.statuses)[0], 0])
        return None

    # ---------------------------------------------------------------- rows alone

    def _step_alone(self, rows: range, take_step: TakeStep) -> None:
        """Step rows one after the other, each in a Data that holds what it begins with."""
        scratch, nudges = self._scratch, self.nudges._views
        for row in rows:
            scratch.copy_memory(self._start)
            for name in NUDGED:
                scratch._views[name][...] = nudges[f"row_{name}"][row]
            take_step(self.model, scratch)
            for name in NEXT:
                nudges[f"next_{name}"][row] = scratch._views[name]

    def _learn(self, row: int) -> bool:
        """Step a row alone that failed in a pack; tell whether packs may do better with what that found out."""
        self._step_alone(range(row, row + 1), step)
        told = self._start._views["warning_told"]
        news = not np.array_equal(told, self._scratch._views["warning_told"])
        # trouble that steps survive is told of once
        told[...] = self._scratch._views["warning_told"]
        grown = self._crew.make_room(self._scratch.sizes())
        self._measure()
        return grown or news
