"""Measure, inertia and bounds of primitive shapes."""

import numpy as np
import pytest

from corten.compile.elements.primitives import inertia, measure
from corten.enums import GeomType
from corten.model.geom_bounds import bounding_box, bounding_radius
from support.tolerance import DIFFERENCE, EXACT, GRID, LAYER

SHAPES = {
    GeomType.SPHERE: (0.3, 0.0, 0.0),
    GeomType.CAPSULE: (0.2, 0.35, 0.0),
    GeomType.ELLIPSOID: (0.2, 0.3, 0.45),
    GeomType.CYLINDER: (0.25, 0.4, 0.0),
    GeomType.BOX: (0.2, 0.3, 0.5),
}
SAME_THICKNESS = [kind for kind in SHAPES if kind != GeomType.ELLIPSOID]


def inside(kind, size, points):
    """Tell which points lie in a shape."""
    x, y, z = points.T
    a, b, c = size
    if kind == GeomType.SPHERE:
        return x * x + y * y + z * z <= a * a
    if kind == GeomType.CAPSULE:
        return x * x + y * y + np.maximum(np.abs(z) - b, 0) ** 2 <= a * a
    if kind == GeomType.ELLIPSOID:
        return (x / a) ** 2 + (y / b) ** 2 + (z / c) ** 2 <= 1
    if kind == GeomType.CYLINDER:
        return (x * x + y * y <= a * a) & (np.abs(z) <= b)
    return (np.abs(x) <= a) & (np.abs(y) <= b) & (np.abs(z) <= c)


def grid(kind, size, n=80):
    """Return the points of a grid over the bounding box that lie in a shape, and the volume of a cell."""
    half = np.array(bounding_box(kind, size)[3:])
    ticks = [h * (2 * np.arange(n) + 1 - n) / n for h in half]
    points = np.stack(np.meshgrid(*ticks, indexing="ij"), -1).reshape(-1, 3)
    return points[inside(kind, size, points)], 8 * half.prod() / n**3


@pytest.mark.parametrize("kind", SHAPES)
def test_solids_weigh_what_their_points_weigh(kind):
    """Agree with the sum over a fine grid, in volume and in moments of inertia."""
    points, cell = grid(kind, SHAPES[kind])
    x, y, z = (points**2).mean(0)
    assert measure(kind, SHAPES[kind], shell=False) == pytest.approx(len(points) * cell, rel=GRID)
    assert inertia(kind, SHAPES[kind], 2.0, shell=False) == pytest.approx(
        (2 * (y + z), 2 * (x + z), 2 * (x + y)), rel=GRID
    )


@pytest.mark.parametrize("kind", SAME_THICKNESS)
def test_shells_are_thin_layers_of_solids(kind):
    """Agree with what a solid gains when it grows a little on all sides: dV/dr is the area, dI/dr its inertia."""
    size, step = SHAPES[kind], 1e-5

    def grown(by):
        larger = tuple(s + by if s else 0.0 for s in size)
        if kind == GeomType.CAPSULE:
            larger = (size[0] + by, size[1], 0.0)
        volume = measure(kind, larger, shell=False)
        return np.array([volume, *inertia(kind, larger, volume, shell=False)])

    area, *moments = (grown(step) - grown(-step)) / (2 * step)
    assert measure(kind, size, shell=True) == pytest.approx(area, rel=DIFFERENCE)
    assert inertia(kind, size, area, shell=True) == pytest.approx(moments, rel=DIFFERENCE)


def test_shell_of_a_round_ellipsoid_is_that_of_a_sphere():
    """Agree with the sphere where all half axes are equal; the layer has a thickness of a micrometre."""
    ball = (0.3, 0.3, 0.3)
    assert measure(GeomType.ELLIPSOID, ball, shell=True) == pytest.approx(measure(GeomType.SPHERE, ball, shell=True))
    assert inertia(GeomType.ELLIPSOID, ball, 1.5, shell=True) == pytest.approx(
        inertia(GeomType.SPHERE, ball, 1.5, shell=True), rel=LAYER
    )


@pytest.mark.parametrize("kind", SHAPES)
def test_bounds_hold_the_shape_and_touch_it(kind):
    """Hold every point of the shape, and not much more."""
    points, _ = grid(kind, SHAPES[kind])
    radius = np.sqrt((points**2).sum(1)).max()
    assert radius <= bounding_radius(kind, SHAPES[kind]) <= radius * (1 + 3 * GRID)
    half = np.array(bounding_box(kind, SHAPES[kind])[3:])
    assert np.all(np.abs(points).max(0) <= half)
    assert np.all(half <= np.abs(points).max(0) * (1 + 3 * GRID))


def test_planes_weigh_nothing_and_fill_the_space_below():
    """Give a plane neither mass nor radius, and a box whose top is the plane."""
    size = (1.0, 1.0, 0.1)
    assert measure(GeomType.PLANE, size, shell=False) == bounding_radius(GeomType.PLANE, size) == 0
    assert inertia(GeomType.PLANE, size, 0.0, shell=False) == (0, 0, 0)
    box = bounding_box(GeomType.PLANE, size)
    assert box[2] + box[5] == pytest.approx(0, abs=EXACT)
