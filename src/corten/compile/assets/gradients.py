"""Gradients of computed textures: colours that follow the elevation above the horizon, or rings about the centre."""

from collections.abc import Iterator
from math import pi

import numpy as np
from numpy.typing import NDArray

from corten.runtime import float_to_bits, select, sqrt, stage, trunc
from corten.runtime.fields import F8, U1, Field, Layout, Size
from corten.runtime.storage import Storage

# pixels, as (height, width, 3)
Picture = NDArray[np.uint8]

# numbers of the faces of a cube: right left up down front back
UP, DOWN = 2, 3
SIDES = (0, 1, 4, 5)

# pixels that are computed at a time
BLOCK = 16384

# colours from here on have no whole number, as none of 32 bits
BRIGHTEST = 2147483648.0

# 1.5 * 2^52: a whole number that it is added to is seen in the last bits of the sum
WHOLE_IN_LAST_BITS = 6755399441055744.0

GRADIENT = Layout(
    "Gradient",
    (Size("nrow", "rows of the picture"), Size("ncol", "columns of the picture")),
    (
        Field("place", F8, ("nrow", "ncol"), "where each pixel lies between the colours: from -1 to 1"),
        Field("sign", F8, (), "1, or -1 for a picture with the places turned round"),
        Field("first", F8, (3,), "colour at 1 [0, 1]"),
        Field("second", F8, (3,), "colour at -1 [0, 1]"),
        Field("pixel", U1, ("nrow", "ncol", 3), "the picture"),
    ),
    "corten.compile.assets.gradients:GRADIENT",
)


class Gradient(Storage):
    """Some rows of a picture whose pixels lie between two colours."""

    layout = GRADIENT

    nrow: int
    place: NDArray[np.float64]
    sign: float
    first: NDArray[np.float64]
    second: NDArray[np.float64]
    pixel: Picture

    @classmethod
    def of(cls, face: Picture, first: NDArray, second: NDArray) -> "Gradient":
        """Return room for as many rows of a face as stay in the cache of a core."""
        rows, width = face.shape[:2]
        gradient = cls({"nrow": max(1, min(rows, BLOCK // width)), "ncol": width})
        gradient.first, gradient.second = first, second
        return gradient

    def blocks(self, face: Picture) -> Iterator[slice]:
        """Yield the rows of a face in blocks that there is room for."""
        for start in range(0, len(face), self.nrow):
            yield slice(start, min(start + self.nrow, len(face)))

    def paint(self, rows: Picture, sign: float = 1.0) -> None:
        """Draw the pixels into rows of a face."""
        self.sign = sign
        paint_gradient(self, self)
        rows[:] = self.pixel[: len(rows)]


@np.errstate(invalid="ignore", divide="ignore")
def draw_rings(face: Picture, first: NDArray, second: NDArray) -> None:
    """Draw rings about the centre, there in the first colour."""
    gradient = Gradient.of(face, second, first)
    x, y = _coordinates(*face.shape[:2])
    square = x * x
    for rows in gradient.blocks(face):
        height = y[rows]
        gradient.place[: len(height)] = 2 * np.sqrt(square + height * height) - 1
        gradient.paint(face[rows])


@np.errstate(invalid="ignore", divide="ignore")
def draw_sky(faces: Picture, first: NDArray, second: NDArray) -> None:
    """Draw six faces whose colour follows the elevation above the horizon."""
    gradient = Gradient.of(faces[0], first, second)
    x, y = _coordinates(*faces.shape[1:3])
    square = 1 + x * x
    for rows in gradient.blocks(faces[0]):
        height = y[rows]
        distance = np.sqrt(square + height * height)
        gradient.place[: len(height)] = np.arcsin(height / distance) / (0.5 * pi)
        gradient.paint(faces[0, rows])
        gradient.place[: len(height)] = 1 - np.arccos(1.0 / distance) / (0.5 * pi)
        gradient.paint(faces[UP, rows])
        gradient.paint(faces[DOWN, rows], -1.0)
    faces[SIDES[1:], :] = faces[0]


def _coordinates(rows: int, width: int) -> tuple[NDArray, NDArray]:
    """Return x to the right of all columns, and y upwards of all rows, from -1 to 1."""
    x = 2 * np.arange(width) / np.float64(width - 1) - 1
    y = 1 - 2 * np.arange(rows) / np.float64(rows - 1)
    return x, y[:, None]


@stage
def paint_gradient(m, d) -> None:
    """Give each pixel its colour between the second at -1 and the first at 1; the middle is steeper than the ends.

    One without a place is black: a picture of one pixel has no middle.
    """
    place, first, second, pixel = m.place, m.first, m.second, d.pixel

    for row in range(m.nrow):
        for column in range(m.ncol):
            at = place[row, column]
            bent = m.sign * (at / sqrt(1.0 + at * at) / (1.0 / sqrt(2.0)))
            alpha = min(max((1.0 + bent) * 0.5, 0.0), 1.0)
            for k in range(3):
                shade = (alpha * first[k] + (1.0 - alpha) * second[k]) * 255.0
                whole = trunc(select(abs(shade) < BRIGHTEST, shade, 0.0))
                pixel[row, column, k] = float_to_bits(whole + WHOLE_IN_LAST_BITS) & 255
