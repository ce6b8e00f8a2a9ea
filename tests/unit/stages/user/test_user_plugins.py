"""Plugins of users: registered functions that models choose by the name of a plugin."""

import pickle

import numpy as np
import pytest

import corten
from support.tolerance import EXACT


@corten.register("bias", "test.spring", config={"stiffness": 2.0, "rest": 0.1})
def spring(m, d, i):
    """A spring about a length."""
    p = m.actuator_plugin[i]
    return -m.plugin_prm[p, 0] * (d.actuator_length[m.actuator_outadr[i]] - m.plugin_prm[p, 1])


@corten.register("dynamics", "test.spring")
def fade(m, d, i):
    """Activations that go towards the control."""
    return d.ctrl[m.actuator_ctrladr[i]] - d.act[m.actuator_actadr[i]]


@corten.register("sensor", "test.two", config={"factor": 5.0}, dim=2, needstage="vel")
def two(m, d, i):
    """Velocity times a factor, and position."""
    d.sensordata[m.sensor_adr[i]] = m.plugin_prm[m.sensor_plugin[i], 0] * d.qvel[0]
    d.sensordata[m.sensor_adr[i] + 1] = d.qpos[0]


MODEL = """<mujoco>
<extension><plugin plugin="test.spring"><instance name="stiff"><config key="stiffness" value="7"/></instance></plugin>
  <plugin plugin="test.two"/></extension>
<worldbody><body><joint name="j" type="slide"/><geom size=".1"/></body></worldbody>
<actuator><plugin joint="j" instance="stiff"/><plugin joint="j" plugin="test.spring"/></actuator>
<sensor><plugin plugin="test.two"><config key="factor" value="2"/></plugin>
  <plugin plugin="test.two" objtype="body" objname="world" cutoff=".3"/></sensor></mujoco>"""


def forward(model):
    """Return what follows from a state."""
    data = model.make_data()
    data.qpos[0], data.qvel[0], data.ctrl[:] = 0.5, 1.0, 3.0
    corten.forward(model, data)
    return data


def test_functions_run_with_their_configuration():
    """Give forces, rates and readings that functions compute from the numbers of their instances."""
    data = forward(corten.load_model_from_string(MODEL))
    assert np.allclose(data.actuator_force, [-7 * 0.4, -2 * 0.4], rtol=0, atol=EXACT)
    assert data.act_dot.tolist() == [3.0, 3.0]
    assert data.sensordata.tolist() == [2.0, 0.5, 0.3, 0.3]


def test_pickled_models_find_their_functions():
    """Find the functions of a model's plugins by name after pickling."""
    model = pickle.loads(pickle.dumps(corten.load_model_from_string(MODEL)))
    assert model.plugin_names == ("test.spring", "test.spring", "test.two", "test.two")
    assert (model.id("plugin", "stiff"), model.name("plugin", 1)) == (0, "")
    assert np.allclose(forward(model).actuator_force, [-7 * 0.4, -2 * 0.4], rtol=0, atol=EXACT)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"kind": "gain", "name": "test.spring", "config": {"other": 1.0}}, "has another config"),
        ({"kind": "sensor", "name": "test.x", "needstage": "later"}, "needstage is 'later'"),
        ({"kind": "sensor", "name": "test.x", "dim": 0}, "dim is 0"),
        ({"kind": "gain", "name": "test.x", "config": dict.fromkeys("abcdefghi", 0.0)}, "at most 8"),
    ],
)
def test_mistakes_in_registering(arguments, words):
    """Refuse configurations that contradict each other or do not fit."""
    with pytest.raises(ValueError, match=words):
        corten.register(**arguments)(spring.function)
