"""The program of docs/tutorial_training.md, written for MuJoCo; films need OpenGL."""

import mujoco
import numpy as np
from PIL import Image

from corten import models

model = mujoco.MjModel.from_xml_path(str(models.path("cartpole")))
pairs, steps, rng = 32, 200, np.random.default_rng(0)
carts = [mujoco.MjModel.from_xml_path(str(models.path("cartpole"))) for _ in range(2 * pairs)]
states = [mujoco.MjData(cart) for cart in carts]


def episode(policies):
    """Return the reward of each linear policy (n, nu, nq + nv): a pole that stays up, from a random lean."""
    lean = np.tile(rng.uniform(-0.2, 0.2, pairs), 2)
    for i, (cart, data) in enumerate(zip(carts, states, strict=True)):
        cart.body_mass[:] = model.body_mass * rng.uniform(0.7, 1.3, model.nbody)
        cart.dof_damping[:] = model.dof_damping * rng.uniform(0.5, 2.0, model.nv)
        mujoco.mj_setConst(cart, data)
        mujoco.mj_resetData(cart, data)
        data.qpos[1] = lean[i]
    reward = np.zeros(len(carts))
    for _ in range(steps):
        for i, (cart, data) in enumerate(zip(carts, states, strict=True)):
            observed = np.hstack((data.qpos, data.qvel))
            data.ctrl[:] = np.clip(policies[i] @ observed, -1, 1)
            mujoco.mj_step(cart, data, nstep=2)
            reward[i] += np.cos(data.qpos[1]) - 0.1 * data.qpos[0] ** 2
    return reward / steps


policy = np.zeros((model.nu, model.nq + model.nv))
for generation in range(30):
    noise = rng.normal(size=(pairs, *policy.shape))
    rewards = episode(policy + np.vstack((noise, -noise)))
    better = rewards[:pairs] - rewards[pairs:]
    policy += 2.0 * np.tensordot(better, noise, axes=1) / (pairs * (rewards.std() + 1e-9))
    if generation % 10 == 9:
        print(f"generation {generation + 1}: mean reward {rewards.mean():.3f}")

final = episode(np.broadcast_to(policy, (len(carts), *policy.shape)))
print(f"on {len(carts)} carts with other masses and dampings: {final.mean():.3f}, the worst {final.min():.3f}")
assert final.min() > 0.9

data, frames = mujoco.MjData(model), []
mujoco.mj_resetDataKeyframe(model, data, model.key("tilted").id)
with mujoco.Renderer(model, height=120, width=160) as renderer:
    while data.time < 1.0:
        data.ctrl[:] = np.clip(policy @ np.hstack((data.qpos, data.qvel)), -1, 1)
        mujoco.mj_step(model, data, nstep=8)
        renderer.update_scene(data)
        frames.append(Image.fromarray(renderer.render()))
frames[0].save("balance.gif", save_all=True, append_images=frames[1:], duration=40, loop=0)
