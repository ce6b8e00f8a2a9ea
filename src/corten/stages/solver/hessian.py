"""The Hessian of the primal problem, H = M + J' D J over active rows, and its factors, island by island.

Envelope (`linalg/block_envelope.py`): idofs stand in the order of elimination, leaves before roots, four to a block.
Of the lower triangle each block row keeps all blocks from its first nonzero one to the diagonal. Factors L D L' have
the same envelope, so room is known before, and there is no list of entries.

              block 0 1 2 3 4
    block row 0     #               # stored, 16 numbers column by column: entry (4 i + r, c) stands at
              1     . #                         hessian_adr[i] + 4 c + r
              2     # # #           . before the first block, zero in H and in L
              3     . . . #
              4     . # # # #       hessian_first = 0 1 0 3 1

M ties a dof to those below it in its tree, a constraint row ties all of its dofs. Trees are ordered for a small
envelope (`islands.py`).

`hessian` holds H without elliptic cones. Their weights change in each iteration, so they are added to the copy that is
factored. When rows change their states, +-D J' J of these rows is added to `hessian`, and the factors are updated by
the same products or computed again, whichever costs less. In lanes they are always computed again.
"""

from corten.constants import MINVAL
from corten.enums import ConstraintState
from corten.linalg.block_envelope import factor_blocks, solve_blocks
from corten.linalg.envelope_update import PRODUCTS, update_blocks
from corten.runtime import FloatArray, helper, reduce_max, select, uniform
from corten.runtime.fields import F8, I4, Field
from corten.runtime.scratch import Room, scratch
from corten.stages.constraint.block_rows import begins_group, block_at, count_blocks, first_block
from corten.stages.constraint.island import Island, dof_at
from corten.stages.metric.couplings import in_metric
from corten.stages.solver.cone_hessian import add_cones, add_four_rows, add_row
from corten.stages.solver.couplings import add_couplings_to_hessian, widen_for_couplings

SCRATCH = (
    scratch(
        Field("idof_first", I4, ("nv",), "first idof that M ties to each"),
        Field("hessian_adr", I4, ("nv_pad",), "entry (4 i + r, c) stands at hessian_adr[i] + 4 c + r"),
        Field("dof_hessian", I4, ("nv",), "entry (idof of a dof, c) stands at dof_hessian[i] + 4 c"),
        Field("hessian", F8, ("maxH",), "Hessian without elliptic cones, by block rows of the lower triangle"),
        Field("hessian_peak", F8, ("nv_pad",), "largest that each entry of its diagonal was since it was set anew"),
        Field("hessian_factor", F8, ("maxH",), "factor L of the Hessian L D L', likewise"),
        Field("hessian_diag_inv", F8, ("nv_pad",), "1 / D"),
        Field("hessian_ncone", I4, (), "cones that the factor has in it"),
        Field("hessian_rows", F8, (), "blocks of the envelope"),
        Field("hessian_work", F8, (), "sum of squares of the blocks of each block row"),
    )
    + scratch(
        Field("hessian_first", I4, ("nv_pad",), "first block of each block row of the lower triangle"),
        readers=("corten.stages.constraint",),
    )
    + scratch(
        Field("nH", I4, (), "entries of the Hessian's envelope"),
        lasting=True,
    )
)

ROOMS = (Room("maxH", "room for entries of the Hessian's envelope", counted_by="nH", first=16),)


@helper
def shape_envelope(m, d, island: Island) -> bool:
    """Find where each block row of the Hessian of an island begins; return whether it fits into the room there is.

    M ties a dof to those below it in its tree, a constraint row all of its dofs to each other.
    """
    first, adr, idof, parent, lowest = d.hessian_first, d.hessian_adr, d.dof_idof, m.dof_parentid, d.idof_first

    # idofs of a tree ascend from its leaves to its root, so what lies below a dof is known when its turn comes
    for p in range(island.dofs):
        lowest[p] = p
    for p in range(island.dofs):
        above = parent[dof_at(d, island, p)]
        if above >= 0:
            higher = uniform(idof[above])
            lowest[higher] = min(lowest[higher], lowest[p])
    # what rows tie, what M ties, what couplings of the metric tie
    tie_rows(d, island)
    for p in range(island.dofs):
        first[p >> 2] = min(first[p >> 2], lowest[p] >> 2)
    if in_metric(m):
        widen_for_couplings(m, d, island)

    # where block rows begin in memory; in lanes an envelope holds those of all environments
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
def tie_rows(d, island: Island) -> None:
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
def keep_lane_envelope(d, island: Island) -> None:
    """Leave what environments side by side noted when rows got their positions (`constraint/lane_rows.py`)."""


@helper
def set_hessian(m, d, island: Island, here: bool) -> None:
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
def change_hessian(d, island: Island) -> None:
    """Bring the Hessian of an island up to the states of its rows, and remember how large its diagonal was."""
    add_changes(d, island, False, True)
    for i in range(island.blocks):
        for c in range(4):
            d.hessian_peak[4 * i + c] = max(d.hessian_peak[4 * i + c], diagonal_at(d, i, c))


@helper
def diagonal_at(d, i: int, c: int) -> float:
    """Return entry c of block i on the diagonal of the Hessian."""
    return d.hessian[uniform(d.hessian_adr[i]) + 16 * i + 5 * c]


@helper
def set_metric_hessian(m, d, island: Island, here: bool) -> None:
    """Set the Hessian of an island to the effective metric."""
    set_tree_hessian(m, d, island, d.efm_M, here)
    add_couplings_to_hessian(m, d, island, here)


@helper
def set_tree_hessian(m, d, island: Island, mass: FloatArray, here: bool) -> None:
    """Set the Hessian of an island to a matrix with the entries of M."""
    adr, hessian, row, count = d.hessian_adr, d.hessian, d.dof_hessian, island.blocks
    rownnz, rowadr, colind = m.M_rownnz, m.M_rowadr, m.M_colind

    for entry in range(uniform(adr[count - 1]) + 16 * count):
        hessian[entry] = select(here, 0.0, hessian[entry])
    for p in range(island.dofs):
        v = dof_at(d, island, p)
        for entry in range(rowadr[v], rowadr[v] + rownnz[v]):
            # never -0.0, so that adding nothing leaves all bits as they are
            pos = uniform(row[colind[entry]]) + 4 * p
            hessian[pos] = select(here, mass[entry] + 0.0, hessian[pos])
    for p in range(island.dofs, 4 * count):
        hessian[uniform(adr[p >> 2]) + 4 * p + (p & 3)] = 1.0


@helper
def add_changes(d, island: Island, anew: bool, here: bool) -> None:
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
def add_changed_rows(d, num: int, count: int) -> None:
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
def factor_hessian(d, island: Island) -> None:
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
def solve_hessian(d, island: Island, x: FloatArray, result: FloatArray) -> None:
    """Write inv(H) x into `result`, both over idofs."""
    for p in range(4 * island.blocks):
        result[p] = x[p]
    solve_blocks(d.hessian_factor, d.hessian_diag_inv, d.hessian_first, d.hessian_adr, island.blocks, result)


# ---- the Hessian and its factors after a few rows changed their states: changed as well, or computed again


# what a product costs for an entry of the factor, in multiples of what an entry costs where factors are computed
COST = 1.0


# how much smaller than its entry of the diagonal once was a pivot may be: with 16 digits, six of it are then right
SMALLEST_SHARE = 1e-10


@helper
def renew_hessian(m, d, island: Island, changes: int) -> bool:
    """Bring the Hessian of an island and its factors up to date after `changes` rows changed their states.

    What stiff rows leave behind when they are taken away is rounding of the size of what they were. Where that counts,
    the Hessian of an environment is set anew; return whether it was.
    """
    if changes > 0:
        change_hessian(d, island)
    lost = renew_factor(d, island, changes)
    lost += count_lost_pivots(d, island)
    if reduce_max(lost) > 0:
        set_hessian(m, d, island, lost > 0)
        factor_hessian(d, island)
    return lost > 0


@helper
def count_lost_pivots(d, island: Island) -> int:
    """Return how many pivots of an island are small beside the rounding of what was taken from the diagonal."""
    peak, inverse = d.hessian_peak, d.hessian_diag_inv

    count = 0
    for i in range(island.blocks):
        for c in range(4):
            most = peak[4 * i + c]
            small = SMALLEST_SHARE * most * inverse[4 * i + c] > 1.0
            count += 1 if small and most > 2.0 * diagonal_at(d, i, c) else 0
    return count


@helper
def renew_factor(d, island: Island, changes: int) -> int:
    """Bring the factors of the Hessian of an island up to date; return how many pivots it has lost."""
    lost, plain = 0, d.iefc_ncone == 0 and d.hessian_ncone == 0
    if d.line_wide != 0 and plain and COST * float(changes) * d.hessian_rows < d.hessian_work:
        lost = update_factor(d, island)
    else:
        factor_hessian(d, island)
    return lost


@renew_factor.version(machine="lanes")
def renew_factor_of_lanes(d, island: Island, changes: int) -> int:
    """Do the same for environments that share instructions: their factors are computed again."""
    factor_hessian(d, island)
    return 0


@helper
def update_factor(d, island: Island) -> int:
    """Change the factors by the rows whose states changed, some at a time; return how many pivots were lost."""
    state, old, weight = d.iefc_state, d.iefc_state_before, d.update_weight

    count, lost, lowest = 0, 0, island.blocks
    for p in range(4 * island.blocks):
        for k in range(PRODUCTS):
            d.update_rows[p, k] = 0.0
    for q in range(island.row, island.row_end):
        active, before = state[q] == ConstraintState.QUADRATIC, old[q] == ConstraintState.QUADRATIC
        if active != before:
            weight[count] = d.iefc_D[q] if active else -d.iefc_D[q]
            lowest = min(lowest, write_row(d, q, count))
            count += 1
        if count == PRODUCTS or (count > 0 and q + 1 == island.row_end):
            for k in range(count, PRODUCTS):
                weight[k] = 0.0
            factor, inverse = d.hessian_factor, d.hessian_diag_inv
            first, adr, blocks = d.hessian_first, d.hessian_adr, island.blocks
            lost += update_blocks(factor, inverse, first, adr, lowest, blocks, d.update_rows, weight)
            count, lowest = 0, island.blocks
    return lost


@helper
def write_row(d, q: int, k: int) -> int:
    """Write the row at position q as product k; return its first block."""
    begin = first_block(d, q)
    for i in range(count_blocks(d, q)):
        b = 4 * block_at(d, begin, i)
        for c in range(4):
            d.update_rows[b + c, k] = d.iefc_J[begin + i, c]
    return block_at(d, begin, 0)
