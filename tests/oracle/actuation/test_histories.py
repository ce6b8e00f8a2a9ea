"""Delays of controls and sensors against MuJoCo: histories, interpolation, intervals, and questions about them."""

import numpy as np
import pytest

import corten
from corten.enums import Integrator
from support import oracle, tolerance
from support.isolated import compare
from support.servo_scenes import servo_scene

ORDERS = ("zoh", "linear", "cubic")
INTEGRATORS = [Integrator.EULER, Integrator.RK4, Integrator.IMPLICITFAST, Integrator.DISCRETE]

ACTUATORS = """
<motor joint="h" nsample="6" delay=".0073" interp="{0}"/>
<pid joint="sl" kp="5" nsample="4" delay=".004" interp="{0}"/>
<general joint="h" dyntype="filter" dynprm=".1" delay=".011" nsample="5" interp="{0}"/>
<damper joint="h" kv="1" ctrlrange="0 2" nsample="3" delay=".005" interp="{0}"/>
<muscle tendon="t" lengthrange="-1 1" nsample="1" delay=".02" interp="{0}"/>
<orientation joint="ball" input="quat" kp="2" nsample="2" delay=".002" interp="{0}"/>
<motor joint="sl" nsample="3"/>
"""
SENSORS = """
<jointpos joint="h" nsample="5" delay=".0071" interp="{0}"/>
<gyro site="s2" nsample="4" interval=".005"/>
<accelerometer site="s2" nsample="6" interval=".0063 -.003" delay=".01" interp="{0}"/>
<framequat objtype="site" objname="s2" nsample="3"/>
<force site="s2" nsample="5" delay=".002" interp="{0}"/>
<jointvel joint="h" interval=".0051 -.002" nsample="1"/>
<clock nsample="7" delay=".003" interp="{0}"/>
<jointvel joint="sl" cutoff=".1" nsample="2" delay=".002"/>
"""


def delayed(order: str) -> str:
    """Return a scene with delays, read with this order of interpolation."""
    return servo_scene(actuators=ACTUATORS.format(order), sensors=SENSORS.format(order))


def drive(mjm, mjd, model, data, nstep=30) -> None:
    """Step both engines with controls that change in every step."""
    rng = np.random.default_rng(0)
    mjd.qvel[:] = data.qvel[:] = rng.normal(size=mjm.nv)
    for _ in range(nstep):
        mjd.ctrl[:] = data.ctrl[:] = rng.normal(size=mjm.nu)
        oracle.step(mjm, mjd)
        corten.step(model, data)


@pytest.mark.parametrize("integrator", INTEGRATORS, ids=lambda integrator: integrator.name)
@pytest.mark.parametrize("order", ORDERS)
def test_steps(order, integrator):
    """Agree with MuJoCo on histories, readings and motion after thirty steps."""
    mjm, mjd, model, data = oracle.load_both(delayed(order))
    mjm.opt.integrator = model.opt_integrator = integrator
    compare("history", data.history, mjd.history)
    drive(mjm, mjd, model, data)
    for name in "history sensordata qpos qvel act".split():
        compare(name, getattr(data, name), getattr(mjd, name), tolerance.TRAJECTORY)


def test_compiled():
    """Agree with MuJoCo on where histories stand and what they are."""
    mjm, _, _, _ = oracle.load_both(delayed("cubic"))
    model = oracle.compiled(delayed("cubic"))
    assert model.nhistory == mjm.nhistory
    for name in "actuator_history actuator_historyadr actuator_delay sensor_history sensor_historyadr".split():
        assert np.array_equal(getattr(model, name), getattr(mjm, name).reshape(getattr(model, name).shape))
    assert np.array_equal(model.sensor_delay, mjm.sensor_delay)
    assert np.array_equal(model.sensor_interval, mjm.sensor_interval)


@pytest.mark.parametrize("order", range(3))
def test_questions(order):
    """Read controls and sensors at any time as MuJoCo does, before, between, at and after samples."""
    mjm, mjd, model, data = oracle.load_both(delayed("zoh"))
    drive(mjm, mjd, model, data)
    for time in (-1.0, data.time - 0.0053, data.time - 0.002, data.time - 0.001, data.time, 5.0):
        for k in range(model.nactuator):
            result = np.zeros(model.actuator_ctrlnum[k])
            theirs = oracle.call("mj_readCtrl", mjm, mjd, k, time, result, order)
            compare("control", corten.read_ctrl(model, data, k, time, order), theirs, tolerance.STEP)
        for s in range(model.nsensor):
            result = np.zeros(model.sensor_dim[s])
            theirs = oracle.call("mj_readSensor", mjm, mjd, s, time, result, order)
            compare("reading", corten.read_sensor(model, data, s, time, order), theirs, tolerance.STEP)


def test_initial_histories():
    """Set histories as MuJoCo does, with the times they have and with others, and go on alike."""
    mjm, mjd, model, data = oracle.load_both(delayed("linear"))
    rng = np.random.default_rng(0)
    for times in (None, -0.003 * np.arange(4, 0, -1)):
        values = rng.normal(size=(4, 2))
        oracle.call("mj_initCtrlHistory", mjm, mjd, 1, times, values)
        corten.init_ctrl_history(model, data, 1, times, values)
        readings = rng.normal(size=(4, 3))
        oracle.call("mj_initSensorHistory", mjm, mjd, 1, times, readings, -0.004)
        corten.init_sensor_history(model, data, 1, times, readings, -0.004)
        compare("history", data.history, mjd.history)
    drive(mjm, mjd, model, data, 5)
    compare("history", data.history, mjd.history, tolerance.STEP)


def test_state_holds_histories():
    """Go on as before from a state that was saved and set again, and from a copy."""
    model = corten.load_model_from_string(delayed("cubic"))
    data = corten.Data(model)
    data.ctrl[:] = 0.3
    corten.step(model, data, 7)
    state, twin, other = corten.get_state(model, data), data.copy(), corten.Data(model)
    corten.set_state(model, other, state)
    other.ctrl[:] = data.ctrl
    for each in (data, twin, other):
        corten.step(model, each, 9)
    assert np.array_equal(data.qpos, twin.qpos) and np.array_equal(data.history, twin.history)
    assert np.array_equal(data.qpos, other.qpos) and np.array_equal(data.history, other.history)


@pytest.mark.parametrize(
    ("actuator", "sensor", "message"),
    [
        ('<motor joint="h" delay="1"/>', "", "nsample"),
        ('<motor joint="h" nsample="-1"/>', "", "negative"),
        ('<motor joint="h" nsample="20000000"/>', "", "at most"),
        ('<dcmotor joint="h" motorconst="1" resistance="1" input="none" nsample="2"/>', "", "no control"),
        ("", '<jointpos joint="h" delay="-1" nsample="1"/>', "negative"),
        ("", '<jointpos joint="h" interval="-1" nsample="1"/>', "negative"),
    ],
)
def test_refused(actuator, sensor, message):
    """Refuse histories that cannot be, with what is wrong."""
    with pytest.raises(corten.ModelError, match=message):
        corten.load_model_from_string(servo_scene(actuators=actuator, sensors=sensor))


def test_wrong_questions():
    """Refuse histories of what has none, and numbers that do not fit."""
    model = corten.load_model_from_string(servo_scene(actuators='<motor joint="h"/><motor joint="h" nsample="2"/>'))
    data = corten.Data(model)
    with pytest.raises(IndexError, match="does not exist"):
        corten.read_ctrl(model, data, 2, 0.0)
    with pytest.raises(ValueError, match="no history"):
        corten.init_ctrl_history(model, data, 0, None, [1.0])
    with pytest.raises(ValueError, match="2 samples"):
        corten.init_ctrl_history(model, data, 1, None, [1.0])
    with pytest.raises(ValueError, match="grow"):
        corten.init_ctrl_history(model, data, 1, [0.0, 0.0], [1.0, 2.0])


ASLEEP = """
<mujoco><option timestep=".002"><flag sleep="enable"/></option>
<worldbody><geom type="plane" size="5 5 .1"/>
  <body pos="0 0 .11"><freejoint/><geom type="box" size=".1 .1 .1"/><site name="s"/></body>
  <body pos="3 0 2"><joint axis="0 1 0"/><geom type="capsule" size=".04" fromto="0 0 0 .2 0 0"/></body>
</worldbody><sensor>{}</sensor></mujoco>
"""
RECORDED = ("", 'delay=".006" nsample="6"', 'nsample="6"', 'interval=".01" nsample="6" interp="linear"')
WATCHES = ('accelerometer site="s"', 'framelinvel objtype="site" objname="s"', 'framepos objtype="site" objname="s"')


def test_recorded_readings_arrive_during_sleep():
    """Let delayed readings of a body go on arriving after it has fallen asleep, and be read again without a delay."""
    sensors = "".join(f"<{watch} {words}/>" for watch in WATCHES for words in RECORDED)
    mjm, mjd, model, data = oracle.load_both(ASLEEP.format(sensors))
    asleep = 0
    while asleep < 30 and data.time < 2.0:
        oracle.step(mjm, mjd)
        corten.step(model, data)
        asleep += int(data.tree_asleep[0] >= 0)
        compare("sensordata", data.sensordata, mjd.sensordata, tolerance.TRAJECTORY)
        compare("history", data.history, mjd.history, tolerance.TRAJECTORY)
    assert asleep == 30


def test_an_interval_without_a_history_has_no_effect():
    """Read an interval that MuJoCo passes over, compute the sensor in each step, and say so."""
    xml = servo_scene(sensors='<jointvel joint="h" interval=".01"/>')
    with pytest.warns(corten.ModelWarning, match="<jointvel>: interval has no effect without a history"):
        model = corten.load_model_from_string(xml)
    mjm, mjd, _, _ = oracle.load_both(xml)
    data = corten.Data(model)
    drive(mjm, mjd, model, data, nstep=7)
    compare("sensordata", data.sensordata, mjd.sensordata, tolerance.TRAJECTORY)
