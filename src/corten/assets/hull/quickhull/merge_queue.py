"""Merges to do: where two facets are not clearly convex, or a facet has lost its neighbors or its vertices.

Facets are merged from the end of a sorted queue: coplanar ones first, the closest first; concave ones last. Degenerate
and redundant facets have a queue of their own, which always goes first.
"""

from corten.assets.hull.quickhull.facets import facet_has, is_facet, mark_facet
from corten.assets.hull.quickhull.memory import (
    DEGENERATE,
    DUPRIDGE,
    FLIPPED,
    INCONSISTENT,
    NONCONVEX,
    NONE,
    REDUNDANT,
    SEEN,
    TESTED,
    VISIBLE,
)
from corten.assets.hull.quickhull.planes import centrum_distance, find_centrum
from corten.assets.hull.quickhull.ridges import beyond, mark_ridge, new_merge
from corten.assets.hull.quickhull.sets import append, free_set, insert, item, new_set
from corten.runtime import helper

COPLANAR, CONCAVE, CONCAVE_COPLANAR, FLIP, AT_DUPRIDGE = 1, 3, 4, 6, 7

SUBRIDGE, VERTICES, DEGEN, REDUNDANT_FACET, MIRROR, AT_HORIZON = 8, 9, 10, 11, 12, 13


@helper
def enter_merge(d, queue: int, kind: int, first: int, second: int, gap: float) -> None:
    """Enter a merge of two facets into a queue."""
    merge = new_merge(d)
    d.merge_kind[merge], d.merge_distance[merge] = kind, gap
    d.merge_pair[merge, 0], d.merge_pair[merge, 1] = first, second
    d.merge_pair[merge, 2], d.merge_pair[merge, 3] = NONE, NONE
    append(d, queue, merge)


@helper
def add_merge(d, facet: int, neighbor: int, kind: int, gap: float) -> None:
    """Note that a facet is to be merged into a neighbor, unless either is redundant."""
    if (facet_has(d, facet, REDUNDANT) and kind != MIRROR) or facet_has(d, neighbor, REDUNDANT):
        return
    if facet_has(d, facet, DEGENERATE) and kind == DEGEN:
        return
    if facet_has(d, neighbor, FLIPPED) and not facet_has(d, facet, FLIPPED) and kind != AT_DUPRIDGE:
        if d.error == 0:
            d.error = INCONSISTENT
        return
    if kind < DEGEN:
        enter_merge(d, d.facet_merges, kind, facet, neighbor, gap)
    elif kind == DEGEN:
        mark_facet(d, facet, DEGENERATE, True)
        enter_degenerate(d, facet, neighbor)
    else:
        mark_facet(d, facet, REDUNDANT, True)
        if kind == MIRROR:
            mark_facet(d, neighbor, REDUNDANT, True)
        enter_merge(d, d.degen_merges, kind, facet, neighbor, gap)


@helper
def enter_degenerate(d, facet: int, neighbor: int) -> None:
    """Enter a degenerate facet: those that are redundant go first, and stand behind it."""
    queue = d.degen_merges
    n = d.set_size[queue]
    last = DEGEN
    if n > 0:
        last = d.merge_kind[item(d, queue, n - 1)]
    enter_merge(d, queue, DEGEN, facet, neighbor, 0.0)
    if last != DEGEN and d.error == 0:
        start = d.set_start[queue]
        merge = d.pool[start + n]
        d.set_size[queue] = n
        insert(d, queue, 0, merge)


@helper
def mark_vertices(d, facet: int) -> None:
    """Visit the vertices of a facet."""
    d.vertex_visit += 1
    vertices = d.facet_vertices[facet]
    for i in range(d.set_size[vertices]):
        d.vertex_mark[item(d, vertices, i)] = d.vertex_visit


@helper
def all_marked(d, facet: int) -> bool:
    """Tell whether all vertices of a facet were visited last."""
    vertices = d.facet_vertices[facet]
    i, n = 0, d.set_size[vertices]
    while i < n and d.vertex_mark[item(d, vertices, i)] == d.vertex_visit:
        i += 1
    return i == n


@helper
def test_facet(d, facet: int) -> None:
    """Note whether a facet has all its vertices in a neighbor, or less than three neighbors."""
    if facet_has(d, facet, FLIPPED):
        return
    neighbors = d.neighbors[facet]
    for i in range(d.set_size[neighbors]):
        neighbor = item(d, neighbors, i)
        if facet_has(d, neighbor, FLIPPED):
            continue
        if facet_has(d, neighbor, VISIBLE):
            d.error = INCONSISTENT
            return
        mark_vertices(d, neighbor)
        if all_marked(d, facet):
            add_merge(d, facet, neighbor, REDUNDANT_FACET, 0.0)
            return
    if d.set_size[neighbors] < 3:
        add_merge(d, facet, facet, DEGEN, 0.0)


@helper
def test_redundant_neighbors(d, facet: int) -> None:
    """Note which neighbors have all their vertices in a facet."""
    neighbors = d.neighbors[facet]
    if d.set_size[neighbors] < 3:
        add_merge(d, facet, facet, DEGEN, 0.0)
        return
    mark_vertices(d, facet)
    for i in range(d.set_size[neighbors]):
        neighbor = item(d, neighbors, i)
        if facet_has(d, neighbor, VISIBLE):
            d.error = INCONSISTENT
            return
        if (d.flags[neighbor] & (DEGENERATE | REDUNDANT | DUPRIDGE)) != 0:
            continue
        if facet_has(d, facet, FLIPPED) and not facet_has(d, neighbor, FLIPPED):
            continue
        if all_marked(d, neighbor):
            add_merge(d, neighbor, facet, REDUNDANT_FACET, 0.0)


@helper
def test_degenerate_neighbors(d, facet: int) -> None:
    """Note which neighbors of a facet have less than three neighbors."""
    neighbors = d.neighbors[facet]
    for i in range(d.set_size[neighbors]):
        neighbor = item(d, neighbors, i)
        if facet_has(d, neighbor, VISIBLE):
            d.error = INCONSISTENT
            return
        if (d.flags[neighbor] & (DEGENERATE | REDUNDANT | DUPRIDGE)) != 0:
            continue
        if d.set_size[d.neighbors[neighbor]] < 3:
            add_merge(d, neighbor, neighbor, DEGEN, 0.0)


@helper
def test_convexity(d, facet: int, neighbor: int) -> bool:
    """Note that two facets are to be merged, unless the centrum of each lies clearly below the other."""
    radius = d.centrum_radius
    find_centrum(d, facet)
    height = centrum_distance(d, facet, neighbor)
    concave, coplanar = height > radius, height >= -radius and not height > radius
    find_centrum(d, neighbor)
    height2 = centrum_distance(d, neighbor, facet)
    if height2 > radius:
        concave = True
    elif height2 >= -radius:
        coplanar = True
    if not concave and not coplanar:
        return False
    if concave and coplanar:
        if height > height2:
            add_merge(d, facet, neighbor, CONCAVE_COPLANAR, height)
        else:
            add_merge(d, neighbor, facet, CONCAVE_COPLANAR, height2)
    elif concave:
        add_merge(d, facet, neighbor, CONCAVE, max(height, height2))
    else:
        add_merge(d, facet, neighbor, COPLANAR, min(abs(height), abs(height2)))
    return True


@helper
def first_merges(d) -> None:
    """Test all new facets against their neighbors, each pair once, and sort what is to be merged."""
    d.visit += 1
    facet = d.newfacet_list
    while is_facet(d, facet) and d.error == 0:
        d.facet_visit[facet] = d.visit
        neighbors = d.neighbors[facet]
        for i in range(d.set_size[neighbors]):
            neighbor = item(d, neighbors, i)
            if d.facet_visit[neighbor] != d.visit and test_convexity(d, facet, neighbor):
                mark_nonconvex(d, neighbor, facet)
        mark_facet(d, facet, TESTED, True)
        ridges = d.ridges[facet]
        for i in range(d.set_size[ridges]):
            mark_ridge(d, item(d, ridges, i), TESTED, True)
        facet = d.next_facet[facet]
    sort_merges(d)


@helper
def mark_nonconvex(d, facet: int, neighbor: int) -> None:
    """Mark the first ridge of a facet to a neighbor as nonconvex."""
    ridges = d.ridges[facet]
    for i in range(d.set_size[ridges]):
        ridge = item(d, ridges, i)
        if beyond(d, ridge, facet) == neighbor:
            mark_ridge(d, ridge, NONCONVEX, True)
            return


@helper
def more_merges(d) -> None:
    """Test ridges of new facets that have changed, and sort what is to be merged."""
    d.visit += 1
    facet = d.newfacet_list
    while is_facet(d, facet) and d.error == 0:
        if not facet_has(d, facet, TESTED):
            d.facet_visit[facet] = d.visit
            neighbors = d.neighbors[facet]
            for i in range(d.set_size[neighbors]):
                mark_facet(d, item(d, neighbors, i), SEEN, False)
            test_ridges(d, facet)
            mark_facet(d, facet, TESTED, True)
        facet = d.next_facet[facet]
    sort_merges(d)


@helper
def test_ridges(d, facet: int) -> None:
    """Test ridges of a facet that were not tested, one for each neighbor."""
    ridges = d.ridges[facet]
    for i in range(d.set_size[ridges]):
        ridge = item(d, ridges, i)
        flags = d.ridge_flags[ridge]
        if (flags & TESTED) != 0 and (flags & NONCONVEX) == 0:
            continue
        neighbor = beyond(d, ridge, facet)
        if facet_has(d, neighbor, SEEN):
            mark_ridge(d, ridge, TESTED, True)
            mark_ridge(d, ridge, NONCONVEX, False)
        elif d.facet_visit[neighbor] != d.visit:
            mark_facet(d, neighbor, SEEN, True)
            mark_ridge(d, ridge, NONCONVEX, test_convexity(d, facet, neighbor))
            mark_ridge(d, ridge, TESTED, True)


@helper
def goes_after(d, merge: int, other: int) -> bool:
    """Tell whether a merge stands behind another one, and so is done before it."""
    kind, second = d.merge_kind[merge], d.merge_kind[other]
    if kind != second:
        return kind < second
    return d.merge_distance[merge] < d.merge_distance[other]


@helper
def sort_merges(d) -> None:
    """Sort the queue of merges; equal ones keep their order."""
    queue = d.facet_merges
    n = d.set_size[queue]
    if n < 2:
        return
    spare = new_set(d, n)
    if d.error != 0:
        return
    source, target, width = d.set_start[queue], d.set_start[spare], 1
    while width < n:
        low = 0
        while low < n:
            middle, high = min(low + width, n), min(low + 2 * width, n)
            i, j = low, middle
            for k in range(low, high):
                second = i >= middle or (j < high and goes_after(d, d.pool[source + i], d.pool[source + j]))
                d.pool[target + k] = d.pool[source + (j if second else i)]
                if second:
                    j += 1
                else:
                    i += 1
            low += 2 * width
        source, target, width = target, source, 2 * width
    if source != d.set_start[queue]:
        for k in range(n):
            d.pool[target + k] = d.pool[source + k]
    free_set(d, spare)


@helper
def set_aside(d) -> int:
    """Return the queue of merges, and let another one take its place."""
    queue = d.facet_merges
    d.facet_merges = new_set(d, 4)
    return queue
