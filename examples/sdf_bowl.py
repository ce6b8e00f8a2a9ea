"""A bowl that is a function of points catches three solids; a ring of samples falls over a peg beside it."""

import numpy as np

import corten

# [m]
RADIUS, THICKNESS, CELL = 0.4, 0.04, 0.02

XML = """
<mujoco>
  <worldbody>
    <geom type="plane" size="3 3 1"/>
    <geom name="bowl" type="sdf" pos="0 0 .42"/>
    <body name="ball" pos=".2 0 .6"><freejoint/><geom size=".06"/></body>
    <body name="brick" pos="-.15 .1 .7"><freejoint/><geom type="box" size=".05 .04 .03"/></body>
    <body name="can" pos="0 -.2 .7"><freejoint/><geom type="cylinder" size=".04 .05"/></body>
    <geom type="capsule" fromto="1 0 0 1 0 .4" size=".08"/>
    <body name="ring" pos="1.03 0 .6"><freejoint/>
      <geom name="ring" type="sdf"/><inertial pos="0 0 0" mass=".5" diaginertia=".005 .005 .01"/>
    </body>
  </worldbody>
</mujoco>
"""


def bowl(points: np.ndarray) -> np.ndarray:
    """Return the signed distance to the lower half of a hollow ball."""
    shell = np.abs(np.linalg.norm(points, axis=1) - RADIUS) - THICKNESS / 2
    return np.maximum(shell, points[:, 2])


def ring(points: np.ndarray) -> np.ndarray:
    """Return the signed distance to a torus around z."""
    return np.hypot(np.linalg.norm(points[:, :2], axis=1) - 0.16, points[:, 2]) - 0.04


def main() -> None:
    """Give two geoms their shapes, let everything fall, and print where it ends."""
    model = corten.load_model_from_string(XML)
    side = RADIUS + THICKNESS
    model.set_geom_sdf("bowl", corten.SdfGrid.from_function(bowl, [-side] * 3, [side, side, 0.06], CELL))
    model.set_geom_sdf("ring", corten.SdfGrid.from_function(ring, [-0.24, -0.24, -0.08], [0.24, 0.24, 0.08], CELL))
    data = model.make_data()
    corten.step(model, data, nstep=2000)
    print(f"after {data.time:g} s, with {data.ncon} contacts:")
    for name in ("ball", "brick", "can", "ring"):
        x, y, z = data.body(name).xpos
        print(f"{name:6s} at {x:+.3f} {y:+.3f} {z:+.3f} m")
    height, _ = corten.ray(model, data, [0.1, 0.1, 2.0], [0.0, 0.0, -1.0])
    print(f"a ray from 2 m down into the bowl ends after {height:.4f} m")


if __name__ == "__main__":
    main()
