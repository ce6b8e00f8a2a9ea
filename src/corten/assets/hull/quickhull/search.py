"""Searches for the facet that a point lies above: along neighbors, uphill, or among all new facets.

A point is outside of a facet from `min_outside` on; most searches end with the first such facet. Where the best facet
is one of several that are almost as good, as on flat sides, the search goes on over all facets that lie close.
"""

from corten.assets.hull.quickhull.facets import facet_has, is_facet
from corten.assets.hull.quickhull.memory import FLIPPED, NEW, NO_CONE, NONE, NORMAL, VISIBLE
from corten.assets.hull.quickhull.planes import LARGEST, distance, sharp_new_facets
from corten.assets.hull.quickhull.sets import append, clear, item, pop
from corten.assets.hull.quickhull.vertices import list_vertex_facets
from corten.runtime import helper

# merges after which distances count twice
MANY_MERGES = 50


@helper
def outside_limit(d) -> float:
    """Return the distance above a facet from which a point is outside of it for sure."""
    best = max(2.0 * d.min_outside, d.max_outside)
    return 2.0 * best if d.num_merges > MANY_MERGES else 1.0 * best


@helper
def search_width(d) -> float:
    """Return how much lower than above the best facet a point may lie above one that is searched on."""
    width = d.max_outside + 2.0 * d.dist_round + max(d.min_visible, d.max_coplanar)
    return 2.0 * width if d.num_merges > MANY_MERGES else 1.0 * width


@helper
def best_facet(d, point: int, start: int, best_outside: bool, new_only: bool) -> tuple[int, float, bool]:
    """Return the facet that a point lies highest above, its height there, and whether it is outside.

    The search begins at a facet and goes uphill. Unless `best_outside` it ends where the point is outside.
    """
    d.visit += 1
    visit = d.visit
    best, facet, last, best_height = NONE, start, start, -LARGEST / 2.0
    if not facet_has(d, start, FLIPPED):
        best, best_height = start, distance(d, point, start)
        if not best_outside and best_height >= d.min_outside:
            return best, best_height, True
    d.facet_visit[start] = visit
    while facet != NONE:
        last = facet
        neighbors, following = d.neighbors[facet], NONE
        for i in range(d.set_size[neighbors]):
            neighbor = item(d, neighbors, i)
            flags = d.flags[neighbor]
            if ((flags & NEW) == 0 and new_only) or d.facet_visit[neighbor] == visit:
                continue
            d.facet_visit[neighbor] = visit
            if (flags & FLIPPED) != 0:
                continue
            height = distance(d, point, neighbor)
            if height > best_height:
                best, best_height = neighbor, height
                if not best_outside and height >= d.min_outside:
                    return best, best_height, True
                following = neighbor
                break
        facet = following
    return refine(d, point, best, last, best_height, best_outside, new_only)


@helper
def refine(
    d, point: int, found: int, last: int, height: float, best_outside: bool, new_only: bool
) -> tuple[int, float, bool]:
    """Return the best facet, its height and whether the point is outside, after a search uphill that ended at one."""
    best, best_height, horizon = found, height, True
    if new_only:
        if best == NONE:
            best, best_height, _ = best_new_facet(d, point, d.newfacet_list, best_outside)
            horizon = False
        elif d.not_sharp == 0 and best_height < -d.dist_round:
            if sharp_new_facets(d):
                best, best_height, _ = best_new_facet(d, point, best, best_outside)
                horizon = False
                d.find_best_new = 1
            else:
                d.not_sharp = 1
    if best == NONE:
        best, best_height = best_around(d, point, last)
    if horizon:
        best, best_height = best_on_horizon(d, point, best, best_height)
    return best, best_height, best_height >= d.min_outside


@helper
def best_new_facet(d, point: int, start: int, best_outside: bool) -> tuple[int, float, bool]:
    """Return the facet that a point lies highest above, its height there, and whether it is outside.

    All new facets are looked at, from one of them on, then the facets next to the best.
    """
    if not is_facet(d, start):
        if d.error == 0:
            d.error = NO_CONE
        return max(start, 0), 0.0, False
    d.visit += 1
    best, best_height, limit = NONE, -LARGEST / 2.0, outside_limit(d)
    for turn in range(2):
        facet = start if turn == 0 else d.newfacet_list
        while is_facet(d, facet):
            if facet == start and turn == 1:
                break
            d.facet_visit[facet] = d.visit
            if not facet_has(d, facet, FLIPPED):
                height = distance(d, point, facet)
                if height > best_height:
                    best, best_height = facet, height
                    if not best_outside and height >= limit:
                        return best, best_height, True
            facet = d.next_facet[facet]
    best, best_height = best_on_horizon(d, point, best if best != NONE else start, best_height)
    return best, best_height, best_height >= d.min_outside


@helper
def best_on_horizon(d, point: int, start: int, height: float) -> tuple[int, float]:
    """Return the best facet among a good one and those that can be reached over facets that are almost as good."""
    d.visit += 1
    visit, width, stack = d.visit, search_width(d), d.stack
    best, best_height, lowest = start, height, height - width
    clear(d, stack)
    d.facet_visit[start] = visit
    facet, following = start, NONE
    while True:
        neighbors = d.neighbors[facet]
        for i in range(d.set_size[neighbors]):
            neighbor = item(d, neighbors, i)
            if d.facet_visit[neighbor] == visit:
                continue
            d.facet_visit[neighbor] = visit
            if not facet_has(d, neighbor, FLIPPED):
                above = distance(d, point, neighbor)
                if above > best_height:
                    lowest = above - width
                    if above > best_height + width:
                        clear(d, stack)
                    best, best_height = neighbor, above
                elif above < lowest:
                    continue
            if following != NONE:
                append(d, stack, following)
            following = neighbor
        facet, following = following, NONE
        if facet == NONE:
            facet = pop(d, stack)
            if facet == NONE:
                break
    return best, best_height


@helper
def best_around(d, point: int, facet: int) -> tuple[int, float]:
    """Return the best facet that is not flipped next to one, else around its vertex next to the point, else of all."""
    best, best_height = best_of_set(d, point, d.neighbors[facet])
    if best == NONE:
        list_vertex_facets(d)
        best, best_height = best_of_set(d, point, d.vertex_facets[nearest_vertex(d, facet, point)])
    if best == NONE:
        best_height = -LARGEST
        other = d.facet_list
        while is_facet(d, other):
            flags = d.flags[other]
            if (flags & (FLIPPED | VISIBLE)) == 0 and (flags & NORMAL) != 0:
                height = distance(d, point, other)
                if height > best_height:
                    best, best_height = other, height
                    if height > d.min_outside:
                        break
            other = d.next_facet[other]
    return best, best_height


@helper
def best_of_set(d, point: int, facets: int) -> tuple[int, float]:
    """Return the best facet of a set that is not flipped, and the height of a point above it."""
    best, best_height = NONE, -LARGEST / 2.0
    for i in range(d.set_size[facets]):
        facet = item(d, facets, i)
        if not facet_has(d, facet, FLIPPED):
            height = distance(d, point, facet)
            if height > best_height:
                best, best_height = facet, height
    return best, best_height


@helper
def nearest_vertex(d, facet: int, point: int) -> int:
    """Return the vertex of a facet that is nearest to a point."""
    vertices, x = d.facet_vertices[facet], d.points
    best, best_gap = NONE, LARGEST
    for i in range(d.set_size[vertices]):
        vertex = item(d, vertices, i)
        other, gap = d.vertex_point[vertex], 0.0
        for k in range(3):
            gap += (x[other, k] - x[point, k]) * (x[other, k] - x[point, k])
        if gap < best_gap:
            best, best_gap = vertex, gap
    return best
