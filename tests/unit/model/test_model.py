"""Model and Data as objects: names, views, options, copies, pickles and keyframes."""

import copy
import pickle

import numpy as np
import pytest

import corten
from corten.data import DATA
from corten.data.blocks import STATE
from corten.enums import DisableBit, Integrator, StateBit
from corten.model import MODEL
from corten.model.named import KINDS
from corten.runtime.scratch import private_sizes, scratch_fields

XML = """
<mujoco>
  <option timestep="0.01"><flag contact="disable"/></option>
  <worldbody>
    <body name="cart" pos="0 0 1"><joint name="slider" type="slide" axis="1 0 0" damping="0.1"/>
      <geom name="box" size=".1"/>
      <body name="pole"><joint name="hinge" axis="0 1 0"/><geom name="rod" type="capsule" size=".02 .3" pos="0 0 .3"/>
        <site name="tip" pos="0 0 .6"/></body>
    </body>
    <body name="ball" pos="1 0 0"><joint name="socket" type="ball"/><geom size=".1" pos=".1 0 0"/></body>
    <body name="hand" mocap="true" pos="0 1 0"><geom size=".1"/></body>
  </worldbody>
  <actuator><motor name="push" joint="slider" ctrlrange="-2 2" ctrllimited="true"/></actuator>
  <keyframe>
    <key name="swing" time="0.5" qpos="0.1 0.2 1 0 0 0" qvel="1 2 3 4 5" ctrl="0.7" mpos="1 2 3" mquat="0 1 0 0"/>
    <key name="rest"/>
  </keyframe>
</mujoco>
"""


@pytest.fixture
def model():
    """A small model with every kind of named object."""
    return corten.load_model_from_string(XML)


def test_names(model):
    """Translate names and numbers both ways, and say what exists when a name is wrong."""
    assert model.id("body", "pole") == 2 and model.name("body", 2) == "pole"
    assert model.id("joint", "hinge") == model.id("jnt", "hinge") == 1
    assert model.name("geom", 2) == ""
    with pytest.raises(KeyError, match="no body is named 'pale'; named are: ball, cart, hand, pole, world"):
        model.id("body", "pale")
    with pytest.raises(ValueError, match="'bodies' is not a kind of object; kinds are body, joint"):
        model.id("bodies", "pole")
    with pytest.raises(IndexError, match="body 9 does not exist; there are 5"):
        model.name("body", 9)


def test_views_are_views(model):
    """Read and write rows of arrays through named objects."""
    data = model.make_data()
    model.body("pole").mass = 3.0
    assert model.body_mass[2] == 3.0 and model.body(2).mass == 3.0
    corten.set_const(model)
    data.joint("socket").qpos = [0, 1, 0, 0]
    np.testing.assert_array_equal(data.qpos[2:6], [0, 1, 0, 0])
    data.joint("socket").qvel[1] = 5.0
    assert data.qvel[3] == 5.0
    data.actuator("push").ctrl = 0.3
    assert data.ctrl[0] == 0.3
    np.testing.assert_array_equal(model.actuator("push").ctrlrange, [[-2, 2]])
    np.testing.assert_array_equal(model.joint("slider").damping, [0.1])
    corten.forward(model, data)
    np.testing.assert_array_equal(data.site("tip").xpos, data.site_xpos[0])
    assert model.key("swing").time == 0.5
    with pytest.raises(AttributeError, match="body 'pole' has no 'speed' here"):
        data.body("pole").speed  # noqa: B018


def test_views_follow_memory_that_moves(model):
    """Let a joint of a Data show coordinates where they are now, though it was asked for before they moved."""
    data, other = model.make_data(), model.make_data()
    joint = data.joint("socket")
    joint.qpos[:], other.joint("socket").qpos[:] = (0, 1, 0, 0), (0, 0, 1, 0)
    memory = data._memory[0].copy()
    data.exchange(STATE, memory)
    joint.qpos[3] = 2.0
    np.testing.assert_array_equal(joint.qpos, [0, 1, 0, 2])
    np.testing.assert_array_equal(data.qpos[model.jnt_qposadr[model.id("joint", "socket")] :][:4], [0, 1, 0, 2])
    np.testing.assert_array_equal(other.joint("socket").qpos, [0, 0, 1, 0])
    data.seal()
    np.testing.assert_array_equal(data.joint("socket").qpos, [0, 1, 0, 2])


def test_views_of_several_numbers():
    """Show all activations and forces of an actuator and all readings of a sensor, and those alone."""
    model = corten.load_model_from_string(
        """<mujoco><worldbody><body><joint name="j"/><geom size="1" pos="1 0 0"/><site name="s"/></body></worldbody>
        <actuator><intvelocity name="a" joint="j"/><motor name="b" joint="j" gear="3"/></actuator>
        <sensor><clock name="t"/><framepos name="x" objtype="site" objname="s"/></sensor></mujoco>"""
    )
    data = model.make_data()
    data.sensordata[:] = [1, 2, 3, 4]
    np.testing.assert_array_equal(data.sensor("t").data, [1])
    np.testing.assert_array_equal(data.sensor("x").data, [2, 3, 4])
    data.actuator_force[:] = [5, 6]
    np.testing.assert_array_equal(data.actuator("b").force, [6])
    np.testing.assert_array_equal(model.actuator("b").gear, [[3, 0, 0, 0, 0, 0]])
    data.actuator("a").act = 7
    assert data.act.tolist() == [7] and data.actuator("b").act.size == 0
    with pytest.raises(AttributeError, match="sensor 'x' has no 'data' here"):
        model.sensor("x").data  # noqa: B018


def test_assignment_copies(model):
    """Copy into the array on assignment, and refuse names that do not exist."""
    data = model.make_data()
    address = data.qpos.ctypes.data
    data.qpos = np.arange(6.0)
    assert data.qpos.ctypes.data == address and data.qpos[5] == 5.0
    with pytest.raises(AttributeError, match="Data has no field 'qpoz'"):
        data.qpoz = 1.0
    with pytest.raises(ValueError, match="broadcast"):
        data.qpos = np.zeros(7)


def test_options(model):
    """Set options between steps; refuse what does not exist and list what does."""
    data = model.make_data()
    corten.step(model, data)
    model.opt.integrator = Integrator.RK4
    assert model.opt.integrator is Integrator.RK4
    corten.step(model, data)
    model.opt.timestep = 0.5
    time = data.time
    corten.step(model, data)
    assert data.time == time + 0.5
    model.opt.gravity[2] = -3.0
    model.opt.gravity = (0, 0, -1)
    np.testing.assert_array_equal(model.opt.gravity, [0, 0, -1])
    with pytest.raises(ValueError, match=r"opt.integrator is 77; allowed are EULER \(0\)"):
        model.opt.integrator = 77
    with pytest.raises(ValueError, match=r"opt\.timestep is 0; it must be positive"):
        model.opt.timestep = 0
    with pytest.raises(AttributeError, match="no field 'opt_gravitation'"):
        model.opt.gravitation = 1.0
    assert "timestep" in dir(model.opt)


def test_flags_take_effect(model):
    """Follow a flag that is set after the plan was made."""
    data = model.make_data()
    data.qpos[1] = 0.3
    corten.forward(model, data)
    assert data.qfrc_bias[1] != 0.0
    model.opt.disableflags |= DisableBit.GRAVITY
    corten.forward(model, data)
    assert data.qfrc_bias[1] == 0.0


def test_a_limit_that_is_switched_on_later_acts():
    """Obey a limit that is set after the plan was made."""
    model = corten.load_model_from_string(XML)
    data = model.make_data()
    corten.step(model, data)
    model.jnt_limited[1], model.jnt_range[1] = True, (-0.1, 0.1)
    data.qpos[1] = 0.3
    corten.forward(model, data)
    assert data.nl == 1 and data.qfrc_constraint[1] < 0.0


def test_keyframes(model):
    """Reset to the reference or to a keyframe by name or number; refuse others."""
    data = model.make_data()
    corten.reset_data(model, data, "swing")
    assert data.time == 0.5 and data.ctrl[0] == 0.7
    np.testing.assert_array_equal(data.qpos, [0.1, 0.2, 1, 0, 0, 0])
    np.testing.assert_array_equal(data.qvel, [1, 2, 3, 4, 5])
    np.testing.assert_array_equal(data.mocap_pos, [[1, 2, 3]])
    np.testing.assert_array_equal(data.mocap_quat, [[0, 1, 0, 0]])
    corten.reset_data(model, data, 1)
    np.testing.assert_array_equal(data.qpos, model.qpos0)
    np.testing.assert_array_equal(data.mocap_pos, [[0, 1, 0]])
    data.qfrc_applied[0] = 4.0
    corten.step(model, data)
    corten.reset_data(model, data)
    assert data.time == 0.0 and not data.qvel.any() and not data.qfrc_applied.any() and not data.xpos.any()
    with pytest.raises(KeyError, match="no key is named 'fly'"):
        corten.reset_data(model, data, "fly")
    with pytest.raises(IndexError, match="keyframe 2 does not exist; the model has 2"):
        corten.reset_data(model, data, 2)


def pickled(thing):
    """Return what is left of a thing after a pickle."""
    return pickle.loads(pickle.dumps(thing))


@pytest.mark.parametrize("duplicate", [lambda x: x.copy(), copy.copy, copy.deepcopy, pickled])
def test_copies_are_independent_and_equal(model, duplicate):
    """Copy and pickle Model and Data; copies give the same bits and share nothing."""
    data = model.make_data()
    corten.reset_data(model, data, "swing")
    twin_model, twin = duplicate(model), duplicate(data)
    assert twin_model.snapshot() == model.snapshot()
    assert twin_model.id("body", "pole") == 2
    corten.step(model, data, nstep=20)
    corten.step(twin_model, twin, nstep=20)
    assert twin.snapshot() == data.snapshot()
    twin_model.body_mass[:] = 99.0
    twin.qpos[:] = 7.0
    assert model.body_mass[1] != 99.0 and data.qpos[0] != 7.0


@pytest.mark.parametrize("duplicate", [copy.deepcopy, pickled])
def test_pairs_stay_together(model, duplicate):
    """Let the copy of a Data belong to the copy of its Model, whichever is copied first."""
    data = model.make_data()
    for twin_model, twin in (duplicate((model, data)), duplicate((data, model))[::-1]):
        assert twin.model is twin_model is not model
    assert duplicate(data).model is not model
    assert copy.copy(data).model is data.copy().model is model


def test_data_of_another_model_is_refused(model):
    """Refuse memory that does not fit instead of running into it."""
    other = corten.Model.empty()
    for call in (corten.step, corten.forward, corten.inverse, corten.reset_data):
        with pytest.raises(ValueError, match="belongs to another model"):
            call(other, model.make_data())


def test_empty_model():
    """Step a world that holds nothing."""
    model = corten.Model.empty()
    data = model.make_data()
    corten.step(model, data, nstep=10)
    corten.inverse(model, data)
    assert (model.nbody, model.nv, model.nq) == (1, 0, 0)
    assert data.time == pytest.approx(10 * model.opt.timestep)
    assert data.contact.shape == (0,) and data.qM_dense().shape == (0, 0)


def test_full_state_restores_a_simulation(model):
    """Continue to the bit from a stored state."""
    data = model.make_data()
    corten.reset_data(model, data, "swing")
    corten.step(model, data, nstep=5)
    state = corten.get_state(model, data, StateBit.INTEGRATION)
    corten.step(model, data, nstep=5)
    fresh = model.make_data()
    corten.set_state(model, fresh, state, StateBit.INTEGRATION)
    corten.step(model, fresh, nstep=5)
    np.testing.assert_array_equal(fresh.qpos, data.qpos)


def test_dir_lists_every_field():
    """Offer every field, size and kind of object to whoever completes names."""
    model = corten.load_model_from_string("<mujoco/>")
    data = model.make_data()
    assert {*MODEL.fields, *MODEL.sizes, *KINDS, "opt", "make_data"} <= set(dir(model))
    work = {*scratch_fields(DATA), *private_sizes(DATA)}
    assert {*DATA.fields, *DATA.sizes, *KINDS, "contact", "efc_J", "efc_force"} - work <= set(dir(data))
    assert not work & {*dir(data)}
    assert {*dir(data.work)} == work
    assert {"id", "name", "mass", "pos"} <= set(dir(model.body(0)))
    assert {"xpos", "xfrc_applied"} <= set(dir(data.body(0)))
