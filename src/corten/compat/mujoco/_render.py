"""Pictures by the functions of MuJoCo's OpenGL renderer: corten traces rays, and needs neither context nor driver."""

from copy import copy
from typing import Any

import numpy as np

from corten.compat.mujoco.arguments import CLASSES, FUNCTIONS, NAMES, bound, missing
from corten.compat.mujoco.options import MjrRect
from corten.compat.mujoco.pictures import Painter, corner_text, label, letters, placed_text

OFFSCREEN = NAMES["enums"]["mjtFramebuffer"]["mjFB_OFFSCREEN"]
NEAR_ONE, ZERO_FAR = (NAMES["enums"]["mjtDepthMap"][name] for name in ("mjDEPTH_ZERONEAR", "mjDEPTH_ZEROFAR"))


class MjrContext:
    """What MuJoCo keeps on a graphics card; here, the last picture."""

    def __init__(self, model: Any = None, fontscale: int = 0):
        self._painter = None if model is None else Painter(model._model)
        self.readDepthMap, self.readPixelFormat = NEAR_ONE, 0x1907
        self.currentBuffer, self.offSamples = OFFSCREEN, 0
        self.offWidth = 0 if model is None else int(model.vis.global_.offwidth)
        self.offHeight = 0 if model is None else int(model.vis.global_.offheight)
        self.windowAvailable, self.offFBO, self.fontScale = 0, 1, int(fontscale)

    def free(self) -> None:
        """Let go of the picture."""
        self._painter = None


CLASSES["MjrContext"] = MjrContext


def painter_of(con: MjrContext) -> Painter:
    """Return what paints for a context."""
    if con._painter is None:
        raise RuntimeError("this MjrContext was made without a model, or was freed")
    return con._painter


@bound
def mjr_setBuffer(framebuffer: int, con: Any) -> None:
    """Choose a buffer; there is one, off the screen."""
    con.currentBuffer = framebuffer


@bound
def mjr_restoreBuffer(con: Any) -> None:
    """Go back to the buffer that there is."""


@bound
def mjr_render(viewport: Any, scn: Any, con: Any) -> None:
    """Make a picture of a scene."""
    painter_of(con).paint(scn, viewport.height, viewport.width)


@bound
def mjr_readPixels(rgb: Any, depth: Any, viewport: Any, con: Any) -> None:
    """Read colours and depths of the last picture, from the lowest row up."""
    painter = painter_of(con)
    if rgb is not None:
        _fill("rgb", rgb, painter.colours()[::-1])
    if depth is not None:
        _fill("depth", depth, painter.depths(zero_far=con.readDepthMap == ZERO_FAR)[::-1])


def _fill(word: str, target: np.ndarray, picture: np.ndarray) -> None:
    if target.size != picture.size:
        raise TypeError(f"{word} has {target.size} numbers; the picture has {picture.size}")
    target.reshape(-1)[:] = picture.ravel()


@bound
def mjr_maxViewport(con: Any) -> MjrRect:
    """Return the largest rectangle of a context."""
    return MjrRect(0, 0, con.offWidth, con.offHeight)


@bound
def mjr_resizeOffscreen(width: int, height: int, con: Any) -> None:
    """Set the size of the buffer."""
    con.offWidth, con.offHeight = width, height


@bound
def mjr_uploadTexture(m: Any, con: Any, texid: int) -> None:
    """Upload a texture that has changed."""
    painter_of(con).renew(m._model)


@bound
def mjr_uploadMesh(m: Any, con: Any, meshid: int) -> None:
    """Upload a mesh that has changed."""
    painter_of(con).renew(m._model)


@bound
def mjr_uploadHField(m: Any, con: Any, hfieldid: int) -> None:
    """Upload a height field that has changed."""
    painter_of(con).renew(m._model)


@bound
def mjr_finish() -> None:
    """Wait for pictures: they are done when they are asked for."""


@bound
def mjr_getError() -> int:
    """Return that there was no error of OpenGL."""
    return 0


@bound
def mjr_overlay(font: int, gridpos: int, viewport: Any, overlay: str, overlay2: str, con: Any) -> None:
    """Write one or two columns of text into a corner or at an edge of a rectangle."""
    if overlay or overlay2:
        size = letters(font, con.fontScale)
        painter_of(con).strokes.append(corner_text(size, gridpos, copy(viewport), (overlay, overlay2)))


@bound
def mjr_text(font: int, txt: str, con: Any, *given: float) -> None:
    """Write text at a place, in shares of the picture from its lower left corner."""
    x, y, *rgb = given
    painter_of(con).strokes.append(placed_text(letters(font, con.fontScale), txt, x, y, tuple(rgb)))


@bound
def mjr_label(viewport: Any, font: int, txt: str, *given: Any) -> None:
    """Fill a rectangle with a colour, and write text into its middle."""
    *colours, con = given
    size, colours = letters(font, con.fontScale), tuple(colours)
    painter_of(con).strokes.append(label(size, txt, copy(viewport), colours[:4], colours[4:]))


@bound
def mjr_changeFont(fontscale: int, con: Any) -> None:
    """Set the size of letters, in per cent."""
    con.fontScale = int(fontscale)


@bound
def mjr_findRect(x: int, y: int, nrect: int, rect: Any) -> int:
    """Return 0 if a point is in a rectangle, else -1: of several rectangles the bindings can give only one."""
    inside = rect.left <= x < rect.left + rect.width and rect.bottom <= y < rect.bottom + rect.height
    return 0 if nrect > 0 and inside else -1


def __getattr__(name: str) -> Any:
    if name in NAMES["modules"]["_render"]:
        raise missing(name, "corten.Renderer makes pictures")
    raise AttributeError(f"module 'mujoco._render' has no attribute {name!r}")


globals().update({name: FUNCTIONS[name] for name in NAMES["modules"]["_render"] if name in FUNCTIONS})

__all__ = [name for name in NAMES["modules"]["_render"] if name in globals()]  # pyright: ignore[reportUnsupportedDunderAll]
