"""Gradients pixel by pixel, as the plainest code gives them."""

from math import acos, asin, pi, sqrt

import numpy as np
import pytest

from corten.compile.assets import gradients
from corten.compile.assets.gradients import DOWN, SIDES, UP, draw_rings, draw_sky

# nowhere near a whole number of 255ths, where last bits of inverse sines would decide
COLORS = {
    "sky": ((0.3, 0.5, 0.7), (0.0, 0.0, 0.0)),
    "same": ((0.21, 0.43, 0.617), (0.21, 0.43, 0.617)),
    "beyond": ((5.0, -3.0, 1e300), (-1e300, 0.1, 2.0)),
}


def shade(place, first, second):
    """Return the pixel at a place between two colours."""
    bent = place / sqrt(1 + place * place) / (1.0 / sqrt(2))
    alpha = min(max((1 + bent) * 0.5, 0.0), 1.0)
    mixed = [(alpha * a + (1 - alpha) * b) * 255 for a, b in zip(first, second, strict=True)]
    return [int(number) % 256 if abs(number) < 2**31 else 0 for number in mixed]


def coordinates(rows, columns):
    """Yield row, column, x and y of all pixels."""
    for row in range(rows):
        for column in range(columns):
            yield row, column, 2 * column / (columns - 1) - 1, 1 - 2 * row / (rows - 1)


@pytest.mark.parametrize("colors", COLORS.values(), ids=COLORS)
def test_rings(monkeypatch, colors):
    """Draw rings about the centre, in blocks of rows that do not end with the picture."""
    monkeypatch.setattr(gradients, "BLOCK", 20)
    face = np.empty((7, 9, 3), np.uint8)
    draw_rings(face, *map(np.array, colors))
    for row, column, x, y in coordinates(7, 9):
        assert face[row, column].tolist() == shade(2 * sqrt(x * x + y * y) - 1, *reversed(colors))


@pytest.mark.parametrize("colors", COLORS.values(), ids=COLORS)
def test_sky(monkeypatch, colors):
    """Let the colours of all six faces follow the elevation above the horizon."""
    monkeypatch.setattr(gradients, "BLOCK", 20)
    faces = np.empty((6, 7, 7, 3), np.uint8)
    draw_sky(faces, *map(np.array, colors))
    for row, column, x, y in coordinates(7, 7):
        distance = sqrt(1 + x * x + y * y)
        side, up = asin(y / distance) / (0.5 * pi), 1 - acos(1.0 / distance) / (0.5 * pi)
        for face, place in (*((number, side) for number in SIDES), (UP, up), (DOWN, -up)):
            assert faces[face, row, column].tolist() == shade(place, *colors)


def test_a_single_pixel_is_black():
    """Give a picture without a middle no colour."""
    face = np.full((1, 1, 3), 7, np.uint8)
    draw_rings(face, np.ones(3), np.ones(3))
    assert not face.any()
