"""Flexes beside MuJoCo in one process: cloths of 400 to 6,400 vertices on a sphere, a soft cube on a plane.

Run `python benchmarks/deformables.py [--solver CG] [--steps 20] [NAME ...]`. Each scene first falls for some steps, so
that it touches; from there both engines take the same steps in turns, and the best of several rounds counts, in CPU
time; the first round finds the room that is needed. How time and memory grow with the number of vertices is seen by
comparing rows.

With `--growth`, each engine loads cloths of 1,600 to 25,600 vertices in a process of its own and takes three steps: CPU
time to load and for the best step, and the most memory of the process beyond what it has without a model. Cloth by
XPBD is corten's alone.
"""

import argparse
import multiprocessing
import resource
import time

import mujoco
from rich.console import Console
from rich.table import Table

import corten

ROUNDS = 4
FALL = 60
SPHERE = '<geom size=".4"/>'
CLOTH = (
    '<flexcomp name="cloth" type="grid" dim="2" count="{n} {n} 1" spacing="{gap} {gap} {gap}" pos="0 0 .43" mass="1" '
    'radius=".005"><contact selfcollide="none"/>{inner}</flexcomp>'
)
CUBE = (
    '<geom type="plane" size="2 2 1"/><flexcomp name="cube" type="grid" dim="3" count="10 10 10" '
    'spacing=".05 .05 .05" pos="0 0 .24" mass="1" radius=".01"><contact selfcollide="none"/>'
    '<elasticity young="5e4" poisson=".2" damping=".02"/></flexcomp>'
)
HELD = '<edge equality="true"/>'
ELASTIC = '<elasticity young="1e5" poisson=".2" thickness=".005" damping=".01" elastic2d="both"/>'


def cloth(n: int, inner: str) -> str:
    """Return a square cloth of n x n vertices with sides of one metre, above a sphere."""
    return SPHERE + CLOTH.format(n=n, gap=1.0 / (n - 1), inner=inner)


SCENES = {
    **{f"cloth of fixed edges, {n * n}": (cloth(n, HELD), "Euler") for n in (20, 40, 80)},
    **{f"elastic cloth, {n * n}": (cloth(n, ELASTIC), "discrete") for n in (20, 40, 80)},
    "soft cube, 1000": (CUBE, "discrete"),
}


XPBD = '<custom><text name="corten.cloth.cloth" data="cotton"/></custom>'
GROWTH = {
    "fixed edges, Newton": (HELD, "Euler", "Newton", ""),
    "fixed edges, CG": (HELD, "Euler", "CG", ""),
    "elastic, Newton": (ELASTIC, "discrete", "Newton", ""),
    "elastic, CG": (ELASTIC, "discrete", "CG", ""),
    "XPBD, Newton": ("", "Euler", "Newton", XPBD),
    "XPBD, PGS of 20 sweeps": ("", "Euler", "PGS", XPBD),
}


def scene(world: str, integrator: str, solver: str) -> str:
    """Return the text of a model."""
    option = f'<option integrator="{integrator}" solver="{solver}" timestep=".002" iterations="100" tolerance="1e-6"/>'
    return f'<mujoco><size memory="4G"/>{option}<worldbody>{world}</worldbody></mujoco>'


def best(step, steps: int) -> float:
    """Return the CPU time of one step [ms]."""
    begin = time.process_time()
    step()
    return (time.process_time() - begin) / steps * 1e3


def measure(text: str, steps: int) -> tuple[float, float, int, int, float]:
    """Return the time of a step of both engines [ms], their contacts, and what one Data of corten's takes [MB]."""
    model, mjm = corten.load_model_from_string(text), mujoco.MjModel.from_xml_string(text)
    data, mjd = model.make_data(), mujoco.MjData(mjm)
    corten.step(model, data, FALL)
    begin = data.qpos.copy(), data.qvel.copy(), data.qacc_warmstart.copy()
    ours, theirs = [], []
    for _ in range(ROUNDS):
        for state, call, times in ((data, corten.step, ours), (mjd, mujoco.mj_step, theirs)):
            state.qpos[:], state.qvel[:], state.qacc_warmstart[:] = begin
            times.append(
                best(lambda call=call, state=state: call(model if state is data else mjm, state, steps), steps)
            )
    return min(ours), min(theirs), data.ncon, mjd.ncon, data.nbytes() / 1e6


def grow(engine: str, text: str, results: multiprocessing.Queue) -> None:
    """Put the CPU time to load a model [s] and for a step [ms], and the most memory that both took [MB]."""
    warm = scene(cloth(5, HELD), "Euler", "CG")
    load = corten.load_model_from_string if engine == "corten" else mujoco.MjModel.from_xml_string
    load(warm)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    begin = time.process_time()
    model = load(text)
    loaded = time.process_time() - begin
    if engine == "corten":
        data = model.make_data()
        times = [best(lambda: corten.step(model, data), 1) for _ in range(3)]
    else:
        data = mujoco.MjData(model)
        times = [best(lambda: mujoco.mj_step(model, data), 1) for _ in range(3)]
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    results.put((loaded, min(times), (most - before) / 1e3))


def show_growth(names: list[str], sizes: list[int]) -> None:
    """Print how time and memory grow with the number of vertices."""
    table = Table("cloth", "vertices", "engine", "load [s]", "step [ms]", "memory [MB]")
    spawn = multiprocessing.get_context("spawn")
    for name, (inner, integrator, solver, custom) in GROWTH.items():
        if names and not any(part in name for part in names):
            continue
        for n in sizes:
            text = scene(cloth(n, inner).replace(".005", ".002").replace(".43", ".401"), integrator, solver)
            if solver == "PGS":
                text = text.replace('iterations="100"', 'iterations="20"')
            for engine in ("corten",) if custom else ("corten", "MuJoCo"):
                queue = spawn.Queue()
                process = spawn.Process(
                    target=grow, args=(engine, text.replace("<worldbody>", f"{custom}<worldbody>"), queue)
                )
                process.start()
                loaded, step, memory = queue.get()
                process.join()
                table.add_row(name, str(n * n), engine, f"{loaded:.2f}", f"{step:.1f}", f"{memory:.0f}")
    Console().print(table)


def main() -> None:
    """Measure the scenes that were named, or all of them, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="parts of names of scenes")
    parser.add_argument("--solver", default="CG", choices=("CG", "Newton"))
    parser.add_argument("--steps", type=int, default=20)
    parser.add_argument("--growth", action="store_true", help="load and step large cloths, each in a process")
    parser.add_argument(
        "--sides", type=int, nargs="*", default=[40, 80, 160], help="vertices along a side, for --growth"
    )
    chosen = parser.parse_args()
    if chosen.growth:
        show_growth(chosen.names, chosen.sides)
        return
    table = Table(
        "scene", "contacts", "corten [ms]", "MuJoCo [ms]", "times faster", "Data [MB]", title=f"solver {chosen.solver}"
    )
    for name, (world, integrator) in SCENES.items():
        if not chosen.names or any(part in name for part in chosen.names):
            ours, theirs, mine, other, size = measure(scene(world, integrator, chosen.solver), chosen.steps)
            table.add_row(
                name, f"{mine} {other}", f"{ours:.2f}", f"{theirs:.2f}", f"{theirs / ours:.2f}", f"{size:.1f}"
            )
    Console().print(table)
    Console().print(f"most memory of the process: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3:.0f} MB")


if __name__ == "__main__":
    main()
