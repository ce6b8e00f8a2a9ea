"""Task: what is to be learnt in a model, written once on whole arrays."""

from typing import Any, NamedTuple

import numpy as np
from gymnasium.spaces import Box
from numpy.typing import NDArray

from corten.batch import BatchSim
from corten.envs.vector_state import attributes_state, set_attributes
from corten.model import Model

Array = NDArray[np.float64]
Infos = dict[str, np.ndarray]


class Transition(NamedTuple):
    """What was done in a step, and what `Task.measure` gave before it and `Task.terminated` after it."""

    action: np.ndarray
    before: Any
    terminated: np.ndarray


class Task:
    """What is observed in a model, what a step is worth, when an episode ends and how one begins.

    All of it is written on arrays with a row for each environment, of which `sim`, a `BatchSim`, has state, inputs and
    the results that `keep` names. `TaskEnv` makes a Gymnasium environment of it, the batch of one, and `TaskVectorEnv`
    one of thousands.

        class Balance(corten.envs.Task):
            def observe(self, sim):
                return np.hstack((sim.qpos, sim.qvel))

            def reward(self, sim, transition):
                return -abs(sim.qpos[:, 1]), {"angle": sim.qpos[:, 1].copy()}

            def terminated(self, sim):
                return abs(sim.qpos[:, 1]) > 0.5

            def reset(self, sim, rng, which):
                sim.qpos[which] += rng.uniform(-0.01, 0.01, (len(which), self.model.nq))

        envs = corten.envs.TaskVectorEnv(Balance(corten.load_model("cartpole.xml")), 1024)
    """

    # results beside state, inputs and sensors that are read here, such as "xpos"
    keep: tuple[str, ...] = ()

    # where pictures are taken from: fields of a free camera, or the name of one of the model's
    camera: dict[str, Any] | str | int | None = None

    def __init__(self, model: Model, *, frame_skip: int = 1):
        self.model, self.frame_skip = model, frame_skip

    @property
    def dt(self) -> float:
        """Time between two actions [s]."""
        return self.model.opt_timestep * self.frame_skip

    # ---------------------------------------------------------------- to be written

    def observe(self, sim: BatchSim) -> Array:
        """Return what is observed, (n, size)."""
        raise NotImplementedError

    def reward(self, sim: BatchSim, transition: Transition) -> tuple[Array, Infos]:
        """Return what the last step was worth, (n,), and what else is to be known of it, (n, ...) each."""
        raise NotImplementedError

    def reset(self, sim: BatchSim, rng: np.random.Generator, which: np.ndarray) -> None:
        """Put environments of these numbers where an episode begins; they are in the reference configuration."""
        raise NotImplementedError

    # ---------------------------------------------------------------- to be written where there is something to say

    def terminated(self, sim: BatchSim) -> NDArray[np.bool_]:
        """Return where an episode has ended, (n,)."""
        return np.zeros(len(sim), bool)

    def measure(self, sim: BatchSim) -> Any:
        """Return what the reward compares with what it is after the step, such as positions."""
        return None

    def reset_info(self, sim: BatchSim) -> Infos:
        """Return what is to be known of a beginning, (n, ...) each."""
        return {}

    def get_state(self, sim: BatchSim) -> dict[str, Any]:
        """Return what the task goes on from beside the batch: its arrays, numbers, texts and random generators.

        Override it, and `set_state`, where the task holds other things that change.
        """
        return attributes_state(self, sim)

    def set_state(self, sim: BatchSim, state: dict[str, Any]) -> None:
        """Go on from what `get_state` of this task, or of one that was made alike, has returned."""
        set_attributes(self, state)

    def action_bounds(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the least and the largest action, (nu,) each."""
        low, high = self.model.actuator_ctrlrange.T
        limited = self.model.actuator_ctrllimited.astype(bool)
        return np.where(limited, low, -np.inf), np.where(limited, high, np.inf)


def shown(sim: BatchSim, name: str) -> np.ndarray:
    """Return a field of the model: with a row for each environment if it varies, else with one for all."""
    return getattr(sim, name) if name in vars(sim) else getattr(sim.model, name)[None]


# ---------------------------------------------------------------- spaces


def observation_space(task: Task, sim: BatchSim) -> Box:
    """Return the space of observations of one environment, which are as long as the task makes them."""
    size = np.shape(task.observe(sim))[1:]
    return Box(-np.inf, np.inf, size, np.float64)


def action_space(task: Task) -> Box:
    """Return the space of actions of one environment: within the ranges of controls."""
    low, high = (bound.astype(np.float32) for bound in task.action_bounds())
    return Box(low, high, dtype=np.float32)
