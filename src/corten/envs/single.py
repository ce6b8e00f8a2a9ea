"""A task in one environment as a `gymnasium.Env`: the batch of one."""

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np

from corten.batch.distributions import Distribution
from corten.data import Data
from corten.envs.pictures import MODES, NO_PICTURES, PictureOptions, Pictures
from corten.envs.spaces import action_space, observation_space
from corten.envs.stepping import Episodes
from corten.envs.task import Infos, Task


class TaskEnv(gymnasium.Env):
    """One environment of a task; `self.model` and `self.data` are its Model and its Data."""

    def __init__(
        self,
        task: Task,
        *,
        randomize: Mapping[str, Distribution] | None = None,
        pictures: PictureOptions = NO_PICTURES,
        **batch: Any,
    ):
        self.task = task
        self._pictures, self.render_mode = Pictures(task, pictures), pictures.render_mode
        self._episodes = Episodes(task, 1, randomize, **{"threads": 1, **batch})
        self.sim = self._episodes.sim
        self.model = task.model
        self.metadata = {"render_modes": list(MODES), "render_fps": round(1 / task.dt)}
        self.observation_space = observation_space(task, self.sim)
        self.action_space = action_space(task)

    @property
    def data(self) -> Data:
        """The environment as a Data."""
        return self.sim.env(0)

    @property
    def dt(self) -> float:
        """Time between two actions [s]."""
        return self.task.dt

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Begin an episode; return what is observed, and what else is to be known."""
        super().reset(seed=seed)
        info = self._episodes.begin(self.np_random, np.ones(1, bool))
        return self._episodes.observe()[0], _first(info)

    def step(self, action: np.ndarray) -> tuple[np.ndarray, Any, bool, bool, dict[str, Any]]:
        """Do something; return observation, reward, whether the episode has ended or is cut short, and an info."""
        action = np.asarray(action)
        if action.shape != self.action_space.shape:
            raise ValueError(f"the action has shape {action.shape}; it must be {self.action_space.shape}")
        reward, terminated, info = self._episodes.advance(action[None])
        return self._episodes.observe()[0], reward[0], bool(terminated[0]), False, _first(info)

    def render(self) -> Any:
        """Return a picture as `render_mode` says: colours, depth [m], or both."""
        taken = self._pictures.take(self.sim)
        return tuple(each[0] for each in taken) if isinstance(taken, tuple) else taken[0]

    def close(self) -> None:
        """Give back what pictures were made with."""
        self._pictures.close()


def _first(info: Infos) -> dict[str, Any]:
    """Return what is known of the only environment."""
    return {name: values[0] for name, values in info.items()}
