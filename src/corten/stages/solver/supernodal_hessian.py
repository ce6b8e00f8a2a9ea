"""The Hessian of an island with flexes, H = M + J' D J over active rows, in the runs of its factors.

It is computed where its factors will stand (`supernodal_pattern.py`). Where few rows change their states the factors
are updated by these rows, else it is computed again.
"""

from corten.deformable.fields.kinds import CONTACT_HEAD
from corten.enums import ConstraintState
from corten.linalg.envelope_update import PRODUCTS, change_part, load_block, store_block, update_diagonal
from corten.runtime import FloatArray, IntArray, Vec4, helper
from corten.runtime.fields import F8, I4, Field
from corten.runtime.scratch import scratch
from corten.stages.constraint.block_rows import begins_group, block_at, count_blocks, first_block
from corten.stages.constraint.island import Island, dof_at
from corten.stages.metric.couplings import in_metric
from corten.stages.solver.cone_hessian import four_scaled_rows, scale_rows, set_cone_weight
from corten.stages.solver.couplings import has_contact, has_output, has_tendon
from corten.stages.solver.hessian import SMALLEST_SHARE
from corten.stages.solver.rows import Kind
from corten.stages.solver.supernodal_factor import factor_panels
from corten.stages.solver.supernodal_pattern import run_start

SCRATCH = scratch(
    Field("update_rows", F8, ("nv_pad", 12), "four rows that the factor is changed by, what is left, shares"),
    Field("update_weight", F8, (4,), "weights of these rows"),
    Field("panel_low", I4, ("nblockL",), "first block of each panel that a change concerns"),
    Field("panel_change", I4, ("nblockL",), "last change of the factors that concerns each panel"),
    Field("panel_diag", F8, ("nblockL", 4), "diagonal of the Hessian"),
)


@helper
def set_panel_hessian(m, d, island: Island) -> None:
    """Set the Hessian of an island at the states of its rows, and remember its diagonal without elliptic cones."""
    H = d.panel_factor

    for entry in range(d.panel_entries):
        H[entry] = 0.0
    metric = in_metric(m)
    for p in range(island.dofs):
        v = dof_at(d, island, p)
        for entry in range(m.M_rowadr[v], m.M_rowadr[v] + m.M_rownnz[v]):
            add_entry(d, p, d.dof_idof[m.M_colind[entry]], d.efm_M[entry] if metric else d.M[entry])
    for p in range(island.dofs, 4 * island.blocks):
        add_entry(d, p, p, 1.0)
    if metric:
        add_couplings(m, d, island)
    add_active_rows(d, island)
    for i in range(island.blocks):
        at = run_start(d, i, i) + 16 * i
        for c in range(4):
            d.panel_diag[i, c] = H[at + 5 * c]
            d.hessian_peak[4 * i + c] = H[at + 5 * c]
    d.hessian_ncone = d.iefc_ncone
    if d.iefc_ncone > 0:
        add_slipping_cones(d, island)


@helper
def add_entry(d, p: int, q: int, value: float) -> None:
    """Add a number to the entry for two idofs."""
    row, column = max(p, q), min(p, q)
    d.panel_factor[run_start(d, row >> 2, column >> 2) + 4 * column + (row & 3)] += value


@helper
def add_couplings(m, d, island: Island) -> None:
    """Add scale * J'J of the couplings of an island, and its part of efm_K."""
    k = island.number
    for t in range(m.ntendon):
        if has_tendon(m, d, k, t):
            add_square(d, m.ten_J_colind, d.ten_J_value, m.ten_J_rowadr[t], m.ten_J_rownnz[t], d.efm_ts[t])
    for o in range(m.nout):
        if has_output(m, d, k, o):
            add_square(d, d.moment_colind, d.moment, d.moment_rowadr[o], d.moment_rownnz[o], d.efm_as[o])
    if m.nefmKrow > 0:
        add_stiffness(m, d, island)
    row = 0
    while row < d.nefmcon:
        if has_contact(m, d, k, row):
            add_square(d, d.efm_con_ind, d.efm_con_val, row + CONTACT_HEAD, d.efm_con_ind[row], d.efm_con_val[row])
        row += CONTACT_HEAD + d.efm_con_ind[row]


@helper
def add_stiffness(m, d, island: Island) -> None:
    """Add the part of efm_K of an island."""
    H = d.panel_factor

    for p in range(island.dofs):
        i = dof_at(d, island, p)
        start, last = run_start(d, p >> 2, p >> 2), p >> 2
        for entry in range(m.efmK_rowadr[i], m.efmK_rowadr[i] + m.efmK_rownnz[i]):
            other = d.dof_idof[m.efmK_colind[entry]]
            # neighbours in a row are mostly of one vertex
            if other >> 2 != last:
                last = other >> 2
                start = run_start(d, max(p >> 2, last), min(p >> 2, last))
            row, column = max(p, other), min(p, other)
            H[start + 4 * column + (row & 3)] += d.efm_K[entry]


@helper
def add_square(d, colind: IntArray, value: FloatArray, adr: int, num: int, scale: float) -> None:
    """Add scale * J'J of a sparse row."""
    for i in range(num):
        scaled = scale * value[adr + i]
        for j in range(i + 1):
            add_entry(d, d.dof_idof[colind[adr + i]], d.dof_idof[colind[adr + j]], scaled * value[adr + j])


@helper
def add_active_rows(d, island: Island) -> None:
    """Add all rows that act as springs, up to four with the same blocks at a time."""
    entry, weight, last = d.group_entry, d.group_weight, island.row_end

    count = 0
    for q in range(island.row, last):
        if d.iefc_state[q] == ConstraintState.QUADRATIC:
            entry[count] = first_block(d, q)
            weight[0, count] = d.iefc_D[q]
            count += 1
        if count == 4 or (count > 0 and (q + 1 == last or begins_group(d, min(q + 1, last - 1)))):
            for spare in range(count, 4):
                entry[spare] = entry[0]
                weight[0, spare] = 0.0
            if count == 1:
                add_one_row(d, count_blocks(d, q), entry[0], weight[0, 0])
            else:
                add_rows(d, count_blocks(d, q))
            count = 0


@helper
def add_one_row(d, num: int, at: int, weight: float) -> None:
    """Add w J' J of the row whose `num` blocks begin at entry `at`."""
    H, J = d.panel_factor, d.iefc_J

    for i in range(num):
        a = at + i
        x0, x1, x2, x3 = weight * J[a, 0], weight * J[a, 1], weight * J[a, 2], weight * J[a, 3]
        for j in range(i + 1):
            entry = run_start(d, block_at(d, at, i), block_at(d, at, j)) + 16 * block_at(d, at, j)
            for c in range(4):
                y, pos = J[at + j, c], entry + 4 * c
                h0, h1 = H[pos] + x0 * y, H[pos + 1] + x1 * y
                h2, h3 = H[pos + 2] + x2 * y, H[pos + 3] + x3 * y
                H[pos], H[pos + 1], H[pos + 2], H[pos + 3] = h0, h1, h2, h3


@helper
def add_rows(d, num: int) -> None:
    """Add w J' J of the four rows of group_entry, which have the same `num` blocks."""
    weight, entry, J = d.group_weight, d.group_entry, d.iefc_J
    at = entry[0], entry[1], entry[2], entry[3]
    wa, wb, wc, we = weight[0, 0], weight[0, 1], weight[0, 2], weight[0, 3]

    for i in range(num):
        a, b, c, e = at[0] + i, at[1] + i, at[2] + i, at[3] + i
        first = wa * J[a, 0], wa * J[a, 1], wa * J[a, 2], wa * J[a, 3]
        second = wb * J[b, 0], wb * J[b, 1], wb * J[b, 2], wb * J[b, 3]
        third = wc * J[c, 0], wc * J[c, 1], wc * J[c, 2], wc * J[c, 3]
        fourth = we * J[e, 0], we * J[e, 1], we * J[e, 2], we * J[e, 3]
        add_products(d, i, at, (first, second, third, fourth))


@helper
def add_products(d, i: int, at: tuple[int, int, int, int], scaled: tuple[Vec4, Vec4, Vec4, Vec4]) -> None:
    """Add the products of block i of four scaled rows with blocks 0 to i of the rows that begin at the entries `at`."""
    H, J = d.panel_factor, d.iefc_J
    x, y, z, w = scaled

    for j in range(i + 1):
        entry = run_start(d, block_at(d, at[0], i), block_at(d, at[0], j)) + 16 * block_at(d, at[0], j)
        for c in range(4):
            p, q, r, s = J[at[0] + j, c], J[at[1] + j, c], J[at[2] + j, c], J[at[3] + j, c]
            pos = entry + 4 * c
            h0 = (((H[pos] + x[0] * p) + y[0] * q) + z[0] * r) + w[0] * s
            h1 = (((H[pos + 1] + x[1] * p) + y[1] * q) + z[1] * r) + w[1] * s
            h2 = (((H[pos + 2] + x[2] * p) + y[2] * q) + z[2] * r) + w[2] * s
            h3 = (((H[pos + 3] + x[3] * p) + y[3] * q) + z[3] * r) + w[3] * s
            H[pos], H[pos + 1], H[pos + 2], H[pos + 3] = h0, h1, h2, h3


@helper
def add_slipping_cones(d, island: Island) -> None:
    """Add all contacts of an island that are in the middle zone of their elliptic cones."""
    for q in range(island.row, island.row_end):
        if d.iefc_kind[q] == Kind.CONE and d.iefc_state[q] == ConstraintState.CONE:
            num = d.iefc_dim[q]
            set_cone_weight(d, q, num, True)
            for i in range(count_blocks(d, q)):
                scale_rows(d, q, num, i)
                for first in range(0, num, 4):
                    rows, products = four_scaled_rows(d, q, num, first)
                    add_products(d, i, rows, products)


# ---- factors of the Hessian of an island with flexes after a few rows changed their states: changed as well, or new
# A row changes only the panels of its blocks and what their columns lead to: a way from panel to panel, to the last


# what four outer products cost for a block of the factor, in products of blocks
COST = 2.0


@helper
def renew_panels(m, d, island: Island) -> bool:
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
def is_changed(d, q: int) -> bool:
    """Tell whether the row at position q became a spring, or is none any more."""
    active, before = d.iefc_state[q] == ConstraintState.QUADRATIC, d.iefc_state_before[q] == ConstraintState.QUADRATIC
    return active != before


@helper
def changes_cost(d, island: Island) -> float:
    """Return what it costs to change the factors, in products of blocks, as far as they are worth more."""
    for s in range(d.npanel):
        d.panel_change[s] = -1
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
def mark_way(d, q: int, number: int) -> float:
    """Mark the panels that the row at position q changes with a number, and from which block on.

    Return how many blocks that are, but for those that were marked before.
    """
    total, block = 0.0, block_at(d, first_block(d, q), 0)
    while block >= 0:
        s = d.block_panel[block]
        end = d.panel_low[s] if d.panel_change[s] == number else d.panel_end[s]
        if block < end:
            share = float(end - block) / float(d.panel_end[s] - d.panel_begin[s])
            total += share * float(d.panel_size[s])
            d.panel_low[s] = block
        # what follows was marked with the panel
        block = d.panel_next[s] if d.panel_change[s] != number else -1
        d.panel_change[s] = number
    return total


@helper
def change_factor(d, island: Island) -> int:
    """Change the factors by the rows whose states changed, some at a time; return how many pivots were lost."""
    weight = d.update_weight

    for s in range(d.npanel):
        d.panel_change[s] = -1
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
def write_row(d, q: int, k: int) -> None:
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
def change_panels(d, lowest: int, number: int) -> int:
    """Change the panels that are marked with a number, from the lowest of them on; return how many pivots were lost."""
    values, change = d.panel_factor, d.update_rows

    lost = 0
    for s in range(lowest, d.npanel):
        if d.panel_change[s] == number:
            for i in range(d.panel_low[s], d.panel_end[s]):
                four, end = load_block(change, i), d.block_runend[i]
                for run in range(d.block_runadr[i], end):
                    panel = d.runL_panel[run]
                    if d.panel_change[panel] == number:
                        first, last = max(d.runL_first[run], d.panel_low[panel]), min(i, d.panel_end[panel])
                        four = change_part(values, d.runL_adr[run], 4 * first, 4 * last, change, four)
                store_block(change, i, four)
                at = d.runL_adr[end - 1] + 16 * i
                lost += update_diagonal(values, d.hessian_diag_inv, at, i, change, d.update_weight)
    return lost


@helper
def has_lost_pivots(d, island: Island) -> bool:
    """Tell whether a pivot is small beside the rounding of what was taken from the diagonal (`hessian_update.py`)."""
    for i in range(island.blocks):
        for c in range(4):
            most = d.hessian_peak[4 * i + c]
            small = SMALLEST_SHARE * most * d.hessian_diag_inv[4 * i + c] > 1.0
            if small and most > 2.0 * d.panel_diag[i, c]:
                return True
    return False
