"""6D algebra against MuJoCo and against its own laws."""

import numpy as np
import pytest

from corten.math import spatial
from support.helpers import MODES, evaluate
from support.oracle import call
from support.tolerance import ROUNDING

pytestmark = pytest.mark.parametrize("mode", MODES)


@pytest.fixture
def mats(quats, oracle):
    """Return random rotation matrices."""
    return oracle("quat2Mat", 9, quats)


@pytest.fixture
def bodies(rng, mats, vectors):
    """Return principal moments, rotations, offsets and masses."""
    return rng.uniform(0.1, 2.0, (len(mats), 3)), mats, vectors(3), rng.uniform(0.1, 5.0, len(mats))


def matrix6(inertia):
    """Return the 6 x 6 matrix of an inertia of ten numbers."""
    xx, yy, zz, xy, xz, yz, x, y, z, mass = inertia
    rotation = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    offset = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.block([[rotation, offset], [offset.T, mass * np.eye(3)]])


def skew(v):
    """Return the matrix of v x."""
    return np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])


def test_sums_and_dots(mode, vectors):
    """Add, scale and multiply 6D vectors."""
    a, b, factor = vectors(6), vectors(6), vectors(1)[:, 0]
    np.testing.assert_array_equal(evaluate(mode, spatial.add6, a, b), a + b)
    np.testing.assert_array_equal(evaluate(mode, spatial.scale6, a, factor), a * factor[:, None])
    np.testing.assert_array_equal(evaluate(mode, spatial.add_scaled6, a, b, factor), a + b * factor[:, None])
    np.testing.assert_allclose(evaluate(mode, spatial.dot6, a, b), (a * b).sum(1), atol=ROUNDING)


def test_cross_products(mode, vectors):
    """Cross motions and forces as the 6 x 6 matrices do; the two are each other's negative transpose."""
    v, m, f = vectors(6), vectors(6), vectors(6)
    motion, force = evaluate(mode, spatial.cross_motion, v, m), evaluate(mode, spatial.cross_force, v, f)
    for i in range(len(v)):
        w, u = skew(v[i, :3]), skew(v[i, 3:])
        matrix = np.block([[w, np.zeros((3, 3))], [u, w]])
        np.testing.assert_allclose(motion[i], matrix @ m[i], atol=ROUNDING)
        np.testing.assert_allclose(force[i], -matrix.T @ f[i], atol=ROUNDING)


def test_inertia_about_a_point(mode, bodies):
    """Follow Steiner's theorem; the matrix is that of the body's mass distribution."""
    results = evaluate(mode, spatial.inertia_com, *bodies)
    for result, moments, mat, dif, mass in zip(results, *bodies, strict=True):
        rotation = mat.reshape(3, 3)
        wanted = rotation @ np.diag(moments) @ rotation.T - mass * skew(dif) @ skew(dif)
        matrix = matrix6(result)
        np.testing.assert_allclose(matrix[:3, :3], wanted, atol=5 * ROUNDING)
        np.testing.assert_allclose(matrix[:3, 3:], mass * skew(dif), atol=ROUNDING)
        assert result[9] == mass


def test_momentum(mode, bodies, vectors):
    """Multiply an inertia with a motion as the 6 x 6 matrix does."""
    inertia, v = evaluate(mode, spatial.inertia_com, *bodies), vectors(6)
    wanted = [matrix6(i) @ row for i, row in zip(inertia, v, strict=True)]
    np.testing.assert_allclose(evaluate(mode, spatial.mul_inertia_vec, inertia, v), wanted, atol=10 * ROUNDING)


def test_joint_motions(mode, vectors):
    """Turn about an axis through a point away from the origin, and slide along one."""
    axis, offset = vectors(3), vectors(3)
    hinge = evaluate(mode, spatial.hinge_motion, axis, offset)
    np.testing.assert_array_equal(hinge[:, :3], axis)
    np.testing.assert_allclose(hinge[:, 3:], np.cross(axis, offset), atol=ROUNDING)
    slide = evaluate(mode, spatial.slide_motion, axis)
    np.testing.assert_array_equal(slide, np.column_stack([0 * axis, axis]))


def test_change_of_frame(mode, mats, vectors):
    """Move motions and forces to another point and frame as MuJoCo does, and keep their power."""
    v, f, new, old = vectors(6), vectors(6), vectors(3), vectors(3)
    moved = {}
    for shift, vector, force in ((spatial.shift_motion, v, 0), (spatial.shift_force, f, 1)):
        shifted = evaluate(mode, shift, vector, new - old)
        moved[force] = evaluate(mode, spatial.rotate_to_local, mats, shifted)
        for i in range(len(vector)):
            wanted = np.empty(6)
            call("mju_transformSpatial", wanted, vector[i], force, new[i], old[i], mats[i])
            np.testing.assert_allclose(moved[force][i], wanted, atol=ROUNDING)
    np.testing.assert_allclose((moved[0] * moved[1]).sum(1), (v * f).sum(1), atol=20 * ROUNDING)


def test_rows_are_loaded_and_stored(mode):
    """Read and write one row and nothing else."""
    for load, store, width in ((spatial.load6, spatial.store6, 6), (spatial.load10, spatial.store10, 10)):
        rows = np.arange(3.0 * width).reshape(3, width)
        assert load(rows, 2) == tuple(range(2 * width, 3 * width))
        store(rows, 1, load(rows, 2))
        np.testing.assert_array_equal(rows[1], rows[2])
        np.testing.assert_array_equal(rows[0], np.arange(width))
