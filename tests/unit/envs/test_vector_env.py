"""Vectors of environments: rows, ends of episodes in all three modes, and what is refused."""

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import corten
from corten.envs import Task, TaskEnv, TaskVectorEnv

N = 6


class Balance(Task):
    """Keep a pole of the cart upright; environment i begins with it at 0.1 i."""

    def observe(self, sim):
        """Positions and velocities."""
        return np.hstack((sim.qpos, sim.qvel))

    def reward(self, sim, transition):
        """The angle, and what was done."""
        return -abs(sim.qpos[:, 1]), {"effort": abs(transition.action).sum(axis=1)}

    def terminated(self, sim):
        """A pole that leans far has fallen."""
        return abs(sim.qpos[:, 1]) > 0.35

    def reset(self, sim, rng, which):
        """Lean."""
        sim.qpos[which, 1] = 0.1 * which
        sim.qpos[which, 0] = rng.uniform(-0.1, 0.1, len(which))

    def reset_info(self, sim):
        """Tell the angle."""
        return {"start": sim.qpos[:, 1].copy()}


@pytest.fixture(name="model", scope="module")
def _model():
    return corten.load_model(corten.models.path("cartpole"))


def actions(env, seed=0):
    """Return random actions for all environments."""
    env.action_space.seed(seed)
    return env.action_space.sample()


def test_rows_are_single_environments(model):
    """Give each environment what it gives alone, bit for bit."""
    envs = TaskVectorEnv(Balance(model, frame_skip=2), N)
    envs.reset(seed=3)
    start = envs.sim.qpos.copy()
    seen = [envs.step(actions(envs, step)) for step in range(4)]
    for i in range(N):
        env = TaskEnv(Balance(model, frame_skip=2))
        env.reset()
        env.sim.qpos[:] = start[i]
        env.sim.forward_all()
        for step, (observation, reward, terminated, _, infos) in enumerate(seen):
            alone = env.step(actions(envs, step)[i])
            if terminated[i]:
                break
            assert alone[0].tobytes() == observation[i].tobytes()
            assert alone[1] == reward[i] and alone[4]["effort"] == infos["effort"][i]


def test_next_step_begins_anew(model):
    """Reset with the action after an end, without a reward; the others go on."""
    envs = TaskVectorEnv(Balance(model), N, max_episode_steps=3)
    envs.reset(seed=0)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    _, _, terminated, truncated, _ = envs.step(actions(envs))
    assert terminated.tolist() == [False] * 4 + [True] * 2 and not truncated.any()
    observation, reward, terminated, _, infos = envs.step(actions(envs))
    assert not terminated.any() and reward[4:].tolist() == [0, 0] and (reward[:4] < 0).any()
    np.testing.assert_array_equal(observation[4:, 1], [0.4, 0.5])
    np.testing.assert_array_equal(infos["_start"], [False] * 4 + [True] * 2)
    np.testing.assert_array_equal(infos["_effort"], [True] * 4 + [False] * 2)
    _, _, _, truncated, _ = envs.step(actions(envs))
    assert truncated.tolist() == [True] * 4 + [False] * 2


def test_same_step_begins_anew(model):
    """Reset at once, with the last observation and info beside."""
    envs = TaskVectorEnv(Balance(model), N, autoreset_mode="SameStep")
    envs.reset(seed=0)
    observation, reward, terminated, _, infos = envs.step(actions(envs))
    ended = np.flatnonzero(terminated)
    assert ended.tolist() == [4, 5]
    np.testing.assert_array_equal(observation[ended, 1], [0.4, 0.5])
    np.testing.assert_array_equal(infos["_final_obs"], terminated)
    np.testing.assert_array_equal(-abs(infos["final_obs"][ended, 1]), reward[ended])
    np.testing.assert_array_equal(infos["final_info"]["_effort"], terminated)
    np.testing.assert_array_equal(infos["_effort"], ~terminated)


def test_disabled_leaves_it_to_the_user(model):
    """Refuse to go on after an end until a mask names it."""
    envs = TaskVectorEnv(Balance(model), N, autoreset_mode=AutoresetMode.DISABLED)
    before, _ = envs.reset(seed=0)
    _, _, terminated, _, _ = envs.step(actions(envs))
    with pytest.raises(ValueError, match=r"environments \[4, 5\] have ended"):
        envs.step(actions(envs))
    observation, infos = envs.reset(options={"reset_mask": terminated})
    np.testing.assert_array_equal(infos["_start"], terminated)
    assert (observation[:4, 1] != before[:4, 1]).any()
    envs.step(actions(envs))


@pytest.mark.parametrize("mask", [np.zeros(N, bool), np.ones(N), np.ones(3, bool)], ids=["empty", "floats", "short"])
def test_bad_masks_are_refused(model, mask):
    """Refuse masks that name nothing, are none, or have another length."""
    with pytest.raises(ValueError, match="reset_mask is an array of"):
        TaskVectorEnv(Balance(model), N).reset(options={"reset_mask": mask})


def test_bad_actions_are_refused(model):
    """Refuse actions of another shape."""
    envs, env = TaskVectorEnv(Balance(model), N), TaskEnv(Balance(model))
    envs.reset()
    env.reset()
    with pytest.raises(ValueError, match=r"actions have shape \(1,\); it must be \(6, 1\)"):
        envs.step(np.zeros(1))
    with pytest.raises(ValueError, match=r"the action has shape \(2,\); it must be \(1,\)"):
        env.step(np.zeros(2))


def test_what_fails_has_ended(model):
    """Take a step that fails for an end, and begin anew after it."""
    envs = TaskVectorEnv(Balance(model), N)
    envs.reset(seed=0)
    envs.sim.qvel[1] = np.nan
    _, _, terminated, _, _ = envs.step(actions(envs))
    assert terminated[1] and not terminated[0]
    observation, *_ = envs.step(actions(envs))
    assert np.isfinite(observation).all()


def test_randomized_episodes_differ(model):
    """Draw masses for each episode, the same for the same seed."""
    envs = TaskVectorEnv(Balance(model), N, randomize={"body_mass": corten.scaled(0.5, 2.0)})
    drawn = []
    for seed in (1, 1, 2):
        envs.reset(seed=seed)
        drawn.append(envs.sim.body_mass.copy())
    np.testing.assert_array_equal(drawn[0], drawn[1])
    assert len(np.unique(drawn[0][:, 1])) == N and (drawn[1] != drawn[2]).any()


def test_seeds_give_the_same_episodes(model):
    """Repeat observations for the same seed, whatever the threads and lanes."""
    results = []
    for options in ({"threads": 1, "lanes": 1}, {"threads": 2, "lanes": 4}):
        envs = TaskVectorEnv(Balance(model), N, **options)
        envs.reset(seed=7)
        results.append(np.array([envs.step(actions(envs, step))[0] for step in range(5)]))
    assert results[0].tobytes() == results[1].tobytes()


@pytest.mark.filterwarnings("ignore:.*(recommend|infinity|normalized):UserWarning")
def test_gymnasium_finds_no_fault():
    """Pass Gymnasium's own check of environments, which raises where it finds a fault."""
    env = gymnasium.make("corten/InvertedPendulum-v5").unwrapped
    check_env(env, skip_render_check=True)
    assert env.observation_space.contains(env.reset(seed=1)[0])


def test_gymnasium_makes_vectors():
    """Make a vector by name, with options of the task and of the vector."""
    envs = gymnasium.make_vec(
        "corten/InvertedPendulum-v5", num_envs=5, reset_noise_scale=0.0, autoreset_mode="Disabled"
    )
    observation, _ = envs.reset(seed=0)
    assert isinstance(envs, TaskVectorEnv) and observation.shape == (5, 4) and not observation.any()
    assert envs.metadata["autoreset_mode"] is AutoresetMode.DISABLED


def test_unknown_options_are_refused():
    """Refuse options that neither the task nor the batch has."""
    with pytest.raises(TypeError, match="colour"):
        gymnasium.make_vec("corten/InvertedPendulum-v5", num_envs=2, colour="red")
