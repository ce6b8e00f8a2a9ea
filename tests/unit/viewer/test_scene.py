"""What is sent to the page: instances where the model has them, textures, decoration; no browser is needed."""

import contextlib
import io

import numpy as np
import pytest
import trimesh

import corten
from corten.render.soft import rod_sections
from corten.scene.options import SceneOption, VisFlag
from corten.viewer import launch_passive, quaternions
from corten.viewer.decoration import Decoration
from corten.viewer.scene import Scene, collect
from corten.viewer.server import close_server, open_server
from corten.viewer.snapshot import SnapshotRequest, take_snapshot
from corten.viewer.soft import SkinVertices, flex_faces
from support.tolerance import EXACT, SINGLE_SURFACE

SCENE = """<mujoco><asset>
    <texture name="check" type="2d" builtin="checker" rgb1="1 0 0" rgb2="0 0 1" width="8" height="8"/>
    <texture name="flat" type="cube" builtin="flat" rgb1="0 1 0" rgb2="0 1 0" width="4" height="24"/>
    <texture name="sides" type="cube" builtin="gradient" rgb1="1 0 0" rgb2="0 0 1" width="8" height="48"/>
    <material name="check" texture="check" texrepeat="2 3"/><material name="flat" texture="flat"/>
    <material name="sides" texture="sides"/>
  </asset><worldbody>
  <geom name="floor" type="plane" size="1 1 .1" material="check"/>
  <geom name="wall" type="box" size=".1 .1 .1" pos="0 0 3" rgba="1 1 0 .5" group="4"/>
  <body name="a" pos="0 0 1" euler="0 0 90"><freejoint/><geom name="ball" size=".2" pos=".5 0 0" material="flat"/>
    <geom name="pill" type="capsule" size=".1 .3" quat="0 1 0 0"/><site name="s" pos="0 0 .1"/></body>
  <body name="b" pos="1 0 .1"><freejoint/><geom type="box" size=".1 .1 .1" material="sides"/>
    <geom type="sphere" size=".05" rgba="0 0 0 0"/></body>
  </worldbody></mujoco>"""


@pytest.fixture(scope="module")
def server():
    """Return a server that nobody looks at."""
    server = open_server("127.0.0.1", 0, "test")
    yield server
    close_server(server)


def moment(xml: str, steps: int = 0):
    """Return a model, a data and a snapshot of it."""
    model = corten.load_model_from_string(xml)
    data = model.make_data()
    corten.step(model, data, nstep=steps) if steps else corten.forward(model, data)
    return model, data, take_snapshot(model, data, False, SnapshotRequest())


def test_instances_are_where_geoms_are(server):
    """Put each instance where the kinematics puts its geom; parts of a capsule stand at its ends."""
    model, data, snapshot = moment(SCENE, 5)
    scene = Scene(server, model)
    scene.show(snapshot, SceneOption())
    seen = set()
    for batch in scene.batches:
        if batch.kind.of != "geom" or batch.kind.group > 2:
            continue
        for number, position, quat in zip(
            batch.numbers, batch.handle.batched_positions, batch.handle.batched_wxyzs, strict=True
        ):
            local = data.geom_xmat[number].reshape(3, 3).T @ (position - data.geom_xpos[number])
            reach = model.geom_size[number, 1] if batch.kind.shape == "dome" else 0.0
            np.testing.assert_allclose(np.abs(local), [0, 0, reach], atol=SINGLE_SURFACE)
            z = quaternions.rotate(quat, [0, 0, 1.0]) @ data.geom_xmat[number].reshape(3, 3)[:, 2]
            assert abs(z) == pytest.approx(1, abs=SINGLE_SURFACE)
            seen.add(number)
    assert seen == set(range(model.ngeom)) - {model.id("geom", "wall"), model.ngeom - 1}
    scene.remove()


def test_groups_and_transparency(server):
    """Hide groups that are switched off and what is invisible; show what is half transparent as such."""
    model, _, snapshot = moment(SCENE)
    scene, option = Scene(server, model), SceneOption()
    (wall,) = [batch for batch in scene.batches if batch.kind.group == 4]
    scene.show(snapshot, option)
    assert not wall.handle.visible and wall.kind.transparent and wall.handle.batched_opacities[0] == 0.5
    option.geomgroup[4] = 1
    scene.show(snapshot, option)
    assert wall.handle.visible and wall.kind.still
    assert all(model.ngeom - 1 not in batch.numbers for batch in scene.batches if batch.kind.of == "geom")
    scene.remove()


def test_changes_of_the_model_are_seen(server):
    """Notice colours and sizes that were changed in a compiled model."""
    model, _, _ = moment(SCENE)
    scene = Scene(server, model)
    assert not scene.is_outdated()
    model.geom_rgba[1] = [0, 1, 0, 1]
    assert scene.is_outdated()
    scene.remove()


def test_textures_of_one_colour_are_colours():
    """Turn a texture whose pixels are alike into a colour, and keep others as textures of their material."""
    model = corten.load_model_from_string(SCENE)
    batches = {model.name("geom", batch.numbers[0]): batch for batch in collect(model) if batch.kind.of == "geom"}
    np.testing.assert_allclose(batches["ball"].rgba[0], [0, 1, 0, 1], atol=EXACT)
    assert batches["ball"].kind.look is None
    assert batches["floor"].kind.look.repeat == (2, 3)


@pytest.mark.parametrize("name", ["floor", ""])
def test_textured_shapes_are_files_that_others_read(server, name):
    """Write a plane and a box with their textures as GLB: triangles, pixels, and places within them."""
    from corten.viewer.shapes import shape
    from corten.viewer.textures import textured_glb

    model = corten.load_model_from_string(SCENE)
    batches = [batch for batch in collect(model) if batch.kind.look is not None]
    (batch,) = [batch for batch in batches if model.name("geom", batch.numbers[0]) == name]
    glb = textured_glb(model, batch.kind.shape, shape(model, batch.kind.shape), batch.kind.look)
    (mesh,) = trimesh.load(io.BytesIO(glb), file_type="glb").geometry.values()
    image = mesh.visual.material.baseColorTexture
    assert image.size == ((8, 8) if name else (8, 48)) and len(mesh.faces) == (2 if name else 12)
    uv = mesh.visual.uv
    spread = uv.max(axis=0) - uv.min(axis=0)
    if name:
        np.testing.assert_allclose(spread, [2, 3], atol=SINGLE_SURFACE)
    else:
        # six sides, each on a sixth of the strip
        assert (spread <= 1).all() and len(np.unique(np.floor(6 * (1 - uv[:, 1])))) == 6


def test_tendons_and_contacts(server):
    """Draw a tendon along its path around a cylinder, and contacts with arrows as long as their forces say."""
    model, data, snapshot = moment(
        """<mujoco><worldbody><geom type="plane" size="5 5 .1"/>
        <geom name="c" type="cylinder" size=".2 .5" pos="0 0 2" euler="90 0 0" contype="0" conaffinity="0"/>
        <site name="a" pos="-1 0 2"/><site name="top" pos="0 0 3"/>
        <body pos="1 0 2"><joint type="slide" axis="1 0 0"/><geom size=".05"/><site name="b"/></body>
        <body pos="0 3 .1"><freejoint/><geom size=".1" mass="3"/></body></worldbody>
        <tendon><spatial width=".02"><site site="a"/><geom geom="c" sidesite="top"/><site site="b"/></spatial>
        </tendon></mujoco>""",
        400,
    )
    decoration, option = Decoration(server, model), SceneOption()
    decoration.show(snapshot, option)
    tubes = decoration.drawn.pools["tube", 20].handle
    lengths = 2 * tubes.batched_scales[:, 2]
    assert (lengths > 0).sum() == 3
    # the piece around the cylinder is drawn straight: a little shorter than the path
    assert 0.95 * data.ten_length[0] < lengths.sum() <= data.ten_length[0] + SINGLE_SURFACE
    assert ("arrow", 20) not in decoration.drawn.pools
    option.flags[[VisFlag.CONTACTPOINT, VisFlag.CONTACTFORCE]] = 1
    option.flags[VisFlag.TENDON] = 0
    decoration.show(take_snapshot(model, data, False, SnapshotRequest(option)), option)
    weight = 3 * 9.81 * model.vis.map.force / model.stat.meanmass
    arrow = decoration.drawn.pools["arrow", 20].handle
    assert arrow.visible and arrow.batched_scales[0, 2] == pytest.approx(weight, rel=0.1)
    assert decoration.drawn.pools["cylinder", 20].handle.visible and not tubes.visible
    decoration.remove()


def test_skins_follow_their_bones():
    """Move each vertex of a skin with the bones that hold it, in proportion to their weights."""
    xml = """<mujoco><worldbody><body name="one"><freejoint/><geom size=".1"/></body>
      <body name="two" pos="1 0 0"><freejoint/><geom size=".1"/></body></worldbody>
      <deformable><skin vertex="0 0 0 1 0 0 0 1 0" face="0 1 2">
        <bone body="one" bindpos="0 0 0" bindquat="1 0 0 0" vertid="0 1 2" vertweight="1 .5 1"/>
        <bone body="two" bindpos="1 0 0" bindquat="1 0 0 0" vertid="1" vertweight=".5"/></skin></deformable></mujoco>"""
    model, data, snapshot = moment(xml)
    place = SkinVertices(model, 0)
    np.testing.assert_allclose(place(snapshot), [[0, 0, 0], [1, 0, 0], [0, 1, 0]], atol=SINGLE_SURFACE)
    data.qpos[7:10] = [1, 0, 4]
    data.qpos[3:7] = [np.sqrt(0.5), 0, 0, np.sqrt(0.5)]
    corten.forward(model, data)
    moved = place(take_snapshot(model, data, False, SnapshotRequest()))
    np.testing.assert_allclose(moved, [[0, 0, 0], [0.5, 0.5, 2], [-1, 0, 0]], atol=SINGLE_SURFACE)


def test_rods_with_box_sections_are_tubes_of_four_sides():
    """Fill a straight ribbon; with the last edge turned by a quarter, its end stands upright and the middle leans."""
    xml = """<mujoco><worldbody><flexcomp name="r" type="grid" dim="1" count="3 1 1" spacing="1 1 1" mass="1">
      <elasticity young="1e6" section="box" sectionsize=".2 .1"/></flexcomp></worldbody></mujoco>"""
    model, data, straight = moment(xml)
    sections, one, other = rod_sections(model, straight, 0)
    faces = sections.reshape(-1, 3)[flex_faces(model, 0)]
    np.testing.assert_allclose(np.linalg.det(faces).sum() / 6, 2.0 * 0.4 * 0.2, atol=EXACT)

    data.qpos[model.jnt_qposadr[model.id("joint", "r_twist")]] = 0.5 * np.pi
    corten.forward(model, data)
    sections, _, _ = rod_sections(model, take_snapshot(model, data, False, SnapshotRequest()), 0)
    np.testing.assert_allclose(sections.mean(axis=1), [[-1, 0, 0], [0, 0, 0], [1, 0, 0]], atol=EXACT)
    np.testing.assert_allclose(np.ptp(sections @ one[0], axis=1), [0.4, np.sqrt(0.5) * 0.6, 0.2], atol=EXACT)
    np.testing.assert_allclose(np.ptp(sections @ other[0], axis=1), [0.2, np.sqrt(0.5) * 0.6, 0.4], atol=EXACT)


def test_everything_at_once_is_shown(server):
    """Build and show a page of a model with flexes, skins, height fields and meshes, and again after a change."""
    xml = """<mujoco><asset><hfield name="h" nrow="2" ncol="2" size="1 1 1 .1" elevation="0 1 0 1"/></asset>
      <worldbody><geom type="hfield" hfield="h"/>
      <body name="p"><joint type="slide"/><geom size=".1"/></body>
      <body name="q" pos="1 0 0"><joint type="slide"/><geom size=".1"/></body>
      <body name="r" pos="0 1 0"><joint type="slide"/><geom size=".1"/></body></worldbody>
      <deformable><flex name="f" dim="2" body="p q r" vertex="0 0 0 0 0 0 0 0 0" element="0 1 2"/>
      <flex name="g" dim="1" body="p q" vertex="0 0 0 0 0 0" element="0 1"/></deformable></mujoco>"""
    model, data, _ = moment(xml)
    with contextlib.closing(launch_passive(model, data, port=0, open_browser=False)) as viewer:
        model.geom_rgba[1] = [1, 0, 0, 1]
        viewer.sync()
        snapshot = viewer._viewer.simulation.latest
        viewer._viewer.decoration.show(snapshot, viewer.opt)
        (flex,) = viewer._viewer.decoration._soft
        np.testing.assert_allclose(flex._handle.vertices, [[0, 0, 0], [1, 0, 0], [0, 1, 0]], atol=SINGLE_SURFACE)
