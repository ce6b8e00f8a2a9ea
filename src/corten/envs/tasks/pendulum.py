"""InvertedPendulum-v5 and InvertedDoublePendulum-v5: poles on a cart that are to stay up."""

from typing import Any

import numpy as np

from corten.batch import BatchSim
from corten.envs.task import Array, Infos, Transition
from corten.envs.tasks.gym_task import GymTask, clip, everywhere

# [rad] a pole that leans further has fallen, [m] and the tip of two poles that is not above this
LEANING, FALLEN = 0.2, 1.0


class InvertedPendulum(GymTask):
    """Keep a pole upright."""

    camera = {"trackbodyid": 0, "distance": 2.04}

    options = {"xml_file": "inverted_pendulum.xml", "frame_skip": 2, "reset_noise_scale": 0.01}

    def observe(self, sim: BatchSim) -> Array:
        """Positions and velocities."""
        return np.concatenate((sim.qpos, sim.qvel), axis=1)

    def reward(self, sim: BatchSim, transition: Transition) -> tuple[Array, Infos]:
        """One for each step that it stands."""
        survive: Any = (~transition.terminated).astype(np.int64)
        return survive, {"reward_survive": survive.copy()}

    def terminated(self, sim: BatchSim) -> Any:
        """A pole that leans too far has fallen."""
        return ~everywhere(np.isfinite(self.observe(sim))) | (np.abs(sim.qpos[:, 1]) > LEANING)


class InvertedDoublePendulum(GymTask):
    """Keep two poles upright, one on the other."""

    keep = ("site_xpos", "qfrc_constraint")
    normal = True
    camera = {"trackbodyid": 0, "distance": 4.1225, "lookat": (0.0, 0.0, 0.12250000000000005)}

    options = {
        "xml_file": "inverted_double_pendulum.xml",
        "frame_skip": 5,
        "healthy_reward": 10.0,
        "reset_noise_scale": 0.1,
    }

    def observe(self, sim: BatchSim) -> Array:
        """Place of the cart, sines and cosines of angles, velocities, and the force that keeps the cart in range."""
        angles, force = sim.qpos[:, 1:], np.asarray(sim.qfrc_constraint)[:, :1]
        parts = (sim.qpos[:, :1], np.sin(angles), np.cos(angles), clip(sim.qvel, -10, 10), clip(force, -10, 10))
        return np.concatenate(parts, axis=1)

    def reward(self, sim: BatchSim, transition: Transition) -> tuple[Array, Infos]:
        """Health, less the distance of the tip from where it should be, and speeds."""
        tip = np.asarray(sim.site_xpos)[:, 0]
        first, second = sim.qvel[:, 1], sim.qvel[:, 2]
        distance = 0.01 * np.square(tip[:, 0]) + np.square(tip[:, 2] - 2)
        speed = 1e-3 * np.square(first) + 5e-3 * np.square(second)
        alive = self.option.healthy_reward * (~transition.terminated)
        info = {"reward_survive": alive, "distance_penalty": -distance, "velocity_penalty": -speed}
        return alive - distance - speed, info

    def terminated(self, sim: BatchSim) -> Any:
        """Poles whose tip is too low have fallen."""
        return np.asarray(sim.site_xpos)[:, 0, 2] <= FALLEN
