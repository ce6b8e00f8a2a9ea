"""SO5: iterations and times of PGS, CG and Newton for walls of bricks, from tens of contacts to a thousand.

Run `python benchmarks/solvers.py`. A wall is three layers high, each layer shifted by half a brick, so that all bricks
are one problem. Every solver begins cold and stops at the same tolerance; times are the best of several solves of the
same state, in microseconds, rows and collision not included.
"""

import time

from rich.console import Console
from rich.table import Table

import corten
from corten.data import DATA, Data
from corten.enums import DisableBit, SolverType
from corten.model import MODEL, Model
from corten.runtime.plan import Plan
from corten.stages.solver import solver_stages

COLUMNS = (1, 2, 4, 8, 16, 32)
SOLVERS = (SolverType.PGS, SolverType.CG, SolverType.NEWTON)
ITERATIONS, RUNS = 1000, 10
SCENE = """
<mujoco>
  <worldbody>
    <geom type="plane" size="50 5 .1"/>
    <replicate count="3" offset=".2 0 .198">
      <replicate count="{}" offset=".399 0 0">
        <body pos="0 0 .099"><freejoint/><geom type="box" size=".2 .15 .1"/></body>
      </replicate>
    </replicate>
  </worldbody>
</mujoco>
"""


def settled(count: int) -> tuple[Model, Data]:
    """Return a wall that has begun to settle."""
    model = corten.load_model_from_string(SCENE.format(count))
    model.opt.disableflags = DisableBit.WARMSTART
    model.opt.iterations = ITERATIONS
    data = model.make_data()
    corten.step(model, data, 5)
    corten.forward(model, data)
    return model, data


def measure(model: Model, data: Data, solver: SolverType) -> tuple[int, float]:
    """Return (iterations, microseconds) of one solve."""
    model.opt.solver = solver
    corten.forward(model, data)
    plan, best = Plan(solver_stages(model), (MODEL, DATA)), float("inf")
    for _ in range(RUNS):
        begin = time.perf_counter()
        plan.run(model, data, 1)
        best = min(best, time.perf_counter() - begin)
    return int(data.solver_niter[0]), 1e6 * best


def main() -> None:
    """Measure all sizes and print the table."""
    heads = (f"{solver.name} {what}" for solver in SOLVERS for what in ("steps", "us"))
    table = Table("contacts", "rows", *heads)
    for count in COLUMNS:
        model, data = settled(count)
        cells = [f"{value:.0f}" for solver in SOLVERS for value in measure(model, data, solver)]
        table.add_row(str(data.ncon), str(data.nefc), *cells)
    Console().print(table)


if __name__ == "__main__":
    main()
