"""Pictures of environments: modes of Gymnasium, its wrappers, and cameras."""

import gymnasium
import numpy as np
import pytest

import corten.envs

SIZE = {"width": 64, "height": 48}


def test_modes_give_their_pictures():
    """Return colours, depth or both, of the size that was asked for."""
    shots = {}
    for mode in ("rgb_array", "depth_array", "rgbd_tuple"):
        env = gymnasium.make("corten/InvertedPendulum-v5", render_mode=mode, **SIZE)
        env.reset(seed=0)
        shots[mode] = env.render()
        env.close()
    colours, depth = shots["rgbd_tuple"]
    assert colours.shape == (48, 64, 3) and colours.dtype == np.uint8 and colours.std() > 1
    np.testing.assert_array_equal(shots["rgb_array"], colours)
    np.testing.assert_array_equal(shots["depth_array"], depth)
    assert depth.shape == (48, 64) and (depth > 0).all()


def test_vectors_show_each_environment():
    """Return one picture for each environment, of where it is."""
    envs = gymnasium.make_vec("corten/InvertedPendulum-v5", num_envs=3, render_mode="rgb_array", **SIZE)
    envs.reset(seed=0)
    envs.unwrapped.sim.qpos[2, 1] = 1.0
    first, second, third = envs.render()
    assert (
        first.shape == (48, 64, 3)
        and np.abs(first.astype(int) - third).mean() > np.abs(first.astype(int) - second).mean()
    )


def test_cameras_are_chosen():
    """Look through the camera that is named, else the one called track, and move the free one."""
    shots = [
        corten.envs.make("HalfCheetah-v5", render_mode="rgb_array", **SIZE, **options)
        for options in ({}, {"camera_name": "track"}, {"camera_id": -1}, {"camera_id": 0})
    ]
    usual, named, free, first = (env.reset(seed=0) and env.render() for env in shots)
    np.testing.assert_array_equal(usual, named)
    np.testing.assert_array_equal(usual, first)
    assert (usual != free).any()


def test_bad_options_are_refused():
    """Refuse modes that are none, two cameras, and pictures nobody asked for."""
    with pytest.raises(ValueError, match=r"render_mode is 'film'; it must be one of rgb_array"):
        corten.envs.make("InvertedPendulum-v5", render_mode="film")
    with pytest.raises(ValueError, match="both given"):
        corten.envs.make("InvertedPendulum-v5", camera_id=0, camera_name="track")
    with pytest.raises(RuntimeError, match="render_mode='rgb_array'"):
        corten.envs.make("InvertedPendulum-v5").render()


def test_wrappers_record_frames():
    """Let Gymnasium's wrapper collect what an episode looks like."""
    env = gymnasium.make("corten/InvertedPendulum-v5", render_mode="rgb_array", **SIZE)
    env = gymnasium.wrappers.RenderCollection(env)
    env.reset(seed=0)
    for _ in range(3):
        env.step(env.action_space.sample())
    assert len(env.render()) == 4
