"""Factors within an envelope of blocks against NumPy's dense ones."""

import numpy as np
import pytest

from corten.linalg.block_envelope import factor_blocks, solve_blocks
from corten.runtime import stage
from corten.runtime.fields import F8, I4, Field, Layout, Size
from corten.runtime.storage import Storage
from support.tolerance import EXACT

SIZES = (Size("nblock", "block rows"), Size("n", "rows"), Size("nnz", "entries"))
SHAPE = Layout("Shape", SIZES, (Field("first", I4, ("nblock",), ""), Field("adr", I4, ("nblock",), "")))
SYSTEM = Layout(
    "System",
    SIZES,
    (Field("values", F8, ("nnz",), ""), Field("inverse", F8, ("n",), ""), Field("x", F8, ("n",), "")),
)

MINIMUM = 1e-15


class Shape(Storage):
    """Where block rows begin."""

    layout = SHAPE


class System(Storage):
    """Matrix, right side and solution."""

    layout = SYSTEM


@stage
def factor_and_solve(m, d):
    """Factor the matrix and solve for x."""
    factor_blocks(d.values, d.values, d.inverse, m.first, m.adr, m.nblock, MINIMUM)
    solve_blocks(d.values, d.inverse, m.first, m.adr, m.nblock, d.x)


def random_system(seed, rows):
    """Return a random positive definite matrix with random block row beginnings, and its storage."""
    rng = np.random.default_rng(seed)
    nblock = (rows + 3) // 4
    n = 4 * nblock
    first = np.array([rng.integers(max(0, i - 4), i + 1) for i in range(nblock)])
    lower = np.zeros((n, n))
    for i in range(rows):
        lower[i, 4 * first[i // 4] : i] = rng.normal(size=i - 4 * first[i // 4])
    dense = lower + lower.T + np.diag(np.abs(lower).sum(0) + np.abs(lower).sum(1) + 1)
    starts = 16 * np.cumsum(np.arange(nblock) - first + 1)
    sizes = {"nblock": nblock, "n": n, "nnz": int(starts[-1])}
    shape, system = Shape(sizes), System(sizes)
    shape.first = first
    shape.adr = np.concatenate([[0], starts[:-1]]) - 16 * first
    blocks = [dense[4 * i : 4 * i + 4, 4 * first[i] : 4 * i + 4] for i in range(nblock)]
    system.values = np.concatenate([block.T.ravel() for block in blocks])
    system.x = rng.normal(size=n)
    system.x[rows:] = 0.0
    return dense, shape, system


@pytest.mark.parametrize("n", [1, 2, 3, 4, 7, 40, 150])
@pytest.mark.parametrize("seed", range(3))
def test_factor_and_solution(seed, n):
    """Give the factor that the dense method gives, zeros before the envelope included, and the solution."""
    dense, shape, system = random_system(seed, n)
    right = system.x.copy()
    factor_and_solve(shape, system)
    root = np.linalg.cholesky(dense)
    expected = root / np.diag(root)
    np.testing.assert_allclose(1.0 / system.inverse, np.diag(root) ** 2, rtol=EXACT)
    for row in range(4 * shape.nblock):
        block = row // 4
        columns = np.arange(4 * shape.first[block], row)
        found = system.values[shape.adr[block] + 4 * columns + row % 4]
        np.testing.assert_allclose(found, expected[row, columns], atol=EXACT * np.abs(expected).max())
        assert not expected[row, : 4 * shape.first[block]].any()
    np.testing.assert_allclose(system.x, np.linalg.solve(dense, right), atol=EXACT)


def test_bad_pivots_are_raised():
    """Go on with the smallest pivot allowed where one is not positive."""
    _, shape, system = random_system(0, 8)
    system.values[shape.adr[1] + 4 * 7 + 3] = -4.0
    factor_and_solve(shape, system)
    assert system.inverse[7] == 1.0 / MINIMUM and np.isfinite(system.x).all()
