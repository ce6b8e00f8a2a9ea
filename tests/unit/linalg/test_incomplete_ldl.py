"""Incomplete factors: exact on trees, told apart where they fail, and helped by a larger diagonal."""

import numpy as np
import pytest

from corten.deformable.compile.couplings import Couplings
from corten.linalg.cholesky import factor_incomplete, solve_incomplete
from corten.linalg.three_rows import add_three_rows
from support import tolerance

# Kershaw's matrix: positive definite, but without fill-in a pivot becomes negative
KERSHAW = np.array([[3.0, -2, 0, 2], [-2, 3, -2, 0], [0, -2, 3, -2], [2, 0, -2, 3]])

# of sums of a few products of numbers around ten
ROUNDING = 1e-13

# no row belongs to three with the same columns
ALONE = np.zeros(4, int)


def rows_of(matrix):
    """Return the lower triangle of a matrix: values, entries in each row, first entries, columns."""
    chosen = [np.flatnonzero(row[: i + 1]) for i, row in enumerate(matrix)]
    count = np.array([len(columns) for columns in chosen])
    values = np.concatenate([matrix[i, columns] for i, columns in enumerate(chosen)])
    return values, count, np.cumsum(count) - count, np.concatenate(chosen)


def test_factors_of_a_tree_are_exact():
    """Solve with a matrix whose pattern is that of a tree, in which nothing is dropped."""
    matrix = np.diag([4.0, 5, 6, 7])
    matrix[1, 0] = matrix[0, 1] = matrix[2, 1] = matrix[1, 2] = matrix[3, 1] = matrix[1, 3] = -1.0
    matrix[2, 0] = matrix[0, 2] = matrix[3, 0] = matrix[0, 3] = 0.5
    values, count, start, columns = rows_of(matrix)
    inverse, x = np.zeros(4), np.array([1.0, -2, 3, 0.5])
    assert factor_incomplete(values, inverse, count, start, columns, ALONE, 4)
    solved = x.copy()
    solve_incomplete(values, inverse, count, start, columns, ALONE, (0, 4), solved)
    assert matrix @ solved == pytest.approx(x, rel=tolerance.EXACT)


def test_failure_is_told():
    """Tell that Kershaw's matrix has no such factors, and find those of one with a larger diagonal."""
    values, count, start, columns = rows_of(KERSHAW)
    assert not factor_incomplete(values, np.zeros(4), count, start, columns, ALONE, 4)
    values, count, start, columns = rows_of(KERSHAW + np.diag([2.0] * 4))
    assert factor_incomplete(values, np.zeros(4), count, start, columns, ALONE, 4)


def test_three_rows_at_a_time_are_what_single_rows_are():
    """Compare factors, solutions and products of a matrix of 3 x 3 blocks, taken in threes and row by row."""
    rng = np.random.default_rng(3)
    blocks = np.eye(6) + np.diag(np.ones(5), -1) + np.diag(np.ones(3), -3)
    matrix = np.kron(blocks, np.ones((3, 3))) * rng.normal(size=(18, 18))
    matrix = np.tril(matrix) + np.tril(matrix, -1).T + 12 * np.eye(18)
    values, count, start, columns = rows_of(matrix)
    three = Couplings(count, start, columns).three
    assert three.tolist() == [1, 2, 3] * 6
    x, found = rng.normal(size=18), []
    for kinds in (three, np.zeros(18, int)):
        factor, inverse, solved = values.copy(), np.zeros(18), x.copy()
        assert factor_incomplete(factor, inverse, count, start, columns, kinds, 18)
        solve_incomplete(factor, inverse, count, start, columns, kinds, (0, 18), solved)
        found.append((np.delete(factor, start + count - 1), inverse, solved))
    for ours, other in zip(*found, strict=True):
        np.testing.assert_allclose(ours, other, rtol=tolerance.EXACT, atol=tolerance.EXACT)
    product = np.zeros(18)
    for i in range(0, 18, 3):
        add_three_rows(values, count, start, columns, i, x, product)
    np.testing.assert_allclose(product, matrix @ x, rtol=0, atol=tolerance.EXACT)
