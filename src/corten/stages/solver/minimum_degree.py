"""The order in which many trees of an island are eliminated: the one with the fewest neighbours comes first.

A heap of n bodies has an envelope of n^(5/3) blocks, and its factors fill it. Minimum degree (Tinney and Walker 1967)
eliminates next whichever tree is tied to the fewest others; those are tied to each other from then on. Here what an
eliminated tree leaves behind is an element, the list of the trees that it tied (the quotient graph of George and Liu
1989, "The evolution of the minimum degree ordering algorithm"): a tree that is eliminated takes in all elements that it
is a member of, and becomes their parent.

    1. eliminate_trees    parents and numbers of neighbours, in the order of elimination
    2. place_trees        the same factors with children right before their parents (a postorder)

Supernodes are made of trees that follow each other (`trees_pattern.py`).
"""

from corten.enums import StepErrorKind
from corten.runtime import helper, stage
from corten.runtime.fields import I4, Field
from corten.runtime.scratch import Room, scratch
from corten.stages.solver.islands import (
    choose_orders,
    list_neighbours,
    list_rows,
    number_idofs,
    number_islands,
    order_trees,
    unite_trees,
)
from corten.stages.solver.trees_pattern import may_have_many_trees

# trees of an island from which on it is factored by supernodes: fewer have a small envelope (measured on heaps)
MANY_TREES = 32

SCRATCH = scratch(
    Field("degree_head", I4, ("ntreeD",), "first tree of each degree, -1 for none"),
    Field("degree_next", I4, ("ntreeD",), "next tree of the same degree"),
    Field("degree_before", I4, ("ntreeD",), "tree before in that list"),
    Field("degree_of", I4, ("ntreeD",), "trees that each is tied to; of eliminated ones, when they were"),
    Field("elimination", I4, ("ntreeD",), "trees of an island in the order of elimination"),
    Field("element_begin", I4, ("ntreeD",), "first member of the element of each eliminated tree"),
    Field("element_end", I4, ("ntreeD",), "first behind them"),
    Field("element_parent", I4, ("ntreeD",), "-2: not eliminated, -1: an element, else the tree that took it in"),
    Field("element_first", I4, ("ntreeD",), "last of the memberships of each tree in elements, -1 for none"),
    Field("element_member", I4, ("maxmember",), "members of elements"),
    Field("element_of", I4, ("maxmember",), "element of each member"),
    Field("element_other", I4, ("maxmember",), "next membership of the same tree"),
    Field("tree_mark", I4, ("ntreeD",), "number of the last list that each tree was put on"),
    Field("tree_below", I4, ("ntreeD",), "trees that were eliminated into each, itself included"),
    Field("tree_heir", I4, ("ntreeD",), "of these its child with the most neighbours, which comes right before it"),
    Field("tree_free", I4, ("ntreeD",), "first free place of those below each tree"),
) + scratch(
    Field("nmember", I4, (), "members of all elements"),
    lasting=True,
)

ROOMS = (
    Room(
        "maxmember",
        "room for members of elements",
        counted_by="nmember",
        first=lambda model: 16 * model.ntree * may_have_many_trees(model),
    ),
)


@stage
def find_many_islands(m, d) -> int:
    """Do what `find_islands` does, with islands of many trees in the order of minimum degree."""
    unite_trees(m, d)
    number_islands(m, d)
    list_rows(m, d)
    list_neighbours(m, d)
    order_trees(m, d)
    choose_orders(m, d)
    d.nmember = 0
    for k in range(d.nisland):
        if d.island_treenum[k] >= MANY_TREES and not order_by_degree(d, k):
            return StepErrorKind.CAPACITY
    number_idofs(m, d)
    return 0


@helper
def order_by_degree(d, k: int) -> bool:
    """Order the trees of island k; return whether there is room."""
    begin, count = d.island_treeadr[k], d.island_treenum[k]
    fits = eliminate_trees(d, begin, count)
    if fits:
        place_trees(d, count)
        # what stands last is eliminated first
        for n in range(count):
            t = d.elimination[n]
            d.tree_order[begin + count - 1 - d.tree_place[t]] = t
    return fits


# ---------------------------------------------------------------- elimination


@helper
def eliminate_trees(d, begin: int, count: int) -> bool:
    """Eliminate the trees of an island, the one with the fewest neighbours first; return whether there was room."""
    list_degrees(d, begin, count)
    used, stamp, least = 0, 0, 0
    for n in range(count):
        while d.degree_head[least] < 0:
            least += 1
        t = d.degree_head[least]
        leave_degree(d, t)
        d.elimination[n] = t
        stamp += 1
        first, used = used, gather_element(d, t, used, stamp)
        if used > d.maxmember:
            d.nmember = 2 * used
            return False
        d.element_begin[t], d.element_end[t], d.element_parent[t] = first, used, -1
        d.degree_of[t] = used - first
        for entry in range(first, used):
            u = d.element_member[entry]
            d.element_of[entry] = t
            d.element_other[entry] = d.element_first[u]
            d.element_first[u] = entry
        for entry in range(first, used):
            u = d.element_member[entry]
            stamp += 1
            leave_degree(d, u)
            degree = count_neighbours(d, u, stamp)
            enter_degree(d, u, degree)
            least = min(least, degree)
    d.nmember = max(d.nmember, used)
    return True


@helper
def list_degrees(d, begin: int, count: int) -> None:
    """List the trees of an island by the number of their neighbours."""
    for n in range(count):
        t = d.tree_order[begin + n]
        d.degree_head[n] = -1
        d.element_parent[t] = -2
        d.element_first[t] = -1
        d.tree_mark[t] = -1
    # marks of neighbours are negative here, so that they are none of what elimination writes
    for n in range(count):
        t = d.tree_order[begin + n]
        enter_degree(d, t, count_neighbours(d, t, -2 - n))


@helper
def count_neighbours(d, t: int, stamp: int) -> int:
    """Return how many trees a tree is tied to, by rows or as members of the same elements."""
    count, end = 0, d.tree_edgeend[t]
    d.tree_mark[t] = stamp
    for edge in range(end - d.tree_degree[t], end):
        u = d.edge_target[edge >> 1, edge & 1]
        if d.tree_mark[u] != stamp and d.element_parent[u] == -2:
            d.tree_mark[u] = stamp
            count += 1
    entry = d.element_first[t]
    while entry >= 0:
        element = d.element_of[entry]
        if d.element_parent[element] == -1:
            for other in range(d.element_begin[element], d.element_end[element]):
                u = d.element_member[other]
                if d.tree_mark[u] != stamp and d.element_parent[u] == -2:
                    d.tree_mark[u] = stamp
                    count += 1
        entry = d.element_other[entry]
    return count


@helper
def gather_element(d, t: int, used: int, stamp: int) -> int:
    """Write the trees that tree t is tied to from `used` on, and let it take in its elements; return where they end.

    What does not fit is counted, not written.
    """
    end = d.tree_edgeend[t]
    d.tree_mark[t] = stamp
    for edge in range(end - d.tree_degree[t], end):
        used = add_member(d, d.edge_target[edge >> 1, edge & 1], used, stamp)
    entry = d.element_first[t]
    while entry >= 0:
        element = d.element_of[entry]
        if d.element_parent[element] == -1:
            for other in range(d.element_begin[element], d.element_end[element]):
                used = add_member(d, d.element_member[other], used, stamp)
            d.element_parent[element] = t
        entry = d.element_other[entry]
    return used


@helper
def add_member(d, u: int, used: int, stamp: int) -> int:
    """Write tree u as a member unless it is one or has been eliminated; return where the members end."""
    if d.tree_mark[u] != stamp and d.element_parent[u] == -2:
        d.tree_mark[u] = stamp
        if used < d.maxmember:
            d.element_member[used] = u
        used += 1
    return used


@helper
def enter_degree(d, t: int, degree: int) -> None:
    """Put a tree on the list of its degree."""
    after = d.degree_head[degree]
    d.degree_of[t] = degree
    d.degree_next[t], d.degree_before[t] = after, -1
    if after >= 0:
        d.degree_before[after] = t
    d.degree_head[degree] = t


@helper
def leave_degree(d, t: int) -> None:
    """Take a tree off the list of its degree."""
    after, before = d.degree_next[t], d.degree_before[t]
    if before >= 0:
        d.degree_next[before] = after
    else:
        d.degree_head[d.degree_of[t]] = after
    if after >= 0:
        d.degree_before[after] = before


# ---------------------------------------------------------------- the same factors with children before their parents


@helper
def place_trees(d, count: int) -> None:
    """Number trees so that all that were eliminated into one come right before it, its heir's last of them."""
    for n in range(count):
        t = d.elimination[n]
        d.tree_below[t], d.tree_heir[t] = 1, -1
    for n in range(count):
        t = d.elimination[n]
        parent = d.element_parent[t]
        if parent >= 0:
            d.tree_below[parent] += d.tree_below[t]
            heir = d.tree_heir[parent]
            if heir < 0 or d.degree_of[t] > d.degree_of[max(heir, 0)]:
                d.tree_heir[parent] = t

    # parents come after their children in the order of elimination, so they are placed first
    free = 0
    for n in range(count - 1, -1, -1):
        t = d.elimination[n]
        parent, below = d.element_parent[t], d.tree_below[t]
        start = free
        if parent < 0:
            free += below
        elif d.tree_heir[parent] == t:
            start = d.tree_place[parent] - below
        else:
            start = d.tree_free[parent]
            d.tree_free[parent] = start + below
        d.tree_free[t] = start
        d.tree_place[t] = start + below - 1
