"""Gymnasium's names of the tasks that come with corten, and what `gymnasium.make` and `make_vec` call for them."""

from typing import Any

import gymnasium

from corten.envs.gymnasium_env import TaskEnv, TaskVectorEnv
from corten.envs.pictures import PictureOptions
from corten.envs.task import Task
from corten.envs.tasks.ant import Ant
from corten.envs.tasks.arm import Pusher, Reacher
from corten.envs.tasks.gym_task import GymTask
from corten.envs.tasks.humanoid import Humanoid, HumanoidStandup
from corten.envs.tasks.pendulum import InvertedDoublePendulum, InvertedPendulum
from corten.envs.tasks.runner import HalfCheetah, Hopper, Swimmer, Walker2d

# tasks by name; with those of Gymnasium, steps of an episode, and the return from which a task counts as solved
TASKS: dict[str, tuple[type[GymTask], int, float | None]] = {
    "Ant-v5": (Ant, 1000, 6000.0),
    "HalfCheetah-v5": (HalfCheetah, 1000, 4800.0),
    "Hopper-v5": (Hopper, 1000, 3800.0),
    "Humanoid-v5": (Humanoid, 1000, None),
    "HumanoidStandup-v5": (HumanoidStandup, 1000, None),
    "InvertedDoublePendulum-v5": (InvertedDoublePendulum, 1000, 9100.0),
    "InvertedPendulum-v5": (InvertedPendulum, 1000, 950.0),
    "Pusher-v5": (Pusher, 100, 0.0),
    "Reacher-v5": (Reacher, 50, -3.75),
    "Swimmer-v5": (Swimmer, 1000, 360.0),
    "Walker2d-v5": (Walker2d, 1000, None),
}


def make(name: str, **options: Any) -> TaskEnv:
    """Return one environment of a task by name; `gymnasium.make` calls it and puts its wrappers around."""
    task, rest = _split(name, options)
    return TaskEnv(task, **rest)


def make_vec(name: str, num_envs: int = 1, **options: Any) -> TaskVectorEnv:
    """Return environments of a task by name; `gymnasium.make_vec` calls it."""
    task, rest = _split(name, options)
    return TaskVectorEnv(task, num_envs, **rest)


def register_all() -> None:
    """Tell Gymnasium of all tasks, once."""
    for name, (_, steps, threshold) in TASKS.items():
        if f"corten/{name}" not in gymnasium.registry:
            gymnasium.register(
                f"corten/{name}",
                entry_point="corten.envs.registration:make",
                vector_entry_point="corten.envs.registration:make_vec",
                max_episode_steps=steps,
                reward_threshold=threshold,
                kwargs={"name": name},
            )


def _split(name: str, options: dict[str, Any]) -> tuple[Task, dict[str, Any]]:
    """Return a task made with its options, and the others."""
    if name not in TASKS:
        raise ValueError(f"there is no task {name!r}; tasks are {', '.join(TASKS)}")
    kind = TASKS[name][0]
    own = {option: options.pop(option) for option in kind.options if option in options}
    shown = {option: options.pop(option) for option in PictureOptions._fields if option in options}
    return kind(**own), {**options, "pictures": PictureOptions(**shown)}
