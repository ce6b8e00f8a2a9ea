"""Text and rectangles over pictures: what scripts write into a corner, or draw beside a scene."""

from collections.abc import Callable
from typing import Any

import numpy as np

from corten.compat.mujoco.names import NAMES

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
