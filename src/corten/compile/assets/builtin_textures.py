"""Pictures that are computed: gradients, checkers and flat colours, with marks on them."""

import functools
from math import pi
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from corten.compile.assets.twister import are_below, random_words
from corten.spec import Resolved

# pixels, as (height, width, 3); a cube has its six faces below each other: right left up down front back
Picture = NDArray[np.uint8]
FACES = 6
DOWN = 3
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
    cube = recipe.type != "2d"
    rows = height // FACES if cube else height
    kind = recipe.builtin
    first, second = _color(recipe.rgb1), _color(recipe.rgb2)
    if kind == "gradient":
        make = _cube_gradient if cube else _flat_gradient
        picture = make(np.array(recipe.rgb1), np.array(recipe.rgb2), width, rows)
    elif kind == "checker":
        face = _checker(first, second, width, rows)
        turned = _checker(second, first, width, rows)
        picture = [turned if number in TURNED_CHECKERS else face for number in range(FACES)] if cube else [face]
    else:
        face, below = np.empty((rows, width, 3), np.uint8), np.empty((rows, width, 3), np.uint8)
        face[:], below[:] = first, second
        picture = [below if number == DOWN else face for number in range(FACES)] if cube else [face]
    whole = np.stack(picture)
    _mark(whole, recipe)
    whole.flags.writeable = False
    return whole.reshape(height, width, 3)


def _color(rgb: tuple[float, ...]) -> NDArray[np.uint8]:
    return (255 * np.array(rgb)).astype(np.int64).astype(np.uint8)


def _checker(first, second, width: int, rows: int) -> Picture:
    """Return four fields, those on the diagonal in the first colour."""
    top, left = rows // 2, width // 2
    face = np.empty((rows, width, 3), np.uint8)
    face[:top, :left] = face[top:, left:] = first
    face[:top, left:] = face[top:, :left] = second
    return face


def _coordinates(width: int, rows: int) -> tuple[NDArray, NDArray]:
    """Return x to the right and y upwards of all pixels, from -1 to 1."""
    with np.errstate(invalid="ignore", divide="ignore"):
        x = 2 * np.arange(width) / np.float64(width - 1) - 1
        y = 1 - 2 * np.arange(rows) / np.float64(rows - 1)
    return np.broadcast_to(x, (rows, width)), np.broadcast_to(y[:, None], (rows, width))


def _blend(first: NDArray, second: NDArray, position: NDArray) -> Picture:
    """Return colours between the second at -1 and the first at +1, along a sigmoid."""
    alpha = np.clip(0.5 * (1 + position / np.sqrt(1 + position * position) / (1.0 / np.sqrt(2))), 0, 1)
    rest = 1 - alpha
    face = np.empty((*alpha.shape, 3), np.uint8)
    with np.errstate(invalid="ignore"):
        for channel in range(3):
            shade = 255 * (alpha * first[channel] + rest * second[channel])
            face[:, :, channel] = shade.astype(np.int32)
    return face


def _flat_gradient(first: NDArray, second: NDArray, width: int, rows: int) -> list[Picture]:
    x, y = _coordinates(width, rows)
    return [_blend(second, first, 2 * np.sqrt(x * x + y * y) - 1)]


def _cube_gradient(first: NDArray, second: NDArray, width: int, rows: int) -> list[Picture]:
    """Return six faces whose colour follows the elevation above the horizon."""
    x, y = _coordinates(width, rows)
    distance = np.sqrt(1 + x * x + y * y)
    side = _blend(first, second, np.arcsin(y / distance) / (0.5 * pi))
    elevation = 1 - np.arccos(1.0 / distance) / (0.5 * pi)
    return [side, side, _blend(first, second, elevation), _blend(first, second, -elevation), side, side]


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
