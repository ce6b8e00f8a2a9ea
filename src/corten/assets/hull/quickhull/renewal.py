"""What is visible goes: facets around vertices are brought up to date, facets and vertices are deleted."""

from corten.assets.hull.quickhull.facets import delete_facet, facet_has, is_facet, is_visible
from corten.assets.hull.quickhull.memory import DELETED, NEW, VISIBLE
from corten.assets.hull.quickhull.sets import add_new, clear, item, remove, remove_at
from corten.assets.hull.quickhull.vertices import (
    add_vertex_facet,
    delete_vertex,
    is_vertex,
    vertex_has,
    will_delete_vertex,
)
from corten.runtime import helper


@helper
def update_vertices(d, cone: bool) -> None:
    """Bring facets around vertices up to date, where they are kept, and enter vertices that have none for deletion.

    `cone` tells that all new facets are those of a cone.
    """
    if d.has_vertex_facets != 0:
        renew_vertex_facets(d, cone)
    facet = d.visible_list
    while is_visible(d, facet):
        vertices = d.facet_vertices[facet]
        for i in range(d.set_size[vertices]):
            vertex = item(d, vertices, i)
            if vertex_has(d, vertex, NEW) or vertex_has(d, vertex, DELETED):
                continue
            if d.has_vertex_facets != 0 and any_left(d, vertex):
                remove(d, d.vertex_facets[vertex], facet)
            else:
                will_delete_vertex(d, vertex)
        facet = d.next_facet[facet]


@helper
def any_left(d, vertex: int) -> bool:
    """Tell whether a vertex has a facet that is not visible."""
    facets = d.vertex_facets[vertex]
    i, n = 0, d.set_size[facets]
    while i < n and facet_has(d, item(d, facets, i), VISIBLE):
        i += 1
    return i < n


@helper
def renew_vertex_facets(d, cone: bool) -> None:
    """Take visible facets out of those around vertices of new facets, and put the new ones in."""
    vertex = d.newvertex_list
    while is_vertex(d, vertex):
        drop_visible(d, d.vertex_facets[vertex], cone)
        vertex = d.next_vertex[vertex]
    facet = d.newfacet_list
    while is_facet(d, facet):
        vertices = d.facet_vertices[facet]
        fresh = cone or (d.first_new_id != 0 and d.facet_id[facet] >= d.first_new_id)
        for i in range(d.set_size[vertices]):
            vertex = item(d, vertices, i)
            if fresh or d.vertex_facets[vertex] == 0:
                add_vertex_facet(d, vertex, facet)
            else:
                add_new(d, d.vertex_facets[vertex], facet)
        facet = d.next_facet[facet]


@helper
def drop_visible(d, facets: int, cone: bool) -> None:
    """Take visible facets out of a set: for a cone the last one takes the place, else those behind move up."""
    if cone:
        i = 0
        while i < d.set_size[facets]:
            if facet_has(d, item(d, facets, i), VISIBLE):
                remove_at(d, facets, i)
            else:
                i += 1
        return
    kept, n, start = 0, d.set_size[facets], d.set_start[facets]
    for i in range(n):
        facet = d.pool[start + i]
        if not facet_has(d, facet, VISIBLE):
            d.pool[start + kept] = facet
            kept += 1
    if kept < n:
        d.set_size[facets] = kept


@helper
def delete_visible(d) -> None:
    """Delete visible facets, and the vertices that are entered for it."""
    facet = d.visible_list
    while is_visible(d, facet):
        following = d.next_facet[facet]
        delete_facet(d, facet)
        facet = following
    d.num_visible = 0
    for i in range(d.set_size[d.del_vertices]):
        delete_vertex(d, item(d, d.del_vertices, i))
    clear(d, d.del_vertices)
