#!/usr/bin/env python3
"""Run environments of other packages on MuJoCo and on corten's stand-in for it, and compare them step by step.

    python benchmarks/compat_packages.py gymnasium
    python benchmarks/compat_packages.py dm_control --only cartpole- --steps 200

Each task runs in three processes: with MuJoCo, with MuJoCo from a state some roundings away, and with the stand-in
(`python -m corten.compat`). Where the first two differ, the motion is chaotic, and nothing can be compared any more.
dm_control and Gymnasium-Robotics must be installed; dm_control 1.0.50 asks models for fields that MuJoCo 4.0 no longer
has, so these are left out of its list where MuJoCo runs.
"""

import argparse
import importlib
import pickle
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

# two runs of MuJoCo further apart than this are chaotic; the stand-in must be as near as that before
CHAOTIC, EQUAL = 1e-11, 1e-9
NUDGE = 1e-15

GYMNASIUM = (
    "Ant HalfCheetah Hopper Humanoid HumanoidStandup InvertedDoublePendulum InvertedPendulum Pusher Reacher Swimmer"
)
ROBOTICS = (
    "AdroitHandDoor-v1 AdroitHandHammer-v1 AdroitHandPen-v1 AdroitHandRelocate-v1 PointMaze_UMaze-v3 AntMaze_UMaze-v5"
)

Rows = list[np.ndarray]
Task = Callable[[int, float], Rows]


def gymnasium_tasks(names: list[str]) -> Iterator[tuple[str, Task]]:
    """Yield environments of Gymnasium's registry."""
    gymnasium = importlib.import_module("gymnasium")
    for name in names:

        def run(steps: int, nudge: float, name: str = name) -> Rows:
            env = gymnasium.make(name).unwrapped
            env.reset(seed=1)
            env.action_space.seed(1)
            env.data.qpos[:] += nudge
            rows = []
            for _ in range(steps):
                observation, reward, *_ = env.step(env.action_space.sample())
                parts = observation.values() if isinstance(observation, dict) else [observation]
                flat = [np.ravel(part) for part in parts if not isinstance(part, dict)]
                rows.append(np.concatenate([*flat, [reward]]).astype(float))
            return rows

        yield name, run


def of_gymnasium() -> Iterator[tuple[str, Task]]:
    """Yield the MuJoCo environments of Gymnasium."""
    return gymnasium_tasks([f"{name}-v5" for name in [*GYMNASIUM.split(), "Walker2d"]])


def of_robotics() -> Iterator[tuple[str, Task]]:
    """Yield environments of Gymnasium-Robotics that MuJoCo 4.0 runs."""
    importlib.import_module("gymnasium").register_envs(importlib.import_module("gymnasium_robotics"))
    return gymnasium_tasks(ROBOTICS.split())


def of_dm_control() -> Iterator[tuple[str, Task]]:
    """Yield all tasks of dm_control's suite."""
    mujoco = importlib.import_module("mujoco")
    if mujoco.__name__ == "mujoco":
        sizes = importlib.import_module("dm_control.mujoco.wrapper.mjbindings.sizes").array_sizes
        model = mujoco.MjModel.from_xml_string("<mujoco/>")
        for struct, owner in (("mjmodel", model), ("mjdata", mujoco.MjData(model))):
            for field in [field for field in sizes[struct] if not hasattr(owner, field)]:
                del sizes[struct][field]
    suite = importlib.import_module("dm_control.suite")
    for domain, task in suite.ALL_TASKS:

        def run(steps: int, nudge: float, domain: str = domain, task: str = task) -> Rows:
            env = suite.load(domain, task, task_kwargs={"random": 3})
            spec, rng = env.action_spec(), np.random.RandomState(5)
            env.reset()
            data, rows = env.physics.data, []
            data.qpos[:] += nudge
            for _ in range(steps):
                reward = env.step(rng.uniform(spec.minimum, spec.maximum, spec.shape)).reward
                rows.append(np.concatenate([data.qpos, data.qvel, data.sensordata, [reward or 0.0]]))
            return rows

        yield f"{domain}-{task}", run


PACKAGES = {"gymnasium": of_gymnasium, "gymnasium_robotics": of_robotics, "dm_control": of_dm_control}


def work(arguments: argparse.Namespace) -> None:
    """Run all tasks in this process, and write what was observed, or the error, to a file."""
    found: dict[str, Any] = {}
    for name, run in PACKAGES[arguments.package]():
        if arguments.only in name:
            try:
                found[name] = run(arguments.steps, arguments.nudge)
            except Exception as error:
                found[name] = f"{type(error).__name__}: {error}"
            print(f"\r{len(found)} {name}      ", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    Path(arguments.write).write_bytes(pickle.dumps(found))


def observe(arguments: argparse.Namespace, folder: str, name: str, prefix: list[str], nudge: float) -> dict[str, Any]:
    """Return what a process of its own observed."""
    target = Path(folder) / name
    own = [__file__, arguments.package, "--only", arguments.only, "--steps", str(arguments.steps)]
    subprocess.run([sys.executable, *prefix, *own, "--write", str(target), "--nudge", str(nudge)], check=True)
    return pickle.loads(target.read_bytes())


def first_beyond(one: Rows, other: Rows, bound: float) -> int:
    """Return the first step at which two runs are further apart than a bound, the number of steps if there is none."""
    for step, (a, b) in enumerate(zip(one, other, strict=True)):
        if not np.max(np.abs(a - b) / (1 + np.abs(a)), initial=0) <= bound:
            return step
    return len(one)


def main() -> None:
    """Compare, and print a row for each task."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("package", choices=PACKAGES)
    parser.add_argument("--only", default="", help="tasks whose names have this in them")
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--nudge", type=float, default=0.0, help=argparse.SUPPRESS)
    parser.add_argument("--write", default="", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.write:
        work(arguments)
        return
    with tempfile.TemporaryDirectory() as folder:
        theirs = observe(arguments, folder, "mujoco", [], 0.0)
        nudged = observe(arguments, folder, "nudged", [], NUDGE)
        own = observe(arguments, folder, "corten", ["-m", "corten.compat"], 0.0)
    equal = 0
    print(f"{'task':36} {'equal for':>10} {'MuJoCo with itself':>20}")
    for name, rows in theirs.items():
        if isinstance(rows, str) or isinstance(own[name], str):
            print(f"{name:36} MuJoCo: {str(rows)[:60]}  corten: {str(own[name])[:60]}")
            continue
        same, calm = first_beyond(rows, own[name], EQUAL), first_beyond(rows, nudged[name], CHAOTIC)
        equal += same >= calm
        print(f"{name:36} {same:10} {calm:20} {'' if same >= calm else 'DIFFERENT'}")
    print(f"{equal} of {len(theirs)} tasks are equal wherever MuJoCo agrees with itself")


if __name__ == "__main__":
    main()
