"""The order of least degree: vertices of a graph, each of which leaves its neighbours as neighbours of each other.

What has left is kept as groups of vertices that are neighbours of each other (a quotient graph: George and Liu, "The
evolution of the minimum degree ordering algorithm", 1989), so that memory stays that of the graph. Among vertices of
one degree the one whose degree was found last goes first.
"""

import numpy as np
from numpy.typing import NDArray

from corten.runtime import helper, stage
from corten.runtime.fields import I4, Field, Layout, Size
from corten.runtime.storage import Storage

Ints = NDArray[np.int64]

GRAPH = Layout(
    "Graph",
    (Size("nvertex", "vertices"), Size("nshelf", "degrees"), Size("nentry", "neighbours"), Size("nroom", "members")),
    (
        Field("rowadr", I4, ("nvertex",), "first entry of each vertex"),
        Field("ngroup", I4, ("nvertex",), "groups that each vertex is in: its first entries"),
        Field("nnext", I4, ("nvertex",), "neighbours outside of groups: the entries behind"),
        Field("entry", I4, ("nentry",), "groups and neighbours, vertex by vertex"),
        Field("groupadr", I4, ("nvertex",), "first member of the group that a vertex left, -1 for none"),
        Field("groupnum", I4, ("nvertex",), "members of that group"),
        Field("member", I4, ("nroom",), "members of groups"),
        Field("mark", I4, ("nvertex",), "the last search that met each vertex"),
        Field("degree", I4, ("nvertex",), "neighbours of each vertex, in groups or not"),
        Field("head", I4, ("nshelf",), "vertex of each degree whose degree was found last, -1 for none"),
        Field("before", I4, ("nvertex",), "vertex of the same degree that was found later, -1 for none"),
        Field("behind", I4, ("nvertex",), "vertex of the same degree that was found earlier, -1 for none"),
        Field("order", I4, ("nvertex",), "vertices in the order in which they leave"),
    ),
    "corten.deformable.compile.minimum_degree:GRAPH",
)


class Graph(Storage):
    """A graph that its vertices leave one by one."""

    layout = GRAPH

    rowadr: NDArray[np.int32]
    nnext: NDArray[np.int32]
    entry: NDArray[np.int32]
    order: NDArray[np.int32]


def minimum_degree_order(pairs: Ints, count: int) -> Ints:
    """Return the vertices of a graph in the order of least degree; `pairs` (n, 2) has both directions of each edge."""
    if not count:
        return np.zeros(0, int)
    keys = distinct(pairs[:, 0] * count + pairs[:, 1])
    one, other = np.divmod(keys, count)
    work = Graph({"nvertex": count, "nshelf": count + 1, "nentry": len(keys), "nroom": len(keys) + count})
    work.nnext[:] = np.bincount(one, minlength=count)
    work.rowadr[:] = np.cumsum(work.nnext) - work.nnext
    work.entry[:] = other
    eliminate_in_order(work, work)
    return work.order.astype(int)


@stage
def eliminate_in_order(m, d) -> None:
    """Let all vertices leave."""
    for shelf in range(m.nshelf):
        d.head[shelf] = -1
    for back in range(m.nvertex):
        v = m.nvertex - 1 - back
        d.mark[v], d.groupadr[v], d.groupnum[v], d.ngroup[v] = -1, -1, 0, 0
        add_to_bucket(d, v, d.nnext[v])
    least, search, used = 0, 0, 0
    for place in range(m.nvertex):
        while d.head[least] < 0:
            least += 1
        v = d.head[least]
        remove_from_bucket(d, v)
        d.order[place] = v
        if used + m.nvertex > m.nroom:
            used = compact_cliques(d, place)
        search += 1
        size = make_clique(d, v, used, search)
        sort_members(d, used, size)
        own = search
        for i in range(used, used + size):
            update_neighbours(d, d.member[i], v, own)
        for i in range(used, used + size):
            w = d.member[i]
            search += 1
            found = count_neighbours(d, w, search)
            remove_from_bucket(d, w)
            add_to_bucket(d, w, found)
            least = min(least, found)
        used += size


@helper
def add_to_bucket(d, v: int, degree: int) -> None:
    """Make a vertex the first of its degree."""
    d.degree[v] = degree
    d.before[v] = -1
    d.behind[v] = d.head[degree]
    if d.head[degree] >= 0:
        d.before[d.head[degree]] = v
    d.head[degree] = v


@helper
def remove_from_bucket(d, v: int) -> None:
    """Remove a vertex from those of its degree."""
    if d.before[v] >= 0:
        d.behind[d.before[v]] = d.behind[v]
    else:
        d.head[d.degree[v]] = d.behind[v]
    if d.behind[v] >= 0:
        d.before[d.behind[v]] = d.before[v]


@helper
def make_clique(d, v: int, used: int, search: int) -> int:
    """Make a group of the neighbours of a vertex that leaves, mark them, and return how many they are.

    The groups that it was in become part of it.
    """
    size = 0
    d.mark[v] = search
    start = d.rowadr[v]
    for e in range(start, start + d.ngroup[v]):
        group = d.entry[e]
        for i in range(d.groupadr[group], d.groupadr[group] + d.groupnum[group]):
            w = d.member[i]
            if d.mark[w] != search:
                d.mark[w] = search
                d.member[used + size] = w
                size += 1
        d.groupadr[group] = -1
    for e in range(start + d.ngroup[v], start + d.ngroup[v] + d.nnext[v]):
        w = d.entry[e]
        if d.mark[w] != search:
            d.mark[w] = search
            d.member[used + size] = w
            size += 1
    d.groupadr[v], d.groupnum[v] = used, size
    return size


@helper
def sort_members(d, start: int, size: int) -> None:
    """Sort the members of a group by their numbers (Shell's way)."""
    gap = size // 2
    while gap > 0:
        for i in range(start + gap, start + size):
            w, j = d.member[i], i
            while j >= start + gap and d.member[max(j - gap, start)] > w:
                d.member[j] = d.member[j - gap]
                j -= gap
            d.member[j] = w
        gap = gap // 2


@helper
def update_neighbours(d, w: int, group: int, search: int) -> None:
    """Let a vertex be in a new group; what is in the group needs no entry of its own any more."""
    start, stop = d.rowadr[w], d.rowadr[w] + d.ngroup[w] + d.nnext[w]
    middle = start + d.ngroup[w]
    # it loses at least one entry, to which the new group goes
    kept = start
    for e in range(start, middle):
        if d.groupadr[d.entry[e]] >= 0:
            d.entry[kept] = d.entry[e]
            kept += 1
    groups = kept - start
    first, nexts = kept, 0
    for e in range(middle, stop):
        other = d.entry[e]
        if d.mark[other] != search:
            d.entry[first + nexts] = other
            nexts += 1
    # neighbours move on by one to make room
    if nexts > 0:
        d.entry[first + nexts] = d.entry[first]
    d.entry[first] = group
    d.ngroup[w], d.nnext[w] = groups + 1, nexts


@helper
def count_neighbours(d, w: int, search: int) -> int:
    """Return how many neighbours a vertex has, in groups or not."""
    count = 0
    d.mark[w] = search
    start = d.rowadr[w]
    for e in range(start, start + d.ngroup[w]):
        group = d.entry[e]
        for i in range(d.groupadr[group], d.groupadr[group] + d.groupnum[group]):
            other = d.member[i]
            if d.mark[other] != search:
                d.mark[other] = search
                count += 1
    for e in range(start + d.ngroup[w], start + d.ngroup[w] + d.nnext[w]):
        other = d.entry[e]
        if d.mark[other] != search:
            d.mark[other] = search
            count += 1
    return count


@helper
def compact_cliques(d, count: int) -> int:
    """Move the groups that `count` vertices have left to the front of their room, and return how much they use."""
    used = 0
    # groups lie in the order in which their vertices left
    for place in range(count):
        v = d.order[place]
        if d.groupadr[v] >= 0:
            start = d.groupadr[v]
            d.groupadr[v] = used
            for i in range(d.groupnum[v]):
                d.member[used + i] = d.member[start + i]
            used += d.groupnum[v]
    return used


def distinct(numbers: NDArray[np.integer]) -> NDArray[np.integer]:
    """Return each number once, in ascending order; sorting is quicker here than the hashes of `np.unique`."""
    ordered = np.sort(numbers)
    return ordered[np.diff(ordered, prepend=-1) != 0]
