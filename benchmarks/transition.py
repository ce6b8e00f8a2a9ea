"""Derivatives of a step by differences, `corten.transition_fd` beside MuJoCo's `mjd_transitionFD`.

Run `python benchmarks/transition.py MODEL...` (files, or names of bundled models; all of these without arguments). Both
engines take turns in one process, on one thread and from the same state; times are the best of several rounds, in
milliseconds of CPU time. MuJoCo refuses RK4 there: Euler stands in.
"""

import argparse
import time
from collections.abc import Callable
from pathlib import Path

import mujoco
import numpy as np
from rich.console import Console
from rich.table import Table

import corten

# [s] that a pair of calls is repeated for, rounds at least; [s] that a round takes at least; steps before
SECONDS, ROUNDS, SHORT, STEPS = 1.0, 2, 0.002, 200

STATE = "qpos qvel act ctrl qacc_warmstart".split()


def pair(path: str, centered: bool) -> tuple[Callable[[], object], Callable[[], object]]:
    """Return what is timed: the call of corten, and that of MuJoCo."""
    mjm, model = mujoco.MjModel.from_xml_path(path), corten.load_model(path)
    if mjm.opt.integrator == mujoco.mjtIntegrator.mjINT_RK4:
        mjm.opt.integrator = model.opt.integrator = corten.Integrator.EULER
    mjd, data = mujoco.MjData(mjm), model.make_data()
    mujoco.mj_step(mjm, mjd, STEPS)
    for name in STATE:
        getattr(data, name)[:] = getattr(mjd, name)
    n, ns = 2 * mjm.nv + mjm.na, mjm.nsensordata
    matrices = [np.zeros(shape) for shape in ((n, n), (n, mjm.nu), (ns, n), (ns, mjm.nu))]
    return (
        lambda: corten.transition_fd(model, data, centered=centered, threads=1),
        lambda: mujoco.mjd_transitionFD(mjm, mjd, 1e-6, centered, *matrices),
    )


def best_times(calls: tuple[Callable[[], object], ...]) -> list[float]:
    """Return the best time of each call [s]; they take turns, several calls at a time where they are short."""
    for call in calls:
        call()
    counts = [max(1, round(SHORT / timed(call, 1))) for call in calls]
    best, end, rounds = [float("inf")] * len(calls), time.perf_counter() + SECONDS, 0
    while rounds < ROUNDS or time.perf_counter() < end:
        best = [min(pair) for pair in zip(best, map(timed, calls, counts), strict=True)]
        rounds += 1
    return best


def timed(call: Callable[[], object], count: int) -> float:
    """Return the CPU time of a call [s], the mean of some."""
    start = time.thread_time()
    for _ in range(count):
        call()
    return (time.thread_time() - start) / count


def main() -> None:
    """Time all models."""
    parser = argparse.ArgumentParser(description="Time derivatives of a step beside MuJoCo.")
    parser.add_argument("models", nargs="*", default=sorted(corten.models.names()), help="files or names of models")
    parser.add_argument("--one-sided", action="store_true", help="leave out centred differences")
    given = parser.parse_args()
    sides = (False,) if given.one_sided else (False, True)
    titles = ["corten", "MuJoCo", "times as fast"] * len(sides)
    table = Table("model", *titles, title="[ms]" + ("" if given.one_sided else ", one-sided and centred"))
    for name in given.models:
        row = [Path(name).stem]
        for centered in sides:
            own, theirs = best_times(pair(str(corten.models.path(name)) if "." not in name else name, centered))
            row += [f"{1e3 * own:.3f}", f"{1e3 * theirs:.3f}", f"{theirs / own:.1f}"]
        table.add_row(*row)
    Console().print(table)


if __name__ == "__main__":
    main()
