"""Flexes beside MuJoCo in one process: cloths of 400 to 6,400 vertices on a sphere, a soft cube on a plane.

Run `python benchmarks/deformables.py [--solver CG] [--steps 20] [NAME ...]`. Each scene first falls for some steps, so
that it touches; from there both engines take the same steps in turns, and the best of several rounds counts, in CPU
time; the first round finds the room that is needed. How time and memory grow with the number of vertices is seen by
comparing rows.
"""

import argparse
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


def main() -> None:
    """Measure the scenes that were named, or all of them, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="parts of names of scenes")
    parser.add_argument("--solver", default="CG", choices=("CG", "Newton"))
    parser.add_argument("--steps", type=int, default=20)
    chosen = parser.parse_args()
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
