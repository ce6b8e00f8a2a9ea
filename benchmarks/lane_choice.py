"""Measure which stages gain from lanes, and write down which do not (`src/corten/pipeline/scalar_stages.py`).

Run `python benchmarks/lane_choice.py MODEL ... [--width W] [--write]`. For each model some packs of environments, each
in another phase of its motion, take a step stage by stage: alone one after the other, all at once in lanes, and one
after the other on the memory of lanes. Of each stage the shortest of several runs counts. Stages of no model that was
measured are judged by what parts lanes in them (`tools/show_divergence.py`).
"""

import argparse
import ctypes
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

import corten
from corten.batch.pack import CAPACITIES, SHARED, Pack
from corten.data import DATA, Data
from corten.model import MODEL, Model
from corten.pipeline.catalogue import all_programs
from corten.pipeline.plans import get_plan
from corten.pipeline.scalar_stages import SCALAR_STAGES
from corten.runtime.backends import backend
from corten.runtime.backends.llvm import machine
from corten.runtime.batch_plan import best_width
from corten.runtime.build import build
from corten.runtime.kernel import Mode, Stage, Target
from corten.runtime.passes.divergence import lane_report
from corten.runtime.plan import Skip

PAGE = Path(__file__).resolve().parents[1] / "src" / "corten" / "pipeline" / "scalar_stages.py"
PACKS, RUNS, FIRST_STEPS, STEPS_APART = 4, 7, 40, 7

# what a stage that was not measured may have: loops that lanes leave apart, and elements read and written one by one
MOST_LOOPS, MOST_PLACES = 1, 8

# what takes for granted that lanes have the same islands, and is right in lanes for a single tree only
ISLANDS_DIFFER = {"corten.stages.solver.cg.cg", "corten.stages.solver.newton.newton"}

# what lanes pass together only where that pays (`src/corten/stages/collision/convex/turns.py`)
TAKES_TURNS = {"corten.stages.collision.convex.convex_pairs.convex_pairs"}

# what finds the rows of a single tree as they stand in lanes only
ROWS_OF_LANES = {
    "corten.stages.constraint.reference.single_tree_reference",
    "corten.stages.constraint.block_rows.single_tree_rows",
    "corten.stages.solver.newton.newton_lanes",
    "corten.stages.solver.newton.newton_single_tree",
    "corten.stages.solver.pgs_single_tree.pgs_single_tree",
}

OPENING = '''"""Stages that gain nothing from lanes and run their scalar code for one lane after the other.

Written by `benchmarks/lane_choice.py`, which measures them.
"""

SCALAR_STAGES = frozenset(
    {
'''

TIMER = """
declare i64 @llvm.readcyclecounter()

define i64 @time_stage(ptr %stage, ptr %m, ptr %tables, i64 %count) {
entry:
  %begin = call i64 @llvm.readcyclecounter()
  br label %next
next:
  %i = phi i64 [0, %entry], [%i1, %next]
  %at = getelementptr ptr, ptr %tables, i64 %i
  %d = load ptr, ptr %at
  %status = call i32 %stage(ptr %m, ptr %d)
  %i1 = add i64 %i, 1
  %more = icmp slt i64 %i1, %count
  br i1 %more, label %next, label %done
done:
  %end = call i64 @llvm.readcyclecounter()
  %ticks = sub i64 %end, %begin
  ret i64 %ticks
}
"""


def timer():
    """Return a function that runs a stage on some tables of Data and returns the ticks of the clock that it took."""
    backend().load([machine.compile_object(TIMER)])
    kind = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_void_p] * 3, ctypes.c_int64)
    return kind(backend().address("time_stage"))


def environments(model: Model, count: int, width: int) -> list[Data]:
    """Return environments in different phases of a motion with random controls, all with room for packs."""
    rng, found = np.random.default_rng(0), []
    limited = model.actuator_ctrllimited.astype(bool)
    low, high = model.actuator_ctrlrange.T
    low, high = np.where(limited, low, -1.0), np.where(limited, high, 1.0)
    for number in range(count):
        data = model.make_data()
        if model.nkey:
            corten.reset_data(model, data, 0)
        for _ in range(FIRST_STEPS + STEPS_APART * number):
            data.ctrl[:] = rng.uniform(low, high)
            corten.step(model, data)
        found.append(data)
    room = {name: max(data.sizes()[name] for data in found) for name in CAPACITIES}
    room |= {name: (width + 1) * room[name] for name in SHARED}
    for data in found:
        data.grow(**room)
    return found


def measure(path: str, width: int) -> dict[str, np.ndarray]:
    """Return the ticks of each stage of a model alone, in lanes, and lane by lane."""
    model, time_stage = corten.load_model(path), timer()
    stages = get_plan(model, "step").stages
    ways = [
        build(list(dict.fromkeys(stages)), (MODEL, DATA), Mode.COMPILED, target)
        for target in (Target(), Target("lanes", width=width), Target("strided", width=width))
    ]
    ticks: dict[str, np.ndarray] = {}
    everything = environments(model, width * PACKS, width)
    for first in range(0, len(everything), width):
        datas = everything[first : first + width]
        pack = Pack(datas[0], width)
        for lane, data in enumerate(datas):
            for name, view in pack.views.items():
                view[..., lane] = data._views[name]
        alone = np.array([data._address for data in datas], np.int64)
        lanes = np.array([table.ctypes.data for table in pack.tables], np.int64)
        for stage in stages:
            parts = ticks.setdefault(stage.name, np.zeros(3))
            # the next stage begins where the way ends that is taken now
            taken = 2 if isinstance(stage, Skip) or stage.name in SCALAR_STAGES else 1
            for way in (0, 3 - taken, taken):
                tables, count = ((alone, width), (lanes, 1), (lanes, width))[way]
                memory = [block for data in datas for block in data._memory] if way == 0 else pack._memory
                saved, best = [block.copy() for block in memory], np.inf
                for _ in range(RUNS):
                    for block, old in zip(memory, saved, strict=True):
                        block[:] = old
                    best = min(best, time_stage(ways[way][stage], model._address, tables.ctypes.data, count))
                if way == 3 - taken:
                    for block, old in zip(memory, saved, strict=True):
                        block[:] = old
                if not isinstance(stage, Skip):
                    parts[way] += best
    return ticks


def parts_too_often(stage: Stage) -> bool:
    """Judge a stage that was not measured."""
    report = lane_report(all_programs()[stage])
    return len(report.loops) > MOST_LOOPS or len(report.gathers) + len(report.scatters) > MOST_PLACES


def main() -> None:
    """Measure, show and write."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("models", nargs="+")
    arguments.add_argument("--width", type=int, default=best_width("float64"))
    arguments.add_argument("--write", action="store_true")
    chosen = arguments.parse_args()
    console, total = Console(), {}
    for path in chosen.models:
        ticks = measure(path, chosen.width)
        whole = sum(ticks.values())
        best = sum(min(part[1], part[2]) for part in ticks.values())
        console.print(
            f"{path}: lanes {whole[0] / whole[1]:.2f}, lane by lane {whole[0] / whole[2]:.2f}, "
            f"the better of both {whole[0] / best:.2f} times as fast as alone"
        )
        for name, part in ticks.items():
            total[name] = total.get(name, np.zeros(3)) + part / whole[0]
    table = Table("stage", "share of a step", "lanes", "lane by lane", title="speed beside scalar code")
    for name, part in sorted(total.items(), key=lambda item: -item[1][0]):
        share = f"{part[0] / len(chosen.models):.1%}"
        speeds = (f"{part[0] / part[way]:.2f}" for way in (1, 2))
        table.add_row(name.removeprefix("corten.stages."), share, *speeds)
    console.print(table)
    if chosen.write:
        slower = {name for name, part in total.items() if part[2] < part[1]}
        slower |= {stage.name for stage in all_programs() if stage.name not in total and parts_too_often(stage)}
        slower = (slower | ISLANDS_DIFFER) - ROWS_OF_LANES - TAKES_TURNS
        lines = "".join(f'        "{name}",\n' for name in sorted(slower))
        PAGE.write_text(f"{OPENING}{lines}    }}\n)\n", encoding="utf-8")


if __name__ == "__main__":
    main()
