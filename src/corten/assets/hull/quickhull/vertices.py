"""The list of vertices, rows for new ones, and the facets around each of them.

A vertex that gets a new facet moves to the end of the list. Facets around vertices are kept from the first merge on.
"""

from corten.assets.hull.quickhull.facets import facet_has, is_facet, is_visible, mark_facet
from corten.assets.hull.quickhull.memory import DELETED, DUPRIDGE, INCONSISTENT, NEW, NONE, PARTITIONED, ROOM, VISIBLE
from corten.assets.hull.quickhull.sets import append, close, free_set, item, new_set
from corten.runtime import helper


@helper
def vertex_has(d, vertex: int, bit: int) -> bool:
    """Tell whether a vertex has a bit."""
    return (d.vertex_flags[vertex] & bit) != 0


@helper
def mark_vertex(d, vertex: int, bit: int, on: bool) -> None:
    """Set or clear a bit of a vertex."""
    flags = d.vertex_flags[vertex]
    d.vertex_flags[vertex] = (flags | bit) if on else (flags & ~bit)


@helper
def is_vertex(d, vertex: int) -> bool:
    """Tell whether a place in the list of vertices is one."""
    return vertex != NONE and vertex != d.vertex_tail


@helper
def new_vertex(d, point: int) -> int:
    """Return a row for a vertex at a point."""
    vertex = d.free_vertex
    if vertex != NONE:
        d.free_vertex = d.next_vertex[vertex]
    elif d.used_vertices < d.nvertex:
        vertex = d.used_vertices
        d.used_vertices += 1
    else:
        d.error = ROOM
        vertex = d.nvertex - 1
    d.vertex_point[vertex], d.vertex_id[vertex] = point, d.next_vertex_id
    d.next_vertex_id += 1
    d.vertex_flags[vertex], d.vertex_mark[vertex], d.vertex_facets[vertex] = 0, 0, 0
    d.next_vertex[vertex], d.previous_vertex[vertex] = NONE, NONE
    return vertex


@helper
def append_vertex(d, vertex: int) -> None:
    """Put a vertex at the end of the list, among those of new facets."""
    tail = d.vertex_tail
    if tail == d.newvertex_list:
        d.newvertex_list = vertex
    mark_vertex(d, vertex, NEW, True)
    before = d.previous_vertex[tail]
    d.previous_vertex[vertex], d.next_vertex[vertex] = before, tail
    if before != NONE:
        d.next_vertex[before] = vertex
    else:
        d.vertex_list = vertex
    d.previous_vertex[tail] = vertex
    d.num_vertices += 1


@helper
def remove_vertex(d, vertex: int) -> None:
    """Take a vertex out of the list."""
    behind, before = d.next_vertex[vertex], d.previous_vertex[vertex]
    if vertex == d.newvertex_list:
        d.newvertex_list = behind
    if before != NONE:
        d.next_vertex[before] = behind
    else:
        d.vertex_list = behind
    d.previous_vertex[behind] = before
    d.num_vertices -= 1


@helper
def renew_vertices(d, vertices: int) -> None:
    """Put those vertices of a set at the end of the list that are not among those of new facets."""
    for i in range(d.set_size[vertices]):
        vertex = item(d, vertices, i)
        if not vertex_has(d, vertex, NEW):
            remove_vertex(d, vertex)
            append_vertex(d, vertex)


@helper
def delete_vertex(d, vertex: int) -> None:
    """Take a vertex out of the list, and give its row back."""
    if vertex_has(d, vertex, DELETED) and not vertex_has(d, vertex, PARTITIONED) and d.error == 0:
        d.error = INCONSISTENT
    remove_vertex(d, vertex)
    free_set(d, d.vertex_facets[vertex])
    d.next_vertex[vertex] = d.free_vertex
    d.free_vertex = vertex


@helper
def will_delete_vertex(d, vertex: int) -> None:
    """Enter a vertex among those to be deleted."""
    mark_vertex(d, vertex, DELETED, True)
    append(d, d.del_vertices, vertex)


@helper
def drop_vertex(d, vertex: int, facet: int) -> None:
    """Take a vertex that has one facet left out of it."""
    close(d, d.facet_vertices[facet], vertex)
    will_delete_vertex(d, vertex)


@helper
def add_vertex_facet(d, vertex: int, facet: int) -> None:
    """Add a facet to those around a vertex."""
    if d.vertex_facets[vertex] == 0:
        d.vertex_facets[vertex] = new_set(d, 3)
    append(d, d.vertex_facets[vertex], facet)


@helper
def list_vertex_facets(d) -> None:
    """Find the facets around each vertex, in the order of the list, unless they are known."""
    if d.has_vertex_facets != 0:
        return
    d.vertex_visit += 1
    facet = d.facet_list
    while is_facet(d, facet):
        if not facet_has(d, facet, VISIBLE):
            vertices = d.facet_vertices[facet]
            for i in range(d.set_size[vertices]):
                vertex = item(d, vertices, i)
                if d.vertex_mark[vertex] != d.vertex_visit:
                    d.vertex_mark[vertex] = d.vertex_visit
                    d.vertex_facets[vertex] = new_set(d, 3)
                append(d, d.vertex_facets[vertex], facet)
        facet = d.next_facet[facet]
    d.has_vertex_facets = 1


@helper
def reset_lists(d, visible: bool) -> None:
    """Make all facets and vertices old ones, and on demand the visible ones visible no more."""
    vertex = d.newvertex_list
    while is_vertex(d, vertex):
        mark_vertex(d, vertex, NEW, False)
        vertex = d.next_vertex[vertex]
    d.newvertex_list, d.first_new_id = NONE, 0
    facet = d.newfacet_list
    while is_facet(d, facet):
        mark_facet(d, facet, NEW | DUPRIDGE, False)
        facet = d.next_facet[facet]
    d.newfacet_list = NONE
    if visible:
        facet = d.visible_list
        while is_visible(d, facet):
            d.link[facet] = NONE
            mark_facet(d, facet, VISIBLE, False)
            facet = d.next_facet[facet]
        d.num_visible = 0
    d.visible_list = NONE
