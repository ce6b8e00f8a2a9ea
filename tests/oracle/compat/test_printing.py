"""Text and scenes of the stand-in beside MuJoCo's: models, data, scenes, the schema, files of a model, skins."""

import re

import numpy as np
import pytest

import corten.compat.mujoco as ours
from support import oracle
from support.compat_calls import SCENE
from support.tolerance import DIFFERENT

LIT = """
<mujoco>
  <visual><global fovy="30" orthographic="{orthographic}"/></visual>
  <asset><material name="a" rgba="1 0 0 1" reflectance=".2" shininess=".3" specular=".4" emission=".1"/></asset>
  <worldbody>
    <light/><light type="spot" intensity="3" range="4" bulbradius=".3"/>
    <camera name="c" fovy="20" ipd=".1" pos="0 -2 0" xyaxes="1 0 0 0 0 1"/>
    <geom type="box" size="1 1 1" material="a"/>
    <body name="b" pos="0 0 1"><freejoint/><geom size=".1" mass="1"/></body>
  </worldbody>
</mujoco>
"""

SKINNED = """
<mujoco>
  <worldbody>
    <body name="a">
      <joint axis="0 1 0"/><geom size=".1"/>
      <body name="b" pos="1 0 0"><joint/><geom size=".1"/></body>
    </body>
  </worldbody>
  <deformable>
    <skin name="s" vertex="0 0 0 1 0 0 1 1 0 0 1 .2" face="0 1 2 0 2 3">
      <bone body="a" bindpos="0 0 0" bindquat="1 0 0 0" vertid="0 1 3" vertweight="1 .5 1"/>
      <bone body="b" bindpos="1 0 0" bindquat="1 0 0 0" vertid="1 2" vertweight=".5 1"/>
    </skin>
  </deformable>
</mujoco>
"""


def written(tmp_path, function, *arguments):
    """Return what a function writes into a file."""
    file = tmp_path / "text.txt"
    owner, rest = arguments[:-1], arguments[-1]
    function(*owner, str(file), *rest)
    return file.read_text()


def lines_of(text, wanted):
    """Return lines with a name and numbers, without regard to their order."""
    return sorted(line.rstrip() for line in text.splitlines() if re.match(wanted, line))


def test_model_text(tmp_path):
    """Write fields of all objects, options and looks in the lines that MuJoCo writes."""
    texts = []
    for module in (oracle.bindings(), ours):
        model = module.MjModel.from_xml_string(SCENE)
        texts.append(written(tmp_path, module.mj_printFormattedModel, model, ["%.10g"]))
        assert "BODY 1:" in written(tmp_path, module.mj_printModel, model, [])
    wanted = r"  (body|jnt|dof|geom|site|tendon|sensor|cam|light|mat)_\w+ |[A-Z]+ \d+:|    \w+ "
    # zeros may have other signs
    theirs, own = (lines_of(re.sub(r" -0(?= |$)", " 0", text), wanted) for text in texts)
    missing = [line for line in theirs if line not in set(own)]
    # MuJoCo writes paths of tendons as tables, and what has as many rows as controls under actuators
    assert len(theirs) > 700
    assert len(missing) < 8, missing


def test_data_text(tmp_path):
    """Write arrays under their names, a row for each object."""
    texts = []
    for module in (oracle.bindings(), ours):
        model = module.MjModel.from_xml_string(SCENE)
        data = module.MjData(model)
        module.mj_forward(model, data)
        texts.append(written(tmp_path, module.mj_printFormattedData, model, data, ["%.5f"]))
        assert "QPOS" in written(tmp_path, module.mj_printData, model, data, [])
    blocks = [dict(re.findall(r"\n([A-Z_0-9]+)\n((?:  .*\n)+)", text)) for text in texts]
    for name in ("QPOS", "XPOS", "XMAT", "CDOF", "CONTACT", "QACC", "BODY_AWAKE", "SUBTREE_COM"):
        # zeros may have other signs
        theirs, own = (re.sub(r"-(0\.0+)\b", r" \1", block[name]) for block in blocks)
        assert own.split() == theirs.split(), name


def test_schema_text():
    """Write the schema as MuJoCo does, but for the order of two default classes."""
    for html in (False, True):
        theirs, own = (module.mj_printSchema(html, html).splitlines() for module in (oracle.bindings(), ours))
        assert sorted(own) == sorted(theirs)


@pytest.mark.parametrize("orthographic", ["true", "false"])
def test_scene(tmp_path, orthographic):
    """Give scenes the cameras, lights and shine of MuJoCo's; free cameras say themselves how they project."""
    found = []
    for module in (oracle.bindings(), ours):
        model = module.MjModel.from_xml_string(LIT.format(orthographic=orthographic))
        data = module.MjData(model)
        module.mj_forward(model, data)
        scene = module.MjvScene(model, 20)
        for kind in range(3):
            for own in (0, 1):
                camera = module.MjvCamera()
                camera.type, camera.orthographic, camera.fixedcamid, camera.trackbodyid = kind, own, 0, 1
                module.mjv_updateScene(model, data, module.MjvOption(), None, camera, 7, scene)
                found.append([np.array(getattr(each, name), float) for each in scene.camera for name in CAMERA])
        found.append([np.array(getattr(each, name), float) for each in scene.lights[: scene.nlight] for name in LIGHT])
        found.append([np.array(getattr(each, name), float) for each in scene.geoms[: scene.ngeom] for name in GEOM])
        found.append([np.array(scene.flags, float), np.array([scene.flexedgeopt, scene.flexskinopt], float)])
        assert "GEOMS 2" in written(tmp_path, module.mj_printScene, scene, [])
        assert "CAMERA 1" in written(tmp_path, module.mj_printFormattedScene, scene, ["%.3f"])
    half = len(found) // 2
    for theirs, own in zip(found[:half], found[half:], strict=True):
        for a, b in zip(theirs, own, strict=True):
            np.testing.assert_allclose(b, a, rtol=DIFFERENT, atol=DIFFERENT)


CAMERA = ("pos", "forward", "up", "orthographic", "frustum_near", "frustum_far", "frustum_top", "frustum_bottom")
LIGHT = ("pos", "dir", "type", "range", "bulbradius", "intensity", "texid", "castshadow", "headlight", "cutoff", "id")
GEOM = ("type", "reflectance", "shininess", "specular", "emission", "rgba", "pos", "size", "matid")


def test_skins():
    """Move the vertices of skins with their bones."""
    found = []
    for module in (oracle.bindings(), ours):
        model = module.MjModel.from_xml_string(SKINNED)
        data = module.MjData(model)
        data.qpos[:] = 0.3, -0.4
        module.mj_forward(model, data)
        scene = module.MjvScene(model, 10)
        module.mjv_updateSkin(model, data, scene)
        parts = (scene.nskin, scene.skinfacenum, scene.skinvertadr, scene.skinvertnum, scene.skinvert, scene.skinnormal)
        found.append([np.array(part) for part in parts])
    for a, b in zip(*found, strict=True):
        assert (a.shape, a.dtype) == (b.shape, b.dtype)
        np.testing.assert_allclose(b, a, atol=DIFFERENT)


def test_files_of_a_model(tmp_path):
    """List the files that a model needs, those of what it includes as well."""
    (tmp_path / "sub").mkdir()
    (tmp_path / "a.xml").write_text(
        '<mujoco><include file="sub/b.xml"/><asset><mesh name="m" file="x.obj"/>'
        '<texture type="2d" name="t" file="t.png"/></asset><worldbody/></mujoco>'
    )
    (tmp_path / "sub" / "b.xml").write_text(
        '<mujoco><compiler meshdir="ms"/><asset><mesh name="n" file="y.stl"/>'
        '<hfield name="h" file="h.png" size="1 1 1 1"/></asset></mujoco>'
    )
    theirs, own = (module.mju_getXMLDependencies(str(tmp_path / "a.xml")) for module in (oracle.bindings(), ours))
    assert sorted(own) == sorted(theirs)
    assert len(own) == 6
    for module in (oracle.bindings(), ours):
        with pytest.raises(module.FatalError, match=r"Could not open 'nothing\.xml'"):
            module.mju_getXMLDependencies("nothing.xml")


def test_embedded_assets():
    """Copy a model with all that it names."""
    model = ours.MjModel.from_xml_string(SCENE)
    twin = ours.mj_embedAssets(model)
    twin.body_mass[1] = 7
    assert model.body_mass[1] != 7
