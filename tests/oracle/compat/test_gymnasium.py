"""Gymnasium's MuJoCo environments on corten, step by step beside Gymnasium's own on MuJoCo."""

import gymnasium
import numpy as np
import pytest

from corten.envs.registration import TASKS
from support import tolerance

STEPS = 150

# options other than those that environments are made with
OPTIONS = {
    "Ant-v5": {"main_body": "front_left_leg", "include_cfrc_ext_in_observation": False, "healthy_z_range": (0.4, 0.9)},
    "HalfCheetah-v5": {"exclude_current_positions_from_observation": False, "forward_reward_weight": 2.0},
    "Hopper-v5": {"healthy_state_range": (-1.0, 1.0), "healthy_reward": 3.0, "frame_skip": 2},
    "Humanoid-v5": {"include_cvel_in_observation": False, "contact_cost_range": (0.0, 1e-6)},
    "HumanoidStandup-v5": {"impact_cost_weight": 1.0, "exclude_current_positions_from_observation": False},
    "InvertedDoublePendulum-v5": {"healthy_reward": 2.0, "reset_noise_scale": 0.3},
    "InvertedPendulum-v5": {"reset_noise_scale": 0.15},
    "Pusher-v5": {"reward_near_weight": 2.0},
    "Reacher-v5": {"reward_control_weight": 0.5},
    "Swimmer-v5": {"ctrl_cost_weight": 0.5},
    "Walker2d-v5": {"terminate_when_unhealthy": False, "healthy_angle_range": (-0.1, 0.1)},
}


@pytest.mark.parametrize("name", TASKS)
def test_names_and_limits_are_gymnasiums(name):
    """Register all eleven environments with Gymnasium's limits."""
    own, theirs = gymnasium.spec(f"corten/{name}"), gymnasium.spec(name)
    assert (own.max_episode_steps, own.reward_threshold) == (theirs.max_episode_steps, theirs.reward_threshold)


@pytest.mark.parametrize("changed", [False, True], ids=["default", "options"])
@pytest.mark.parametrize("name", TASKS)
def test_steps_are_gymnasiums(name, changed):
    """Give Gymnasium's observations, rewards, ends and infos for its seeds and actions, until they turn chaotic."""
    options = OPTIONS[name] if changed else {}
    own, theirs, nudged = (gymnasium.make(full, **options) for full in (f"corten/{name}", name, name))
    assert own.observation_space == theirs.observation_space and own.action_space == theirs.action_space
    rng, compared, seed = np.random.default_rng(0), 0, 0
    while compared < STEPS:
        seed += 1
        begin = [env.reset(seed=seed) for env in (own, theirs, nudged)]
        _compare(*begin[:2])
        # a neighbour of the oracle tells how long its own digits mean something
        nudged.unwrapped.data.qpos[:] *= 1 + 4 * np.finfo(float).eps
        while True:
            action = rng.uniform(own.action_space.low, own.action_space.high).astype(np.float32)
            (observation, *rest), (expected, *others), (near, *_) = (env.step(action) for env in (own, theirs, nudged))
            if np.abs(near - expected).max() > tolerance.CHAOS:
                break
            _compare((observation, rest[-1]), (expected, others[-1]))
            assert rest[1:3] == others[1:3]
            assert rest[0] == pytest.approx(others[0], rel=tolerance.TRAJECTORY, abs=tolerance.TRAJECTORY)
            compared += 1
            if rest[1] or rest[2]:
                break


def _compare(own, theirs):
    """Compare observations and infos."""
    (observation, info), (expected, known) = own, theirs
    np.testing.assert_allclose(observation, expected, rtol=tolerance.TRAJECTORY, atol=tolerance.TRAJECTORY)
    assert list(info) == list(known)
    for name, value in known.items():
        np.testing.assert_allclose(info[name], value, rtol=tolerance.TRAJECTORY, atol=tolerance.TRAJECTORY)
