"""corten.Renderer and corten.render: what they give, what they refuse, and that nothing depends on threads."""

import numpy as np
import pytest

import corten
from corten.render.engine import Grid
from corten.render.files import encode_png
from corten.render.surfaces import make_surface
from corten.render.trees import front_first, octant_signs
from support.modes import check_same_output
from support.picture_scenes import MOVING, SHAPES
from support.tolerance import BOX_ROUNDING, SEEN_DISTANCE, SEEN_GRID, SEEN_NORMAL, SINGLE_ROUNDING

BALL = """
<mujoco>
  <statistic center="0 0 1" extent="2"/>
  <worldbody>
    <geom name="ball" type="sphere" size=".5" pos="0 0 1" rgba="1 0 0 1"/>
    <body name="box" pos="0 2 1"><freejoint/><geom type="box" size=".3 .3 .3" group="3"/></body>
    <camera name="front" pos="0 -3 1" xyaxes="1 0 0 0 0 1" fovy="40"/>
    <camera name="flat" pos="0 -3 1" xyaxes="1 0 0 0 0 1" projection="orthographic" fovy="2"/>
  </worldbody>
</mujoco>
"""


@pytest.fixture(scope="module")
def scene():
    """Return a model of a ball, and its data."""
    model = corten.load_model_from_string(BALL)
    data = model.make_data()
    corten.forward(model, data)
    return model, data


def picture(scene, kind: str, camera="front", **named):
    """Return a picture of 41 rows and 61 columns."""
    return corten.render(*scene, camera, 41, 61, kind=kind, **named)


def test_kinds_have_mujocos_shapes_and_types(scene):
    """Give uint8 colours, float32 metres, int32 pairs and float32 normals."""
    shapes = {kind: (picture(scene, kind).shape, picture(scene, kind).dtype) for kind in ("rgb", "depth")}
    assert shapes == {"rgb": ((41, 61, 3), np.uint8), "depth": ((41, 61), np.float32)}
    assert picture(scene, "segmentation").shape == (41, 61, 2) and picture(scene, "segmentation").dtype == np.int32
    assert picture(scene, "normals").shape == (41, 61, 3) and picture(scene, "normals").dtype == np.float32


@pytest.mark.parametrize("camera", ["front", "flat", 0])
def test_middle_of_a_ball_is_where_it_is(scene, camera):
    """Measure 3 m less the radius in the middle, see geom 0 there, and a normal towards the camera."""
    assert picture(scene, "depth", camera)[20, 30] == pytest.approx(2.5, abs=SEEN_DISTANCE)
    assert picture(scene, "segmentation", camera)[20, 30].tolist() == [0, corten.ObjectType.GEOM]
    np.testing.assert_allclose(picture(scene, "normals", camera)[20, 30], (0.0, -1.0, 0.0), atol=SEEN_NORMAL)
    red, green, blue = picture(scene, "rgb", camera)[20, 30].tolist()
    assert red > 100 and green < red and blue < red


def test_nothing_is_far_away(scene):
    """Show -1 and the farthest distance where nothing is."""
    model = scene[0]
    assert picture(scene, "segmentation")[0, 0].tolist() == [-1, -1]
    assert picture(scene, "depth")[0, 0] == pytest.approx(model.vis_map_zfar * model.stat.extent, rel=SINGLE_ROUNDING)


def test_width_of_a_ball_follows_from_the_angle_of_view(scene):
    """Cover as many columns of the middle row as the cone around the ball does."""
    seen = (picture(scene, "segmentation")[20, :, 0] == 0).sum()
    edge = np.tan(np.arcsin(0.5 / 3.0)) / np.tan(np.radians(20.0)) * 20.5
    assert abs(seen - 2.0 * edge) <= 2.0


def test_groups_are_shown_when_asked_for(scene):
    """Hide geoms of group 3 unless the option shows them."""
    option = corten.SceneOption()
    free = corten.Camera(lookat=np.array([0.0, 2.0, 1.0]), distance=3.0, azimuth=-90.0, elevation=0.0)
    assert 1 not in picture(scene, "segmentation", free)[..., 0]
    option.geomgroup[3] = 1
    assert 1 in picture(scene, "segmentation", free, scene_option=option)[..., 0]


@pytest.mark.parametrize("kind", ["rgb", "depth", "segmentation", "normals"])
def test_bits_do_not_depend_on_threads(kind):
    """Give the same bits with one thread and with three, and again."""
    model = corten.load_model_from_string(SHAPES)
    data = model.make_data()
    corten.forward(model, data)
    found = []
    for threads in (1, 3, 1):
        renderer = corten.Renderer(model, 50, 70, threads=threads)
        renderer.choose(kind)
        renderer.update_scene(data, "wide")
        found.append(renderer.render().tobytes())
    assert found[0] == found[1] == found[2]


PROGRAM = f'''
import zlib, corten
model = corten.load_model_from_string("""{MOVING}""")
data = model.make_data()
corten.forward(model, data)
for kind in ("depth", "segmentation", "rgb"):
    print(kind, zlib.crc32(corten.render(model, data, "track", 6, 8, kind=kind).tobytes()))
'''


def test_rays_alone_give_the_same_bits():
    """Trace ray by ray, with all indices checked, what packets of rays give."""
    assert check_same_output(PROGRAM, "checked")


def test_batch_gives_the_pictures_of_its_environments(scene):
    """Give for each environment of a batch what its own state gives."""
    model = scene[0]
    batch = corten.BatchSim(model, 5)
    batch.qpos[:, 0] = np.linspace(-1.0, 1.0, 5)
    option = corten.SceneOption()
    option.geomgroup[3] = 1
    with corten.Renderer(model, 24, 32) as renderer:
        for kind in ("rgb", "depth", "segmentation", "normals"):
            renderer.choose(kind)
            pictures = renderer.render_batch(batch, "front", option)
            for i in range(5):
                alone = corten.render(model, batch.env(i), "front", 24, 32, kind=kind, scene_option=option)
                np.testing.assert_array_equal(pictures[i], alone)
        assert not np.array_equal(pictures[0], pictures[4])


def test_randomized_models_look_different(scene):
    """Show the numbers of the model that an environment has of its own."""
    batch = corten.BatchSim(scene[0], 2)
    batch.vary("geom_size")
    batch.geom_size[1, 0, 0] = 0.2
    seen = (corten.render(scene[0], batch, "front", 24, 32, kind="segmentation")[..., 0] == 0).sum(axis=(1, 2))
    assert seen[1] < 0.5 * seen[0]


def test_bad_cameras_are_refused(scene):
    """Name what is wrong with a camera and which there are."""
    with pytest.raises(ValueError, match=r'camera "nose" does not exist.*front'):
        picture(scene, "rgb", "nose")
    with pytest.raises(ValueError, match=r"camera id 2 is out of range \[-1, 2\)"):
        picture(scene, "rgb", 2)
    with pytest.raises(TypeError, match="a name, a number or a Camera"):
        picture(scene, "rgb", 1.5)


def test_renderer_refuses_what_makes_no_picture(scene):
    """Refuse bad sizes, kinds, models, outputs of another shape, and pictures before a scene or after the end."""
    model, data = scene
    with pytest.raises(ValueError, match="height is 0"):
        corten.Renderer(model, 0, 3)
    with pytest.raises(TypeError, match="made for a Model"):
        corten.Renderer(data)  # pyright: ignore[reportArgumentType]
    with corten.Renderer(model, 8, 8) as renderer:
        with pytest.raises(RuntimeError, match="update_scene"):
            renderer.render()
        with pytest.raises(ValueError, match="kind is 'x'"):
            renderer.choose("x")
        renderer.update_scene(data)
        with pytest.raises(ValueError, match=r"out has the shape \(3, 3\)"):
            renderer.render(out=np.zeros((3, 3)))
        out = np.zeros((8, 8, 3), np.uint8)
        assert renderer.render(out=out) is out
    with pytest.raises(RuntimeError, match="after close"):
        renderer.render()


def test_modes_switch_as_mujocos_do(scene):
    """Switch depth and segmentation on and off."""
    model, data = scene
    with corten.Renderer(model, 8, 9) as renderer:
        renderer.update_scene(data)
        renderer.enable_depth_rendering()
        assert renderer.render().shape == (8, 9)
        renderer.enable_segmentation_rendering()
        renderer.disable_depth_rendering()
        assert renderer.render().shape == (8, 9, 2)
        renderer.disable_segmentation_rendering()
        assert renderer.render().shape == (8, 9, 3)


@pytest.mark.parametrize("lanes", [1, 2, 4, 8, 16])
def test_tiles_cover_each_pixel_once(lanes):
    """Put the rays of tiles back to where they came from, for every number of lanes and sizes that do not fit."""
    grid = Grid(37, 53, lanes)
    tiles = grid.tiles(2)
    rows, columns = (grid.pictures(tiles.fields[name], 2) for name in ("row", "column"))
    np.testing.assert_array_equal(rows[1], np.arange(37)[:, None] + np.full((37, 53), 0.5))
    np.testing.assert_array_equal(columns[0], np.arange(53)[None] + np.full((37, 53), 0.5))
    assert tiles.count % lanes == 0


def test_changed_height_field_is_shown():
    """Follow elevations that were changed after the first picture."""
    model = corten.load_model_from_string(SHAPES)
    before = corten.render(model, camera="wide", kind="depth")
    model.hfield_elevation[:] = 0.0
    assert not np.array_equal(before, corten.render(model, camera="wide", kind="depth"))


def test_surface_without_a_tree_gets_one():
    """Make a tree whose root holds all triangles."""
    corner = np.random.default_rng(3).normal(size=(20, 3, 3))
    surface = make_surface(corner)
    assert len(surface.leaf) == 39 and sorted(surface.leaf[surface.leaf >= 0]) == list(range(20))
    low, high = surface.box[0, :3] - surface.box[0, 3:], surface.box[0, :3] + surface.box[0, 3:]
    assert (corner >= low - 1e-9).all() and (corner <= high + 1e-9).all()


@pytest.mark.parametrize("octant", range(8))
def test_trees_in_order_of_a_direction_are_the_same_trees(octant):
    """Keep boxes, leaves and what is below each node, and let the nearer child come first."""
    surface = make_surface(np.random.default_rng(4).normal(size=(50, 3, 3)))
    box, leaf, skip = front_first(surface, octant)
    assert sorted(leaf) == sorted(surface.leaf) and skip[0] == len(leaf)
    for node in np.flatnonzero(leaf < 0).tolist():
        near = node + 1
        far = skip[near]
        assert skip[far] == skip[node]
        assert (box[far, :3] - box[near, :3]) @ octant_signs(octant) >= 0.0
        for child in (near, far):
            assert (np.abs(box[child, :3] - box[node, :3]) <= box[node, 3:] - box[child, 3:] + BOX_ROUNDING).all()


def test_grids_of_distances_are_shown():
    """Show a geom that is a grid of distances alone where its distances are zero, closed where the grid ends."""
    text = """
    <mujoco><worldbody><geom name="cloud" type="sdf"/><camera pos="0 -3 0" xyaxes="1 0 0 0 0 1"/></worldbody></mujoco>
    """
    model = corten.load_model_from_string(text)
    for half, nearest in ((1.0, 0.5), (0.3, 0.3)):
        axis = np.linspace(-half, half, 25)
        distances = np.linalg.norm(np.stack(np.meshgrid(axis, axis, axis, indexing="ij")), axis=0) - 0.5
        model.set_geom_sdf(0, corten.SdfGrid((-half,) * 3, float(axis[1] - axis[0]), distances))
        middle = corten.render(model, camera=0, height=41, width=41, kind="depth")[20, 20]
        assert middle == pytest.approx(3.0 - nearest, abs=SEEN_GRID)
        normal = corten.render(model, camera=0, height=41, width=41, kind="normals")[20, 20]
        np.testing.assert_allclose(normal, (0.0, -1.0, 0.0), atol=SEEN_NORMAL)


TEXTURED = """
<mujoco>
  <asset><texture name="wood" type="2d" file="wood.png" embed="{}"/><material name="wood" texture="wood"/></asset>
  <worldbody><geom type="box" size="1 1 1" material="wood"/></worldbody>
</mujoco>
"""


def test_textures_left_in_their_files_are_shown(tmp_path):
    """Show a texture that a model only names as one that it holds, and warn where the file is gone."""
    pixels = np.zeros((16, 16, 3), np.uint8)
    pixels[:, :8], pixels[:8, 8:] = (200, 40, 10), (20, 90, 220)
    (tmp_path / "wood.png").write_bytes(encode_png(pixels))
    texts = (TEXTURED.format(embed) for embed in ("true", "false"))
    held, named = (corten.load_model_from_string(text, base_dir=tmp_path) for text in texts)
    assert named.tex_adr[0] == -1
    np.testing.assert_array_equal(corten.render(held), corten.render(named))
    (tmp_path / "wood.png").unlink()
    with pytest.warns(corten.ModelWarning, match=r"texture wood in white: .*wood\.png"):
        corten.render(named)


def test_marks_are_shown_until_the_next_scene(scene):
    """Show a mark in front of the ball, write its label, and forget both with the next scene."""
    model, data = scene
    with corten.Renderer(model, 48, 64) as renderer:
        renderer.update_scene(data, "front")
        plain = renderer.render()
        renderer.scene.add(corten.GeomType.BOX, (0.1, 0.1, 0.1), pos=(0, -2, 1), rgba=(0, 1, 0, 1), label="mark")
        assert not np.array_equal(renderer.render(), plain)
        renderer.choose("depth")
        assert renderer.render()[24, 32] == pytest.approx(0.9, abs=SEEN_DISTANCE)
        renderer.update_scene(data, "front")
        renderer.choose("rgb")
        np.testing.assert_array_equal(renderer.render(), plain)
