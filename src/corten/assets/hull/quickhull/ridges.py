"""Ridges between facets, and rows for merges.

A facet that is merged, or next to one that is, has a ridge for each neighbor; simplicial ones need none.
"""

from corten.assets.hull.quickhull.facets import facet_has, mark_facet
from corten.assets.hull.quickhull.memory import (
    DEL_RIDGE,
    MERGE,
    MERGE_VERTEX,
    NONCONVEX,
    NONE,
    ROOM,
    SEEN,
    SIMPLICIAL,
    SIMPLICIAL_BOTTOM,
    SIMPLICIAL_TOP,
    TESTED,
    TOP,
)
from corten.assets.hull.quickhull.sets import append, item, new_set, remove, remove_at
from corten.assets.hull.quickhull.vertices import mark_vertex
from corten.runtime import helper


@helper
def ridge_has(d, ridge: int, bit: int) -> bool:
    """Tell whether a ridge has a bit."""
    return (d.ridge_flags[ridge] & bit) != 0


@helper
def mark_ridge(d, ridge: int, bit: int, on: bool) -> None:
    """Set or clear a bit of a ridge."""
    flags = d.ridge_flags[ridge]
    d.ridge_flags[ridge] = (flags | bit) if on else (flags & ~bit)


@helper
def beyond(d, ridge: int, facet: int) -> int:
    """Return the facet on the other side of a ridge."""
    return d.bottom[ridge] if d.top[ridge] == facet else d.top[ridge]


@helper
def new_ridge(d) -> int:
    """Return a row for a ridge."""
    ridge = d.free_ridge
    if ridge != NONE:
        d.free_ridge = d.top[ridge]
    elif d.used_ridges < d.nridge:
        ridge = d.used_ridges
        d.used_ridges += 1
    else:
        d.error = ROOM
        ridge = d.nridge - 1
    d.ridge_flags[ridge] = 0
    return ridge


@helper
def delete_ridge(d, ridge: int) -> None:
    """Give the row of a ridge back."""
    d.top[ridge] = d.free_ridge
    d.free_ridge = ridge


@helper
def add_ridge(d, facet: int, ridge: int) -> None:
    """Add a ridge to those of a facet."""
    if d.ridges[facet] == 0:
        d.ridges[facet] = new_set(d, 3)
    append(d, d.ridges[facet], ridge)


@helper
def new_merge(d) -> int:
    """Return a row for a merge."""
    merge = d.free_merge
    if merge != NONE:
        d.free_merge = d.merge_kind[merge]
    elif d.used_merges < d.nmerge:
        merge = d.used_merges
        d.used_merges += 1
    else:
        d.error = ROOM
        merge = d.nmerge - 1
    return merge


@helper
def delete_merge(d, merge: int) -> None:
    """Give the row of a merge back."""
    d.merge_kind[merge] = d.free_merge
    d.free_merge = merge


@helper
def make_ridges(d, facet: int) -> None:
    """Give a simplicial facet ridges to all its neighbors."""
    if not facet_has(d, facet, SIMPLICIAL):
        return
    mark_facet(d, facet, SIMPLICIAL, False)
    neighbors, marked = d.neighbors[facet], False
    for i in range(d.set_size[neighbors]):
        neighbor = item(d, neighbors, i)
        if neighbor == MERGE:
            marked = True
        else:
            mark_facet(d, neighbor, SEEN, False)
    ridges = d.ridges[facet]
    for i in range(d.set_size[ridges]):
        mark_facet(d, beyond(d, item(d, ridges, i), facet), SEEN, True)
    for i in range(d.set_size[neighbors]):
        neighbor = item(d, neighbors, i)
        if neighbor == MERGE or facet_has(d, neighbor, SEEN):
            continue
        ridge = ridge_between(d, facet, neighbor, i, facet, True)
        if facet_has(d, facet, TESTED) and not marked:
            mark_ridge(d, ridge, TESTED, True)
        add_ridge(d, facet, ridge)
        add_ridge(d, neighbor, ridge)
    if marked:
        while remove(d, neighbors, MERGE):
            continue


@helper
def ridge_between(d, facet: int, neighbor: int, place: int, owner: int, both: bool) -> int:
    """Return a new ridge opposite to a vertex of a simplicial facet, which belongs to an owner and to a neighbor.

    With `both` it is noted whether the facets on either side are simplicial, else that the neighbor is.
    """
    ridge, vertices = new_ridge(d), d.facet_vertices[facet]
    d.ridge_vertices[ridge, 0] = item(d, vertices, 1 if place == 0 else 0)
    d.ridge_vertices[ridge, 1] = item(d, vertices, 1 if place == 2 else 2)
    top = facet_has(d, facet, TOP) != ((place & 1) != 0)
    d.top[ridge] = owner if top else neighbor
    d.bottom[ridge] = neighbor if top else owner
    other = facet_has(d, neighbor, SIMPLICIAL) or not both
    mark_ridge(d, ridge, SIMPLICIAL_TOP, both if top else other)
    mark_ridge(d, ridge, SIMPLICIAL_BOTTOM, other if top else both)
    return ridge


@helper
def delete_merged_ridge(d, ridge: int) -> None:
    """Delete a ridge between two facets that become one."""
    if ridge_has(d, ridge, NONCONVEX):
        copy_nonconvex(d, ridge)
    mark_vertex(d, d.ridge_vertices[ridge, 0], DEL_RIDGE, True)
    if d.ridge_vertices[ridge, 1] != NONE:
        mark_vertex(d, d.ridge_vertices[ridge, 1], DEL_RIDGE, True)
    queue, i = d.vertex_merges, 0
    while i < d.set_size[queue]:
        merge = item(d, queue, i)
        first, second = d.merge_pair[merge, 2], d.merge_pair[merge, 3]
        if first == ridge or second == ridge:
            mark_ridge(d, second if first == ridge else first, MERGE_VERTEX, False)
            remove_at(d, queue, i)
            delete_merge(d, merge)
        else:
            i += 1
    remove(d, d.ridges[d.top[ridge]], ridge)
    remove(d, d.ridges[d.bottom[ridge]], ridge)
    delete_ridge(d, ridge)


@helper
def copy_nonconvex(d, ridge: int) -> None:
    """Let another ridge between the same facets be nonconvex in place of one."""
    facet, other = d.top[ridge], d.bottom[ridge]
    mark_ridge(d, ridge, NONCONVEX, False)
    ridges = d.ridges[facet]
    for i in range(d.set_size[ridges]):
        each = item(d, ridges, i)
        if each != ridge and (d.top[each] == other or d.bottom[each] == other):
            mark_ridge(d, each, NONCONVEX, True)
            return
