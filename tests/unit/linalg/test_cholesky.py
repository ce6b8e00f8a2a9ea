"""Dense Cholesky factors at offsets, in plain Python, and when they fail."""

import numpy as np
import pytest

from support import tolerance
from support.linear_system import cholesky, dense_system


def positive(n: int, seed: int = 0) -> np.ndarray:
    """Return a random positive matrix."""
    root = np.random.default_rng([n, seed]).normal(size=(n, n))
    return root @ root.T + n * np.eye(n)


@pytest.mark.parametrize("n", range(1, 12))
@pytest.mark.parametrize("offset", [0, 3])
def test_factor_and_solve(n, offset):
    """Replace the lower triangle by L and the right side by the solution, and touch nothing else."""
    matrix, right = positive(n), np.random.default_rng(n).normal(size=n)
    system = dense_system(matrix, offset)
    system.x[offset : offset + n] = right
    cholesky(system, system)
    factors = system.a[offset:].reshape(n, n)
    assert system.failed == -1
    np.testing.assert_allclose(np.tril(factors), np.linalg.cholesky(matrix), rtol=tolerance.EXACT, atol=tolerance.EXACT)
    np.testing.assert_array_equal(np.triu(factors, 1), np.triu(matrix, 1))
    np.testing.assert_array_equal(system.a[:offset], 7.0)
    solution = system.x[offset : offset + n]
    np.testing.assert_allclose(solution, np.linalg.solve(matrix, right), rtol=0, atol=tolerance.EXACT)


def test_plain_python_gives_the_same_bits():
    """Run as plain Python with the same result."""
    compiled, plain = dense_system(positive(9)), dense_system(positive(9))
    compiled.x, plain.x = 1.0, 1.0
    cholesky(compiled, compiled)
    cholesky.function(plain, plain)
    assert compiled.snapshot() == plain.snapshot()


@pytest.mark.parametrize("value", [0.0, -3.0, np.nan])
@pytest.mark.parametrize("place", [0, 4, 8])
def test_a_bad_pivot_is_named(place, value):
    """Return the index of the first pivot that is zero, negative or not a number."""
    matrix = np.diag(np.arange(1.0, 10.0))
    matrix[place:, place:] = np.diag(np.full(9 - place, value))
    system = dense_system(matrix)
    cholesky(system, system)
    assert system.failed == place
