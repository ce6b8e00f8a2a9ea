"""Compilation in further processes: each compiles into the cache folder what nobody else is at.

Plain subprocesses, not multiprocessing: a user's script without a main guard must not be run again.
"""

import functools
import importlib
import json
import os
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path

import corten
from corten.runtime import cache
from corten.runtime.cache_folder import cache_folder
from corten.runtime.claims import Claims
from corten.runtime.fields import Layout
from corten.runtime.kernel import Mode, Stage
from corten.runtime.target import Target

# what another process runs: nothing in the current folder (-P) or beside a user's program takes the place of one of
# Python's modules, since only the folder of this package comes before those
PROGRAM = "import json, sys; sys.path.insert(0, sys.argv[1]); from corten.runtime.workers import main; main()"

# fewer stages than this are compiled sooner than a process starts
FEWEST = 6


class Workers:
    """Lets other processes compile whatever of some stages nobody has claimed, the first ones first."""

    def __init__(
        self, stages: dict[str, Stage], layouts: tuple[Layout, Layout], mode: Mode, target: Target, claims: Claims
    ):
        self._mode, self._layouts, self._target, self._claims = mode, layouts, target, claims
        self._stages = [stage for stage in stages.values() if _can_be_found_again(stage)] if self._pays(stages) else []
        self._processes: dict[str, subprocess.Popen[str]] = {}

    def _pays(self, stages: dict[str, Stage]) -> bool:
        """Tell whether there is enough to do, and whether another process can find the layouts and respects claims."""
        origins = all(layout.origin for layout in self._layouts)
        return len(stages) >= FEWEST and origins and self._claims.respected

    def __enter__(self) -> "Workers":
        if len(self._stages) >= FEWEST:
            for place in (f"helper {number}" for number in range(1, _processors())):
                # all processes that share the folder have no more helpers than the machine has processors
                if self._claims.take(place):
                    self._processes[place] = self._start()
        return self

    def _start(self) -> "subprocess.Popen[str]":
        request = {
            "paths": [os.path.abspath(path) for path in sys.path if path],
            "layouts": [[layout.origin, layout.precision, sorted(layout.varying)] for layout in self._layouts],
            "mode": self._mode.value,
            "target": asdict(self._target),
            "stages": [[stage.__module__, stage.__name__] for stage in self._stages],
        }
        process = subprocess.Popen(
            [sys.executable, "-P", "-c", PROGRAM, str(Path(corten.__file__).parents[1])],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            text=True,
            env={**os.environ, "CORTEN_CACHE_DIR": str(cache_folder())},
        )
        assert process.stdin is not None
        process.stdin.write(json.dumps(request))
        process.stdin.close()
        return process

    def __exit__(self, *error: object) -> None:
        # nothing is left to do by now
        for place, process in self._processes.items():
            process.kill()
            process.wait()
            self._claims.drop(place)


def _processors() -> int:
    return min(len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1, 8)


def _can_be_found_again(stage: Stage) -> bool:
    """Tell whether another process can import a stage; not those that were made of others while this one runs."""
    return _find(stage.__module__, stage.__name__) is stage


def _find(module: str, name: str) -> object:
    return getattr(importlib.import_module(module), name, None)


def _find_layout(origin: str, precision: str, varying: list[str]) -> Layout | None:
    found = _find(*origin.split(":"))
    return found.at(precision).with_varying(frozenset(varying)) if isinstance(found, Layout) else None


def main() -> None:
    """Compile those of the stages that standard input names which nobody else is at."""
    from corten.runtime.build import compile_stage

    request = json.load(sys.stdin)
    sys.path += [path for path in request["paths"] if path not in sys.path]
    mode, target = Mode(request["mode"]), Target(**request["target"])
    first, second = (_find_layout(*layout) for layout in request["layouts"])
    if not (first and second):
        return
    layouts = first, second
    with Claims() as claims:
        for module, name in request["stages"]:
            stage = _find(module, name)
            if isinstance(stage, Stage):
                key = cache.cache_key(stage, layouts, mode, target)
                claims.produce(key, functools.partial(compile_stage, stage, layouts, mode, key, target))
