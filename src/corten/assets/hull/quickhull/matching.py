"""Neighbors in a cone: new facets that share an edge from the apex to a vertex.

A table has the facets by that vertex. More than two at one edge, which roundoff brings about, get a mark as neighbor.
"""

from corten.assets.hull.quickhull.facets import facet_has, is_facet, mark_facet
from corten.assets.hull.quickhull.memory import DUPLICATE, DUPRIDGE, NONE, ROOM, TOP
from corten.assets.hull.quickhull.sets import index_of, item
from corten.runtime import helper


@helper
def hash_size(count: int) -> int:
    """Return the size of the table for so many edges, which has no small factors."""
    size = ((count + 1) * 2) | 1
    while size % 3 == 0 or size % 5 == 0:
        size += 2
    return size


@helper
def match_cone(d) -> tuple[int, int]:
    """Make new facets neighbors that share an edge from the apex; return the size of the table and what is left."""
    count, facet = 0, d.newfacet_list
    while is_facet(d, facet):
        count += 1
        neighbors = d.neighbors[facet]
        d.set_size[neighbors] = 3
        start = d.set_start[neighbors]
        d.pool[start + 1], d.pool[start + 2] = NONE, NONE
        facet = d.next_facet[facet]
    size = hash_size(2 * count)
    if size > d.nhash:
        d.error = ROOM
        return size, 0
    for i in range(size):
        d.hash[i] = NONE
    left, facet = 0, d.newfacet_list
    while is_facet(d, facet) and d.error == 0:
        left += match_edge(d, facet, 1, size)
        left += match_edge(d, facet, 2, size)
        facet = d.next_facet[facet]
    return size, left


@helper
def shared_vertex(d, facet: int, skip: int) -> int:
    """Return the vertex at the end of the edge that lies opposite to another one but for the apex."""
    return item(d, d.facet_vertices[facet], 3 - skip)


@helper
def skip_of(d, facet: int, vertex: int) -> int:
    """Return which vertex lies opposite to the edge from the apex to one, 0 if there is no such edge."""
    vertices = d.facet_vertices[facet]
    if item(d, vertices, 1) == vertex:
        return 2
    return 1 if item(d, vertices, 2) == vertex else 0


@helper
def enter_hash(d, facet: int, hashed: int, size: int) -> None:
    """Enter a facet into the table unless it stands there."""
    scan = hashed
    while d.hash[scan] != NONE and d.hash[scan] != facet:
        scan = scan + 1 if scan + 1 < size else 0
    d.hash[scan] = facet


@helper
def match_edge(d, facet: int, skip: int, size: int) -> int:
    """Find the neighbor of a new facet at an edge, and return by how much that changes the number of open edges."""
    vertex, found = shared_vertex(d, facet, skip), False
    hashed = vertex % size
    scan = hashed
    while d.hash[scan] != NONE:
        other = d.hash[scan]
        other_skip = skip_of(d, other, vertex) if other != facet else 0
        if other == facet:
            found = True
        elif other_skip != 0:
            return match_pair(d, facet, skip, other, other_skip, hashed, size)
        scan = scan + 1 if scan + 1 < size else 0
    if not found:
        d.hash[scan] = facet
    return 1


@helper
def are_opposed(d, facet: int, skip: int, other: int, other_skip: int) -> bool:
    """Tell whether two facets that share an edge from the apex are oriented alike, as neighbors are."""
    same = (skip & 1) == (other_skip & 1)
    return same == (facet_has(d, facet, TOP) != facet_has(d, other, TOP))


@helper
def match_pair(d, facet: int, skip: int, other: int, other_skip: int, hashed: int, size: int) -> int:
    """Make two new facets neighbors; if one has one already, mark all of them as facets with a duplicate ridge."""
    mine, theirs = d.set_start[d.neighbors[facet]] + skip, d.set_start[d.neighbors[other]] + other_skip
    third = d.pool[theirs]
    if third == NONE and are_opposed(d, facet, skip, other, other_skip):
        d.pool[theirs], d.pool[mine] = facet, other
        return -1
    d.pool[mine] = DUPLICATE
    mark_facet(d, facet, DUPRIDGE, True)
    enter_hash(d, facet, hashed, size)
    change = 1
    if third != DUPLICATE:
        d.pool[theirs] = DUPLICATE
        mark_facet(d, other, DUPRIDGE, True)
        if third != NONE:
            d.pool[d.set_start[d.neighbors[third]] + index_of(d, d.neighbors[third], other)] = DUPLICATE
            mark_facet(d, third, DUPRIDGE, True)
            enter_hash(d, third, hashed, size)
            change = 3
    return change
