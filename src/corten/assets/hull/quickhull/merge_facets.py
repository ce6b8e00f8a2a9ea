"""A facet is merged into another one, which gets its neighbors, ridges and vertices, and is new from there on.

The plane of the other facet stays; how far vertices lie off it is kept track of. A triangle adds one vertex to it; all
others join their vertices with its.
"""

from corten.assets.hull.quickhull.facets import facet_has, mark_facet, move_to_end, will_delete
from corten.assets.hull.quickhull.memory import (
    CENTRUM,
    DEL_RIDGE,
    DUPRIDGE,
    INCONSISTENT,
    KEEP_CENTRUM,
    NEW,
    NEW_MERGE,
    NONE,
    SIMPLICIAL_BOTTOM,
    SIMPLICIAL_TOP,
    TESTED,
    TOO_DEGENERATE,
    VISIBLE,
    WIDE_MERGE,
)
from corten.assets.hull.quickhull.merge_queue import (
    AT_HORIZON,
    test_degenerate_neighbors,
    test_facet,
    test_redundant_neighbors,
)
from corten.assets.hull.quickhull.ridges import add_ridge, beyond, delete_merged_ridge, make_ridges, mark_ridge
from corten.assets.hull.quickhull.sets import append, free_set, has, insert, item, new_set, remove, replace
from corten.assets.hull.quickhull.vertices import (
    append_vertex,
    drop_vertex,
    list_vertex_facets,
    mark_vertex,
    remove_vertex,
    renew_vertices,
    vertex_has,
)
from corten.runtime import helper

# merges that are counted; vertices that a facet has more than three before its centrum is kept
MOST_MERGES, MORE_VERTICES = 511, 5

# merges so many times as wide as one may be are refused
WIDE_RATIO = 100.0


@helper
def merge_facet(d, facet: int, into: int, kind: int, known: bool, low: float, high: float, apex: bool) -> None:
    """Merge a facet into another one; `known` are the lowest and highest distance of its vertices from there.

    With `apex` the first vertex is that of a cone, which the other facet does not have yet.
    """
    d.num_merges += 1
    if not may_merge(d, facet, into, known, low, high):
        return
    list_vertex_facets(d)
    make_ridges(d, facet)
    make_ridges(d, into)
    if known:
        d.max_outside = max(d.max_outside, high)
        d.max_vertex = max(d.max_vertex, high)
        d.max_out[into] = max(d.max_out[into], high)
        d.min_vertex = min(d.min_vertex, low)
        if high > d.wide_facet or low < -d.wide_facet:
            mark_facet(d, into, KEEP_CENTRUM, True)
    d.nummerge[into] = min(d.nummerge[facet] + d.nummerge[into] + 1, MOST_MERGES)
    mark_facet(d, into, NEW_MERGE, True)
    mark_facet(d, into, DUPRIDGE, False)
    forget_tests(d, facet, into)
    if d.set_size[d.facet_vertices[facet]] == 3:
        merge_triangle(d, facet, into, apex)
    else:
        merge_polygon(d, facet, into)
    move_to_end(d, into)
    mark_facet(d, into, NEW, True)
    mark_facet(d, into, TESTED, False)
    if kind != AT_HORIZON:
        test_redundant_neighbors(d, into)
        test_degenerate_neighbors(d, facet)
        test_facet(d, into)
    will_delete(d, facet, into)


@helper
def may_merge(d, facet: int, into: int, known: bool, low: float, high: float) -> bool:
    """Tell whether a merge is narrow enough, and leaves enough facets."""
    if d.error != 0:
        return False
    if known:
        width = max(max(WIDE_RATIO * d.one_merge, d.max_out[facet]), d.max_out[into])
        if high > width or -low > width:
            d.error = WIDE_MERGE
    if facet == into or facet_has(d, facet, VISIBLE) or facet_has(d, into, VISIBLE):
        d.error = INCONSISTENT
    elif d.num_facets - d.num_visible <= 4:
        d.error = TOO_DEGENERATE
    return d.error == 0


@helper
def forget_tests(d, facet: int, into: int) -> None:
    """Let what changes with a merge be tested again; a centrum stays where a facet has many vertices."""
    mark_facet(d, into, TESTED, False)
    forget_ridges(d, facet)
    if not facet_has(d, into, CENTRUM):
        return
    n = d.set_size[d.facet_vertices[into]]
    if not facet_has(d, into, KEEP_CENTRUM):
        if n > 3 + MORE_VERTICES:
            mark_facet(d, into, KEEP_CENTRUM, True)
    elif n <= 3 + MORE_VERTICES and n == 3:
        mark_facet(d, into, KEEP_CENTRUM, False)
    if not facet_has(d, into, KEEP_CENTRUM):
        mark_facet(d, into, CENTRUM, False)
        forget_ridges(d, into)


@helper
def forget_ridges(d, facet: int) -> None:
    """Let all ridges of a facet be tested again."""
    ridges = d.ridges[facet]
    for i in range(d.set_size[ridges]):
        mark_ridge(d, item(d, ridges, i), TESTED, False)


@helper
def opposite_vertex(d, facet: int, into: int) -> int:
    """Return the vertex of a triangle that does not lie on its ridge to another facet."""
    vertices, ridges, first, second = d.facet_vertices[facet], d.ridges[facet], NONE, NONE
    for i in range(d.set_size[ridges]):
        ridge = item(d, ridges, i)
        if beyond(d, ridge, facet) == into:
            first, second = d.ridge_vertices[ridge, 0], d.ridge_vertices[ridge, 1]
            mark_vertex(d, first, DEL_RIDGE, True)
            mark_vertex(d, second, DEL_RIDGE, True)
            break
    for i in range(d.set_size[vertices]):
        vertex = item(d, vertices, i)
        if vertex != first and vertex != second:
            return vertex
    d.error = INCONSISTENT
    return item(d, vertices, 0)


@helper
def add_facet_vertex(d, facet: int, vertex: int) -> bool:
    """Add a vertex to a facet at its place; tell whether it is new there."""
    vertices, i = d.facet_vertices[facet], 0
    n = d.set_size[vertices]
    while i < n:
        other = item(d, vertices, i)
        if d.vertex_id[other] < d.vertex_id[vertex]:
            break
        if other == vertex:
            return False
        i += 1
    insert(d, vertices, i, vertex)
    return True


@helper
def merge_triangle(d, facet: int, into: int, apex: bool) -> None:
    """Merge a triangle into another facet."""
    vertices, fresh = d.facet_vertices[facet], False
    opposite = item(d, vertices, 0)
    if apex:
        if not facet_has(d, into, NEW):
            renew_vertices(d, d.facet_vertices[into])
        if item(d, d.facet_vertices[into], 0) != opposite:
            insert(d, d.facet_vertices[into], 0, opposite)
            fresh = True
    else:
        opposite = opposite_vertex(d, facet, into)
        fresh = add_facet_vertex(d, into, opposite)
        if not facet_has(d, into, NEW):
            renew_vertices(d, d.facet_vertices[into])
        elif not vertex_has(d, opposite, NEW):
            remove_vertex(d, opposite)
            append_vertex(d, opposite)
    for i in range(d.set_size[vertices]):
        vertex = item(d, vertices, i)
        if vertex == opposite and fresh:
            replace(d, d.vertex_facets[vertex], facet, into)
        else:
            remove(d, d.vertex_facets[vertex], facet)
            if d.set_size[d.vertex_facets[vertex]] < 2:
                drop_vertex(d, vertex, into)
    d.visit += 1
    neighbors = d.neighbors[into]
    for i in range(d.set_size[neighbors]):
        d.facet_visit[item(d, neighbors, i)] = d.visit
    take_triangle_ridges(d, facet, into)


@helper
def take_triangle_ridges(d, facet: int, into: int) -> None:
    """Give the ridges and neighbors of a triangle to the facet that it is merged into."""
    ridges, i = d.ridges[facet], 0
    while i < d.set_size[ridges]:
        ridge = item(d, ridges, i)
        other = beyond(d, ridge, facet)
        if other == into:
            delete_merged_ridge(d, ridge)
            remove(d, d.neighbors[into], facet)
            continue
        if facet_has(d, other, DUPRIDGE) and not has(d, d.neighbors[other], facet):
            d.error = INCONSISTENT
            return
        add_ridge(d, into, ridge)
        if d.facet_visit[other] != d.visit:
            append(d, d.neighbors[into], other)
            replace(d, d.neighbors[other], facet, into)
            d.facet_visit[other] = d.visit
        else:
            make_ridges(d, other)
            join_neighbors(d, other, facet, into)
        take_side(d, ridge, facet, into)
        i += 1


@helper
def join_neighbors(d, other: int, facet: int, into: int) -> None:
    """Let a facet that has both of two that become one have the second alone, at the first place if there was one."""
    neighbors = d.neighbors[other]
    if item(d, neighbors, 0) == facet:
        remove(d, neighbors, into)
        replace(d, neighbors, facet, into)
    else:
        remove(d, neighbors, facet)


@helper
def take_side(d, ridge: int, facet: int, into: int) -> None:
    """Put a facet on the side of a ridge where another one is."""
    if d.top[ridge] == facet:
        d.top[ridge] = into
        mark_ridge(d, ridge, SIMPLICIAL_TOP, False)
    else:
        d.bottom[ridge] = into
        mark_ridge(d, ridge, SIMPLICIAL_BOTTOM, False)


@helper
def merge_polygon(d, facet: int, into: int) -> None:
    """Merge a facet that has more than three vertices, or less, into another one."""
    d.vertex_visit += 1
    vertices = d.facet_vertices[into]
    for i in range(d.set_size[vertices]):
        d.vertex_mark[item(d, vertices, i)] = d.vertex_visit
    merge_neighbors(d, facet, into)
    merge_vertices(d, facet, into)
    if d.error != 0:
        return

    # ridges between the two vanish, all others move
    ridges, i = d.ridges[into], 0
    while i < d.set_size[ridges]:
        ridge = item(d, ridges, i)
        if d.top[ridge] == facet or d.bottom[ridge] == facet:
            delete_merged_ridge(d, ridge)
        else:
            i += 1
    ridges = d.ridges[facet]
    for k in range(d.set_size[ridges]):
        ridge = item(d, ridges, k)
        take_side(d, ridge, facet, into)
        add_ridge(d, into, ridge)
    vertices = d.facet_vertices[facet]
    for k in range(d.set_size[vertices]):
        vertex = item(d, vertices, k)
        if d.vertex_mark[vertex] != d.vertex_visit:
            replace(d, d.vertex_facets[vertex], facet, into)
        else:
            remove(d, d.vertex_facets[vertex], facet)
            if d.set_size[d.vertex_facets[vertex]] < 2:
                drop_vertex(d, vertex, into)
    if not facet_has(d, into, NEW):
        renew_vertices(d, d.facet_vertices[into])


@helper
def merge_neighbors(d, facet: int, into: int) -> None:
    """Give the neighbors of a facet to the one that it is merged into."""
    d.visit += 1
    mine, theirs = d.neighbors[facet], d.neighbors[into]
    for i in range(d.set_size[theirs]):
        d.facet_visit[item(d, theirs, i)] = d.visit
    for i in range(d.set_size[mine]):
        neighbor = item(d, mine, i)
        if d.facet_visit[neighbor] == d.visit:
            make_ridges(d, neighbor)
            join_neighbors(d, neighbor, facet, into)
        elif neighbor != into:
            append(d, theirs, neighbor)
            replace(d, d.neighbors[neighbor], facet, into)
    remove(d, mine, into)
    remove(d, theirs, facet)


@helper
def merge_vertices(d, facet: int, into: int) -> None:
    """Give the vertices of a facet to the one that it is merged into, in order."""
    mine, theirs = d.facet_vertices[facet], d.facet_vertices[into]
    n, count, k = d.set_size[mine], d.set_size[theirs], 0
    merged = new_set(d, n + count)
    for i in range(n):
        vertex = item(d, mine, i)
        while k < count and d.vertex_id[item(d, theirs, k)] > d.vertex_id[vertex]:
            append(d, merged, item(d, theirs, k))
            k += 1
        append(d, merged, vertex)
        if k < count and item(d, theirs, k) == vertex:
            k += 1
    while k < count:
        append(d, merged, item(d, theirs, k))
        k += 1
    if d.set_size[merged] > n + count - 2 and d.error == 0:
        d.error = INCONSISTENT
    free_set(d, theirs)
    d.facet_vertices[into] = merged
