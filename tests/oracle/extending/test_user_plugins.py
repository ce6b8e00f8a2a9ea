"""Plugins of users against MuJoCo: shapes under the names of its own ones, and forces that it calls back."""

import re

import numpy as np
import pytest

import corten
import support.user_plugins
from corten.enums import DisableBit
from corten.queries import ray
from support import oracle
from support.plugin_scenes import OTHERS, SPACING, shape_scene
from support.tolerance import CONSTANT, EXACT, FORMULA_CONTACT, STEP

MEASURES = "geom_pos geom_quat geom_size geom_aabb geom_rbound body_mass body_inertia body_ipos mesh_vert".split()
DECLARED = "".join(f'<plugin plugin="{name}"/>' for name in support.user_plugins.FORCES)
FORCES = f"""<mujoco><option timestep=".004" integrator="INTEGRATOR"><flag contact="disable"/></option>
<extension>{DECLARED}</extension>
<worldbody>
  <body pos=".1 .2 .3"><freejoint/><geom type="box" size=".1 .2 .05"/>
    <plugin plugin="test.wind"><config key="drag" value="2"/></plugin>
    <body pos=".3 0 0"><geom size=".05"/><plugin plugin="test.homing"/></body>
    <body pos="0 .2 0"><joint axis="1 0 0"/><geom type="capsule" fromto="0 0 0 0 .2 .1" size=".03"/>
      <plugin plugin="test.hinge"><config key="stiffness" value="3"/><config key="damping" value=".1"/></plugin>
      <body pos="0 .2 .1"><joint type="ball"/><geom size=".04 .05 .06" type="box" pos=".1 0 0"/>
        <plugin plugin="test.wind"/></body></body></body>
  <body pos="1 0 0"><plugin plugin="test.homing"/><geom size=".1"/></body>
  <body pos="2 0 0"><joint type="slide" stiffness="5" damping=".2"/><geom size=".1"/>
    <plugin plugin="test.homing"><config key="stiffness" value="9"/></plugin></body>
</worldbody></mujoco>"""


def load_forces(integrator: str = "Euler"):
    """Return MuJoCo's model and data without plugins, and corten's with them."""
    xml = FORCES.replace("INTEGRATOR", integrator)
    bare = re.sub(r"<extension>.*</extension>|<plugin [^>]*/>|<plugin [^>]*>.*?</plugin>", "", xml, flags=re.DOTALL)
    mjm, mjd, *_ = oracle.load_both(bare)
    model = corten.load_model_from_string(xml)
    return mjm, mjd, model, model.make_data()


@pytest.mark.parametrize("integrator", ["Euler", "RK4", "implicitfast", "implicit"])
def test_forces(integrator):
    """Follow forces on free, jointed, welded and fixed bodies through a hundred steps."""
    mjm, mjd, model, data = load_forces(integrator)
    data.qvel[:] = mjd.qvel[:] = np.random.default_rng(2).normal(size=mjm.nv)
    with oracle.callbacks(passive=support.user_plugins.called_back(mjm, model)):
        for _ in range(100):
            oracle.step(mjm, mjd)
            corten.step(model, data)
            for field in ("qpos", "qvel", "qfrc_passive"):
                assert np.allclose(getattr(data, field), getattr(mjd, field), rtol=STEP, atol=STEP), field
    assert np.abs(mjd.qfrc_passive).min() > 0


def test_inverse():
    """Count the forces of plugins in inverse dynamics."""
    mjm, mjd, model, data = load_forces()
    rng = np.random.default_rng(4)
    data.qvel[:] = mjd.qvel[:] = rng.normal(size=mjm.nv)
    data.qacc[:] = mjd.qacc[:] = rng.normal(size=mjm.nv)
    with oracle.callbacks(passive=support.user_plugins.called_back(mjm, model)):
        oracle.call("mj_inverse", mjm, mjd)
    corten.inverse(model, data)
    assert np.allclose(data.qfrc_inverse, mjd.qfrc_inverse, rtol=EXACT, atol=STEP)


def test_applied_force():
    """Apply a force at a point of a body as MuJoCo's function for that does."""
    mjm, mjd, model, data = load_forces()
    rng = np.random.default_rng(5)
    corten.forward(model, data)
    oracle.forward(mjm, mjd)
    for body in range(model.nbody):
        force, torque, point = rng.normal(size=(3, 3))
        wanted = np.zeros(mjm.nv)
        oracle.call("mj_applyFT", mjm, mjd, force, torque, point, body, wanted)
        data.qfrc_passive[:] = 0.0
        support.user_plugins.push_body(model, data, body, tuple(force), tuple(torque), tuple(point))
        assert np.allclose(data.qfrc_passive, wanted, rtol=0, atol=EXACT)


def test_disabled_passive_forces():
    """Leave out forces of plugins where springs and dampers are disabled both, as MuJoCo does, and keep them else."""
    mjm, mjd, model, data = load_forces()
    with oracle.callbacks(passive=support.user_plugins.called_back(mjm, model)):
        for flags in (DisableBit.SPRING, DisableBit.DAMPER, DisableBit.SPRING | DisableBit.DAMPER):
            mjm.opt.disableflags = model.opt.disableflags = int(flags) | DisableBit.CONTACT
            oracle.forward(mjm, mjd)
            corten.forward(model, data)
            assert np.allclose(data.qfrc_passive, mjd.qfrc_passive, rtol=0, atol=STEP)
            assert bool(data.qfrc_passive.any()) == (flags in (DisableBit.SPRING, DisableBit.DAMPER))


@pytest.mark.parametrize("shape", ["torus", "bowl"])
def test_shapes(shape):
    """Give the surface, masses and contacts that MuJoCo finds for a plugin of its own with the same mathematics."""
    theirs = shape_scene(shape)
    mjm, mjd, *_ = oracle.load_both(theirs)
    model = corten.load_model_from_string(theirs.replace("mujoco.sdf.", "test."))
    data = model.make_data()
    for field in MEASURES:
        assert np.allclose(getattr(model, field), getattr(mjm, field), rtol=CONSTANT, atol=CONSTANT), field
    rng, touched = np.random.default_rng(0), set()
    for place, other in enumerate(OTHERS):
        for _ in range(6):
            pose = np.r_[rng.uniform(-0.6, 0.6, 3), rng.normal(size=4)]
            pose += np.r_[SPACING * place, 0, -4 if other == "plane" else 0, 0, 0, 0, 0]
            pose[3:] /= np.linalg.norm(pose[3:])
            data.qpos[:] = pose
            contacts = oracle.find_contacts(mjm, mjd, pose)
            corten.forward(model, data)
            assert data.ncon == len(contacts.dist)
            assert np.allclose(data.contact_dist[: data.ncon], contacts.dist, rtol=0, atol=FORMULA_CONTACT)
            assert np.allclose(data.contact_pos[: data.ncon], contacts.pos, rtol=0, atol=FORMULA_CONTACT)
            touched.update([other] if data.ncon else [])
    assert len(touched) >= 4


def test_rays():
    """Let rays meet the shape of a plugin where they meet MuJoCo's."""
    theirs = shape_scene("torus")
    mjm, mjd, *_ = oracle.load_both(theirs)
    model = corten.load_model_from_string(theirs.replace("mujoco.sdf.", "test."))
    data = model.make_data()
    middle = np.array([0.0, 9.0, 0.0])
    data.qpos[:] = mjd.qpos[:] = *middle, 1.0, 0.0, 0.0, 0.0
    oracle.forward(mjm, mjd)
    corten.forward(model, data)
    rng, hits = np.random.default_rng(1), 0
    for _ in range(30):
        origin, way = middle + rng.uniform(-1, 1, 3), rng.normal(size=3)
        wanted, geom, _ = oracle.cast_ray(mjm, mjd, origin, way)
        ours, number = ray(model, data, origin, way)
        assert number == geom
        assert wanted < 0 or abs(ours - wanted) < FORMULA_CONTACT
        hits += geom == mjm.ngeom - 1
    assert hits
