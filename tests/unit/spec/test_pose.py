"""Rigid transformations of plain floats."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from corten.spec import frames
from support.tolerance import EXACT

NUMBER = st.floats(-2, 2).filter(lambda x: x == 0 or abs(x) > 1e-3)
VECTOR = st.tuples(NUMBER, NUMBER, NUMBER)
QUATERNION = st.tuples(NUMBER, NUMBER, NUMBER, NUMBER).filter(any).map(frames.unit_quaternion)


def matrix(quat):
    """Return a quaternion as a matrix."""
    return np.array(frames.rotation_matrix(quat)).reshape(3, 3)


@given(QUATERNION, VECTOR)
def test_quaternion_and_matrix_rotate_alike(quat, vector):
    """Rotate a vector by the quaternion and by its matrix to the same vector, of the same length."""
    turned = frames.rotate(quat, vector)
    assert turned == pytest.approx(tuple(matrix(quat) @ vector), abs=EXACT)
    assert np.linalg.norm(turned) == pytest.approx(np.linalg.norm(vector), abs=EXACT)


@given(QUATERNION, QUATERNION)
def test_products_of_quaternions_are_products_of_matrices(a, b):
    """Multiply as rotations do, the right one first."""
    assert np.allclose(matrix(frames.multiply(a, b)), matrix(a) @ matrix(b), atol=EXACT)


@given(VECTOR, QUATERNION)
def test_inverse_undoes_a_pose(pos, quat):
    """Return to the identity, from both sides."""
    for here in (
        frames.compose((pos, quat), frames.inverse((pos, quat))),
        frames.compose(frames.inverse((pos, quat)), (pos, quat)),
    ):
        assert here[0] == pytest.approx((0, 0, 0), abs=EXACT)
        assert matrix(here[1]) == pytest.approx(np.eye(3), abs=EXACT)


@given(VECTOR.filter(any))
def test_quaternion_to_turns_the_z_axis(direction):
    """Take the z axis to the direction, by an axis that is level."""
    direction = frames.unit_vector(direction)
    quat = frames.quaternion_to(direction)
    assert frames.rotate(quat, (0.0, 0.0, 1.0)) == pytest.approx(direction, abs=EXACT)
    assert quat[3] == 0


@given(QUATERNION)
def test_quaternion_of_axes_is_the_inverse_of_its_matrix(quat):
    """Find the quaternion, or its negative, from the columns of its matrix, whichever component is largest."""
    x, y, z = (tuple(column) for column in matrix(quat).T)
    found = frames.quaternion_of_axes(x, y, z)
    assert min(np.abs(np.subtract(found, quat)).max(), np.abs(np.add(found, quat)).max()) < EXACT


def test_exact_unit_vectors_stay_exact():
    """Leave what has unit length as it was written, and what has no direction as it is."""
    assert frames.unit_vector((1.0, 1e-15, 0.0)) == (1.0, 1e-15, 0.0)
    assert frames.unit_vector((1e-8, 0.0, 0.0)) == (1e-8, 0.0, 0.0)
    assert frames.length_of((1e-8, 0.0, 0.0)) == 0
