"""Measure the stages of batches in float64 and in float32: `python benchmarks/precisions.py MODEL ... [--runs 6]`.

Environments get random controls for some steps, the same for all (alike) or each its own (apart). From there the same
steps are taken several times with a clock around every call of a stage. Of each call the shortest time counts, so that
other work on the machine hardly matters. The table is that of `docs/batch.md`, in ns for a step of one environment.
"""

import argparse
import ctypes
import time

import numpy as np

import corten
from corten.batch import thread_engine
from corten.pipeline.scalar_stages import SCALAR_STAGES
from corten.runtime.backends import backend
from corten.runtime.backends.llvm import machine
from corten.runtime.batch_plan import BatchPlan
from corten.runtime.kernel import Stage

ENVIRONMENTS, FIRST_STEPS, STEPS = 1024, 400, 16
PRECISIONS = ("float64", "float32")
PARTS = ("Newton's method", "rows", "contacts", "what runs lane by lane", "the rest")

CLOCK = "declare i64 @llvm.readcyclecounter()\n"
NOW = CLOCK + "define i64 @ticks_now() {\n  %now = call i64 @llvm.readcyclecounter()\n  ret i64 %now\n}\n"

# a stage, and the ticks that it takes in the next place of a list
TIMED = """
define i32 @{name}(ptr %m, ptr %d) {{
  %stage = inttoptr i64 {stage} to ptr
  %begin = call i64 @llvm.readcyclecounter()
  %status = call i32 %stage(ptr %m, ptr %d)
  %end = call i64 @llvm.readcyclecounter()
  %ticks = sub i64 %end, %begin
  %count.at = inttoptr i64 {count} to ptr
  %count = load i64, ptr %count.at
  %next = add i64 %count, 1
  store i64 %next, ptr %count.at
  %list = inttoptr i64 {ticks} to ptr
  %at = getelementptr i64, ptr %list, i64 %count
  store i64 %ticks, ptr %at
  ret i32 %status
}}
"""


class TimedPlan(BatchPlan):
    """A plan with a clock around the calls of its stages."""

    made = 0

    def __init__(self, *arguments, **named):
        super().__init__(*arguments, **named)
        TimedPlan.made += 1
        self.ticks = np.zeros((len(self.table), 2 * ENVIRONMENTS * STEPS), np.int64)
        self.counts = np.zeros(len(self.table), np.int64)
        # conditions stay as they are
        timed = [(k, way) for k, row in enumerate(self.table) for way in (0, 1) if row[way] and not row[2]]
        text = CLOCK
        for k, way in timed:
            places = {"count": self.counts.ctypes.data + 8 * k, "ticks": self.ticks[k].ctypes.data}
            text += TIMED.format(name=f"timed_{self.made}_{k}_{way}", stage=self.table[k, way], **places)
        backend().load([machine.compile_object(text)])
        for k, way in timed:
            self.table[k, way] = backend().address(f"timed_{self.made}_{k}_{way}")


def part_of(stage: Stage) -> str:
    """Return the line of the table that a stage belongs to."""
    if stage.name in SCALAR_STAGES:
        return PARTS[3]
    if ".solver.newton" in stage.name:
        return PARTS[0]
    folders = {"constraint": PARTS[1], "collision": PARTS[2]}
    return folders.get(stage.name.split(".")[2], PARTS[4])


def controls(model: corten.Model, seed: int, alike: bool) -> np.ndarray:
    """Return random controls of all environments."""
    limited = model.actuator_ctrllimited.astype(bool)[:, None]
    low, high = np.where(limited, model.actuator_ctrlrange, [[-1.0, 1.0]]).T
    return np.random.default_rng(seed).uniform(low, high, (1 if alike else ENVIRONMENTS, model.nu))


def start_apart(model: corten.Model, alike: bool) -> dict[str, np.ndarray]:
    """Return where environments are after their first steps."""
    batch = corten.BatchSim(model, ENVIRONMENTS)
    for seed in range(FIRST_STEPS):
        batch.ctrl[:] = controls(model, seed, alike)
        batch.step_all()
    return {name: getattr(batch, name).copy() for name in ("qpos", "qvel", "act", "qacc_warmstart")}


def take_steps(batch: corten.BatchSim, start: dict[str, np.ndarray], alike: bool) -> np.ndarray:
    """Return the ticks of each call of each stage in some steps after the first, which finds packs."""
    batch.reset_all()
    for name, value in start.items():
        getattr(batch, name)[:] = value
    for seed in range(STEPS + 1):
        batch.ctrl[:] = controls(batch.model, FIRST_STEPS + seed, alike)
        if seed == 1:
            batch._engine._plan.counts[:] = 0
        batch.step_all()
    plan = batch._engine._plan
    return np.where(np.arange(plan.ticks.shape[1]) < plan.counts[:, None], plan.ticks, 0)


def measure(model: corten.Model, alike: bool, runs: int) -> list[dict[str, float]]:
    """Return the ns of each part of a step in both precisions."""
    start, scale = start_apart(model, alike), tick_length() / (STEPS * ENVIRONMENTS)
    thread_engine.BatchPlan = TimedPlan
    batches = [corten.BatchSim(model, ENVIRONMENTS, threads=1, precision=precision) for precision in PRECISIONS]
    # in the first run packs grow and do steps again
    for batch in batches:
        take_steps(batch, start, alike)
    thread_engine.BatchPlan = BatchPlan
    best = [take_steps(batch, start, alike) for batch in batches]
    for _ in range(1, runs):
        for least, batch in zip(best, batches, strict=True):
            np.minimum(least, take_steps(batch, start, alike), out=least)
    results = [dict.fromkeys(PARTS, 0.0) for _ in PRECISIONS]
    for parts, least, batch in zip(results, best, batches, strict=True):
        for stage, ticks in zip(batch._engine._plan.stages, least, strict=True):
            parts[part_of(stage)] += scale * float(ticks.sum())
    return results


def tick_length() -> float:
    """Return how long a tick of the clock is [ns]."""
    backend().load([machine.compile_object(NOW)])
    now = ctypes.CFUNCTYPE(ctypes.c_int64)(backend().address("ticks_now"))
    begin, ticks = time.perf_counter(), now()
    time.sleep(0.2)
    return 1e9 * (time.perf_counter() - begin) / (now() - ticks)


def main() -> None:
    """Measure and print the table."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("models", nargs="+")
    arguments.add_argument("--runs", type=int, default=6)
    chosen = arguments.parse_args()
    columns, found = list[str](), list[list[dict[str, float]]]()
    for name in chosen.models:
        model = corten.load_model(corten.models.path(name))
        for alike in (True, False):
            columns.append(f"{name} {'alike' if alike else 'apart'}")
            found.append(measure(model, alike, chosen.runs))
    print(f"| | {' | '.join(columns)} |\n|{'---|' * (len(columns) + 1)}")
    for part in PARTS:
        print(f"| {part} | {' | '.join(f'{a[part]:,.0f} / {b[part]:,.0f}' for a, b in found)} |")
    ratios = (sum(a.values()) / sum(b.values()) for a, b in found)
    print(f"| together | {' | '.join(f'{ratio:.2f}' for ratio in ratios)} |")


if __name__ == "__main__":
    main()
