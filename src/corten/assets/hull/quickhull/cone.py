"""A point is added: facets below it become visible, and a cone of new facets joins the horizon to the point.

Each edge of the horizon makes a triangle with the point. New facets that would be coplanar with their facet beyond the
horizon get no plane: they hang in a cycle, and are merged into that facet.
"""

from corten.assets.hull.quickhull.facets import (
    append_facet,
    facet_has,
    is_facet,
    is_visible,
    mark_facet,
    move_to_end,
    new_facet,
)
from corten.assets.hull.quickhull.memory import (
    COPLANAR_HORIZON,
    EMPTY_HORIZON,
    MERGE_HORIZON,
    NONE,
    SEEN,
    SIMPLICIAL,
    SIMPLICIAL_BOTTOM,
    SIMPLICIAL_TOP,
    TOP,
    VISIBLE,
)
from corten.assets.hull.quickhull.planes import distance, set_plane
from corten.assets.hull.quickhull.ridges import add_ridge, beyond, delete_ridge, mark_ridge
from corten.assets.hull.quickhull.sets import append, clear, copy_without, index_of, item, new_set, remove, replace
from corten.assets.hull.quickhull.vertices import append_vertex, new_vertex, renew_vertices
from corten.runtime import helper


@helper
def find_horizon(d, point: int, facet: int) -> None:
    """Make all facets visible that a point lies above, and note which facets around them it is coplanar with."""
    move_to_end(d, facet)
    d.num_visible, d.visible_list, count = 1, facet, 0
    mark_facet(d, facet, VISIBLE, True)
    d.link[facet] = NONE
    d.visit += 1
    visible = d.visible_list
    while is_visible(d, visible):
        d.facet_visit[visible] = d.visit
        neighbors = d.neighbors[visible]
        for i in range(d.set_size[neighbors]):
            neighbor = item(d, neighbors, i)
            if d.facet_visit[neighbor] == d.visit:
                continue
            d.facet_visit[neighbor] = d.visit
            height = distance(d, point, neighbor)
            if height > d.min_visible:
                move_to_end(d, neighbor)
                mark_facet(d, neighbor, VISIBLE, True)
                d.link[neighbor] = NONE
                d.num_visible += 1
                continue
            count += 1
            coplanar = height >= -d.max_coplanar
            mark_facet(d, neighbor, COPLANAR_HORIZON, coplanar)
            if coplanar and height > 0.0:
                d.max_outside = max(d.max_outside, height)
                d.max_vertex = max(d.max_vertex, height)
                d.max_out[neighbor] = max(d.max_out[neighbor], height)
            elif coplanar:
                d.min_vertex = min(d.min_vertex, height)
        visible = d.next_facet[visible]
    if count == 0:
        d.error = EMPTY_HORIZON


@helper
def make_cone(d, point: int) -> int:
    """Make new facets from a point to all edges of the horizon, and return the vertex at the point."""
    d.first_new_id = d.next_facet_id
    d.newfacet_list, d.newvertex_list = d.facet_tail, d.vertex_tail
    apex = new_vertex(d, point)
    append_vertex(d, apex)
    d.visit += 1
    visible, last, last2 = d.visible_list, NONE, NONE
    while is_visible(d, visible) and d.error == 0:
        neighbors = d.neighbors[visible]
        for i in range(d.set_size[neighbors]):
            mark_facet(d, item(d, neighbors, i), SEEN, False)
        if d.ridges[visible] != 0:
            d.facet_visit[visible] = d.visit
            last2 = cone_from_ridges(d, visible, apex)
        if facet_has(d, visible, SIMPLICIAL):
            last = cone_from_triangle(d, visible, apex)
        if last2 != NONE:
            last = last2
        if last != NONE:
            d.link[visible] = last
        clear(d, d.ridges[visible])
        clear(d, d.neighbors[visible])
        visible = d.next_facet[visible]
    return apex


@helper
def new_cone_facet(d, vertices: int, top: bool, horizon: int) -> int:
    """Return a new facet at the end of the list; its vertices are now those of new facets."""
    renew_vertices(d, vertices)
    facet = new_facet(d)
    d.facet_vertices[facet] = vertices
    mark_facet(d, facet, TOP, top)
    append(d, d.neighbors[facet], horizon)
    append_facet(d, facet)
    return facet


@helper
def cone_from_ridges(d, visible: int, apex: int) -> int:
    """Make a new facet at each ridge of a visible facet on the horizon, and return the last one."""
    facet, ridges = NONE, d.ridges[visible]
    for i in range(d.set_size[ridges]):
        ridge = item(d, ridges, i)
        neighbor = beyond(d, ridge, visible)
        if facet_has(d, neighbor, VISIBLE):
            if d.facet_visit[neighbor] == d.visit:
                delete_ridge(d, ridge)
        else:
            top = d.top[ridge] == visible
            vertices = new_set(d, 3)
            append(d, vertices, apex)
            append(d, vertices, d.ridge_vertices[ridge, 0])
            append(d, vertices, d.ridge_vertices[ridge, 1])
            facet = new_cone_facet(d, vertices, top, neighbor)
            if d.error != 0:
                return NONE
            if facet_has(d, neighbor, COPLANAR_HORIZON):
                join_cycle(d, facet, neighbor)
            if facet_has(d, neighbor, SEEN):
                append(d, d.neighbors[neighbor], facet)
            else:
                replace(d, d.neighbors[neighbor], visible, facet)
            if facet_has(d, neighbor, SIMPLICIAL):
                remove(d, d.ridges[neighbor], ridge)
                delete_ridge(d, ridge)
            else:
                add_ridge(d, facet, ridge)
                if top:
                    d.top[ridge] = facet
                else:
                    d.bottom[ridge] = facet
                mark_ridge(d, ridge, SIMPLICIAL_TOP if top else SIMPLICIAL_BOTTOM, True)
        mark_facet(d, neighbor, SEEN, True)
    return facet


@helper
def join_cycle(d, facet: int, horizon: int) -> None:
    """Hang a new facet into the cycle of those that are coplanar with a facet beyond the horizon."""
    mark_facet(d, facet, MERGE_HORIZON, True)
    if not facet_has(d, horizon, SEEN):
        d.link[facet] = facet
        d.link[horizon] = facet
    else:
        first = d.link[horizon]
        d.link[facet] = d.link[first]
        d.link[first] = facet


@helper
def cone_from_triangle(d, visible: int, apex: int) -> int:
    """Make a new facet at each edge of a visible triangle to another on the horizon, and return the last one."""
    facet, neighbors = NONE, d.neighbors[visible]
    for i in range(d.set_size[neighbors]):
        neighbor = item(d, neighbors, i)
        if (d.flags[neighbor] & (SEEN | VISIBLE)) != 0:
            continue
        skip = index_of(d, d.neighbors[neighbor], visible)
        vertices = copy_without(d, d.facet_vertices[neighbor], skip, apex)
        top = ((skip & 1) != 0) == facet_has(d, neighbor, TOP)
        facet = new_cone_facet(d, vertices, top, neighbor)
        if d.error != 0:
            return NONE
        if facet_has(d, neighbor, COPLANAR_HORIZON):
            d.link[facet] = facet
            mark_facet(d, facet, MERGE_HORIZON, True)
        d.pool[d.set_start[d.neighbors[neighbor]] + skip] = facet
    return facet


@helper
def plane_cone(d) -> None:
    """Find the planes of new facets that are not to be merged beyond the horizon."""
    facet = d.newfacet_list
    while is_facet(d, facet):
        if not facet_has(d, facet, MERGE_HORIZON):
            set_plane(d, facet)
        facet = d.next_facet[facet]
