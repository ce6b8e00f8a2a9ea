"""Sensors with users' functions against MuJoCo, which calls the same functions back."""

import numpy as np
import pytest

import corten
from corten.math.scalar import sin
from support import oracle
from support.tolerance import EXACT


@corten.register("sensor")
def joint_products(m, d, i):
    """Three products of coordinates."""
    a = m.sensor_adr[i]
    d.sensordata[a] = d.qpos[0] * d.qpos[1]
    d.sensordata[a + 1] = 10.0 * d.qpos[0]
    d.sensordata[a + 2] = d.xpos[m.sensor_objid[i], 0]


@corten.register("sensor")
def momentum(m, d, i):
    """The vertical momentum of the subtree of a body, which is not computed unless it is read."""
    b = m.sensor_objid[i]
    d.sensordata[m.sensor_adr[i]] = m.body_subtreemass[b] * d.subtree_linvel[b, 2]


@corten.register("sensor")
def load(m, d, i):
    """The force between a body and its parent, which is not computed unless it is read."""
    b, a = m.sensor_objid[i], m.sensor_adr[i]
    for k in range(6):
        d.sensordata[a + k] = d.cfrc_int[b, k] + sin(d.cacc[b, k])


@corten.register("sensor")
def doubled(m, d, i):
    """Twice the reading of the sensor before."""
    a = m.sensor_adr[i]
    d.sensordata[a] = 2.0 * d.sensordata[a - 1]


FUNCTIONS = {
    "products": joint_products,
    "cut": joint_products,
    "positive": joint_products,
    "momentum": momentum,
    "load": load,
    "doubled": doubled,
}
SCENE = """
<mujoco>
  <worldbody>
    <body name="upper">
      <joint name="a" axis="0 1 0"/>
      <geom type="capsule" fromto="0 0 0 0 0 -0.4" size="0.03"/>
      <body name="lower" pos="0 0 -0.4">
        <joint name="b" axis="1 0 0"/>
        <geom type="capsule" fromto="0 0 0 0.1 0 -0.3" size="0.03" contype="0"/>
        <site name="tip" pos="0 0 -0.3"/>
      </body>
    </body>
  </worldbody>
  <sensor>
    <jointpos joint="a"/>
    <user name="products" objtype="body" objname="lower" dim="3" needstage="pos"/>
    <user name="cut" objtype="xbody" objname="lower" dim="3" needstage="vel" cutoff="0.4"/>
    <user name="positive" objtype="body" objname="lower" dim="3" needstage="pos" cutoff="0.4" datatype="positive"/>
    <user name="momentum" objtype="body" objname="upper" dim="1" needstage="vel"/>
    <user name="load" objtype="body" objname="lower" dim="7" needstage="acc"/>
    <jointactuatorfrc joint="a"/>
    <gyro site="tip"/>
    <user name="doubled" dim="1"/>
  </sensor>
  {custom}
</mujoco>
"""
CUSTOM = "".join(
    f'<text name="corten.sensor.{name}.function" data="{function.__name__}"/>' for name, function in FUNCTIONS.items()
)


def called_back(model):
    """Return what MuJoCo calls for the same sensors."""

    def function(m, d, stage):
        for name, own in FUNCTIONS.items():
            number = model.id("sensor", name)
            if m.sensor_needstage[number] == stage:
                own(m, d, number)

    return function


@pytest.fixture
def pair():
    """Both engines in the same random state."""
    xml = SCENE.format(custom=f"<custom>{CUSTOM}</custom>")
    mjm = oracle.load_mujoco(xml)
    mjd = oracle.make_data(mjm)
    model = corten.load_model_from_string(xml)
    data = model.make_data()
    rng = np.random.default_rng(5)
    mjd.qpos[:], mjd.qvel[:] = rng.uniform(-1, 1, 2), rng.uniform(-1, 1, 2)
    oracle.copy_state(mjd, data)
    return mjm, mjd, model, data


def test_readings(pair):
    """Give MuJoCo's readings in every part of forward dynamics, cut off as it does, with all that functions read."""
    mjm, mjd, model, data = pair
    with oracle.callbacks(sensor=called_back(model)):
        oracle.forward(mjm, mjd)
    corten.forward(model, data)
    np.testing.assert_array_equal(model.sensor_needstage, mjm.sensor_needstage)
    np.testing.assert_allclose(data.sensordata, mjd.sensordata, rtol=EXACT, atol=EXACT)
    assert data.sensor("cut").data[1] == pytest.approx(np.sign(data.qpos[0]) * 0.4)
    assert np.abs(data.sensor("load").data[:6]).max() > 0.1


def test_steps(pair):
    """Read sensors once in a step, before it."""
    mjm, mjd, model, data = pair
    with oracle.callbacks(sensor=called_back(model)):
        oracle.step(mjm, mjd, 20)
    corten.step(model, data, 20)
    np.testing.assert_allclose(data.sensordata, mjd.sensordata, rtol=0, atol=100 * EXACT)


def test_only_what_is_read(pair):
    """Compute subtree velocities and forces between bodies only for functions that read them."""
    custom = '<custom><text name="corten.sensor.products.function" data="joint_products"/></custom>'
    with pytest.warns(corten.UnbuiltFeatureWarning, match="read zero: cut, positive, momentum, load, doubled;"):
        small = corten.load_model_from_string(SCENE.format(custom=custom))
    for model, wanted in ((pair[2], True), (small, False)):
        corten.forward(model, model.make_data())
        names = [stage.__name__ for stage in model._plans["forward"].stages]
        assert ("rne_post_constraint" in names) == ("subtree_vel" in names) == wanted
        assert names.count("user_sensor") == (5 if wanted else 1)


def test_disabled(pair):
    """Leave out users' sensors where sensors are disabled."""
    _, _, model, data = pair
    model.opt.disableflags |= int(corten.DisableBit.SENSOR)
    corten.forward(model, data)
    assert not data.sensordata.any()


@pytest.mark.parametrize(
    ("sensor", "function", "message"),
    [
        ('<clock name="s"/>', "momentum", "the sensor is no <user> sensor"),
        ('<user name="s" dim="1" needstage="none"/>', "momentum", "needstage of the sensor is none"),
        ('<user name="s" dim="1"/>', "momentun", "no sensor function named 'momentun'.*did you mean 'momentum'"),
    ],
)
def test_refusals(sensor, function, message):
    """Refuse functions of other sensors, that never run, or that nobody registered, with the line."""
    text = f'<text name="corten.sensor.s.function" data="{function}"/>'
    xml = f"<mujoco><sensor>{sensor}</sensor>\n<custom>{text}</custom></mujoco>"
    with pytest.raises(corten.ModelError, match=message) as caught:
        corten.load_model_from_string(xml)
    assert caught.value.line == 2
