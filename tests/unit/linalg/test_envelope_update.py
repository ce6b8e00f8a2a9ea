"""Factors in blocks that are changed by outer products are those of the changed matrix."""

import numpy as np
import pytest

from corten.linalg.block_envelope import factor_blocks, solve_blocks
from corten.linalg.envelope_update import PRODUCTS, update_blocks

BLOCKS = 6

# of solutions with numbers around one, times a condition of about ten
ROUNDING = 1e-12


def envelope_of(matrix, first):
    """Return the values of a matrix in an envelope, and where its block rows begin."""
    adr, total = [], 0
    for i, begin in enumerate(first):
        adr.append(16 * (total - begin))
        total += i - begin + 1
    values = np.zeros(16 * total)
    for i, begin in enumerate(first):
        for c in range(4 * begin, 4 * i + 4):
            values[adr[i] + 4 * c : adr[i] + 4 * c + 4] = matrix[4 * i : 4 * i + 4, c]
    return values, np.array(adr)


@pytest.mark.parametrize("sign", [1.0, -1.0])
@pytest.mark.parametrize("begin", [0, 2])
def test_changed_factors_solve_the_changed_matrix(sign, begin):
    """Add and take away outer products, from the first block on and from a later one, and solve."""
    rng = np.random.default_rng(5)
    n, first = 4 * BLOCKS, np.array([0, 0, 1, 1, 2, 4])
    inside = np.array([[first[i // 4] <= j // 4 for j in range(n)] for i in range(n)])
    matrix = np.tril(rng.normal(size=(n, n)) * inside)
    matrix = matrix + matrix.T + 30 * np.eye(n)
    rows = np.zeros((n, PRODUCTS))
    # rows of which each lies within what one block row has, and one product that is none
    rows[4 * begin : 4 * begin + 8] = rng.normal(size=(8, PRODUCTS))
    weight = sign * np.array([1.0, 0.5, 2.0, 0.0])
    changed = matrix + rows @ np.diag(weight) @ rows.T
    values, adr = envelope_of(matrix, first)
    inverse = np.zeros(n)
    factor_blocks(values, values, inverse, first, adr, BLOCKS, 1e-12)
    change = np.full((n, 12), np.nan)
    change[:, :PRODUCTS] = rows
    update_blocks(values, inverse, first, adr, begin, BLOCKS, change, weight.copy())
    x = rng.normal(size=n)
    solved = x.copy()
    solve_blocks(values, inverse, first, adr, BLOCKS, solved)
    np.testing.assert_allclose(changed @ solved, x, rtol=0, atol=ROUNDING)
    assert not change[4 * begin :, :PRODUCTS].any()
