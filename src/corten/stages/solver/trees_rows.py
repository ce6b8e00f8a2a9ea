"""Rows of the constraint Jacobian of an island of many trees, tree by tree, and products with them.

Rows that follow each other and have the same dofs are a group. Its rows have a column for each idof of its trees, in
the order of elimination; all of them stand one after the other, each padded with zeros to a multiple of four.

    trees at places 3 and 7    row 0    j j j j j j k k k k k k        six dofs each
                               row 1    j j j j j j k k k k k k
"""

from corten.linalg.envelope_update import add_multiple
from corten.runtime import FloatArray, helper
from corten.runtime.fields import F8, I4, Field
from corten.runtime.scratch import Room, scratch
from corten.stages.constraint.block_rows import find_group_end
from corten.stages.constraint.island import Island, sum_of
from corten.stages.solver.trees_pattern import SPARE_ROWS, may_have_many_trees

SCRATCH = scratch(
    Field("njgroup", I4, (), "groups of rows of an island"),
    Field("group_row", I4, ("maxefc",), "first row of each group, in island order"),
    Field("group_rowend", I4, ("maxefc",), "first row behind those of each"),
    Field("group_tree", I4, ("maxefc",), "first of the trees of each group"),
    Field("group_trees", I4, ("maxefc",), "number of them"),
    Field("group_width", I4, ("maxefc",), "columns of each group, a multiple of four"),
    Field("group_adr", I4, ("maxefc",), "first number of each group"),
    Field("row_group", I4, ("maxefc",), "group of each row"),
    Field("group_place", I4, ("maxfill",), "places of the trees of groups, ascending in each"),
    Field("group_column", I4, ("maxfill",), "first column of each of them in its group"),
    Field("group_slot", I4, ("nv_D",), "column that each entry of the rows of a group belongs to"),
    Field("group_x", F8, ("nv_D",), "a vector over the columns of a group"),
    Field("tree_J", F8, ("maxtreeJ",), "numbers of the groups"),
) + scratch(
    Field("ntreeJ", I4, (), "numbers of the Jacobian by trees, of the island that has most"),
    lasting=True,
)

ROOMS = (
    Room(
        "maxtreeJ",
        "room for numbers of the Jacobian by trees",
        counted_by="ntreeJ",
        first=lambda model: 16 * may_have_many_trees(model),
    ),
)


@helper
def write_tree_rows(m, d, island: Island) -> bool:
    """Write the rows of an island by groups; return whether they fit into the room there is."""
    q, group, trees, used = island.row, 0, 0, 0
    fits = True
    while q < island.row_end:
        end = find_group_end(d, island, q)
        d.group_row[group] = q
        d.group_rowend[group] = end
        d.group_tree[group] = trees
        trees = list_trees_of(m, d, q, trees)
        d.group_trees[group] = trees - d.group_tree[group]
        fits = fits and trees <= d.maxfill
        if fits:
            width = number_columns(m, d, group)
            d.group_adr[group] = used
            used += width * (end - q)
            if used <= d.maxtreeJ:
                write_group(m, d, group)
        else:
            used += (d.efc_J_rownnz[d.island_row[q]] + 3) * (end - q)
        for r in range(q, end):
            d.row_group[r] = group
        q = end
        group += 1
    d.njgroup = group
    d.nfill = max(d.nfill, trees)
    d.ntreeJ = max(d.ntreeJ, used + SPARE_ROWS)
    return fits and used + SPARE_ROWS <= d.maxtreeJ


@helper
def list_trees_of(m, d, q: int, begin: int) -> int:
    """List the places of the trees of the row at position q from `begin` on, ascending; return where they end.

    What does not fit is counted.
    """
    place, last, end = d.group_place, -1, begin
    first = d.efc_J_rowadr[d.island_row[q]]
    for entry in range(first, first + d.efc_J_rownnz[d.island_row[q]]):
        tree = m.dof_treeid[d.efc_J_colind[entry]]
        if tree != last:
            last = tree
            if end < d.maxfill:
                k = end
                while k > begin and place[max(k - 1, 0)] > d.tree_place[tree]:
                    place[k] = place[k - 1]
                    k -= 1
                place[k] = d.tree_place[tree]
            end += 1
    return end


@helper
def number_columns(m, d, group: int) -> int:
    """Number the columns of a group, and note which of them each entry of its rows belongs to; return their number."""
    column, first = 0, d.group_tree[group]
    for k in range(first, first + d.group_trees[group]):
        place = d.group_place[k]
        d.group_column[k] = column
        # what leads from idofs to columns
        d.place_mark[place] = column - d.place_dof[place]
        column += d.place_end[place] - d.place_dof[place]
    d.group_width[group] = (column + 3) & ~3
    r = d.island_row[d.group_row[group]]
    adr = d.efc_J_rowadr[r]
    for entry in range(d.efc_J_rownnz[r]):
        dof = d.efc_J_colind[adr + entry]
        d.group_slot[entry] = d.dof_idof[dof] + d.place_mark[d.tree_place[m.dof_treeid[dof]]]
    return d.group_width[group]


@helper
def write_group(m, d, group: int) -> None:
    """Write the rows of a group."""
    J, slot, width, at = d.tree_J, d.group_slot, d.group_width[group], d.group_adr[group]
    for q in range(d.group_row[group], d.group_rowend[group]):
        r = d.island_row[q]
        first, count = d.efc_J_rowadr[r], d.efc_J_rownnz[r]
        if count < width:
            for i in range(width):
                J[at + i] = 0.0
        for entry in range(count):
            J[at + slot[entry]] = d.efc_J_values[first + entry]
        at += width


@helper
def mul_tree_rows(d, x: FloatArray, result: FloatArray) -> None:
    """Write J x for the rows of an island into `result`, in island order; x is over idofs."""
    J, local = d.tree_J, d.group_x

    for group in range(d.njgroup):
        width, at = d.group_width[group], d.group_adr[group]
        for i in range(width - 4, width):
            local[i] = 0.0
        for k in range(d.group_tree[group], d.group_tree[group] + d.group_trees[group]):
            place = d.group_place[k]
            shift = d.group_column[k] - d.place_dof[place]
            for p in range(d.place_dof[place], d.place_end[place]):
                local[p + shift] = x[p]
        for q in range(d.group_row[group], d.group_rowend[group]):
            sums = 0.0, 0.0, 0.0, 0.0
            for i in range(0, width, 4):
                s0, s1 = sums[0] + J[at + i] * local[i], sums[1] + J[at + i + 1] * local[i + 1]
                s2, s3 = sums[2] + J[at + i + 2] * local[i + 2], sums[3] + J[at + i + 3] * local[i + 3]
                sums = s0, s1, s2, s3
            result[q] = sum_of(sums)
            at += width


@helper
def mul_tree_rows_transpose(d, island: Island, force: FloatArray, result: FloatArray) -> None:
    """Write J' force of an island into `result`, over idofs."""
    J, local = d.tree_J, d.group_x

    for p in range(4 * island.blocks):
        result[p] = 0.0
    for group in range(d.njgroup):
        width, begin, end = d.group_width[group], d.group_row[group], d.group_rowend[group]
        for i in range(0, width, 4):
            at = d.group_adr[group] + i
            sums = 0.0, 0.0, 0.0, 0.0
            for q in range(begin, end):
                sums = add_multiple(sums, (J[at], J[at + 1], J[at + 2], J[at + 3]), force[q])
                at += width
            local[i], local[i + 1], local[i + 2], local[i + 3] = sums[0], sums[1], sums[2], sums[3]
        for k in range(d.group_tree[group], d.group_tree[group] + d.group_trees[group]):
            place = d.group_place[k]
            shift = d.group_column[k] - d.place_dof[place]
            for p in range(d.place_dof[place], d.place_end[place]):
                result[p] += local[p + shift]
