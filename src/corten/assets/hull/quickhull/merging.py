"""A cone is made convex: in the order in which facets are merged, until none is left to be.

First go facets at a duplicate ridge, those that are coplanar with the horizon, flipped ones, and then all that are
not clearly convex with a neighbor. Vertices that this makes superfluous go last.
"""

from corten.assets.hull.quickhull.degenerate import best_neighbor, merge_degenerate
from corten.assets.hull.quickhull.facets import facet_has, is_facet, mark_facet, replacement_of
from corten.assets.hull.quickhull.memory import (
    DUPRIDGE,
    FLIPPED,
    INCONSISTENT,
    MERGE,
    MERGE_RIDGE,
    MERGE_RIDGE2,
    NEW,
    NEW_MERGE,
    NONE,
    NORMAL,
    SIMPLICIAL,
    TESTED,
    VISIBLE,
    WIDE_DUPRIDGE,
)
from corten.assets.hull.quickhull.merge_cycle import merge_cycles
from corten.assets.hull.quickhull.merge_facets import merge_facet
from corten.assets.hull.quickhull.merge_queue import (
    AT_DUPRIDGE,
    CONCAVE,
    COPLANAR,
    DEGEN,
    FLIP,
    add_merge,
    first_merges,
    more_merges,
    set_aside,
)
from corten.assets.hull.quickhull.merge_vertices import reduce_vertices
from corten.assets.hull.quickhull.planes import facet_distance, vertex_distance
from corten.assets.hull.quickhull.ridges import delete_merge, make_ridges
from corten.assets.hull.quickhull.sets import append, equal, free_set, has, item, pop
from corten.runtime import helper

# merges at a duplicate ridge: how much wider than usual ones they may be, and up to where flipped facets go first
WIDE_DUPLICATE, WIDE_FLIPPED = 100.0, 50.0


@helper
def merge_cone(d) -> None:
    """Merge new facets until all are convex; if all clearly are, do nothing."""
    if is_clearly_convex(d):
        return
    d.centrum_radius = 2.0 * d.dist_round
    mark_dupridges(d)
    merged = merge_cycles(d)
    merged = merge_dupridges(d) or merged
    merged = merge_flipped(d) or merged
    first_merges(d)
    merge_all(d, merged)


@helper
def is_clearly_convex(d) -> bool:
    """Tell whether all new facets are triangles, next to triangles, with vertices clearly below their neighbors."""
    facet = d.newfacet_list
    while is_facet(d, facet):
        if not facet_has(d, item(d, d.neighbors[facet], 0), SIMPLICIAL):
            return False
        if (d.flags[facet] & (FLIPPED | DUPRIDGE)) != 0 or not facet_has(d, facet, NORMAL):
            return False
        facet = d.next_facet[facet]
    facet = d.newfacet_list
    while is_facet(d, facet):
        if not is_cone_convex(d, facet):
            return False
        facet = d.next_facet[facet]
    return True


@helper
def is_cone_convex(d, facet: int) -> bool:
    """Tell whether vertices of a triangle lie clearly below its neighbors, and that of its horizon below itself."""
    limit, vertices, neighbors = -2.0 * d.dist_round, d.facet_vertices[facet], d.neighbors[facet]
    first, second = item(d, vertices, 1), item(d, vertices, 2)
    if vertex_distance(d, first, item(d, neighbors, 1)) >= limit:
        return False
    if vertex_distance(d, second, item(d, neighbors, 2)) >= limit:
        return False
    others = d.facet_vertices[item(d, neighbors, 0)]
    for i in range(d.set_size[others]):
        vertex = item(d, others, i)
        if vertex != first and vertex != second:
            return vertex_distance(d, vertex, facet) < limit
    return True


@helper
def merge_all(d, others: bool) -> None:
    """Merge facets from the end of the queue until there are none, and take superfluous vertices out."""
    merged, pending = False, others
    while d.error == 0:
        merged = False
        while d.error == 0 and (d.set_size[d.facet_merges] > 0 or d.set_size[d.degen_merges] > 0):
            if d.set_size[d.degen_merges] > 0:
                merge_degenerate(d)
                merged = True
            merged = merge_queue(d) or merged
            more_merges(d)
        if d.has_vertex_facets == 0 or not (merged or pending):
            break
        merged, pending = False, False
        if not reduce_vertices(d):
            break
        more_merges(d)
    if merged or pending:
        facet = d.newfacet_list
        while is_facet(d, facet):
            mark_facet(d, facet, NEW_MERGE, False)
            facet = d.next_facet[facet]


@helper
def merge_queue(d) -> bool:
    """Merge facets from the end of the queue; tell whether there were any."""
    merged = False
    while d.error == 0:
        merge = pop(d, d.facet_merges)
        if merge == NONE:
            break
        facet, other, kind = d.merge_pair[merge, 0], d.merge_pair[merge, 1], d.merge_kind[merge]
        delete_merge(d, merge)
        if facet_has(d, facet, VISIBLE) or facet_has(d, other, VISIBLE):
            continue
        if kind < CONCAVE and (has_changed(d, facet) or has_changed(d, other)):
            continue
        merge_nonconvex(d, facet, other)
        merge_degenerate(d)
        merged = True
    return merged


@helper
def has_changed(d, facet: int) -> bool:
    """Tell whether a new facet has changed since it was tested."""
    return (d.flags[facet] & (NEW | TESTED)) == NEW


@helper
def merge_nonconvex(d, facet: int, other: int) -> None:
    """Merge one of two facets into its best neighbor: the one that fits better, or the second."""
    first, second = (facet, other) if facet_has(d, facet, NEW) else (other, facet)
    best, gap, low, high = best_neighbor(d, first)
    best2, gap2, low2, high2 = best_neighbor(d, second)
    if d.error != 0:
        return
    if gap < gap2:
        merge_facet(d, first, best, COPLANAR, True, low, high, False)
    else:
        merge_facet(d, second, best2, COPLANAR, True, low2, high2, False)


@helper
def mark_dupridges(d) -> None:
    """Note which new facets are to be merged since they share an edge with several others."""
    facet, count = d.newfacet_list, 0
    while is_facet(d, facet):
        mark_facet(d, facet, MERGE_RIDGE | MERGE_RIDGE2, False)
        facet = d.next_facet[facet]
    facet = d.newfacet_list
    while is_facet(d, facet):
        if facet_has(d, facet, DUPRIDGE):
            count += mark_dupridge(d, facet)
        facet = d.next_facet[facet]
    if count == 0 or d.error != 0:
        return
    facet = d.newfacet_list
    while is_facet(d, facet):
        if facet_has(d, facet, MERGE_RIDGE) and not facet_has(d, facet, MERGE_RIDGE2):
            make_ridges(d, facet)
        facet = d.next_facet[facet]
    for i in range(d.set_size[d.facet_merges]):
        merge = item(d, d.facet_merges, i)
        if d.merge_kind[merge] == AT_DUPRIDGE:
            facet, other = d.merge_pair[merge, 0], d.merge_pair[merge, 1]
            if facet_has(d, other, MERGE_RIDGE2) and has(d, d.neighbors[other], facet):
                d.error = INCONSISTENT
                return
            append(d, d.neighbors[other], facet)
            make_ridges(d, facet)


@helper
def mark_dupridge(d, facet: int) -> int:
    """Note that a facet is to be merged into neighbors that do not have it as theirs; return how many."""
    neighbors, count = d.neighbors[facet], 0
    for i in range(d.set_size[neighbors]):
        neighbor = item(d, neighbors, i)
        if neighbor == MERGE:
            mark_facet(d, facet, MERGE_RIDGE, True)
        elif facet_has(d, neighbor, DUPRIDGE):
            apart = not has(d, d.neighbors[neighbor], facet)
            if apart or equal(d, d.facet_vertices[facet], d.facet_vertices[neighbor]):
                add_merge(d, facet, neighbor, AT_DUPRIDGE, 0.0)
                mark_facet(d, facet, MERGE_RIDGE | MERGE_RIDGE2, True)
                count += 1
                if not apart:
                    break
    return count


@helper
def merge_dupridges(d) -> bool:
    """Merge facets at duplicate ridges; tell whether there were any."""
    queue, merged, any_dupridge = set_aside(d), False, False
    for i in range(d.set_size[queue]):
        merge = item(d, queue, i)
        if d.merge_kind[merge] == AT_DUPRIDGE and d.error == 0:
            any_dupridge = True
            merged = merge_dupridge(d, d.merge_pair[merge, 0], d.merge_pair[merge, 1]) or merged
    for i in range(d.set_size[queue]):
        merge = item(d, queue, i)
        if d.merge_kind[merge] == AT_DUPRIDGE:
            delete_merge(d, merge)
        else:
            append(d, d.facet_merges, merge)
    free_set(d, queue)
    if any_dupridge:
        facet = d.newfacet_list
        while is_facet(d, facet):
            if facet_has(d, facet, DUPRIDGE):
                mark_facet(d, facet, DUPRIDGE | MERGE_RIDGE | MERGE_RIDGE2, False)
                if d.set_size[d.neighbors[facet]] < 3:
                    add_merge(d, facet, facet, DEGEN, 0.0)
            facet = d.next_facet[facet]
        merge_degenerate(d)
    return merged


@helper
def merge_dupridge(d, first: int, second: int) -> bool:
    """Merge two facets that share a duplicate ridge, or what took their places; tell whether they were two."""
    facet, other = replacement_of(d, first), replacement_of(d, second)
    if facet == other:
        return False
    if facet == NONE or other == NONE or not has(d, d.neighbors[other], facet):
        d.error = INCONSISTENT
        return False
    gap, low, high = facet_distance(d, facet, other)
    gap2, low2, high2 = facet_distance(d, other, facet)
    outer = max(max(d.max_outside, d.dist_round) + d.dist_round, d.min_vertex - d.dist_round)
    outer = max(max(outer, d.one_merge + d.dist_round), d.min_outside + d.dist_round)
    if min(gap, gap2) / outer > WIDE_DUPLICATE:
        d.error = WIDE_DUPRIDGE
        return False
    limit = WIDE_FLIPPED * (d.one_merge + d.dist_round)
    flipped, other_flipped = facet_has(d, facet, FLIPPED), facet_has(d, other, FLIPPED)
    forward = gap < gap2
    if forward and other_flipped and not flipped and gap2 < limit:
        forward = False
    elif not forward and flipped and not other_flipped and gap < limit:
        forward = True
    if forward:
        merge_facet(d, facet, other, AT_DUPRIDGE, True, low, high, False)
    else:
        merge_facet(d, other, facet, AT_DUPRIDGE, True, low2, high2, False)
    merge_degenerate(d)
    return True


@helper
def merge_flipped(d) -> bool:
    """Merge flipped facets into their best neighbors; tell whether there were any."""
    facet, merged = d.newfacet_list, False
    while is_facet(d, facet):
        if facet_has(d, facet, FLIPPED) and not facet_has(d, facet, VISIBLE):
            add_merge(d, facet, facet, FLIP, 0.0)
        facet = d.next_facet[facet]
    queue = set_aside(d)
    for i in range(d.set_size[queue]):
        merge = item(d, queue, i)
        facet = d.merge_pair[merge, 0]
        if d.merge_kind[merge] == FLIP and not facet_has(d, facet, VISIBLE) and d.error == 0:
            best, _, low, high = best_neighbor(d, facet)
            merge_facet(d, facet, best, FLIP, True, low, high, False)
            merged = True
    for i in range(d.set_size[queue]):
        merge = item(d, queue, i)
        if facet_has(d, d.merge_pair[merge, 0], VISIBLE) or facet_has(d, d.merge_pair[merge, 1], VISIBLE):
            delete_merge(d, merge)
        else:
            append(d, d.facet_merges, merge)
    free_set(d, queue)
    merge_degenerate(d)
    return merged
