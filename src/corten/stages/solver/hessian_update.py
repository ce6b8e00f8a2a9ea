"""The Hessian and its factors after a few rows changed their states: changed as well, or computed again."""

from corten.enums import ConstraintState
from corten.linalg.envelope_update import PRODUCTS, update_blocks
from corten.runtime import helper, reduce_max
from corten.stages.constraint.block_rows import block_at, count_blocks, first_block
from corten.stages.solver.hessian import change_hessian, diagonal_at, factor_hessian, set_hessian

# what a product costs for an entry of the factor, in multiples of what an entry costs where factors are computed
COST = 1.0


# how much smaller than its entry of the diagonal once was a pivot may be: with 16 digits, six of it are then right
SMALLEST_SHARE = 1e-10


@helper
def renew_hessian(m, d, island, changes):
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
def count_lost_pivots(d, island):
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
def renew_factor(d, island, changes):
    """Bring the factors of the Hessian of an island up to date; return how many pivots it has lost."""
    lost, plain = 0, d.iefc_ncone == 0 and d.hessian_ncone == 0
    if d.line_wide != 0 and plain and COST * float(changes) * d.hessian_rows < d.hessian_work:
        lost = update_factor(d, island)
    else:
        factor_hessian(d, island)
    return lost


@renew_factor.version(machine="lanes")
def renew_factor_of_lanes(d, island, changes):
    """Do the same for environments that share instructions: their factors are computed again."""
    factor_hessian(d, island)
    return 0


@helper
def update_factor(d, island):
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
def write_row(d, q, k):
    """Write the row at position q as product k; return its first block."""
    begin = first_block(d, q)
    for i in range(count_blocks(d, q)):
        b = 4 * block_at(d, begin, i)
        for c in range(4):
            d.update_rows[b + c, k] = d.iefc_J[begin + i, c]
    return block_at(d, begin, 0)
