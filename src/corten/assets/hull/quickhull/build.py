"""The hull of points: a simplex grows point by point, and its facets become triangles in the end."""

from corten.assets.hull.quickhull.cone import find_horizon, make_cone, plane_cone
from corten.assets.hull.quickhull.dupridges import match_new_facets
from corten.assets.hull.quickhull.facets import facet_has, is_facet, new_facet, prepend_facet, remove_facet
from corten.assets.hull.quickhull.memory import NCLASS, NONE, SIMPLICIAL
from corten.assets.hull.quickhull.merging import merge_cone
from corten.assets.hull.quickhull.partition import free_outside, partition_all, partition_visible
from corten.assets.hull.quickhull.pinched import merge_vertex_queue
from corten.assets.hull.quickhull.planes import LARGEST
from corten.assets.hull.quickhull.renewal import delete_visible, update_vertices
from corten.assets.hull.quickhull.search import MANY_MERGES
from corten.assets.hull.quickhull.sets import new_set, pop
from corten.assets.hull.quickhull.simplex import find_extremes, find_simplex, limit_outer, make_simplex, set_tolerances
from corten.assets.hull.quickhull.triangulate import triangulate
from corten.assets.hull.quickhull.vertices import list_vertex_facets, reset_lists
from corten.runtime import helper, stage


@stage
def find_hull(m, d) -> None:
    """Find the convex hull of points."""
    begin(d)
    extremes = find_extremes(d)
    set_tolerances(d)
    tail = new_facet(d)
    d.facet_list, d.newfacet_list, d.facet_tail = tail, tail, tail
    d.facet_next = tail
    corners = find_simplex(d, extremes)
    if d.error != 0:
        return
    make_simplex(d, corners)
    if d.error != 0:
        return
    partition_all(d)
    reset_lists(d, True)
    d.facet_next = d.facet_list
    pick_furthest(d)
    while d.error == 0:
        point = next_point(d)
        if point == NONE:
            break
        d.num_outside -= 1
        if d.limit >= 0 and d.num_vertices - 4 >= d.limit:
            break
        add_point(d, point)
    if d.error == 0:
        triangulate(d)
    if d.error == 0:
        list_vertex_facets(d)
        number(d)


@helper
def number(d) -> None:
    """Write the place of each vertex and facet in the lists in place of their last visits."""
    vertex, count = d.vertex_list, 0
    while vertex != d.vertex_tail:
        d.vertex_mark[vertex] = count
        count += 1
        vertex = d.next_vertex[vertex]
    facet, count = d.facet_list, 0
    while is_facet(d, facet):
        d.facet_visit[facet] = count
        count += 1
        facet = d.next_facet[facet]


@helper
def begin(d) -> None:
    """Make all lists empty."""
    d.free_facet, d.free_vertex, d.free_ridge, d.free_merge = NONE, NONE, NONE, NONE
    for k in range(NCLASS):
        d.free_sets[k] = 0

    # row 0 of the sets is the empty one
    d.used_sets, d.used_pool = 1, 4
    d.visible_list, d.newvertex_list = NONE, NONE
    d.del_vertices, d.facet_merges, d.degen_merges = new_set(d, 16), new_set(d, 16), new_set(d, 16)
    d.vertex_merges, d.stack = new_set(d, 16), new_set(d, 16)


@helper
def pick_furthest(d) -> None:
    """Let the facet with the furthest outside point be the next one."""
    best, height, facet = NONE, -LARGEST, d.facet_list
    while is_facet(d, facet):
        if d.outside[facet] != 0 and d.furthest[facet] > height:
            best, height = facet, d.furthest[facet]
        facet = d.next_facet[facet]
    if best != NONE:
        remove_facet(d, best)
        prepend_facet(d, best, d.facet_next)
        d.facet_next = best


@helper
def next_point(d) -> int:
    """Return the furthest point of the next facet that has any, NONE at the end; that facet is `facet_next`."""
    while d.facet_next != d.facet_tail:
        facet = d.facet_next
        n = d.set_size[d.outside[facet]]
        if n == 0:
            free_outside(d, facet)
            d.facet_next = d.next_facet[facet]
            continue
        if d.narrow != 0 and d.furthest[facet] < d.min_outside:
            d.facet_next = d.next_facet[facet]
            continue
        if d.pick_furthest != 0:
            pick_furthest(d)
        return pop(d, d.outside[d.facet_next])
    return NONE


@helper
def add_point(d, point: int) -> None:
    """Let a point be a vertex of the hull, and bring everything up to date."""
    limit_outer(d)
    find_horizon(d, point, d.facet_next)
    if d.error != 0:
        return
    make_cone(d, point)
    if d.error != 0:
        return
    match_new_facets(d)
    if d.error != 0:
        return
    plane_cone(d)
    update_vertices(d, True)
    d.find_best_new = 0
    merge_cone(d)
    if d.error != 0:
        return
    if d.num_merges > MANY_MERGES:
        d.find_best_new = 1
    else:
        facet = d.newfacet_list
        while is_facet(d, facet):
            if not facet_has(d, facet, SIMPLICIAL):
                d.find_best_new = 1
                break
            facet = d.next_facet[facet]
    partition_visible(d)
    d.find_best_new, d.not_sharp = 0, 0
    if d.error != 0:
        return
    delete_visible(d)
    reset_lists(d, True)
    merge_vertex_queue(d)
