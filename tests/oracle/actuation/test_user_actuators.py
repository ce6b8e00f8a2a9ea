"""Actuators with users' functions against MuJoCo, which calls the same functions back."""

import numpy as np
import pytest

import corten
from corten.enums import DisableBit, DynType, GainType, Integrator
from corten.stages.integrate import method_of
from corten.stages.user import user_derivative_stages
from support import oracle
from support.tolerance import EXACT, FORCE_DIFFERENCE, TRAJECTORY
from support.user_functions import mujoco_callbacks, texts

# every kind by itself and with the others, on joints, a tendon and a site, within limits of every sort
CHOSEN = {
    "spring": {"gain": "soft_spring"},
    "squared": {"gain": "by_control"},
    "brake": {"bias": "stiction"},
    "slow": {"dynamics": "slew"},
    "early": {"dynamics": "slew", "gain": "soft_spring", "bias": "stiction"},
    "heavy": {"dynamics": "second_order"},
    "early.heavy": {"dynamics": "second_order", "gain": "soft_spring"},
    "off": {"dynamics": "slew", "gain": "soft_spring"},
}
SCENE = """
<mujoco>
  <option timestep="0.004" actuatorgroupdisable="3" integrator="{integrator}"><flag contact="disable"/></option>
  <worldbody>
    <body>
      <joint name="a" axis="0 1 0" damping="0.1"/>
      <geom type="capsule" fromto="0 0 0 0 0 -0.4" size="0.03"/>
      <body pos="0 0 -0.4">
        <joint name="b" axis="1 0 0" damping="0.1"/>
        <joint name="c" type="slide" axis="0 0 1" stiffness="20" damping="1"/>
        <geom type="capsule" fromto="0 0 0 0.1 0 -0.3" size="0.03"/>
        <site name="tip" pos="0.1 0 -0.3"/>
      </body>
    </body>
  </worldbody>
  <tendon><fixed name="t"><joint joint="a" coef="1"/><joint joint="b" coef="-0.5"/></fixed></tendon>
  <actuator>
    <general name="spring" joint="a" gaintype="user" gainprm="2 0 0.3" ctrlrange="-1 0.5"/>
    <general name="squared" joint="b" gaintype="user" biastype="affine" biasprm="0.1 -0.2 -0.3" gear="0.5"/>
    <general name="brake" tendon="t" biastype="user" biasprm="0.4"/>
    <motor name="plain" joint="c"/>
    <general name="slow" joint="c" dyntype="user" dynprm="0.7" actlimited="true" actrange="-0.02 0.03"/>
    <general name="early" site="tip" gear="0 0 1 0 0 0" dyntype="user" gaintype="user" biastype="user" dynprm="0.5"
             gainprm="1 0 0" biasprm="0.2" actearly="true" forcerange="-0.3 0.3"/>
    <general name="heavy" joint="a" dyntype="user" actdim="2" dynprm="9"/>
    <general name="early.heavy" joint="b" dyntype="user" gaintype="user" actdim="2" dynprm="5" actearly="true"/>
    <general name="off" joint="b" dyntype="user" gaintype="user" group="3"/>
  </actuator>
  {custom}
</mujoco>
"""


def load_pair(integrator="Euler"):
    """Return MuJoCo's model and data, and corten's, in the same random state."""
    xml = SCENE.format(integrator=integrator, custom=texts(CHOSEN))
    mjm = oracle.load_mujoco(xml)
    mjd = oracle.make_data(mjm)
    model = corten.load_model_from_string(xml)
    data = model.make_data()
    rng = np.random.default_rng(3)
    for name in ("qpos", "qvel", "act", "ctrl"):
        getattr(mjd, name)[:] = rng.uniform(-1, 1, getattr(mjd, name).shape)
    mjd.time = 0.7
    oracle.copy_state(mjd, data)
    names = [model.name("actuator", i) for i in range(model.nactuator)]
    return mjm, mjd, model, data, mujoco_callbacks(CHOSEN, names)


def test_same_constants():
    """Compile user types and their activations as MuJoCo does."""
    mjm, _, model, _, _ = load_pair()
    for name in ("dyntype", "gaintype", "biastype", "actadr", "actnum", "dynprm", "gainprm", "biasprm", "actrange"):
        np.testing.assert_array_equal(getattr(model, f"actuator_{name}"), getattr(mjm, f"actuator_{name}"), name)
    assert model.na == mjm.na == 7
    assert DynType.USER in model.actuator_dyntype and GainType.USER in model.actuator_gaintype


@pytest.mark.parametrize("mode", ["none", "muscle", "muscleuser", "all"])
def test_length_ranges(mode):
    """Find the length ranges of users' actuators where MuJoCo does."""
    xml = f"""<mujoco><compiler><lengthrange mode="{mode}"/></compiler>
    <worldbody><body><joint name="j" range="-30 60"/><geom size="0.05" pos="0.1 0 0"/></body></worldbody>
    <actuator><general name="a" joint="j" biastype="user"/><motor joint="j"/></actuator>
    {texts({"a": {"bias": "stiction"}})}</mujoco>"""
    expected = oracle.load_mujoco(xml).actuator_lengthrange
    np.testing.assert_allclose(corten.load_model_from_string(xml).actuator_lengthrange, expected, rtol=EXACT)
    assert expected.any(axis=1).tolist() == [mode in ("muscleuser", "all"), mode == "all"]


def test_slopes():
    """Differentiate what users' functions do to the joints by velocity, for the implicit integrators."""
    _, _, model, data, _ = load_pair("implicitfast")
    model.opt.disableflags |= int(DisableBit.CLAMPCTRL)
    model.actuator_forcelimited = False
    size, slope = 1e-6, np.zeros((model.nv, model.nv))
    for column in range(model.nv):
        forces = []
        for sign in (1, -1):
            twin = data.copy()
            twin.qvel[column] += sign * size
            corten.forward(model, twin)
            forces.append(twin.qfrc_actuator.copy())
        slope[:, column] = (forces[0] - forces[1]) / (2 * size)
    corten.forward(model, data)
    for stage in method_of(model).derivatives(model)[: len(user_derivative_stages(model)) + 2]:
        stage(model, data)
    found = np.zeros_like(slope)
    found[np.repeat(np.arange(model.nv), model.D_rownnz), model.D_colind] = data.qDeriv
    np.testing.assert_allclose(found, slope, rtol=0, atol=FORCE_DIFFERENCE * np.abs(slope).max())
    assert np.abs(slope).max() > 1.0


@pytest.mark.parametrize("disabled", [0, DisableBit.ACTUATION, DisableBit.CLAMPCTRL])
def test_forward(disabled):
    """Give MuJoCo's rates, forces and accelerations."""
    mjm, mjd, model, data, functions = load_pair()
    mjm.opt.disableflags |= int(disabled)
    model.opt.disableflags |= int(disabled)
    with oracle.callbacks(**functions):
        oracle.forward(mjm, mjd)
    corten.forward(model, data)
    for name in ("act_dot", "actuator_force", "qfrc_actuator", "qacc"):
        np.testing.assert_allclose(getattr(data, name), getattr(mjd, name), rtol=EXACT, atol=EXACT, err_msg=name)
    assert bool(data.act_dot.any()) == (disabled != DisableBit.ACTUATION)


@pytest.mark.parametrize("integrator", ["Euler", "RK4"])
def test_trajectory(integrator):
    """Follow MuJoCo for two hundred steps."""
    mjm, mjd, model, data, functions = load_pair(integrator)
    with oracle.callbacks(**functions):
        oracle.step(mjm, mjd, 200)
    corten.step(model, data, 200)
    for name in ("qpos", "qvel", "act"):
        np.testing.assert_allclose(getattr(data, name), getattr(mjd, name), rtol=0, atol=TRAJECTORY, err_msg=name)


@pytest.mark.parametrize("integrator", [Integrator.IMPLICIT, Integrator.IMPLICITFAST])
def test_builtin_twin(integrator):
    """Step implicitly with a user's function as with the built-in type that says the same."""
    final = []
    for kind, custom in (("user", texts({"servo": {"gain": "twin_gain", "bias": "twin_bias"}})), ("affine", "")):
        prm = 'gainprm="3 1 -2" biasprm="0.1 -5 -4"'
        model = corten.load_model_from_string(
            f"""<mujoco><option timestep="0.05"/>
            <worldbody><body><joint name="j" armature="0.1"/><geom size="0.05" pos="0.1 0 0"/></body></worldbody>
            <actuator><general name="servo" joint="j" gaintype="{kind}" biastype="{kind}" {prm}/></actuator>
            {custom}</mujoco>"""
        )
        model.opt.integrator = integrator
        data = model.make_data()
        data.ctrl[0], data.qvel[0] = 1.5, 2.0
        corten.step(model, data, 20)
        final.append([*data.qpos, *data.qvel])
    np.testing.assert_allclose(final[0], final[1], rtol=0, atol=TRAJECTORY)


@corten.register("gain")
def twin_gain(m, d, i):
    """An affine gain."""
    prm, out = m.actuator_gainprm, m.actuator_outadr[i]
    return prm[i, 0] + prm[i, 1] * d.actuator_length[out] + prm[i, 2] * d.actuator_velocity[out]


@corten.register("bias")
def twin_bias(m, d, i):
    """An affine bias."""
    prm, out = m.actuator_biasprm, m.actuator_outadr[i]
    return prm[i, 0] + prm[i, 1] * d.actuator_length[out] + prm[i, 2] * d.actuator_velocity[out]
