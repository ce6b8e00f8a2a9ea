"""Facets that have to go: those with less than three neighbors, and those with all vertices in a neighbor.

Each is merged into the neighbor whose plane fits its vertices best.
"""

from corten.assets.hull.quickhull.facets import facet_has, mark_facet, replacement_of, will_delete
from corten.assets.hull.quickhull.memory import (
    DEGENERATE,
    FLIPPED,
    INCONSISTENT,
    NONCONVEX,
    NONE,
    REDUNDANT,
    SEEN,
    SIMPLICIAL,
    VISIBLE,
)
from corten.assets.hull.quickhull.merge_facets import merge_facet
from corten.assets.hull.quickhull.merge_queue import REDUNDANT_FACET
from corten.assets.hull.quickhull.planes import LARGEST, centrum_distance, facet_distance, find_centrum
from corten.assets.hull.quickhull.ridges import beyond, delete_merge, ridge_has
from corten.assets.hull.quickhull.sets import close, item, pop, remove
from corten.assets.hull.quickhull.vertices import mark_vertex, vertex_has, will_delete_vertex
from corten.runtime import helper

# facets with more vertices are compared by their centrum alone; with more than those, at nonconvex ridges first
MANY_VERTICES, NONCONVEX_VERTICES = 26, 18


@helper
def best_neighbor(d, facet: int) -> tuple[int, float, float, float]:
    """Return the neighbor whose plane fits the vertices of a facet best, the largest, lowest and highest distance."""
    n = d.set_size[d.facet_vertices[facet]]
    by_centrum, best, gap, low, high = n > MANY_VERTICES, NONE, LARGEST, 0.0, 0.0
    if by_centrum:
        find_centrum(d, facet)
    if n > NONCONVEX_VERTICES:
        ridges = d.ridges[facet]
        for i in range(d.set_size[ridges]):
            ridge = item(d, ridges, i)
            if ridge_has(d, ridge, NONCONVEX):
                best, gap, low, high = better(d, facet, beyond(d, ridge, facet), best, gap, low, high)
    if best == NONE:
        neighbors = d.neighbors[facet]
        for i in range(d.set_size[neighbors]):
            best, gap, low, high = better(d, facet, item(d, neighbors, i), best, gap, low, high)
    if best == NONE:
        if d.error == 0:
            d.error = INCONSISTENT
        return facet, gap, low, high
    if by_centrum:
        _, low, high = facet_distance(d, facet, best)
    return best, gap, low, high


@helper
def better(
    d, facet: int, neighbor: int, best: int, gap: float, low: float, high: float
) -> tuple[int, float, float, float]:
    """Return the better one of a neighbor and the best so far, with its distances."""
    both_flipped = facet_has(d, facet, FLIPPED) and facet_has(d, neighbor, FLIPPED)
    if both_flipped and best != NONE and not facet_has(d, best, FLIPPED):
        return best, gap, low, high
    if d.set_size[d.facet_vertices[facet]] > MANY_VERTICES:
        width = centrum_distance(d, facet, neighbor) * 3.0
        lowest, highest = (width, 0.0) if width < 0.0 else (0.0, width)
        width = abs(width)
    else:
        width, lowest, highest = facet_distance(d, facet, neighbor)
    if width < gap:
        return neighbor, width, lowest, highest
    return best, gap, low, high


@helper
def merge_degenerate(d) -> int:
    """Merge all degenerate and redundant facets, and return how many there were."""
    count = 0
    while d.error == 0:
        merge = pop(d, d.degen_merges)
        if merge == NONE:
            break
        facet, other, kind = d.merge_pair[merge, 0], d.merge_pair[merge, 1], d.merge_kind[merge]
        delete_merge(d, merge)
        if facet_has(d, facet, VISIBLE):
            continue
        mark_facet(d, facet, DEGENERATE | REDUNDANT, False)
        if kind == REDUNDANT_FACET:
            into = replacement_of(d, other)
            if into == NONE:
                d.error = INCONSISTENT
            elif facet != into:
                merge_facet(d, facet, into, kind, False, 0.0, 0.0, False)
                count += 1
        elif d.set_size[d.neighbors[facet]] == 0:
            delete_lonely(d, facet)
            count += 1
        elif d.set_size[d.neighbors[facet]] < 3:
            best, _, low, high = best_neighbor(d, facet)
            merge_facet(d, facet, best, kind, True, low, high, False)
            count += 1
    return count


@helper
def delete_lonely(d, facet: int) -> None:
    """Delete a facet that has no neighbors."""
    will_delete(d, facet, NONE)
    vertices = d.facet_vertices[facet]
    for i in range(d.set_size[vertices]):
        vertex = item(d, vertices, i)
        remove(d, d.vertex_facets[vertex], facet)
        if d.set_size[d.vertex_facets[vertex]] == 0:
            will_delete_vertex(d, vertex)


@helper
def remove_extra_vertices(d, facet: int) -> bool:
    """Take vertices out of a facet that lie on none of its ridges; tell whether there were any."""
    if facet_has(d, facet, SIMPLICIAL):
        return False
    vertices, ridges, found, i = d.facet_vertices[facet], d.ridges[facet], False, 0
    for k in range(d.set_size[vertices]):
        mark_vertex(d, item(d, vertices, k), SEEN, False)
    for k in range(d.set_size[ridges]):
        ridge = item(d, ridges, k)
        mark_vertex(d, d.ridge_vertices[ridge, 0], SEEN, True)
        mark_vertex(d, d.ridge_vertices[ridge, 1], SEEN, True)
    while i < d.set_size[vertices]:
        vertex = item(d, vertices, i)
        if vertex_has(d, vertex, SEEN):
            i += 1
            continue
        found = True
        close(d, vertices, vertex)
        remove(d, d.vertex_facets[vertex], facet)
        if d.set_size[d.vertex_facets[vertex]] == 0:
            will_delete_vertex(d, vertex)
    return found
