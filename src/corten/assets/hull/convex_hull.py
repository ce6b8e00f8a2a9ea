"""Convex hull of a mesh, with the graph that MuJoCo stores: its order of vertices, edges and faces is Qhull's."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

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

    Where Qhull merged facets on its way, the order of a vertex's neighbours may differ from MuJoCo's; so does all order
    where thousands of points lie around one side (`quick_hull.py`).
    """
    from scipy.spatial import QhullError

    _check_extent(points)
    points = np.ascontiguousarray(points, np.float64)
    try:
        quick = quick_hull(points) if limit < 0 else None
        if quick is not None:
            simplices, vertices = quick, _by_appearance(quick)
        elif limit < 0:
            simplices, vertices = _run_qhull(points, "Qt")
        else:
            simplices, vertices = _run_limited(points, f"Qt Q9 TA{limit - 4}")
    except QhullError as error:
        raise AssetError(f"Qhull finds no convex hull: {str(error).strip().splitlines()[0]}") from None
    address, edges = _neighbours(simplices, vertices, len(points))
    return HullGraph(vertices, _outward(simplices, points, vertices), address, edges)


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


def _run_qhull(points: Points, options: str) -> tuple[Ints, Ints]:
    """Return Qhull's triangles, in the order of its list of facets, and the vertices in the order of its list.

    SciPy's public hull does not tell the order of vertices. Its wrapper of Qhull does, as the order in which the
    regions of a Voronoi diagram are found; where a version of SciPy lacks that, it is the order of the triangles.
    """
    from scipy.spatial import ConvexHull, _qhull

    if not hasattr(_qhull, "_Qhull"):
        simplices = ConvexHull(points, qhull_options=options).simplices
        return simplices.astype(np.int32), _by_appearance(simplices)
    hull = _qhull._Qhull(b"i", points, options.encode())
    hull.triangulate()
    simplices = hull.get_simplex_facet_array()[0]
    region = hull.get_voronoi_diagram()[-1]
    hull.close()
    vertices = np.unique(simplices)
    return simplices.astype(np.int32), vertices[np.argsort(region[vertices])].astype(np.int32)


def _run_limited(points: Points, options: str) -> tuple[Ints, Ints]:
    """Return the same of a hull that is stopped early.

    The wrapper must not be asked while points wait near facets, so the order comes from a run that forgets them (Q8),
    if its triangles are the same.
    """
    from scipy.spatial import ConvexHull

    simplices = ConvexHull(points, qhull_options=options).simplices
    again, vertices = _run_qhull(points, f"{options} Q8")
    return simplices.astype(np.int32), vertices if np.array_equal(again, simplices) else _by_appearance(simplices)


def _by_appearance(simplices: Ints) -> Ints:
    vertices, first = np.unique(simplices, return_index=True)
    return vertices[np.argsort(first)].astype(np.int32)


def _outward(simplices: Ints, points: Points, vertices: Ints) -> Ints:
    """Return triangles whose normals point out of the hull: where they do not, the first two corners change places."""
    inside = points[vertices].mean(axis=0)
    a = points[simplices[:, 0]]
    normals = cross(points[simplices[:, 1]] - a, points[simplices[:, 2]] - a)
    inward = dot(normals, a - inside) < 0
    faces = simplices.copy()
    faces[inward, 0], faces[inward, 1] = simplices[inward, 1], simplices[inward, 0]
    return faces


def _neighbours(simplices: Ints, vertices: Ints, count: int) -> tuple[Ints, Ints]:
    """Return the address and the list of each hull vertex's neighbours, in the order in which triangles name them."""
    nvert = len(vertices)
    local = np.full(count, -1, np.int64)
    local[vertices] = np.arange(nvert)
    corner = local[simplices]
    owner = np.repeat(corner.ravel(), 2)
    other = corner[:, ((1, 2), (0, 2), (0, 1))].ravel()

    # keep the first of several mentions, in the order of mentions within each owner
    pair = owner * nvert + other
    order = np.argsort(pair)
    opens = np.flatnonzero(np.diff(pair[order], prepend=-1))
    first = np.minimum.reduceat(order, opens)
    first = first[np.argsort(owner[first] * len(order) + first)]
    owner, other = owner[first], other[first]
    degree = np.bincount(owner, minlength=nvert)
    edges = np.full(len(other) + nvert, -1, np.int32)
    edges[np.arange(len(other)) + owner] = other
    address = np.cumsum(degree + 1) - (degree + 1)
    return address.astype(np.int32), edges
