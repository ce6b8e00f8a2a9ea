"""Environments for reinforcement learning (extra `rl`): Gymnasium's MuJoCo environments, and tasks of one's own.

Importing this registers `corten/Ant-v5` and the ten others: `gymnasium.make("corten/Ant-v5")` gives one environment,
`gymnasium.make_vec("corten/Ant-v5", num_envs=1024)` a vector of them that are stepped together.
"""

try:
    import gymnasium as _gymnasium  # noqa: F401
except ModuleNotFoundError as error:
    raise ModuleNotFoundError('corten.envs needs Gymnasium: pip install "corten[rl]"', name="gymnasium") from error

from corten.envs.gymnasium_env import TaskEnv, TaskVectorEnv
from corten.envs.pictures import PictureOptions
from corten.envs.registration import TASKS, make, make_vec, register_all
from corten.envs.task import Task, Transition

__all__ = ["TASKS", "PictureOptions", "Task", "TaskEnv", "TaskVectorEnv", "Transition", "make", "make_vec"]

register_all()
