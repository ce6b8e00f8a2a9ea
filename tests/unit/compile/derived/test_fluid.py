"""Coefficients of the ellipsoid fluid model against potential flow."""

import numpy as np
import pytest

from corten.compile.assets.geom_shapes import fluid_coefficients, half_axes, kappa
from corten.enums import GeomType
from support.tolerance import KRONROD


@pytest.mark.parametrize("axes", [(1.0, 1.0, 1.0), (0.1, 0.2, 0.3), (2.0, 1.0, 1.5)])
def test_kappas_add_up_to_two(axes):
    """Give three integrals whose sum is 2, for every ellipsoid."""
    a, b, c = axes
    assert kappa(a, b, c) + kappa(b, c, a) + kappa(c, a, b) == pytest.approx(2, rel=KRONROD)


def test_kappa_does_not_depend_on_scale():
    """Give large and small ellipsoids of one shape the same integral."""
    assert kappa(0.01, 0.02, 0.03) == pytest.approx(kappa(10, 20, 30), rel=KRONROD)


def test_sphere_takes_half_its_volume_along():
    """Give a sphere the virtual mass of half the displaced fluid, and no virtual inertia."""
    numbers = fluid_coefficients(GeomType.SPHERE, (0.5, 0.0, 0.0), (0.5, 0.25, 1.5, 1.0, 1.0))
    assert numbers[:6] == (1, 0.5, 0.25, 1.5, 1, 1)
    assert numbers[6:9] == pytest.approx([np.pi * 0.5**3 * 2 / 3] * 3, rel=KRONROD)
    assert numbers[9:] == pytest.approx([0, 0, 0], abs=KRONROD)


def test_flat_disc_resists_turning_about_its_plane_alone():
    """Give a flat ellipsoid virtual inertia about the axes in its plane, none about the third."""
    x, y, z = fluid_coefficients(GeomType.ELLIPSOID, (0.3, 0.3, 0.05), (0.0,) * 5)[9:]
    assert x == pytest.approx(y, rel=KRONROD)
    assert x > 0
    assert z == pytest.approx(0, abs=KRONROD * x)


def test_shapes_count_as_ellipsoids():
    """Take radius and reach of round shapes as half axes."""
    assert half_axes(GeomType.CAPSULE, (0.1, 0.3, 0.0)) == (0.1, 0.1, 0.4)
    assert half_axes(GeomType.CYLINDER, (0.1, 0.3, 0.0)) == (0.1, 0.1, 0.3)
    assert half_axes(GeomType.BOX, (0.1, 0.2, 0.3)) == (0.1, 0.2, 0.3)
