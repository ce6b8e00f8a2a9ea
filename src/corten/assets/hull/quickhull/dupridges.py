"""Duplicate ridges: edges of a cone at which more than two new facets meet.

Two of the facets become neighbors, those that fit best, or those that are furthest apart; the others get a mark in
place of their neighbor, and are merged into one that shares the edge.
"""

from typing import NamedTuple

from corten.assets.hull.quickhull.facets import facet_has, is_facet
from corten.assets.hull.quickhull.matching import are_opposed, match_cone, shared_vertex, skip_of
from corten.assets.hull.quickhull.memory import (
    DUPLICATE,
    DUPRIDGE,
    FLIPPED,
    INCONSISTENT,
    MERGE,
    NONE,
    NORMAL,
    TRICOPLANAR,
)
from corten.assets.hull.quickhull.planes import LARGEST, facet_distance, set_plane
from corten.assets.hull.quickhull.sets import item
from corten.runtime import helper

# merges so many times as wide as one may be are no good match
WIDE_DUPRIDGE_RATIO = 50.0


class Match(NamedTuple):
    """Two facets with the places of each other among their neighbors, and how far they are apart."""

    facet: int
    skip: int
    other: int
    other_skip: int
    gap: float
    second_gap: float


@helper
def match_new_facets(d) -> None:
    """Make new facets of a cone neighbors."""
    size, left = match_cone(d)
    if left == 0 or d.error != 0:
        return
    facet = d.newfacet_list
    while is_facet(d, facet):
        if facet_has(d, facet, DUPRIDGE):
            for skip in range(1, 3):
                if item(d, d.neighbors[facet], skip) == DUPLICATE and d.error == 0:
                    left += match_dupridge(d, facet, skip, size)
        facet = d.next_facet[facet]
    if left != 0 and d.error == 0:
        d.error = INCONSISTENT


@helper
def neighbor_at(d, facet: int, skip: int) -> int:
    """Return a neighbor or the mark in its place."""
    return d.pool[d.set_start[d.neighbors[facet]] + skip]


@helper
def set_neighbor(d, facet: int, skip: int, neighbor: int) -> None:
    """Write a neighbor or a mark in its place."""
    d.pool[d.set_start[d.neighbors[facet]] + skip] = neighbor


@helper
def match_dupridge(d, facet: int, skip: int, size: int) -> int:
    """Give each facet at an edge a neighbor or a mark; return by how much that changes the number of open edges."""
    good, most = find_matches(d, facet, skip, size)
    best = good if good.facet != NONE else most
    if best.facet == NONE:
        d.error = INCONSISTENT
        return 0
    set_neighbor(d, best.facet, best.skip, best.other)
    set_neighbor(d, best.other, best.other_skip, best.facet)
    return -2 + mark_others(d, facet, skip, size, good)


@helper
def find_matches(d, first: int, first_skip: int, size: int) -> tuple[Match, Match]:
    """Return the best match of two facets at an edge that is good, and the one with the largest distance."""
    vertex = shared_vertex(d, first, first_skip)
    good = Match(NONE, 0, NONE, 0, 0.0, 0.0)
    most = Match(NONE, 0, NONE, 0, -LARGEST, 0.0)
    d.visit += 1
    facet, skip, duplicate = first, first_skip, False
    while facet != NONE:
        following, following_skip = NONE, 0
        d.facet_visit[facet] = d.visit
        scan = vertex % size
        while d.hash[scan] != NONE:
            other = d.hash[scan]
            scan = scan + 1 if scan + 1 < size else 0
            if not facet_has(d, other, DUPRIDGE) or d.facet_visit[other] == d.visit:
                continue
            other_skip = skip_of(d, other, vertex)
            if other_skip == 0:
                continue
            if item(d, d.facet_vertices[facet], skip) == item(d, d.facet_vertices[other], other_skip):
                duplicate = True
            if not are_opposed(d, facet, skip, other, other_skip):
                following, following_skip = other, other_skip
            elif neighbor_at(d, facet, skip) == DUPLICATE:
                good, most = judge(d, Match(other, other_skip, facet, skip, 0.0, 0.0), duplicate, good, most)
                if duplicate:
                    break
        facet, skip = following, following_skip
    return good, most


@helper
def judge(d, pair: Match, duplicate: bool, good: Match, most: Match) -> tuple[Match, Match]:
    """Return the best good match and the widest one, now that another pair of facets is known."""
    facet, other = pair.facet, pair.other
    if not facet_has(d, facet, NORMAL):
        set_plane(d, facet)
    if not facet_has(d, other, NORMAL):
        set_plane(d, other)
    gap, _, _ = facet_distance(d, facet, other)
    back, _, _ = facet_distance(d, other, facet)
    flipped, other_flipped = facet_has(d, facet, FLIPPED), facet_has(d, other, FLIPPED)
    turned = Match(other, pair.other_skip, facet, pair.skip, back, 0.0)
    forward = pair._replace(gap=gap)
    none = good.facet == NONE
    good_flipped = (not none) and facet_has(d, max(good.facet, 0), FLIPPED)
    limit = WIDE_DUPRIDGE_RATIO * (d.one_merge + d.dist_round)
    if duplicate:
        widest = pair._replace(gap=min(gap, back), second_gap=LARGEST / 2.0)
        return Match(NONE, 0, NONE, 0, good.gap, 0.0), widest
    if flipped and not other_flipped and gap < limit:
        return (forward if none or not good_flipped or gap < good.gap else good), most
    if other_flipped and not flipped and back < limit:
        return (turned if none or not good_flipped or back < good.gap else good), most
    if gap < limit and (not other_flipped or flipped):
        return (forward if none or (not good_flipped and gap < good.gap) else good), most
    if back < limit and (not flipped or other_flipped):
        return (turned if none or (not good_flipped and back < good.gap) else good), most
    if none:
        width = min(gap, back) if (not other_flipped or flipped) else gap
        if width > most.gap:
            return good, pair._replace(gap=width, second_gap=most.gap)
        if width > most.second_gap:
            return good, most._replace(second_gap=width)
    return good, most


@helper
def mark_others(d, first: int, first_skip: int, size: int, good: Match) -> int:
    """Mark the facets at an edge that are not matched for merging; return the change of the number of open edges."""
    vertex, change, pending = shared_vertex(d, first, first_skip), 0, good.facet != NONE
    d.visit += 1
    facet, skip = first, first_skip
    while facet != NONE and d.error == 0:
        following, following_skip = NONE, 0
        d.facet_visit[facet] = d.visit
        scan = vertex % size
        while d.hash[scan] != NONE:
            other = d.hash[scan]
            scan = scan + 1 if scan + 1 < size else 0
            if not facet_has(d, other, DUPRIDGE) or d.facet_visit[other] == d.visit:
                continue
            other_skip = skip_of(d, other, vertex)
            if other_skip == 0 or neighbor_at(d, other, other_skip) != DUPLICATE:
                continue
            if not are_opposed(d, facet, skip, other, other_skip):
                following, following_skip = other, other_skip
            elif neighbor_at(d, facet, skip) == DUPLICATE:
                set_neighbor(d, other, other_skip, facet)
                if facet_has(d, facet, TRICOPLANAR):
                    set_neighbor(d, facet, skip, other)
                elif pending:
                    set_neighbor(d, good.other, good.other_skip, MERGE)
                    set_neighbor(d, facet, skip, other)
                    pending = False
                else:
                    set_neighbor(d, facet, skip, MERGE)
                change -= 2
        if neighbor_at(d, facet, skip) == DUPLICATE and d.error == 0:
            d.error = INCONSISTENT
        facet, skip = following, following_skip
    return change
