"""What a batch needs to fill many cores: python benchmarks/many_cores.py [MODEL ...] [--count 4096].

Two things do not become less with more cores: what the calling thread does by itself in each call of `step_all`, and
the bytes of environments that come from memory and go back to it. Both are measured here with the share of one core: on
one thread, for as many environments as each of some number of cores would have, in CPU time. `serial` is what a call
takes outside of the compiled loop that all threads share; rows of an environment are read and written once in a step.
That the other cores are as fast and that none waits for memory or for the last one is assumed, not measured.
"""

import argparse
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

import corten
from corten.batch.thread_engine import ThreadEngine

# steps before those that are timed, calls of which the fastest counts, and steps between new controls
SETTLING, CALLS, EVERY = 200, 60, 5

CORES = (1, 16, 64, 128)


class Cost(NamedTuple):
    """Of one call: seconds outside and inside of the loop of threads; of a step of an environment: bytes."""

    serial: float
    shared: float
    read: int
    written: int


class Clock:
    """A function that adds up the CPU time of its calls [s]."""

    def __init__(self, function: Callable[..., Any]):
        self._function, self.seconds = function, 0.0

    def __call__(self, *arguments: Any) -> Any:
        start = time.thread_time()
        result = self._function(*arguments)
        self.seconds += time.thread_time() - start
        return result


def row_bytes(engine: ThreadEngine) -> tuple[int, int]:
    """Return the bytes of an environment's rows that a step reads, and those that it writes.

    Rows are loaded and stored field by field; then those that the step began with are copied as a whole.
    """
    loads, _, _, _, stores, copies = engine._workers[0]._segments
    read, stored = (int((part[:, 4] * part[:, 5]).sum()) for part in (loads, stores))
    return read, stored + int(copies[:, 2].sum())


def cost(model: corten.Model, count: int) -> Cost:
    """Measure a batch whose environments were moved apart by random controls."""
    batch, rng = corten.BatchSim(model, count, threads=1), np.random.default_rng(0)
    engine, best = batch._engine, (np.inf, np.inf)
    assert isinstance(engine, ThreadEngine)
    assert engine.envs.team
    low, high = model.actuator_ctrlrange.T
    clock = engine.envs.team._function = Clock(engine.envs.team._function)
    for call in range(SETTLING + CALLS):
        if call % EVERY == 0:
            batch.ctrl[:] = rng.uniform(low, high, batch.ctrl.shape)
        clock.seconds, start = 0.0, time.thread_time()
        errors = batch.step_all()
        whole = time.thread_time() - start
        if call >= SETTLING:
            best = min(best[0], whole - clock.seconds), min(best[1], clock.seconds)
        if errors.any():
            batch.reset_where(np.array([error is not None for error in errors]))
    return Cost(*best, *row_bytes(engine))


def main() -> None:
    """Print a table for some models."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", nargs="*", default=["cartpole", "cheetah", "ant", "humanoid"])
    parser.add_argument("--count", type=int, default=4096, help="environments")
    arguments = parser.parse_args()
    header = ("model", "cores", "step [ns]", "serial [us]", "serial", "read [B]", "written [B]", "rows [GB/s]")
    print(f"{header[0]:26s}" + "".join(f"{word:>13s}" for word in header[1:]))
    for name in arguments.models:
        model = corten.load_model(name if name.endswith(".xml") else corten.models.path(name))
        for number in CORES:
            share = max(1, arguments.count // number)
            found = cost(model, share)
            seconds = found.serial + found.shared
            bandwidth = number * share * (found.read + found.written) / seconds / 1e9
            print(
                f"{name[-24:]:26s}{number:13d}{1e9 * found.shared / share:13.0f}{1e6 * found.serial:13.1f}"
                f"{found.serial / seconds:13.2%}{found.read:13,d}{found.written:13,d}{bandwidth:13.1f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
