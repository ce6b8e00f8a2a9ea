"""The first simplex of points far from each other, and the tolerances that follow from the size of the points."""

from corten.assets.hull.quickhull.facets import append_facet, facet_has, is_facet, mark_facet, new_facet
from corten.assets.hull.quickhull.memory import FLAT, FLIPPED, NONE, NOT_CONVEX, SAME_X, TOO_FEW, TOP
from corten.assets.hull.quickhull.planes import (
    EPSILON,
    check_flipped,
    cosine,
    interior_distance,
    set_plane,
    turn_outside,
    vertex_distance,
)
from corten.assets.hull.quickhull.sets import append, copy_without, has, insert, item, new_set
from corten.assets.hull.quickhull.vertices import append_vertex, new_vertex, reset_lists
from corten.runtime import helper, sqrt

# a determinant that is smaller than this share of what it could be may be that of a flat simplex
SMALL_SIMPLEX = 1e-3

# normals of a narrow simplex
NARROW = -0.99999999


@helper
def find_extremes(d) -> int:
    """Find the extent of the points; return a set of the lowest and highest points along each axis."""
    extremes, x = new_set(d, 6), d.points
    d.max_width = -1e308
    for k in range(3):
        low, high = 0, 0
        for i in range(d.npoint):
            if x[high, k] < x[i, k]:
                high = i
            elif x[low, k] > x[i, k]:
                low = i
        largest = max(x[high, k], -x[low, k])
        d.max_width = max(d.max_width, x[high, k] - x[low, k])
        d.max_abs = max(d.max_abs, largest)
        d.max_sum += largest
        d.near_zero[k] = 80.0 * d.max_sum * EPSILON
        append(d, extremes, low)
        append(d, extremes, high)
    return extremes


@helper
def set_tolerances(d) -> None:
    """Find how far roundoff may take a distance, and what follows from it."""
    longest = min(sqrt(3.0) * d.max_abs, d.max_sum)
    d.dist_round = EPSILON * (3.0 * longest * 1.01 + d.max_abs)
    d.centrum_radius = 2.0 * d.dist_round
    d.one_merge = max(d.dist_round, 3.0 * d.centrum_radius + d.dist_round)
    d.near_inside = 5.0 * d.one_merge
    d.min_visible = d.centrum_radius
    d.max_coplanar = d.min_visible
    d.min_outside = 2.0 * d.min_visible
    d.wide_facet = max(max(d.min_outside, 6.0 * d.max_coplanar), 6.0 * d.min_visible)
    d.max_vertex, d.min_vertex = d.dist_round, -d.dist_round
    limit_outer(d)


@helper
def limit_outer(d) -> None:
    """Bring the limit of distances of points above facets up to date."""
    d.max_outer = max(max(d.max_outside, d.one_merge + d.dist_round), d.min_outside)


@helper
def find_simplex(d, extremes: int) -> int:
    """Return a set of four points: the extremes along x, and then those that make the determinant largest."""
    simplex, x = new_set(d, 4), d.points
    low, high = item(d, extremes, 0), item(d, extremes, 0)
    for i in range(1, 6):
        point = item(d, extremes, i)
        if x[high, 0] < x[point, 0]:
            high = point
        if x[low, 0] > x[point, 0]:
            low = point
    if low == high:
        d.error = SAME_X
        return simplex
    append(d, simplex, low)
    append(d, simplex, high)
    largest = x[high, 0] - x[low, 0]
    for n in range(2, 4):
        point, largest = next_corner(d, simplex, extremes, n, largest * d.max_width)
        if point == NONE:
            d.error = TOO_FEW
            return simplex
        append(d, simplex, point)
    return simplex


@helper
def next_corner(d, simplex: int, extremes: int, n: int, target: float) -> tuple[int, float]:
    """Return the point that makes the determinant of a simplex largest, and that; of all where extremes do not do."""
    best, largest, flat = NONE, -1.0, False
    for i in range(6):
        point = item(d, extremes, i)
        if not has(d, simplex, point) and point != best:
            size, nearzero = determinant(d, point, simplex, n)
            if size > largest:
                best, largest, flat = point, size, nearzero
    narrow = largest > 0.0 and largest / target < SMALL_SIMPLEX
    if best == NONE or flat or narrow:
        enough = 10.0 * SMALL_SIMPLEX * target
        for point in range(d.npoint):
            if has(d, extremes, point) or has(d, simplex, point):
                continue
            size, nearzero = determinant(d, point, simplex, n)
            if size > largest:
                best, largest, flat = point, size, nearzero
                if not flat and largest > enough:
                    break
    return best, largest


@helper
def determinant(d, apex: int, simplex: int, n: int) -> tuple[float, bool]:
    """Return the size of the determinant of two or three corners seen from a point, and whether it is almost zero."""
    x, p, q = d.points, item(d, simplex, 0), item(d, simplex, 1)
    a1, a2 = x[p, 0] - x[apex, 0], x[p, 1] - x[apex, 1]
    b1, b2 = x[q, 0] - x[apex, 0], x[q, 1] - x[apex, 1]
    if n == 2:
        size = abs(a1 * b2 - a2 * b1)
        return size, size < 10.0 * d.near_zero[1]
    r = item(d, simplex, 2)
    a3, b3 = x[p, 2] - x[apex, 2], x[q, 2] - x[apex, 2]
    c1, c2, c3 = x[r, 0] - x[apex, 0], x[r, 1] - x[apex, 1], x[r, 2] - x[apex, 2]
    size = abs(a1 * (b2 * c3 - b3 * c2) - b1 * (a2 * c3 - a3 * c2) + c1 * (a2 * b3 - a3 * b2))
    return size, size < 10.0 * d.near_zero[2]


@helper
def make_simplex(d, corners: int) -> None:
    """Make the facets of a simplex, oriented outwards."""
    tail_vertex = new_vertex(d, 0)
    d.vertex_list, d.newvertex_list, d.vertex_tail = tail_vertex, tail_vertex, tail_vertex
    vertices = new_set(d, 4)
    for i in range(4):
        insert(d, vertices, 0, new_vertex(d, item(d, corners, i)))
    for i in range(4):
        facet = new_facet(d)
        d.facet_vertices[facet] = copy_without(d, vertices, i, NONE)
        mark_facet(d, facet, TOP, i % 2 == 0)
        append_facet(d, facet)
        append_vertex(d, item(d, vertices, i))
    facet = d.newfacet_list
    while is_facet(d, facet):
        other = d.newfacet_list
        while is_facet(d, other):
            if other != facet:
                append(d, d.neighbors[facet], other)
            other = d.next_facet[other]
        facet = d.next_facet[facet]
    reset_lists(d, True)
    d.facet_next = d.facet_list
    for k in range(3):
        centre = 0.0
        for i in range(4):
            centre += d.points[d.vertex_point[item(d, vertices, i)], k]
        d.interior[k] = centre / 4.0
    orient(d)


@helper
def orient(d) -> None:
    """Find the planes of the first simplex, turn them outwards, and refuse a flat one."""
    first = d.facet_list
    set_plane(d, first)
    mark_facet(d, first, FLIPPED, False)
    if interior_distance(d, first) > d.dist_round:
        turn_all(d)
        set_plane(d, first)
    facet = d.next_facet[first]
    while is_facet(d, facet):
        set_plane(d, facet)
        facet = d.next_facet[facet]
    facet = d.facet_list
    while is_facet(d, facet):
        mark_facet(d, facet, FLIPPED, False)
        if interior_distance(d, facet) > d.dist_round:
            turn_all(d)
            other = d.facet_list
            while is_facet(d, other):
                mark_facet(d, other, FLIPPED, False)
                turn_outside(d, other)
                other = d.next_facet[other]
            break
        facet = d.next_facet[facet]
    check_simplex(d)


@helper
def turn_all(d) -> None:
    """Turn the orientation of all facets round."""
    facet = d.facet_list
    while is_facet(d, facet):
        mark_facet(d, facet, TOP, not facet_has(d, facet, TOP))
        facet = d.next_facet[facet]


@helper
def check_simplex(d) -> None:
    """Refuse a simplex that is flat or not convex, and note whether it is narrow."""
    facet, smallest = d.facet_list, 1.0
    while is_facet(d, facet):
        if not check_flipped(d, facet):
            d.error = FLAT
            return
        for i in range(3):
            smallest = min(smallest, cosine(d, facet, item(d, d.neighbors[facet], i)))
        facet = d.next_facet[facet]
    if smallest < NARROW:
        d.narrow = 1
    facet = d.facet_list
    while is_facet(d, facet):
        for i in range(3):
            vertex = item(d, d.facet_vertices[facet], i)
            if vertex_distance(d, vertex, item(d, d.neighbors[facet], i)) >= -d.dist_round:
                d.error = NOT_CONVEX
                return
        facet = d.next_facet[facet]
