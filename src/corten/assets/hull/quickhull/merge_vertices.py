"""Vertices that merges make superfluous: those that only two facets share.

Such a vertex is renamed to another one of both facets, if no ridge is then there twice.
"""

from corten.assets.hull.quickhull.degenerate import merge_degenerate, remove_extra_vertices
from corten.assets.hull.quickhull.facets import facet_has, is_facet, mark_facet
from corten.assets.hull.quickhull.memory import DEL_RIDGE, DELETED, NEW_MERGE, NONE, SEEN
from corten.assets.hull.quickhull.merge_queue import test_facet
from corten.assets.hull.quickhull.rename import rename_vertex
from corten.assets.hull.quickhull.ridges import beyond
from corten.assets.hull.quickhull.sets import append, free_set, item, new_set, remove, remove_at
from corten.assets.hull.quickhull.vertices import is_vertex, mark_vertex, vertex_has
from corten.runtime import helper


@helper
def reduce_vertices(d) -> bool:
    """Take superfluous vertices out of merged facets; tell whether facets were merged for it."""
    merged = merge_degenerate(d) > 0
    again = True
    while again and d.error == 0:
        again = reduce_extra(d) or reduce_shared(d)
        merged = merged or again
    vertex = d.newvertex_list
    while is_vertex(d, vertex):
        if not vertex_has(d, vertex, DELETED):
            mark_vertex(d, vertex, DEL_RIDGE, False)
        vertex = d.next_vertex[vertex]
    return merged


@helper
def reduce_extra(d) -> bool:
    """Take vertices without ridges out of merged facets; end early, and say so, if facets were merged for it."""
    facet = d.newfacet_list
    while is_facet(d, facet):
        if facet_has(d, facet, NEW_MERGE) and remove_extra_vertices(d, facet):
            test_facet(d, facet)
            if merge_degenerate(d) > 0:
                return True
        facet = d.next_facet[facet]
    return False


@helper
def reduce_shared(d) -> bool:
    """Rename vertices of merged facets that two facets share; end early, and say so, if facets were merged for it."""
    facet = d.newfacet_list
    while is_facet(d, facet):
        if facet_has(d, facet, NEW_MERGE):
            mark_facet(d, facet, NEW_MERGE, False)
            i = 0
            while i < d.set_size[d.facet_vertices[facet]] and d.error == 0:
                vertex = item(d, d.facet_vertices[facet], i)
                i += 1
                if vertex_has(d, vertex, DEL_RIDGE) and rename_shared(d, vertex, facet):
                    if merge_degenerate(d) > 0:
                        return True
                    i -= 1
        facet = d.next_facet[facet]
    return False


@helper
def rename_shared(d, vertex: int, facet: int) -> bool:
    """Rename a vertex that a facet shares with one other facet only, if there is another vertex for it."""
    facets = d.vertex_facets[vertex]
    if d.set_size[facets] != 2:
        return False
    other = item(d, facets, 0)
    if other == facet:
        other = item(d, facets, 1)
    ridges = new_set(d, 4)
    d.visit += 1
    d.facet_visit[other] = d.visit
    add_vertex_ridges(d, vertex, facet, ridges)
    vertices = shared_vertices(d, facet, other)
    remove(d, vertices, vertex)
    new = find_new_vertex(d, vertex, vertices, ridges)
    if new != NONE:
        rename_vertex(d, vertex, new, ridges, facet)
    free_set(d, vertices)
    free_set(d, ridges)
    return new != NONE


@helper
def shared_vertices(d, facet: int, other: int) -> int:
    """Return a set of the vertices that two facets share."""
    mine, theirs, shared, i, k = d.facet_vertices[facet], d.facet_vertices[other], new_set(d, 4), 0, 0
    while i < d.set_size[mine] and k < d.set_size[theirs]:
        a, b = item(d, mine, i), item(d, theirs, k)
        if a == b:
            append(d, shared, a)
            i += 1
            k += 1
        elif d.vertex_id[a] > d.vertex_id[b]:
            i += 1
        else:
            k += 1
    return shared


@helper
def add_vertex_ridges(d, vertex: int, facet: int, ridges: int) -> None:
    """Add the ridges of a facet at a vertex to a set, if the facet beyond was visited last."""
    own = d.ridges[facet]
    for i in range(d.set_size[own]):
        ridge = item(d, own, i)
        at_vertex = d.ridge_vertices[ridge, 0] == vertex or d.ridge_vertices[ridge, 1] == vertex
        if at_vertex and d.facet_visit[beyond(d, ridge, facet)] == d.visit:
            append(d, ridges, ridge)
    d.facet_visit[facet] = d.visit - 1


@helper
def vertex_ridges(d, vertex: int, all_facets: bool) -> int:
    """Return a set of the ridges at a vertex between the facets around it, each once."""
    ridges, facets = new_set(d, 16), d.vertex_facets[vertex]
    d.visit += 2
    n = d.set_size[facets]
    for i in range(n):
        d.facet_visit[item(d, facets, i)] = d.visit
    for i in range(n if all_facets else n - 1):
        add_vertex_ridges(d, vertex, item(d, facets, i), ridges)
    return ridges


@helper
def other_end(d, ridge: int, vertex: int) -> int:
    """Return the vertex of a ridge that is not the given one."""
    return d.ridge_vertices[ridge, 1] if d.ridge_vertices[ridge, 0] == vertex else d.ridge_vertices[ridge, 0]


@helper
def find_new_vertex(d, old: int, vertices: int, ridges: int) -> int:
    """Return the vertex of a set that a vertex can be renamed to such that none of its ridges is there twice."""
    for i in range(d.set_size[ridges]):
        for k in range(2):
            mark_vertex(d, d.ridge_vertices[item(d, ridges, i), k], SEEN, False)
    for i in range(d.set_size[vertices]):
        vertex = item(d, vertices, i)
        d.vertex_mark[vertex] = 0
        mark_vertex(d, vertex, SEEN, True)
    for i in range(d.set_size[ridges]):
        for k in range(2):
            vertex = d.ridge_vertices[item(d, ridges, i), k]
            if vertex_has(d, vertex, SEEN):
                d.vertex_mark[vertex] += 1
    i = 0
    while i < d.set_size[vertices]:
        if d.vertex_mark[item(d, vertices, i)] == 0:
            remove_at(d, vertices, i)
        else:
            i += 1
    d.vertex_visit = max(d.vertex_visit, d.set_size[ridges])
    sort_by_mark(d, vertices)
    for k in range(d.set_size[vertices]):
        vertex = item(d, vertices, k)
        if not is_twice(d, old, vertex, ridges):
            return vertex
    return NONE


@helper
def sort_by_mark(d, vertices: int) -> None:
    """Sort a few vertices by their marks; equal ones keep their order."""
    start = d.set_start[vertices]
    for i in range(1, d.set_size[vertices]):
        vertex = d.pool[start + i]
        k = i
        while k > 0 and d.vertex_mark[d.pool[start + max(k - 1, 0)]] > d.vertex_mark[vertex]:
            d.pool[start + k] = d.pool[start + k - 1]
            k -= 1
        d.pool[start + k] = vertex


@helper
def is_twice(d, old: int, vertex: int, ridges: int) -> bool:
    """Tell whether a ridge would be there twice if a vertex were renamed to another one."""
    theirs, found = vertex_ridges(d, vertex, False), False
    for i in range(d.set_size[theirs]):
        ridge = item(d, theirs, i)
        for k in range(d.set_size[ridges]):
            each = item(d, ridges, k)
            if each != ridge and other_end(d, ridge, vertex) == other_end(d, each, old):
                found = True
        if found:
            break
    free_set(d, theirs)
    return found
