"""Humanoid-v5: two legs that are to walk along x; and what HumanoidStandup-v5 observes too."""

from typing import Any

import numpy as np

from corten.batch import BatchSim
from corten.envs.task import Array, Infos, Transition, shown
from corten.envs.tasks.gym_task import GymTask, flat, square_sum


class WholeBody(GymTask):
    """A humanoid of which inertias, velocities and forces of all bodies are observed."""

    keep = ("xipos", "cinert", "cvel", "qfrc_actuator", "cfrc_ext", "ten_length", "ten_velocity")
    camera = {"trackbodyid": 1, "distance": 4.0, "lookat": (0.0, 0.0, 2.0), "elevation": -20.0}

    places = 2
    options = {
        "frame_skip": 5,
        "ctrl_cost_weight": 0.1,
        "reset_noise_scale": 1e-2,
        "exclude_current_positions_from_observation": True,
        "include_cinert_in_observation": True,
        "include_cvel_in_observation": True,
        "include_qfrc_actuator_in_observation": True,
        "include_cfrc_ext_in_observation": True,
    }

    def observe(self, sim: BatchSim) -> Array:
        """Positions, velocities, and of all bodies inertias, velocities, forces of actuators and contact forces."""
        parts = {
            "cinert": flat(sim.cinert),
            "cvel": flat(sim.cvel),
            "qfrc_actuator": sim.qfrc_actuator[:, 6:],
            "cfrc_ext": flat(sim.cfrc_ext),
        }
        included = (part for name, part in parts.items() if getattr(self.option, f"include_{name}_in_observation"))
        return np.concatenate((*self._state(sim), *included), axis=1)

    def _tendons(self, sim: BatchSim) -> Infos:
        return {"tendon_length": sim.ten_length.copy(), "tendon_velocity": sim.ten_velocity.copy()}


class Humanoid(WholeBody):
    """Walk fast along x, with little effort and soft contacts, and stay upright."""

    options = WholeBody.options | {
        "xml_file": "humanoid.xml",
        "forward_reward_weight": 1.25,
        "contact_cost_weight": 5e-7,
        "contact_cost_range": (-np.inf, 10.0),
        "healthy_reward": 5.0,
        "terminate_when_unhealthy": True,
        "healthy_z_range": (1.0, 2.0),
    }

    def measure(self, sim: BatchSim) -> Array:
        """Return where the centre of mass is."""
        mass = shown(sim, "body_mass")[:, :, None]
        return ((mass * sim.xipos).sum(axis=1) / mass.sum(axis=1))[:, :2]

    def reward(self, sim: BatchSim, transition: Transition) -> tuple[Array, Infos]:
        """Speed along x and health, less effort and contact forces."""
        velocity = (self.measure(sim) - transition.before) / self.dt
        forward = self.option.forward_reward_weight * velocity[:, 0]
        survive = self._is_healthy(sim) * self.option.healthy_reward
        ctrl = self.option.ctrl_cost_weight * square_sum(sim.ctrl)
        contact = np.clip(self.option.contact_cost_weight * square_sum(sim.cfrc_ext), *self.option.contact_cost_range)
        info = {**self.reset_info(sim), "x_velocity": velocity[:, 0], "y_velocity": velocity[:, 1]}
        parts = {"survive": survive, "forward": forward, "ctrl": -ctrl, "contact": -contact}
        info |= {f"reward_{name}": part for name, part in parts.items()}
        return forward + survive - (ctrl + contact), info

    def terminated(self, sim: BatchSim) -> Any:
        """A humanoid whose torso is too low or too high has ended."""
        return ~self._is_healthy(sim) & self.option.terminate_when_unhealthy

    def reset_info(self, sim: BatchSim) -> Infos:
        """Tell where it is, and how long its tendons are."""
        place = sim.qpos[:, :2].copy()
        info = {"x_position": place[:, 0], "y_position": place[:, 1]}
        return info | self._tendons(sim) | {"distance_from_origin": np.linalg.norm(place, axis=1)}

    def _is_healthy(self, sim: BatchSim) -> np.ndarray:
        low, high = self.option.healthy_z_range
        return (low < sim.qpos[:, 2]) & (sim.qpos[:, 2] < high)
