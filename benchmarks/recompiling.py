"""Editing a model in a loop, beside MuJoCo: compile it unchanged, with another number or element, from text, and anew.

Run `python benchmarks/recompiling.py [MODEL...]`; without a model it takes some of those that come with corten. Times
are CPU seconds of the whole process, the least of `--rounds` rounds, in each of which MuJoCo and corten take turns.
Needs `mujoco`.
"""

import argparse
import itertools
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

# what is measured: edits of a spec that is there already (the body and the actuator take the place of those added
# before), a spec that is read anew, and one of a structure that nobody has seen
TASKS = ("unchanged", "number", "default", "gear", "body", "actuator", "text", "load", "first")

BUNDLED = ("cartpole", "ant", "quadruped", "humanoid", "hand")


# ---------------------------------------------------------------- what is measured


def with_body(text: str, number: int) -> str:
    """Return the text of a model with one more body, whose name nobody has seen."""
    body = f"<body name='added{number}' pos='0 0 10'><geom type='sphere' size='.1'/></body>"
    return text.replace("</worldbody>", f"{body}</worldbody>", 1)


def hinge_of(path: Path) -> str:
    """Return the name of a hinge or slide of a model."""
    import corten

    model = corten.load_model(path)
    return next(model.name("joint", j) for j in range(model.njnt) if model.jnt_type[j] > 1 and model.name("joint", j))


def corten_tasks(path: Path) -> dict[str, Callable[[], Any]]:
    """Return what corten is asked to do, by task."""
    import corten

    text, folder = path.read_text(), path.parent
    spec = corten.Spec.from_file(path)
    spec.compile()
    geom = next(each for each in spec.worldbody.walk() if "size" in each.attributes and each.tag == "geom")
    drive = spec.actuator.children[0]
    default = spec.root.first("default") or spec.root.add("default")
    like = default.first("geom") or default.add("geom")
    count = itertools.count(1)

    def change_number() -> Any:
        geom.size = tuple(number * 1.0001 for number in geom.size)
        return spec.compile()

    def change_default() -> Any:
        like.solmix = 1 + next(count) / 1000
        return spec.compile()

    def change_gear() -> Any:
        drive.gear = (1 + next(count) / 1000,)
        return spec.compile()

    def replace_body() -> Any:
        if str(grown.worldbody.children[-1].attributes.get("name")).startswith("added"):
            grown.worldbody.children[-1].remove()
        grown.worldbody.add_body(name=f"added{next(count)}", pos=(0, 0, 10)).add_geom(size=(0.1, 0.1, 0.1))
        return grown.compile()

    def replace_actuator() -> Any:
        if str(driven.actuator.children[-1].attributes.get("name")).startswith("added"):
            driven.actuator.children[-1].remove()
        driven.actuator.add("motor", name=f"added{next(count)}", joint=joint, ctrlrange=(-1, 1))
        return driven.compile()

    grown, driven = corten.Spec.from_file(path), corten.Spec.from_file(path)
    joint = hinge_of(path)
    return {
        "unchanged": spec.compile,
        "number": change_number,
        "default": change_default,
        "gear": change_gear,
        "body": replace_body,
        "actuator": replace_actuator,
        "text": lambda: corten.Spec.from_string(text, base_dir=folder).compile(),
        "load": lambda: corten.load_model(path),
        "first": lambda: corten.Spec.from_string(with_body(text, next(count)), base_dir=folder).compile(),
    }


def mujoco_tasks(path: Path) -> dict[str, Callable[[], Any]]:
    """Return what MuJoCo is asked to do, by task."""
    import mujoco

    text, folder = path.read_text(), path.parent
    spec = mujoco.MjSpec.from_file(str(path))
    spec.compile()
    # a size of a default class is no number of the geom
    geom = next(each for each in spec.geoms if each.size[0] > 0)
    count = itertools.count(1)

    def change_number() -> Any:
        geom.size = [number * 1.0001 for number in geom.size]
        return spec.compile()

    def change_default() -> Any:
        # the numbers of a class are those of geoms that come after
        spec.default.geom.solmix = 1 + next(count) / 1000
        return spec.compile()

    def change_gear() -> Any:
        spec.actuators[0].gear[0] = 1 + next(count) / 1000
        return spec.compile()

    def replace_body() -> Any:
        if grown.bodies[-1].name.startswith("added"):
            grown.delete(grown.bodies[-1])
        grown.worldbody.add_body(name=f"added{next(count)}", pos=[0, 0, 10]).add_geom(size=[0.1, 0.1, 0.1])
        return grown.compile()

    def replace_actuator() -> Any:
        joint_transmission = mujoco.mjtTrn.mjTRN_JOINT
        if driven.actuators[-1].name.startswith("added"):
            driven.delete(driven.actuators[-1])
        driven.add_actuator(name=f"added{next(count)}", trntype=joint_transmission, target=joint, ctrlrange=[-1, 1])
        return driven.compile()

    def from_text(changed: str) -> Any:
        made = mujoco.MjSpec.from_string(changed)
        made.modelfiledir = str(folder)
        return made.compile()

    grown, driven = mujoco.MjSpec.from_file(str(path)), mujoco.MjSpec.from_file(str(path))
    joint = hinge_of(path)
    return {
        "unchanged": spec.compile,
        "number": change_number,
        "default": change_default,
        "gear": change_gear,
        "body": replace_body,
        "actuator": replace_actuator,
        "text": lambda: from_text(text),
        "load": lambda: mujoco.MjModel.from_xml_path(str(path)),
        "first": lambda: from_text(with_body(text, next(count))),
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
    Console(width=160).print(table)


if __name__ == "__main__":
    main()
