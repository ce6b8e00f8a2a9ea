"""Constraint islands: trees that constraints tie together, and the order in which their dofs are eliminated.

    1. unite_trees       union-find over the trees of each row (and of each coupling of the metric)
    2. number_islands    sets that have rows, by their first tree; trees without rows are in none
    3. list_rows         rows by island, in their order
    4. order of trees    breadth first (Cuthill and McKee) or as they come, whichever gives the smaller envelope
    5. number_idofs      dofs by island, trees in the reverse of that order, each from its leaves to its root

An idof is the number of a dof within its island: the order of elimination (`hessian.py`).
"""

from corten.deformable.fields.kinds import CONTACT_HEAD
from corten.enums import ConstraintType, DisableBit, SolverType
from corten.runtime import IntArray, helper, stage
from corten.runtime.fields import F8, I4, Field
from corten.runtime.scratch import scratch
from corten.stages.constraint.row import has_same_columns
from corten.stages.metric.couplings import in_metric
from corten.stages.solver.couplings import find_root, unite_coupled_trees

SCRATCH = (
    scratch(
        Field("tree_edgeend", I4, ("ntree",), "first entry of edge_target behind the neighbours of each tree"),
        Field("tree_rank", I4, ("ntree",), "when each tree of an island is eliminated"),
        Field("tree_first", I4, ("ntree",), "the first of the trees that the envelope ties to each"),
        Field("island_work", F8, ("ntree", 2), "what factors of each island cost in two orders of its trees"),
        Field("island_cursor", I4, ("ntree",), "trees of each island that have been met"),
        Field("edge_tree", I4, ("maxefc", 2), "trees that a row ties together"),
        Field("edge_target", I4, ("maxefc", 2), "neighbours of all trees, by tree"),
    )
    + scratch(
        Field("tree_order", I4, ("ntree",), "trees by island, each island in its order of elimination"),
        Field("island_treeadr", I4, ("ntree",), "first entry of tree_order of each island"),
        Field("island_treenum", I4, ("ntree",), "number of trees of each island"),
        Field("island_dofnum", I4, ("ntree",), "number of dofs of each island"),
        Field("island_dof", I4, ("nv",), "dof of each idof, by island"),
        Field("dof_idof", I4, ("nv",), "idof of each dof"),
        Field("island_rowadr", I4, ("ntree",), "first row of each island in island order"),
        Field("island_rownum", I4, ("ntree",), "number of rows of each island"),
        Field("island_row", I4, ("maxefc",), "constraint row at each position of island order"),
        readers=("corten.stages.constraint",),
    )
    + scratch(
        Field("tree_degree", I4, ("ntree",), "neighbours of each tree"),
        Field("tree_link", I4, ("ntree",), "union-find parent of each tree"),
        readers=("corten.stages.integrate", "corten.stages.metric"),
    )
)


@stage
def find_islands(m, d) -> None:
    """Group trees and rows by island, and order the dofs of each for a narrow envelope."""
    unite_trees(m, d)
    number_islands(m, d)
    list_rows(m, d)
    # conjugate gradients factor nothing
    if m.opt_solver == SolverType.CG or m.opt_solver == SolverType.CG_STRICT:
        list_trees(m, d)
    else:
        list_neighbours(m, d)
        order_trees(m, d)
        choose_orders(m, d)
    number_idofs(m, d)


@helper
def unite_trees(m, d) -> None:
    """Unite the trees of each row; note the first and the last of them as an edge."""
    treeid, link, edge = m.dof_treeid, d.tree_link, d.edge_tree
    rownnz, rowadr, colind = d.efc_J_rownnz, d.efc_J_rowadr, d.efc_J_colind

    # without islands all trees are one
    apart = (m.opt_disableflags & DisableBit.ISLAND) == 0
    for t in range(m.ntree):
        link[t] = t if apart else 0
    if in_metric(m):
        unite_coupled_trees(m, d)
    for r in range(d.nefc):
        edge[r, 0] = -1
        edge[r, 1] = -1
        adr, num = rowadr[r], rownnz[r]
        repeats = r > 0 and same_dofs(d, r)
        if not repeats and has_two_geoms(d, r):
            unite_touching_trees(m, d, r)
        elif num > 0 and not repeats:
            first = treeid[colind[adr]]
            root = find_root(link, first)
            last = first
            for entry in range(adr + 1, adr + num):
                tree = treeid[colind[entry]]
                if tree != last:
                    other = find_root(link, tree)
                    low, high = min(root, other), max(root, other)
                    link[high] = low
                    root = low
                    last = tree
            edge[r, 0] = first
            edge[r, 1] = last


@helper
def has_two_geoms(d, r: int) -> bool:
    """Tell whether row r belongs to a contact of geoms; contacts of flexes tie more bodies."""
    kind, which = d.efc_type[r], d.efc_id[r]
    found = False
    if kind >= ConstraintType.CONTACT_FRICTIONLESS:
        found = d.contact_geom[which, 0] >= 0 and d.contact_geom[which, 1] >= 0
    return found


@helper
def unite_touching_trees(m, d, r: int) -> None:
    """Unite the trees of two geoms that touch, of which row r is the first; lanes have no entries of it."""
    geom, link, which = d.contact_geom, d.tree_link, d.efc_id[r]
    tree1, tree2 = m.body_treeid[m.geom_bodyid[geom[which, 0]]], m.body_treeid[m.geom_bodyid[geom[which, 1]]]
    # one of them may stand still
    first, last = min(tree1, tree2), max(tree1, tree2)
    first = last if first < 0 else first
    if first != last:
        root, other = find_root(link, first), find_root(link, last)
        link[max(root, other)] = min(root, other)
    d.edge_tree[r, 0] = first
    d.edge_tree[r, 1] = last


@helper
def same_dofs(d, r: int) -> bool:
    """Tell whether row r belongs to the same object as the one before it and has the same dofs, unlike edges."""
    same = d.efc_type[r] == d.efc_type[r - 1] and d.efc_id[r] == d.efc_id[r - 1]
    return same and (d.efc_type[r] != ConstraintType.EQUALITY or has_same_columns(d, r - 1, r))


@helper
def number_islands(m, d) -> None:
    """Number the sets that have rows, in the order of their first tree."""
    link, island, edge, efc_island = d.tree_link, d.tree_island, d.edge_tree, d.efc_island
    treenum, rownum = d.island_treenum, d.island_rownum

    for t in range(m.ntree):
        island[t] = -1
        treenum[t] = 0
        rownum[t] = 0
    for r in range(d.nefc):
        if edge[r, 0] >= 0:
            island[find_root(link, edge[r, 0])] = 0
    count = 0
    for t in range(m.ntree):
        root = find_root(link, t)
        if root == t and island[t] == 0:
            island[t] = count
            count += 1
        elif root != t:
            island[t] = island[root]
        if island[t] >= 0:
            treenum[island[t]] += 1
    d.nisland = count
    for r in range(d.nefc):
        if edge[r, 0] >= 0:
            efc_island[r] = island[edge[r, 0]]
        elif r > 0 and same_dofs(d, r):
            efc_island[r] = efc_island[r - 1]
        else:
            efc_island[r] = -1
        if efc_island[r] >= 0:
            rownum[efc_island[r]] += 1


@helper
def list_rows(m, d) -> None:
    """List the rows of each island, in their order."""
    rowadr, rownum, row, efc_island = d.island_rowadr, d.island_rownum, d.island_row, d.efc_island
    treeadr, treenum = d.island_treeadr, d.island_treenum

    rows = 0
    trees = 0
    for k in range(d.nisland):
        rowadr[k] = rows
        treeadr[k] = trees
        rows += rownum[k]
        trees += treenum[k]
        rownum[k] = 0
    for r in range(d.nefc):
        k = efc_island[r]
        if k >= 0:
            row[rowadr[k] + rownum[k]] = r
            rownum[k] += 1


@helper
def list_neighbours(m, d) -> None:
    """List the neighbours of each tree: those of t stand in edge_target[tree_edgeend[t] - tree_degree[t] :]."""
    edge, degree, end, target = d.edge_tree, d.tree_degree, d.tree_edgeend, d.edge_target

    for t in range(m.ntree):
        degree[t] = 0
    for r in range(d.nefc):
        if edge[r, 0] != edge[r, 1]:
            degree[edge[r, 0]] += 1
            degree[edge[r, 1]] += 1
    total = 0
    for t in range(m.ntree):
        end[t] = total
        total += degree[t]
    for r in range(d.nefc):
        a, b = edge[r, 0], edge[r, 1]
        if a != b:
            target[end[a] >> 1, end[a] & 1] = b
            end[a] += 1
            target[end[b] >> 1, end[b] & 1] = a
            end[b] += 1


@helper
def order_trees(m, d) -> None:
    """Order the trees of each island breadth first from one with few neighbours (Cuthill and McKee)."""
    island, order, degree, edgeend, target = d.tree_island, d.tree_order, d.tree_degree, d.tree_edgeend, d.edge_target
    treeadr = d.island_treeadr

    # the tree with the fewest neighbours begins
    for k in range(d.nisland):
        order[treeadr[k]] = -1
    for t in range(m.ntree):
        if island[t] >= 0:
            start = order[treeadr[island[t]]]
            if start < 0 or degree[t] < degree[max(start, 0)]:
                order[treeadr[island[t]]] = t

    # the island's number is negative while a tree is known but the island is not finished
    for k in range(d.nisland):
        head = treeadr[k]
        tail = head + 1
        end = head + d.island_treenum[k]
        spare = 0
        island[order[head]] = -2
        while head < end:
            # trees that no edge leads to come after the others, in their order
            while head == tail:
                if island[spare] == k:
                    island[spare] = -2
                    order[tail] = spare
                    tail += 1
                spare += 1
            t = order[head]
            head += 1
            for entry in range(edgeend[t] - degree[t], edgeend[t]):
                neighbour = target[entry >> 1, entry & 1]
                if island[neighbour] == k:
                    island[neighbour] = -2
                    order[tail] = neighbour
                    tail += 1
        for entry in range(treeadr[k], end):
            island[order[entry]] = k


@helper
def number_idofs(m, d) -> None:
    """Place the dofs of each island in the reverse of the trees' order, leaves before roots."""
    order, dofadr, dofnum = d.tree_order, m.tree_dofadr, m.tree_dofnum
    dof, idof, first, count = d.island_dof, d.dof_idof, d.island_dofadr, d.island_dofnum

    total = 0
    for k in range(d.nisland):
        first[k] = total
        begin = d.island_treeadr[k]
        for entry in range(begin + d.island_treenum[k] - 1, begin - 1, -1):
            tree = order[entry]
            for i in range(dofadr[tree] + dofnum[tree] - 1, dofadr[tree] - 1, -1):
                dof[total] = i
                idof[i] = total - first[k]
                total += 1
        count[k] = total - first[k]


# ---- which of two orders of the trees of an island gives the Hessian the smaller envelope: theirs, or breadth first
# The vertices of a grid are best taken as they come, side by side: breadth first from a corner their front is twice as
# long. Those of most meshes, and bodies in a heap, come in no order that helps


# islands with fewer trees are factored in less time than it takes to compare
MANY_TREES = 32


@helper
def list_trees(m, d) -> None:
    """List the trees of each island as they come."""
    for k in range(d.nisland):
        d.island_treenum[k] = 0
    for t in range(m.ntree):
        k = d.tree_island[t]
        if k >= 0:
            d.tree_order[d.island_treeadr[k] + d.island_treenum[k]] = t
            d.island_treenum[k] += 1


@helper
def choose_orders(m, d) -> None:
    """Put the trees of each island that has many in the order of less work; they are eliminated from the last on."""
    rank, work = d.tree_rank, d.island_work

    many = False
    for k in range(d.nisland):
        begin, count = d.island_treeadr[k], d.island_treenum[k]
        many = many or count >= MANY_TREES
        for i in range(count):
            rank[d.tree_order[begin + i]] = count - 1 - i
    if many:
        find_work(m, d)
        for k in range(d.nisland):
            work[k, 1] = work[k, 0]
            d.island_cursor[k] = 0
        for t in range(m.ntree):
            k = d.tree_island[t]
            if k >= 0:
                rank[t] = d.island_cursor[k]
                d.island_cursor[k] += 1
        find_work(m, d)
        for t in range(m.ntree):
            k = d.tree_island[t]
            if k >= 0 and d.island_treenum[k] >= MANY_TREES and work[k, 0] < work[k, 1]:
                d.tree_order[d.island_treeadr[k] + d.island_treenum[k] - 1 - rank[t]] = t


@helper
def find_work(m, d) -> None:
    """Set island_work[., 0] to the sum of squares of the lengths of the rows of the envelope, in trees."""
    first, rank = d.tree_first, d.tree_rank

    for k in range(d.nisland):
        d.island_work[k, 0] = 0.0
    for t in range(m.ntree):
        first[t] = rank[t]
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
            length = float(rank[t] - first[t])
            d.island_work[d.tree_island[t], 0] += length * length


@helper
def widen_row(m, d, colind: IntArray, begin: int, count: int) -> None:
    """Let the envelope hold all trees of a sparse row."""
    first, rank, treeid = d.tree_first, d.tree_rank, m.dof_treeid

    low = rank[treeid[colind[begin]]]
    for entry in range(begin + 1, begin + count):
        low = min(low, rank[treeid[colind[entry]]])
    for entry in range(begin, begin + count):
        t = treeid[colind[entry]]
        first[t] = min(first[t], low)
