"""Constants of changed models are those that MuJoCo computes anew."""

import warnings

import numpy as np
import pytest

import corten
from support import oracle
from support.differences import differences
from support.tolerance import EXACT

SCENE = """
<mujoco>
  <compiler autolimits="true"/>
  <default><geom density="800"/></default>
  <worldbody>
    <geom name="floor" type="plane" size="3 3 .1"/>
    <camera name="eye" pos="0 -2 1" mode="targetbody" target="arm"/>
    <light pos="0 0 3" mode="trackcom"/>
    <body name="arm" pos="0 0 1">
      <joint name="shoulder" type="ball" armature=".01"/>
      <geom name="upper" type="capsule" size=".05" fromto="0 0 0 0 .1 -.4" fluidshape="ellipsoid"/>
      <site name="a" pos=".05 0 -.2"/>
      <camera name="hand" pos="0 .1 0" mode="trackcom"/>
      <body name="lower" pos="0 .1 -.4">
        <joint name="elbow" axis="1 0 0" range="-90 90" stiffness="2"/>
        <geom name="forearm" type="box" size=".04 .03 .2" pos="0 .01 -.2"/>
        <site name="b" pos="0 .05 -.1" quat="1 1 0 0"/>
      </body>
    </body>
    <body name="crate" pos="1 0 .5">
      <freejoint/>
      <geom name="side" type="box" size=".2 .1 .1"/>
      <geom type="sphere" size=".1" pos=".1 .1 0" contype="2"/>
    </body>
    <body name="ball" pos="1 1 .5"><freejoint/><geom name="round" size=".1"/></body>
    <body name="cart" pos="-1 0 .5">
      <joint name="x" type="slide" axis="1 0 0"/><geom type="cylinder" size=".1 .1"/>
    </body>
  </worldbody>
  <tendon>
    <spatial name="rope" armature=".02" springlength="0 .5"><site site="a"/><site site="b"/></spatial>
    <fixed name="mix"><joint joint="elbow" coef="2"/><joint joint="x" coef="-1"/></fixed>
  </tendon>
  <equality>
    <connect body1="lower" body2="crate" anchor=".1 0 0" active="false"/>
    <weld body1="arm" body2="ball" active="false"/>
    <weld body1="arm" body2="cart" relpose="0 0 1 1 0 0 0" active="false"/>
  </equality>
  <actuator>
    <position joint="elbow" kp="10" dampratio="1"/>
    <motor tendon="rope" gear="3"/>
    <muscle tendon="mix" lengthrange="-1 1"/>
    <motor site="b" gear="1 0 0 0 .5 0"/>
  </actuator>
</mujoco>
"""


def scaled(rng, array):
    """Return an array with each number changed by up to a fifth."""
    return array * rng.uniform(0.8, 1.2, np.shape(array))


def moved(rng, array):
    """Return an array with some more of everything."""
    return array + rng.uniform(-0.1, 0.1, np.shape(array))


CHANGES = {
    "masses": {"body_mass": scaled, "body_inertia": scaled},
    "armature": {"dof_armature": moved, "tendon_armature": scaled},
    "bodies": {"body_pos": moved, "body_quat": moved},
    "sizes": {"geom_size": scaled},
    "attached": {"geom_pos": moved, "geom_quat": moved, "site_pos": moved, "site_quat": moved, "cam_pos": moved},
    "joints": {"jnt_pos": moved, "jnt_axis": moved},
    "actuators": {"actuator_gear": scaled},
    "tendons": {"wrap_prm": scaled},
    "start": {"qpos0": moved},
}


@pytest.mark.parametrize("change", CHANGES)
def test_constants_follow(change):
    """Change numbers of a model and of MuJoCo's in the same way; all constants agree afterwards."""
    mjm, mjd, *_ = oracle.load_both(SCENE)
    model = corten.load_model_from_string(SCENE)
    rng = np.random.default_rng(3)
    simple = model.body_simple > 0
    for name, how in CHANGES[change].items():
        new = np.abs(how(rng, getattr(model, name))) if name == "dof_armature" else how(rng, getattr(model, name))
        if "quat" in name:
            new /= np.linalg.norm(new, axis=-1, keepdims=True)
        if name == "jnt_axis":
            new /= np.linalg.norm(new, axis=-1, keepdims=True)
        if name.startswith("jnt_"):
            # joints of simple bodies stay where they are
            on_simple = simple[model.jnt_bodyid]
            new[on_simple] = getattr(model, name)[on_simple]
        if name == "qpos0":
            new[:4] /= np.linalg.norm(new[:4])
            for first in (8, 15):
                new[first : first + 4] /= np.linalg.norm(new[first : first + 4])
        getattr(model, name)[...] = new
        getattr(mjm, name)[...] = new.reshape(getattr(mjm, name).shape)
    oracle.call("mj_setConst", mjm, mjd)
    corten.set_const(model)
    assert differences(model, oracle.model_from_oracle(mjm)) == {}


def test_nothing_changes_without_a_change():
    """Leave all fields of a model as they are to the bit."""
    model = corten.load_model_from_string(SCENE)
    before = model.copy()
    corten.set_const(model)
    assert model.snapshot() == before.snapshot()


def test_masses_of_subtrees_follow():
    """Let the centre of mass of a changed model be the mean of its parts."""
    model = corten.load_model_from_string(SCENE)
    model.body_mass[2:] *= 3
    corten.set_const(model)
    data = model.make_data()
    corten.forward(model, data)
    mean = (model.body_mass[1:] @ data.xipos[1:]) / model.body_mass[1:].sum()
    np.testing.assert_allclose(data.subtree_com[0], mean, rtol=EXACT)


def test_simple_bodies_stay_simple():
    """Refuse an inertia that leaves the frame of a body which was compiled as simple, and say what to write."""
    model = corten.load_model_from_string(SCENE)
    model.body_ipos[model.id("body", "ball")] = 0, 0, 0.01
    with pytest.raises(corten.ModelError, match=r"body 'ball' was compiled as simple.*simple=.false."):
        corten.set_const(model)


def test_changed_masses_are_noticed():
    """Warn in the step after masses were changed without set_const, and only there."""
    model = corten.load_model_from_string(SCENE)
    data = model.make_data()
    corten.step(model, data)
    model.body_mass[2:] *= 3
    with pytest.warns(corten.ModelWarning, match=r"body_mass was changed.*corten\.set_const\(model\)"):
        corten.step(model, data)
    corten.set_const(model)
    model.opt.timestep = 0.001
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        corten.step(model, data)
        model.body_mass[2:] /= 3
        corten.set_const(model)
        corten.step(model, data)


@pytest.mark.parametrize("change", ["masses", "sizes", "attached", "start"])
def test_constants_have_no_memory(change):
    """Compute the same bits in a work space that other numbers were computed in before."""
    model = corten.load_model_from_string(SCENE)
    for seed in (3, 4):
        rng = np.random.default_rng(seed)
        for name, how in CHANGES[change].items():
            getattr(model, name)[...] = how(rng, getattr(model, name))
        fresh = model.copy()
        corten.set_const(model)
        corten.set_const(fresh)
        assert model.snapshot() == fresh.snapshot()


def test_bounds_find_their_room():
    """Let geoms stop touching and touch again; refuse one that could not when the model was compiled."""
    model = corten.load_model_from_string(SCENE.replace('name="round" size=".1"', 'name="round" size=".1" contype="0"'))
    compiled, geom = model.copy(), model.id("geom", "round")
    model.geom_contype[:], model.geom_conaffinity[:] = 0, 0
    corten.set_const(model)
    assert (model.body_bvhadr == -1).all() and not model.body_contype.any()
    model.geom_contype[:], model.geom_conaffinity[:] = compiled.geom_contype, compiled.geom_conaffinity
    corten.set_const(model)
    assert model.snapshot() == compiled.snapshot()
    model = corten.load_model_from_string(
        SCENE.replace('name="round" size=".1"', 'name="round" size=".1" contype="0" conaffinity="0"')
    )
    model.geom_contype[geom] = 1
    with pytest.raises(corten.ModelError, match=r"no room for their bounding boxes; write their contype"):
        corten.set_const(model)
