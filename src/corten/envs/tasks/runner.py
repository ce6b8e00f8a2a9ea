"""HalfCheetah-v5, Hopper-v5, Walker2d-v5 and Swimmer-v5: robots that are to move along x."""

from typing import Any

import numpy as np

from corten.batch import BatchSim
from corten.envs.task import Array, Infos, Transition
from corten.envs.tasks.gym_task import GymTask, HealthyTask, everywhere, length, square_sum


class Runner(GymTask):
    """Move fast along x with little effort."""

    # largest speed that is observed [m/s, rad/s]
    limit = np.inf

    # coordinates that it moves in
    places = 1

    options = {
        "forward_reward_weight": 1.0,
        "exclude_current_positions_from_observation": True,
    }

    def observe(self, sim: BatchSim) -> Array:
        """Positions and velocities."""
        return np.concatenate(self._state(sim, self.limit), axis=1)

    def measure(self, sim: BatchSim) -> Array:
        """Return where it is."""
        return sim.qpos[:, : self.places].copy()

    def reward(self, sim: BatchSim, transition: Transition) -> tuple[Array, Infos]:
        """Speed along x, less effort."""
        velocity = (sim.qpos[:, : self.places] - transition.before) / self.dt
        forward = self.option.forward_reward_weight * velocity[:, 0]
        ctrl = self.option.ctrl_cost_weight * square_sum(transition.action)
        info = self.reset_info(sim)
        info["x_velocity"] = velocity[:, 0]
        if self.places > 1:
            info["y_velocity"] = velocity[:, 1]
        info["reward_forward"], info["reward_ctrl"] = forward, -ctrl
        return forward - ctrl, info

    def reset_info(self, sim: BatchSim) -> Infos:
        """Tell where it is."""
        return {"x_position": sim.qpos[:, 0].copy()}


class HalfCheetah(Runner):
    """Run fast along x with little effort."""

    normal = True
    camera = {"distance": 4.0}

    options = Runner.options | {
        "xml_file": "half_cheetah.xml",
        "frame_skip": 5,
        "ctrl_cost_weight": 0.1,
        "reset_noise_scale": 0.1,
    }


class Swimmer(Runner):
    """Swim fast along x with little effort."""

    places = 2

    options = Runner.options | {
        "xml_file": "swimmer.xml",
        "frame_skip": 4,
        "ctrl_cost_weight": 1e-4,
        "reset_noise_scale": 0.1,
    }

    def reset_info(self, sim: BatchSim) -> Infos:
        """Tell where it is."""
        place = sim.qpos[:, :2].copy()
        distance = length(place)
        return {"x_position": place[:, 0], "y_position": place[:, 1], "distance_from_origin": distance}


class Upright(Runner, HealthyTask):
    """Move fast along x with little effort, and stay upright."""

    limit = 10.0

    options = Runner.options | {
        "frame_skip": 4,
        "ctrl_cost_weight": 1e-3,
        "healthy_reward": 1.0,
        "terminate_when_unhealthy": True,
        "reset_noise_scale": 5e-3,
    }

    def __init__(self, **chosen: Any):
        super().__init__(**chosen)
        # least and largest height [m] and angle [rad]
        self._healthy_range = np.array((self.option.healthy_z_range, self.option.healthy_angle_range)).T

    def reward(self, sim: BatchSim, transition: Transition) -> tuple[Array, Infos]:
        """Speed along x and health, less effort."""
        _, info = super().reward(sim, transition)
        info["reward_survive"] = self._survive(sim, transition)
        return info["reward_forward"] + info["reward_survive"] + info["reward_ctrl"], info

    def reset_info(self, sim: BatchSim) -> Infos:
        """Tell where it is."""
        return {**super().reset_info(sim), "z_distance_from_origin": sim.qpos[:, 1] - self.model.qpos0[1]}

    def _is_healthy(self, sim: BatchSim) -> np.ndarray:
        """Tell what is neither too low, nor too high, nor leans too far."""
        low, high = self._healthy_range
        place = sim.qpos[:, 1:3]
        return everywhere((low < place) & (place < high))


class Hopper(Upright):
    """Hop fast along x with little effort, and stay upright."""

    camera = {"trackbodyid": 2, "distance": 3.0, "lookat": (0.0, 0.0, 1.15), "elevation": -20.0}

    options = Upright.options | {
        "xml_file": "hopper.xml",
        "healthy_state_range": (-100.0, 100.0),
        "healthy_z_range": (0.7, float("inf")),
        "healthy_angle_range": (-0.2, 0.2),
    }

    def _is_healthy(self, sim: BatchSim) -> np.ndarray:
        """Tell what is upright, and neither far off nor fast."""
        low, high = self.option.healthy_state_range
        state = np.concatenate((sim.qpos[:, 2:], sim.qvel), axis=1)
        return super()._is_healthy(sim) & everywhere((low < state) & (state < high))


class Walker2d(Upright):
    """Walk fast along x with little effort, and stay upright."""

    camera = {"trackbodyid": 2, "distance": 4.0, "lookat": (0.0, 0.0, 1.15), "elevation": -20.0}

    options = Upright.options | {
        "xml_file": "walker2d_v5.xml",
        "healthy_z_range": (0.8, 2.0),
        "healthy_angle_range": (-1.0, 1.0),
    }
