"""Ant-v5: four legs that are to walk along x."""

from typing import Any

import numpy as np

from corten.batch import BatchSim
from corten.envs.task import Array, Infos, Transition
from corten.envs.tasks.gym_task import HealthyTask, clip, everywhere, flat, length, square_sum


class Ant(HealthyTask):
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
        parts = self._state(sim)
        if self.option.include_cfrc_ext_in_observation:
            parts = (*parts, flat(self._contact_forces(sim)))
        return np.concatenate(parts, axis=1)

    def measure(self, sim: BatchSim) -> Array:
        """Return where the main body is."""
        return np.array(sim.xpos[:, self._body, :2])

    def reward(self, sim: BatchSim, transition: Transition) -> tuple[Array, Infos]:
        """Speed along x and health, less effort and contact forces."""
        velocity = (self.measure(sim) - transition.before) / self.dt
        forward = velocity[:, 0] * self.option.forward_reward_weight
        survive = self._survive(sim, transition)
        ctrl = self.option.ctrl_cost_weight * square_sum(transition.action)
        contact = self.option.contact_cost_weight * square_sum(self._contact_forces(sim))
        info = self.reset_info(sim)
        info["x_velocity"], info["y_velocity"] = velocity[:, 0], velocity[:, 1]
        info["reward_forward"], info["reward_ctrl"] = forward, -ctrl
        info["reward_contact"], info["reward_survive"] = -contact, survive
        return forward + survive - (ctrl + contact), info

    def reset_info(self, sim: BatchSim) -> Infos:
        """Tell where it is."""
        place = sim.qpos[:, :2].copy()
        return {"x_position": place[:, 0], "y_position": place[:, 1], "distance_from_origin": length(place)}

    def _contact_forces(self, sim: BatchSim) -> Array:
        return clip(np.asarray(sim.cfrc_ext), *self.option.contact_force_range)

    def _is_healthy(self, sim: BatchSim) -> np.ndarray:
        """Tell which ants are neither too low, nor too high, nor nowhere."""
        (low, high), height = self.option.healthy_z_range, sim.qpos[:, 2]
        finite = everywhere(np.isfinite(sim.qpos)) & everywhere(np.isfinite(sim.qvel))
        return finite & (low <= height) & (height <= high)
