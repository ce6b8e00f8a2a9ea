#!/usr/bin/env python3
"""Run environments of other packages on MuJoCo and on corten's stand-in for it, and compare them step by step.

    python benchmarks/compat_packages.py gymnasium
    python benchmarks/compat_packages.py dm_control --only cartpole- --steps 200

Each task runs in three processes: with MuJoCo, with MuJoCo from a state some roundings away, and with the stand-in
(`python -m corten.compat`). Where the first two differ, the motion is chaotic, and nothing can be compared any more.
The package must be installed. Those written for MuJoCo 3 run on the stand-in as they are, but not on MuJoCo 4.0, which
is given here what they need: enums that equal NumPy's integers, the mass matrix and rows of equalities as they were,
and dm_control's list of fields without those that are gone.
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
# tasks of robosuite with the robots that do them
ROBOSUITE = (
    "Lift:Panda Lift:Sawyer Lift:IIWA Lift:Jaco Lift:Kinova3 Lift:UR5e Stack:Panda Door:Panda Wipe:Panda "
    "NutAssembly:Panda NutAssemblySingle:Sawyer PickPlace:Panda PickPlaceCan:IIWA ToolHang:Panda "
    "TwoArmLift:Panda,Panda TwoArmLift:Baxter TwoArmPegInHole:Panda,Sawyer TwoArmHandover:Panda,UR5e "
    "TwoArmTransport:Panda,Panda"
)

Rows = list[np.ndarray]
Task = Callable[[int, float], Rows]


def gymnasium_tasks(names: list[str]) -> Iterator[tuple[str, Task]]:
    """Yield environments of Gymnasium's registry."""
    gymnasium = importlib.import_module("gymnasium")
    for name in names:

        def run(steps: int, nudge: float, name: str = name) -> Rows:
            nudge_first_step(nudge)
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


def nudge_first_step(nudge: float) -> None:
    """Let the next step begin from a state some roundings away: some packages take steps to make an environment."""
    mujoco = importlib.import_module("mujoco")
    step = mujoco.mj_step

    def step_nudged(model: Any, data: Any, nstep: int = 1) -> None:
        mujoco.mj_step = step
        data.qpos[:] += nudge
        step(model, data, nstep)

    mujoco.mj_step = step_nudged


def of_gymnasium() -> Iterator[tuple[str, Task]]:
    """Yield the MuJoCo environments of Gymnasium."""
    return gymnasium_tasks([f"{name}-v5" for name in [*GYMNASIUM.split(), "Walker2d"]])


def of_robotics() -> Iterator[tuple[str, Task]]:
    """Yield all environments of Gymnasium-Robotics but those for mujoco_py, which came before MuJoCo's own bindings."""
    gymnasium = importlib.import_module("gymnasium")
    gymnasium.register_envs(importlib.import_module("gymnasium_robotics"))
    places = {name: str(spec.entry_point) for name, spec in gymnasium.registry.items()}
    own = [name for name, place in places.items() if place.startswith("gymnasium_robotics.envs")]
    return gymnasium_tasks([name for name in own if "MujocoPy" not in places[name] and ".mujoco." not in places[name]])


def of_metaworld() -> Iterator[tuple[str, Task]]:
    """Yield all tasks of Meta-World."""
    metaworld = importlib.import_module("metaworld")
    for name in metaworld.ALL_V3_ENVIRONMENTS:

        def run(steps: int, nudge: float, name: str = name) -> Rows:
            nudge_first_step(nudge)
            one = metaworld.MT1(name, seed=4)
            env = one.train_classes[name]()
            env.set_task(one.train_tasks[0])
            env.reset()
            rng, rows = np.random.RandomState(5), []
            env.data.qpos[:] += nudge
            for _ in range(steps):
                reward = env.step(rng.uniform(-1, 1, env.action_space.shape))[1]
                rows.append(np.concatenate([env.data.qpos, env.data.qvel, [reward]]))
            return rows

        yield name, run


def of_robosuite() -> Iterator[tuple[str, Task]]:
    """Yield tasks of robosuite."""
    robosuite = importlib.import_module("robosuite")
    for name in ROBOSUITE.split():

        def run(steps: int, nudge: float, name: str = name) -> Rows:
            task, _, robots = name.partition(":")
            cameras = {"has_offscreen_renderer": False, "use_camera_obs": False}
            env = robosuite.make(
                task, robots=robots.split(","), has_renderer=False, seed=3, ignore_done=True, **cameras
            )
            env.reset()
            rng, rows, data = np.random.RandomState(5), [], env.sim.data
            data.qpos[:] += nudge
            for _ in range(steps):
                reward = env.step(rng.uniform(*env.action_spec))[1]
                rows.append(np.concatenate([data.qpos, data.qvel, [reward]]))
            return rows

        yield name, run


def give_what_mujoco_3_had(mujoco: Any) -> None:
    """Let packages that were written for MuJoCo 3 run on MuJoCo 4.0."""
    for kind in vars(mujoco).values():
        if isinstance(kind, type) and kind.__name__.startswith("mjt"):
            kind.__eq__ = lambda one, other: np.size(other) == 1 and not isinstance(other, str) and int(one) == other
            kind.__hash__ = lambda one: hash(int(one))
    full, rows = mujoco.mj_fullM, mujoco.MjModel.eq_data
    mujoco.mj_fullM = lambda m, one, other: full(m, *((other, one) if isinstance(one, np.ndarray) else (one, other)))
    mujoco.MjData.qM = property(lambda data: data)
    mujoco.MjModel.eq_data = property(lambda model: rows.__get__(model).view(ShortRows))


class ShortRows(np.ndarray):
    """Numbers of equalities, which had one less in MuJoCo 3."""

    def __setitem__(self, key: Any, value: Any) -> None:
        short = np.ndim(value) == 1 and len(value) == self.shape[-1] - 1
        super().__setitem__((key, slice(-1)) if short and not isinstance(key, tuple) else key, value)


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


PACKAGES = {
    "gymnasium": of_gymnasium,
    "gymnasium_robotics": of_robotics,
    "dm_control": of_dm_control,
    "metaworld": of_metaworld,
    "robosuite": of_robosuite,
}


def work(arguments: argparse.Namespace) -> None:
    """Run all tasks in this process, and write what was observed, or the error, to a file."""
    found: dict[str, Any] = {}
    mujoco = importlib.import_module("mujoco")
    if mujoco.__name__ == "mujoco":
        give_what_mujoco_3_had(mujoco)
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
