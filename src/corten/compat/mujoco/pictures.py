"""Pictures of MjvScenes by corten's renderer, with the shapes that users have added."""

from typing import Any

import numpy as np

import corten
from corten.compat.mujoco.names import NAMES
from corten.compat.mujoco.overlays import Stroke, drawn_over
from corten.enums import GeomType
from corten.render.kernels.sky import SKY
from corten.render.tessellation import arrow_columns
from corten.render.textures import sky_texture
from corten.scene.cameras import View
from corten.scene.options import RndFlag, SceneOption
from corten.scene.shapes import Shapes, join, make_shapes

GEOM = NAMES["enums"]["mjtGeom"]
ARROWS = {GEOM["mjGEOM_ARROW"]: "arrow", GEOM["mjGEOM_ARROW1"]: "pin", GEOM["mjGEOM_ARROW2"]: "double"}

# thickness of a line, in widths of a pixel [m]: lines have no other
LINE_WIDTH = 0.002

# shapes that can be added as they are
SOLID = (GeomType.SPHERE, GeomType.CAPSULE, GeomType.ELLIPSOID, GeomType.CYLINDER, GeomType.BOX, GeomType.PLANE)


class Painter:
    """A renderer that follows the size of what it is asked for."""

    def __init__(self, model: corten.Model):
        self._model = model
        self._renderer: corten.Renderer | None = None
        self._scene: Any = None
        # what is drawn over the picture
        self.strokes: list[Stroke] = []

    def renew(self, model: corten.Model) -> None:
        """Look at the model anew: textures or meshes have changed."""
        self._model, self._renderer = model, None

    def paint(self, scn: Any, height: int, width: int) -> None:
        """Take over a scene, to be painted in a size."""
        if scn._shown is None:
            raise RuntimeError("mjr_render comes after mjv_updateScene, which says what is shown")
        model, data, camera, option = scn._shown
        renderer = self._renderer
        if renderer is None or renderer.model is not model or (renderer.height, renderer.width) != (height, width):
            renderer = self._renderer = corten.Renderer(model, height, width)
        self.strokes.clear()
        renderer.scene.flags[:] = scn.flags
        renderer.update_scene(data, camera, scene_option(option))
        renderer.add_shapes(lambda surfaces: extra_shapes(model, surfaces, scn))

    def _picture(self, kind: str) -> np.ndarray:
        if self._renderer is None:
            raise RuntimeError("mjr_readPixels comes after mjr_render")
        self._renderer.choose(kind)
        return self._renderer.render()

    def colours(self) -> np.ndarray:
        """Return colours, the highest row first, with what was drawn over them."""
        picture = self._picture("rgb")
        return drawn_over(picture, self.strokes) if self.strokes else picture

    def depths(self, zero_far: bool) -> np.ndarray:
        """Return depths as OpenGL has them, from 0 to 1; there the sky is a thing, too."""
        metres = self._picture("depth").astype(float)
        model, renderer = self._model, self._renderer
        if renderer and renderer.scene.flags[RndFlag.SKYBOX] and sky_texture(model) >= 0 and renderer._contents:
            metres = np.minimum(metres, sky_depths(renderer._contents[0].view, renderer.height, renderer.width))
        near = float(model.vis_map_znear * model.stat.extent)
        far = float(model.vis_map_zfar * model.stat.extent)
        with np.errstate(divide="ignore"):
            share = (1 / near - 1 / np.clip(metres, near, far)) / (1 / near - 1 / far)
        return (1 - share if zero_far else share).astype(np.float32)


def sky_depths(view: View, height: int, width: int) -> np.ndarray:
    """Return how far away the sky is along the direction of sight [m]: it is a cylinder around the eye."""
    left, right, top, down = view.steps(height, width)
    x, y = left + right * (np.arange(width) + 0.5), top - down * (np.arange(height) + 0.5)
    way = view.forward + x[None, :, None] * view.right + y[:, None, None] * view.up
    across = np.maximum(np.hypot(way[..., 0], way[..., 1]), np.abs(way[..., 2]))
    return SKY * view.far / np.maximum(across, SKY)


def scene_option(option: Any) -> SceneOption:
    """Return an MjvOption as corten has it."""
    own = SceneOption()
    for name in (
        "geomgroup",
        "sitegroup",
        "jointgroup",
        "tendongroup",
        "actuatorgroup",
        "flexgroup",
        "skingroup",
        "flags",
    ):
        getattr(own, name)[:] = getattr(option, name)
    own.frame, own.label = option.frame, option.label
    own.bvh_depth, own.flex_layer = option.bvh_depth, option.flex_layer
    return own


def extra_shapes(model: corten.Model, surfaces: Any, scn: Any) -> Shapes:
    """Return the shapes that users have added to a scene since it was updated."""
    parts = [make_shapes(0)]
    for geom in scn.geoms[scn._extra : scn.ngeom]:
        columns = _columns(model, surfaces, geom)
        if columns is not None:
            look = (geom.emission, geom.specular, geom.shininess, geom.reflectance)
            parts.append(make_shapes(1, rgba=geom.rgba, look=look, objtype=geom.objtype, objid=geom.objid, **columns))
    return join(parts)


def _columns(model: corten.Model, surfaces: Any, geom: Any) -> dict[str, Any] | None:
    """Return type, size and place of a geom that was added, None for what has no shape."""
    pos, mat = geom.pos.astype(float), geom.mat.astype(float)
    if geom.type in SOLID:
        return {"type": geom.type, "size": geom.size, "pos": pos, "mat": mat.reshape(9)}
    ends = (pos, pos + geom.size[2] * mat[:, 2])
    if geom.type in ARROWS:
        return arrow_columns(model, surfaces, ARROWS[geom.type], float(geom.size[0]), ends)
    if geom.type == GEOM["mjGEOM_LINE"]:
        half = 0.5 * float(geom.size[2])
        size = (LINE_WIDTH, LINE_WIDTH, half)
        return {"type": GeomType.CAPSULE, "size": size, "pos": pos + half * mat[:, 2], "mat": mat.reshape(9)}
    return None
