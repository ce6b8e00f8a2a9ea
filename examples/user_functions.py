"""Move a joint with a hydraulic cylinder that users wrote themselves, and feed it from a noisy sensor of their own."""

import numpy as np

import corten
from corten.math.scalar import clamp
from corten.runtime import sqrt

XML = """
<mujoco>
  <option timestep="0.001" integrator="implicitfast"/>
  <worldbody>
    <body name="boom">
      <joint name="pivot" axis="0 -1 0" damping="2"/>
      <geom type="capsule" fromto="0 0 0 1 0 0" size="0.05" mass="8"/>
      <site name="tip" pos="1 0 0"/>
    </body>
  </worldbody>
  <actuator>
    <general name="cylinder" joint="pivot" dyntype="user" gaintype="fixed" biastype="user" actdim="1"
             gainprm="250" dynprm="4" biasprm="30" ctrlrange="-1 1" actlimited="true" actrange="-1 1"/>
  </actuator>
  <sensor>
    <user name="height" objtype="site" objname="tip" dim="2" needstage="vel" noise="0.005"/>
  </sensor>
  <custom>
    <text name="corten.actuator.cylinder.dynamics" data="valve"/>
    <text name="corten.actuator.cylinder.bias" data="seal_friction"/>
    <text name="corten.sensor.height.function" data="height_and_speed"/>
    <numeric name="corten.sensor_noise" data="1"/>
    <numeric name="corten.sensor_noise_seed" data="7"/>
  </custom>
</mujoco>
"""


@corten.register("dynamics")
def valve(m, d, i):
    """Pressure of a cylinder whose valve lets through less the smaller the difference of pressures is."""
    pressure = d.act[m.actuator_actadr[i]]
    opening = clamp(d.ctrl[m.actuator_ctrladr[i]], -1.0, 1.0)
    drop = 1.0 - pressure if opening > 0.0 else 1.0 + pressure
    return m.actuator_dynprm[i, 0] * opening * sqrt(max(drop, 0.0))


@corten.register("bias")
def seal_friction(m, d, i):
    """Friction of a seal: against the velocity, and hardly growing with it."""
    velocity = d.actuator_velocity[m.actuator_outadr[i]]
    return -m.actuator_biasprm[i, 0] * velocity / (abs(velocity) + 0.05)


@corten.register("sensor")
def height_and_speed(m, d, i):
    """Height of a site [m], and the rate of the joint that lifts it [rad/s]."""
    first = m.sensor_adr[i]
    d.sensordata[first] = d.site_xpos[m.sensor_objid[i], 2]
    d.sensordata[first + 1] = d.qvel[0]


def main() -> None:
    """Lift the boom to a height that a controller sees through noise."""
    model = corten.load_model_from_string(XML)
    data = model.make_data()
    errors = []
    for step in range(4000):
        corten.step(model, data)
        height, rate = data.sensor("height").data
        data.ctrl[0] = 3.0 * (0.5 - height) - 1.5 * rate - 0.5 * data.act[0]
        errors.append(height - data.site("tip").xpos[2])
        if step % 500 == 499:
            true, force = data.site("tip").xpos[2], data.actuator("cylinder").force[0]
            print(f"{data.time:.1f} s: tip at {true:.3f} m, seen at {height:.3f} m, torque {force:+.1f} N m")
    print(f"deviation of the readings {np.std(errors):.4f} m")


if __name__ == "__main__":
    main()
