"""Convex hulls of meshes: their graphs in MuJoCo's order, kept on disk, with starts for climbing over them."""

from collections.abc import Callable, Sequence
from itertools import permutations, product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from corten.assets.hull.polygons import Polygons, merge_faces
from corten.assets.hull.quickhull.hull import HullLists, hull_lists
from corten.assets.shape.triangles import Points, cross, dot, measure
from corten.assets.store import load_or_make
from corten.constants import MINVAL
from corten.errors import AssetError

# ---------------------------------------------------------------- hull and graph
# The graph is the one that MuJoCo stores: its order of vertices, edges and faces is Qhull's.


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

    All order is MuJoCo's, except where thousands of points lie around one side (`quick_hull`).
    """
    _check_extent(points)
    lists = quick_hull(points) if limit < 0 else None
    if lists is None:
        lists = hull_lists(points, limit)
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


# ---------------------------------------------------------------- hulls that would take minutes
# thousands of points around one side, or around one vertex
# Quickhull merges what lies in one plane and looks at all of it again for each further point, so its time grows with
# the square of the largest side. Points that are moved by some 1e-10 of their extent have no such sides and take it a
# moment. They tell how large the sides are, and where these are too large, their triangles are the hull. Which way is
# taken follows from the points alone, not from the time that something takes


# points around one side, and triangles around one vertex, with which Quickhull takes some seconds
LARGEST_SIDE, LARGEST_FAN = 8000, 16000

# normals in one cell of such a grid count as one direction; a large side has this share of its triangles in one cell
CELLS, SHARE = 64, 16

# how far from a plane points still lie in it; they are scaled to an extent of about one
FLAT = 1e-9

# how far points are moved, of their extent
MOVE = 5e-11

# points that are thinner than this, to their extent, are taken for flat
THINNEST = 1e-13


def quick_hull(points: Points) -> HullLists | None:
    """Return the hull of points (n, 3) that would take too long, None for all others."""
    if len(points) <= LARGEST_SIDE:
        return None
    scaled = _evenly_scaled(points)
    if scaled is None:
        return None
    try:
        moved = scaled + np.random.default_rng(0).uniform(-MOVE, MOVE, scaled.shape)
        lists = hull_lists(moved)
    except AssetError:
        # the usual way says what is wrong
        return None
    if len(lists.vertices) <= LARGEST_SIDE:
        return None
    most = np.bincount(lists.faces.ravel()).max()
    if most <= LARGEST_FAN and not _has_large_side(scaled, lists.faces, lists.vertices):
        return None
    return lists._replace(faces=_outward(points, lists))


def _evenly_scaled(points: Points) -> Points | None:
    """Return points turned and scaled such that they extend alike in all directions, None if they are flat.

    The same points make up the sides before and after, and none is lost however long and thin their hull is.
    """
    centred = points - points.mean(axis=0)
    _, vectors = np.linalg.eigh(centred.T @ centred / len(points))
    turned = centred @ vectors
    extents = np.ptp(turned, axis=0)
    return turned / extents if extents.min() > THINNEST * extents.max() else None


def _outward(points: Points, lists: HullLists) -> Ints:
    """Return triangles that look out of the hull where the points really are, the thinnest among them, too."""
    faces, inside = lists.faces.copy(), points[lists.vertices].mean(axis=0)
    a, b, c = (points[faces[:, k]] for k in range(3))
    inward = dot(cross(b - a, c - a), a - inside) < 0
    faces[inward, :2] = faces[inward, 1::-1]
    return faces


def _has_large_side(points: Points, faces: Ints, vertices: Ints) -> bool:
    """Tell whether too many vertices lie in one plane."""
    normals, _, areas = measure(points, faces)
    cells = np.rint(normals * (CELLS / 2)).astype(np.int64) @ (1, 2 * CELLS, 4 * CELLS**2)
    order = np.argsort(cells, kind="stable")
    for group in np.split(order, np.flatnonzero(np.diff(cells[order])) + 1):
        if len(group) < LARGEST_SIDE // SHARE:
            continue

        # the largest triangle of a direction knows its plane best
        best = group[np.argmax(areas[group])]
        heights = (points[vertices] - points[faces[best, 0]]) @ normals[best]
        if np.count_nonzero(np.abs(heights) <= FLAT) > LARGEST_SIDE:
            return True
    return False


# ---------------------------------------------------------------- extrema in the 27 directions of a cube
# faces, edges and corners


DIRECTIONS = np.array(list(product((-1, 0, 1), repeat=3)), np.float32)


def find_extrema(points: NDArray[np.float32]) -> NDArray[np.int32]:
    """Return the number of the first farthest of points (n, 3) in each direction, x slowest: good places to start."""
    x, y, z = points.T[:, None, :]
    heights = x * DIRECTIONS[:, :1] + y * DIRECTIONS[:, 1:2] + z * DIRECTIONS[:, 2:]
    return np.argmax(heights, axis=1).astype(np.int32)


# ---------------------------------------------------------------- convex hulls with their flat sides, made once
# finding them takes its time


NGRAPH, NPOLYGON = len(HullGraph._fields), len(Polygons._fields)


class Hull(NamedTuple):
    """The convex hull of a mesh: its graph, its flat sides with their normals, and where to start a search.

    `extrema` are the farthest hull vertices, numbered within the hull, in the 27 directions of a cube.
    """

    graph: HullGraph
    polygons: Polygons
    normals: Points
    extrema: NDArray[np.int32]

    def arrays(self) -> tuple[NDArray, ...]:
        """Return all that it consists of."""
        return (*self.graph, *self.polygons, self.normals, self.extrema)

    @classmethod
    def of(cls, arrays: Sequence[NDArray]) -> "Hull":
        """Return the hull that consists of these arrays."""
        graph, polygons = arrays[:NGRAPH], arrays[NGRAPH : NGRAPH + NPOLYGON]
        return cls(HullGraph(*graph), Polygons(*polygons), *arrays[NGRAPH + NPOLYGON :])


def find_hull(key: bytes, make: Callable[[], Hull]) -> Hull:
    """Return the hull that is kept on disk under a key, else the one that `make` gives."""
    return Hull.of(load_or_make("hull", key, lambda: make().arrays()))


def hull_with_sides(points: Points, limit: int = -1) -> tuple[HullGraph, Polygons]:
    """Return the hull of points (n, 3) and its flat sides; `limit` its vertices unless -1."""
    graph = make_hull(points, limit)
    with np.errstate(all="ignore"):
        return graph, merge_faces(points, graph.faces)


# ---------------------------------------------------------------- starts of the search for the farthest vertex
# more often than not
# Signs and order of a direction's components divide all directions into 48 chambers. A hull that has few vertices,
# above all one that is aligned with its axes as a block is, has one vertex that is farthest along most directions of a
# chamber. Whether it is the farthest is seen from its neighbours


# the number of a chamber has a bit for each of x, y, z >= 0, |x| > |y|, |y| > |z|, |x| > |z|; 16 numbers cannot be
NCHAMBER = 64

# vertices with more neighbours are no starts
NEIGHBOURS = 8

# larger hulls have no vertex that is farthest in half of a chamber
MOST_VERTICES = 500

NO_STARTS = np.full((NCHAMBER, 2 + NEIGHBOURS), -1, np.int32)


def chamber_samples() -> NDArray[np.float64]:
    """Return directions that are spread over each chamber (48, 10, 3), none of them on its border."""
    parts = np.array([(a, b, 6 - a - b) for a in range(1, 5) for b in range(1, 6 - a)])
    corners = np.tri(3) / np.sqrt([[1.0], [2.0], [3.0]])
    first = parts @ corners
    signs = [np.array(sign) for sign in product((-1, 1), repeat=3)]
    return np.array([first[:, order] * sign for sign in signs for order in permutations(range(3))])


def chamber_numbers(directions: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return the number of the chamber that each of the directions (n, 3) lies in."""
    x, y, z = np.abs(directions.T)
    return np.stack([*(directions.T >= 0.0), x > y, y > z, x > z], axis=1) @ (1 << np.arange(6))


SAMPLES = chamber_samples()
NUMBERS = chamber_numbers(SAMPLES[:, 0])


def find_starts(points: NDArray[np.float32], graph: HullGraph, first: int) -> Ints:
    """Return for each chamber: a vertex of the hull or -1, its row in the model, those of its neighbours.

    Rows begin with `first`; a neighbour is repeated where there are fewer than eight.
    """
    starts = NO_STARTS.copy()
    if len(graph.vertices) > MOST_VERTICES:
        return starts
    farthest = np.argmax(SAMPLES @ points[graph.vertices].T, axis=2)
    votes = (farthest[:, :, None] == farthest[:, None, :]).sum(axis=2)
    best = np.take_along_axis(farthest, votes.argmax(axis=1)[:, None], axis=1)[:, 0]
    for number, vertex, most in zip(NUMBERS, best, votes.max(axis=1), strict=True):
        around = _hull_graph(graph, vertex)
        if 2 * most > SAMPLES.shape[1] and len(around) <= NEIGHBOURS:
            rows = graph.vertices[[vertex, *np.resize(around, NEIGHBOURS)]]
            starts[number] = vertex, *first + rows
    return starts


def _hull_graph(graph: HullGraph, vertex: int) -> Ints:
    """Return the neighbours of a vertex of the hull, numbered within it."""
    edges = graph.edges[graph.edge_address[vertex] :]
    return edges[: np.argmax(edges < 0)]
