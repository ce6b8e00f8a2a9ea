"""HumanoidStandup-v5: two legs that are to stand up."""

import numpy as np

from corten.batch import BatchSim
from corten.envs.task import Array, Infos, Transition
from corten.envs.tasks.gym_task import cut, square_sum
from corten.envs.tasks.humanoid import WholeBody


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
        impact = cut(self.option.impact_cost_weight * square_sum(sim.cfrc_ext), *self.option.impact_cost_range)
        parts = {"reward_linup": height, "reward_quadctrl": -ctrl, "reward_impact": -impact}
        return height - ctrl - impact + 1, {**self.reset_info(sim), **parts}

    def reset_info(self, sim: BatchSim) -> Infos:
        """Tell where it is, and how long its tendons are."""
        place = sim.qpos[:, :3].copy()
        info = {"x_position": place[:, 0], "y_position": place[:, 1]}
        info["z_distance_from_origin"] = place[:, 2] - self.model.qpos0[2]
        return info | self._tendons(sim)
