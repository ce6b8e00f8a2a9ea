"""New facets that are coplanar with the same facet beyond the horizon are merged into it all at once.

They hang in a cycle. The facet beyond gets their ridges on the outside, and the apex of the cone as its first vertex;
its plane and its place in the order of neighbors stay.
"""

from corten.assets.hull.quickhull.degenerate import merge_degenerate
from corten.assets.hull.quickhull.facets import facet_has, is_facet, mark_facet, move_to_end, will_delete
from corten.assets.hull.quickhull.memory import (
    CENTRUM,
    COPLANAR_HORIZON,
    CYCLE_DONE,
    DEL_RIDGE,
    MERGE_RIDGE,
    NEW,
    NEW_MERGE,
    NONE,
    NORMAL,
    SIMPLICIAL,
)
from corten.assets.hull.quickhull.merge_facets import MORE_VERTICES, MOST_MERGES, merge_facet
from corten.assets.hull.quickhull.merge_queue import AT_HORIZON, test_redundant_neighbors
from corten.assets.hull.quickhull.ridges import add_ridge, delete_ridge, make_ridges, ridge_between
from corten.assets.hull.quickhull.sets import append, clear, close, free_set, insert, item, new_set, remove, replace
from corten.assets.hull.quickhull.vertices import (
    add_vertex_facet,
    list_vertex_facets,
    mark_vertex,
    renew_vertices,
    will_delete_vertex,
)
from corten.runtime import helper


@helper
def merge_cycles(d) -> bool:
    """Merge all new facets without a plane beyond the horizon; tell whether there were any."""
    facet, any_cycle = d.newfacet_list, False
    while is_facet(d, facet) and d.error == 0:
        following = d.next_facet[facet]
        if not facet_has(d, facet, NORMAL):
            any_cycle = True
            horizon = item(d, d.neighbors[facet], 0)
            if d.link[facet] == facet:
                vertices = d.facet_vertices[facet]
                mark_vertex(d, item(d, vertices, 1), DEL_RIDGE, True)
                mark_vertex(d, item(d, vertices, 2), DEL_RIDGE, True)
                d.link[horizon] = NONE
                merge_facet(d, facet, horizon, AT_HORIZON, False, 0.0, 0.0, True)
            else:
                count = close_cycle(d, facet)
                while is_facet(d, following) and facet_has(d, following, CYCLE_DONE):
                    following = d.next_facet[following]
                d.link[horizon] = NONE
                merge_cycle(d, facet, horizon)
                d.nummerge[horizon] = min(d.nummerge[horizon] + count, MOST_MERGES)
        facet = following
    if any_cycle:
        facet = d.newfacet_list
        while is_facet(d, facet) and d.error == 0:
            if facet_has(d, facet, COPLANAR_HORIZON):
                test_redundant_neighbors(d, facet)
                mark_facet(d, facet, COPLANAR_HORIZON, False)
            facet = d.next_facet[facet]
        merge_degenerate(d)
    return any_cycle


@helper
def close_cycle(d, first: int) -> int:
    """Take facets that got a plane after all out of a cycle, and return how many remain."""
    count, before, facet = 0, first, d.link[first]
    while True:
        following = d.link[facet]
        mark_facet(d, facet, CYCLE_DONE, True)
        if facet_has(d, facet, NORMAL):
            d.link[before] = following
            d.link[facet] = NONE
        else:
            before = facet
            count += 1
        if facet == first:
            break
        facet = following
    return count


@helper
def merge_cycle(d, first: int, into: int) -> None:
    """Merge a cycle of facets, all of them next to a facet, into that one."""
    d.num_merges += 1
    list_vertex_facets(d)
    apex = item(d, d.facet_vertices[first], 0)
    make_ridges(d, into)
    take_neighbors(d, first, into)
    take_ridges(d, first, into)
    take_vertices(d, first, into)
    if item(d, d.facet_vertices[into], 0) != apex:
        insert(d, d.facet_vertices[into], 0, apex)
    if not facet_has(d, into, NEW):
        renew_vertices(d, d.facet_vertices[into])

    # the facet is new, those of the cycle are visible
    move_to_end(d, into)
    mark_facet(d, into, NEW | NEW_MERGE, True)
    mark_facet(d, into, SIMPLICIAL, False)
    facet = d.link[first]
    while True:
        following = d.link[facet]
        will_delete(d, facet, into)
        if facet == first:
            break
        facet = following
    if d.set_size[d.facet_vertices[into]] <= 3 + MORE_VERTICES:
        mark_facet(d, into, CENTRUM, False)


@helper
def take_neighbors(d, first: int, into: int) -> None:
    """Give the neighbors of a cycle to a facet. Visits tell afterwards what is in the cycle, and what next to it."""
    d.visit += 1
    cycle, facet = d.visit, d.link[first]
    while True:
        d.facet_visit[facet] = cycle
        if facet == first:
            break
        facet = d.link[facet]
    d.visit += 1
    d.facet_visit[into] = d.visit
    keep_others(d, into, cycle)
    facet = d.link[first]
    while True:
        neighbors = d.neighbors[facet]
        for i in range(d.set_size[neighbors]):
            neighbor = item(d, neighbors, i)
            if d.facet_visit[neighbor] != cycle:
                take_neighbor(d, facet, neighbor, into)
        if facet == first:
            break
        facet = d.link[facet]


@helper
def keep_others(d, into: int, cycle: int) -> None:
    """Take those of a cycle out of the neighbors of a facet, and visit the others."""
    neighbors, kept = d.neighbors[into], 0
    start, n = d.set_start[neighbors], d.set_size[neighbors]
    for i in range(n):
        neighbor = d.pool[start + i]
        if d.facet_visit[neighbor] != cycle:
            d.facet_visit[neighbor] = d.visit
            d.pool[start + kept] = neighbor
            kept += 1
    d.set_size[neighbors] = kept


@helper
def take_neighbor(d, facet: int, neighbor: int, into: int) -> None:
    """Let a neighbor of a facet of the cycle be one of the facet that the cycle is merged into."""
    if facet_has(d, neighbor, SIMPLICIAL):
        if d.facet_visit[neighbor] != d.visit:
            append(d, d.neighbors[into], neighbor)
            replace(d, d.neighbors[neighbor], facet, into)
            d.facet_visit[neighbor] = d.visit
            ridges = d.ridges[neighbor]
            for k in range(d.set_size[ridges]):
                ridge = item(d, ridges, k)
                if d.top[ridge] == facet:
                    d.top[ridge] = into
                    break
                if d.bottom[ridge] == facet:
                    d.bottom[ridge] = into
                    break
        else:
            make_ridges(d, neighbor)
            remove(d, d.neighbors[neighbor], facet)
        return
    remove(d, d.neighbors[neighbor], facet)
    if d.facet_visit[neighbor] != d.visit:
        append(d, d.neighbors[neighbor], into)
        append(d, d.neighbors[into], neighbor)
        d.facet_visit[neighbor] = d.visit


@helper
def take_ridges(d, first: int, into: int) -> None:
    """Give the outer ridges of a cycle to a facet, and make those that are not there."""
    cycle, ridges, kept = d.visit - 1, d.ridges[into], 0
    start, n = d.set_start[ridges], d.set_size[ridges]
    for i in range(n):
        ridge = d.pool[start + i]
        other = d.bottom[ridge] if d.top[ridge] == into else d.top[ridge]
        if d.facet_visit[other] != cycle:
            d.pool[start + kept] = ridge
            kept += 1
    if n > 0:
        d.set_size[ridges] = kept
    facet = d.link[first]
    while True:
        ridges = d.ridges[facet]
        for i in range(d.set_size[ridges]):
            take_ridge(d, item(d, ridges, i), facet, into, cycle)
        clear(d, ridges)
        if facet_has(d, facet, SIMPLICIAL):
            add_ridges(d, facet, into, cycle)
        if facet == first:
            break
        facet = d.link[facet]


@helper
def take_ridge(d, ridge: int, facet: int, into: int, cycle: int) -> None:
    """Give a ridge of the cycle to a facet, or delete it where it lies within."""
    neighbor = NONE
    if d.top[ridge] == facet:
        d.top[ridge] = into
        neighbor = d.bottom[ridge]
    elif d.bottom[ridge] == facet:
        d.bottom[ridge] = into
        neighbor = d.top[ridge]
    else:
        add_ridge(d, into, ridge)
        return
    if neighbor == into:
        delete_ridge(d, ridge)
    elif d.facet_visit[neighbor] == cycle:
        remove(d, d.ridges[neighbor], ridge)
        delete_ridge(d, ridge)
    else:
        add_ridge(d, into, ridge)


@helper
def add_ridges(d, facet: int, into: int, cycle: int) -> None:
    """Make ridges between a facet and the simplicial neighbors of a facet of the cycle."""
    neighbors = d.neighbors[facet]
    for i in range(d.set_size[neighbors]):
        neighbor = item(d, neighbors, i)
        if d.facet_visit[neighbor] != cycle and facet_has(d, neighbor, SIMPLICIAL):
            ridge = ridge_between(d, facet, neighbor, i, into, False)
            add_ridge(d, into, ridge)
            add_ridge(d, neighbor, ridge)


@helper
def take_vertices(d, first: int, into: int) -> None:
    """Let a facet be one around the vertices of a cycle in place of those of the cycle."""
    cycle = d.visit - 1
    d.facet_visit[into] = cycle
    apex, vertices = item(d, d.facet_vertices[first], 0), new_set(d, 16)
    d.vertex_visit += 1
    d.vertex_mark[apex] = d.vertex_visit
    facet = d.link[first]
    while True:
        corners = d.facet_vertices[facet]
        if not facet_has(d, facet, MERGE_RIDGE):
            for i in range(d.set_size[corners]):
                vertex = item(d, corners, i)
                if d.vertex_mark[vertex] != d.vertex_visit:
                    d.vertex_mark[vertex] = d.vertex_visit
                    append(d, vertices, vertex)
        if facet == first:
            break
        facet = d.link[facet]
    append(d, vertices, apex)
    for i in range(d.set_size[vertices]):
        vertex = item(d, vertices, i)
        mark_vertex(d, vertex, DEL_RIDGE, True)
        drop_cycle(d, d.vertex_facets[vertex], cycle)
        add_vertex_facet(d, vertex, into)
        if d.set_size[d.vertex_facets[vertex]] < 2:
            close(d, d.facet_vertices[into], vertex)
            will_delete_vertex(d, vertex)
    free_set(d, vertices)


@helper
def drop_cycle(d, facets: int, cycle: int) -> None:
    """Take those of a cycle out of the facets around a vertex."""
    kept, n, start = 0, d.set_size[facets], d.set_start[facets]
    for i in range(n):
        facet = d.pool[start + i]
        if d.facet_visit[facet] != cycle:
            d.pool[start + kept] = facet
            kept += 1
    if kept < n:
        d.set_size[facets] = kept
