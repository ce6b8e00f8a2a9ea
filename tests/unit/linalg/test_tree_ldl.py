"""Sparse factors along trees of every shape, in plain Python, and when they fail."""

import numpy as np
import pytest

from corten.linalg.tree_ldl import factor_tree, solve_tree
from support import tolerance
from support.linear_system import dense_tree, factor, multiply, multiply_in_pairs, solve, solve_in_parts, tree_system

TREES = {
    "none": [],
    "one": [-1],
    "two roots": [-1, -1],
    "chain": list(range(-1, 11)),
    "star": [-1] + [0] * 8,
    "diagonal": [-1] * 7,
    "two chains": [-1, 0, 1, 2, -1, 4, 5],
    "limbs": [-1, 0, 1, 2, 3, 4, 5, 6, 5, 8, 9, 5, 11, 12, 13, 3, 15, -1, 17, 17],
    "long limbs": [*range(-1, 14), 5, *range(15, 23)],
    "random": [int(np.random.default_rng(i).integers(-1, i)) for i in range(40)],
}
PARAMETERS = pytest.mark.parametrize("parents", TREES.values(), ids=TREES.keys())


@PARAMETERS
def test_factors_restore_the_matrix(parents):
    """Give L and D with M = L'DL, and 1 / D."""
    system = tree_system(parents, np.random.default_rng(1))
    matrix = dense_tree(system)
    factor(system, system)
    assert system.failed == -1
    factors = dense_tree(system)
    lower = np.tril(factors, -1) + np.eye(system.n)
    np.testing.assert_allclose(lower.T @ np.diag(np.diag(factors)) @ lower, matrix, rtol=0, atol=tolerance.EXACT)
    np.testing.assert_allclose(system.diag_inv * np.diag(factors), 1.0, rtol=tolerance.EXACT)


@PARAMETERS
@pytest.mark.parametrize("kernel", [solve, solve_in_parts], ids=lambda kernel: kernel.__name__)
def test_solves(parents, kernel):
    """Solve at once and factor by factor."""
    rng = np.random.default_rng(2)
    system = tree_system(parents, rng)
    matrix, right = dense_tree(system), rng.normal(size=system.n)
    system.x[: system.n] = right
    factor(system, system)
    kernel(system, system)
    expected = np.linalg.solve(matrix, right)
    np.testing.assert_allclose(system.x[: system.n], expected, rtol=tolerance.EXACT, atol=tolerance.EXACT)


@PARAMETERS
@pytest.mark.parametrize("kernel", [multiply, multiply_in_pairs], ids=lambda kernel: kernel.__name__)
def test_products(parents, kernel):
    """Multiply by the whole symmetric matrix."""
    rng = np.random.default_rng(3)
    system = tree_system(parents, rng)
    system.x = rng.normal(size=system.nentry)
    kernel(system, system)
    expected = dense_tree(system) @ system.x[: system.n]
    np.testing.assert_allclose(system.y, expected, rtol=0, atol=tolerance.EXACT)


@PARAMETERS
def test_plain_python_gives_the_same_bits(parents):
    """Run as plain Python with the same result."""
    compiled, plain = (tree_system(parents, np.random.default_rng(4)) for _ in range(2))
    for kernel in (factor, solve, multiply):
        compiled.x, plain.x = 1.0, 1.0
        kernel(compiled, compiled)
        kernel.function(plain, plain)
    assert compiled.snapshot() == plain.snapshot()


@pytest.mark.parametrize("dof", range(12))
@pytest.mark.parametrize("value", [-1e-9, -1.0, np.nan])
def test_a_bad_pivot_is_named(dof, value):
    """Return the dof whose pivot fails, whether its row is taken alone or with its neighbour's."""
    system = tree_system(TREES["chain"], np.random.default_rng(5))
    system.a = np.where(system.colind == np.repeat(np.arange(12), system.rownnz), 1.0, 0.0)
    system.a[system.rowadr[dof] + dof] = value
    factor(system, system)
    assert system.failed == dof


class Counted(list):
    """A list that counts how often it is read."""

    reads = 0

    def __getitem__(self, place):
        self.reads += 1
        return super().__getitem__(place)


def count_reads(parents: list[int]) -> tuple[int, int]:
    """Return how often entries of the matrix are read by a factorisation and by a solve."""
    system = tree_system(parents, np.random.default_rng(6))
    structure = system.rownnz.tolist(), system.rowadr.tolist(), system.colind.tolist(), system.n
    values, diag_inv = Counted(system.a.tolist()), [0.0] * system.n
    factor_tree(values, diag_inv, *structure)
    factoring, values.reads = values.reads, 0
    solve_tree(values, diag_inv, *structure, [1.0] * system.n, 0)
    return factoring, values.reads


def test_work_follows_the_depths_of_the_dofs():
    """LA2: read every entry of L twice in a solve, and grow linearly with the number of limbs."""
    for parents in TREES.values():
        entries = tree_system(parents, np.random.default_rng(0)).nentry - len(parents)
        assert count_reads(parents)[1] == 2 * entries

    # a trunk of one dof with limbs of five: ten times the limbs, ten times the work
    costs = [count_reads([-1] + [limb * 5 + j if j else 0 for limb in range(n) for j in range(5)])[0] for n in (3, 30)]
    assert costs[1] <= 10 * costs[0]
