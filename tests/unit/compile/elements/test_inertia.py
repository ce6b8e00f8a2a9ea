"""Composite inertia and principal axes."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from corten.compile.elements.primitives import combine, inertia, principal_axes, turned_inertia
from corten.enums import GeomType
from corten.spec.frames import rotation_matrix, unit_quaternion
from support.tolerance import EXACT

UNIT = (1.0, 0.0, 0.0, 0.0)
NUMBER = st.floats(-1, 1).filter(lambda x: x == 0 or abs(x) > 1e-3)


def full_matrix(full):
    """Return six numbers as a symmetric matrix."""
    xx, yy, zz, xy, xz, yz = full
    return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])


@given(
    st.tuples(NUMBER, NUMBER, NUMBER, NUMBER).filter(any),
    st.tuples(*[st.floats(0.1, 10)] * 3),
    st.integers(-12, 6),
)
def test_principal_axes_diagonalise(quat, moments, exponent):
    """Give back the matrix from moments and axes, whatever its scale, and the moments in descending order."""
    scale = 10.0**exponent
    full = turned_inertia(tuple(scale * moment for moment in moments), unit_quaternion(quat))
    found, axes = principal_axes(full)
    matrix = np.array(rotation_matrix(axes)).reshape(3, 3)
    assert np.allclose(matrix @ np.diag(found) @ matrix.T, full_matrix(full), rtol=0, atol=EXACT * 10 * scale)
    assert np.allclose(np.sort(moments)[::-1] * scale, found, rtol=EXACT)
    assert np.linalg.norm(axes) == pytest.approx(1, abs=EXACT)


def test_equal_moments_keep_their_axes():
    """Leave the axes as they are where moments are equal, or already in order."""
    assert principal_axes((2.0, 2.0, 2.0, 0.0, 0.0, 0.0)) == ((2, 2, 2), UNIT)
    assert principal_axes((3.0, 2.0, 1.0, 0.0, 0.0, 0.0)) == ((3, 2, 1), UNIT)


def test_two_halves_make_a_whole():
    """Give two half boxes the mass, centre and inertia of the box that they make."""
    half = inertia(GeomType.BOX, (0.1, 0.2, 0.15), 1.5, shell=False)
    parts = [(1.5, half, (0.4, 0.0, 0.3 + side * 0.15), UNIT) for side in (-1, 1)]
    mass, centre, full = combine(parts)
    whole = inertia(GeomType.BOX, (0.1, 0.2, 0.3), 3.0, shell=False)
    assert mass == 3
    assert centre == pytest.approx((0.4, 0, 0.3), abs=EXACT)
    assert full == pytest.approx((*whole, 0, 0, 0), abs=EXACT)


def test_turned_inertia_is_a_change_of_axes():
    """Agree with R diag(I) R'."""
    quat = unit_quaternion((1.0, 2.0, -3.0, 0.5))
    matrix = np.array(rotation_matrix(quat)).reshape(3, 3)
    wanted = matrix @ np.diag([1.0, 2.0, 2.5]) @ matrix.T
    assert np.allclose(full_matrix(turned_inertia((1.0, 2.0, 2.5), quat)), wanted, atol=EXACT)
