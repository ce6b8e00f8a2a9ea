"""Humanoid-v5: two legs that are to walk along x; and what HumanoidStandup-v5 observes too."""

import numpy as np

from corten.batch import BatchSim
from corten.envs.task import Array, Infos, Transition, shown
from corten.envs.tasks.gym_task import GymTask, HealthyTask, clip, flat, length, square_sum


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
        parts, option = [*self._state(sim)], self.option
        if option.include_cinert_in_observation:
            parts.append(flat(sim.cinert))
        if option.include_cvel_in_observation:
            parts.append(flat(sim.cvel))
        if option.include_qfrc_actuator_in_observation:
            parts.append(np.asarray(sim.qfrc_actuator)[:, 6:])
        if option.include_cfrc_ext_in_observation:
            parts.append(flat(sim.cfrc_ext))
        return np.concatenate(parts, axis=1)

    def _tendons(self, sim: BatchSim) -> Infos:
        return {"tendon_length": np.array(sim.ten_length), "tendon_velocity": np.array(sim.ten_velocity)}


class Humanoid(WholeBody, HealthyTask):
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
        mass = np.asarray(shown(sim, "body_mass"))[:, :, None]
        return np.add.reduce(mass * np.asarray(sim.xipos)[:, :, :2], axis=1) / np.add.reduce(mass, axis=1)

    def reward(self, sim: BatchSim, transition: Transition) -> tuple[Array, Infos]:
        """Speed along x and health, less effort and contact forces."""
        velocity = (self.measure(sim) - transition.before) / self.dt
        forward = self.option.forward_reward_weight * velocity[:, 0]
        survive = self._survive(sim, transition)
        ctrl = self.option.ctrl_cost_weight * square_sum(sim.ctrl)
        contact = clip(self.option.contact_cost_weight * square_sum(sim.cfrc_ext), *self.option.contact_cost_range)
        info = self.reset_info(sim)
        info["x_velocity"], info["y_velocity"] = velocity[:, 0], velocity[:, 1]
        info["reward_survive"], info["reward_forward"] = survive, forward
        info["reward_ctrl"], info["reward_contact"] = -ctrl, -contact
        return forward + survive - (ctrl + contact), info

    def reset_info(self, sim: BatchSim) -> Infos:
        """Tell where it is, and how long its tendons are."""
        place = sim.qpos[:, :2].copy()
        info = {"x_position": place[:, 0], "y_position": place[:, 1]}
        return info | self._tendons(sim) | {"distance_from_origin": length(place)}

    def _is_healthy(self, sim: BatchSim) -> np.ndarray:
        """Tell which torsos are neither too low nor too high."""
        (low, high), height = self.option.healthy_z_range, sim.qpos[:, 2]
        return (low < height) & (height < high)


# ---------------------------------------------------------------- standing up


class HumanoidStandup(WholeBody):
    """Get up from the floor, with little effort and soft contacts."""

    camera = {"trackbodyid": 1, "distance": 4.0, "lookat": (0.0, 0.0, 0.8925), "elevation": -20.0}

    # Gymnasium takes the weight of the height, too, and does not use it
    options = WholeBody.options | {
        "xml_file": "humanoidstandup.xml",
        "uph_cost_weight": 1,
        "impact_cost_weight": 0.5e-6,
        "impact_cost_range": (-np.inf, 10.0),
    }

    def reward(self, sim: BatchSim, transition: Transition) -> tuple[Array, Infos]:
        """Height of the torso over the time step, less effort and contact forces."""
        height = sim.qpos[:, 2] / self.model.opt_timestep
        ctrl = self.option.ctrl_cost_weight * square_sum(sim.ctrl)
        impact = clip(self.option.impact_cost_weight * square_sum(sim.cfrc_ext), *self.option.impact_cost_range)
        parts = {"reward_linup": height, "reward_quadctrl": -ctrl, "reward_impact": -impact}
        return height - ctrl - impact + 1, {**self.reset_info(sim), **parts}

    def reset_info(self, sim: BatchSim) -> Infos:
        """Tell where it is, and how long its tendons are."""
        place = sim.qpos[:, :3].copy()
        info = {"x_position": place[:, 0], "y_position": place[:, 1]}
        info["z_distance_from_origin"] = place[:, 2] - self.model.qpos0[2]
        return info | self._tendons(sim)
