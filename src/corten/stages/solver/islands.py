"""Constraint islands: trees that constraints tie together, and the order in which their dofs are eliminated."""

from corten.enums import ConstraintType, DisableBit, SolverType
from corten.runtime import helper, stage
from corten.stages.constraint.row import has_same_columns
from corten.stages.metric.couplings import in_metric
from corten.stages.solver.couplings import find_root, unite_coupled_trees
from corten.stages.solver.elimination import choose_orders, list_trees


@stage
def find_islands(m, d):
    """Group trees and rows by island, and order the dofs of each for a narrow envelope.

    reads:  d.edge_target d.edge_tree d.efc_island d.island_dofadr d.island_rowadr d.island_rownum d.island_treeadr
            d.island_treenum
    writes: d.efc_island d.island_dof d.island_dofadr d.island_dofnum d.island_row d.island_rowadr
    """
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
    place_dofs(m, d)


@helper
def unite_trees(m, d):
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
        if num > 0 and not repeats:
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
def same_dofs(d, r):
    """Tell whether row r belongs to the same object as the one before it and has the same dofs, unlike edges."""
    same = d.efc_type[r] == d.efc_type[r - 1] and d.efc_id[r] == d.efc_id[r - 1]
    return same and (d.efc_type[r] != ConstraintType.EQUALITY or has_same_columns(d, r - 1, r))


@helper
def number_islands(m, d):
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
def list_rows(m, d):
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
def list_neighbours(m, d):
    """List the neighbours of each tree; tree_link becomes the place after its last one."""
    edge, degree, link, target = d.edge_tree, d.tree_degree, d.tree_link, d.edge_target

    for t in range(m.ntree):
        degree[t] = 0
    for r in range(d.nefc):
        if edge[r, 0] != edge[r, 1]:
            degree[edge[r, 0]] += 1
            degree[edge[r, 1]] += 1
    total = 0
    for t in range(m.ntree):
        link[t] = total
        total += degree[t]
    for r in range(d.nefc):
        a, b = edge[r, 0], edge[r, 1]
        if a != b:
            target[link[a] >> 1, link[a] & 1] = b
            link[a] += 1
            target[link[b] >> 1, link[b] & 1] = a
            link[b] += 1


@helper
def order_trees(m, d):
    """Order the trees of each island breadth first from one with few neighbours (Cuthill and McKee)."""
    island, order, degree, link, target = d.tree_island, d.tree_order, d.tree_degree, d.tree_link, d.edge_target
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
            for entry in range(link[t] - degree[t], link[t]):
                neighbour = target[entry >> 1, entry & 1]
                if island[neighbour] == k:
                    island[neighbour] = -2
                    order[tail] = neighbour
                    tail += 1
        for place in range(treeadr[k], end):
            island[order[place]] = k


@helper
def place_dofs(m, d):
    """Place the dofs of each island in the reverse of the trees' order, leaves before roots."""
    order, dofadr, dofnum = d.tree_order, m.tree_dofadr, m.tree_dofnum
    dof, place, first, count = d.island_dof, d.dof_place, d.island_dofadr, d.island_dofnum

    total = 0
    for k in range(d.nisland):
        first[k] = total
        begin = d.island_treeadr[k]
        for entry in range(begin + d.island_treenum[k] - 1, begin - 1, -1):
            tree = order[entry]
            for i in range(dofadr[tree] + dofnum[tree] - 1, dofadr[tree] - 1, -1):
                dof[total] = i
                place[i] = total - first[k]
                total += 1
        count[k] = total - first[k]
