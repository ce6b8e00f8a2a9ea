"""Pictures beside those of MuJoCo's own renderer: depth, what is seen, and colours."""

import numpy as np
import pytest

import corten
from corten.enums import GeomType, ObjectType
from corten.render.poses import Poser
from support.drawn import SIZE, drawn
from support.picture_scenes import COINCIDENT, FLEXES, MOVING, SHAPES
from support.tolerance import SAME_COLOUR, SAME_DEPTH, SAME_PIXELS, SAME_THINGS

BUNDLED = {name: corten.models.path(name).read_text(encoding="utf-8") for name in ("humanoid", "quadruped", "arm")}
SCENES = {"shapes": SHAPES, "moving": MOVING, "flexes": FLEXES, "coincident": COINCIDENT, **BUNDLED}


@pytest.fixture(scope="module", params=SCENES)
def pair(request, tmp_path_factory):
    """Return a model with its renderer, and MuJoCo's pictures of it."""
    text = SCENES[request.param]
    theirs = drawn(text, str(tmp_path_factory.mktemp("pictures")))
    model = corten.load_model_from_string(text)
    data = model.make_data()
    Poser(model, corten.SceneOption()).place(data)
    return model, data, corten.Renderer(model, *SIZE), theirs


def each_camera(pair, kind: str, name: str):
    """Yield camera, our picture and MuJoCo's."""
    model, data, renderer, theirs = pair
    renderer.choose(kind)
    for camera in range(-1, model.ncam):
        renderer.update_scene(data, camera)
        yield camera, renderer.render(), theirs[name][camera + 1]


def test_depth_is_mujocos(pair):
    """Measure the distances that MuJoCo's depth has, on all but the pixels along edges."""
    for camera, ours, theirs in each_camera(pair, "depth", "depth"):
        same = np.abs(ours - theirs) <= np.maximum(SAME_DEPTH, SAME_DEPTH * np.abs(theirs))
        assert same.mean() >= SAME_PIXELS, camera


def test_segmentation_is_mujocos(pair):
    """See the objects that MuJoCo sees, on all but the pixels along edges, also where neither plane nor sky is."""
    model = pair[0]
    for camera, ours, theirs in each_camera(pair, "segmentation", "segmentation"):
        same = (ours == theirs).all(axis=2)
        number, kind = theirs[..., 0], theirs[..., 1]
        plane = (kind == ObjectType.GEOM) & (model.geom_type[np.clip(number, 0, model.ngeom - 1)] == GeomType.PLANE)
        things = (number >= 0) & ~plane
        assert same.mean() >= SAME_PIXELS, camera
        assert not things.any() or same[things].mean() >= SAME_THINGS, camera


def test_colours_are_like_mujocos(pair):
    """Show colours that differ little from MuJoCo's, which are computed for corners of triangles alone."""
    for camera, ours, theirs in each_camera(pair, "rgb", "rgb"):
        difference = np.abs(ours.astype(int) - theirs.astype(int)).mean()
        assert difference <= SAME_COLOUR, (camera, difference)
