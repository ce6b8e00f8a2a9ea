"""Quaternions against MuJoCo."""

import numpy as np
import pytest

from corten.constants import MINVAL
from corten.math import quaternion
from support.helpers import MODES, evaluate
from support.oracle import call
from support.tolerance import ROUNDING

pytestmark = pytest.mark.parametrize("mode", MODES)


def test_products(mode, quats, rng, vectors, oracle):
    """Multiply, conjugate and rotate as MuJoCo does."""
    other, v = rng.permutation(quats), vectors(3)
    pairs = [
        (evaluate(mode, quaternion.mul_quat, quats, other), oracle("mulQuat", 4, quats, other)),
        (evaluate(mode, quaternion.mul_quat_axis, quats, v), oracle("mulQuatAxis", 4, quats, v)),
        (evaluate(mode, quaternion.conjugate_quat, quats), oracle("negQuat", 4, quats)),
        (evaluate(mode, quaternion.rotate_vector, quats, v), oracle("rotVecQuat", 3, v, quats)),
    ]
    for results, wanted in pairs:
        np.testing.assert_allclose(results, wanted, atol=ROUNDING)


def test_rotation_matrix(mode, quats, oracle):
    """Turn quaternions into matrices as MuJoCo does."""
    mats = oracle("quat2Mat", 9, quats)
    np.testing.assert_allclose(evaluate(mode, quaternion.quat_to_mat, quats), mats, atol=ROUNDING)


def test_normalize_quat(mode, rng):
    """Keep MuJoCo's rules: identity below 1e-15, untouched within 1e-15 of length one, else scaled."""
    q = rng.normal(size=(50, 4))
    almost = q / np.linalg.norm(q, axis=1, keepdims=True)
    rows = np.concatenate([q, almost, 1.0000001 * almost, [[0, 0, 0, 0], [0, 1e-16, 0, 0], [0, 0, 3e-15, 0]]])
    wanted, length = rows.copy(), np.empty(len(rows))
    for i, row in enumerate(wanted):
        length[i] = call("mju_normalize4", row)
    results = evaluate(mode, quaternion.normalize_quat, rows)
    np.testing.assert_allclose(results, np.column_stack([wanted, length]), rtol=ROUNDING)
    untouched = abs(results[:, 4] - 1.0) <= MINVAL
    np.testing.assert_array_equal(results[untouched, :4], rows[untouched])
    assert untouched.sum() >= 50


def test_axis_angle(mode, vectors, oracle):
    """Build the quaternion of a turn about an axis."""
    axis = vectors(3)
    axis /= np.linalg.norm(axis, axis=1, keepdims=True)
    angle = 20 * vectors(1)[:, 0]
    angle[0] = 0.0
    results = evaluate(mode, quaternion.axis_angle_to_quat, axis, angle)
    np.testing.assert_allclose(results, oracle("axisAngle2Quat", 4, axis, angle), atol=ROUNDING)


def test_velocity_between_orientations(mode, quats, rng, oracle):
    """Find the short way from one orientation to another, also over the seam at half a turn."""
    other = rng.permutation(quats)
    dt = rng.uniform(0.001, 2.0, len(quats))
    results = evaluate(mode, quaternion.quat_sub, quats, other)
    np.testing.assert_allclose(results, oracle("subQuat", 3, quats, other), atol=ROUNDING)
    wanted = oracle("quat2Vel", 3, quats, dt)
    np.testing.assert_allclose(evaluate(mode, quaternion.quat_to_velocity, quats, dt), wanted, rtol=ROUNDING)
    assert (np.linalg.norm(results, axis=1) <= np.pi).all()


def test_integrate_quat(mode, quats, vectors):
    """Turn by an angular velocity as MuJoCo does, also when it is zero or the quaternion is not a unit."""
    omega, h = 10 * vectors(3), abs(vectors(1)[:, 0])
    omega[:3] = 0.0
    q = quats.copy()
    q[10:20] *= 3.0
    wanted = q.copy()
    for row in zip(wanted, omega, h, strict=True):
        call("mju_quatIntegrate", *row)
    np.testing.assert_allclose(evaluate(mode, quaternion.integrate_quat, q, omega, h), wanted, atol=ROUNDING)


def test_quat_z_to_vec(mode, vectors, oracle):
    """Turn the z axis to a direction; parallel, opposite and vanishing vectors included."""
    special = [[0, 0, 2], [0, 0, -3], [0, 0, 0], [0, 1e-17, 0], [1e-17, 0, -1], [1e-17, 0, 1], [1, 0, 0], [1e-9, 0, -1]]
    v = np.concatenate([vectors(3), special])
    np.testing.assert_allclose(evaluate(mode, quaternion.quat_z_to_vec, v), oracle("quatZ2Vec", 4, v), atol=ROUNDING)


def test_rows_are_loaded_and_stored(mode):
    """Read and write one row, or a stretch of a flat array, and nothing else."""
    rows, flat = np.arange(12.0).reshape(3, 4), np.arange(12.0)
    assert quaternion.load4(rows, 2) == (8, 9, 10, 11)
    assert quaternion.load4_flat(flat, 5) == (5, 6, 7, 8)
    quaternion.store4(rows, 1, (-1.0, -2.0, -3.0, -4.0))
    quaternion.store4_flat(flat, 4, (-1.0, -2.0, -3.0, -4.0))
    np.testing.assert_array_equal(rows.ravel(), flat)
    np.testing.assert_array_equal(flat, [0, 1, 2, 3, -1, -2, -3, -4, 8, 9, 10, 11])
