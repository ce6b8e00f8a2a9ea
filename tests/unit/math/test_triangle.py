"""The point of a triangle that is nearest to another one."""

import numpy as np
import pytest

from corten.math.triangle import CORNER, EDGE, FACE, nearest_on_triangle
from support.tolerance import EXACT

SQUARE = np.array([(0.0, 0.0, 0.0), (2.0, 0.0, 0.0), (0.0, 2.0, 0.0)])


def nearest(triangle, p):
    """Return what the helper says of a triangle, an array of three corners."""
    return nearest_on_triangle(*(tuple(corner) for corner in triangle), tuple(p))


def test_no_corner_lies_nearer_than_the_nearest_point(vectors):
    """Give a point of the triangle from which every other point of it is at a right angle to the way, or behind."""
    for a, b, c, p in zip(vectors(3), vectors(3), vectors(3), vectors(3), strict=True):
        triangle, found = np.array((a, b, c)), nearest((a, b, c), p)
        weights = np.linalg.lstsq(np.vstack((triangle.T, np.ones(3))), (*found.point, 1.0), rcond=None)[0]
        size = 1.0 + np.abs((a, b, c, p)).max()
        assert weights.min() > -EXACT
        assert ((triangle - found.point) @ (p - found.point)).max() <= EXACT * size**2


@pytest.mark.parametrize(
    ("p", "feature"),
    [
        ((0.5, 0.5, 1.0), FACE),
        ((1.0, -1.0, 0.5), EDGE),
        ((2.0, 2.0, -1.0), EDGE + 1),
        ((-1.0, 1.0, 0.0), EDGE + 2),
        ((-1.0, -1.0, 2.0), CORNER),
        ((4.0, -1.0, 0.0), CORNER + 1),
        ((-1.0, 4.0, 0.0), CORNER + 2),
    ],
)
def test_features_are_numbered(p, feature):
    """Tell the inside from edges ab, bc, ca and from corners a, b, c."""
    assert nearest(SQUARE, p).feature == feature


@pytest.mark.parametrize("corners", [(0, 0, 1), (0, 1, 0), (1, 0, 0), (0, 0, 0)])
def test_corners_may_coincide(corners):
    """Give the nearest point of the segment or point that is left of a triangle."""
    for p in ((-1.0, 1.0, 0.0), (0.5, 1.0, 1.0), (5.0, 0.0, 1.0)):
        x = np.clip(p[0], 0.0, 2.0) if 1 in corners else 0.0
        np.testing.assert_allclose(nearest(SQUARE[list(corners)], p).point, (x, 0.0, 0.0), atol=EXACT)
