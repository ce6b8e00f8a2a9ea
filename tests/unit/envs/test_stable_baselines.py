"""Vectors of environments as Stable-Baselines3 has them."""

import gymnasium
import numpy as np
import pytest

import corten.envs
from support.learning import need_learning

N, NAME = 5, "corten/InvertedPendulum-v5"


def make(**options):
    """Return a vector whose episodes are short."""
    return gymnasium.make_vec(NAME, num_envs=N, max_episode_steps=4, **{"autoreset_mode": "SameStep", **options})


def test_steps_are_those_of_the_vector():
    """Give observations, rewards, ends and infos of each environment, with its last observation where it has ended."""
    need_learning()
    from corten.envs.stable_baselines import StableBaselinesEnv

    vector, adapted = make(), StableBaselinesEnv(make())
    adapted.seed(3)
    np.testing.assert_array_equal(adapted.reset(), vector.reset(seed=3)[0])
    assert len(adapted.reset_infos) == N
    rng, cut, fallen = np.random.default_rng(0), 0, 0
    for step in range(12):
        # the first environment falls, the others are cut short
        action = rng.uniform(-0.01, 0.01, (N, 1)).astype(np.float32)
        if step == 5:
            adapted.envs.unwrapped.sim.qpos[0, 1] = vector.unwrapped.sim.qpos[0, 1] = 1.0
        observation, reward, done, rows = adapted.step(action)
        expected, worth, terminated, truncated, infos = vector.step(action)
        np.testing.assert_array_equal(observation, expected)
        np.testing.assert_array_equal(reward, worth)
        np.testing.assert_array_equal(done, terminated | truncated)
        for i, row in enumerate(rows):
            assert ("terminal_observation" in row) == done[i]
            if done[i]:
                np.testing.assert_array_equal(row["terminal_observation"], infos["final_obs"][i])
                assert row["TimeLimit.truncated"] == (truncated[i] and not terminated[i])
                cut, fallen = cut + row["TimeLimit.truncated"], fallen + (not row["TimeLimit.truncated"])
            assert row["reward_survive"] == (infos["final_info"] if done[i] else infos)["reward_survive"][i]
    assert cut > 1 and fallen == 1


def test_attributes_are_those_of_the_vector():
    """Reach attributes and methods of the vector, and refuse to change single environments."""
    need_learning()
    from corten.envs.stable_baselines import StableBaselinesEnv

    adapted = StableBaselinesEnv(make(render_mode="rgb_array", width=32, height=24))
    adapted.reset()
    assert adapted.get_attr("num_envs", [0, 2]) == [N, N] and adapted.env_is_wrapped(gymnasium.Wrapper, 1) == [False]
    adapted.set_attr("remark", "here")
    assert adapted.get_attr("remark", 3) == ["here"]
    with pytest.raises(ValueError, match="one by one"):
        adapted.set_attr("remark", "there", indices=[1])
    assert [picture.shape for picture in adapted.get_images()] == [(24, 32, 3)] * N
    assert adapted.env_method("reset", seed=0)[0][0].shape == (N, 4)
    adapted.close()


def test_other_modes_are_refused():
    """Say which mode the vector must have."""
    need_learning()
    from corten.envs.stable_baselines import StableBaselinesEnv

    with pytest.raises(ValueError, match="autoreset_mode 'NextStep'; make it with autoreset_mode=\"SameStep\""):
        StableBaselinesEnv(corten.envs.make_vec("InvertedPendulum-v5", N))
