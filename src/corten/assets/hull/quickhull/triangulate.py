"""Facets with more than three vertices become triangles: fans around their first vertex.

A ridge at that vertex makes a triangle without extent, of which another one is the mirror image: they are taken out,
and their neighbors joined.
"""

from corten.assets.hull.quickhull.cone import cone_from_ridges
from corten.assets.hull.quickhull.dupridges import match_new_facets
from corten.assets.hull.quickhull.facets import delete_facet, facet_has, is_facet, mark_facet, will_delete
from corten.assets.hull.quickhull.memory import (
    COPLANAR_HORIZON,
    DEGENERATE,
    INCONSISTENT,
    NONE,
    NORMAL,
    REDUNDANT,
    SEEN,
    SIMPLICIAL,
    TRICOPLANAR,
    VISIBLE,
)
from corten.assets.hull.quickhull.merge_queue import MIRROR, add_merge
from corten.assets.hull.quickhull.renewal import update_vertices
from corten.assets.hull.quickhull.ridges import delete_merge
from corten.assets.hull.quickhull.sets import equal, free_set, has, item, pop, replace
from corten.assets.hull.quickhull.vertices import reset_lists
from corten.runtime import helper


@helper
def triangulate(d) -> None:
    """Make triangles of all facets."""
    d.visit += 1
    d.newvertex_list = d.vertex_tail
    first, first_vertex, facet = NONE, NONE, d.facet_list
    while is_facet(d, facet) and d.error == 0:
        following = d.next_facet[facet]
        if (d.flags[facet] & (VISIBLE | SIMPLICIAL)) == 0:
            if first == NONE:
                first = facet
            fan_out(d, facet)
            if d.error != 0:
                return
            if first_vertex == NONE:
                first_vertex = d.newvertex_list
            d.newvertex_list, d.visible_list = NONE, NONE
            update_vertices(d, False)
            reset_lists(d, False)
        facet = following
    take_out_null(d, first)
    take_out_mirrors(d)
    d.newvertex_list, d.visible_list = first_vertex, NONE
    update_vertices(d, False)
    reset_lists(d, False)
    mark_degenerate(d, first)
    delete_polygons(d, first)


@helper
def fan_out(d, facet: int) -> None:
    """Make triangles from the first vertex of a facet to its ridges; the facet is to be deleted."""
    d.first_new_id = d.next_facet_id
    neighbors = d.neighbors[facet]
    for i in range(d.set_size[neighbors]):
        mark_facet(d, item(d, neighbors, i), SEEN | COPLANAR_HORIZON, False)
    d.visible_list, d.newfacet_list = d.facet_tail, d.facet_tail
    d.facet_visit[facet] = d.visit
    cone_from_ridges(d, facet, item(d, d.facet_vertices[facet], 0))
    if d.error != 0:
        return
    will_delete(d, facet, NONE)
    triangle = d.newfacet_list
    while is_facet(d, triangle):
        mark_facet(d, triangle, TRICOPLANAR | NORMAL, True)
        d.link[triangle] = facet
        for k in range(4):
            d.plane[triangle, k] = d.plane[facet, k]
        triangle = d.next_facet[triangle]
    match_new_facets(d)


@helper
def take_out_null(d, first: int) -> None:
    """Take triangles out that have a vertex twice, and join their neighbors."""
    facet = first
    while is_facet(d, facet) and d.error == 0:
        following = d.next_facet[facet]
        if not facet_has(d, facet, VISIBLE):
            free_set(d, d.ridges[facet])
            d.ridges[facet] = 0
            vertices = d.facet_vertices[facet]
            if item(d, vertices, 0) == item(d, vertices, 1):
                neighbor, other = item(d, d.neighbors[facet], 0), item(d, d.neighbors[facet], 1)
                join(d, facet, neighbor, facet, other)
                will_delete(d, facet, NONE)
        facet = following


@helper
def join(d, old: int, facet: int, old_other: int, other: int) -> None:
    """Make two facets neighbors, in the places of two others; if they are already, they mirror each other."""
    mine, theirs = has(d, d.neighbors[facet], other), has(d, d.neighbors[other], facet)
    if mine != theirs:
        d.error = INCONSISTENT
        return
    if mine:
        both = facet_has(d, facet, REDUNDANT) and facet_has(d, other, REDUNDANT)
        if not both or not has_mirror(d, facet, other):
            if not equal(d, d.facet_vertices[facet], d.facet_vertices[other]):
                d.error = INCONSISTENT
                return
            add_merge(d, facet, other, MIRROR, 0.0)
    replace(d, d.neighbors[other], old_other, facet)
    replace(d, d.neighbors[facet], old, other)


@helper
def has_mirror(d, facet: int, other: int) -> bool:
    """Tell whether it is known that two facets mirror each other."""
    queue = d.degen_merges
    for i in range(d.set_size[queue]):
        merge = item(d, queue, i)
        if d.merge_kind[merge] == MIRROR:
            a, b = d.merge_pair[merge, 0], d.merge_pair[merge, 1]
            if (a == facet and b == other) or (a == other and b == facet):
                return True
    return False


@helper
def take_out_mirrors(d) -> None:
    """Take pairs of triangles out that mirror each other, and join their neighbors."""
    d.visible_list = d.facet_tail
    while d.error == 0:
        merge = pop(d, d.degen_merges)
        if merge == NONE:
            return
        facet, other, kind = d.merge_pair[merge, 0], d.merge_pair[merge, 1], d.merge_kind[merge]
        delete_merge(d, merge)
        if kind == MIRROR:
            for i in range(d.set_size[d.neighbors[facet]]):
                neighbor, second = item(d, d.neighbors[facet], i), item(d, d.neighbors[other], i)
                if neighbor == other and second == facet:
                    continue
                redundant = facet_has(d, neighbor, REDUNDANT) and facet_has(d, second, REDUNDANT)
                if redundant and has_mirror(d, neighbor, second):
                    continue
                if facet_has(d, neighbor, VISIBLE) and facet_has(d, second, VISIBLE):
                    continue
                join(d, facet, neighbor, other, second)
            will_delete(d, facet, NONE)
            will_delete(d, other, NONE)


@helper
def owner_of(d, facet: int) -> int:
    """Return the facet that a triangle is from, or the facet itself."""
    return d.link[facet] if facet_has(d, facet, TRICOPLANAR) else facet


@helper
def mark_degenerate(d, first: int) -> None:
    """Mark triangles whose first neighbor is from the same facet as another one."""
    facet = first
    while is_facet(d, facet):
        if facet_has(d, facet, TRICOPLANAR) and not facet_has(d, facet, VISIBLE):
            neighbors = d.neighbors[facet]
            for i in range(1, d.set_size[neighbors]):
                if owner_of(d, item(d, neighbors, i)) == owner_of(d, item(d, neighbors, 0)):
                    mark_facet(d, facet, DEGENERATE, True)
                    break
        facet = d.next_facet[facet]


@helper
def delete_polygons(d, first: int) -> None:
    """Delete facets that became triangles, and triangles that were taken out."""
    facet, owner, visible = first, NONE, NONE
    while is_facet(d, facet):
        following = d.next_facet[facet]
        flags = d.flags[facet]
        mark_facet(d, facet, DEGENERATE, False)
        if (flags & VISIBLE) != 0:
            if (flags & TRICOPLANAR) != 0:
                delete_facet(d, facet)
                d.num_visible -= 1
            else:
                if visible != NONE and owner == NONE:
                    delete_facet(d, visible)
                    d.num_visible -= 1
                visible, owner = facet, NONE
        elif (flags & TRICOPLANAR) != 0:
            if d.link[facet] != visible or visible == NONE:
                d.error = INCONSISTENT
                return
            if owner != NONE:
                d.link[facet] = owner
            elif (flags & DEGENERATE) == 0:
                owner = facet
                following = d.next_facet[visible]
                delete_facet(d, visible)
                d.num_visible -= 1
        facet = following
    if visible != NONE and owner == NONE:
        delete_facet(d, visible)
        d.num_visible -= 1
