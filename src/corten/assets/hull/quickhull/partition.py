"""Points are handed on to the facets that they lie above, or close to.

The furthest point of a facet is the last one of its outside set; all others are in no order. Points that lie close to
a facet are kept with it, too, since a facet that replaces it may leave them outside.
"""

from corten.assets.hull.quickhull.facets import (
    coplanar_of,
    facet_has,
    is_facet,
    is_visible,
    mark_facet,
    move_to_end,
    outside_of,
    replacement_of,
)
from corten.assets.hull.quickhull.memory import INCONSISTENT, NEW, NO_CONE, NONE, PARTITIONED, VISIBLE
from corten.assets.hull.quickhull.planes import cosine, distance
from corten.assets.hull.quickhull.search import best_facet, best_new_facet, outside_limit
from corten.assets.hull.quickhull.sets import append, append_before_last, free_set, item
from corten.assets.hull.quickhull.vertices import mark_vertex, vertex_has
from corten.runtime import helper

# a point so many times further above a facet than any other is taken for an outside one
FAR_OUTSIDE = 30.0


@helper
def partition_all(d) -> None:
    """Hand all points but the vertices of the first simplex to its facets."""
    left, n, limit = d.hash, 0, outside_limit(d)
    for point in range(d.npoint):
        left[point] = point
    vertex = d.vertex_list
    while vertex != d.vertex_tail:
        left[d.vertex_point[vertex]] = NONE
        vertex = d.next_vertex[vertex]
    for point in range(d.npoint):
        if left[point] != NONE:
            left[n] = point
            n += 1
    facet = d.facet_list
    while is_facet(d, facet):
        n = take_outside(d, facet, n, limit)
        facet = d.next_facet[facet]
    d.find_best_new = 1
    for i in range(n):
        partition_point(d, left[i], d.facet_list)
        if d.error != 0:
            return
    d.find_best_new = 0


@helper
def take_outside(d, facet: int, n: int, limit: float) -> int:
    """Take the points that are clearly outside of a facet from those that are left, and return how many remain."""
    left, kept, best, best_height = d.hash, 0, NONE, 0.0
    for i in range(n):
        point = left[i]
        height = distance(d, point, facet)
        if height < limit:
            left[kept] = point
            kept += 1
            continue
        d.num_outside += 1
        if best == NONE:
            best, best_height = point, height
        elif height > best_height:
            append(d, outside_of(d, facet), best)
            best, best_height = point, height
        else:
            append(d, outside_of(d, facet), point)
    if best != NONE:
        append(d, outside_of(d, facet), best)
        d.furthest[facet] = best_height
    return kept


@helper
def partition_point(d, point: int, start: int) -> None:
    """Hand a point to the facet that it lies highest above, if it is outside of one or close to one."""
    facet, restore, before = start, False, 0
    while facet != NONE and d.error == 0:
        close, best, height = try_outside(d, point, facet)
        facet = NONE
        if close:
            if not restore:
                before = d.find_best_new
            facet = keep_coplanar(d, point, best, height, False)
            if facet != NONE:
                restore = True
                d.find_best_new = 0
    if restore:
        d.find_best_new = before
        d.repartitioned = 0


@helper
def try_outside(d, point: int, start: int) -> tuple[bool, int, float]:
    """Hand a point to the facet that it is outside of; return whether it is close to one instead, and which."""
    if d.find_best_new != 0:
        best, height, outside = best_new_facet(d, point, start, False)
    else:
        best, height, outside = best_facet(d, point, start, False, True)
    if d.error != 0 or best == NONE or facet_has(d, best, VISIBLE):
        if d.error == 0:
            d.error = INCONSISTENT
        return False, NONE, 0.0
    if d.narrow != 0 and height >= -d.near_inside:
        outside = True
    if not outside:
        return height >= -d.max_coplanar or height >= -d.near_inside, best, height
    add_outside(d, point, best, height)
    return False, best, height


@helper
def add_outside(d, point: int, facet: int, height: float) -> None:
    """Add a point to the outside set of a facet, and let the facet be processed."""
    renew = False
    if d.set_size[d.outside[facet]] == 0:
        append(d, outside_of(d, facet), point)
        if d.narrow == 0 or height > d.min_outside:
            renew = True
        d.furthest[facet] = height
    else:
        before = d.furthest[facet]
        if before < height:
            append(d, d.outside[facet], point)
            d.furthest[facet] = height
            if d.narrow != 0 and before < d.min_outside and height >= d.min_outside:
                renew = True
        else:
            append_before_last(d, d.outside[facet], point)
    if renew and d.facet_next != facet:
        if facet_has(d, facet, NEW):
            if facet_has(d, d.facet_next, NEW):
                d.facet_next = d.newfacet_list
        else:
            move_to_end(d, facet)
            if d.newfacet_list != NONE:
                mark_facet(d, facet, NEW, True)
    d.num_outside += 1


@helper
def partition_coplanar(d, point: int, facet: int, all_new: bool) -> None:
    """Hand a point that was coplanar, or a vertex, to the facet that it is closest to."""
    d.was_coplanar = 1
    if all_new:
        best, height, _ = best_new_facet(d, point, facet, True)
    else:
        best, height, _ = best_facet(d, point, facet, True, False)
    if d.error != 0:
        return
    if height < -d.near_inside:
        d.repartitioned = 0
        return
    follow = best
    if best == facet or height <= d.max_outside or cosine(d, facet, best) >= 0.0:
        follow = keep_coplanar(d, point, best, height, best != facet)
    if follow != NONE:
        before = d.find_best_new
        d.find_best_new = 0
        partition_point(d, point, follow)
        d.find_best_new = before
        d.repartitioned = 0


@helper
def keep_coplanar(d, point: int, facet: int, height: float, other: bool) -> int:
    """Keep a point with a facet that it is close to; return the facet if the point lies too far outside for that.

    `other` tells that it is not the facet that the point came from.
    """
    d.was_coplanar = 1
    if facet_has(d, facet, VISIBLE):
        d.error = INCONSISTENT
        return NONE
    if height > d.max_outside:
        if height > d.max_outer * FAR_OUTSIDE:
            if not other:
                if d.facet_id[facet] == d.repartitioned:
                    d.error = INCONSISTENT
                    return NONE
                d.repartitioned = d.facet_id[facet]
            return facet
        d.repartitioned = 0
        d.max_outside = height
    coplanar = coplanar_of(d, facet)
    n = d.set_size[coplanar]
    if n == 0 or distance(d, item(d, coplanar, n - 1), facet) < height:
        append(d, coplanar, point)
    else:
        append_before_last(d, coplanar, point)
    return NONE


@helper
def partition_visible(d) -> None:
    """Hand the points of visible facets to the new ones, and vertices that are no more."""
    facet = d.visible_list
    while is_visible(d, facet):
        if d.outside[facet] != 0 or d.coplanar[facet] != 0:
            start = replacement_of(d, facet)
            if start == NONE:
                start = d.newfacet_list
            if not is_facet(d, start):
                d.error = NO_CONE
                return
            outside = d.outside[facet]
            d.num_outside -= d.set_size[outside]
            for i in range(d.set_size[outside]):
                partition_point(d, item(d, outside, i), start)
            coplanar = d.coplanar[facet]
            for i in range(d.set_size[coplanar]):
                partition_coplanar(d, item(d, coplanar, i), start, d.find_best_new != 0)
            if d.error != 0:
                return
        facet = d.next_facet[facet]
    for i in range(d.set_size[d.del_vertices]):
        vertex = item(d, d.del_vertices, i)
        if not vertex_has(d, vertex, PARTITIONED):
            if not is_facet(d, d.newfacet_list):
                d.error = NO_CONE
                return
            partition_coplanar(d, d.vertex_point[vertex], d.newfacet_list, True)
            if d.error != 0:
                return
            mark_vertex(d, vertex, PARTITIONED, True)


@helper
def free_outside(d, facet: int) -> None:
    """Give the outside set of a facet back."""
    free_set(d, d.outside[facet])
    d.outside[facet] = 0
