"""Pictures of environments: modes of Gymnasium, its wrappers, and cameras."""

import subprocess
import sys

import gymnasium
import imageio_ffmpeg
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


# moviepy leaves it to the garbage collector to close pipes, which warns in whatever test is next: a process of its own
FILMS = """
import gymnasium, corten.envs
from gymnasium import wrappers
options = dict(render_mode="rgb_array", width=64, height=48)
one = gymnasium.make("corten/InvertedPendulum-v5", **options)
many = gymnasium.make_vec("corten/InvertedPendulum-v5", num_envs=2, **options)
for env in (
    wrappers.RecordVideo(one, "one", disable_logger=True),
    wrappers.vector.RecordVideo(many, "many", video_length=3, disable_logger=True),
):
    env.reset(seed=0)
    for _ in range(3):
        env.step(env.action_space.sample())
    env.close()
"""


def test_wrappers_write_films(tmp_path):
    """Let Gymnasium's RecordVideo write films, of one environment and of a vector."""
    subprocess.run([sys.executable, "-c", FILMS], cwd=tmp_path, check=True)
    films = sorted(tmp_path.rglob("*.mp4"))
    assert [film.parent.name for film in films] == ["many", "one"]
    assert min(imageio_ffmpeg.count_frames_and_secs(str(film))[0] for film in films) >= 3


def test_wrappers_of_vectors_work():
    """Let Gymnasium's wrappers of vectors count episodes and normalise what is observed."""
    envs = gymnasium.make_vec("corten/InvertedPendulum-v5", num_envs=4, max_episode_steps=3)
    envs = gymnasium.wrappers.vector.RecordEpisodeStatistics(envs)
    envs = gymnasium.wrappers.vector.NormalizeObservation(envs)
    observation, _ = envs.reset(seed=0)
    for _ in range(3):
        observation, _, _, truncated, infos = envs.step(np.zeros((4, 1), np.float32))
    assert truncated.all() and infos["episode"]["l"].tolist() == [3] * 4 and infos["episode"]["r"].tolist() == [3.0] * 4
    assert np.isfinite(observation).all()
