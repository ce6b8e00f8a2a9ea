"""Constraints by hand: contacts of one's own, islands, forces for given accelerations, length ranges."""

import copy
import itertools

import numpy as np
import pytest

import corten
import corten.compat.mujoco as ours
from support import oracle
from support.tolerance import DIFFERENT, STEP

PILE = """
<mujoco>
  <option {option}/>
  <worldbody>
    <geom type="plane" size="3 3 .1"/>
    <body pos="0 0 .099"><freejoint/><geom size=".1"/></body>
    <body pos="1 0 .099"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
    <body pos="3 0 1"><joint frictionloss=".1" range="-.1 .1" axis="0 1 0"/><geom size=".1" pos=".3 0 0"/></body>
  </worldbody>
</mujoco>
"""
OPTIONS = ["", "cone='elliptic'", "integrator='discrete'"]

SHAPES = """
<mujoco>
  <asset>
    <mesh name="m" vertex="-1 -1 -1 1 -1 -1 1 1 -1 -1 1 -1 -1 -1 1 1 -1 1 1 1 1 0 0 3"/>
    <hfield name="h" nrow="2" ncol="2" size="1 1 1 1"/>
  </asset>
  <worldbody>
    <geom type="plane" size="1 1 1"/><geom type="hfield" hfield="h"/><geom size="1"/>
    <geom type="capsule" size="1 1"/><geom type="ellipsoid" size="1 1 1"/><geom type="cylinder" size="1 1"/>
    <geom type="box" size="1 1 1"/><geom type="mesh" mesh="m"/><geom type="mesh" mesh="m" margin=".1"/>
  </worldbody>
</mujoco>
"""

MUSCLES = """
<mujoco>
  <worldbody>
    <body><joint name="j" range="-60 50" limited="true"/><geom size=".1" pos="0 .1 0"/></body>
    <body pos="1 0 0">
      <joint name="k" range="-30 40" limited="true" axis="0 1 0"/><geom size=".1" pos=".2 0 0"/>
      <site name="a" pos=".2 0 0"/>
    </body>
    <site name="b" pos="1 0 1"/>
  </worldbody>
  <tendon><spatial name="t"><site site="a"/><site site="b"/></spatial></tendon>
  <compiler><lengthrange mode="none"/></compiler>
  <actuator>
    <muscle joint="j" lengthrange="0 1"/><general tendon="t"/><position joint="j"/><pid joint="k"/>
    <velocity joint="k"/><motor joint="k"/><dcmotor joint="k" motorconst="1" resistance="1"/>
    <cylinder joint="k"/>
  </actuator>
</mujoco>
"""


def started(module, option):
    """Return model and data whose positions and velocities are done."""
    model = module.MjModel.from_xml_string(PILE.format(option=option))
    data = module.MjData(model)
    data.qvel[:] = np.linspace(-1, 1, model.nv)
    module.mj_step(model, data, 4)
    module.mj_fwdPosition(model, data)
    return model, data


@pytest.mark.parametrize("option", OPTIONS[:2])
def test_added_contact(option):
    """Make rows of a contact that was added, in a step that goes on with it."""
    found = []
    for module in (oracle.bindings(), ours):
        model, data = started(module, option)
        contact = copy.copy(data.contact[0])
        contact.pos[0] += 0.03
        contact.dist = -0.002
        # more than there was room for
        for _ in range(9):
            assert module.mj_addContact(model, data, contact) == 0
        counts = [data.ncon, data.nefc, data.nisland, *data.contact.efc_address[:2]]
        module.mj_makeConstraint(model, data)
        module.mj_island(model, data)
        module.mj_projectConstraint(model, data)
        module.mj_fwdVelocity(model, data)
        module.mj_fwdActuation(model, data)
        module.mj_fwdAcceleration(model, data)
        module.mj_fwdConstraint(model, data)
        rows = [counts, [data.nisland, data.nefc], data.contact.pos, data.contact.efc_address, data.efc_J, data.qacc]
        found.append([np.array(each, float) for each in rows])
    for a, b in zip(*found, strict=True):
        np.testing.assert_allclose(b, a, rtol=STEP, atol=STEP)


@pytest.mark.parametrize("option", OPTIONS)
def test_forces_of_accelerations(option):
    """Give the forces and costs of rows for accelerations other than those of the solver."""
    found = []
    for module in (oracle.bindings(), ours):
        model, data = started(module, option)
        module.mj_forward(model, data)
        rng = np.random.default_rng(8)
        data.qacc[:] += rng.normal(size=model.nv)
        module.mj_invConstraint(model, data)
        found.append([data.efc_force.copy(), data.efc_state.copy(), data.qfrc_constraint.copy()])
        for _ in range(4):
            cost = np.zeros(1)
            module.mj_constraintUpdate(model, data, rng.normal(size=data.nefc) * 5, cost, 0)
            found[-1] += [cost, data.efc_force.copy(), data.efc_state.copy(), data.qfrc_constraint.copy()]
        with pytest.raises(TypeError, match="jar should"):
            module.mj_constraintUpdate(model, data, np.zeros(data.nefc + 1), None, 0)
    for a, b in zip(*found, strict=True):
        np.testing.assert_allclose(b, a, rtol=STEP, atol=STEP)


def test_islands_of_positions():
    """Know islands once positions are done, before the constraints are solved."""
    (_, theirs), (_, own) = started(oracle.bindings(), ""), started(ours, "")
    assert theirs.nisland == own.nisland > 0
    np.testing.assert_array_equal(own.map_dof2idof, theirs.map_dof2idof)


@pytest.mark.parametrize("flag", ["", "multiccd='disable'", "nativeccd='disable'"])
def test_most_contacts(flag):
    """Tell how many contacts two geoms may have."""
    text = SHAPES.replace("<asset>", f"<option><flag {flag}/></option><asset>", 1)
    theirs, own = (module.MjModel.from_xml_string(text) for module in (oracle.bindings(), ours))
    for a, b in itertools.product(range(own.ngeom), repeat=2):
        for margin in (-1, 0, 1):
            expected = oracle.bindings().mj_maxContact(theirs, a, b, margin)
            assert ours.mj_maxContact(own, a, b, margin) == expected, (a, b, margin)


def test_length_ranges():
    """Set length ranges by limits or by pulling, where the options ask for it."""
    found = []
    for module in (oracle.bindings(), ours):
        model = module.MjModel.from_xml_string(MUSCLES)
        data, options = module.MjData(model), module.MjLROpt()
        module.mj_defaultLROpt(options)
        for changes in ({}, {"useexisting": 0, "uselimit": 1}, {"mode": 3, "uselimit": 0, "useexisting": 0}):
            for name, value in changes.items():
                setattr(options, name, value)
            for index in range(2):
                module.mj_setLengthRange(model, data, index, options)
            found.append(model.actuator_lengthrange[:2].copy())
        with pytest.raises(module.FatalError, match="mj_setLengthRange: invalid actuator index"):
            module.mj_setLengthRange(model, data, 99, options)
        options.inttotal, options.interval = 0.05, 0.04
        with pytest.raises(module.FatalError, match=r"did not converge in actuator 1"):
            module.mj_setLengthRange(model, data, 1, options)
    for a, b in zip(found[:3], found[3:], strict=True):
        np.testing.assert_allclose(b, a, rtol=STEP, atol=STEP)


def test_input_names():
    """Name the inputs of actuators."""
    names = []
    for module in (oracle.bindings(), ours):
        model = module.MjModel.from_xml_string(MUSCLES)
        names.append([module.mj_actuatorInputName(model, i, k) for i in range(-1, 9) for k in range(-1, 3)])
    assert names[0] == names[1]
    assert {"pos", "vel", "voltage", "pressure"} < set(names[1])


@pytest.mark.parametrize("centered", [False, True])
def test_native_derivatives(centered):
    """Give the derivatives of a step under corten's own name, and leave the data as it was."""
    text = MUSCLES.replace("<actuator>", "<sensor><jointpos joint='k'/><jointvel joint='j'/></sensor><actuator>")
    mujoco = oracle.bindings()
    theirs = mujoco.MjModel.from_xml_string(text)
    data = mujoco.MjData(theirs)
    data.qvel[:], data.ctrl[:3] = (0.3, -0.2), 0.4
    model = corten.load_model_from_string(text)
    own = model.make_data()
    own.qvel[:], own.ctrl[:3] = data.qvel, 0.4
    n, nu, ns = 2 * model.nv + model.na, model.nu, model.nsensordata
    wanted = [np.zeros(shape) for shape in ((n, n), (n, nu), (ns, n), (ns, nu))]
    mujoco.mjd_transitionFD(theirs, data, 1e-6, centered, *wanted)
    before = corten.get_state(model, own)
    for a, b in zip(wanted, corten.transition_fd(model, own, centered=centered), strict=True):
        np.testing.assert_allclose(b, a, atol=DIFFERENT, rtol=DIFFERENT)
    np.testing.assert_array_equal(corten.get_state(model, own), before)
    with pytest.raises(ValueError, match=r"eps is 0\.0; it must be above 0"):
        corten.transition_fd(model, own, 0.0)
