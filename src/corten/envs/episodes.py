"""Episodes of many environments: actions in; observations, rewards and ends out."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from corten.batch import BatchSim
from corten.batch.distributions import Distribution
from corten.envs.task import Array, Infos, Task, Transition


class Outcome(NamedTuple):
    """What an action was worth, and where it has ended an episode, with a row for each environment."""

    reward: Array
    terminated: np.ndarray
    info: Infos


class Episodes:
    """A task in all environments of a batch; nothing is reset by itself."""

    def __init__(self, task: Task, n: int, randomize: Mapping[str, Distribution] | None = None, **batch: Any):
        self.task, self.sim = task, _make_sim(task, n, **batch)
        self._randomize = dict(randomize or {})
        if self._randomize:
            # what cannot vary is refused now, not at the first reset
            self.sim.vary(*self._randomize)

    def begin(self, rng: np.random.Generator, where: np.ndarray) -> Infos:
        """Begin an episode where a mask is true; return infos of all environments."""
        sim = self.sim
        if self._randomize:
            sim.randomize(seed=int(rng.integers(2**63)), where=where, **self._randomize)
        sim.reset_where(where)
        self.task.reset(sim, rng, np.flatnonzero(where))
        sim.forward_where(where)
        return self.task.reset_info(sim)

    def advance(self, action: np.ndarray) -> Outcome:
        """Do something in all environments. An episode ends where a step fails."""
        task, sim = self.task, self.sim
        before = task.measure(sim)
        sim.ctrl[:] = action
        errors = sim.step_all(task.frame_skip)
        terminated = task.terminated(sim)
        reward, info = task.reward(sim, Transition(action, before, terminated))
        if errors.any():
            terminated = terminated.copy()
            terminated[errors.indices] = True
        return Outcome(reward, terminated, info)

    def observe(self) -> Array:
        """Return what is observed in all environments."""
        return self.task.observe(self.sim)

    def get_state(self) -> dict[str, Any]:
        """Return what the environments go on from."""
        return {"sim": self.sim._take_snapshot(), "task": self.task.get_state(self.sim)}

    def set_state(self, state: dict[str, Any]) -> None:
        """Go on from what `get_state` has returned."""
        self.sim._put_snapshot(state["sim"])
        self.task.set_state(self.sim, state["task"])

    def close(self) -> None:
        """End the workers of a cluster, if there are some."""
        if end := getattr(self.sim, "close", None):
            end()


def _make_sim(task: Task, n: int, *, cluster: bool | str = False, **batch: Any) -> BatchSim:
    """Return environments of a task in this process, or on a cluster: the one that is there, or that at an address."""
    if cluster is False:
        return BatchSim(task.model, n, keep=task.keep, **batch)
    from corten.cluster import ClusterSim

    return ClusterSim(task.model, n, None if cluster is True else cluster, keep=task.keep, **batch)
