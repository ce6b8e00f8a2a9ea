"""Vectors and 3 x 3 matrices against MuJoCo and NumPy."""

import numpy as np
import pytest

from corten.math import matrix3, vector3
from support.helpers import MODES, evaluate
from support.tolerance import ROUNDING


@pytest.mark.parametrize("mode", MODES)
def test_vector_operations(mode, vectors, oracle):
    """Add, scale and multiply vectors as MuJoCo does."""
    a, b, factor = vectors(3), vectors(3), vectors(1)[:, 0]
    pairs = [
        (evaluate(mode, vector3.add, a, b), oracle("add3", 3, a, b)),
        (evaluate(mode, vector3.sub, a, b), oracle("sub3", 3, a, b)),
        (evaluate(mode, vector3.scale, a, factor), oracle("scl3", 3, a, factor)),
        (evaluate(mode, vector3.add_scaled, a, b, factor), oracle("addScl3", 3, a, b, factor)),
        (evaluate(mode, vector3.cross, a, b), oracle("cross", 3, a, b)),
        (evaluate(mode, vector3.dot, a, b), (a * b).sum(1)),
        (evaluate(mode, vector3.norm, a), np.linalg.norm(a, axis=1)),
    ]
    for results, wanted in pairs:
        np.testing.assert_allclose(results, wanted, atol=ROUNDING)


@pytest.mark.parametrize("mode", MODES)
def test_normalize_gives_direction_and_length(mode, vectors):
    """Scale to unit length; what is shorter than 1e-15 points along x."""
    a = np.concatenate([vectors(3), [[0, 0, 0], [0, 1e-16, 0], [0, 0, -2e-15], [1e-8, 0, 0]]])
    length = np.linalg.norm(a, axis=1)
    short = length < 1e-15
    wanted = np.where(short[:, None], [1.0, 0.0, 0.0], a / np.where(short, 1.0, length)[:, None])
    results = evaluate(mode, vector3.normalize, a)
    np.testing.assert_allclose(results[:, :3], wanted, atol=ROUNDING)
    np.testing.assert_allclose(results[:, 3], length, rtol=ROUNDING)
    assert short.sum() == 2


@pytest.mark.parametrize("mode", MODES)
def test_matrix_products(mode, vectors):
    """Multiply matrices with matrices and vectors, either of them transposed."""
    a, b, v = vectors(9), vectors(9), vectors(3)
    for function, other, indices in (
        (matrix3.mul_mat_mat, b.reshape(-1, 3, 3), "nij,njk->nik"),
        (matrix3.mul_matT_mat, b.reshape(-1, 3, 3), "nji,njk->nik"),
        (matrix3.mul_mat_matT, b.reshape(-1, 3, 3), "nij,nkj->nik"),
        (matrix3.mul_mat_vec, v, "nij,nj->ni"),
        (matrix3.mul_matT_vec, v, "nji,nj->ni"),
    ):
        results = evaluate(mode, function, a, other.reshape(len(a), -1))
        wanted = np.einsum(indices, a.reshape(-1, 3, 3), other)
        np.testing.assert_allclose(results, wanted.reshape(len(a), -1), atol=ROUNDING)
    turned = a.reshape(-1, 3, 3).transpose(0, 2, 1).reshape(-1, 9)
    np.testing.assert_array_equal(evaluate(mode, matrix3.transpose, a), turned)


def test_rows_are_loaded_and_stored():
    """Read and write one row, or a stretch of a flat array, and nothing else."""
    rows, flat = np.arange(12.0).reshape(4, 3), np.arange(12.0)
    assert vector3.load3(rows, 2) == (6, 7, 8)
    assert vector3.load3_flat(flat, 5) == (5, 6, 7)
    vector3.store3(rows, 1, (-1.0, -2.0, -3.0))
    vector3.store3_flat(flat, 3, (-1.0, -2.0, -3.0))
    np.testing.assert_array_equal(rows.ravel(), flat)
    np.testing.assert_array_equal(flat, [0, 1, 2, -1, -2, -3, 6, 7, 8, 9, 10, 11])

    matrices = np.arange(18.0).reshape(2, 9)
    assert matrix3.load9(matrices, 1) == tuple(range(9, 18))
    matrix3.store9(matrices, 0, matrix3.load9(matrices, 1))
    np.testing.assert_array_equal(matrices[0], matrices[1])
