"""Memory of Quickhull: facets, ridges, vertices and merges in rows, and sets of their numbers in one pool.

    C. B. Barber, D. P. Dobkin, H. Huhdanpaa, The Quickhull algorithm for convex hulls, ACM TOMS 22 (1996)

A facet is a convex polygon of the hull, or of the hull as far as it is known. It is simplicial if it is a triangle
that was never merged; then its i-th neighbor lies opposite to its i-th vertex. Others have a ridge for each neighbor:
an edge with a facet on either side. Vertices of facets and ridges stand in falling order of their numbers; so an
orientation is one bit.

Rows that are free hang in lists. What runs out of room gives `ROOM` as the error, and the caller begins again with
more of it; row 0 of the sets is always empty, so that a set which is not there can be read.
"""

import numpy as np
from numpy.typing import NDArray

from corten.runtime.fields import F8, I4, I8, Field, Layout, Size
from corten.runtime.storage import Storage

# no facet, vertex, ridge or merge; marks in place of a neighbor while a cone is matched
NONE, DUPLICATE, MERGE = -1, -2, -3

# bits of facets
NEW, VISIBLE, FLIPPED, SIMPLICIAL = 1, 2, 4, 8
TOP, SEEN, TESTED, NEW_MERGE = 16, 32, 64, 128
DUPRIDGE, MERGE_RIDGE, MERGE_RIDGE2, COPLANAR_HORIZON = 256, 512, 1024, 2048
MERGE_HORIZON, CYCLE_DONE, DEGENERATE, REDUNDANT = 4096, 8192, 16384, 32768
TRICOPLANAR, KEEP_CENTRUM, NOT_FURTHEST, NORMAL, CENTRUM = 1 << 16, 1 << 17, 1 << 18, 1 << 19, 1 << 20

# bits of vertices; NEW and SEEN are those of facets
DEL_RIDGE, DELETED, PARTITIONED = 2, 4, 8

# bits of ridges; TESTED is that of facets
NONCONVEX, SIMPLICIAL_TOP, SIMPLICIAL_BOTTOM, MERGE_VERTEX, MERGE_VERTEX2 = 1, 2, 4, 8, 16

# why there is no hull; the texts stand in `hull.py`
ROOM, SAME_X, TOO_FEW, FLAT, NOT_CONVEX, EMPTY_HORIZON = 1, 2, 3, 4, 5, 6
WIDE_MERGE, WIDE_DUPRIDGE, TOO_DEGENERATE, WIDE_PINCH, NO_CONE, INCONSISTENT = 7, 8, 9, 10, 11, 12

# classes of sets by their room: 4, 8, 16, ...
NCLASS, SMALLEST = 28, 4

MEMORY = Layout(
    "Quickhull",
    (
        Size("npoint", "points"),
        Size("nfacet", "room for facets"),
        Size("nvertex", "room for vertices"),
        Size("nridge", "room for ridges"),
        Size("nmerge", "room for merges"),
        Size("nset", "room for sets"),
        Size("npool", "room for members of sets"),
        Size("nhash", "room for the table that matches new facets"),
    ),
    (
        Field("points", F8, ("npoint", 3), "points"),
        Field("limit", I8, (), "number of vertices to stop at, -1: all"),
        Field("pick_furthest", I8, (), "1: the next point is the furthest of all"),
        Field("error", I8, (), "why there is no hull, 0: there is one"),
        # facets
        Field("plane", F8, ("nfacet", 4), "outward normal and offset"),
        Field("centrum", F8, ("nfacet", 3), "centre of the vertices, in the plane"),
        Field("furthest", F8, ("nfacet",), "distance of the furthest outside point"),
        Field("max_out", F8, ("nfacet",), "largest distance of a point or vertex above a facet"),
        Field("flags", I4, ("nfacet",), "bits"),
        Field("facet_visit", I4, ("nfacet",), "last visit"),
        Field("facet_id", I4, ("nfacet",), "number by order of creation"),
        Field("next_facet", I4, ("nfacet",), "next in the list"),
        Field("previous_facet", I4, ("nfacet",), "previous in the list"),
        Field("link", I4, ("nfacet",), "replacement, cycle of facets to merge, or owner of a triangle"),
        Field("nummerge", I4, ("nfacet",), "merges"),
        Field("facet_vertices", I4, ("nfacet",), "set"),
        Field("neighbors", I4, ("nfacet",), "set"),
        Field("ridges", I4, ("nfacet",), "set"),
        Field("outside", I4, ("nfacet",), "set of points above, the furthest last"),
        Field("coplanar", I4, ("nfacet",), "set of points close to the plane"),
        # vertices
        Field("vertex_point", I4, ("nvertex",), "point"),
        Field("vertex_id", I4, ("nvertex",), "number by order of creation"),
        Field("vertex_flags", I4, ("nvertex",), "bits"),
        Field("vertex_mark", I4, ("nvertex",), "last visit"),
        Field("next_vertex", I4, ("nvertex",), "next in the list"),
        Field("previous_vertex", I4, ("nvertex",), "previous in the list"),
        Field("vertex_facets", I4, ("nvertex",), "set of facets around"),
        # ridges
        Field("ridge_vertices", I4, ("nridge", 2), "vertices"),
        Field("top", I4, ("nridge",), "facet on one side"),
        Field("bottom", I4, ("nridge",), "facet on the other side"),
        Field("ridge_flags", I4, ("nridge",), "bits"),
        # merges to do
        Field("merge_kind", I4, ("nmerge",), "kind"),
        Field("merge_pair", I4, ("nmerge", 4), "two facets or two vertices, and two ridges"),
        Field("merge_distance", F8, ("nmerge",), "distance"),
        # sets
        Field("pool", I4, ("npool",), "members of sets"),
        Field("set_start", I4, ("nset",), "first member"),
        Field("set_size", I4, ("nset",), "number of members"),
        Field("set_class", I4, ("nset",), "room: SMALLEST << class"),
        Field("free_sets", I4, (NCLASS,), "lists of free sets by their room"),
        Field("hash", I4, ("nhash",), "table of new facets, at first the points that are left"),
        # lists and counts
        Field("free_facet", I8, (), "list of free rows"),
        Field("free_vertex", I8, (), "list of free rows"),
        Field("free_ridge", I8, (), "list of free rows"),
        Field("free_merge", I8, (), "list of free rows"),
        Field("used_facets", I8, (), "rows that were ever in use"),
        Field("used_vertices", I8, (), "rows that were ever in use"),
        Field("used_ridges", I8, (), "rows that were ever in use"),
        Field("used_merges", I8, (), "rows that were ever in use"),
        Field("used_sets", I8, (), "rows that were ever in use"),
        Field("used_pool", I8, (), "members of all sets that were ever in use"),
        Field("facet_list", I8, (), "first facet"),
        Field("facet_tail", I8, (), "row behind the last facet"),
        Field("facet_next", I8, (), "first facet that may have outside points"),
        Field("newfacet_list", I8, (), "first new facet"),
        Field("visible_list", I8, (), "first visible facet"),
        Field("vertex_list", I8, (), "first vertex"),
        Field("vertex_tail", I8, (), "row behind the last vertex"),
        Field("newvertex_list", I8, (), "first vertex of new facets"),
        Field("num_facets", I8, (), "facets in the list"),
        Field("num_vertices", I8, (), "vertices in the list"),
        Field("num_visible", I8, (), "visible facets"),
        Field("num_outside", I8, (), "outside points"),
        Field("num_merges", I8, (), "merges so far"),
        Field("next_facet_id", I8, (), "number of the next facet"),
        Field("next_vertex_id", I8, (), "number of the next vertex"),
        Field("first_new_id", I8, (), "number of the first facet of a cone"),
        Field("visit", I8, (), "visit of facets"),
        Field("vertex_visit", I8, (), "visit of vertices"),
        Field("del_vertices", I8, (), "set of vertices to delete"),
        Field("facet_merges", I8, (), "set of merges"),
        Field("degen_merges", I8, (), "set of merges"),
        Field("vertex_merges", I8, (), "set of merges"),
        Field("stack", I8, (), "set of facets to search on"),
        Field("has_vertex_facets", I8, (), "1: sets of facets around vertices are kept"),
        Field("find_best_new", I8, (), "1: search among all new facets"),
        Field("not_sharp", I8, (), "1: new facets are known not to be sharp"),
        Field("narrow", I8, (), "1: the first simplex is narrow"),
        Field("was_coplanar", I8, (), "1: a point was coplanar"),
        Field("repartitioned", I8, (), "number of the facet whose point was moved last"),
        # tolerances
        Field("max_abs", F8, (), "largest coordinate"),
        Field("max_sum", F8, (), "sum of the largest coordinates"),
        Field("max_width", F8, (), "largest extent"),
        Field("near_zero", F8, (3,), "pivots that count as zero"),
        Field("dist_round", F8, (), "roundoff of a distance"),
        Field("one_merge", F8, (), "distance that one merge may make"),
        Field("near_inside", F8, (), "depth down to which points are kept"),
        Field("min_visible", F8, (), "distance from which a facet is visible"),
        Field("max_coplanar", F8, (), "distance up to which a point is coplanar"),
        Field("min_outside", F8, (), "distance from which a point is outside"),
        Field("wide_facet", F8, (), "width from which a facet keeps its centrum"),
        Field("centrum_radius", F8, (), "distance of a centrum that counts as coplanar"),
        Field("max_outside", F8, (), "largest distance of a point above a facet"),
        Field("max_vertex", F8, (), "largest distance of a vertex above a facet"),
        Field("min_vertex", F8, (), "lowest distance of a vertex below a facet"),
        Field("max_outer", F8, (), "limit of the distance of points above facets"),
        Field("interior", F8, (3,), "point inside"),
    ),
    "corten.assets.hull.quickhull.memory:MEMORY",
)


class Quickhull(Storage):
    """Points, and all that is known of their hull."""

    layout = MEMORY

    points: NDArray[np.float64]
    limit: int
    pick_furthest: int
    error: int
    num_facets: int
    num_vertices: int
