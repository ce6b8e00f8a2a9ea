"""A step is a plan: the ordered stages that a model needs, run by one small loop in machine code.

The loop holds no lock of Python's, allocates nothing, and stops at the first stage whose status is not 0, which it
writes into Data. Before it begins, it compares the Model's watched block with its copy from when the plan was made. A
group of stages may be passed over where a condition holds (`unless`), so that one plan serves steps of several courses.
"""

import ctypes
import functools
import threading
from dataclasses import dataclass
from typing import Any

import numpy as np

from corten.runtime import cache
from corten.runtime.build import Layouts, build, raise_violations
from corten.runtime.kernel import Mode, Stage, kernel_mode

# bits of a plan's result: status, then the place of the stage that gave it, then the number of steps done before
STAGE_SHIFT, STEP_SHIFT = 8, 20

# status of a plan that was not run, because the model is no longer what the plan was made for
CHANGED = 254

# field of Data that has the status of the last run
STATUS = "error_kind"

# plan: [number of stages, slots of base and offset of the status or 0, whether it watches, addresses of stages ...,
# how many stages each passes over if it returns 1 ...];
# ticks: nothing, or where the clock ticks of each stage are added up
RUNNER = """
declare i64 @llvm.readcyclecounter()

define i64 @corten_run_plan(ptr %plan, i64 %nstep, ptr %m, ptr %d, ptr %ticks) {
entry:
  %nstage = load i64, ptr %plan
  %profiled = icmp ne ptr %ticks, null
  %watched = load ptr, ptr %m
  %seen.slot = getelementptr i64, ptr %m, i64 1
  %seen = load ptr, ptr %seen.slot
  %bytes.slot = getelementptr i64, ptr %m, i64 2
  %bytes = load i64, ptr %bytes.slot
  %watches.slot = getelementptr i64, ptr %plan, i64 3
  %watches = load i64, ptr %watches.slot
  %words = lshr i64 %bytes, 3
  %nword = mul i64 %words, %watches
  br label %compare
compare:
  %w = phi i64 [0, %entry], [%w.next, %compare.word]
  %difference = phi i64 [0, %entry], [%difference.next, %compare.word]
  %more.words = icmp ult i64 %w, %nword
  br i1 %more.words, label %compare.word, label %compared
compare.word:
  %now.slot = getelementptr i64, ptr %watched, i64 %w
  %now = load i64, ptr %now.slot
  %then.slot = getelementptr i64, ptr %seen, i64 %w
  %then = load i64, ptr %then.slot
  %word.difference = xor i64 %now, %then
  %difference.next = or i64 %difference, %word.difference
  %w.next = add i64 %w, 1
  br label %compare
compared:
  %same = icmp eq i64 %difference, 0
  br i1 %same, label %prepare, label %changed
changed:
  ret i64 254
prepare:
  %base.entry = getelementptr i64, ptr %plan, i64 1
  %base.slot = load i64, ptr %base.entry
  %offset.entry = getelementptr i64, ptr %plan, i64 2
  %offset.slot = load i64, ptr %offset.entry
  %has.status = icmp ne i64 %base.slot, 0
  br i1 %has.status, label %clear, label %step
clear:
  %base.at = getelementptr i64, ptr %d, i64 %base.slot
  %base = load ptr, ptr %base.at
  %offset.at = getelementptr i64, ptr %d, i64 %offset.slot
  %offset = load i64, ptr %offset.at
  %status.at = getelementptr i8, ptr %base, i64 %offset
  store i32 0, ptr %status.at
  br label %step
step:
  %record.at = phi ptr [null, %prepare], [%status.at, %clear], [%record.at, %step.next]
  %i = phi i64 [0, %prepare], [0, %clear], [%i.next, %step.next]
  %more.steps = icmp slt i64 %i, %nstep
  br i1 %more.steps, label %stage, label %success
stage:
  %k = phi i64 [0, %step], [%k.next, %stage.next], [%k.far, %skip]
  %more.stages = icmp slt i64 %k, %nstage
  br i1 %more.stages, label %run, label %step.next
run:
  %k.next = add i64 %k, 1
  %place = add i64 %k, 4
  %slot = getelementptr i64, ptr %plan, i64 %place
  %function = load ptr, ptr %slot
  br i1 %profiled, label %run.timed, label %run.plain
run.plain:
  %status.plain = call i32 %function(ptr %m, ptr %d)
  br label %check
run.timed:
  %begin = call i64 @llvm.readcyclecounter()
  %status.timed = call i32 %function(ptr %m, ptr %d)
  %end = call i64 @llvm.readcyclecounter()
  %spent = sub i64 %end, %begin
  %tick.slot = getelementptr i64, ptr %ticks, i64 %k
  %tick.old = load i64, ptr %tick.slot
  %tick.new = add i64 %tick.old, %spent
  store i64 %tick.new, ptr %tick.slot
  br label %check
check:
  %status = phi i32 [%status.plain, %run.plain], [%status.timed, %run.timed]
  %fine = icmp eq i32 %status, 0
  br i1 %fine, label %stage.next, label %stop
stage.next:
  br label %stage
step.next:
  %i.next = add i64 %i, 1
  br label %step
stop:
  %skip.place = add i64 %nstage, %place
  %skip.slot = getelementptr i64, ptr %plan, i64 %skip.place
  %skipped = load i64, ptr %skip.slot
  %is.failure = icmp eq i64 %skipped, 0
  br i1 %is.failure, label %failure, label %skip
skip:
  %k.far = add i64 %k.next, %skipped
  br label %stage
failure:
  br i1 %has.status, label %record, label %finish
record:
  store i32 %status, ptr %record.at
  br label %finish
finish:
  %wide = zext i32 %status to i64
  %stage.bits = shl i64 %k, 8
  %step.bits = shl i64 %i, 20
  %partial = or i64 %wide, %stage.bits
  %result = or i64 %partial, %step.bits
  ret i64 %result
success:
  ret i64 0
}
"""

_RUN = ctypes.CFUNCTYPE(
    ctypes.c_int64, ctypes.c_void_p, ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p
)

# held while a plan's stages are compiled and loaded: LLVM serves one thread at a time
_BUILDING = threading.Lock()


@functools.cache
def _runner() -> Any:
    from corten.runtime.backends.llvm.machine import compile_object, loader

    key = cache.text_key("run_plan", RUNNER)
    code = cache.read(key)
    if code is None:
        code = compile_object(RUNNER)
        cache.write(key, code)
    loader().load([code])
    return _RUN(loader().address("corten_run_plan"))


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
        self.run = self._run_python
        if self._mode is not Mode.PYTHON:
            with _BUILDING:
                addresses = build(list(dict.fromkeys(stages)), layouts, self._mode)
                self._call = _runner()
            slots = [slot.get(STATUS, 0) for slot in (layouts[1].base_slot, layouts[1].offset_slot)]
            table = [len(stages), *slots, watches, *map(addresses.get, stages), *map(_skipped, stages)]
            self._table = np.array(table, np.int64)
            self._address = int(self._table.ctypes.data)
            self.run = self._run_compiled if self._mode is Mode.COMPILED else self._run_checked

    def _run_compiled(self, model: Any, data: Any, nstep: int) -> int:
        return self._call(self._address, nstep, model._address, data._address, None)

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
        return self._call(self._address, nstep, model._address, data._address, ticks.ctypes.data)


def _skipped(stage: Stage) -> int:
    """Return how many stages a stage may pass over."""
    return stage.count if isinstance(stage, Skip) else 0
