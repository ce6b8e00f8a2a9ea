"""Editing a model in a loop, beside MuJoCo: compile it unchanged, with another number, with another body, from text.

Run `python benchmarks/recompiling.py [MODEL...]`; without a model it takes some of those that come with corten. Times
are CPU seconds of the whole process, the least of `--rounds` rounds, in each of which MuJoCo and corten take turns.
Needs `mujoco`.
"""

import argparse
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

# what is measured: edits of a spec that is there already, and a spec that is read anew
TASKS = ("unchanged", "number", "body", "text", "load")

BUNDLED = ("cartpole", "ant", "quadruped", "humanoid", "hand")


# ---------------------------------------------------------------- what is measured


def corten_tasks(path: Path) -> dict[str, Callable[[], Any]]:
    """Return what corten is asked to do, by task."""
    import corten

    text, folder = path.read_text(), path.parent
    spec = corten.Spec.from_file(path)
    spec.compile()
    geom = next(each for each in spec.worldbody.walk() if "size" in each.attributes and each.tag == "geom")
    count = 0

    def change_number() -> Any:
        geom.size = tuple(number * 1.0001 for number in geom.size)
        return spec.compile()

    def add_body() -> Any:
        nonlocal count
        count += 1
        other.worldbody.add_body(name=f"added{count}", pos=(0, 0, 10)).add_geom(size=(0.1, 0.1, 0.1))
        return other.compile()

    other = corten.Spec.from_file(path)
    return {
        "unchanged": spec.compile,
        "number": change_number,
        "body": add_body,
        "text": lambda: corten.Spec.from_string(text, base_dir=folder).compile(),
        "load": lambda: corten.load_model(path),
    }


def mujoco_tasks(path: Path) -> dict[str, Callable[[], Any]]:
    """Return what MuJoCo is asked to do, by task."""
    import mujoco

    text, folder = path.read_text(), path.parent
    spec = mujoco.MjSpec.from_file(str(path))
    spec.compile()
    # a size of a default class is no number of the geom
    geom = next(each for each in spec.geoms if each.size[0] > 0)
    count = 0

    def change_number() -> Any:
        geom.size = [number * 1.0001 for number in geom.size]
        return spec.compile()

    def add_body() -> Any:
        nonlocal count
        count += 1
        other.worldbody.add_body(name=f"added{count}", pos=[0, 0, 10]).add_geom(size=[0.1, 0.1, 0.1])
        return other.compile()

    def from_text() -> Any:
        made = mujoco.MjSpec.from_string(text)
        made.modelfiledir = str(folder)
        return made.compile()

    other = mujoco.MjSpec.from_file(str(path))
    return {
        "unchanged": spec.compile,
        "number": change_number,
        "body": add_body,
        "text": from_text,
        "load": lambda: mujoco.MjModel.from_xml_path(str(path)),
    }


# ---------------------------------------------------------------- measuring


def seconds(call: Callable[[], Any]) -> float:
    """Return the CPU seconds of a call; what it gives is thrown away before the clock stops, as in a loop."""
    start = time.process_time()
    call()
    return time.process_time() - start


def measure(path: Path, rounds: int) -> dict[str, tuple[float, float]]:
    """Return for each task the least times of MuJoCo and of corten."""
    both = mujoco_tasks(path), corten_tasks(path)
    best = {task: [float("inf")] * 2 for task in TASKS}
    for _ in range(rounds):
        for task in TASKS:
            for side, tasks in enumerate(both):
                best[task][side] = min(best[task][side], seconds(tasks[task]))
    return {task: (first, second) for task, (first, second) in best.items()}


def main() -> None:
    """Measure and print."""
    import corten

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("models", nargs="*", type=Path)
    parser.add_argument("--rounds", type=int, default=40)
    given = parser.parse_args()
    warnings.simplefilter("ignore")
    bundled = Path(corten.__file__).parent / "models"
    table = Table("model", *TASKS, title="corten / MuJoCo, and milliseconds of corten")
    for path in given.models or [bundled / f"{name}.xml" for name in BUNDLED]:
        times = measure(path, given.rounds)
        cells = [f"{ours / theirs:.2f} ({1000 * ours:.2f})" for theirs, ours in times.values()]
        table.add_row("/".join(path.parts[-2:]), *cells)
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
