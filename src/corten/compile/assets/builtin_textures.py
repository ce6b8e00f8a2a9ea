"""Pictures that are computed: gradients, checkers and flat colours, with marks on them."""

import functools
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from corten.assets.formats.content import fingerprint
from corten.assets.store import kept
from corten.compile.assets.gradients import DOWN, Picture, draw_rings, draw_sky
from corten.compile.assets.twister import are_below, random_words
from corten.spec import Resolved

# a cube has its six faces below each other; fields of a checker change their places on some
FACES = 6
TURNED_CHECKERS = (4, 5)


def builtin_picture(values: Resolved, width: int, height: int) -> Picture:
    """Return the picture of a texture that has builtin; of a cube `height` is that of all six faces."""
    return _picture(Recipe(**{name: values[name] for name in Recipe._fields}), width, height)


class Recipe(NamedTuple):
    """What a computed picture is made from, under the names of the attributes."""

    type: str
    builtin: str
    rgb1: tuple[float, float, float]
    rgb2: tuple[float, float, float]
    mark: str
    markrgb: tuple[float, float, float]
    random: float


@functools.lru_cache(8)
def _picture(recipe: Recipe, width: int, height: int) -> Picture:
    """Return a picture; the last ones are kept for models that have the same sky and floor."""
    if recipe.builtin == "gradient":
        key = fingerprint(repr((recipe, width, height)).encode())
        return kept("picture", key, lambda: [_draw(recipe, width, height)])[0]

    # others are drawn faster than read
    return _draw(recipe, width, height)


def _draw(recipe: Recipe, width: int, height: int) -> Picture:
    cube = recipe.type != "2d"
    faces = np.empty((FACES, height // FACES, width, 3) if cube else (1, height, width, 3), np.uint8)
    first, second = _color(recipe.rgb1), _color(recipe.rgb2)
    if recipe.builtin == "gradient":
        colors = np.array(recipe.rgb1), np.array(recipe.rgb2)
        if cube:
            draw_sky(faces, *colors)
        else:
            draw_rings(faces[0], *colors)
    elif recipe.builtin == "checker":
        for number, face in enumerate(faces):
            _checker(face, *((second, first) if number in TURNED_CHECKERS else (first, second)))
    else:
        for number, face in enumerate(faces):
            _fill(face, second if number == DOWN else first)
    _mark(faces, recipe)
    faces.flags.writeable = False
    return faces.reshape(height, width, 3)


def _color(rgb: tuple[float, ...]) -> NDArray[np.uint8]:
    return (255 * np.array(rgb)).astype(np.int64).astype(np.uint8)


def _fill(pixels: Picture, color: NDArray[np.uint8]) -> None:
    """Give all pixels a colour; one row first, for rows are copied faster than pixels are written."""
    if pixels.size:
        pixels[0] = color
        pixels[1:] = pixels[0]


def _checker(face: Picture, first: NDArray[np.uint8], second: NDArray[np.uint8]) -> None:
    """Draw four fields, those on the diagonal in the first colour."""
    top, left = face.shape[0] // 2, face.shape[1] // 2
    _fill(face[:top, :left], first)
    _fill(face[top:, left:], first)
    _fill(face[:top, left:], second)
    _fill(face[top:, :left], second)


def _mark(faces: Picture, recipe: Recipe) -> None:
    """Draw edges, crosses or dots on all faces."""
    color = _color(recipe.markrgb)
    rows, columns = faces.shape[1:3]
    if recipe.mark == "edge":
        faces[:, (0, rows - 1)] = color
        faces[:, :, (0, columns - 1)] = color
    elif recipe.mark == "cross":
        faces[:, rows // 2] = color
        faces[:, :, columns // 2] = color
    elif recipe.mark == "random" and recipe.random > 0:
        pixels = faces.reshape(-1, 3)
        pixels[are_below(random_words(len(pixels)), recipe.random)] = color
