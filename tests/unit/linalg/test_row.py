"""Rows of every length: those that fill packs of four and those that leave some over."""

import numpy as np
import pytest

from support import tolerance
from support.linear_system import System, add_rows, multiply_rows


@pytest.mark.parametrize("n", range(1, 18))
def test_rows_are_added(n):
    """Add scaled rows of n numbers and leave what stands beside them."""
    system = System({"n": n, "nentry": 3 * n})
    rows = np.random.default_rng(n).normal(size=(3, n))
    system.a = rows.ravel()
    add_rows(system, system)
    expected = [rows[0] + 5 * rows[1] - rows[2], rows[1], rows[2]]
    np.testing.assert_allclose(system.a.reshape(3, n), expected, rtol=0, atol=tolerance.EXACT)


@pytest.mark.parametrize("n", range(1, 18))
def test_inner_products(n):
    """Give the inner products of rows of n numbers."""
    system = System({"n": n, "nentry": max(3 * n, 3)})
    rows = np.random.default_rng(n).normal(size=(3, n))
    system.a[: 3 * n] = rows.ravel()
    multiply_rows(system, system)
    expected = [rows[0] @ rows[1], rows[0] @ rows[2], rows[1] @ rows[2]]
    np.testing.assert_allclose(system.x[:3], expected, rtol=0, atol=tolerance.EXACT)
