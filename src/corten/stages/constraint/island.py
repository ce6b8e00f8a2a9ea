"""An island as the solvers see it: which rows, dofs and trees they take together, and vectors over its idofs.

An idof is the index of a dof in its island, in the order of elimination. Vectors over idofs have zeros behind the last
dof, up to a whole block of four, so that loops need no special end.
"""

from typing import NamedTuple

from corten.runtime import FloatArray, Vec4, helper, reduce_max, stage, uniform


class Island(NamedTuple):
    """One island. All numbers are the same for environments that share an instruction.

    Its rows are those from `row` to `row_end` in island order; where an environment lacks a row of its neighbours,
    there are rows of mass 0 without entries. Its dofs stand in island_dof from `dof` on, its trees in tree_order.
    """

    number: int
    row: int
    row_end: int
    dof: int
    dofs: int
    blocks: int
    tree: int
    tree_end: int


@helper
def island_at(d, k: int) -> Island:
    """Return island k of one environment; neighbours have others, so this is not for lanes."""
    row, dofs, tree = d.island_rowadr[k], d.island_dofnum[k], d.island_treeadr[k]
    row_end, tree_end = row + d.island_rownum[k], tree + d.island_treenum[k]
    return Island(k, row, row_end, d.island_dofadr[k], dofs, (dofs + 3) >> 2, tree, tree_end)


@helper
def whole_tree(m, d) -> Island:
    """Return the island of a model that has a single tree."""
    return Island(0, 0, uniform(d.island_rownum[0]), 0, m.nv, (m.nv + 3) >> 2, 0, 1)


@helper
def dof_at(d, island: Island, p: int) -> int:
    """Return the dof at idof p."""
    return uniform(d.island_dof[island.dof + p])


@helper
def row_at(d, q: int) -> tuple[bool, int]:
    """Return (whether an environment has a row at position q, that row or any other)."""
    return True, d.island_row[q]


@row_at.version(machine="lanes")
def row_of_lane_at(d, q: int) -> tuple[bool, int]:
    """Return the same where environments stand side by side."""
    r = d.island_row[q]
    return r >= 0, max(r, 0)


@helper
def store_at_row(d, q: int, x: FloatArray, value: float) -> None:
    """Write the entry of x, over rows, that belongs to position q."""
    mine, r = row_at(d, q)
    if mine:
        x[r] = value


@helper
def gather_idofs(d, island: Island, x: FloatArray, result: FloatArray) -> None:
    """Write x, a vector over dofs, in the order of idofs."""
    for p in range(island.dofs):
        result[p] = x[dof_at(d, island, p)]
    for p in range(island.dofs, 4 * island.blocks):
        result[p] = 0.0


@helper
def scatter_idofs(d, island: Island, x: FloatArray, result: FloatArray) -> None:
    """Write x, a vector over idofs, to the dofs of an island."""
    for p in range(island.dofs):
        result[dof_at(d, island, p)] = x[p]


@helper
def dot_idofs(island: Island, x: FloatArray, y: FloatArray) -> float:
    """Return the inner product of two vectors over idofs."""
    total = 0.0, 0.0, 0.0, 0.0
    for p in range(0, 4 * island.blocks, 4):
        total = add_products(total, x, y, p)
    return sum_of(total)


@helper
def add_products(total: Vec4, x: FloatArray, y: FloatArray, p: int) -> Vec4:
    """Return four sums, to which the products of x and y from idof p on were added."""
    s0, s1 = total[0] + x[p] * y[p], total[1] + x[p + 1] * y[p + 1]
    s2, s3 = total[2] + x[p + 2] * y[p + 2], total[3] + x[p + 3] * y[p + 3]
    return s0, s1, s2, s3


@helper
def sum_of(total: Vec4) -> float:
    """Return the sum of four sums."""
    return (total[0] + total[2]) + (total[1] + total[3])


# ---- the island of a model that has a single tree: all rows, or none where there are no rows


@stage
def single_island(m, d) -> None:
    """Do for one tree what `find_islands` does for many: every row moves some of its dofs."""
    some = 1 if d.nefc > 0 else 0
    d.nisland = some
    d.tree_island[0] = some - 1
    d.tree_order[0] = 0
    d.island_treeadr[0] = 0
    d.island_treenum[0] = 1
    d.island_rowadr[0] = 0
    d.island_rownum[0] = d.nefc
    for r in range(reduce_max(d.nefc)):
        d.island_row[r] = r
        d.efc_island[r] = 0

    # leaves before roots
    d.island_dofadr[0] = 0
    d.island_dofnum[0] = m.nv
    for i in range(m.nv):
        d.island_dof[i] = m.nv - 1 - i
        d.dof_idof[i] = m.nv - 1 - i


# ---------------------------------------------------------------- what solvers take for converged


# float32: decreases of the cost, and gradients, that are smaller drown in the rounding of their sums
LEAST = 1e-6

# float32: a part of the terms of a slope below which that is their rounding
ROUNDING = 1e-6


@helper
def attainable(tolerance: float) -> float:
    """Return what ends a solver, a decrease of the scaled cost or its gradient, for what a model asks for."""
    return tolerance


@attainable.version(precision="float32")
def attainable_single(tolerance: float) -> float:
    """Return the same, but no less than roundings allow."""
    return max(tolerance, LEAST)


@helper
def slope_rounding(terms: float) -> float:
    """Return below what a slope along a line counts as 0 for its rounding, by the sum of its terms' sizes."""
    return 0.0


@slope_rounding.version(precision="float32")
def slope_rounding_single(terms: float) -> float:
    """Return the same: a search for less would go on without finding it."""
    return ROUNDING * terms
