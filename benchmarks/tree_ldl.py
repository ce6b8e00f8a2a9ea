"""LA3: sparse factors along the kinematic tree against dense Cholesky, for chains and trees of 5 to 200 dofs.

Run `python benchmarks/tree_ldl.py`; times are the best of several runs, in microseconds for one factorisation and one
solve. Both are corten's own kernels, so the table compares algorithms, not compilers.
"""

import time

import numpy as np
from rich.console import Console
from rich.table import Table

from corten.linalg.block_envelope import factor_blocks, solve_blocks
from corten.linalg.tree_ldl import factor_tree, solve_tree
from corten.runtime import stage
from corten.runtime.fields import F8, I4, Field, Layout, Size
from corten.runtime.plan import Plan
from corten.runtime.storage import Storage

COUNTS = (5, 10, 20, 30, 50, 100, 200)
RUNS = 20
SMALLEST_PIVOT = 1e-15

SYSTEM = Layout(
    "System",
    (
        Size("n", "dofs"),
        Size("nblock", "blocks of four dofs"),
        Size("nplace", "dofs, rounded up to whole blocks"),
        Size("nn", "entries of the dense matrix"),
        Size("nC", "entries of the sparse matrix"),
    ),
    (
        Field("dense", F8, ("nn",), "the matrix"),
        Field("dense_factor", F8, ("nn",), "its factors"),
        Field("dense_first", I4, ("nblock",), "first block of each block row: 0"),
        Field("dense_adr", I4, ("nblock",), "first entry of each block row"),
        Field("sparse", F8, ("nC",), "the matrix along the tree"),
        Field("sparse_factor", F8, ("nC",), "its factors"),
        Field("diag_inv", F8, ("nplace",), "1 / D"),
        Field("x", F8, ("nplace",), "right side and solution"),
        Field("rownnz", I4, ("n",), "entries in each row"),
        Field("rowadr", I4, ("n",), "first entry of each row"),
        Field("colind", I4, ("nC",), "columns"),
    ),
)


class System(Storage):
    """One matrix in both storages."""

    layout = SYSTEM


@stage
def solve_dense(m, d):
    """Factor and solve with all entries of the lower triangle."""
    matrix, factor, x = m.dense, d.dense_factor, d.x

    for i in range(m.nn):
        factor[i] = matrix[i]
    for i in range(m.n):
        x[i] = 1.0
    factor_blocks(factor, factor, d.diag_inv, m.dense_first, m.dense_adr, m.nblock, SMALLEST_PIVOT)
    solve_blocks(factor, d.diag_inv, m.dense_first, m.dense_adr, m.nblock, x)
    return 0


@stage
def solve_sparse(m, d):
    """Factor and solve along the tree."""
    matrix, factor, x = m.sparse, d.sparse_factor, d.x

    for i in range(m.nC):
        factor[i] = matrix[i]
    for i in range(m.n):
        x[i] = 1.0
    if factor_tree(factor, d.diag_inv, m.rownnz, m.rowadr, m.colind, m.n) >= 0:
        return 1
    solve_tree(factor, d.diag_inv, m.rownnz, m.rowadr, m.colind, m.n, x, 0)
    return 0


def chain(n: int) -> list[int]:
    """Return the parents of dofs in one row: the worst case of the sparse storage."""
    return list(range(-1, n - 1))


def limbs(n: int) -> list[int]:
    """Return the parents of a floating base of six dofs that carries limbs of seven."""
    return [i - 1 if i < 6 or (i - 6) % 7 else 5 for i in range(n)]


def branches(n: int) -> list[int]:
    """Return the parents of a binary tree."""
    return [(i - 1) // 2 if i else -1 for i in range(n)]


def make_system(parents: list[int]) -> System:
    """Return a positive matrix with the sparsity of a tree."""
    rng, paths = np.random.default_rng(0), []
    for i, parent in enumerate(parents):
        paths.append([*(paths[parent] if parent >= 0 else []), i])
    n = len(parents)
    lower = np.zeros((n, n))
    for i, path in enumerate(paths):
        lower[i, path] = rng.normal(size=len(path)) / len(path)
        lower[i, i] = rng.uniform(0.5, 2)
    matrix = lower.T @ lower
    nblock = (n + 3) // 4
    padded = np.eye(4 * nblock)
    padded[:n, :n] = matrix
    rows = [padded[4 * i : 4 * i + 4, : 4 * i + 4].T.ravel() for i in range(nblock)]
    entries = 8 * nblock * (nblock + 1)
    system = System({"n": n, "nblock": nblock, "nplace": 4 * nblock, "nn": entries, "nC": sum(map(len, paths))})
    system.dense = np.concatenate(rows)
    system.dense_adr = np.cumsum([0, *map(len, rows)])[:-1]
    system.sparse = [matrix[i, column] for i, path in enumerate(paths) for column in path]
    system.rownnz = [len(path) for path in paths]
    system.rowadr = np.cumsum([0, *map(len, paths)])[:-1]
    system.colind = [column for path in paths for column in path]
    return system


def measure(kernel, system: System) -> float:
    """Return the time of one factorisation and solve [us]."""
    plan, best = Plan([kernel], (SYSTEM, SYSTEM)), float("inf")
    repeats = max(1, 2_000_000 // system.n**3)
    for _ in range(RUNS):
        begin = time.perf_counter()
        if plan.run(system, system, repeats):
            raise RuntimeError("the matrix is not positive")
        best = min(best, time.perf_counter() - begin)
    return best / repeats * 1e6


def main() -> None:
    """Print the table."""
    table = Table("tree", "dofs", "entries", "dense [us]", "sparse [us]", "dense / sparse", title="factor and solve")
    for shape in (chain, limbs, branches):
        for n in COUNTS:
            system = make_system(shape(n))
            dense, sparse = measure(solve_dense, system), measure(solve_sparse, system)
            row = (shape.__name__, n, system.nC, f"{dense:.2f}", f"{sparse:.2f}", f"{dense / sparse:.1f}")
            table.add_row(*map(str, row))
    Console().print(table)


if __name__ == "__main__":
    main()
