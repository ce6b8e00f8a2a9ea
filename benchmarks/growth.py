"""LA1: how the time of a step grows with size: chains that hang, snakes on the ground, heaps of boxes.

Run `python benchmarks/growth.py [FAMILY ...]`; `--mujoco` steps MuJoCo from the same states in the same process. Times
are CPU time of one step, the best of several rounds of a few steps that all begin at the same state, in microseconds;
the exponent is the slope of log(time) over log(size), fitted to all sizes.
"""

import argparse
import math
import time

import numpy as np
from rich.console import Console
from rich.table import Table

import corten

ROUNDS, STEPS = 5, 5


def chain(n: int) -> str:
    """Return a chain of n links that hangs, with a motor at each joint."""
    links = "".join(
        f'<body pos="0 0 {-0.1 if i else 0}"><joint name="j{i}" axis="{i % 2} {1 - i % 2} 0" damping="0.02" '
        'armature="0.002"/><geom type="capsule" fromto="0 0 0 0 0 -0.1" size="0.02" contype="0" conaffinity="0"/>'
        for i in range(n)
    )
    motors = "".join(f'<motor joint="j{i}" ctrlrange="-1 1" ctrllimited="true"/>' for i in range(n))
    return f"<mujoco><worldbody>{links}{'</body>' * n}</worldbody><actuator>{motors}</actuator></mujoco>"


def snake(n: int) -> str:
    """Return a chain of n links that lies on the ground, two contacts to a link."""
    links = "".join(
        f'<body pos="{-0.1 if i else 0} 0 {0 if i else 0.0199}">'
        + ("<freejoint/>" if i == 0 else f'<joint axis="0 {i % 2} {1 - i % 2}" damping="0.02" armature="0.002"/>')
        + '<geom type="capsule" fromto="0 0 0 -0.1 0 0" size="0.02" contype="0"/>'
        for i in range(n)
    )
    plane = '<geom type="plane" size="50 50 .1"/>'
    return f"<mujoco><worldbody>{plane}{links}{'</body>' * n}</worldbody></mujoco>"


def boxes(n: int) -> str:
    """Return a heap of n boxes between walls."""
    rng, side, bodies = np.random.default_rng(0), max(2, math.ceil(n ** (1 / 3))), ""
    half = side * 0.15 + 0.05
    for i in range(n):
        place = [(i % side - side / 2 + 0.5) * 0.3, (i // side % side - side / 2 + 0.5) * 0.3, 0.2 + i // side**2 * 0.3]
        pos, quat = (" ".join(map(str, numbers)) for numbers in (place, rng.normal(size=4)))
        bodies += (
            f'<body pos="{pos}" quat="{quat}"><freejoint/><geom type="box" size=".1 .07 .05" density="500"/></body>'
        )
    walls = "".join(
        f'<geom type="box" pos="{x * (half + 0.1)} {y * (half + 0.1)} 1" '
        f'size="{0.1 if x else half + 0.2} {0.1 if y else half + 0.2} 1"/>'
        for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1))
    )
    world = f'<geom type="plane" size="5 5 .1"/>{walls}{bodies}'
    return f'<mujoco><option timestep="0.005"/><size memory="500M"/><worldbody>{world}</worldbody></mujoco>'


# name: (model, sizes, steps before the first measured one); a file may nest elements 500 deep
FAMILIES = {
    "chain": (chain, (50, 100, 200, 490), 50),
    "snake": (snake, (50, 100, 200, 490), 100),
    "boxes": (boxes, (50, 100, 200, 500, 1000), 300),
}
STATE = ("qpos", "qvel", "qacc_warmstart")


def measure(step, data, state: dict[str, np.ndarray]) -> float:
    """Return the CPU time of a step from a state [us]."""
    best = math.inf
    for _ in range(ROUNDS):
        for name, values in state.items():
            getattr(data, name)[:] = values
        begin = time.process_time()
        step(STEPS)
        best = min(best, time.process_time() - begin)
    return best / STEPS * 1e6


def exponent(sizes, times) -> float:
    """Return the slope of log(time) over log(size)."""
    return float(np.polyfit(np.log(sizes), np.log(times), 1)[0])


def main() -> None:
    """Print a table for each family."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("family", nargs="*", choices=[*FAMILIES, []], help="chain, snake, boxes; all if none is named")
    parser.add_argument("--mujoco", action="store_true", help="step MuJoCo from the same states, too")
    asked = parser.parse_args()
    for name in asked.family or FAMILIES:
        make, sizes, settle = FAMILIES[name]
        table = Table("size", "dofs", "contacts", "corten [us]", "MuJoCo [us]", title=name)
        times, others = [], []
        for n in sizes:
            model = corten.load_model_from_string(make(n))
            data = model.make_data()
            corten.step(model, data, settle)
            state = {field: getattr(data, field).copy() for field in STATE}
            times.append(measure(lambda count, m=model, d=data: corten.step(m, d, count), data, state))
            if asked.mujoco:
                import mujoco

                other = mujoco.MjModel.from_xml_string(make(n))
                mjd = mujoco.MjData(other)
                others.append(measure(lambda count, m=other, d=mjd: mujoco.mj_step(m, d, count), mjd, state))
            row = n, model.nv, data.ncon, f"{times[-1]:.1f}", f"{others[-1]:.1f}" if others else ""
            table.add_row(*map(str, row))
        slopes = [f"{exponent(sizes, values):.2f}" if values else "" for values in (times, others)]
        table.add_row("exponent", "", "", *slopes)
        Console().print(table)


if __name__ == "__main__":
    main()
