"""From stages to addresses: look into the cache, compile what is missing, load everything."""

import ctypes
import functools
import sys
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from corten.errors import KernelError
from corten.runtime import cache
from corten.runtime.backends import backend
from corten.runtime.cache import CompileLocks
from corten.runtime.fields import Layout
from corten.runtime.kernel import SCALAR, Mode, Stage, Target, kernel_mode, scalar_target
from corten.runtime.notices import counted, is_wanted, log
from corten.runtime.progress_bar import Bar

if TYPE_CHECKING:
    from corten.runtime.passes.dataflow import Effects
    from corten.runtime.typed.tree import Program

Layouts = tuple[Layout, Layout]

# what is said where there is no compiler
LACKING = "this kernel does not come with corten, and to compile it takes LLVM: pip install corten[jit]"

# (kernel, m, d) -> status, during which other threads may run Python; and one for kernels that take microseconds
_CALL = (ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)
_LONG, _SHORT = ctypes.CFUNCTYPE(*_CALL), ctypes.PYFUNCTYPE(*_CALL)

# held while stages are compiled and loaded: LLVM and the tables below serve one thread at a time
BUILDING = threading.RLock()

# addresses of everything loaded so far, by cache key
_loaded: dict[str, int] = {}

# where each checked stage records an index outside of its array: [happened, line, index, extent]
_violations: dict[Stage, ctypes.Array[ctypes.c_int64]] = {}


def stage_program(stage: Stage, layouts: Layouts, target: Target = SCALAR) -> "Program":
    """Return the typed trees of a stage and of everything that it calls."""
    from corten.runtime.language.functions import read_program
    from corten.runtime.passes.lane_safety import check_lanes
    from corten.runtime.typed.types import INT, NONE, Struct

    program = read_program(stage, (Struct(layouts[0]), Struct(layouts[1])), target)
    if program.entry.result not in (NONE, INT):
        raise KernelError(f"{stage.name} returns {program.entry.result}; a stage returns nothing or an int status")
    check_lanes(program)
    return program


def stage_effects(stage: Stage, layouts: Layouts) -> "Effects":
    """Return all fields that a stage reads and all that it writes, as `Model.body_pos` and `Data.xpos`."""
    from corten.runtime.passes.dataflow import program_effects

    program = stage_program(stage, layouts)
    return program_effects(program)[program.entry]


def stage_text(stage: Stage, layouts: Layouts, mode: Mode, symbol: str, target: Target = SCALAR) -> str:
    """Return the code of a stage as people can read it."""
    return backend().text(stage_program(stage, layouts, target), symbol, mode is Mode.CHECKED, target)


def compile_stage(stage: Stage, layouts: Layouts, mode: Mode, key: str, target: Target = SCALAR) -> bytes:
    """Compile a stage and keep the result in the cache."""
    code = backend().compile(stage_program(stage, layouts, target), key, mode is Mode.CHECKED, target)
    cache.write(key, code)
    return code


def compiled_once(key: str, compile_code: Callable[[], bytes]) -> bytes:
    """Return code that is no stage from the cache, else compiled by one of all processes that want it."""

    def make() -> bytes:
        code = compile_code()
        cache.write(key, code)
        return code

    code = cache.read(key)
    if code is None:
        with CompileLocks() as claims:
            code = claims.wait_for(key, make)
    return code


def load_loop(loop: str) -> str:
    """Load a loop, compiled if need be; return its symbol."""
    key = cache.code_key(loop, backend().loop_text(loop, loop))
    backend().load([compiled_once(key, lambda: backend().compile_loop(loop, key))])
    return key


@functools.cache
def kernel_call(short: bool = False) -> Callable[[int, int, int], int]:
    """Return a function of a kernel's address, m and d; one that is `short` keeps other threads from running Python."""
    with BUILDING:
        return (_SHORT if short else _LONG)(backend().address(load_loop("kernel_call")))


def can_compile() -> bool:
    """Tell whether there is a compiler; else kernels are those that came with the package."""
    return bool(backend().compiler())


def build(
    stages: list[Stage], layouts: Layouts, mode: Mode | None = None, target: Target | None = None
) -> dict[Stage, int]:
    """Return the addresses of stages, compiling what neither the process nor the disk has yet."""
    mode, target = mode or kernel_mode(), target or scalar_target(layouts[1])
    with BUILDING:
        keys = {stage: cache.cache_key(stage, layouts, mode, target) for stage in stages}
        _load(keys, layouts, mode, target)
    return {stage: _loaded[key] for stage, key in keys.items()}


def _load(keys: dict[Stage, str], layouts: Layouts, mode: Mode, target: Target) -> None:
    """Load what the process has not yet of some stages, from the disk or compiled."""
    wanted = {key: stage for stage, key in keys.items() if key not in _loaded}
    objects = {key: code for key in wanted if (code := cache.read(key)) is not None}
    missing = {key: stage for key, stage in wanted.items() if key not in objects}
    if missing and not can_compile():
        raise KernelError(f"{', '.join(sorted(stage.name for stage in missing.values()))}: {LACKING}")
    if missing:
        objects |= _compile_all(missing, layouts, mode, target)
    if objects:
        backend().load(list(objects.values()))
        _loaded.update({key: backend().address(key) for key in objects})
    if mode is Mode.CHECKED:
        _violations.update({stage: _violation_record(key) for stage, key in keys.items() if stage not in _violations})


def _compile_all(missing: dict[str, Stage], layouts: Layouts, mode: Mode, target: Target) -> dict[str, bytes]:
    """Compile stages, the longest first, together with all other processes that want the same ones."""
    from corten.runtime.workers import share

    amounts = {key: stage.amount(layouts) for key, stage in missing.items()}
    order = sorted(missing, key=lambda key: -amounts[key])
    objects: dict[str, bytes] = {}

    def compile_one(key: str) -> bytes:
        progress.begin(missing[key].__name__)
        return compile_stage(missing[key], layouts, mode, key, target)

    def show() -> None:
        progress.done(sum(key in objects or cache.has(key) for key in order))

    with CompileProgress(len(order)) as progress, CompileLocks() as claims:
        share([missing[key] for key in order], layouts, mode, target, claims)
        # first whatever nobody else is at, then what others have made
        for key in order:
            code = claims.produce(key, functools.partial(compile_one, key))
            objects |= {key: code} if code is not None else {}
            show()
        for key in order:
            if key not in objects:
                progress.begin(missing[key].__name__)
                objects[key] = claims.wait_for(key, functools.partial(compile_one, key), show)
    return objects


def run_stage(stage: Stage, model: Any, data: Any) -> int:
    """Run one stage on a Model and a Data; return its status."""
    mode = kernel_mode()
    if mode is Mode.PYTHON:
        return int(stage.function(model.engine_view(), data.engine_view()) or 0)
    layouts = (model.layout, data.layout)
    address = build([stage], layouts, mode)[stage]
    status = kernel_call()(address, model._address, data._address)
    if mode is Mode.CHECKED:
        raise_violations([stage])
    return status


def _violation_record(key: str) -> "ctypes.Array[ctypes.c_int64]":
    address = ctypes.CFUNCTYPE(ctypes.c_void_p)(backend().address(f"{key}.violation"))()
    return (ctypes.c_int64 * 4).from_address(address)


def raise_violations(stages: list[Stage]) -> None:
    """Raise IndexError for an index outside of its array that checked kernels have recorded."""
    for stage in stages:
        happened, line, index, extent = _violations[stage]
        if happened:
            _violations[stage][0] = 0
            raise IndexError(f"{stage.name}: line {line}: index {index} of an extent of {extent}")


# ---------------------------------------------------------------- progress, shown when it takes long

# [s] shorter work is over before anyone asks
PATIENCE = 1.0


class CompileProgress:
    """A bar on a terminal, two lines elsewhere."""

    def __init__(self, total: int):
        self.total = total
        self.start = time.monotonic()
        self._bar: Bar | None = None
        self._announced = False
        self._now = ""

    def __enter__(self) -> "CompileProgress":
        return self

    def begin(self, name: str) -> None:
        """Say which kernel is being compiled."""
        self._now = name
        self._show(None)

    def done(self, count: int) -> None:
        """Say how many are finished."""
        self._show(count)

    def _show(self, count: int | None) -> None:
        if (time.monotonic() - self.start < PATIENCE and self._bar is None) or not is_wanted():
            return
        if not sys.stderr.isatty():
            if not self._announced:
                log(f"compiling {counted(self.total, 'kernel')} (once; kept on disk) ...")
            self._announced = True
            return
        if self._bar is None:
            self._bar = Bar("", self.total, lambda done, total: f"{done:.0f} of {total:.0f}").start()
        self._bar.description = f"compiling kernels: {self._now}"
        if count is not None:
            self._bar.completed = count

    def __exit__(self, *error: object) -> None:
        if self._bar is not None:
            self._bar.stop()
        if self._announced and error[0] is None:
            seconds = time.monotonic() - self.start
            log(f"compiled {counted(self.total, 'kernel')} in {seconds:.1f} s")
