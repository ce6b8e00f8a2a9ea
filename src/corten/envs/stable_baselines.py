"""Vectors of environments for Stable-Baselines3 (extra `learn`), which has no way of its own to take Gymnasium's."""

from collections.abc import Iterable
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv

try:
    from stable_baselines3.common.vec_env import VecEnv  # pyright: ignore[reportMissingImports]
except ModuleNotFoundError as _error:
    _words = 'corten.envs.stable_baselines needs Stable-Baselines3: pip install "corten[learn]"'
    raise ModuleNotFoundError(_words, name=_error.name) from _error


class StableBaselinesEnv(VecEnv):
    """A `gymnasium.vector.VectorEnv` as a `VecEnv` of Stable-Baselines3.

    The vector must reset in the step in which an episode ends (`autoreset_mode="SameStep"`), as
    Stable-Baselines3 expects it.

        envs = gymnasium.make_vec("corten/Ant-v5", num_envs=64, autoreset_mode="SameStep")
        PPO("MlpPolicy", StableBaselinesEnv(envs)).learn(1_000_000)
    """

    def __init__(self, envs: VectorEnv):
        mode = envs.metadata.get("autoreset_mode")
        if mode != AutoresetMode.SAME_STEP:
            said = mode.value if isinstance(mode, AutoresetMode) else mode
            raise ValueError(f'the vector has autoreset_mode {said!r}; make it with autoreset_mode="SameStep"')
        self.envs, self._actions = envs, np.zeros(0)
        super().__init__(envs.num_envs, envs.single_observation_space, envs.single_action_space)

    def reset(self) -> np.ndarray:
        """Begin an episode in all environments, with the first of the seeds that were set, if any."""
        observation, infos = self.envs.reset(seed=self._seeds[0], options=self._options[0] or None)
        self.reset_infos = _rows(infos, self.num_envs)
        self._reset_seeds()
        self._reset_options()
        return observation

    def step_async(self, actions: np.ndarray) -> None:
        """Take actions for `step_wait`."""
        self._actions = actions

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """Do something in all environments; return observations, rewards, ends, and an info for each environment.

        Where an episode has ended the info is that of its last step, with its last observation as
        `terminal_observation` and with `TimeLimit.truncated`.
        """
        observation, reward, terminated, truncated, infos = self.envs.step(self._actions)
        done = terminated | truncated
        lasts, finals = infos.pop("final_info", {}), infos.pop("final_obs", None)
        rows = _rows(infos, self.num_envs)
        if done.any():
            ended = _rows(lasts, self.num_envs)
            for i in np.flatnonzero(done).tolist():
                cut = bool(truncated[i] and not terminated[i])
                rows[i] = {**ended[i], "terminal_observation": finals[i], "TimeLimit.truncated": cut}
        return observation, reward, done, rows

    def close(self) -> None:
        """Close the vector."""
        self.envs.close()

    def get_images(self) -> list[Any]:
        """Return a picture of each environment."""
        return list(self.envs.render() or ())

    # ---------------------------------------------------------------- attributes: one vector serves all environments

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Return an attribute of the vector, once for each environment that is asked for."""
        value = getattr(self.envs, attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Set an attribute of the vector, which is one for all environments."""
        self._refuse_some(indices)
        setattr(self.envs, attr_name, value)

    def env_method(self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any) -> list[Any]:
        """Call a method of the vector, once; return what it gives for each environment."""
        self._refuse_some(indices)
        value = getattr(self.envs, method_name)(*method_args, **method_kwargs)
        return [value] * self.num_envs

    def env_is_wrapped(self, wrapper_class: type, indices: Any = None) -> list[bool]:
        """Tell that no environment has a wrapper of its own."""
        return [False for _ in self._get_indices(indices)]

    def _refuse_some(self, indices: Any) -> None:
        if len(list(self._get_indices(indices))) != self.num_envs:
            raise ValueError("environments of a vector cannot be changed one by one; leave indices out")


def _rows(infos: dict[str, Any], n: int) -> list[dict[str, Any]]:
    """Return what is known of each environment, from arrays with a row for each and masks of those it is known of."""
    rows: list[dict[str, Any]] = [{} for _ in range(n)]
    for name, values in infos.items():
        if name.startswith("_") and name[1:] in infos:
            continue
        known = infos.get(f"_{name}")
        numbers: Iterable[int] = range(n) if known is None or known.all() else np.flatnonzero(known).tolist()
        scalars = isinstance(values, np.ndarray) and values.ndim == 1
        each = values.tolist() if scalars else values
        for i in numbers:
            rows[i][name] = each[i]
    return rows
