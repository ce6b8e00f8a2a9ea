"""The factor of the Hessian of an island of many trees after a few rows changed their states: changed, or made anew.

A row changes the supernodes of its trees and what their columns lead to: a way from supernode to supernode, to the
last. Four rows at a time are taken along it, as in `linalg/envelope_update.py`.
"""

from corten.enums import ConstraintState
from corten.linalg.envelope_update import PRODUCTS, add_multiple
from corten.runtime import FloatArray, Vec4, helper
from corten.runtime.fields import F8, I4, Field
from corten.runtime.scratch import scratch
from corten.stages.constraint.island import Island
from corten.stages.solver.hessian import SMALLEST_SHARE
from corten.stages.solver.trees_factor import factor_supernodes
from corten.stages.solver.trees_hessian import set_tree_hessian

SCRATCH = scratch(
    Field("change_x", F8, (4, "nv_D"), "what is left of four rows that the factor is changed by, by idof"),
    Field("change_local", F8, (4, "nv_D"), "the same over the rows of a supernode"),
    Field("change_column", F8, (4, 8), "of four columns: shares of what is left of the rows, factors of the column"),
    Field("change_weight", F8, (4,), "weights of these rows"),
    Field("snode_change", I4, ("ntreeD",), "last change of the factor that concerns each supernode"),
)

# what it costs to change an entry by four rows, and to set one of the Hessian, in products of the factor
COST_OF_CHANGE = 12.0
COST_OF_ENTRY = 8.0


@helper
def renew_supernodes(m, d, island: Island) -> bool:
    """Bring the factor up to date after rows changed their states; return whether changes had lost too many digits."""
    plain, lost = d.iefc_ncone == 0 and d.hessian_ncone == 0, False
    if plain and changes_cost(d, island) < d.snode_work + COST_OF_ENTRY * float(d.snode_entries):
        lost = change_factor(d, island) > 0 or has_lost_pivots(d, island)
        if not lost:
            return False
    set_tree_hessian(m, d, island)
    factor_supernodes(d)
    return lost


@helper
def is_changed(d, q: int) -> bool:
    """Tell whether the row at position q became a spring, or is none any more."""
    active, before = d.iefc_state[q] == ConstraintState.QUADRATIC, d.iefc_state_before[q] == ConstraintState.QUADRATIC
    return active != before


@helper
def changes_cost(d, island: Island) -> float:
    """Return what it costs to change the factor, in products, as far as making it anew costs more."""
    most = d.snode_work + COST_OF_ENTRY * float(d.snode_entries)
    for s in range(d.nsnode):
        d.snode_change[s] = -1
    cost, count = 0.0, 0
    for q in range(island.row, island.row_end):
        if cost < most and is_changed(d, q):
            cost += COST_OF_CHANGE * mark_way(d, first_supernode(d, q), count // PRODUCTS)
            count += 1
    return cost


@helper
def first_supernode(d, q: int) -> int:
    """Return the first supernode that the row at position q has entries in."""
    return d.place_snode[d.group_place[d.group_tree[d.row_group[q]]]]


@helper
def mark_way(d, s: int, number: int) -> float:
    """Mark the supernodes from s on with a number; return the entries of those that were not marked before."""
    total = 0.0
    # what follows was marked with the first that was
    while s >= 0 and d.snode_change[max(s, 0)] != number:
        d.snode_change[s] = number
        total += float(d.snode_width[s] * d.snode_stride[s])
        s = d.place_snode[d.snode_member[d.snode_begin[s]]] if d.snode_members[s] > 0 else -1
    return total


@helper
def change_factor(d, island: Island) -> int:
    """Change the factor by the rows whose states changed, some at a time; return how many pivots were lost."""
    weight = d.change_weight

    for s in range(d.nsnode):
        d.snode_change[s] = -1
    for k in range(PRODUCTS):
        for p in range(island.dofs):
            d.change_x[k, p] = 0.0
    count, number, lost, lowest = 0, 0, 0, d.nsnode
    for q in range(island.row, island.row_end):
        if is_changed(d, q):
            weight[count] = d.iefc_D[q] if d.iefc_state[q] == ConstraintState.QUADRATIC else -d.iefc_D[q]
            write_change(d, q, count)
            first = first_supernode(d, q)
            mark_way(d, first, number)
            lowest = min(lowest, first)
            count += 1
        if count == PRODUCTS or (count > 0 and q + 1 == island.row_end):
            for k in range(count, PRODUCTS):
                weight[k] = 0.0
            for s in range(lowest, d.nsnode):
                if d.snode_change[s] == number:
                    lost += change_supernode(d, s)
            count, number, lowest = 0, number + 1, d.nsnode
    return lost


@helper
def write_change(d, q: int, k: int) -> None:
    """Write the row at position q as product k, and add what it changes of the diagonal of the Hessian."""
    r = d.island_row[q]
    first = d.efc_J_rowadr[r]
    for entry in range(first, first + d.efc_J_rownnz[r]):
        p, x = d.dof_idof[d.efc_J_colind[entry]], d.efc_J_values[entry]
        d.change_x[k, p] = x
        d.snode_diag[p] += d.change_weight[k] * x * x
        d.snode_peak[p] = max(d.snode_peak[p], d.snode_diag[p])


@helper
def change_supernode(d, s: int) -> int:
    """Change the columns of a supernode, four at a time; return how many pivots were lost."""
    local, at, stride, width = d.change_local, d.snode_adr[s], d.snode_stride[s], d.snode_width[s]

    move_changes(d, s, True)
    lost = 0
    for j in range(0, width, 4):
        count = min(4, width - j)
        for c in range(count):
            lost += change_pivot(d, s, j + c, c, min(j + 4, d.snode_rows[s]))
        for r in range(j + 4, stride, 4):
            a, b = load_change(d, 0, r), load_change(d, 1, r)
            e, f = load_change(d, 2, r), load_change(d, 3, r)
            for c in range(count):
                a, b, e, f = change_four(d, at + (j + c) * stride + r, c, a, b, e, f)
            store_change(local, 0, r, a)
            store_change(local, 1, r, b)
            store_change(local, 2, r, e)
            store_change(local, 3, r, f)
    move_changes(d, s, False)
    return lost


@helper
def move_changes(d, s: int, here: bool) -> None:
    """Copy what is left of four rows to the rows of a supernode; or back to those of its members, and leave zeros."""
    x, local, width = d.change_x, d.change_local, d.snode_width[s]
    first = d.place_dof[d.snode_place[s]]
    for k in range(PRODUCTS):
        if here:
            for r in range(width):
                local[k, r] = x[k, first + r]
                x[k, first + r] = 0.0
            for r in range(d.snode_rows[s], d.snode_stride[s]):
                local[k, r] = 0.0
        for member in range(d.snode_begin[s], d.snode_begin[s] + d.snode_members[s]):
            place = d.snode_member[member]
            begin = d.place_dof[place]
            shift = d.snode_offset[member] - begin
            for p in range(begin, d.place_end[place]):
                if here:
                    local[k, p + shift] = x[k, p]
                else:
                    x[k, p] = local[k, p + shift]


@helper
def change_pivot(d, s: int, j: int, c: int, end: int) -> int:
    """Change the entries of column j down to row `end`, and note what the other rows need; return pivots lost.

    Where rounding leaves no pivot, it stays as it was, and the factor is none of the matrix any more.
    """
    values, local, weight, note = d.snode_factor, d.change_local, d.change_weight, d.change_column
    at = d.snode_adr[s] + j * d.snode_stride[s]
    p = d.place_dof[d.snode_place[s]] + j

    pivot, lost = values[at + j], 0
    for k in range(PRODUCTS):
        # pivot' = pivot + weight x^2; the rest of the column follows with share = weight x / pivot'
        x = local[k, j]
        new = pivot + weight[k] * x * x
        lost += 0 if new > 0.0 else 1
        new = new if new > 0.0 else pivot
        share = weight[k] * x / new
        weight[k] *= pivot / new
        pivot = new
        note[c, k], note[c, 4 + k] = share, x
    values[at + j] = pivot
    d.pivot_inverse[p] = 1.0 / pivot
    for r in range(j + 1, end):
        value = values[at + r]
        for k in range(PRODUCTS):
            local[k, r] -= note[c, 4 + k] * value
            value += note[c, k] * local[k, r]
        values[at + r] = value
    return lost


@helper
def change_four(d, at: int, c: int, a: Vec4, b: Vec4, e: Vec4, f: Vec4) -> tuple[Vec4, Vec4, Vec4, Vec4]:
    """Change four entries of a column; return what is left of four rows there."""
    values, note = d.snode_factor, d.change_column
    x = values[at], values[at + 1], values[at + 2], values[at + 3]
    a = add_multiple(a, x, -note[c, 4])
    x = add_multiple(x, a, note[c, 0])
    b = add_multiple(b, x, -note[c, 5])
    x = add_multiple(x, b, note[c, 1])
    e = add_multiple(e, x, -note[c, 6])
    x = add_multiple(x, e, note[c, 2])
    f = add_multiple(f, x, -note[c, 7])
    x = add_multiple(x, f, note[c, 3])
    values[at], values[at + 1], values[at + 2], values[at + 3] = x[0], x[1], x[2], x[3]
    return a, b, e, f


@helper
def load_change(d, k: int, r: int) -> Vec4:
    """Return four numbers of product k from row r on."""
    x = d.change_local
    return x[k, r], x[k, r + 1], x[k, r + 2], x[k, r + 3]


@helper
def store_change(local: FloatArray, k: int, r: int, x: Vec4) -> None:
    """Write four numbers of product k from row r on."""
    local[k, r] = x[0]
    local[k, r + 1] = x[1]
    local[k, r + 2] = x[2]
    local[k, r + 3] = x[3]


@helper
def has_lost_pivots(d, island: Island) -> bool:
    """Tell whether a pivot is small beside the rounding of what was taken from the diagonal (`hessian.py`)."""
    for p in range(island.dofs):
        most, inverse = d.snode_peak[p], d.pivot_inverse[p]
        if SMALLEST_SHARE * most * inverse > 1.0 and most > 2.0 * d.snode_diag[p]:
            return True
    return False
