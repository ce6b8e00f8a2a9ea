"""Vertices next to each other, at the ends of a ridge that is there twice, become one: the closest ones first."""

from corten.assets.hull.quickhull.degenerate import merge_degenerate
from corten.assets.hull.quickhull.facets import facet_has, mark_facet, move_to_end
from corten.assets.hull.quickhull.memory import (
    DELETED,
    INCONSISTENT,
    MERGE_VERTEX,
    MERGE_VERTEX2,
    NEW,
    NONE,
    PARTITIONED,
    SIMPLICIAL,
    TOP,
    VISIBLE,
    WIDE_PINCH,
)
from corten.assets.hull.quickhull.merge_facets import add_facet_vertex
from corten.assets.hull.quickhull.merge_queue import more_merges
from corten.assets.hull.quickhull.merge_vertices import vertex_ridges
from corten.assets.hull.quickhull.merging import merge_all
from corten.assets.hull.quickhull.partition import partition_coplanar, partition_visible
from corten.assets.hull.quickhull.planes import LARGEST, vertex_distance
from corten.assets.hull.quickhull.rename import rename_vertex
from corten.assets.hull.quickhull.renewal import delete_visible, update_vertices
from corten.assets.hull.quickhull.ridges import delete_merge, make_ridges, mark_ridge
from corten.assets.hull.quickhull.sets import add_new, close_at, free_set, has, index_of, insert, item, remove_at
from corten.assets.hull.quickhull.vertices import (
    list_vertex_facets,
    mark_vertex,
    renew_vertices,
    reset_lists,
    vertex_has,
)
from corten.runtime import helper

# vertices so many times further apart than a merge is wide are not made one
WIDE_PINCHED = 100.0


@helper
def merge_pinched(d) -> None:
    """Make vertices one that lie next to each other at a ridge that is there twice."""
    list_vertex_facets(d)
    d.visible_list, d.newfacet_list, d.newvertex_list = d.facet_tail, d.facet_tail, d.vertex_tail
    while d.error == 0:
        merge = next_pinch(d)
        if merge == NONE:
            return
        old, new = d.merge_pair[merge, 0], d.merge_pair[merge, 1]
        delete_merge(d, merge)
        rename_adjacent(d, old, new)
        merge_degenerate(d)


@helper
def next_pinch(d) -> int:
    """Return the closest pair of vertices to merge, NONE if there is none left."""
    queue, i, best, gap = d.vertex_merges, 0, NONE, LARGEST
    while i < d.set_size[queue]:
        merge = item(d, queue, i)
        if vertex_has(d, d.merge_pair[merge, 0], DELETED) or vertex_has(d, d.merge_pair[merge, 1], DELETED):
            for k in range(2, 4):
                mark_ridge(d, d.merge_pair[merge, k], MERGE_VERTEX, False)
                mark_ridge(d, d.merge_pair[merge, k], MERGE_VERTEX2, True)
            remove_at(d, queue, i)
            delete_merge(d, merge)
            continue
        if d.merge_distance[merge] < gap:
            best, gap = i, d.merge_distance[merge]
        i += 1
    if best == NONE:
        return NONE
    merge = item(d, queue, best)
    if gap / d.one_merge > WIDE_PINCHED:
        d.error = WIDE_PINCH
        return NONE
    remove_at(d, queue, best)
    return merge


@helper
def rename_adjacent(d, old: int, new: int) -> None:
    """Put a vertex in the place of one next to it everywhere."""
    if vertex_has(d, old, DELETED) or vertex_has(d, new, DELETED):
        return
    facets = d.vertex_facets[old]
    for i in range(d.set_size[facets]):
        facet = item(d, facets, i)
        if facet_has(d, facet, SIMPLICIAL):
            if has(d, d.facet_vertices[facet], new):
                make_ridges(d, facet)
            else:
                replace_corner(d, facet, old, new)
                add_new(d, d.vertex_facets[new], facet)
                renew_vertices(d, d.facet_vertices[facet])
    ridges = vertex_ridges(d, old, True)
    for i in range(d.set_size[facets]):
        facet = item(d, facets, i)
        if not facet_has(d, facet, SIMPLICIAL):
            add_facet_vertex(d, facet, new)
            add_new(d, d.vertex_facets[new], facet)
            renew_vertices(d, d.facet_vertices[facet])
            if d.newfacet_list == d.facet_tail:
                move_to_end(d, facet)
                mark_facet(d, facet, NEW, True)
    rename_vertex(d, old, new, ridges, NONE)
    if vertex_has(d, old, DELETED) and not vertex_has(d, old, PARTITIONED) and d.error == 0:
        partition_renamed(d, old, new)
    free_set(d, ridges)


@helper
def partition_renamed(d, old: int, new: int) -> None:
    """Hand the point of a vertex that is no more to the facet around the other one that it lies highest above."""
    best, height, facets = NONE, -LARGEST, d.vertex_facets[new]
    for i in range(d.set_size[facets]):
        facet = item(d, facets, i)
        if not facet_has(d, facet, VISIBLE):
            above = vertex_distance(d, old, facet)
            if above > height:
                best, height = facet, above
    if best == NONE:
        d.error = INCONSISTENT
        return
    partition_coplanar(d, d.vertex_point[old], best, False)
    mark_vertex(d, old, PARTITIONED, True)


@helper
def replace_corner(d, facet: int, old: int, new: int) -> None:
    """Put a vertex in the place of another in a simplicial facet, with its neighbor opposite."""
    vertices, neighbors = d.facet_vertices[facet], d.neighbors[facet]
    n, place = d.set_size[vertices], NONE
    for i in range(n):
        if place == NONE and d.vertex_id[item(d, vertices, i)] < d.vertex_id[new]:
            place = i
    before = index_of(d, vertices, old)
    place = n if place == NONE else place
    if before < place:
        place -= 1
    if ((before ^ place) & 1) != 0:
        mark_facet(d, facet, TOP, not facet_has(d, facet, TOP))
    neighbor = item(d, neighbors, before)
    close_at(d, vertices, before)
    insert(d, vertices, place, new)
    close_at(d, neighbors, before)
    insert(d, neighbors, place, neighbor)


@helper
def merge_vertex_queue(d) -> None:
    """Make vertices one that lie next to each other at ridges that are there twice, and what follows from it."""
    while d.set_size[d.vertex_merges] > 0 and d.error == 0:
        merge_pinched(d)
        update_vertices(d, False)
        more_merges(d)
        merge_all(d, True)
        partition_visible(d)
        delete_visible(d)
        reset_lists(d, True)
