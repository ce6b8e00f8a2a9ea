"""Which of two orders of the trees of an island gives the Hessian the smaller envelope: theirs, or breadth first.

The vertices of a grid are best taken as they come, side by side: breadth first from a corner their front is twice as
long. Those of most meshes, and bodies in a heap, come in no order that helps.
"""

from corten.deformable.fields.kinds import CONTACT_HEAD
from corten.runtime import helper
from corten.stages.metric.couplings import in_metric

# islands with fewer trees are factored in less time than it takes to compare
MANY_TREES = 32


@helper
def list_trees(m, d):
    """List the trees of each island as they come."""
    for k in range(d.nisland):
        d.island_treenum[k] = 0
    for t in range(m.ntree):
        k = d.tree_island[t]
        if k >= 0:
            d.tree_order[d.island_treeadr[k] + d.island_treenum[k]] = t
            d.island_treenum[k] += 1


@helper
def choose_orders(m, d):
    """Put the trees of each island that has many in the order of less work; they are eliminated from the last on."""
    place, work = d.tree_place, d.island_work

    many = False
    for k in range(d.nisland):
        begin, count = d.island_treeadr[k], d.island_treenum[k]
        many = many or count >= MANY_TREES
        for i in range(count):
            place[d.tree_order[begin + i]] = count - 1 - i
    if many:
        find_work(m, d)
        for k in range(d.nisland):
            work[k, 1] = work[k, 0]
            d.island_cursor[k] = 0
        for t in range(m.ntree):
            k = d.tree_island[t]
            if k >= 0:
                place[t] = d.island_cursor[k]
                d.island_cursor[k] += 1
        find_work(m, d)
        for t in range(m.ntree):
            k = d.tree_island[t]
            if k >= 0 and d.island_treenum[k] >= MANY_TREES and work[k, 0] < work[k, 1]:
                d.tree_order[d.island_treeadr[k] + d.island_treenum[k] - 1 - place[t]] = t


@helper
def find_work(m, d):
    """Set island_work[., 0] to the sum of squares of the lengths of the rows of the envelope, in trees."""
    first, place = d.tree_first, d.tree_place

    for k in range(d.nisland):
        d.island_work[k, 0] = 0.0
    for t in range(m.ntree):
        first[t] = place[t]
    for r in range(d.nefc):
        # rows that repeat the dofs of the one before have no edge
        if d.edge_tree[r, 0] >= 0:
            widen_row(m, d, d.efc_J_colind, d.efc_J_rowadr[r], d.efc_J_rownnz[r])
    if in_metric(m):
        for i in range(m.nefmKrow):
            widen_row(m, d, m.efmK_colind, m.efmK_rowadr[i], m.efmK_rownnz[i])
        if m.nflex > 0:
            row = 0
            while row < d.nefmcon:
                if d.efm_con_ind[row] > 0:
                    widen_row(m, d, d.efm_con_ind, row + CONTACT_HEAD, d.efm_con_ind[row])
                row += CONTACT_HEAD + d.efm_con_ind[row]
    for t in range(m.ntree):
        if d.tree_island[t] >= 0:
            length = float(place[t] - first[t])
            d.island_work[d.tree_island[t], 0] += length * length


@helper
def widen_row(m, d, colind, begin, count):
    """Let the envelope hold all trees of a sparse row."""
    first, place, treeid = d.tree_first, d.tree_place, m.dof_treeid

    low = place[treeid[colind[begin]]]
    for entry in range(begin + 1, begin + count):
        low = min(low, place[treeid[colind[entry]]])
    for entry in range(begin, begin + count):
        t = treeid[colind[entry]]
        first[t] = min(first[t], low)
