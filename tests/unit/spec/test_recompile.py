"""Models that are edited while they run, specs that hold what cannot be compiled yet, and confined loading."""

import os

import numpy as np
import pytest

import corten


def test_recompile_keeps_the_state():
    """Keep time, coordinates, velocities, controls and mocap poses of what is still there after an edit."""
    spec = corten.Spec.from_string("""
        <mujoco><worldbody>
          <body name="hand" mocap="true"/>
          <body name="a"><joint name="j"/><geom size=".1"/></body>
          <body name="b" pos="1 0 0"><freejoint name="f"/><geom size=".1"/></body>
        </worldbody><actuator><motor name="m" joint="j"/></actuator></mujoco>""")
    model = spec.compile()
    data = model.make_data()
    data.ctrl[:], data.qvel[:], data.mocap_pos[:] = 0.4, 1.0, 7.0
    corten.step(model, data, nstep=10)
    first = spec.worldbody.children[0]
    first.add_body(name="new").add_joint(name="k")
    spec.find("body", "new").add_geom(size=(0.1,))
    first.remove()
    spec.worldbody.add_body(name="other").add_geom(size=(0.1,))
    new, state = spec.recompile(model, data)
    assert new.nbody == model.nbody and state.time == data.time
    for name in ("j", "f"):
        np.testing.assert_array_equal(state.joint(name).qpos, data.joint(name).qpos)
        np.testing.assert_array_equal(state.joint(name).qvel, data.joint(name).qvel)
    assert state.ctrl[0] == 0.4
    corten.step(new, state)


def test_spec_holds_what_cannot_be_compiled_yet():
    """Read a plugin of a flexible body into a Spec; refuse it by name when it is compiled."""
    text = (
        '<mujoco><worldbody><flexcomp name="cloth" type="grid" count="3 3 1" spacing=".1 .1 .1"><plugin plugin="p"/>'
        "</flexcomp></worldbody></mujoco>"
    )
    spec = corten.Spec.from_string(text)
    assert spec.find("flexcomp", "cloth").count == (3, 3, 1)
    with pytest.raises(corten.UnsupportedFeatureError, match="flexcomp/plugin is not supported"):
        spec.compile()


def test_confined_loading_stays_in_the_folder(tmp_path):
    """Follow paths and links out of the model's folder, unless the caller forbids it."""
    inside, outside = tmp_path / "model", tmp_path / "secret"
    inside.mkdir()
    outside.mkdir()
    (outside / "part.xml").write_text("<mujoco><worldbody><geom size='.1'/></worldbody></mujoco>")
    (inside / "near.xml").write_text("<mujoco><worldbody><geom size='.2'/></worldbody></mujoco>")
    os.symlink(outside / "part.xml", inside / "link.xml")
    for name, leaves in (("near.xml", False), ("link.xml", True), ("../secret/part.xml", True)):
        scene = inside / "scene.xml"
        scene.write_text(f'<mujoco><include file="{name}"/></mujoco>')
        assert corten.load_model(scene).ngeom == 1
        if leaves:
            with pytest.raises(corten.ModelError, match="leads out of the folder of the model"):
                corten.load_model(scene, confined=True)
        else:
            assert corten.load_model(scene, confined=True).ngeom == 1
