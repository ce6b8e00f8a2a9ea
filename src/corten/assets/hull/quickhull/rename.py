"""A vertex is renamed to another one in its ridges and facets.

A ridge that has both vertices vanishes. One that is then there twice calls for its vertices to become one.
"""

from corten.assets.hull.quickhull.degenerate import remove_extra_vertices
from corten.assets.hull.quickhull.facets import facet_has
from corten.assets.hull.quickhull.memory import (
    DELETED,
    INCONSISTENT,
    MERGE_VERTEX,
    NONCONVEX,
    NONE,
    SIMPLICIAL,
    SIMPLICIAL_BOTTOM,
    SIMPLICIAL_TOP,
    VISIBLE,
)
from corten.assets.hull.quickhull.merge_queue import (
    DEGEN,
    VERTICES,
    add_merge,
    test_degenerate_neighbors,
    test_facet,
    test_redundant_neighbors,
)
from corten.assets.hull.quickhull.planes import squared_gap
from corten.assets.hull.quickhull.ridges import copy_nonconvex, delete_merged_ridge, mark_ridge, new_merge, ridge_has
from corten.assets.hull.quickhull.sets import append, close, has, item, remove, remove_at
from corten.assets.hull.quickhull.vertices import vertex_has, will_delete_vertex
from corten.runtime import helper, sqrt


@helper
def rename_vertex(d, old: int, new: int, ridges: int, facet: int) -> None:
    """Put a vertex in the place of another in its ridges and facets.

    With a facet the vertex has two facets only, this one among them; with NONE it is one of a pinch.
    """
    for i in range(d.set_size[ridges]):
        ridge = item(d, ridges, i)
        kept = rename_in_ridge(d, ridge, old, new)
        if kept and not shrinks(d, d.top[ridge], new) and not shrinks(d, d.bottom[ridge], new):
            test_twin_ridges(d, ridge)
    facets, i = d.vertex_facets[old], 0
    while i < d.set_size[facets] and d.error == 0:
        neighbor = item(d, facets, i)
        if facet != NONE:
            close(d, d.facet_vertices[neighbor], old)
            test_facet(d, neighbor)
        elif facet_has(d, neighbor, SIMPLICIAL):
            test_facet(d, neighbor)
        else:
            drop_neighbors(d, neighbor)
            close(d, d.facet_vertices[neighbor], old)
            if remove_extra_vertices(d, neighbor):
                i -= 1
            test_facet(d, neighbor)
            test_redundant_neighbors(d, neighbor)
            test_degenerate_neighbors(d, neighbor)
        i += 1
    if facet != NONE or not vertex_has(d, old, DELETED):
        will_delete_vertex(d, old)
    if facet != NONE:
        test_facet(d, facet)


@helper
def shrinks(d, facet: int, vertex: int) -> bool:
    """Tell whether a facet will be degenerate after a vertex is renamed to another one."""
    n = d.set_size[d.facet_vertices[facet]]
    if n < 3:
        return True
    return n == 3 and not facet_has(d, facet, SIMPLICIAL) and has(d, d.facet_vertices[facet], vertex)


@helper
def rename_in_ridge(d, ridge: int, old: int, new: int) -> bool:
    """Put a vertex in the place of another in a ridge; delete it, and say so, if it has that vertex already."""
    place = 0 if d.ridge_vertices[ridge, 0] == old else 1
    kept = d.ridge_vertices[ridge, 1 - place]
    d.ridge_vertices[ridge, 0], d.ridge_vertices[ridge, 1] = kept, NONE
    if kept == new:
        if ridge_has(d, ridge, NONCONVEX):
            copy_nonconvex(d, ridge)
        delete_merged_ridge(d, ridge)
        return False
    fresh = 0 if d.vertex_id[kept] < d.vertex_id[new] else 1
    d.ridge_vertices[ridge, fresh], d.ridge_vertices[ridge, 1 - fresh] = new, kept
    mark_ridge(d, ridge, SIMPLICIAL_TOP | SIMPLICIAL_BOTTOM, False)
    if fresh != place:
        d.top[ridge], d.bottom[ridge] = d.bottom[ridge], d.top[ridge]
    return True


@helper
def test_twin_ridges(d, ridge: int) -> None:
    """Note that the vertices of a ridge are to become one if another ridge of its facets has both."""
    for side in range(2):
        facet = d.top[ridge] if side == 0 else d.bottom[ridge]
        if facet_has(d, facet, SIMPLICIAL) or d.nummerge[facet] == 0:
            continue
        ridges = d.ridges[facet]
        for i in range(d.set_size[ridges]):
            twin = item(d, ridges, i)
            if twin == ridge:
                continue
            first, second = d.ridge_vertices[twin, 0], d.ridge_vertices[twin, 1]
            if first == d.ridge_vertices[ridge, 0] and second == d.ridge_vertices[ridge, 1]:
                enter_vertices(d, second, first, sqrt(squared_gap(d, first, second)), ridge, twin)


@helper
def enter_vertices(d, old: int, new: int, gap: float, ridge: int, twin: int) -> None:
    """Enter the merge of two vertices at a ridge that is there twice."""
    merge = new_merge(d)
    d.merge_kind[merge], d.merge_distance[merge] = VERTICES, gap
    d.merge_pair[merge, 0], d.merge_pair[merge, 1] = old, new
    d.merge_pair[merge, 2], d.merge_pair[merge, 3] = ridge, twin
    append(d, d.vertex_merges, merge)
    mark_ridge(d, ridge, MERGE_VERTEX, True)
    mark_ridge(d, twin, MERGE_VERTEX, True)


@helper
def drop_neighbors(d, facet: int) -> None:
    """Take facets out of the neighbors of another one that have no ridge to it."""
    d.visit += 1
    ridges, neighbors, i = d.ridges[facet], d.neighbors[facet], 0
    for k in range(d.set_size[ridges]):
        ridge = item(d, ridges, k)
        d.facet_visit[d.top[ridge]] = d.visit
        d.facet_visit[d.bottom[ridge]] = d.visit
    while i < d.set_size[neighbors]:
        neighbor = item(d, neighbors, i)
        if facet_has(d, neighbor, VISIBLE):
            d.error = INCONSISTENT
            return
        if d.facet_visit[neighbor] == d.visit:
            i += 1
            continue
        remove(d, d.neighbors[neighbor], facet)
        if d.set_size[d.neighbors[neighbor]] < 3:
            add_merge(d, neighbor, neighbor, DEGEN, 0.0)
        remove_at(d, neighbors, i)
    if d.set_size[neighbors] < 3:
        add_merge(d, facet, facet, DEGEN, 0.0)
