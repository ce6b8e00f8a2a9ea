"""The program of docs/tutorial_leg.md, written for MuJoCo.

It has muscles of its own, whose tendons do not stretch; with these the leg gives way instead of jumping.
"""

import mujoco
import mujoco.rollout
import numpy as np

from corten import models

model = mujoco.MjModel.from_xml_path(str(models.path("leg")))
data = mujoco.MjData(model)
mujoco.mj_resetDataKeyframe(model, data, model.key("crouch").id)
full = mujoco.mjtState.mjSTATE_FULLPHYSICS
start = np.zeros(mujoco.mj_stateSize(model, full))
mujoco.mj_getState(model, data, start, full)
horizon, knots, rng = 300, 3, np.random.default_rng(0)


def jump(excitations):
    """Return the height [m] that the trunk reaches above standing, of each way (n, knots, nu) to excite the muscles."""
    controls = np.repeat(excitations, horizon // knots, axis=1)
    first = np.tile(start, (len(controls), 1))
    states, _ = mujoco.rollout.rollout(model, data, first, controls)
    return states[:, :, 1].max(axis=1), states


mean, spread = np.full((knots, model.nu), 0.5), np.full((knots, model.nu), 0.4)
for generation in range(8):
    tried = np.clip(mean + spread * rng.normal(size=(48, knots, model.nu)), 0, 1)
    height, _ = jump(tried)
    best = tried[np.argsort(height)[-8:]]
    mean, spread = best.mean(axis=0), best.std(axis=0) + 0.02
    print(f"generation {generation + 1}: {height.max():.3f} m")

height, states = jump(np.array([mean]))
names = [model.actuator(i).name for i in range(model.nu)]
print(
    f"the leg jumps {height[0]:.2f} m high with", dict(zip(names, mean[0].round(2).tolist(), strict=True)), "at first"
)
