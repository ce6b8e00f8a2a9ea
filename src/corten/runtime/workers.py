"""Compilation in further processes: each compiles into the cache folder what nobody else is at.

Plain subprocesses, not multiprocessing: a user's script without a main guard must not be run again. They stay for a
while, since what loads a model soon steps it, and end with the process that started them.
"""

import atexit
import contextlib
import functools
import importlib
import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import corten
from corten.runtime import cache
from corten.runtime.cache import CompileLocks
from corten.runtime.disk_cache import cache_folder
from corten.runtime.fields import Layout
from corten.runtime.kernel import Mode, Stage, Target, kernel_mode, scalar_target

# what another process runs: nothing in the current folder (-P) or beside a user's program takes the place of one of
# Python's modules, since only the folder of this package comes before those
PROGRAM = "import json, sys; sys.path.insert(0, sys.argv[1]); from corten.runtime.workers import main; main()"

# fewer stages than this are compiled sooner than a process starts
FEWEST = 6

# [s] for so long a process waits for more to do
IDLE = 3.0


def share(
    stages: Sequence[Stage], layouts: tuple[Layout, Layout], mode: Mode, target: Target, claims: CompileLocks
) -> None:
    """Let other processes compile whatever of some stages nobody has claimed, the first ones first."""
    # another process has to find stages and layouts again, and claims have to be respected
    found = [stage for stage in stages if _can_be_found_again(stage)] if len(stages) >= FEWEST else []
    if len(found) >= FEWEST and all(layout.origin for layout in layouts) and claims.respected:
        request = {
            "layouts": [[layout.origin, layout.precision, sorted(layout.varying)] for layout in layouts],
            "mode": mode.value,
            "target": asdict(target),
            "stages": [[stage.__module__, stage.__name__] for stage in found],
        }
        _others.ask(request, claims)


class _Others:
    """The processes that this one has started."""

    def __init__(self) -> None:
        self.processes: list[subprocess.Popen[str]] = []
        self._parents: list[subprocess.Popen[str]] = []
        self._owner, self._folder = os.getpid(), cache_folder()
        atexit.register(self.end)

    def ask(self, request: dict[str, Any], claims: CompileLocks) -> None:
        """Send a request to as many processes as there are processors besides this one's."""
        if self._owner != os.getpid():
            # a fork: those processes are its parent's, and not to be waited for
            self._parents, self.processes, self._owner = self.processes, [], os.getpid()
        ended = [process for process in self.processes if process.poll() is not None]
        self._close(ended)
        self.processes = [process for process in self.processes if process not in ended]
        if self._folder != cache_folder():
            # they would write into another one
            self.end()
            self._folder = cache_folder()
        for place in _places():
            # all processes that share the folder have no more helpers than the machine has processors; one that was
            # just started may not have claimed its place yet
            if len(self.processes) < len(_places()) and claims.take(place):
                claims.drop(place)
                self.processes.append(self._start())
        for process in self.processes:
            assert process.stdin is not None
            with contextlib.suppress(OSError):
                process.stdin.write(json.dumps(request) + "\n")
                process.stdin.flush()

    def _start(self) -> "subprocess.Popen[str]":
        process = subprocess.Popen(
            [sys.executable, "-P", "-c", PROGRAM, str(Path(corten.__file__).parents[1])],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            text=True,
            env={**os.environ, "CORTEN_CACHE_DIR": str(cache_folder())},
        )
        assert process.stdin is not None
        process.stdin.write(json.dumps([os.path.abspath(path) for path in sys.path if path]) + "\n")
        return process

    def end(self) -> None:
        """End all processes."""
        own, self.processes = self.processes if self._owner == os.getpid() else [], []
        for process in own:
            process.kill()
            process.wait()
        self._close(own)

    def _close(self, processes: "list[subprocess.Popen[str]]") -> None:
        """Close the ways to processes that have ended."""
        for process in processes:
            assert process.stdin is not None
            with contextlib.suppress(OSError):
                process.stdin.close()


_others = _Others()


def compile_ahead(stages: Sequence[Stage], layouts: tuple[Layout, Layout]) -> None:
    """Let other processes begin with those of some stages that are missing and will soon be asked for."""
    from corten.runtime.build import BUILDING, can_compile

    if not can_compile():
        return
    mode, target = kernel_mode(), scalar_target(layouts[1])
    with BUILDING, CompileLocks() as claims:
        keys = {cache.cache_key(stage, layouts, mode, target): stage for stage in stages}
        missing = {key: stage for key, stage in keys.items() if not cache.has(key)}
        longest_first = sorted(missing.values(), key=lambda stage: -stage.amount(layouts))
        share(longest_first, layouts, mode, target, claims)


def _places() -> list[str]:
    """Return the names of what processes claim that help others."""
    return [f"helper {number}" for number in range(1, _processors())]


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


# ---------------------------------------------------------------- the other side


def main() -> None:
    """Compile those of the stages that requests on standard input name which nobody else is at.

    What was asked for last comes first: somebody waits for it.
    """
    with CompileLocks() as claims:
        if not any(claims.take(place) for place in _places()):
            return
        sys.path += [path for path in json.loads(sys.stdin.readline()) if path not in sys.path]
        lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        threading.Thread(target=_listen, args=(lines,), daemon=True).start()
        work: list[Iterator[None]] = []
        with contextlib.suppress(queue.Empty):
            while True:
                while not work or not lines.empty():
                    work.append(_compile(json.loads(lines.get(timeout=IDLE)), claims))
                if next(work[-1], work) is work:
                    work.pop()

    # Python would wait for the thread that listens
    os._exit(0)


def _listen(lines: "queue.SimpleQueue[str]") -> None:
    """Pass on the lines of standard input; end the process when there is nobody any more who could write some."""
    for line in sys.stdin:
        lines.put(line)
    os._exit(0)


def _compile(request: dict[str, Any], claims: CompileLocks) -> Iterator[None]:
    """Compile the stages of a request, one whenever it is asked for the next."""
    from corten.runtime.build import compile_stage

    mode, target = Mode(request["mode"]), Target(**request["target"])
    first, second = (_find_layout(*layout) for layout in request["layouts"])
    if not (first and second):
        return
    layouts = first, second
    for module, name in request["stages"]:
        stage = _find(module, name)
        if isinstance(stage, Stage):
            key = cache.cache_key(stage, layouts, mode, target)
            claims.produce(key, functools.partial(compile_stage, stage, layouts, mode, key, target))
            yield
