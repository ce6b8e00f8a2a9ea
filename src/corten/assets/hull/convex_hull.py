"""Convex hull of a mesh, with the graph that MuJoCo stores: its order of vertices, edges and faces is Qhull's."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from corten.assets.hull.qhull_lists import HullLists, hull_lists
from corten.assets.hull.quick_hull import quick_hull
from corten.assets.shape.triangle import Points, cross, dot
from corten.constants import MINVAL
from corten.errors import AssetError

Ints = NDArray[np.int32]


class HullGraph(NamedTuple):
    """Vertices of the hull (ids of the mesh), faces (nface, 3) of such ids, and the neighbours of each vertex.

    Neighbours of hull vertex i are `edges[edge_address[i]:]` up to the next -1, numbered within the hull.
    """

    vertices: Ints
    faces: Ints
    edge_address: Ints
    edges: Ints

    def flat(self) -> Ints:
        """Return the graph as MuJoCo's one array: nvert, nface, edge_address, vertices, edges, faces."""
        sizes = np.array([len(self.vertices), len(self.faces)], np.int32)
        return np.concatenate((sizes, self.edge_address, self.vertices, self.edges, self.faces.ravel()))


def make_hull(points: Points, limit: int = -1) -> HullGraph:
    """Return the hull of points (n, 3), faces counter-clockwise from outside; `limit` its vertices unless -1.

    All order is MuJoCo's, except where thousands of points lie around one side (`quick_hull.py`).
    """
    _check_extent(points)
    lists = quick_hull(points) if limit < 0 else None
    if lists is None:
        lists = hull_lists(points, "Qt" if limit < 0 else f"Qt Q9 TA{limit - 4}")
    address, edges = _neighbours(lists)
    return HullGraph(lists.vertices, lists.faces, address, edges)


def _check_extent(points: Points) -> None:
    """Refuse points that span no volume, and say what to use instead."""
    from_first = points - points[0]
    lengths = np.sqrt(dot(from_first, from_first))
    apart = np.flatnonzero(lengths > MINVAL)
    if not len(apart):
        raise AssetError("the mesh has colocated vertices, it has no convex hull; consider a small sphere instead")
    first = apart[0]
    normals = cross(np.broadcast_to(from_first[first], points.shape), from_first)
    sizes = np.sqrt(dot(normals, normals))
    aside = np.flatnonzero((sizes > MINVAL * lengths[first] * lengths) & (lengths >= MINVAL))
    if not len(aside):
        raise AssetError("the mesh has collinear vertices, it has no convex hull; consider a thin capsule instead")
    normal = normals[aside[0]] / sizes[aside[0]]
    heights = points @ normal
    if not (np.abs(heights - heights[0]) > MINVAL * lengths[first]).any():
        raise AssetError("the mesh has coplanar vertices, it has no convex hull; consider a plane or thin box instead")


def _neighbours(lists: HullLists) -> tuple[Ints, Ints]:
    """Return the address and the list of each hull vertex's neighbours, in the order in which triangles name them."""
    nvert = len(lists.vertices)

    # keep the first of several mentions
    _, first = np.unique(lists.owner * nvert + lists.other, return_index=True)
    first.sort()
    owner, other = lists.owner[first], lists.other[first]
    degree = np.bincount(owner, minlength=nvert)
    edges = np.full(len(other) + nvert, -1, np.int32)
    edges[np.arange(len(other)) + owner] = other
    address = np.cumsum(degree + 1) - (degree + 1)
    return address.astype(np.int32), edges
