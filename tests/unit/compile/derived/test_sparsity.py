"""Places of the numbers of sparse matrices, against dense ones."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from corten.compile.derived import sparsity


@st.composite
def forests(draw):
    """Draw the parents of dofs, -1 for roots, and which dofs are simple: roots without children may be."""
    parents = [draw(st.integers(-1, dof - 1)) for dof in range(draw(st.integers(1, 12)))]
    lonely = [parent == -1 and dof not in parents for dof, parent in enumerate(parents)]
    return parents, [alone and draw(st.booleans()) for alone in lonely]


def ancestry(parents):
    """Return a matrix that is true where the column is on the path of the row, itself included."""
    on_path = np.eye(len(parents), dtype=bool)
    for dof, parent in enumerate(parents):
        if parent >= 0:
            on_path[dof] |= on_path[parent]
    return on_path


def dense(rows, n):
    """Return where a sparse matrix has entries."""
    result = np.zeros((len(rows.columns), n), bool)
    for i, row in enumerate(rows.columns):
        result[i, row] = True
    return result


@given(forests())
def test_matrices_couple_dofs_on_one_path(forest):
    """Give M the paths, and D the paths in both directions, with columns in order."""
    parents, simple = forest
    on_path, n = ancestry(parents), len(parents)
    paths = sparsity.dof_paths(parents)
    mass, coupled = sparsity.mass_matrix(paths, simple), sparsity.coupled_dofs(paths)
    assert np.array_equal(dense(mass, n), on_path)
    assert np.array_equal(dense(coupled, n), on_path | on_path.T)
    for rows in (mass, coupled):
        assert all(row == sorted(row) for row in rows.columns)
        assert rows.rowadr == [sum(rows.rownnz[:i]) for i in range(n)]
        assert len(rows) == len(rows.colind)


@given(forests())
def test_maps_lead_to_the_same_entry(forest):
    """Lead from each entry of D to the entry of M with the same dofs, and back."""
    parents, simple = forest
    paths = sparsity.dof_paths(parents)
    mass, coupled = sparsity.mass_matrix(paths, simple), sparsity.coupled_dofs(paths)
    to_coupled, to_mass = sparsity.entry_maps(mass, coupled, paths)
    entries = [(i, j) for i, row in enumerate(mass.columns) for j in row]
    pairs = [(i, j) for i, row in enumerate(coupled.columns) for j in row]
    assert [pairs[entry] for entry in to_mass] == entries
    assert [entries[entry] for entry in to_coupled] == [(max(pair), min(pair)) for pair in pairs]


def test_simple_dofs_have_a_diagonal_alone():
    """Leave the couplings of simple dofs out of M, and mark them with -1 in the map."""
    paths = sparsity.dof_paths([-1, 0, 1])
    mass, coupled = sparsity.mass_matrix(paths, [True] * 3), sparsity.coupled_dofs(paths)
    assert mass.columns == [[0], [1], [2]]
    to_coupled, to_mass = sparsity.entry_maps(mass, coupled, paths)
    assert to_coupled.tolist() == [0, -1, -1, -1, 1, -1, -1, -1, 2]
    assert to_mass.tolist() == [0, 4, 8]


def test_body_rows_hold_dofs_above_and_below():
    """Give each body the dofs of its ancestors, its own and those of its descendants, the world all of them."""
    parents, own = [0, 0, 1, 1, 0], [range(0), range(2), range(2, 3), range(3, 6), range(6, 7)]
    assert sparsity.body_dofs(parents, own).columns == [
        [0, 1, 2, 3, 4, 5, 6],
        [0, 1, 2, 3, 4, 5],
        [0, 1, 2],
        [0, 1, 3, 4, 5],
        [6],
    ]


def test_nothing_is_empty():
    """Give empty lists to a model without dofs."""
    rows = sparsity.mass_matrix([], [])
    assert (rows.rownnz, rows.rowadr, rows.colind, len(rows)) == ([], [], [], 0)
    assert [array.size for array in sparsity.entry_maps(rows, sparsity.coupled_dofs([]), [])] == [0, 0]


@pytest.mark.parametrize("length", [1, 5, 30])
def test_chain_is_a_triangle(length):
    """Fill the lower triangle for a chain."""
    paths = sparsity.dof_paths(list(range(-1, length - 1)))
    assert len(sparsity.mass_matrix(paths, [False] * length)) == length * (length + 1) // 2
    assert len(sparsity.coupled_dofs(paths)) == length**2
