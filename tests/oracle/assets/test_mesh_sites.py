"""Sites that show meshes: their constants, and what lies inside of them."""

import numpy as np
import pytest

import corten
from support import oracle, tolerance

MESHES = {
    "points": 'vertex="0 0 0 1 0 0 0 2 0 0 0 3 1 1 1"',
    "dented": 'vertex="0 0 0 1 0 0 0 1 0 0 0 1 .1 .1 .1" face="0 2 1 0 1 3 0 3 2 1 2 4 1 4 3 2 3 4"',
    "ring": 'builtin="supertorus" params="12 .3 1 1" refpos="1 0 0" refquat="1 1 0 0"',
}
FIELDS = "site_type site_dataid site_matid site_size site_pos site_quat site_sameframe mesh_graphadr".split()


def scene(mesh: str, collision: str = "hull") -> str:
    """Return a body with mesh sites, one of them in a frame, and a probe that sensors look for in the first."""
    return f"""<mujoco>
    <custom><text name="corten.mesh.shape.collision" data="{collision}"/></custom>
    <asset><material name="own"/><material name="other"/><mesh name="shape" material="own" {MESHES[mesh]}/></asset>
    <worldbody>
      <body pos="0 0 .3" euler="20 30 40"><freejoint/><geom size=".3"/>
        <site name="zone" type="mesh" mesh="shape" pos="0 .2 -.1" euler="10 20 30"/>
        <frame pos="1 1 1" euler="0 0 90"><site type="mesh" mesh="shape" size="3 2 1" material="other"/></frame>
        <site type="sdf" size="1 2 3"/>
      </body>
      <body name="probe" mocap="true"/>
    </worldbody>
    <sensor><insidesite site="zone" objtype="xbody" objname="probe"/></sensor></mujoco>"""


@pytest.mark.parametrize("mesh", MESHES)
def test_constants(mesh):
    """Give a mesh site its pose as written, and size and material of its mesh."""
    xml = scene(mesh)
    theirs, model = oracle.compiled(xml), corten.load_model_from_string(xml)
    for field in FIELDS:
        assert np.allclose(getattr(model, field), getattr(theirs, field), rtol=0, atol=tolerance.EXACT), field


@pytest.mark.parametrize("mesh", MESHES)
@pytest.mark.parametrize("collision", ["hull", "triangles"])
def test_inside_is_inside_the_hull(mesh, collision):
    """Find points inside of a mesh site where the oracle finds them: in its convex hull, however the mesh collides."""
    xml = scene(mesh, collision)
    mjm, mjd, *_ = oracle.load_both(xml)
    model = corten.load_model_from_string(xml)
    data, rng, seen = model.make_data(), np.random.default_rng(0), set()
    for point in rng.uniform(-1.2, 1.5, (300, 3)):
        mjd.mocap_pos[0] = data.mocap_pos[0] = point
        oracle.forward(mjm, mjd)
        corten.forward(model, data)
        assert data.sensordata[0] == mjd.sensordata[0]
        seen.add(float(data.sensordata[0]))
    assert seen == {0.0, 1.0}


@pytest.mark.parametrize(
    ("site", "sensor", "words"),
    [
        ('<site name="s" type="mesh"/>', "", "mesh is missing"),
        ('<site name="s" type="box" mesh="shape"/>', "", "mesh is given, but type is box"),
        ('<site name="s" type="mesh" mesh="shape"/>', '<touch site="s"/>', "a touch sensor needs a simple shape"),
    ],
)
def test_mistakes(site, sensor, words):
    """Refuse sites without their mesh, meshes without such a site, and touch sensors on mesh sites."""
    xml = f"""<mujoco><asset><mesh name="shape" {MESHES["points"]}/></asset>
    <worldbody>{site}</worldbody><sensor>{sensor}</sensor></mujoco>"""
    with pytest.raises(corten.ModelError, match=words):
        corten.load_model_from_string(xml)
