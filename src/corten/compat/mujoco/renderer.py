"""Renderer: pictures as numpy arrays, with the interface of the bindings."""

from types import TracebackType
from typing import Any, Self

import numpy as np

import corten
from corten.compat.mujoco.options import MjvCamera, MjvOption
from corten.compat.mujoco.pictures import show_scene
from corten.compat.mujoco.scene import MjvScene, mjv_updateScene
from corten.scene.cameras import find_camera

TOO_LARGE = """Image {word} {asked} > framebuffer {word} {room}. Either reduce the image
{word} or specify a larger offscreen framebuffer in the model XML using the
clause:
<visual>
  <global off{word}="my_{word}"/>
</visual>"""

ALL = 7


class Renderer:
    """Makes pictures of a model by tracing rays: no OpenGL, no driver, no display."""

    def __init__(self, model: Any, height: int = 240, width: int = 320, max_geom: int = 10000, font_scale: Any = 150):
        room = model.vis.global_
        for word, asked, most in (("width", width, room.offwidth), ("height", height, room.offheight)):
            if asked > most:
                raise ValueError(TOO_LARGE.format(word=word, asked=asked, room=most))
        self._model, self._scene = model, MjvScene(model, max_geom)
        self._renderer = corten.Renderer(model._model, height, width)
        self._option, self._kind, self._closed = MjvOption(), "rgb", False

    @property
    def model(self) -> Any:
        """The model that it shows."""
        return self._model

    @property
    def scene(self) -> Any:
        """The scene; geoms that are added to it are drawn."""
        return self._scene

    @property
    def height(self) -> int:
        """Rows of a picture."""
        return self._renderer.height

    @property
    def width(self) -> int:
        """Columns of a picture."""
        return self._renderer.width

    def update_scene(self, data: Any, camera: Any = -1, scene_option: Any = None) -> None:
        """List what a data shows, and where a camera (a name, a number or an MjvCamera) looks."""
        self._check_open("update_scene")
        found = find_camera(self._model._model, camera)
        if not isinstance(camera, MjvCamera):
            chosen = MjvCamera()
            for name in MjvCamera._fields:
                setattr(chosen, name, getattr(found, name))
            found = chosen
        mjv_updateScene(self._model, data, scene_option or self._option, None, found, ALL, self._scene)

    def enable_depth_rendering(self) -> None:
        """Let pictures be depths [m]."""
        self._kind = "depth"

    def disable_depth_rendering(self) -> None:
        """Let pictures be colours again."""
        self._kind = "rgb" if self._kind == "depth" else self._kind

    def enable_segmentation_rendering(self) -> None:
        """Let pictures be numbers and types of objects."""
        self._kind = "segmentation"

    def disable_segmentation_rendering(self) -> None:
        """Let pictures be colours again."""
        self._kind = "rgb" if self._kind == "segmentation" else self._kind

    def render(self, *, out: np.ndarray | None = None) -> np.ndarray:
        """Return the picture of the scene as it was updated last, with the geoms that were added since."""
        self._check_open("render")
        scene, own = self._scene, self._renderer
        if scene._shown is None:
            raise RuntimeError("render comes after update_scene, which says what is shown")
        show_scene(own, scene)
        own.choose(self._kind)
        return own.render(out=out)

    def close(self) -> None:
        """Let go of what it holds; nothing can be rendered afterwards."""
        self._closed = True
        self._renderer.close()

    def _check_open(self, what: str) -> None:
        if self._closed:
            raise RuntimeError(f"{what} cannot be called after close.")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
