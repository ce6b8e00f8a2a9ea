"""What scripts show on the page: marks, texts, pictures, figures; and the light of the model. No browser is needed."""

import numpy as np
import pytest

import corten
from corten.render.poses import Poser
from corten.scene.marks import Mark, MarkScene, mark_scene
from corten.scene.shapes import join
from corten.scene.soft import flex_looks
from corten.viewer import launch_passive, quaternions
from corten.viewer.decoration import DrawnScene, instances, line_tubes
from corten.viewer.lighting import Lighting, strength
from corten.viewer.plots import figure_series, text_rows
from corten.viewer.server import close_server, open_server
from corten.viewer.snapshot import SnapshotRequest, take_snapshot
from corten.viewer.soft import with_texture
from support.tolerance import EXACT

SCENE = """<mujoco>
  <asset>
    <texture type="skybox" builtin="gradient" rgb1="1 0 0" rgb2="0 0 1" width="8" height="48"/>
    <texture name="checker" type="2d" builtin="checker" rgb1="1 0 0" rgb2="0 0 1" width="8" height="8"/>
    <material name="cloth" texture="checker" rgba="1 1 1 .5"/>
    <mesh name="ball" builtin="sphere" params="1"/>
  </asset>
  <worldbody>
    <light name="sun" type="directional" dir="0 .6 -.8" diffuse="1 .5 .2"/>
    <body name="a" pos="0 0 1"><freejoint/><geom size=".1"/><light name="spot" pos="0 0 .5" dir="0 0 -1"/></body>
    <flexcomp name="cloth" type="grid" dim="2" count="3 3 1" spacing=".1 .1 .1" radius=".01" material="cloth"/>
    <flexcomp name="plain" type="grid" dim="2" count="3 3 1" spacing=".1 .1 .1" radius=".01" rgba="0 1 0 1"/>
  </worldbody>
</mujoco>"""


@pytest.fixture(scope="module")
def server():
    """Return a server that nobody looks at."""
    server = open_server("127.0.0.1", 0, "test")
    yield server
    close_server(server)


@pytest.fixture(scope="module")
def moment():
    """Return a model, its data and a snapshot."""
    model = corten.load_model_from_string(SCENE)
    data = model.make_data()
    Poser(model, corten.SceneOption()).place(data)
    return model, data, take_snapshot(model, data, False, SnapshotRequest())


def test_marks_are_where_they_were_put(server, moment):
    """Show marks of every type, move them, take them away again, and write their labels."""
    scene, marks = MarkScene(), DrawnScene(server, moment[0], "/marks")
    for kind in (*corten.GeomType, *corten.MarkType):
        scene.add(kind, (0.1, 0.2, 0.3), pos=(1, 2, 3), rgba=(1, 0, 0, 1), label="here").dataid = 0
    marks.show(mark_scene(moment[0], scene.geoms[: scene.ngeom]))
    shown = [pool.handle for pool in marks.pools.values()]
    assert shown and all(handle.visible for handle in shown)
    assert [label.text for label in marks.labels] == ["here"] * scene.ngeom
    scene.clear()
    scene.add(corten.GeomType.SPHERE, 0.5, pos=(0, 0, 7))
    marks.show(mark_scene(moment[0], scene.geoms[: scene.ngeom]))
    ball = marks.pools["sphere", 20].handle
    np.testing.assert_allclose(ball.batched_positions[0], (0, 0, 7))
    assert [handle.visible for handle in shown].count(True) == 1 and not marks.labels[0].visible
    marks.remove()


def test_marks_reach_from_point_to_point(moment):
    """Place arrows, lines and capsules between two points."""
    start, end = np.array([0.1, 0.2, 0.3]), np.array([0.4, -0.5, 0.9])
    scene = MarkScene()
    for kind in (corten.MarkType.ARROW, corten.MarkType.LINE, corten.GeomType.CAPSULE):
        mark = scene.connect(kind, 0.02, start, end)
        drawn = mark_scene(moment[0], [mark])
        found = instances(moment[0], join([drawn.shapes, line_tubes(moment[0], drawn.lines)]))
        pos, quat, scale, _ = max(found.values(), key=lambda columns: columns[2][0, 2])
        # an arrow begins at its place, all others reach to both sides of it
        reach = np.array([0.0, 0.0, scale[0, 2]])
        np.testing.assert_allclose(pos[0] + quaternions.rotate(quat[0], reach), end, atol=EXACT)
    with pytest.raises(ValueError, match="no two ends"):
        Mark().connect(corten.GeomType.SPHERE, 0.1, start, end)


def test_marks_end_where_the_room_ends():
    """Refuse more marks than a scene has room for, and numbers beyond it."""
    scene = MarkScene(maxgeom=1)
    scene.add(corten.GeomType.BOX)
    with pytest.raises(ValueError, match="has 1 marks"):
        scene.add(corten.GeomType.BOX)
    with pytest.raises(IndexError, match="mark 1 does not exist"):
        _ = scene.geoms[1]


def test_handle_shows_marks_and_overlays(moment):
    """Take over marks at a sync, and show texts, pictures and figures until they are cleared."""
    model, data, _ = moment
    figure = type("Figure", (), {"title": "f", "linename": ["a"], "linepnt": [2], "linedata": np.arange(4.0)[None]})
    with launch_passive(model, data, port=0, open_browser=False) as handle:
        handle.user_scn.add(corten.GeomType.SPHERE, 0.1)
        handle.sync()
        assert len(handle._viewer.simulation.latest.marks.shapes) == 1
        shown = handle._viewer.panel.overlays._shown
        for height in (1, 2):
            handle.set_texts((None, None, "height", str(height)))
            handle.set_images([(None, np.full((4, 5, 3), height, np.uint8))])
            handle.set_figures([(None, figure)])
        assert [len(shown[kind]) for kind in ("texts", "images", "figures")] == [1, 1, 1]
        assert "height | 2" in shown["texts"][0].content and shown["images"][0].image[0, 0, 0] == 2
        handle.clear_texts(), handle.clear_images(), handle.clear_figures()
        assert not any(shown.values())


def test_texts_and_figures_become_tables_and_lines():
    """Set lines of two columns beside each other, and let all lines of a figure share their places."""
    assert text_rows("a\nb|c", "1") == [("a", "1"), ("b\\|c", "")]
    figure = type("Figure", (), {"title": b"t", "linename": [b"p", b"q"], "linepnt": [2, 3]})
    figure.linedata = np.array([[0, 0, 2, 4, 0, 0], [0, 1, 1, 1, 2, 1]], float)
    title, data, series = figure_series(figure)
    assert title == "t" and [line["label"] for line in series] == ["x", "p", "q"]
    np.testing.assert_allclose(data, ([0, 1, 2], [0, 2, 4], [1, 1, 1]), atol=EXACT)


def test_lights_and_sky_are_those_of_the_model(server, moment):
    """Light the page as the model says, follow lights that move, and go back to a studio."""
    model, _, snapshot = moment
    lighting = Lighting(server, model)
    assert lighting.of_model and lighting.has_sky and sorted(lighting._lights) == [0, 1]
    lighting.show(snapshot)
    sun, spot = lighting._lights[0], lighting._lights[1]
    np.testing.assert_allclose(sun.position / np.linalg.norm(sun.position), (0, -0.6, 0.8), atol=EXACT)
    np.testing.assert_allclose(spot.position, (0, 0, 1.5), atol=EXACT)
    assert sun.color == strength(np.array([1.0, 0.5, 0.2]))[0] and sun.cast_shadow
    lighting.choose(fine=False, of_model=True)
    assert not lighting._lights[0].cast_shadow
    lighting.choose(fine=True, of_model=False)
    assert not lighting._lights
    lighting.remove()


def test_what_bends_has_the_mean_colour_of_its_texture(moment):
    """Colour a cloth by its material and the mean of its texture, and another one by its own colour."""
    model = moment[0]
    looks = flex_looks(model, corten.SceneOption())
    np.testing.assert_allclose(with_texture(model, looks.take([0])), (0.5, 0.0, 0.5, 0.5), atol=EXACT)
    np.testing.assert_allclose(with_texture(model, looks.take([1])), (0, 1, 0, 1), atol=EXACT)
