"""Incomplete factors: exact on trees, told apart where they fail, and helped by a larger diagonal."""

import numpy as np
import pytest

from corten.linalg.incomplete_ldl import factor_incomplete, solve_incomplete
from support import tolerance

# Kershaw's matrix: positive definite, but without fill-in a pivot becomes negative
KERSHAW = np.array([[3.0, -2, 0, 2], [-2, 3, -2, 0], [0, -2, 3, -2], [2, 0, -2, 3]])


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
    assert factor_incomplete(values, inverse, count, start, columns, 4)
    solved = x.copy()
    solve_incomplete(values, inverse, count, start, columns, (0, 4), solved)
    assert matrix @ solved == pytest.approx(x, rel=tolerance.EXACT)


def test_failure_is_told():
    """Tell that Kershaw's matrix has no such factors, and find those of one with a larger diagonal."""
    values, count, start, columns = rows_of(KERSHAW)
    assert not factor_incomplete(values, np.zeros(4), count, start, columns, 4)
    values, count, start, columns = rows_of(KERSHAW + np.diag([2.0] * 4))
    assert factor_incomplete(values, np.zeros(4), count, start, columns, 4)
