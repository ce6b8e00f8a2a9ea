"""The Hessian of the primal problem, H = M + J' D J over active rows, and its factors, island by island."""

from corten.constants import MINVAL
from corten.enums import ConstraintState
from corten.linalg.block_envelope import factor_blocks, solve_blocks
from corten.runtime import helper, reduce_max, select, uniform
from corten.stages.constraint.block_rows import begins_group, block_at, count_blocks, first_block
from corten.stages.constraint.island import dof_at
from corten.stages.metric.couplings import in_metric
from corten.stages.solver.cone_hessian import add_cones
from corten.stages.solver.couplings import add_couplings_to_hessian, widen_for_couplings
from corten.stages.solver.outer_product import add_four_rows, add_row


@helper
def shape_envelope(m, d, island):
    """Find where each block row of the Hessian of an island begins; return whether it fits into the room there is.

    M ties a dof to those below it in its tree, a constraint row all of its dofs to each other.
    """
    first, adr, place, parent, lowest = d.hessian_first, d.hessian_adr, d.dof_place, m.dof_parentid, d.place_first

    # places of a tree ascend from its leaves to its root, so what lies below a dof is known when its turn comes
    for p in range(island.dofs):
        lowest[p] = p
    for p in range(island.dofs):
        above = parent[dof_at(d, island, p)]
        if above >= 0:
            higher = uniform(place[above])
            lowest[higher] = min(lowest[higher], lowest[p])
    tie_rows(d, island)
    for p in range(island.dofs):
        first[p >> 2] = min(first[p >> 2], lowest[p] >> 2)
    if in_metric(m):
        widen_for_couplings(m, d, island)

    # where rows begin in memory
    total, work = 0, 0.0
    for i in range(island.blocks):
        begin = -reduce_max(-first[i])
        first[i] = begin
        adr[i] = 16 * (total - begin)
        total += i - begin + 1
        work += float(i - begin + 1) * float(i - begin + 1)
    for p in range(island.dofs):
        d.dof_hessian[dof_at(d, island, p)] = adr[p >> 2] + (p & 3)
    d.hessian_rows, d.hessian_work = float(total), work
    d.nH = max(d.nH, 16 * total)
    return 16 * total <= d.maxH


@helper
def tie_rows(d, island):
    """Let each block row of the Hessian of an island begin at the first block that a constraint row ties it to."""
    first = d.hessian_first

    for i in range(island.blocks):
        first[i] = i
    for q in range(island.row, island.row_end):
        if begins_group(d, q):
            entry = first_block(d, q)
            for b in range(count_blocks(d, q)):
                i = block_at(d, entry, b)
                first[i] = min(first[i], block_at(d, entry, 0))


@tie_rows.version(machine="lanes")
def keep_ties(d, island):
    """Leave what environments side by side noted when rows got their positions (`constraint/side_by_side.py`)."""


@helper
def set_hessian(m, d, island, here):
    """Set the Hessian of an island at the states of its rows, but for elliptic cones, which change each time.

    `here` tells whether that of an environment is set; those of its neighbours stay as they are.
    """
    if in_metric(m):
        set_metric_hessian(m, d, island, here)
    else:
        set_tree_hessian(m, d, island, d.M, here)
    add_changes(d, island, True, here)
    for i in range(island.blocks):
        for c in range(4):
            d.hessian_peak[4 * i + c] = select(here, diagonal_at(d, i, c), d.hessian_peak[4 * i + c])


@helper
def change_hessian(d, island):
    """Bring the Hessian of an island up to the states of its rows, and remember how large its diagonal was."""
    add_changes(d, island, False, True)
    for i in range(island.blocks):
        for c in range(4):
            d.hessian_peak[4 * i + c] = max(d.hessian_peak[4 * i + c], diagonal_at(d, i, c))


@helper
def diagonal_at(d, i, c):
    """Return entry c of block i on the diagonal of the Hessian."""
    return d.hessian[uniform(d.hessian_adr[i]) + 16 * i + 5 * c]


@helper
def set_metric_hessian(m, d, island, here):
    """Set the Hessian of an island to the effective metric."""
    set_tree_hessian(m, d, island, d.efm_M, here)
    add_couplings_to_hessian(m, d, island, here)


@helper
def set_tree_hessian(m, d, island, mass, here):
    """Set the Hessian of an island to a matrix with the entries of M."""
    adr, hessian, row, count = d.hessian_adr, d.hessian, d.dof_hessian, island.blocks
    rownnz, rowadr, colind = m.M_rownnz, m.M_rowadr, m.M_colind

    for entry in range(uniform(adr[count - 1]) + 16 * count):
        hessian[entry] = select(here, 0.0, hessian[entry])
    for p in range(island.dofs):
        v = dof_at(d, island, p)
        for entry in range(rowadr[v], rowadr[v] + rownnz[v]):
            # never -0.0, so that adding nothing leaves all bits as they are
            place = uniform(row[colind[entry]]) + 4 * p
            hessian[place] = select(here, mass[entry] + 0.0, hessian[place])
    for p in range(island.dofs, 4 * count):
        hessian[uniform(adr[p >> 2]) + 4 * p + (p & 3)] = 1.0


@helper
def add_changes(d, island, anew, here):
    """Add the rows of an island that became active since their states were remembered, and take away the others.

    With `anew` all active rows are added. Where an environment is not `here`, nothing is.
    """
    state, old = d.iefc_state, d.iefc_state_before
    last = island.row_end

    # four rows with the same blocks at a time, so that each block of the Hessian is read and written once
    count = 0
    for q in range(island.row, last):
        active, before = state[q] == ConstraintState.QUADRATIC, old[q] == ConstraintState.QUADRATIC and not anew
        changes = here and active != before
        if reduce_max(1 if changes else 0) > 0:
            d.group_entry[count] = first_block(d, q)
            weight = d.iefc_D[q] if active else -d.iefc_D[q]
            d.group_weight[0, count] = weight if changes else 0.0
            count += 1
        if count == 4 or (count > 0 and (q + 1 == last or begins_group(d, min(q + 1, last - 1)))):
            add_changed_rows(d, count_blocks(d, q), count)
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
def factor_hessian(d, island):
    """Factor the Hessian of an island, elliptic cones included."""
    first, adr, inverse, n = d.hessian_first, d.hessian_adr, d.hessian_diag_inv, island.blocks

    d.hessian_ncone = d.iefc_ncone
    if reduce_max(d.iefc_ncone) > 0:
        for entry in range(uniform(adr[n - 1]) + 16 * n):
            d.hessian_factor[entry] = d.hessian[entry]
        add_cones(d, island)
        factor_blocks(d.hessian_factor, d.hessian_factor, inverse, first, adr, n, MINVAL)
    else:
        factor_blocks(d.hessian, d.hessian_factor, inverse, first, adr, n, MINVAL)


@helper
def solve_hessian(d, island, x, result):
    """Write inv(H) x into `result`, both over places."""
    for p in range(4 * island.blocks):
        result[p] = x[p]
    solve_blocks(d.hessian_factor, d.hessian_diag_inv, d.hessian_first, d.hessian_adr, island.blocks, result)
