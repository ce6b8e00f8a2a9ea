"""The hull of points as lists of vertices and triangles, in the order of Qhull 2020.2, and why there is none.

Qhull's order of facets, vertices, and facets around a vertex follows from the order of its steps and from the last bits
of its distances. So both are kept here, as they are in the published algorithm and in that version: the choice of the
first simplex and of the next point, the order of new facets, of merges and of triangles. Memory is estimated from the
number of points; where it does not do, the hull is made again with more.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from corten.assets.hull.quickhull.build import find_hull
from corten.assets.hull.quickhull.memory import (
    EMPTY_HORIZON,
    FLAT,
    INCONSISTENT,
    NO_CONE,
    NOT_CONVEX,
    ROOM,
    SAME_X,
    TOO_DEGENERATE,
    TOO_FEW,
    TOP,
    WIDE_DUPRIDGE,
    WIDE_MERGE,
    WIDE_PINCH,
    Quickhull,
)
from corten.assets.hull.quickhull.sets import item
from corten.assets.shape.triangles import Points
from corten.errors import AssetError
from corten.runtime import stage
from corten.runtime.fields import I4, I8, Field, Layout, Size
from corten.runtime.storage import Storage

Ints, Ids = NDArray[np.int64], NDArray[np.int32]

# room for facets for each point, and for none; how often it is doubled at most
FACETS, FEWEST, DOUBLINGS = 5, 64, 6

ERRORS = {
    ROOM: "it takes more memory than there is for so many points",
    SAME_X: "all points have the same x coordinate",
    TOO_FEW: "there are fewer than four points",
    FLAT: "the initial simplex is flat",
    NOT_CONVEX: "the initial simplex is not convex",
    EMPTY_HORIZON: "a point lies above all facets",
    WIDE_MERGE: "a merge of facets is too wide",
    WIDE_DUPRIDGE: "a merge of facets at a ridge that is there twice is too wide",
    TOO_DEGENERATE: "only four facets remain",
    WIDE_PINCH: "vertices at a ridge that is there twice are too far apart",
    NO_CONE: "all new facets are degenerate",
    INCONSISTENT: "facets do not fit each other",
}

HULL = Layout(
    "HullLists",
    (Size("nvert", "vertices"), Size("nface", "triangles"), Size("nside", "six for each triangle")),
    (
        Field("vertices", I4, ("nvert",), "point of each vertex"),
        Field("faces", I4, ("nface", 3), "points of each triangle, counter-clockwise from outside"),
        Field("owner", I8, ("nside",), "number of a vertex"),
        Field("other", I8, ("nside",), "number of another corner of a triangle there"),
    ),
    "corten.assets.hull.quickhull.hull:HULL",
)


class _Lists(Storage):
    """Lists of a hull."""

    layout = HULL

    vertices: Ids
    faces: Ids
    owner: Ints
    other: Ints


class HullLists(NamedTuple):
    """Vertices, as ids of points, and triangles (n, 3) of such ids, counter-clockwise from outside, in Qhull's order.

    `other[i]` is a corner of a triangle at vertex `owner[i]`, both numbered within `vertices`, in the order in which
    the triangles around a vertex, and their corners, are listed; so a neighbour is named by two triangles.
    """

    vertices: Ids
    faces: Ids
    owner: Ints
    other: Ints


def hull_lists(points: Points, limit: int = -1) -> HullLists:
    """Return the hull of points (n, 3); `limit` its vertices unless -1."""
    if not np.isfinite(points).all():
        raise AssetError("the mesh has vertices that are not finite, it has no convex hull")
    work = _find(points, limit)
    if work.error:
        raise AssetError(f"Quickhull finds no convex hull: {ERRORS[work.error]}")
    nface = work.num_facets
    lists = _Lists({"nvert": work.num_vertices, "nface": nface, "nside": 6 * nface})
    write_lists(work, lists)
    return HullLists(lists.vertices, lists.faces, lists.owner, lists.other)


def _find(points: Points, limit: int) -> Quickhull:
    """Let the hull be found, with as much room as it takes."""
    count = len(points)
    doubling = 0
    while True:
        n = (FACETS * count + FEWEST) << doubling
        work = Quickhull(
            {
                "npoint": count,
                "nvertex": (count + FEWEST) << doubling,
                "nhash": max(2 * n, count),
                "nset": 3 * n,
                "npool": 12 * n,
                **dict.fromkeys(("nfacet", "nridge", "nmerge"), n),
            }
        )
        work.points[:] = points
        work.limit, work.pick_furthest = (-1, 0) if limit < 0 else (limit - 4, 1)
        find_hull(work, work)
        if work.error != ROOM or doubling == DOUBLINGS:
            return work
        doubling += 1


@stage
def write_lists(m, d) -> None:
    """Write vertices and triangles in order, and the corners around each vertex."""
    vertex, owner, side = m.vertex_list, 0, 0
    while vertex != m.vertex_tail:
        d.vertices[owner] = m.vertex_point[vertex]
        facets = m.vertex_facets[vertex]
        for i in range(m.set_size[facets]):
            corners = m.facet_vertices[item(m, facets, i)]
            for k in range(3):
                other = item(m, corners, k)
                if other != vertex:
                    d.owner[side], d.other[side] = owner, m.vertex_mark[other]
                    side += 1
        owner += 1
        vertex = m.next_vertex[vertex]
    facet, number = m.facet_list, 0
    while facet != m.facet_tail:
        corners = m.facet_vertices[facet]
        first = 1 if (m.flags[facet] & TOP) != 0 else 0
        for k in range(3):
            place = k if k == 2 else (k + first) % 2
            d.faces[number, place] = m.vertex_point[item(m, corners, k)]
        number += 1
        facet = m.next_facet[facet]
