"""A task in one environment as a `gymnasium.Env`: the batch of one."""

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from corten.batch.distributions import Distribution
from corten.batch.snapshots import check_snapshot
from corten.data import Data
from corten.envs.episodes import Episodes
from corten.envs.pictures import MODES, NO_PICTURES, PictureOptions, Pictures
from corten.envs.task import Infos, Task, action_space, observation_space
from corten.envs.vector_state import generator_state, set_generator


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


# ---------------------------------------------------------------- thousands of environments


class TaskVectorEnv(VectorEnv):
    """n environments of a task on a `BatchSim`, `self.sim`; no Python runs for single ones.

    All three modes of Gymnasium for what has ended are there: `NEXT_STEP` resets with the next action, which is
    ignored there; `SAME_STEP` at once, with the last observation in `info["final_obs"]`; `DISABLED` leaves it to
    `reset(options={"reset_mask": mask})`. An environment whose step fails counts as terminated. `randomize`, such as
    `{"body_mass": corten.scaled(0.8, 1.2)}`, draws numbers of the model for each episode. One seed is for all: what is
    drawn does not depend on the number of threads or lanes, but on the number of environments.
    """

    def __init__(
        self,
        task: Task,
        num_envs: int = 1,
        *,
        max_episode_steps: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        randomize: Mapping[str, Distribution] | None = None,
        pictures: PictureOptions = NO_PICTURES,
        **batch: Any,
    ):
        self.task, self.num_envs = task, num_envs
        self._episodes = Episodes(task, num_envs, randomize, **batch)
        self.sim = self._episodes.sim
        self._pictures, self.render_mode = Pictures(task, pictures), pictures.render_mode
        self._mode, self._longest = AutoresetMode(autoreset_mode), max_episode_steps or np.inf
        self.metadata = {"autoreset_mode": self._mode, "render_modes": list(MODES), "render_fps": round(1 / task.dt)}
        self.single_observation_space: Box = observation_space(task, self.sim)
        self.single_action_space: Box = action_space(task)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        # steps of the vector, how many there were when each episode began, and after how many one is cut short
        self._clock, self._begun, self._next_cut = 0, np.zeros(num_envs, np.int64), np.inf
        self._ended, self._some_ended = np.zeros(num_envs, bool), False

    def reset(  # pyright: ignore[reportIncompatibleMethodOverride]
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Begin an episode in all environments, or where `options["reset_mask"]` is true."""
        super().reset(seed=seed)
        where = _reset_mask(options, self.num_envs)
        info = self._begin(where)
        self._ended[where] = False
        self._some_ended = bool(self._ended.any())
        return self._episodes.observe(), _add({}, info, where)

    def step(  # pyright: ignore[reportIncompatibleMethodOverride]
        self, actions: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Do something in all environments; return observations, rewards, terminations, truncations and infos."""
        actions = np.asarray(actions)
        if actions.shape != self.action_space.shape:
            raise ValueError(f"actions have shape {actions.shape}; it must be {self.action_space.shape}")
        resting, some_rest = self._ended, self._some_ended
        if some_rest and self._mode is AutoresetMode.DISABLED:
            numbers = np.flatnonzero(resting).tolist()
            raise ValueError(
                f"episodes of environments {numbers} have ended; reset(options={{'reset_mask': ...}}) them"
            )
        reward, terminated, info = self._episodes.advance(actions)
        self._clock += 1
        some_cut = self._clock >= self._next_cut
        truncated = self._clock - self._begun >= self._longest if some_cut else np.zeros(self.num_envs, bool)
        infos = _known(info, resting if some_rest else None, self.num_envs)

        # what had ended before this step is reset instead of it
        if some_rest:
            infos = _add(infos, self._begin(resting), resting)
            reward, terminated, truncated = (_without(each, resting) for each in (reward, terminated, truncated))
        ended = terminated | truncated if some_cut else terminated.copy()
        some_ended = bool(np.count_nonzero(ended))
        observation = self._episodes.observe()

        # what has ended in it is reset at once
        if some_ended and self._mode is AutoresetMode.SAME_STEP:
            infos = _add(_known(info, ended, self.num_envs), {"final_obs": observation}, ended)
            infos["final_info"], infos["_final_info"] = _add({}, info, ended), ended.copy()
            infos = _add(infos, self._begin(ended), ended)
            observation = self._episodes.observe()
            self._ended, self._some_ended = np.zeros(self.num_envs, bool), False
        else:
            self._ended, self._some_ended = ended, some_ended
        return observation, reward, terminated, truncated, infos

    def get_state(self) -> dict[str, Any]:
        """Return all that the vector goes on from, in the middle of episodes: dicts of arrays, numbers and texts.

        It can be pickled and copied, and has nothing in common with the vector's memory. `set_state` of this vector, or
        of another one that is made alike, goes on with the same bits. Random generators of spaces are no part of it.
        """
        clock = {"clock": self._clock, "next_cut": self._next_cut, "some_ended": self._some_ended}
        arrays = {"begun": self._begun.copy(), "ended": self._ended.copy()}
        random = {"random": generator_state(self.np_random), "random_seed": self._np_random_seed}
        return {"made": self._made(), **clock, **arrays, **random, **self._episodes.get_state()}

    def set_state(self, state: dict[str, Any]) -> None:
        """Go on from what `get_state` has returned."""
        try:
            made, own = state["made"], self._made()
            different = [f"{name} {made[name]!r}, not {own[name]!r}" for name in own if made[name] != own[name]]
            if different:
                raise ValueError(f"the state is that of another vector, with {', '.join(different)}")
            check_snapshot(self.sim._envs, state["sim"])
            set_generator(self.np_random, state["random"])
            self._episodes.set_state(state)
            self._np_random_seed = state["random_seed"]
            self._clock, self._next_cut, self._some_ended = state["clock"], state["next_cut"], state["some_ended"]
            self._begun[:], self._ended = state["begun"], state["ended"].copy()
        except (KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"this is no state of a vector of environments: {error}") from None

    def _made(self) -> dict[str, Any]:
        """Return what another vector must have in common with this one to go on from its state."""
        own = {"task": type(self.task).__name__, "num_envs": self.num_envs, "autoreset_mode": self._mode.value}
        return own | {"max_episode_steps": self._longest, "frame_skip": self.task.frame_skip}

    def render(self) -> tuple[Any, ...]:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Return a picture of each environment as `render_mode` says: colours, depth [m], or both."""
        taken = self._pictures.take(self.sim)
        return tuple(zip(*taken, strict=True)) if isinstance(taken, tuple) else tuple(taken)

    def close_extras(self, **_: Any) -> None:
        """Give back what pictures were made with, and the workers of a cluster."""
        self._pictures.close()
        self._episodes.close()

    def _begin(self, where: np.ndarray) -> Infos:
        """Begin an episode where a mask is true."""
        self._begun[where] = self._clock
        self._next_cut = self._begun.min() + self._longest
        return self._episodes.begin(self.np_random, where)


def _reset_mask(options: dict[str, Any] | None, n: int) -> np.ndarray:
    """Return where an episode is to begin."""
    if options is None or "reset_mask" not in options:
        return np.ones(n, bool)
    mask = np.asarray(options["reset_mask"])
    if mask.dtype != bool or mask.shape != (n,) or not mask.any():
        words = f"of {mask.dtype} with shape {mask.shape}"
        raise ValueError(f"reset_mask is an array {words}; it must have {n} bools, one of which at least is true")
    return mask


def _known(info: Infos, unknown: np.ndarray | None, n: int) -> dict[str, Any]:
    """Return infos that are known of n environments, or not where a mask is true; each has a mask that says where.

    What is part of another array, such as a field of the batch, is copied.
    """
    infos: dict[str, Any] = {}
    if unknown is not None and unknown.all():
        return infos
    for (name, values), mask in zip(info.items(), np.ones((len(info), n), bool), strict=True):
        own = unknown is None and type(values) is np.ndarray and values.base is None
        known = values if own else np.array(values)
        if unknown is not None:
            known[unknown], mask[unknown] = 0, False
        infos[name], infos[f"_{name}"] = known, mask
    return infos


def _add(infos: dict[str, Any], info: Infos, where: np.ndarray) -> dict[str, Any]:
    """Add what is known of some environments to infos, each with a mask of those that it is known of."""
    if where.any():
        for name, values in info.items():
            known = infos.setdefault(f"_{name}", np.zeros(len(where), bool))
            array = infos.setdefault(name, np.zeros_like(values))
            array[where], known[where] = values[where], True
    return infos


def _without(values: np.ndarray, where: np.ndarray) -> np.ndarray:
    """Return values with zeros where a mask is true."""
    values = values.copy()
    values[where] = 0
    return values
