"""What the tasks of Gymnasium's MuJoCo environments have in common: its models, and noise at the beginning."""

import importlib.util
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar

import numpy as np

from corten.batch import BatchSim
from corten.compile import load_model
from corten.envs.task import Array, Task, Transition


class GymTask(Task):
    """A task in one of Gymnasium's models, or in a file of the same kind.

    An episode begins at the reference configuration with positions that are off by up to `reset_noise_scale`, and
    velocities too, or, where `normal` says so, off by as much in standard deviation.
    """

    # options of the task, under Gymnasium's names, as they are unless somebody says otherwise
    options: ClassVar[dict[str, Any]]

    normal = False

    # positions at the beginning of qpos that may be left out of observations, since the task does not depend on them
    places = 0

    def __init__(self, **chosen: Any):
        unknown = sorted(set(chosen) - set(self.options))
        if unknown:
            name = type(self).__name__
            raise TypeError(f"{name} has no option {unknown[0]!r}; its options are {', '.join(self.options)}")
        self.option = SimpleNamespace(**(self.options | chosen))
        super().__init__(load_model(_find(self.option.xml_file)), frame_skip=self.option.frame_skip)

    def reset(self, sim: BatchSim, rng: np.random.Generator, which: np.ndarray) -> None:
        """Begin near the reference configuration."""
        model, count, noise = self.model, len(which), self.option.reset_noise_scale
        sim.qpos[which] += rng.uniform(-noise, noise, (count, model.nq))
        if self.normal:
            sim.qvel[which] = noise * rng.standard_normal((count, model.nv))
        else:
            sim.qvel[which] = rng.uniform(-noise, noise, (count, model.nv))

    def _state(self, sim: BatchSim, limit: float = np.inf) -> tuple[Array, Array]:
        """Return positions and velocities that are observed; speeds are cut at a limit."""
        skipped = self.places * self.option.exclude_current_positions_from_observation
        return sim.qpos[:, skipped:], sim.qvel if limit == np.inf else clip(sim.qvel, -limit, limit)


class HealthyTask(GymTask):
    """A task whose episodes end where something is not healthy, unless `terminate_when_unhealthy` says otherwise."""

    def terminated(self, sim: BatchSim) -> np.ndarray:
        """What is not healthy has ended."""
        return ~self._is_healthy(sim) if self.option.terminate_when_unhealthy else np.zeros(len(sim), bool)

    def _survive(self, sim: BatchSim, transition: Transition) -> Array:
        """Return what it is worth to be healthy."""
        alive = ~transition.terminated if self.option.terminate_when_unhealthy else self._is_healthy(sim)
        return alive * self.option.healthy_reward

    def _is_healthy(self, sim: BatchSim) -> np.ndarray:
        raise NotImplementedError


# NumPy takes longer to be called than to compute with few environments: what follows calls its quickest functions


def flat(field: np.ndarray) -> Array:
    """Return a field of all bodies but the world, in a row for each environment."""
    return np.asarray(field)[:, 1:].reshape(len(field), -1)


def clip(values: np.ndarray, low: float, high: float) -> Array:
    """Return values within a range."""
    return np.minimum(np.maximum(values, low), high)


def everywhere(holds: np.ndarray) -> np.ndarray:
    """Return for each environment whether all of its values are true."""
    return np.logical_and.reduce(holds, axis=1)


def length(vectors: np.ndarray) -> Array:
    """Return the length of a vector of each environment."""
    return np.sqrt(square_sum(vectors))


def square_sum(values: np.ndarray) -> Array:
    """Return the sum of squares for each environment."""
    squares = np.square(np.asarray(values))
    return np.add.reduce(squares if squares.ndim == 2 else squares.reshape(len(squares), -1), axis=1)


def _find(xml_file: str) -> str:
    """Return the path of a file: beside Gymnasium's own, unless it begins with a dot, a slash or a tilde."""
    if xml_file.startswith((".", "/", "~")) or Path(xml_file).is_absolute():
        return str(Path(xml_file).expanduser())
    # found without an import: Gymnasium's package of these environments needs MuJoCo
    found = importlib.util.find_spec("gymnasium")
    assert found and found.submodule_search_locations
    return str(Path(found.submodule_search_locations[0], "envs", "mujoco", "assets", xml_file))
