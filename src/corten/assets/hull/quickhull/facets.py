"""The list of facets, and rows for new ones.

The list ends with the new facets, before them stand the visible ones; a row that is no facet is its tail.
"""

from corten.assets.hull.quickhull.memory import NEW, NONE, ROOM, SIMPLICIAL, VISIBLE
from corten.assets.hull.quickhull.sets import clear, free_set, new_set
from corten.runtime import helper


@helper
def facet_has(d, facet: int, bit: int) -> bool:
    """Tell whether a facet has a bit."""
    return (d.flags[facet] & bit) != 0


@helper
def mark_facet(d, facet: int, bit: int, on: bool) -> None:
    """Set or clear a bit of a facet."""
    flags = d.flags[facet]
    d.flags[facet] = (flags | bit) if on else (flags & ~bit)


@helper
def is_facet(d, facet: int) -> bool:
    """Tell whether a place in the list of facets is one: not its tail, nor nothing."""
    return facet != NONE and facet != d.facet_tail


@helper
def is_visible(d, facet: int) -> bool:
    """Tell whether a place in the list of facets is one of the visible ones."""
    return facet != NONE and facet_has(d, facet, VISIBLE)


@helper
def new_facet(d) -> int:
    """Return a row for a facet, which is simplicial, new, and has no sets but an empty one of neighbors."""
    facet = d.free_facet
    if facet != NONE:
        d.free_facet = d.next_facet[facet]
    elif d.used_facets < d.nfacet:
        facet = d.used_facets
        d.used_facets += 1
    else:
        d.error = ROOM
        facet = d.nfacet - 1
    d.flags[facet] = SIMPLICIAL | NEW
    d.facet_id[facet] = d.next_facet_id
    d.next_facet_id += 1
    d.facet_visit[facet], d.link[facet], d.nummerge[facet] = 0, NONE, 0
    d.furthest[facet], d.max_out[facet] = 0.0, d.dist_round
    d.facet_vertices[facet], d.ridges[facet], d.outside[facet], d.coplanar[facet] = 0, 0, 0, 0
    d.neighbors[facet] = new_set(d, 3)
    d.next_facet[facet], d.previous_facet[facet] = NONE, NONE
    return facet


@helper
def append_facet(d, facet: int) -> None:
    """Put a facet at the end of the list, among the new ones."""
    tail = d.facet_tail
    if tail == d.newfacet_list:
        d.newfacet_list = facet
        if tail == d.visible_list:
            d.visible_list = facet
    if tail == d.facet_next:
        d.facet_next = facet
    before = d.previous_facet[tail]
    d.previous_facet[facet], d.next_facet[facet] = before, tail
    if before != NONE:
        d.next_facet[before] = facet
    else:
        d.facet_list = facet
    d.previous_facet[tail] = facet
    d.num_facets += 1


@helper
def remove_facet(d, facet: int) -> None:
    """Take a facet out of the list."""
    behind, before = d.next_facet[facet], d.previous_facet[facet]
    if facet == d.newfacet_list:
        d.newfacet_list = behind
    if facet == d.facet_next:
        d.facet_next = behind
    if facet == d.visible_list:
        d.visible_list = behind
    if before != NONE:
        d.next_facet[before] = behind
    else:
        d.facet_list = behind
    d.previous_facet[behind] = before
    d.num_facets -= 1


@helper
def prepend_facet(d, facet: int, place: int) -> None:
    """Put a facet before another in the list."""
    before = d.previous_facet[place]
    d.previous_facet[facet], d.next_facet[facet] = before, place
    if before != NONE:
        d.next_facet[before] = facet
    d.previous_facet[place] = facet
    if d.facet_list == place:
        d.facet_list = facet
    if d.facet_next == place:
        d.facet_next = facet
    d.num_facets += 1


@helper
def move_to_end(d, facet: int) -> None:
    """Put a facet of the list at its end."""
    remove_facet(d, facet)
    append_facet(d, facet)


@helper
def delete_facet(d, facet: int) -> None:
    """Take a facet out of the list, and give its row and its sets back."""
    remove_facet(d, facet)
    free_set(d, d.neighbors[facet])
    free_set(d, d.ridges[facet])
    free_set(d, d.facet_vertices[facet])
    free_set(d, d.outside[facet])
    free_set(d, d.coplanar[facet])
    d.next_facet[facet] = d.free_facet
    d.free_facet = facet


@helper
def will_delete(d, facet: int, replacement: int) -> None:
    """Make a facet visible: it is to be deleted, and another one takes its place."""
    remove_facet(d, facet)
    if d.visible_list == NONE:
        d.visible_list = d.facet_tail
    prepend_facet(d, facet, d.visible_list)
    d.visible_list = facet
    d.num_visible += 1
    mark_facet(d, facet, VISIBLE, True)
    d.link[facet] = replacement
    clear(d, d.ridges[facet])
    clear(d, d.neighbors[facet])


@helper
def replacement_of(d, facet: int) -> int:
    """Return the facet that stands for one that may be visible, NONE if there is none."""
    result = facet
    while result != NONE and facet_has(d, result, VISIBLE):
        result = d.link[result]
    return result


@helper
def outside_of(d, facet: int) -> int:
    """Return the set of outside points of a facet."""
    if d.outside[facet] == 0:
        d.outside[facet] = new_set(d, 3)
    return d.outside[facet]


@helper
def coplanar_of(d, facet: int) -> int:
    """Return the set of coplanar points of a facet."""
    if d.coplanar[facet] == 0:
        d.coplanar[facet] = new_set(d, 3)
    return d.coplanar[facet]
