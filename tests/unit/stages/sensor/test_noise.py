"""Noise of sensors: off unless asked for, distributed as promised, and a function of seed, step and place alone."""

import pickle

import numpy as np
import pytest
from scipy import stats

import corten
from corten.enums import Integrator
from support.modes import OTHER_MODES, check_same_output
from support.tolerance import EXACT

NOISE = '<numeric name="corten.sensor_noise" data="1"/>'
SCENE = """
<mujoco>
  <option timestep="0.001"/>
  <worldbody>
    <site name="origin" pos="0.3 0 2"/>
    <body name="arm" pos="0 0 1"><joint name="j" axis="0 1 0"/><geom size="0.1" pos="0.2 0 0"/>
      <site name="tip" pos="0.4 0 0" euler="10 20 30"/></body>
    <geom type="plane" size="5 5 0.1"/>
  </worldbody>
  <sensor>{sensors}</sensor>
  <custom>{custom}</custom>
</mujoco>
"""
SENSORS = """
<jointpos name="real" joint="j" noise="0.5"/>
<jointvel name="clean" joint="j"/>
<framexaxis name="axis" objtype="site" objname="tip" noise="0.05"/>
<framequat name="quat" objtype="site" objname="tip" noise="0.05"/>
<accelerometer name="imu" site="tip" noise="0.2" cutoff="9.5"/>
"""


def load(custom=NOISE, sensors=SENSORS):
    """Return the scene with these sensors, and a Data."""
    model = corten.load_model_from_string(SCENE.format(sensors=sensors, custom=custom))
    return model, model.make_data()


def record(model, data, nstep):
    """Return the readings of several steps."""
    rows = np.empty((nstep, model.nsensordata))
    for row in rows:
        corten.step(model, data)
        row[:] = data.sensordata
    return rows


def still(kind, count, noise, attributes=""):
    """Return many sensors whose readings do not change."""
    return "".join(f'<{kind} noise="{noise}" {attributes}/>' for _ in range(count))


# ---------------------------------------------------------------- distribution


def test_normal_distribution():
    """Draw from a normal distribution of mean zero and the given deviation, without correlations."""
    model, data = load(sensors=still("framepos", 40, 0.5, 'objtype="site" objname="origin"'))
    noise = (record(model, data, 250) - np.tile([0.3, 0.0, 2.0], 40)) / 0.5
    count = noise.size
    assert count == 30000
    assert abs(noise.mean()) < 3 / np.sqrt(count)
    assert abs(noise.var() - 1.0) < 3 * np.sqrt(2 / count)
    assert stats.kstest(noise.ravel(), "norm").pvalue > 0.01
    assert abs(stats.kurtosis(noise.ravel())) < 4 * np.sqrt(24 / count)
    for first, second in ((noise[1:], noise[:-1]), (noise[:, 1:], noise[:, :-1])):
        assert abs(np.corrcoef(first.ravel(), second.ravel())[0, 1]) < 4 / np.sqrt(count)


def test_positive_readings():
    """Keep positive quantities positive, and those that are not there as they are."""
    sensors = still("rangefinder", 200, 5.0, 'site="origin"')
    model, data = load(sensors=sensors)
    readings = record(model, data, 20)
    assert readings.min() == -1.0 == readings.max()
    down = '<body pos="0.3 3 2" euler="180 0 0"><site name="origin"/></body>'
    below = SCENE.replace('<site name="origin" pos="0.3 0 2"/>', down)
    model = corten.load_model_from_string(below.format(sensors=sensors, custom=NOISE))
    readings = record(model, model.make_data(), 20)
    assert readings.min() == 0.0
    share = np.mean(readings == 0.0)
    assert share == pytest.approx(stats.norm.cdf(-2.0 / 5.0), abs=4 / np.sqrt(readings.size))
    seen = readings[readings > 0.0]
    mean = stats.truncnorm.mean(-0.4, np.inf, loc=2.0, scale=5.0)
    assert seen.mean() == pytest.approx(mean, abs=4 * seen.std() / np.sqrt(seen.size))


@pytest.mark.parametrize(("name", "width"), [("framezaxis", 3), ("framequat", 4)])
def test_turned_readings(name, width):
    """Turn directions and orientations by angles of the given deviation about all axes alike; keep them unit."""
    model, data = load(sensors=still(name, 100, 0.05, 'objtype="site" objname="origin"'))
    readings = record(model, data, 100).reshape(-1, width)
    np.testing.assert_allclose(np.linalg.norm(readings, axis=1), 1.0, rtol=0, atol=EXACT)
    if name == "framequat":
        turns = 2.0 * readings[:, 1:]
        angle = 2.0 * np.arcsin(np.linalg.norm(readings[:, 1:], axis=1))
        assert np.sqrt(np.mean(angle**2)) == pytest.approx(0.05, rel=4 / np.sqrt(2 * turns.size))
    else:
        turns = readings[:, :2]
    # of a turn about a random axis each component has a third of the mean square
    np.testing.assert_allclose(np.mean(turns**2, axis=0), 0.05**2 / 3.0, rtol=4 * np.sqrt(2 / len(turns)))
    np.testing.assert_allclose(np.mean(turns, axis=0), 0.0, rtol=0, atol=4 * np.sqrt(0.05**2 / 3e4))


def test_cutoff():
    """Cut off readings after noise was added, not before."""
    sensors = still("framepos", 100, 0.5, 'objtype="site" objname="origin" cutoff="1"')
    model, data = load(sensors=sensors)
    readings = record(model, data, 30).reshape(-1, 3)
    assert np.abs(readings).max() == 1.0
    share = stats.norm.cdf(2.0)
    spread = np.sqrt(share * (1 - share) / len(readings))
    assert np.mean(readings[:, 2] == 1.0) == pytest.approx(share, abs=4 * spread)


# ---------------------------------------------------------------- reproducibility


def test_off_by_default():
    """Run nothing new and read the same bits where noise is not asked for, whatever the sensors say of theirs."""
    quiet, data = load(custom="")
    plain, other = load(custom="", sensors=SENSORS.replace('noise="0.5"', "").replace('noise="0.05"', ""))
    np.testing.assert_array_equal(record(quiet, data, 20), record(plain, other, 20))
    names = [stage.__name__ for stage in quiet._plans["step"].stages]
    assert not any("noise" in name or "count" in name for name in names)
    assert data.noise_step == 0
    noisy, third = load(custom='<numeric name="corten.sensor_noise" data="0"/>')
    np.testing.assert_array_equal(record(noisy, third, 5), record(*load(custom=""), 5))


def test_option():
    """Switch noise on and off between steps; sensors that have none stay as they are."""
    model, data = load(custom="")
    reference, still_clean = load(custom="")
    for on in (True, False):
        model.opt.sensor_noise = on
        corten.step(model, data)
        corten.step(reference, still_clean)
        assert bool(data.sensor("real").data[0] != still_clean.sensor("real").data[0]) == on
        assert data.sensor("clean").data[0] == still_clean.sensor("clean").data[0]
    assert model.opt.sensor_noise is False


def test_noise_leaves_the_motion_alone():
    """Move as without noise."""
    model, data = load()
    quiet, other = load(custom="")
    corten.step(model, data, 50)
    corten.step(quiet, other, 50)
    np.testing.assert_array_equal(data.qpos, other.qpos)


def test_same_state_same_noise():
    """Read the same in every evaluation of a step, and something else in the next."""
    model, data = load()
    corten.forward(model, data)
    first = data.sensordata.copy()
    corten.forward(model, data)
    np.testing.assert_array_equal(data.sensordata, first)
    corten.step(model, data)
    np.testing.assert_array_equal(data.sensordata, first)
    corten.forward(model, data)
    assert data.sensor("real").data[0] != first[0]


@pytest.mark.parametrize("integrator", list(Integrator)[:4])
def test_steps_are_counted(integrator):
    """Count steps, not evaluations, with every integrator, in one call or many, whole or in halves."""
    model, data = load()
    model.opt.integrator = integrator
    corten.step(model, data, 3)
    corten.step(model, data)
    assert data.noise_step == 4
    for _ in range(2):
        corten.step1(model, data)
        corten.step2(model, data)
    assert data.noise_step == 6


def test_order_of_sensors():
    """Give a place in sensordata its noise whatever other sensors there are and whenever they are read."""
    model, data = load()
    corten.forward(model, data)
    alone, other = load(sensors='<jointpos name="real" joint="j" noise="0.5"/>')
    corten.sensor_acc(alone, other)
    corten.kinematics(alone, other)
    corten.sensor_pos(alone, other)
    assert other.sensordata[0] == data.sensordata[0]


def test_seeds():
    """Draw other numbers for other seeds: of the model, and of each Data."""
    custom = NOISE + '<numeric name="corten.sensor_noise_seed" data="7"/>'
    model, data = load(custom)
    assert data.noise_seed == model.opt.sensor_noise_seed == 7
    first = record(model, data, 3)
    np.testing.assert_array_equal(first, record(model, model.make_data(), 3))
    assert not np.array_equal(first, record(*load(), 3))
    for seed in (8, -1, 7 + (1 << 40)):
        data = model.make_data()
        data.noise_seed = seed
        assert np.all(record(model, data, 3)[:, 0] != first[:, 0])


def test_copies_reset_and_pickles():
    """Go on alike in copies and pickles; begin anew after a reset, with the same seed."""
    model, data = load()
    data.noise_seed = 11
    first = record(model, data, 4)
    twins = [data.copy(), pickle.loads(pickle.dumps(data))]
    following = record(model, data, 4)
    for twin in twins:
        np.testing.assert_array_equal(record(twin.model, twin, 4), following)
    corten.reset_data(model, data)
    assert (data.noise_seed, data.noise_step) == (11, 0)
    np.testing.assert_array_equal(record(model, data, 4), first)


@pytest.mark.parametrize("value", ["2", "0.5", "-1", "1 1"])
@pytest.mark.parametrize("name", ["sensor_noise", "sensor_noise_seed"])
def test_refused_numbers(name, value):
    """Refuse numbers that mean nothing here."""
    if name == "sensor_noise_seed" and value == "2":
        value = "1e30"
    with pytest.raises(corten.ModelError, match=f"corten.{name} must be one whole number from 0 to"):
        load(custom=f'<numeric name="corten.{name}" data="{value}"/>')


# ---------------------------------------------------------------- users' sensors, and how kernels run


@corten.register("sensor")
def copy_of_real(m, d, i):
    """The reading of another sensor."""
    d.sensordata[m.sensor_adr[i]] = d.sensordata[0]


def test_users_see_noise():
    """Let users' sensors see the noise of others, and add their own to it."""
    sensors = (
        SENSORS + '<user name="seen" dim="1" needstage="pos"/><user name="own" dim="1" needstage="pos" noise="0.1"/>'
    )
    texts = "".join(f'<text name="corten.sensor.{name}.function" data="copy_of_real"/>' for name in ("seen", "own"))
    model, data = load(NOISE + texts, sensors)
    corten.forward(model, data)
    assert data.sensor("seen").data[0] == data.sensor("real").data[0] != 0.0
    assert 0.0 < abs(data.sensor("own").data[0] - data.sensor("seen").data[0]) < 0.6


PROGRAM = """
import corten
model = corten.load_model_from_string('''XML''')
data = model.make_data()
data.noise_seed = -5
corten.step(model, data, 3)
print(data.sensordata.tolist())
"""


@pytest.mark.parametrize("mode", OTHER_MODES)
def test_modes(mode):
    """Give the same bits compiled, checked and as plain Python, in other processes."""
    check_same_output(PROGRAM.replace("XML", SCENE.format(sensors=SENSORS, custom=NOISE)), mode)
