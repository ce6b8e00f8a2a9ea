"""LU factors: sparse ones that follow a kinematic tree, and small dense systems with row exchange."""

import numpy as np
import pytest

from corten.constants import MINVAL
from corten.linalg.lu import factor_lu, mul_rows, solve_dense, solve_lu
from corten.runtime import stage
from corten.runtime.fields import F8, I4, Field, Layout, Size
from corten.runtime.storage import Storage
from support import tolerance

TREE = Layout(
    "Tree",
    (Size("n", "rows"), Size("nnz", "entries")),
    (
        Field("rownnz", I4, ("n",), "entries in each row"),
        Field("rowadr", I4, ("n",), "first entry of each row"),
        Field("diag", I4, ("n",), "place of the diagonal"),
        Field("colind", I4, ("nnz",), "columns"),
    ),
)
WORK = Layout(
    "Work",
    (Size("n", "rows"), Size("width", "columns"), Size("nnz", "entries")),
    (
        Field("values", F8, ("nnz",), "matrix or its factors"),
        Field("remaining", I4, ("n",), "work space"),
        Field("x", F8, ("n",), "right side, solution"),
        Field("product", F8, ("n",), "matrix times x"),
        Field("dense", F8, ("n", "width"), "equations"),
        Field("failed", I4, (), "row without a pivot"),
    ),
)


class Tree(Storage):
    """The sparsity of a matrix."""

    layout = TREE


class Work(Storage):
    """A matrix, a vector and work space."""

    layout = WORK


@stage
def solve_sparse(m, d):
    """Multiply, then factor and solve."""
    mul_rows(d.product, d.values, m.n, m.rownnz, m.rowadr, m.colind, d.x)
    d.failed = factor_lu(d.values, d.remaining, m.n, m.rownnz, m.rowadr, m.diag, m.colind)
    solve_lu(d.x, d.values, m.n, m.rownnz, m.rowadr, m.diag, m.colind)


@stage
def solve_full(m, d):
    """Solve dense equations."""
    d.failed = solve_dense(d.dense, m.n)


def tree_matrix(n, seed):
    """Return a random tree's sparsity and a dense matrix with it, not symmetric but well conditioned."""
    rng = np.random.default_rng(seed)
    coupled = np.eye(n, dtype=bool)
    for i in range(1, n):
        parent = int(rng.integers(-1, i))
        if parent >= 0:
            ancestors = np.flatnonzero(coupled[parent, : parent + 1])
            coupled[i, ancestors] = coupled[ancestors, i] = True
    matrix = np.where(coupled, rng.normal(0, 1, (n, n)), 0.0) + 2.0 * n * np.eye(n)
    sizes = {"n": n, "nnz": int(coupled.sum())}
    tree, work = Tree(sizes), Work(sizes | {"width": 1})
    tree.rownnz = coupled.sum(1)
    tree.rowadr = np.concatenate([[0], np.cumsum(tree.rownnz)[:-1]])
    tree.diag = [int(coupled[i, :i].sum()) for i in range(n)]
    tree.colind = np.nonzero(coupled)[1]
    work.values = matrix[coupled]
    work.x = rng.normal(0, 1, n)
    return tree, work, matrix


@pytest.mark.parametrize("n", [1, 2, 3, 7, 30, 120])
def test_sparse_lu(n):
    """Solve with random trees of couplings as a dense solver does."""
    for seed in range(5):
        tree, work, matrix = tree_matrix(n, seed)
        right = work.x.copy()
        solve_sparse(tree, work)
        assert work.failed == -1
        np.testing.assert_allclose(work.product, matrix @ right, rtol=0, atol=tolerance.EXACT * n)
        np.testing.assert_allclose(work.x, np.linalg.solve(matrix, right), rtol=0, atol=tolerance.EXACT)


def test_sparse_lu_runs_as_plain_python():
    """Give the same bits as plain Python."""
    tree, compiled, _ = tree_matrix(12, 3)
    _, plain, _ = tree_matrix(12, 3)
    solve_sparse(tree, compiled)
    solve_sparse.function(tree, plain)
    assert compiled.snapshot() == plain.snapshot()


def test_sparse_lu_names_the_row_without_pivot():
    """Report the row whose pivot is not a number."""
    tree, work, _ = tree_matrix(8, 1)
    work.values[tree.rowadr[7] + tree.diag[7]] = np.nan
    solve_sparse(tree, work)
    assert work.failed == 7


@pytest.mark.parametrize("pivot", [0.0, 0.5 * MINVAL, -0.5 * MINVAL])
def test_sparse_lu_raises_small_pivots(pivot):
    """Move a pivot that is too near to zero to MINVAL, on its side of zero."""
    tree, work, _ = tree_matrix(8, 1)
    place = tree.rowadr[7] + tree.diag[7]
    work.values[place] = pivot
    solve_sparse(tree, work)
    assert work.failed == -1
    assert work.values[place] == np.copysign(MINVAL, pivot)


@pytest.mark.parametrize("n", [1, 3, 6])
def test_dense_lu_exchanges_rows(n):
    """Solve systems whose first pivots are zero, as NumPy does."""
    rng = np.random.default_rng(n)
    for _ in range(20):
        matrix, right = rng.normal(0, 1, (n, n)), rng.normal(0, 1, n)
        if n > 1:
            matrix[0, 0] = 0.0
        sizes = {"n": n, "nnz": 1}
        tree, work = Tree(sizes), Work(sizes | {"width": n + 1})
        work.dense = np.column_stack([matrix, right])
        solve_full(tree, work)
        assert work.failed == -1
        bound = tolerance.EXACT * np.linalg.cond(matrix)
        np.testing.assert_allclose(work.dense[:, n], np.linalg.solve(matrix, right), rtol=bound, atol=bound)


def test_dense_lu_reports_a_singular_matrix():
    """Report the column in which no pivot is left."""
    sizes = {"n": 3, "nnz": 1}
    tree, work = Tree(sizes), Work(sizes | {"width": 4})
    work.dense = [[1.0, 2.0, 3.0, 1.0], [2.0, 4.0, 6.0, 2.0], [0.0, 0.0, 1.0, 0.0]]
    solve_full(tree, work)
    assert work.failed == 1
