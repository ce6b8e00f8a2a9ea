"""Ant-v5: four legs that are to walk along x."""

from typing import Any

import numpy as np

from corten.batch import BatchSim
from corten.envs.task import Array, Infos, Transition
from corten.envs.tasks.gym_task import GymTask, flat, square_sum


class Ant(GymTask):
    """Walk fast along x, with little effort and soft contacts, and stay at a height that is healthy."""

    keep = ("xpos", "cfrc_ext")
    normal = True
    camera = {"distance": 4.0}

    places = 2
    options = {
        "xml_file": "ant.xml",
        "frame_skip": 5,
        "forward_reward_weight": 1,
        "ctrl_cost_weight": 0.5,
        "contact_cost_weight": 5e-4,
        "healthy_reward": 1.0,
        "main_body": 1,
        "terminate_when_unhealthy": True,
        "healthy_z_range": (0.2, 1.0),
        "contact_force_range": (-1.0, 1.0),
        "reset_noise_scale": 0.1,
        "exclude_current_positions_from_observation": True,
        "include_cfrc_ext_in_observation": True,
    }

    def __init__(self, **chosen: Any):
        super().__init__(**chosen)
        body = self.option.main_body
        self._body = body if isinstance(body, int) else self.model.id("body", body)

    def observe(self, sim: BatchSim) -> Array:
        """Positions, velocities, and contact forces cut to their range."""
        forces = (flat(self._contact_forces(sim)),) if self.option.include_cfrc_ext_in_observation else ()
        return np.concatenate((*self._state(sim), *forces), axis=1)

    def measure(self, sim: BatchSim) -> Array:
        """Return where the main body is."""
        return sim.xpos[:, self._body, :2].copy()

    def reward(self, sim: BatchSim, transition: Transition) -> tuple[Array, Infos]:
        """Speed along x and health, less effort and contact forces."""
        velocity = (sim.xpos[:, self._body, :2] - transition.before) / self.dt
        forward = velocity[:, 0] * self.option.forward_reward_weight
        survive = self._is_healthy(sim) * self.option.healthy_reward
        ctrl = self.option.ctrl_cost_weight * square_sum(transition.action)
        contact = self.option.contact_cost_weight * square_sum(self._contact_forces(sim))
        info = {**self.reset_info(sim), "x_velocity": velocity[:, 0], "y_velocity": velocity[:, 1]}
        parts = {"forward": forward, "ctrl": -ctrl, "contact": -contact, "survive": survive}
        info |= {f"reward_{name}": part for name, part in parts.items()}
        return forward + survive - (ctrl + contact), info

    def terminated(self, sim: BatchSim) -> Any:
        """An ant that is too low, too high or nowhere has ended."""
        return ~self._is_healthy(sim) & self.option.terminate_when_unhealthy

    def reset_info(self, sim: BatchSim) -> Infos:
        """Tell where it is."""
        place = sim.qpos[:, :2].copy()
        return {"x_position": place[:, 0], "y_position": place[:, 1], "distance_from_origin": _norm(place)}

    def _contact_forces(self, sim: BatchSim) -> Array:
        return np.clip(sim.cfrc_ext, *self.option.contact_force_range)

    def _is_healthy(self, sim: BatchSim) -> np.ndarray:
        low, high = self.option.healthy_z_range
        finite = np.isfinite(sim.qpos).all(axis=1) & np.isfinite(sim.qvel).all(axis=1)
        return finite & (low <= sim.qpos[:, 2]) & (sim.qpos[:, 2] <= high)


def _norm(vectors: Array) -> Array:
    return np.linalg.norm(vectors, axis=1)
