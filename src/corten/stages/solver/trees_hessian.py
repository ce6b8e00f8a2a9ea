"""The Hessian of an island of many trees, H = M + J' D J over active rows, in the supernodes of its factor.

It is computed where its factor will stand (`trees_pattern.py`). Rows with the same dofs, a group, are taken together,
tree by tree (`trees_rows.py`).
"""

from corten.enums import ConstraintState
from corten.linalg.block_envelope import no_sums
from corten.linalg.envelope_update import add_multiple
from corten.runtime import Vec4, helper
from corten.runtime.fields import F8, I4, Field
from corten.runtime.scratch import Room, scratch
from corten.stages.constraint.island import Island, dof_at
from corten.stages.solver.cone_hessian import set_cone_weight
from corten.stages.solver.rows import Kind
from corten.stages.solver.trees_pattern import SPARE_ROWS, may_have_many_trees, member_offset

# rows of a group that are added at a time
MOST_ROWS = 16

SCRATCH = scratch(
    Field("active_num", I4, (), "rows of a group that are to be added to the Hessian"),
    Field("active_adr", I4, (MOST_ROWS,), "first number of each"),
    Field("active_WJ", F8, ("nactiveD",), "these rows, weighted, as wide as the group"),
    Field("snode_diag", F8, ("nv_D",), "diagonal of the Hessian, by idof"),
    Field("snode_peak", F8, ("nv_D",), "largest that it was since the Hessian was set anew"),
)

ROOMS = (
    Room(
        "nactiveD",
        "numbers of rows that are added to a Hessian together",
        first=lambda model: MOST_ROWS * (model.nv + SPARE_ROWS) * may_have_many_trees(model),
    ),
)


@helper
def set_tree_hessian(m, d, island: Island) -> None:
    """Set the Hessian of an island at the states of its rows, and remember its diagonal without elliptic cones."""
    H, column = d.snode_factor, d.idof_column

    for entry in range(d.snode_entries):
        H[entry] = 0.0
    for p in range(island.dofs):
        v = dof_at(d, island, p)
        for entry in range(m.M_rowadr[v], m.M_rowadr[v] + m.M_rownnz[v]):
            # idofs of a tree ascend from its leaves to its root
            H[column[p] + d.dof_idof[m.M_colind[entry]]] += d.M[entry]
    add_active_rows(d)
    for p in range(island.dofs):
        d.snode_diag[p] = H[column[p] + p]
        d.snode_peak[p] = d.snode_diag[p]
    d.hessian_ncone = d.iefc_ncone
    if d.iefc_ncone > 0:
        add_slipping_cones(d, island)


@helper
def add_active_rows(d) -> None:
    """Add all rows that act as springs."""
    for group in range(d.njgroup):
        width, at = d.group_width[group], d.group_adr[group]
        d.active_num = 0
        for q in range(d.group_row[group], d.group_rowend[group]):
            if d.iefc_state[q] == ConstraintState.QUADRATIC:
                if d.active_num == MOST_ROWS:
                    add_group(d, group)
                weigh_row(d, at, width, d.iefc_D[q])
            at += width
        if d.active_num > 0:
            add_group(d, group)


@helper
def weigh_row(d, at: int, width: int, weight: float) -> None:
    """Write a row of a group times a weight as the next that is to be added."""
    J, scaled, k = d.tree_J, d.active_WJ, d.active_num
    for i in range(0, width, 4):
        a, t = at + i, k * width + i
        scaled[t] = weight * J[a]
        scaled[t + 1] = weight * J[a + 1]
        scaled[t + 2] = weight * J[a + 2]
        scaled[t + 3] = weight * J[a + 3]
    d.active_adr[k] = at
    d.active_num = k + 1


@helper
def add_slipping_cones(d, island: Island) -> None:
    """Add all contacts of an island that are in the middle zone of their elliptic cones."""
    weight, J, scaled = d.group_weight, d.tree_J, d.active_WJ
    for q in range(island.row, island.row_end):
        if d.iefc_kind[q] == Kind.CONE and d.iefc_state[q] == ConstraintState.CONE:
            num, group = d.iefc_dim[q], d.row_group[q]
            width = d.group_width[group]
            at = d.group_adr[group] + width * (q - d.group_row[group])
            set_cone_weight(d, q, num, True)
            d.active_num = 0
            for k in range(num):
                weigh_row(d, at + k * width, width, weight[k, k])
            for k in range(num):
                for c in range(num):
                    if c != k:
                        for i in range(width):
                            scaled[k * width + i] += weight[k, c] * J[at + c * width + i]
            add_group(d, group)


@helper
def add_group(d, group: int) -> None:
    """Add the products of rows of a group, tree by tree, and forget the rows."""
    begin, width = d.group_tree[group], d.group_width[group]
    for u in range(begin, begin + d.group_trees[group]):
        first, c0 = d.group_place[u], d.group_column[u]
        s, end = d.place_snode[first], c0 + d.place_end[first] - d.place_dof[first]
        # where row 0 of the supernode stands in the columns of this tree
        column, stride = d.idof_column[d.place_dof[first]] + d.place_dof[d.snode_place[s]], d.snode_stride[s]
        for v in range(u, begin + d.group_trees[group]):
            second, row = d.group_place[v], d.group_column[v]
            last, offset = row + d.place_end[second] - d.place_dof[second], member_offset(d, s, second)
            for c in range(c0, end, 4):
                at = column + stride * (c - c0) + offset - row
                for r in range(c if u == v else row, last, 8):
                    add_piece(d, width, (c, min(4, end - c)), (r, last - r), at + r, stride)
    d.active_num = 0


@helper
def add_piece(d, width: int, columns: tuple[int, int], rows: tuple[int, int], at: int, stride: int) -> None:
    """Add the products of eight columns of a group with four; of these are so many of the tree: what is left is not."""
    J, scaled = d.tree_J, d.active_WJ
    c = columns[0]

    low, high = no_sums(), no_sums()
    for k in range(d.active_num):
        r = d.active_adr[k] + rows[0]
        u, v = (J[r], J[r + 1], J[r + 2], J[r + 3]), (J[r + 4], J[r + 5], J[r + 6], J[r + 7])
        x, y, z, w = scaled[c], scaled[c + 1], scaled[c + 2], scaled[c + 3]
        low = (
            add_multiple(low[0], u, x),
            add_multiple(low[1], u, y),
            add_multiple(low[2], u, z),
            add_multiple(low[3], u, w),
        )
        high = (
            add_multiple(high[0], v, x),
            add_multiple(high[1], v, y),
            add_multiple(high[2], v, z),
            add_multiple(high[3], v, w),
        )
        c += width
    add_column(d, at, rows[1], low[0], high[0])
    if columns[1] > 1:
        add_column(d, at + stride, rows[1], low[1], high[1])
    if columns[1] > 2:
        add_column(d, at + 2 * stride, rows[1], low[2], high[2])
    if columns[1] > 3:
        add_column(d, at + 3 * stride, rows[1], low[3], high[3])


@helper
def add_column(d, at: int, count: int, low: Vec4, high: Vec4) -> None:
    """Add up to eight numbers to a column, from an entry on; what lies above the diagonal is nobody's."""
    if count > 7:
        add_numbers(d, at, 4, low)
        add_numbers(d, at + 4, 4, high)
    elif count > 3:
        add_numbers(d, at, 4, low)
        add_numbers(d, at + 4, count - 4, high)
    else:
        add_numbers(d, at, count, low)


@helper
def add_numbers(d, at: int, count: int, x: Vec4) -> None:
    """Add up to four numbers."""
    H = d.snode_factor
    if count > 3:
        h0, h1, h2, h3 = H[at] + x[0], H[at + 1] + x[1], H[at + 2] + x[2], H[at + 3] + x[3]
        H[at], H[at + 1], H[at + 2], H[at + 3] = h0, h1, h2, h3
    elif count > 1:
        h0, h1 = H[at] + x[0], H[at + 1] + x[1]
        H[at], H[at + 1] = h0, h1
        if count > 2:
            H[at + 2] += x[2]
    elif count > 0:
        H[at] += x[0]
