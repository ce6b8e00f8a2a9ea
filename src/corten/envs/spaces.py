"""The spaces of a task: what can be observed and what can be done."""

import numpy as np
from gymnasium.spaces import Box

from corten.batch import BatchSim
from corten.envs.task import Task


def observation_space(task: Task, sim: BatchSim) -> Box:
    """Return the space of observations of one environment, which are as long as the task makes them."""
    size = np.shape(task.observe(sim))[1:]
    return Box(-np.inf, np.inf, size, np.float64)


def action_space(task: Task) -> Box:
    """Return the space of actions of one environment: within the ranges of controls."""
    low, high = (bound.astype(np.float32) for bound in task.action_bounds())
    return Box(low, high, dtype=np.float32)
