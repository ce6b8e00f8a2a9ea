"""Find masses and damping of an arm from a recording of its motion (system identification).

Every environment of a batch has numbers of its own. One rollout of it gives the slope of the error along each of them,
the next tries steps of several lengths at once (Levenberg and Marquardt).
"""

import numpy as np

import corten

ROUNDS, STEPS = 12, 300

# steps that are tried at once are damped as much as this, and slopes are differences over as much as that
DAMPING, SMALL = 10.0 ** np.arange(-6, 2), 1e-5

ARM = """
<mujoco>
  <option timestep="0.005"/>
  <worldbody>
    <body name="upper">
      <joint name="shoulder" axis="0 1 0" damping="0.05"/>
      <geom type="capsule" fromto="0 0 0 0 0 -0.4" size="0.02" mass="1"/>
      <body name="lower" pos="0 0 -0.4">
        <joint name="elbow" axis="0 1 0" damping="0.05"/>
        <geom type="capsule" fromto="0 0 0 0 0 -0.4" size="0.02" mass="1"/>
      </body>
    </body>
  </worldbody>
  <actuator><motor joint="shoulder"/></actuator>
</mujoco>
"""

# what is to be found: factors for mass and inertia of both links, and for the damping of both joints
TRUE = np.array([1.3, 0.6, 2.0, 0.5])


def apply(batch: corten.BatchSim, factors: np.ndarray) -> None:
    """Give each environment the numbers that its row of factors stands for."""
    model = batch.model
    batch.body_mass[:, 1:] = model.body_mass[1:] * factors[:, :2]
    batch.body_inertia[:, 1:] = model.body_inertia[1:] * factors[:, :2, None]
    batch.dof_damping[:] = model.dof_damping * factors[:, 2:]


def record(batch: corten.BatchSim, factors: np.ndarray) -> np.ndarray:
    """Return the angles of the joints over time (STEPS, n, 2) [rad] while the shoulder is driven back and forth."""
    batch.reset_all()
    apply(batch, factors)
    seen = []
    for step in range(STEPS):
        batch.ctrl[:] = np.sin(0.03 * step)
        batch.step_all()
        seen.append(batch.qpos.copy())
    return np.array(seen)


def main() -> None:
    """Record the true arm, and find its numbers from the recording."""
    model = corten.load_model_from_string(ARM)
    batch = corten.BatchSim(model, len(DAMPING))
    batch.vary("body_mass", "body_inertia", "dof_damping")
    recording = record(batch, np.tile(TRUE, (len(DAMPING), 1)))[:, :1]

    found = np.ones(4)
    for number in range(ROUNDS):
        # the first environments have one number each that is a little larger, the others none
        factors = found + SMALL * np.eye(len(DAMPING), 4)
        seen = record(batch, factors).transpose(1, 0, 2).reshape(len(DAMPING), -1)
        slopes, error = (seen[:4] - seen[4]).T / SMALL, recording.ravel() - seen[4]

        # more damping makes steps shorter
        curvature, descent = slopes.T @ slopes, slopes.T @ error
        steps = [np.linalg.solve(curvature + damping * np.diag(np.diag(curvature)), descent) for damping in DAMPING]
        tried = np.maximum(found + steps, 0.05)
        errors = np.square(record(batch, tried) - recording).mean(axis=(0, 2))
        found = tried[np.argmin(errors)]
        print(f"round {number + 1:2d}: {np.sqrt(errors.min()):.1e} rad off, factors {np.round(found, 4)}")
        if errors.min() < 1e-16:
            break
    print(f"true factors {TRUE}, found {np.round(found, 6)}")


if __name__ == "__main__":
    main()
