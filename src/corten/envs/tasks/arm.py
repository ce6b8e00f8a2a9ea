"""Pusher-v5 and Reacher-v5: arms with a goal."""

from typing import Any

import numpy as np

from corten.batch import BatchSim
from corten.envs.task import Array, Infos, Transition
from corten.envs.tasks.gym_task import GymTask, length, square_sum

# [rad/s] largest speed of the joints at the beginning
SPEED = 0.005


class Pusher(GymTask):
    """Push a cylinder to a goal."""

    keep = ("xpos",)
    camera = {"trackbodyid": -1, "distance": 4.0}

    # [m] where cylinders begin, and how far from the goal at least
    low, high, apart = np.array((-0.3, -0.2)), np.array((0.0, 0.2)), 0.17

    options = {
        "xml_file": "pusher_v5.xml",
        "frame_skip": 5,
        "reward_near_weight": 0.5,
        "reward_dist_weight": 1,
        "reward_control_weight": 0.1,
    }

    def __init__(self, **chosen: Any):
        super().__init__(**chosen)
        self._tip, self._object, self._goal = (self.model.id("body", name) for name in ("tips_arm", "object", "goal"))

    def observe(self, sim: BatchSim) -> Array:
        """Positions and velocities of the arm; where its tip, the cylinder and the goal are."""
        xpos = np.asarray(sim.xpos)
        bodies = [xpos[:, body] for body in (self._tip, self._object, self._goal)]
        return np.concatenate((sim.qpos[:, :7], sim.qvel[:, :7], *bodies), axis=1)

    def reward(self, sim: BatchSim, transition: Transition) -> tuple[Array, Infos]:
        """Little distance of the cylinder from tip and goal, and little effort."""
        xpos = np.asarray(sim.xpos)
        place = xpos[:, self._object]
        near = -length(place - xpos[:, self._tip]) * self.option.reward_near_weight
        dist = -length(place - xpos[:, self._goal]) * self.option.reward_dist_weight
        ctrl = -square_sum(transition.action) * self.option.reward_control_weight
        return dist + ctrl + near, {"reward_dist": dist, "reward_ctrl": ctrl, "reward_near": near}

    def reset(self, sim: BatchSim, rng: np.random.Generator, which: np.ndarray) -> None:
        """Put the cylinder somewhere apart from the goal."""
        places = np.zeros((len(which), 2))
        missing = np.arange(len(which))
        while len(missing):
            drawn = [rng.uniform(low, high, len(missing)) for low, high in zip(self.low, self.high, strict=True)]
            places[missing] = np.stack(drawn, axis=1)
            missing = missing[np.linalg.norm(places[missing], axis=1) <= self.apart]
        sim.qpos[which, -4:-2], sim.qpos[which, -2:] = places, 0.0
        speeds = rng.uniform(-SPEED, SPEED, (len(which), self.model.nv))
        speeds[:, -4:] = 0.0
        sim.qvel[which] = speeds


class Reacher(GymTask):
    """Bring a fingertip to a goal."""

    keep = ("xpos",)
    camera = {"trackbodyid": 0}

    # [rad] how far joints are off at the beginning, and [m] how far away goals are at most
    angle, reach = 0.1, 0.2

    options = {"xml_file": "reacher.xml", "frame_skip": 2, "reward_dist_weight": 1, "reward_control_weight": 1}

    def __init__(self, **chosen: Any):
        super().__init__(**chosen)
        self._tip, self._goal = (self.model.id("body", name) for name in ("fingertip", "target"))

    def observe(self, sim: BatchSim) -> Array:
        """Cosines and sines of the angles, the goal, velocities, and what lies between fingertip and goal."""
        angles = sim.qpos[:, :2]
        parts = (np.cos(angles), np.sin(angles), sim.qpos[:, 2:], sim.qvel[:, :2], self._gap(sim)[:, :2])
        return np.concatenate(parts, axis=1)

    def reward(self, sim: BatchSim, transition: Transition) -> tuple[Array, Infos]:
        """Little distance and little effort."""
        dist = -length(self._gap(sim)) * self.option.reward_dist_weight
        ctrl = -square_sum(transition.action) * self.option.reward_control_weight
        return dist + ctrl, {"reward_dist": dist, "reward_ctrl": ctrl}

    def reset(self, sim: BatchSim, rng: np.random.Generator, which: np.ndarray) -> None:
        """Put the goal somewhere within reach."""
        sim.qpos[which] += rng.uniform(-self.angle, self.angle, (len(which), self.model.nq))
        goals = np.zeros((len(which), 2))
        missing = np.arange(len(which))
        while len(missing):
            goals[missing] = rng.uniform(-self.reach, self.reach, (len(missing), 2))
            missing = missing[np.linalg.norm(goals[missing], axis=1) >= self.reach]
        sim.qpos[which, -2:] = goals
        speeds = rng.uniform(-SPEED, SPEED, (len(which), self.model.nv))
        speeds[:, -2:] = 0.0
        sim.qvel[which] = speeds

    def _gap(self, sim: BatchSim) -> Array:
        xpos = np.asarray(sim.xpos)
        return xpos[:, self._tip] - xpos[:, self._goal]
