"""Sensors of frames, joints, tendons, actuators, limits, momentum, energy and time against the oracle."""

import warnings

import numpy as np
import pytest

import corten
from support import oracle
from support.tolerance import SENSOR

KINDS = "body xbody geom site camera".split()
NAMES = {"body": "upper", "xbody": "lower", "geom": "tip", "site": "imu", "camera": "eye"}
FRAME = "framepos framequat framexaxis frameyaxis framezaxis framelinvel frameangvel framelinacc frameangacc".split()


def frame_sensors():
    """Every frame sensor on every kind of object, alone and seen from every kind of reference."""
    for kind in FRAME:
        for name in KINDS:
            yield f'<{kind} objtype="{name}" objname="{NAMES[name]}"/>'
            if not kind.endswith("acc"):
                for reference in KINDS:
                    yield (
                        f'<{kind} objtype="{name}" objname="{NAMES[name]}" '
                        f'reftype="{reference}" refname="{NAMES[reference]}"/>'
                    )


BODY_SENSORS = """
<accelerometer site="imu"/><velocimeter site="imu"/><gyro site="imu"/><magnetometer site="imu"/>
<force site="imu"/><torque site="imu"/><force site="base"/><accelerometer site="base"/><gyro site="base"/>
<jointpos joint="shoulder"/><jointvel joint="shoulder"/><jointactuatorfrc joint="shoulder"/>
<jointlimitpos joint="shoulder"/><jointlimitvel joint="shoulder"/><jointlimitfrc joint="shoulder"/>
<jointlimitpos joint="elbow"/><jointlimitfrc joint="elbow"/>
<ballquat joint="wrist"/><ballangvel joint="wrist"/>
<actuatorpos actuator="motor"/><actuatorvel actuator="motor"/><actuatorfrc actuator="motor" cutoff="0.1"/>
<subtreecom body="upper"/><subtreelinvel body="upper"/><subtreeangmom body="upper"/>
<e_potential/><e_kinetic/><clock/>
<camprojection site="imu" camera="eye"/>
<insidesite objtype="geom" objname="tip" site="zone"/><insidesite objtype="body" objname="upper" site="zone"/>
"""
MODEL = """
<mujoco>
  <worldbody>
    <site name="base" pos="0 0 .2"/>
    <site name="zone" type="ellipsoid" size="1 1 2"/>
    <camera name="eye" pos="0 -3 1" xyaxes="1 0 0 0 0 1" resolution="320 240"/>
    <body name="upper" pos="0 0 1" euler="10 20 30">
      <joint name="shoulder" axis="0 1 0" range="-5 5" damping=".1"/>
      <geom type="capsule" fromto="0 0 0 .4 0 0" size=".04"/>
      <body name="lower" pos=".4 0 0"><joint name="elbow" axis="1 1 0" range="-170 170"/>
        <geom type="box" size=".1 .05 .03" pos=".1 0 0" euler="0 30 0"/>
        <site name="imu" pos=".1 .02 0" euler="40 0 10"/>
        <body pos=".3 0 0"><joint name="wrist" type="ball"/>
          <geom name="tip" type="ellipsoid" size=".1 .05 .04" pos="0 .1 0"/></body>
      </body>
    </body>
    <body pos="1 1 1"><freejoint/><geom size=".1"/><camera pos=".1 0 0"/></body>
  </worldbody>
  <actuator><motor name="motor" joint="shoulder" gear="2"/></actuator>
  <sensor>{sensors}</sensor>
</mujoco>
"""


def load(sensors):
    """Return the model in both engines."""
    xml = MODEL.format(sensors=sensors)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = corten.load_model_from_string(xml)
    mjm = oracle.load_mujoco(xml)
    return mjm, oracle.make_data(mjm), model, model.make_data()


@pytest.mark.parametrize("sensors", ["".join(frame_sensors()), BODY_SENSORS], ids=["frames", "bodies"])
@pytest.mark.parametrize("seed", range(4))
def test_readings(sensors, seed):
    """Read what MuJoCo reads after forward dynamics."""
    mjm, mjd, model, data = load(sensors)
    oracle.random_state(mjm, mjd, np.random.default_rng(seed))
    oracle.copy_state(mjd, data)
    data.time = mjd.time = 0.25
    oracle.forward(mjm, mjd)
    corten.forward(model, data)
    assert model.nsensor == mjm.nsensor > 0
    for i in range(mjm.nsensor):
        span = slice(mjm.sensor_adr[i], mjm.sensor_adr[i] + mjm.sensor_dim[i])
        reference = mjd.sensordata[span]
        bound = SENSOR * (1 + np.abs(reference).max())
        name = corten.SensorType(mjm.sensor_type[i]).name
        np.testing.assert_allclose(data.sensordata[span], reference, rtol=0, atol=bound, err_msg=f"{i} {name}")


def test_disabled_sensors_keep_their_readings():
    """Leave the readings alone when sensors are switched off."""
    _, _, model, data = load(BODY_SENSORS)
    model.opt.disableflags |= corten.DisableBit.SENSOR
    data.sensordata[:] = 7.0
    corten.forward(model, data)
    assert (data.sensordata == 7.0).all()
