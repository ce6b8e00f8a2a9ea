"""Collision alone, beside MuJoCo's `mj_collision`, on the same states in the same run.

Run `python benchmarks/collision.py [SETTLE] MODEL.xml ...`: each model is stepped SETTLE times (500) by MuJoCo from its
first keyframe, if it has one; then both engines find the contacts of that state again and again, by turns. Times are
the best of many rounds, in microseconds; the time of an empty call from Python is taken off MuJoCo's. Needs `mujoco`.
"""

import sys
import time
from collections.abc import Callable
from pathlib import Path

import mujoco
import numpy as np
from rich.console import Console
from rich.table import Table

import corten
from corten.data import DATA
from corten.model import MODEL
from corten.runtime.plan import Plan
from corten.stages.collision import collision_stages

SETTLE, ROUNDS, SECONDS = 500, 40, 0.01


def seconds_of(call: Callable[[int], None], count: int) -> float:
    """Return the time of one of `count` calls."""
    begin = time.perf_counter()
    call(count)
    return (time.perf_counter() - begin) / count


def repeat(function: Callable, *arguments: object) -> Callable[[int], None]:
    """Return a function that calls another one so many times."""

    def run(count: int) -> None:
        for _ in range(count):
            function(*arguments)

    return run


def settled(path: Path, settle: int) -> tuple[mujoco.MjModel, mujoco.MjData]:
    """Return a model and its state after some steps."""
    model = mujoco.MjModel.from_xml_path(str(path))
    data = mujoco.MjData(model)
    if model.nkey:
        mujoco.mj_resetDataKeyframe(model, data, 0)
    for _ in range(settle):
        mujoco.mj_step(model, data)
    mujoco.mj_forward(model, data)
    return model, data


def measure(path: Path, settle: int) -> tuple[int, int, float, float]:
    """Return both numbers of contacts and both times [us]."""
    theirs, their_data = settled(path, settle)
    model = corten.load_model(path)
    data = model.make_data()
    data.qpos, data.qvel = their_data.qpos, their_data.qvel
    data.mocap_pos, data.mocap_quat = their_data.mocap_pos, their_data.mocap_quat
    corten.forward(model, data)
    plan = Plan(collision_stages(model), (MODEL, DATA))
    calls = (
        repeat(mujoco.mj_collision, theirs, their_data),
        lambda count: plan.run(model, data, count),
        repeat(mujoco.mj_fwdActuation, *_empty()),
    )
    counts = [max(1, int(SECONDS / seconds_of(call, 3))) for call in calls]
    rounds = [[seconds_of(call, count) for call, count in zip(calls, counts, strict=True)] for _ in range(ROUNDS)]
    their_time, our_time, empty = np.min(rounds, axis=0) * 1e6
    return their_data.ncon, data.ncon, their_time - empty, our_time


def _empty() -> tuple[mujoco.MjModel, mujoco.MjData]:
    model = mujoco.MjModel.from_xml_string("<mujoco/>")
    return model, mujoco.MjData(model)


def main() -> None:
    """Measure all models and print the table."""
    words = sys.argv[1:]
    settle = int(words.pop(0)) if words and words[0].isdigit() else SETTLE
    table = Table("model", "contacts", "corten's", "mj_collision us", "corten us", "ratio")
    for word in words:
        theirs, ours, their_time, our_time = measure(Path(word), settle)
        ratio = their_time / our_time
        table.add_row(Path(word).stem, str(theirs), str(ours), f"{their_time:.2f}", f"{our_time:.2f}", f"{ratio:.2f}")
    Console().print(table)


if __name__ == "__main__":
    main()
