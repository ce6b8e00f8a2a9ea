"""Pictures of MjvScenes by corten's renderer, with the shapes that users have added."""

from typing import Any

import numpy as np

import corten
from corten.compat.mujoco.overlays import Stroke, drawn_over
from corten.compat.mujoco.scene import scene_option
from corten.render.kernels.sky import SKY
from corten.render.textures import sky_texture
from corten.scene.cameras import View
from corten.scene.options import RndFlag


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
        """Show a scene in a size."""
        if scn._shown is None:
            raise RuntimeError("mjr_render comes after mjv_updateScene, which says what is shown")
        model = scn._shown[0]
        renderer = self._renderer
        if renderer is None or renderer.model is not model or (renderer.height, renderer.width) != (height, width):
            renderer = self._renderer = corten.Renderer(model, height, width)
        self.strokes.clear()
        show_scene(renderer, scn)

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


def show_scene(renderer: corten.Renderer, scn: Any) -> None:
    """Let a renderer show the state that a scene was updated with, and the geoms that users have added since."""
    _, data, camera, option = scn._shown
    renderer.scene.flags[:] = scn.flags
    renderer.update_scene(data, camera, scene_option(option))
    geoms = scn.geoms[scn._extra : scn.ngeom]
    renderer.scene.geoms, renderer.scene.ngeom = geoms, len(geoms)


def sky_depths(view: View, height: int, width: int) -> np.ndarray:
    """Return how far away the sky is along the direction of sight [m]: it is a cylinder around the eye."""
    left, right, top, down = view.steps(height, width)
    x, y = left + right * (np.arange(width) + 0.5), top - down * (np.arange(height) + 0.5)
    way = view.forward + x[None, :, None] * view.right + y[:, None, None] * view.up
    across = np.maximum(np.hypot(way[..., 0], way[..., 1]), np.abs(way[..., 2]))
    return SKY * view.far / np.maximum(across, SKY)
