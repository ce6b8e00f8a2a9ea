"""Cholesky factors within an envelope against NumPy's dense ones."""

import numpy as np
import pytest

from corten.linalg.envelope import factor_envelope, solve_envelope
from corten.runtime import stage
from corten.runtime.fields import F8, I4, Field, Layout, Size
from corten.runtime.storage import Storage
from support.tolerance import EXACT

SIZES = (Size("n", "rows"), Size("nnz", "entries"))
SHAPE = Layout("Shape", SIZES, (Field("first", I4, ("n",), ""), Field("adr", I4, ("n",), "")))
SYSTEM = Layout(
    "System",
    SIZES,
    (
        Field("values", F8, ("nnz",), ""),
        Field("inverse", F8, ("n",), ""),
        Field("x", F8, ("n",), ""),
        Field("raised", I4, (), ""),
    ),
)


class Shape(Storage):
    """Where rows begin."""

    layout = SHAPE


class System(Storage):
    """Matrix, right side and solution."""

    layout = SYSTEM


@stage
def factor_and_solve(m, d):
    """Factor the matrix and solve for x."""
    d.raised = factor_envelope(d.values, d.inverse, m.first, m.adr, m.n, 1e-15)
    solve_envelope(d.values, d.inverse, m.first, m.adr, m.n, d.x)


def random_system(seed, n):
    """Return a random positive definite matrix with random row beginnings, and its storage."""
    rng = np.random.default_rng(seed)
    first = np.array([rng.integers(max(0, i - 12), i + 1) for i in range(n)])
    lower = np.zeros((n, n))
    for i in range(n):
        lower[i, first[i] : i] = rng.normal(size=i - first[i])
    dense = lower + lower.T + np.diag(np.abs(lower).sum(0) + np.abs(lower).sum(1) + 1)
    lengths = np.arange(n) - first + 1
    shape, system = Shape({"n": n, "nnz": lengths.sum()}), System({"n": n, "nnz": lengths.sum()})
    shape.first = first
    shape.adr = np.cumsum(lengths) - lengths - first
    system.values = np.concatenate([dense[i, first[i] : i + 1] for i in range(n)])
    system.x = rng.normal(size=n)
    return dense, shape, system


@pytest.mark.parametrize("n", [1, 2, 3, 7, 40, 150])
@pytest.mark.parametrize("seed", range(3))
def test_factor_and_solution(seed, n):
    """Give the factor that the dense method gives, zeros before the envelope included, and the solution."""
    dense, shape, system = random_system(seed, n)
    right = system.x.copy()
    factor_and_solve(shape, system)
    expected = np.linalg.cholesky(dense)
    for i in range(n):
        row = system.values[shape.adr[i] + shape.first[i] : shape.adr[i] + i + 1]
        np.testing.assert_allclose(row, expected[i, shape.first[i] : i + 1], atol=EXACT * np.abs(expected).max())
        assert not expected[i, : shape.first[i]].any()
    np.testing.assert_allclose(system.x, np.linalg.solve(dense, right), atol=EXACT)
    assert system.raised == 0


def test_bad_pivots_are_counted():
    """Count pivots that are not positive and go on with the smallest one allowed."""
    _, shape, system = random_system(0, 8)
    system.values[shape.adr[7] + 7] = -4.0
    factor_and_solve(shape, system)
    assert system.raised == 1 and np.isfinite(system.x).all()
