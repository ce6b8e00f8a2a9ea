"""Cloth by XPBD on a ball until it rests: how fast its vertices still move, how far they creep, and what a step costs.

Run `python benchmarks/cloth_at_rest.py [--count 50] [--material cotton] [--seconds 10] [--timestep 0.005]`. A sheet
with sides of 0.6 m falls on a ball of radius 0.3 m. For each second: the largest root mean square and the largest speed
of all vertices in any of its steps, the largest change of a velocity from one step to the next, the mean way that
vertices went within it, iterations of Newton's method and CPU time of a step.
"""

import argparse
import time

import numpy as np
from rich.console import Console
from rich.table import Table

import corten

SIDE, RADIUS = 0.6, 0.3


def make_model(count: int, material: str, timestep: float, substeps: int) -> corten.Model:
    """Return a sheet of count x count vertices above a ball."""
    spec = corten.Spec()
    spec.option.timestep = timestep
    spec.worldbody.add_geom(type="sphere", size=(RADIUS,))
    shape = {"count": (count, count), "spacing": SIDE / (count - 1), "pos": (0, 0, RADIUS + 0.005)}
    spec.add_cloth("sheet", material, substeps=substeps, **shape)
    return spec.compile()


def main() -> None:
    """Let the sheet fall and print what became of it, second by second."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--material", default="cotton")
    parser.add_argument("--seconds", type=int, default=10)
    parser.add_argument("--timestep", type=float, default=0.005)
    parser.add_argument("--substeps", type=int, default=1)
    chosen = parser.parse_args()
    model = make_model(chosen.count, chosen.material, chosen.timestep, chosen.substeps)
    data, console = model.make_data(), Console()
    columns = "second", "rms [mm/s]", "most [mm/s]", "change [mm/s]", "way [mm]", "iterations", "CPU [ms]"
    table = Table(*columns, title=f"{chosen.count} x {chosen.count} vertices, steps of {chosen.timestep} s")
    before = data.qvel.copy()
    for second in range(1, chosen.seconds + 1):
        begin, places = time.process_time(), data.qpos.copy()
        rms, most, change, iterations = 0.0, 0.0, 0.0, []
        for _ in range(round(1 / chosen.timestep)):
            corten.step(model, data)
            speed = np.linalg.norm(data.qvel.reshape(-1, 3), axis=1)
            rms, most = max(rms, np.sqrt(np.mean(speed**2))), max(most, speed.max())
            change = max(change, np.abs(data.qvel - before).max())
            before = data.qvel.copy()
            iterations.append(int(data.solver_niter[0]))
        cost = (time.process_time() - begin) * chosen.timestep
        way = np.linalg.norm((data.qpos - places).reshape(-1, 3), axis=1).mean()
        numbers = (1e3 * rms, 1e3 * most, 1e3 * change, 1e3 * way, np.mean(iterations), 1e3 * cost)
        table.add_row(str(second), *(f"{number:.3g}" for number in numbers))
        console.print(f"second {second}: " + ", ".join(f"{n:.3g}" for n in numbers))
    console.print(table)


if __name__ == "__main__":
    main()
