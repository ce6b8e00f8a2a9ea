"""Linear systems in a storage of their own, to try out linalg apart from Model and Data."""

import numpy as np

from corten.linalg.cholesky import factor_cholesky, solve_cholesky
from corten.linalg.row import add_scaled_row, add_two_scaled_rows, dot_rows, dot_two_rows
from corten.linalg.tree_ldl import (
    factor_tree,
    mul_tree,
    mul_tree_range,
    scale_diagonal,
    solve_lower,
    solve_lower_transpose,
    solve_tree,
)
from corten.runtime import stage
from corten.runtime.fields import F8, I4, Field, Layout, Size
from corten.runtime.storage import Storage

SYSTEM = Layout(
    "System",
    (Size("n", "unknowns"), Size("nentry", "entries of the matrix"), Size("offset", "where the matrix begins")),
    (
        Field("a", F8, ("nentry",), "the matrix, or its rows along a tree"),
        Field("x", F8, ("nentry",), "right side and solution"),
        Field("y", F8, ("n",), "a product"),
        Field("diag_inv", F8, ("n",), "1 / D"),
        Field("rownnz", I4, ("n",), "entries in each row"),
        Field("rowadr", I4, ("n",), "first entry of each row"),
        Field("colind", I4, ("nentry",), "columns"),
        Field("failed", I4, (), "index of the failed pivot, or -1"),
    ),
)


class System(Storage):
    """A matrix, its structure and vectors."""

    layout = SYSTEM


def dense_system(matrix: np.ndarray, offset: int = 0) -> System:
    """Return a system with a full matrix that begins at an offset."""
    n = len(matrix)
    system = System({"n": n, "nentry": n * n + offset, "offset": offset})
    system.a[:offset] = 7.0
    system.a[offset:] = np.ravel(matrix)
    return system


def tree_system(parents: list[int], rng: np.random.Generator) -> System:
    """Return a system with a random positive matrix along a tree of dofs, given by their parents (-1: none)."""
    paths: list[list[int]] = []
    for i, parent in enumerate(parents):
        paths.append([*(paths[parent] if parent >= 0 else []), i])
    system = System({"n": len(parents), "nentry": sum(map(len, paths)), "offset": 0})
    system.rownnz = [len(path) for path in paths]
    system.rowadr = np.cumsum([0, *map(len, paths)])[:-1]
    system.colind = [column for path in paths for column in path]
    lower = np.zeros((len(parents), len(parents)))
    for i, path in enumerate(paths):
        lower[i, path] = rng.normal(size=len(path)) / len(path)
        lower[i, i] = rng.uniform(0.5, 2)
    matrix = lower.T @ lower
    system.a = [matrix[i, column] for i, path in enumerate(paths) for column in path]
    return system


def dense_tree(system: System) -> np.ndarray:
    """Return the symmetric matrix whose rows along the tree the system holds."""
    dense = np.zeros((system.n, system.n))
    rows = np.repeat(np.arange(system.n), system.rownnz)
    dense[rows, system.colind] = system.a
    dense[system.colind, rows] = system.a
    return dense


@stage
def cholesky(m, d):
    """Factor and solve."""
    d.failed = factor_cholesky(d.a, m.offset, m.n, 0.0, 0.0)
    solve_cholesky(d.a, m.offset, m.n, d.x, m.offset)


@stage
def factor(m, d):
    """Factor along the tree."""
    d.failed = factor_tree(d.a, d.diag_inv, m.rownnz, m.rowadr, m.colind, m.n)


@stage
def solve(m, d):
    """Solve along the tree."""
    solve_tree(d.a, d.diag_inv, m.rownnz, m.rowadr, m.colind, m.n, d.x, 0)


@stage
def solve_in_parts(m, d):
    """Solve along the tree, factor by factor."""
    solve_lower_transpose(d.a, m.rownnz, m.rowadr, m.colind, 0, m.n, d.x, 0)
    scale_diagonal(d.diag_inv, 0, m.n, d.x, 0)
    solve_lower(d.a, m.rownnz, m.rowadr, m.colind, 0, m.n, d.x, 0)


@stage
def multiply(m, d):
    """Multiply along the tree."""
    mul_tree(d.y, d.a, m.rownnz, m.rowadr, m.colind, m.n, d.x)


@stage
def multiply_in_pairs(m, d):
    """Multiply x by the matrix, dofs and their parents together."""
    mul_tree_range(d.y, d.a, m.rownnz, m.rowadr, m.colind, 0, m.n, d.x)


@stage
def add_rows(m, d):
    """Treat a as three rows of n numbers: add the second five times to the first, in two goes, minus the third."""
    add_scaled_row(d.a, 0, m.n, 2.0, m.n)
    add_two_scaled_rows(d.a, 0, m.n, 3.0, 2 * m.n, -1.0, m.n)


@stage
def multiply_rows(m, d):
    """Treat a as three rows of n numbers and write their inner products."""
    d.x[0] = dot_rows(d.a, 0, d.a, m.n, m.n)
    s, r = dot_two_rows(d.a, 0, m.n, 2 * m.n, m.n)
    d.x[1] = s
    d.x[2] = r
