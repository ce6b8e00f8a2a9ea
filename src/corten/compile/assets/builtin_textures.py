"""Pictures that are computed: gradients, checkers and flat colours, with marks on them."""

import functools
from collections.abc import Iterator
from math import pi
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from corten.compile.assets.twister import are_below, random_words
from corten.spec import Resolved

# pixels, as (height, width, 3); a cube has its six faces below each other: right left up down front back
Picture = NDArray[np.uint8]
FACES = 6
UP, DOWN = 2, 3
SIDES = (0, 1, 4, 5)
TURNED_CHECKERS = (4, 5)

# pixels that are computed at a time
BLOCK = 32768


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
    faces = np.empty((FACES, height // FACES, width, 3) if cube else (1, height, width, 3), np.uint8)
    first, second = _color(recipe.rgb1), _color(recipe.rgb2)
    if recipe.builtin == "gradient":
        (_cube_gradient if cube else _flat_gradient)(faces, np.array(recipe.rgb1), np.array(recipe.rgb2))
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


def _coordinates(width: int, rows: int) -> tuple[NDArray, NDArray]:
    """Return x to the right of all columns, and y upwards of all rows, from -1 to 1."""
    with np.errstate(invalid="ignore", divide="ignore"):
        x = 2 * np.arange(width) / np.float64(width - 1) - 1
        y = 1 - 2 * np.arange(rows) / np.float64(rows - 1)
    return x, y[:, None]


def _blocks(face: Picture) -> Iterator[slice]:
    """Yield the rows of a face in blocks whose numbers stay in the cache of a core."""
    rows = max(1, BLOCK // face.shape[1])
    for start in range(0, face.shape[0], rows):
        yield slice(start, start + rows)


def _sigmoid(position: NDArray) -> NDArray:
    """Return numbers between -1 and 1 that follow positions between -1 and 1, steeper in the middle."""
    return position / np.sqrt(1 + position * position) / (1.0 / np.sqrt(2))


def _blend(face: Picture, first: NDArray, second: NDArray, place: NDArray) -> None:
    """Draw colours between the second at -1 and the first at +1."""
    alpha = 1 + place
    alpha *= 0.5
    np.minimum(np.maximum(alpha, 0, out=alpha), 1, out=alpha)
    rest = 1 - alpha
    shade, other = np.empty_like(alpha), np.empty_like(alpha)
    with np.errstate(invalid="ignore"):
        for channel in range(3):
            np.multiply(alpha, first[channel], out=shade)
            shade += np.multiply(rest, second[channel], out=other)
            shade *= 255
            face[:, :, channel] = shade.astype(np.int32)


def _flat_gradient(faces: Picture, first: NDArray, second: NDArray) -> None:
    """Draw rings about the centre."""
    x, y = _coordinates(faces.shape[2], faces.shape[1])
    square = x * x
    for rows in _blocks(faces[0]):
        height = y[rows]
        _blend(faces[0, rows], second, first, _sigmoid(2 * np.sqrt(square + height * height) - 1))


def _cube_gradient(faces: Picture, first: NDArray, second: NDArray) -> None:
    """Draw six faces whose colour follows the elevation above the horizon."""
    x, y = _coordinates(faces.shape[2], faces.shape[1])
    square = 1 + x * x
    for rows in _blocks(faces[0]):
        height = y[rows]
        distance = np.sqrt(square + height * height)
        _blend(faces[0, rows], first, second, _sigmoid(np.arcsin(height / distance) / (0.5 * pi)))
        elevation = _sigmoid(1 - np.arccos(1.0 / distance) / (0.5 * pi))
        _blend(faces[UP, rows], first, second, elevation)
        _blend(faces[DOWN, rows], first, second, -elevation)
    faces[SIDES[1:], :] = faces[0]


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
