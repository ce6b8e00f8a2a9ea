"""Products with M over places: vertices and other bodies that slide have a diagonal, and trees with more are listed.

In the effective metric couplings add to the product, and incomplete factors stand for the inverse where there are
elastic flexes.
"""

from corten.deformable.metric.factor import solve_flexes
from corten.linalg.tree_ldl import mul_tree_range, solve_tree_range
from corten.runtime import helper
from corten.stages.constraint.island import dof_at, gather_places, scatter_places
from corten.stages.metric.couplings import in_metric
from corten.stages.solver.couplings import add_couplings_island


@helper
def gather_mass(m, d, island):
    """Set the diagonal of M and that of its factors by place, and list the trees of an island that have more."""
    rownnz, rowadr, metric = m.M_rownnz, m.M_rowadr, in_metric(m)

    for p in range(island.dofs):
        i = dof_at(d, island, p)
        entry = rowadr[i] + rownnz[i] - 1
        d.place_M[p] = d.efm_M[entry] if metric else d.M[entry]
        d.place_M_inv[p] = d.qHDiagInv[i] if metric else d.qLDiagInv[i]
    for p in range(island.dofs, 4 * island.blocks):
        d.place_M[p] = 0.0
        d.place_M_inv[p] = 0.0
    count = 0
    for t in range(island.tree, island.tree_end):
        tree = d.tree_order[t]
        full = False
        for i in range(m.tree_dofadr[tree], m.tree_dofadr[tree] + m.tree_dofnum[tree]):
            full = full or rownnz[i] > 1
        if full:
            d.full_tree[count] = tree
            count += 1
    d.nfulltree = count


@helper
def mul_mass_places(m, d, island, x, result):
    """Write M x into `result`, both over places, with the effective metric for M where the step has one."""
    for p in range(4 * island.blocks):
        result[p] = d.place_M[p] * x[p]
    if in_metric(m):
        mul_full_trees(m, d, island, d.efm_M, x, result)
        if m.ntendon + m.nout + m.nefmK + d.nefmcon > 0:
            add_couplings_places(m, d, island, x, result)
    else:
        mul_full_trees(m, d, island, d.M, x, result)


@helper
def gather_tree(m, d, n, x):
    """Write what x has at the places of a listed tree into `primal_search`; return its dofs (begin, end)."""
    begin = m.tree_dofadr[d.full_tree[n]]
    end = begin + m.tree_dofnum[d.full_tree[n]]
    for i in range(begin, end):
        d.primal_search[i] = x[d.dof_place[i]]
    return begin, end


@helper
def scatter_tree(d, begin, end, x, result):
    """Write x of the dofs of a tree into `result`, which is over places."""
    for i in range(begin, end):
        result[d.dof_place[i]] = x[i]


@helper
def mul_full_trees(m, d, island, mass, x, result):
    """Write the product of a matrix with the entries of M and x for the trees that have more than a diagonal."""
    for n in range(d.nfulltree):
        begin, end = gather_tree(m, d, n, x)
        mul_tree_range(d.primal_Mv, mass, m.M_rownnz, m.M_rowadr, m.M_colind, begin, end, d.primal_search)
        scatter_tree(d, begin, end, d.primal_Mv, result)


@helper
def add_couplings_places(m, d, island, x, result):
    """Add the product of the couplings of an island and x to `result`."""
    scatter_places(d, island, x, d.primal_search)
    for p in range(island.dofs):
        d.primal_Mv[dof_at(d, island, p)] = 0.0
    add_couplings_island(m, d, island, d.primal_search, d.primal_Mv)
    for p in range(island.dofs):
        result[p] += d.primal_Mv[dof_at(d, island, p)]


@helper
def solve_mass_places(m, d, island, x, result):
    """Write inv(M) x into `result`, both over places, with the factored part of the metric if there is one."""
    if in_metric(m) and m.nefmK > 0:
        solve_flex_places(m, d, island, x, result)
    else:
        for p in range(4 * island.blocks):
            result[p] = d.place_M_inv[p] * x[p]
        if in_metric(m):
            solve_full_trees(m, d, d.qH, d.qHDiagInv, x, result)
        else:
            solve_full_trees(m, d, d.qLD, d.qLDiagInv, x, result)


@helper
def solve_flex_places(m, d, island, x, result):
    """Write what the incomplete factors of the metric make of x into `result`."""
    scatter_places(d, island, x, d.primal_search)
    begin, end = m.nv, 0
    for t in range(island.tree, island.tree_end):
        tree = d.tree_order[t]
        begin, end = min(begin, m.tree_dofadr[tree]), max(end, m.tree_dofadr[tree] + m.tree_dofnum[tree])
    # no row leads from the island to dofs of others in between
    solve_flexes(m, d, begin, end, d.primal_search)
    gather_places(d, island, d.primal_search, result)


@helper
def solve_full_trees(m, d, factor, diag_inv, x, result):
    """Write inv(A) x for the trees that have more than a diagonal, where A has been factored like M."""
    for n in range(d.nfulltree):
        begin, end = gather_tree(m, d, n, x)
        solve_tree_range(factor, diag_inv, m.M_rownnz, m.M_rowadr, m.M_colind, begin, end, d.primal_search)
        scatter_tree(d, begin, end, d.primal_search, result)
