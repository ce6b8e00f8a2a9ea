#!/usr/bin/env python3
"""List every kernel that comes with a wheel: python tools/list_kernels.py [INSTRUCTION_SET].

They follow from the tables of the package, not from models: all stages of a step with the layouts of Model and Data,
scalar, in lanes and for one lane, in both precisions; all other stages with each pair of layouts that has what they
read and write; what the bindings call; and stages that are made of others, for each part of a step. Functions of users
are not among them.
"""

import functools
import gc
import importlib
import inspect
import itertools
import os
import pkgutil
import sys
from collections.abc import Iterator
from types import ModuleType
from typing import NamedTuple

import corten
from corten.data import DATA
from corten.enums import ForwardPart
from corten.errors import KernelError
from corten.model import MODEL
from corten.pipeline.catalogue import all_stages
from corten.pipeline.scalar_stages import SCALAR_STAGES
from corten.runtime import cache
from corten.runtime.backends import backend
from corten.runtime.backends.llvm import LOOPS
from corten.runtime.batch_plan import best_width
from corten.runtime.build import Layouts, stage_text
from corten.runtime.entry import Kernel
from corten.runtime.fields import KINDS, Layout
from corten.runtime.kernel import Helper, Mode, Stage, Target
from corten.stages.history import readings_stage
from corten.stages.sensor.output import noise_stage

# optional parts of the package, which need not be installed, and the program itself
LEFT_OUT = ("corten.__main__", "corten.viewer", "corten.cluster", "corten.gpu", "corten.envs")


class Wanted(NamedTuple):
    """A stage, the layouts of what it reads and writes, and what it is compiled for."""

    stage: Stage
    layouts: Layouts
    target: Target

    @property
    def key(self) -> str:
        """The name under which its code is kept."""
        return cache.cache_key(self.stage, self.layouts, Mode.COMPILED, self.target)


def all_kernels() -> list[Wanted]:
    """Return all kernels of this process's instruction set, each once."""
    found = {each.key: each for each in (*step_kernels(), *_other_kernels(), *_entry_kernels())}
    return [found[key] for key in sorted(found)]


def loops() -> dict[str, str]:
    """Return the names of the loops around kernels, and those under which their code is kept."""
    return {loop: cache.code_key(loop, backend().loop_text(loop, loop)) for loop in LOOPS}


def source_files(kernels: list[Wanted]) -> list[str]:
    """Return the files that kernels and the functions that they call stand in."""
    reached: set[Helper] = set()
    for each in kernels:
        each.stage.fingerprint(_Nothing(), each.layouts, reached)  # pyright: ignore
    return sorted({each.function.__code__.co_filename for each in reached})


class _Nothing:
    """A digest of nothing."""

    def update(self, content: bytes) -> None:
        """Take no notice."""


# ---------------------------------------------------------------- stages of a step


def step_kernels() -> Iterator[Wanted]:
    """Yield those of all plans of models: Model and Data, alone and where environments share instructions."""
    for stage, precision in itertools.product((*all_stages(), *_bound_stages()), KINDS):
        yield from _in_all_ways(stage, (MODEL.at(precision), DATA.at(precision)))


def _in_all_ways(stage: Stage, layouts: Layouts) -> Iterator[Wanted]:
    precision = layouts[1].precision
    width = best_width(precision)
    yield Wanted(stage, layouts, Target(precision=precision))
    yield Wanted(stage, layouts, Target("strided", precision, width=width))
    if stage.name not in SCALAR_STAGES:
        yield Wanted(stage, layouts, Target("lanes", precision, width=width))


def _bound_stages() -> Iterator[Stage]:
    """Yield stages that are made of others for each part of a step."""
    for part in ForwardPart:
        yield readings_stage(part)
        for by_users in (False, True):
            yield noise_stage(part, by_users)


@functools.cache
def _is_readable(stage: Stage, layouts: Layouts) -> bool:
    """Tell whether layouts have all that a stage reads and writes, and its constants are numbers of their precision."""
    try:
        stage_text(stage, layouts, Mode.COMPILED, "symbol", Target(precision=layouts[1].precision))
    except (KernelError, KeyError, AttributeError):
        return False
    return True


# ---------------------------------------------------------------- all others


@functools.cache
def _modules() -> list[ModuleType]:
    names = [each.name for each in pkgutil.walk_packages(corten.__path__, "corten.")]
    return [importlib.import_module(name) for name in names if not name.startswith(LEFT_OUT)]


def _other_kernels() -> Iterator[Wanted]:
    """Yield other stages with the layouts that their modules, or else their packages, know."""
    holders: dict[Stage, list[ModuleType]] = {}
    for module in _modules():
        for value in vars(module).values():
            if isinstance(value, Stage):
                holders.setdefault(value, []).append(module)
    for stage in holders.keys() - set(all_stages()):
        package = ".".join(stage.__module__.split(".")[:2])
        near = [each for each in _modules() if each.__name__.startswith(package)]
        yield from list(_readable(stage, _layouts_of(holders[stage]))) or _readable(stage, _layouts_of(near))


def _readable(stage: Stage, own: list[Layout]) -> Iterator[Wanted]:
    """Yield a stage with each pair of some layouts, and of Model and Data, that has what it reads and writes."""
    pairs = [*itertools.product((MODEL, *own), own), (MODEL, DATA), (MODEL, MODEL)]
    for (first, second), precision in itertools.product(pairs, KINDS):
        layouts = first.at(precision), second.at(precision)
        if _is_readable(stage, layouts):
            yield Wanted(stage, layouts, Target(precision=precision))
            if second.varying and second is not DATA:
                yield from _in_all_ways(stage, layouts)


def _layouts_of(modules: list[ModuleType]) -> list[Layout]:
    found = {value: None for each in modules for value in vars(each).values() if isinstance(value, Layout)}
    return [each for each in found if each not in (MODEL, DATA)]


def _entry_kernels() -> Iterator[Wanted]:
    """Yield those that Python calls with plain numbers and arrays: functions of the bindings, rows of quaternions."""
    _modules()
    for each in gc.get_objects():
        # not isinstance: some objects of other packages warn when they are asked for their class
        if type(each) is Kernel and inspect.getmodule(each.stage.function) in _modules():
            yield Wanted(each.stage, (each.model_layout or each.layout, each.layout), Target())


def main(arguments: list[str]) -> None:
    """Print them."""
    if arguments:
        from corten.runtime.backends.llvm.processor import build_for

        build_for(arguments[0])
        os.environ["CORTEN_KERNELS"] = "python"
    for stage, layouts, target in all_kernels():
        read = ", ".join(each.name for each in layouts)
        print(f"{stage.name:80s} {read}  {target.machine} {target.precision} x{target.width}")


if __name__ == "__main__":
    main(sys.argv[1:])
