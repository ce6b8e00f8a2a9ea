"""An elbow lifts a weight with a Hill muscle; the curves of the muscle and the motion are drawn to hill_muscles.png.

Drawing needs matplotlib (`pip install corten[plot]`); without it the numbers alone are printed.
"""

import importlib.util
from pathlib import Path

import numpy as np

import corten
from corten.stages.actuation.hill import active_force, passive_force, tendon_force, velocity_force

PICTURE = Path("hill_muscles.png")
SECONDS, ON, OFF = 1.2, 0.1, 0.6

ELBOW = """
<mujoco model="elbow">
  <option timestep="0.002" integrator="implicitfast"/>
  <default><geom contype="0" conaffinity="0"/></default>
  <worldbody>
    <body name="upper arm" pos="0 0 1">
      <geom type="capsule" fromto="0 0 0 0 0 -.3" size=".03"/>
      <site name="origin" pos=".03 0 .06"/>
      <body name="forearm" pos="0 0 -.3">
        <joint name="elbow" axis="0 -1 0" range="0 140" damping=".2"/>
        <geom type="capsule" fromto="0 0 0 0 0 -.25" size=".025" mass="1.2"/>
        <geom type="sphere" pos="0 0 -.28" size=".04" mass="2"/>
        <site name="insertion" pos=".025 0 -.04"/>
      </body>
    </body>
  </worldbody>
  <tendon><spatial name="path"><site site="origin"/><site site="insertion"/></spatial></tendon>
  <actuator><muscle name="biceps" tendon="path" ctrlrange="0 1" lengthrange=".25 .45"/></actuator>
  <custom><text name="corten.actuator.biceps.muscle" data="hill biceps"/></custom>
</mujoco>
"""


def lift() -> dict[str, np.ndarray]:
    """Return time [s], excitation, elbow angle [degrees], activation, fibre length, tendon strain, and force [N]."""
    model = corten.load_model_from_string(ELBOW)
    data = model.make_data()
    rows = []
    for _ in range(round(SECONDS / model.opt.timestep)):
        data.ctrl[0] = 0.6 if ON <= data.time < OFF else 0.05
        corten.step(model, data)
        strain = data.hill_tendon[0] / model.hill_lslack[0] - 1
        muscle = data.act[1], data.hill_length[0], strain, -data.actuator_force[0]
        rows.append((data.time, data.ctrl[0], np.degrees(data.qpos[0]), *muscle))
    names = ("time", "excitation", "angle", "activation", "fibre", "strain", "force")
    return dict(zip(names, np.array(rows).T, strict=True))


def draw(motion: dict[str, np.ndarray]) -> None:
    """Draw the curves in the first row and the motion in the second."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(11, 6), layout="constrained")
    (lengths, velocities, tendons), (drive, parts, joint) = figure.subplots(2, 3)

    x = np.linspace(0.3, 1.8, 301)
    active = np.array([active_force(value)[0] for value in x])
    passive = np.array([passive_force(value, 0.6)[0] for value in x])
    for share in (1.0, 0.5, 0.0):
        lengths.plot(x, share * active + passive, label=f"activation {share:g}")
    lengths.set(
        title="force by length, at rest", xlabel="fibre length / optimal", ylabel="force / maximal", ylim=(0, 2)
    )

    x = np.linspace(-1.1, 1.0, 301)
    velocities.plot(x, [velocity_force(value)[0] for value in x], label="active")
    velocities.plot(x, [velocity_force(value)[0] + 0.1 * value for value in x], "--", label="with damping 0.1")
    velocities.set(
        title="force by velocity, at optimal length", xlabel="fibre velocity / vmax", ylabel="force / maximal"
    )

    x = np.linspace(-0.01, 0.06, 301)
    for strain, name in ((0.033, "biceps"), (0.049, "leg muscles")):
        tendons.plot(100 * x, [tendon_force(value, strain)[0] for value in x], label=name)
    tendons.set(title="tendon", xlabel="strain [%]", ylabel="force / maximal", ylim=(-0.1, 1.6))

    drive.plot(motion["time"], motion["excitation"], "--", label="excitation")
    drive.plot(motion["time"], motion["activation"], label="activation")
    drive.set(title="activation", xlabel="time [s]", ylim=(0, 1))
    parts.plot(motion["time"], motion["fibre"], label="fibre length / optimal")
    parts.plot(motion["time"], 10 * motion["strain"], label="10 × tendon strain")
    parts.set(title="fibres and tendon", xlabel="time [s]", ylim=(0, 1.5))
    joint.plot(motion["time"], motion["angle"], label="elbow [degrees]")
    joint.plot(motion["time"], motion["force"] / 10, label="muscle force [10 N]")
    joint.set(title="motion", xlabel="time [s]")
    for axes in figure.axes:
        axes.grid(alpha=0.3)
        axes.legend(fontsize=8)
    figure.savefig(PICTURE, dpi=80)


def main() -> None:
    """Lift, say how it went, and draw."""
    motion = lift()
    top = np.argmax(motion["angle"])
    print(f"the elbow bends to {motion['angle'][top]:.0f} degrees at {motion['time'][top]:.2f} s")
    print(
        f"largest muscle force {motion['force'].max():.0f} N, tendon strain up to {100 * motion['strain'].max():.1f} %"
    )
    print(f"fibres between {motion['fibre'].min():.2f} and {motion['fibre'].max():.2f} of their optimal length")
    if importlib.util.find_spec("matplotlib") is None:
        print("no picture: matplotlib is missing (pip install corten[plot])")
    else:
        draw(motion)
        print(f"curves and motion are in {PICTURE}")


if __name__ == "__main__":
    main()
