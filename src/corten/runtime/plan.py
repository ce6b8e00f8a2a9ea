"""A step is a plan: the ordered stages that a model needs, run by one small loop in machine code.

The loop holds no lock of Python's, allocates nothing, and stops at the first stage whose status is not 0, which it
writes into Data. Before it begins, it compares the Model's watched block with its copy from when the plan was made. A
group of stages may be passed over where a condition holds (`unless`), so that one plan serves steps of several courses.
"""

import ctypes
import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from corten.runtime.backends import backend
from corten.runtime.build import BUILDING, Layouts, build, load_loop, raise_violations
from corten.runtime.call import address_of, loaded_call, native_function, python_function
from corten.runtime.kernel import Mode, Stage, kernel_mode
from corten.runtime.thread_lock import THREAD_BITS, ThreadLock

# what plans run on, imported along with them
MACHINE = backend()

# bits of a plan's result: status, then the place of the stage that gave it, then the number of steps done before
STAGE_SHIFT, STEP_SHIFT = 8, 20

# status of a plan that was not run, because the model is no longer what the plan was made for
CHANGED = 254

# field of Data that has the status of the last run
STATUS = "error_kind"

_RUN = ctypes.CFUNCTYPE(ctypes.c_int64)

# arguments of a run: addresses of the plan's table, the number of steps, Model, Data, and where to count ticks or 0; in
# one piece of memory, since ctypes takes longer over five arguments than a small model over a step
_Arguments = ctypes.c_int64 * 5


@functools.cache
def _runner() -> Any:
    """Return the loop: a function of the address of its arguments.

    The plan's table has the number of stages, the slots of base and offset of the status or 0, whether the plan
    watches, the addresses of the stages, and how many stages each passes over if it returns 1. Ticks of the clock are
    added up for each stage.
    """
    return _RUN(MACHINE.address(load_loop("plan")))


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a plan stopped: the status that a stage gave, its place, and how many steps were done before."""

    status: int
    stage: int
    done: int

    @classmethod
    def read(cls, result: int) -> "Failure":
        """Take a plan's result apart."""
        return cls(result & 255, result >> STAGE_SHIFT & 4095, result >> STEP_SHIFT)


class Skip(Stage):
    """A condition in a plan: where it returns 1, the next `count` stages are passed over; it never fails."""

    def __init__(self, condition: Stage, count: int):
        super().__init__(condition.function)
        self.count = count


def unless(condition: Stage, stages: list[Stage]) -> list[Stage]:
    """Return stages as a group that runs unless a condition, a stage that returns 0 or 1, holds."""
    return [_skip(condition, len(stages)), *stages] if stages else []


@functools.cache
def _skip(condition: Stage, count: int) -> Skip:
    return Skip(condition, count)


class Plan:
    """Stages in the order in which they run; one that watches does not run on a Model that has changed."""

    def __init__(self, stages: list[Stage], layouts: Layouts, *, watches: bool = False):
        self.stages, self._layouts = tuple(stages), layouts
        self._mode, self._watches = kernel_mode(), watches
        # whether one call of machine code is all that a run takes
        self.compiled = self._mode is Mode.COMPILED
        self.run = self._run_python
        if self._mode is not Mode.PYTHON:
            with BUILDING:
                addresses = build(list(dict.fromkeys(stages)), layouts, self._mode)
                self._call = _runner()
            slots = [slot.get(STATUS, 0) for slot in (layouts[1].base_slot, layouts[1].offset_slot)]
            table = [len(stages), *slots, watches, *map(addresses.get, stages), *map(_skipped, stages)]
            self._table = np.array(table, np.int64)
            self._address = int(self._table.ctypes.data)
            self.run = self._run_compiled if self.compiled else self._run_checked

    def bind(self, model: Any, data: Any, lock: ThreadLock, version: np.ndarray) -> Callable[[Any], int] | None:
        """Return a native function that runs the plan once: the quickest way in for those who call it often.

        `run(model)` refuses (-1) another Model, a lock that another thread has, and another number in `version`. A
        status other than 0 leaves the lock taken. It serves as long as Model and Data live and refers to neither; None
        where nothing but Python can run the plan.
        """
        if not self.compiled or lock.address == 0:
            return None
        loop = ctypes.cast(self._call, ctypes.c_void_p).value or 0
        words = np.array(
            [
                python_function("PyThread_get_thread_ident"),
                id(model),
                python_function("PyLong_FromLongLong"),
                python_function("PyEval_SaveThread"),
                python_function("PyEval_RestoreThread"),
                lock.address,
                address_of(version),
                int(version[0]),
                loop,
                *(self._address, 1, model._address, data._address, 0),
                THREAD_BITS,
            ],
            np.int64,
        )
        return native_function(loaded_call("plan_call"), words, (self, model, lock, version))

    def _bound(self, model: Any, data: Any, nstep: int, ticks: int = 0) -> Callable[[], int]:
        arguments = _Arguments(self._address, nstep, model._address, data._address, ticks)
        return functools.partial(self._call, ctypes.byref(arguments))

    def _run_compiled(self, model: Any, data: Any, nstep: int) -> int:
        return self._bound(model, data, nstep)()

    def _run_checked(self, model: Any, data: Any, nstep: int) -> int:
        status = self._run_compiled(model, data, nstep)
        raise_violations(list(dict.fromkeys(self.stages)))
        return status

    def _run_python(self, model: Any, data: Any, nstep: int) -> int:
        if self._watches and model.changed():
            return CHANGED
        m, d = model.engine_view(), data.engine_view()
        recorded = STATUS in data.layout.fields
        if recorded:
            d.error_kind = 0
        for done in range(nstep):
            place = 0
            while place < len(self.stages):
                stage = self.stages[place]
                status = int(stage.function(m, d) or 0)
                if status and not _skipped(stage):
                    if recorded:
                        d.error_kind = status
                    return status | place << STAGE_SHIFT | done << STEP_SHIFT
                place += 1 + status * _skipped(stage)
        return 0

    def profile(self, model: Any, data: Any, nstep: int, ticks: np.ndarray) -> int:
        """Run steps as `run` does, and add up the clock ticks that each stage takes."""
        if self._mode is Mode.PYTHON:
            raise RuntimeError("plain Python kernels cannot be profiled; unset CORTEN_KERNELS")
        return self._bound(model, data, nstep, ticks.ctypes.data)()


def _skipped(stage: Stage) -> int:
    """Return how many stages a stage may pass over."""
    return stage.count if isinstance(stage, Skip) else 0
