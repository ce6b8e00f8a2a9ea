"""Teach an ant or a humanoid to walk by PPO of Stable-Baselines3, draw the learning curve and film what was learnt.

    pip install "corten[learn]"
    python examples/train_ppo.py --task Ant-v5 --steps 2000000

`ppo_Ant-v5/` then has curve.png, policy.zip and film/, with a film of one episode.
"""

import argparse
from pathlib import Path

import gymnasium
import matplotlib.pyplot as plt
import numpy as np
import torch
from rich.progress import Progress
from stable_baselines3 import PPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecMonitor, VecNormalize

import corten.envs
from corten.envs.stable_baselines import StableBaselinesEnv


class Curve(BaseCallback):
    """Shows how far training is, and remembers what each episode was worth."""

    def __init__(self, progress: Progress, total: int):
        super().__init__()
        self._progress, self._bar, self.episodes = progress, progress.add_task("training", total=total), []

    def _on_step(self) -> bool:
        ended = [info["episode"]["r"] for info in self.locals["infos"] if "episode" in info]
        self.episodes += [(self.num_timesteps, worth) for worth in ended]
        recent = f"return {np.mean([worth for _, worth in self.episodes[-100:]]):.0f}" if self.episodes else "training"
        self._progress.update(self._bar, completed=self.num_timesteps, description=recent)
        return True


def train(task: str, steps: int, num_envs: int, seed: int) -> tuple[PPO, VecNormalize, np.ndarray]:
    """Return what was learnt, what observations are normalised by, and rows of steps and returns of episodes."""
    vector = gymnasium.make_vec(f"corten/{task}", num_envs=num_envs, autoreset_mode="SameStep")
    envs = VecNormalize(VecMonitor(StableBaselinesEnv(vector)), gamma=0.99)
    ppo = PPO(
        "MlpPolicy",
        envs,
        n_steps=64,
        batch_size=min(1024, 64 * num_envs),
        n_epochs=5,
        learning_rate=lambda left: 3e-4 * left,
        clip_range=0.2,
        seed=seed,
        device="cpu",
        policy_kwargs={"net_arch": [128, 128], "log_std_init": -1.0, "activation_fn": torch.nn.Tanh},
    )
    with Progress() as progress:
        curve = Curve(progress, steps)
        ppo.learn(steps, callback=curve)
    return ppo, envs, np.array(curve.episodes).reshape(-1, 2)


def draw(path: Path, task: str, episodes: np.ndarray) -> None:
    """Draw returns of episodes over steps, each as a point, with their mean over a hundred."""
    figure, axes = plt.subplots(figsize=(6, 3.5), layout="constrained")
    axes.plot(*episodes.T, ".", markersize=1, alpha=0.3, color="tab:gray")
    width = min(100, len(episodes))
    if width:
        mean = np.convolve(episodes[:, 1], np.full(width, 1 / width), "valid")
        axes.plot(episodes[width - 1 :, 0], mean, color="tab:blue", label=f"mean of {width} episodes")
        axes.legend()
    axes.set(xlabel="steps of environments", ylabel="return of an episode", title=f"PPO, corten/{task}")
    figure.savefig(path, dpi=120)
    plt.close(figure)


def film(folder: Path, task: str, ppo: PPO, envs: VecNormalize, longest: int) -> float:
    """Film an episode with the best action in each step; return what it was worth."""
    env = gymnasium.make(f"corten/{task}", render_mode="rgb_array", width=320, height=240)
    env = gymnasium.wrappers.TimeLimit(env, longest)
    env = gymnasium.wrappers.RecordVideo(env, str(folder / "film"), disable_logger=True)
    observation, _ = env.reset(seed=1)
    worth, ended = 0.0, False
    while not ended:
        action, _ = ppo.predict(envs.normalize_obs(observation), deterministic=True)
        observation, reward, terminated, truncated, _ = env.step(action)
        worth, ended = worth + float(reward), terminated or truncated
    env.close()
    return worth


def main() -> None:
    """Train, draw and film."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--task", choices=[*corten.envs.TASKS], default="Ant-v5")
    parser.add_argument("--steps", type=int, default=2_000_000)
    parser.add_argument("--envs", type=int, default=64)
    parser.add_argument("--film", type=int, default=150, help="steps of an episode that are filmed")
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()

    plt.switch_backend("Agg")
    # small networks: threads of torch would wait for each other longer than they compute
    torch.set_num_threads(1)
    folder = Path(f"ppo_{chosen.task}")
    folder.mkdir(exist_ok=True)
    ppo, envs, episodes = train(chosen.task, chosen.steps, chosen.envs, chosen.seed)
    ppo.save(folder / "policy.zip")
    np.savetxt(folder / "episodes.txt", episodes)
    draw(folder / "curve.png", chosen.task, episodes)
    worth = film(folder, chosen.task, ppo, envs, chosen.film)
    last = f"the last 100 of {len(episodes)} episodes were worth {np.mean(episodes[-100:, 1]):.0f}; " * bool(
        len(episodes)
    )
    print(f"{last}the one that was filmed {worth:.0f}; see {folder}")


if __name__ == "__main__":
    main()
