"""Steps per second of vectors of environments, beside Gymnasium's own: python benchmarks/environments.py.

Each vector takes random actions, drawn before. The share of physics is the time in `BatchSim.step_all` and, where
episodes begin, in `forward_where`, of all of it. Gymnasium's sync vector steps one environment after the other, its
async vector has a process for each: a thousand of them take 9 GB and half a minute to start; `--processes 64` leaves
them out. Vectors take turns, and the best of their turns counts; a step of an environment is `frame_skip` time steps.
"""

import argparse
import functools
import multiprocessing
import os
import time
from typing import Any

import gymnasium
import numpy as np

import corten.envs

NAMES, COUNTS = ("Ant-v5", "HalfCheetah-v5", "Humanoid-v5"), (1, 64, 1024)

# steps before the first turn, and [s] how long they may take
WARMING, LONG_WARMING = 20, 1.0


class Turns:
    """A vector that is stepped for some seconds at a time; physics is timed within, where it can be."""

    def __init__(self, envs: gymnasium.vector.VectorEnv):
        self.envs, self.physics, self.best, self.share = envs, 0.0, 0.0, float("nan")
        rng, space = np.random.default_rng(0), envs.action_space
        self.actions = [rng.uniform(space.low, space.high).astype(np.float32) for _ in range(16)]
        envs.reset(seed=0)
        sim = getattr(envs.unwrapped, "sim", None)
        if sim is not None:
            for name in ("step_all", "forward_where"):
                sim.__dict__[name] = functools.partial(self._timed, getattr(sim, name))
        # resets and storage that grows are part of what follows; compiling is not
        start = time.perf_counter()
        for _ in range(WARMING):
            self._step(0)
            if time.perf_counter() - start > LONG_WARMING:
                break

    def _timed(self, compute: Any, argument: Any) -> Any:
        start = time.perf_counter()
        try:
            return compute(argument)
        finally:
            self.physics += time.perf_counter() - start

    def _step(self, number: int) -> None:
        self.envs.step(self.actions[number % len(self.actions)])

    def take(self, seconds: float) -> None:
        """Step for some seconds."""
        self.physics, number, start = 0.0, 0, time.perf_counter()
        while (spent := time.perf_counter() - start) < seconds:
            self._step(number)
            number += 1
        rate = number * self.envs.num_envs / spent
        if rate > self.best:
            self.best, self.share = rate, self.physics / spent


def measure(name: str, count: int, chosen: argparse.Namespace) -> dict[str, Turns]:
    """Return vectors of an environment that have taken their turns."""
    modes = ("sync", "async") if count <= chosen.processes else ("sync",)
    # processes are copies of this one, which should have no threads yet
    vectors = {mode: Turns(gymnasium.make_vec(name, num_envs=count, vectorization_mode=mode)) for mode in modes[::-1]}
    vectors["corten"] = Turns(gymnasium.make_vec(f"corten/{name}", num_envs=count))
    for _ in range(chosen.turns):
        for vector in vectors.values():
            vector.take(chosen.seconds)
    for vector in vectors.values():
        vector.envs.close()
    return vectors


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", default=list(NAMES), help="such as Ant-v5")
    parser.add_argument("--seconds", type=float, default=1.5, help="of a turn")
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--processes", type=int, default=COUNTS[-1], help="that an async vector has at most")
    chosen = parser.parse_args()
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else multiprocessing.cpu_count()
    versions = f"corten {corten.__version__}, Gymnasium {gymnasium.__version__}"
    print(f"{cores} cores, {versions}; steps of environments a second\n")
    print("| | environments | corten | of it physics | Gymnasium sync | Gymnasium async |")
    print("|---|---|---|---|---|---|", flush=True)
    for name in chosen.names:
        for count in COUNTS:
            found = measure(name, count, chosen)
            others = [f"{found[kind].best:,.0f}" if kind in found else "" for kind in ("sync", "async")]
            own = found["corten"]
            words = (f"`{name}`", f"{count:,}", f"{own.best:,.0f}", f"{100 * own.share:.0f} %", *others)
            print(f"| {' | '.join(words)} |", flush=True)


if __name__ == "__main__":
    main()
