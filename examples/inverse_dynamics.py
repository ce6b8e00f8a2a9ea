"""Compute the torques that move an arm along a path, play them back, and see how far it strays from the path."""

import numpy as np

import corten

DURATION = 2.0

ARM = """
<mujoco>
  <option timestep="0.001" integrator="RK4"/>
  <default>
    <joint axis="0 1 0" damping="0.2" armature="0.01"/>
    <geom type="capsule" size="0.04" contype="0" conaffinity="0"/>
  </default>
  <worldbody>
    <body name="upper">
      <joint name="shoulder"/>
      <geom fromto="0 0 0 0 0 -0.4"/>
      <body name="lower" pos="0 0 -0.4">
        <joint name="elbow"/>
        <geom fromto="0 0 0 0 0 -0.3"/>
      </body>
    </body>
  </worldbody>
  <actuator>
    <motor joint="shoulder"/>
    <motor joint="elbow"/>
  </actuator>
</mujoco>
"""


def path(time: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return position, velocity and acceleration of both joints: they swing up and come back to rest."""
    reach, rate = np.array([1.2, -0.8]), 2 * np.pi / DURATION
    phase = rate * time
    return reach * (1 - np.cos(phase)) / 2, reach * rate * np.sin(phase) / 2, reach * rate**2 * np.cos(phase) / 2


def main() -> None:
    """Follow the path with the torques of inverse dynamics alone."""
    model = corten.load_model_from_string(ARM)
    plant, twin = model.make_data(), model.make_data()
    furthest = 0.0
    for _ in range(round(DURATION / model.opt.timestep)):
        # the twin is put where the arm should be in the middle of the step; the motors get the torques that it needs
        twin.qpos, twin.qvel, twin.qacc = path(plant.time + model.opt.timestep / 2)
        corten.inverse(model, twin)
        plant.ctrl = twin.qfrc_inverse
        corten.step(model, plant)
        furthest = max(furthest, float(np.abs(plant.qpos - path(plant.time)[0]).max()))
    print(f"{plant.time:.1f} s along the path; never further than {furthest:.1e} rad from it")


if __name__ == "__main__":
    main()
