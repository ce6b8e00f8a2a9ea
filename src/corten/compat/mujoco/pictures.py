"""Pictures of MjvScenes by corten's renderer, with the shapes that users have added."""

from collections.abc import Callable
from typing import Any

import numpy as np

import corten
from corten.compat.mujoco.arguments import NAMES
from corten.compat.mujoco.scene import scene_option
from corten.render.kernels.light import SKY
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
        """Look at the model again: textures or meshes have changed."""
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


# ---------------------------------------------------------------- text and rectangles over pictures


GRID = NAMES["enums"]["mjtGridPos"]

# [pixel] height of letters by mjtFont, at a scale of 100 %
SIZES = {0: 13, 1: 13, 2: 26}

# [pixel] between text and the edge of its box, and between two columns of text
EDGE, COLUMNS = 6, 14

# how much of the picture shows through the box behind text
BEHIND = 0.4

Stroke = Callable[[Any, Any], None]


def _font(size: int) -> Any:
    from PIL import ImageFont

    return ImageFont.load_default(size)


def letters(font: int, scale: int) -> int:
    """Return the height of letters [pixel] of a font at a scale in per cent; 0 is 100."""
    return max(int(SIZES.get(font, 13) * (scale or 100) / 100), 6)


def corner_text(size: int, place: int, viewport: Any, texts: tuple[str, str]) -> Stroke:
    """Return what writes one or two columns of text, on a dark box, into a corner or at an edge of a rectangle."""

    def stroke(draw: Any, height: Any) -> None:
        font = _font(size)
        boxes = [draw.multiline_textbbox((0, 0), text, font=font) if text else (0, 0, 0, 0) for text in texts]
        widths, tall = [box[2] for box in boxes], max(box[3] for box in boxes)
        wide = sum(widths) + (COLUMNS if all(texts) else 0)
        left, top = _origin(place, viewport, height, (wide + 2 * EDGE, tall + 2 * EDGE))
        draw.rectangle(
            (left, top, left + wide + 2 * EDGE, top + tall + 2 * EDGE), fill=(0, 0, 0, int(255 * (1 - BEHIND)))
        )
        at = left + EDGE
        for text, width in zip(texts, widths, strict=True):
            draw.multiline_text((at, top + EDGE), text, font=font, fill=(255, 255, 255, 255))
            at += width + (COLUMNS if text else 0)

    return stroke


def _origin(place: int, viewport: Any, height: int, box: tuple[float, float]) -> tuple[float, float]:
    """Return the upper left corner of a box; rectangles of MuJoCo are counted from below."""
    word = next((name.partition("_")[2] for name, value in GRID.items() if value == place), "TOPLEFT")
    lower = height - viewport.bottom
    upper, left, right = lower - viewport.height, viewport.left, viewport.left + viewport.width
    x = left if "LEFT" in word else right - box[0] if "RIGHT" in word else (left + right - box[0]) / 2
    y = upper if "TOP" in word else lower - box[1] if "BOTTOM" in word else (upper + lower - box[1]) / 2
    return x, y


def placed_text(size: int, text: str, x: float, y: float, rgb: tuple[float, ...]) -> Stroke:
    """Return what writes text at a place, in shares of the picture from its lower left corner."""

    def stroke(draw: Any, height: Any) -> None:
        width = draw.im.size[0]
        draw.text((x * width, (1 - y) * height), text, font=_font(size), fill=_bytes(*rgb, 1.0), anchor="ls")

    return stroke


def filled(viewport: Any, rgba: tuple[float, ...]) -> Stroke:
    """Return what fills a rectangle with a colour."""

    def stroke(draw: Any, height: Any) -> None:
        if viewport.width > 0 and viewport.height > 0:
            lower, right = height - viewport.bottom, viewport.left + viewport.width
            draw.rectangle((viewport.left, lower - viewport.height, right - 1, lower - 1), fill=_bytes(*rgba))

    return stroke


def label(size: int, text: str, viewport: Any, rgba: tuple[float, ...], rgb: tuple[float, ...]) -> Stroke:
    """Return what fills a rectangle and writes text into its middle."""
    fill = filled(viewport, rgba)

    def stroke(draw: Any, height: Any) -> None:
        fill(draw, height)
        middle = viewport.left + viewport.width / 2, height - viewport.bottom - viewport.height / 2
        draw.text(middle, text, font=_font(size), fill=_bytes(*rgb, 1.0), anchor="mm")

    return stroke


def _bytes(*shares: float) -> tuple[int, ...]:
    return tuple(round(255 * min(max(share, 0.0), 1.0)) for share in shares)


def drawn_over(picture: np.ndarray, strokes: list[Stroke]) -> np.ndarray:
    """Return a picture, highest row first, with all strokes drawn over it."""
    from PIL import Image, ImageDraw

    below = Image.fromarray(picture).convert("RGBA")
    for stroke in strokes:
        layer = Image.new("RGBA", below.size)
        stroke(ImageDraw.Draw(layer), picture.shape[0])
        below = Image.alpha_composite(below, layer)
    return np.asarray(below.convert("RGB"))
