"""Factors of the Hessian of an island with flexes after a few rows changed their states: changed as well, or new.

A row changes only the panels of its blocks and what their columns lead to: a way from panel to panel, to the last.
"""

from corten.enums import ConstraintState
from corten.linalg.envelope_update import PRODUCTS, change_part, load_block, store_block, update_diagonal
from corten.runtime import helper
from corten.stages.constraint.block_rows import block_at, count_blocks, first_block
from corten.stages.solver.hessian_update import SMALLEST_SHARE
from corten.stages.solver.panel_factor import factor_panels
from corten.stages.solver.panel_hessian import set_panel_hessian

# what four outer products cost for a block of the factor, in products of blocks
COST = 2.0


@helper
def renew_panels(m, d, island):
    """Bring the factors up to date after rows changed their states; return whether changes had lost too many digits."""
    plain = d.iefc_ncone == 0 and d.hessian_ncone == 0
    if plain and changes_cost(d, island) < d.panel_work:
        if change_factor(d, island) == 0 and not has_lost_pivots(d, island):
            return False
        set_panel_hessian(m, d, island)
        factor_panels(d, island)
        return True
    set_panel_hessian(m, d, island)
    factor_panels(d, island)
    return False


@helper
def is_changed(d, q):
    """Tell whether the row at position q became a spring, or is none any more."""
    active, before = d.iefc_state[q] == ConstraintState.QUADRATIC, d.iefc_state_before[q] == ConstraintState.QUADRATIC
    return active != before


@helper
def changes_cost(d, island):
    """Return what it costs to change the factors, in products of blocks, as far as they are worth more."""
    for s in range(d.npanel):
        d.panel_row[s] = -1
    cost, count, blocks = 0.0, 0, 0.0
    for q in range(island.row, island.row_end):
        if is_changed(d, q) and cost < d.panel_work:
            blocks += mark_way(d, q, count // PRODUCTS)
            count += 1
            if count % PRODUCTS == 0:
                cost += COST * blocks
                blocks = 0.0
    return cost + COST * blocks


@helper
def mark_way(d, q, number):
    """Mark the panels that the row at position q changes with a number, and from which block on.

    Return how many blocks that are, but for those that were marked before.
    """
    total, block = 0.0, block_at(d, first_block(d, q), 0)
    while block >= 0:
        s = d.block_panel[block]
        end = d.panel_low[s] if d.panel_row[s] == number else d.panel_end[s]
        if block < end:
            share = float(end - block) / float(d.panel_end[s] - d.panel_begin[s])
            total += share * float(d.panel_size[s])
            d.panel_low[s] = block
        # what follows was marked with the panel
        block = d.panel_next[s] if d.panel_row[s] != number else -1
        d.panel_row[s] = number
    return total


@helper
def change_factor(d, island):
    """Change the factors by the rows whose states changed, some at a time; return how many pivots were lost."""
    weight = d.update_weight

    for s in range(d.npanel):
        d.panel_row[s] = -1
    for p in range(4 * island.blocks):
        for k in range(PRODUCTS):
            d.update_rows[p, k] = 0.0
    count, number, lost, lowest = 0, 0, 0, d.npanel
    for q in range(island.row, island.row_end):
        if is_changed(d, q):
            weight[count] = d.iefc_D[q] if d.iefc_state[q] == ConstraintState.QUADRATIC else -d.iefc_D[q]
            write_row(d, q, count)
            mark_way(d, q, number)
            lowest = min(lowest, d.block_panel[block_at(d, first_block(d, q), 0)])
            count += 1
        if count == PRODUCTS or (count > 0 and q + 1 == island.row_end):
            for k in range(count, PRODUCTS):
                weight[k] = 0.0
            lost += change_panels(d, lowest, number)
            count, number, lowest = 0, number + 1, d.npanel
    return lost


@helper
def write_row(d, q, k):
    """Write the row at position q as product k, and add what it changes of the diagonal of the Hessian."""
    begin, weight = first_block(d, q), d.update_weight[k]
    for n in range(count_blocks(d, q)):
        i = block_at(d, begin, n)
        for c in range(4):
            x = d.iefc_J[begin + n, c]
            d.update_rows[4 * i + c, k] = x
            d.panel_diag[i, c] += weight * x * x
            d.hessian_peak[4 * i + c] = max(d.hessian_peak[4 * i + c], d.panel_diag[i, c])


@helper
def change_panels(d, lowest, number):
    """Change the panels that are marked with a number, from the lowest of them on; return how many pivots were lost."""
    values, change = d.panel_factor, d.update_rows

    lost = 0
    for s in range(lowest, d.npanel):
        if d.panel_row[s] == number:
            for i in range(d.panel_low[s], d.panel_end[s]):
                four, end = load_block(change, i), d.block_runend[i]
                for run in range(d.block_runadr[i], end):
                    panel = d.runL_panel[run]
                    if d.panel_row[panel] == number:
                        first, last = max(d.runL_first[run], d.panel_low[panel]), min(i, d.panel_end[panel])
                        four = change_part(values, d.runL_adr[run], 4 * first, 4 * last, change, four)
                store_block(change, i, four)
                at = d.runL_adr[end - 1] + 16 * i
                lost += update_diagonal(values, d.hessian_diag_inv, at, i, change, d.update_weight)
    return lost


@helper
def has_lost_pivots(d, island):
    """Tell whether a pivot is small beside the rounding of what was taken from the diagonal (`hessian_update.py`)."""
    for i in range(island.blocks):
        for c in range(4):
            most = d.hessian_peak[4 * i + c]
            small = SMALLEST_SHARE * most * d.hessian_diag_inv[4 * i + c] > 1.0
            if small and most > 2.0 * d.panel_diag[i, c]:
                return True
    return False
