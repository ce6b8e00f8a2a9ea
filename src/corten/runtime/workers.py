"""Compilation in further processes: each compiles a share of the stages into the cache folder.

Plain subprocesses, not multiprocessing: a user's script without a main guard must not be run again.
"""

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
from corten.runtime.fields import Layout
from corten.runtime.kernel import Mode, Stage
from corten.runtime.target import Target

# what another process runs: nothing in the current folder (-P) or beside a user's program takes the place of one of
# Python's modules, since only the folder of this package comes before those
PROGRAM = "import json, sys; sys.path.insert(0, sys.argv[1]); from corten.runtime.workers import main; main()"

# fewer stages than this are compiled sooner than a process starts
FEWEST = 6


class Workers:
    """Hands a share of the stages to other processes; whatever they do not deliver is left to the caller.

    Stages are given by key, the longest first; `amounts` says how long each is.
    """

    def __init__(
        self,
        stages: dict[str, Stage],
        amounts: dict[str, int],
        layouts: tuple[Layout, Layout],
        mode: Mode,
        target: Target,
    ):
        order = list(stages)
        self._shares = [order]
        self._processes: list[subprocess.Popen[str]] = []
        self._mode, self._layouts, self._target = mode, layouts, target
        self._stages = stages
        count = min(len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1, 8)
        worthwhile = count > 1 and len(order) >= FEWEST and self._can_be_shared()
        found = [key for key in order if _can_be_found_again(stages[key])] if worthwhile else []
        if len(found) >= FEWEST:
            self._shares = _even_shares(found, amounts, count)
            self._shares[0] += [key for key in order if key not in found]

    def _can_be_shared(self) -> bool:
        """Tell whether another process can find the layouts and share the cache folder."""
        return all(layout.origin for layout in self._layouts) and cache.write("probe", b"")

    def __enter__(self) -> "Workers":
        for share in self._shares[1:]:
            request = {
                "paths": [os.path.abspath(path) for path in sys.path if path],
                "layouts": [[layout.origin, sorted(layout.varying)] for layout in self._layouts],
                "mode": self._mode.value,
                "target": asdict(self._target),
                "stages": [[self._stages[key].__module__, self._stages[key].__name__] for key in share],
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
            self._processes.append(process)
        return self

    def own_share(self) -> list[str]:
        """Return what the caller compiles itself."""
        return self._shares[0]

    def finished(self) -> int:
        """Return how many stages the others have delivered so far."""
        folder = cache_folder()
        return sum((folder / f"{key}.o").exists() for share in self._shares[1:] for key in share)

    def result(self, key: str) -> bytes | None:
        """Wait for the process that compiles a stage; return its code, or None if it failed."""
        for process, share in zip(self._processes, self._shares[1:], strict=True):
            if key in share:
                while (code := cache.read(key)) is None and process.poll() is None:
                    try:
                        process.wait(timeout=0.02)
                    except subprocess.TimeoutExpired:
                        continue
                return code if code is not None else cache.read(key)
        return None

    def __exit__(self, *error: object) -> None:
        for process in self._processes:
            if error[0] is not None:
                process.kill()
            process.wait()


def _even_shares(keys: list[str], amounts: dict[str, int], count: int) -> list[list[str]]:
    """Return shares of about the same amount: each key, the longest first, goes to the share that has least."""
    shares: list[list[str]] = [[] for _ in range(count)]
    totals = [0] * count
    for key in keys:
        least = totals.index(min(totals))
        shares[least].append(key)
        totals[least] += amounts[key]
    return shares


def _can_be_found_again(stage: Stage) -> bool:
    """Tell whether another process can import a stage; not those that were made of others while this one runs."""
    return _find(stage.__module__, stage.__name__) is stage


def _find(module: str, name: str) -> object:
    return getattr(importlib.import_module(module), name, None)


def _find_layout(origin: str, varying: list[str]) -> Layout | None:
    found = _find(*origin.split(":"))
    return found.with_varying(frozenset(varying)) if isinstance(found, Layout) else None


def main() -> None:
    """Compile the stages that standard input names."""
    from corten.runtime.build import compile_stage

    request = json.load(sys.stdin)
    sys.path += [path for path in request["paths"] if path not in sys.path]
    mode, target = Mode(request["mode"]), Target(**request["target"])
    first, second = (_find_layout(*layout) for layout in request["layouts"])
    for module, name in request["stages"]:
        stage = _find(module, name)
        if isinstance(stage, Stage) and first and second:
            key = cache.cache_key(stage, (first, second), mode, target)
            if cache.read(key) is None:
                compile_stage(stage, (first, second), mode, key, target)
