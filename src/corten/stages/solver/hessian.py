"""The Hessian of the primal problem, H = M + J' D J over active rows, and its factors, island by island."""

from corten.constants import MINVAL
from corten.enums import ConstraintState
from corten.linalg.block_envelope import factor_blocks, solve_blocks
from corten.runtime import helper, max_lane, same_lane
from corten.stages.metric.couplings import in_metric
from corten.stages.solver.block_rows import count_blocks
from corten.stages.solver.cone_hessian import add_cones
from corten.stages.solver.couplings import add_couplings_to_hessian, widen_for_couplings
from corten.stages.solver.outer_product import add_four_rows, add_row


@helper
def shape_envelope(m, d, k):
    """Find where each block row of the Hessian of island k begins; return whether it fits into the room there is.

    M ties a dof to those below it in its tree, a constraint row all of its dofs to each other.
    """
    begin, n, count = d.island_dofadr[k], d.island_dofnum[k], count_blocks(d, k)
    first, adr, place, dof, parent = d.hessian_first, d.hessian_adr, d.dof_place, d.island_dof, m.dof_parentid
    lowest = d.place_first

    # places of a tree ascend from its leaves to its root, so what lies below a dof is known when its turn comes
    for p in range(n):
        lowest[p] = p
    for p in range(n):
        above = parent[dof[begin + p]]
        if above >= 0:
            lowest[place[above]] = min(lowest[place[above]], lowest[p])
    for i in range(count):
        first[i] = i
    for p in range(n):
        first[p >> 2] = min(first[p >> 2], lowest[p] >> 2)
    for q in range(d.island_rowadr[k], d.island_rowadr[k] + d.island_rownum[k]):
        entry = d.iefc_J_blockadr[q]
        low = d.iefc_J_block[entry]
        for b in range(entry, entry + d.iefc_J_blocknum[q]):
            first[d.iefc_J_block[b]] = min(first[d.iefc_J_block[b]], low)
    if in_metric(m):
        widen_for_couplings(m, d, k)

    # where rows begin in memory
    total = 0
    for i in range(count):
        first[i] = -max_lane(-first[i])
        adr[i] = 16 * (total - first[i])
        total += i - first[i] + 1
    for p in range(n):
        d.dof_hessian[dof[begin + p]] = adr[p >> 2] + (p & 3)
    d.nH = max(d.nH, 16 * total)
    return 16 * total <= d.maxH


@helper
def set_hessian(m, d, k):
    """Set the Hessian of island k at the current states of its rows, but for elliptic cones, which change each time."""
    if in_metric(m):
        set_metric_hessian(m, d, k)
    else:
        set_tree_hessian(m, d, k, d.M)
    change_hessian(d, k, True)


@helper
def set_metric_hessian(m, d, k):
    """Set the Hessian of island k to the effective metric."""
    set_tree_hessian(m, d, k, d.efm_M)
    add_couplings_to_hessian(m, d, k)


@helper
def set_tree_hessian(m, d, k, mass):
    """Set the Hessian of island k to a matrix with the entries of M."""
    adr, hessian, row, dof = d.hessian_adr, d.hessian, d.dof_hessian, d.island_dof
    rownnz, rowadr, colind = m.M_rownnz, m.M_rowadr, m.M_colind
    begin, n, count = d.island_dofadr[k], d.island_dofnum[k], count_blocks(d, k)

    for entry in range(same_lane(adr[count - 1]) + 16 * count):
        hessian[entry] = 0.0
    for p in range(n):
        v = dof[begin + p]
        for entry in range(rowadr[v], rowadr[v] + rownnz[v]):
            # never -0.0, so that adding nothing leaves all bits as they are
            hessian[row[colind[entry]] + 4 * p] = mass[entry] + 0.0
    for p in range(n, 4 * count):
        hessian[adr[p >> 2] + 4 * p + (p & 3)] = 1.0


@helper
def change_hessian(d, k, anew):
    """Add the rows of island k that became active since their states were remembered, and take away the others.

    With `anew` all active rows are added.
    """
    state, old, shared = d.iefc_state, d.iefc_state_before, d.iefc_J_shared
    first = d.island_rowadr[k]
    last = first + d.island_rownum[k]

    # four rows with the same blocks at a time, so that each block of the Hessian is read and written once
    count = 0
    for q in range(first, last):
        active, before = state[q] == ConstraintState.QUADRATIC, old[q] == ConstraintState.QUADRATIC and not anew
        if max_lane(0 if active == before else 1) > 0:
            d.group_entry[count] = d.iefc_J_blockadr[q]
            weight = d.iefc_D[q] if active else -d.iefc_D[q]
            d.group_weight[0, count] = 0.0 if active == before else weight
            count += 1
        ends = q + 1 == last or shared[min(q + 1, last - 1)] != shared[q]
        if count == 4 or (count > 0 and max_lane(1 if ends else 0) > 0):
            add_changed_rows(d, d.iefc_J_blocknum[q], count)
            count = 0


@helper
def add_changed_rows(d, num, count):
    """Add the rows that were listed, one to four with the same `num` blocks."""
    entry, weight = d.group_entry, d.group_weight

    if count == 1:
        add_row(d, num, entry[0], weight[0, 0])
    else:
        for spare in range(count, 4):
            entry[spare] = entry[0]
            weight[0, spare] = 0.0
        add_four_rows(d, num)


@helper
def factor_hessian(d, k):
    """Factor the Hessian of island k, elliptic cones included."""
    hessian, factor, n = d.hessian, d.hessian_factor, count_blocks(d, k)

    for entry in range(same_lane(d.hessian_adr[n - 1]) + 16 * n):
        factor[entry] = hessian[entry]
    if d.iefc_ncone > 0:
        add_cones(d, k)
    factor_blocks(factor, d.hessian_diag_inv, d.hessian_first, d.hessian_adr, n, MINVAL)


@helper
def solve_hessian(d, k, x, result):
    """Write inv(H) x over the dofs of island k into `result`; both are arrays over all dofs."""
    solution, dof = d.hessian_solution, d.island_dof
    begin, n, count = d.island_dofadr[k], d.island_dofnum[k], count_blocks(d, k)

    for p in range(n):
        solution[p] = x[dof[begin + p]]
    for p in range(n, 4 * count):
        solution[p] = 0.0
    solve_blocks(d.hessian_factor, d.hessian_diag_inv, d.hessian_first, d.hessian_adr, count, solution)
    for p in range(n):
        result[dof[begin + p]] = solution[p]
