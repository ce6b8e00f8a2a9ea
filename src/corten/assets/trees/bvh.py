"""Bounding volume hierarchy over the triangles of a mesh: a balanced binary tree in flat arrays."""

import sys
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from corten.assets.shape.triangle import Faces, Points
from corten.math.vector3 import cross, dot, scale, sub
from corten.runtime import helper, sqrt, stage
from corten.runtime.fields import F8, I4, U1, Field, Layout, Size
from corten.runtime.storage import Storage

Ints = NDArray[np.int32]

# [m] boxes thinner than this are inflated by it, so that rays along a flat side still meet them (MuJoCo's value)
THIN = 1e-14

# [m] the largest float, for triangles whose circles have no end
FARTHEST = sys.float_info.max


class Bvh(NamedTuple):
    """Nodes in preorder: children (-1 of a leaf), triangle (-1 of an inner node), depth, box (centre, half sizes).

    `skip` is the node behind all below a node: who passes a node by goes on there, and needs no stack.
    """

    child: Ints
    triangle: Ints
    depth: Ints
    aabb: Points
    skip: Ints


TREE_WORK = Layout(
    "TreeWork",
    (Size("npoint", "points"), Size("nface", "triangles"), Size("nnode", "nodes")),
    (
        Field("point", F8, ("npoint", 3), "points [m]"),
        Field("face", I4, ("nface", 3), "points of each triangle"),
        Field("place", F8, (3, "nface"), "centre of the circle through each triangle's corners [m]"),
        Field("box", F8, ("nface", 6), "lowest and highest corner of each triangle [m]"),
        Field("order", I4, (3, "nface"), "triangles by their places along each axis; in the end those of each leaf"),
        Field("goes_left", U1, ("nface",), "1: the triangle belongs to the left child of the node at hand"),
        Field("right", I4, ("nface",), "triangles that belong to the right child"),
        Field("first", I4, ("nnode",), "where the triangles of a node begin in the order"),
        Field("count", I4, ("nnode",), "number of triangles of a node"),
        Field("child", I4, ("nnode", 2), "children, -1 of a leaf"),
        Field("triangle", I4, ("nnode",), "triangle of a leaf, else -1"),
        Field("depth", I4, ("nnode",), "level of a node, 0 of the root"),
        Field("aabb", F8, ("nnode", 6), "centre and half sizes of a node's box [m]"),
        Field("skip", I4, ("nnode",), "node behind all below a node"),
    ),
    "corten.assets.trees.bvh:TREE_WORK",
)


class TreeWork(Storage):
    """What a tree is made of and the tree."""

    layout = TREE_WORK

    point: Points
    face: Ints
    place: Points
    box: Points
    order: Ints
    count: Ints
    child: Ints
    triangle: Ints
    depth: Ints
    aabb: Points
    skip: Ints


def make_bvh(points: Points, faces: Faces) -> Bvh:
    """Return the tree over triangles: each node is halved at the median along the longest side of its box.

    The place of a triangle is its circumcentre, and a box is the sum of boxes that are rounded to centre and half
    sizes; both are MuJoCo's, and the order of contacts follows from them.
    """
    work = TreeWork({"npoint": len(points), "nface": len(faces), "nnode": 2 * len(faces) - 1})
    work.point, work.face = points, faces
    with np.errstate(all="ignore"):
        place_triangles(work, work)
    for axis in range(3):
        work.order[axis] = _by_place(work.place[axis])
    split_nodes(work, work)
    return Bvh(*(getattr(work, name).copy() for name in Bvh._fields))


@stage
def place_triangles(m, d):
    """Find box and circumcentre of each triangle; that of a needle may lie far away.

    reads:  m.point m.face
    writes: d.box d.place
    """
    face, box, place = m.face, d.box, d.place

    for t in range(m.nface):
        p, q, last = point_at(m, face[t, 0]), point_at(m, face[t, 1]), point_at(m, face[t, 2])
        a, b = sub(p, last), sub(q, last)
        normal = cross(a, b)
        double = sqrt(dot(normal, normal))
        way = cross(sub(scale(b, dot(a, a)), scale(a, dot(b, b))), normal)
        area = 2.0 * double * double
        for k in range(3):
            x, y, z = component(p, k), component(q, k), component(last, k)
            low, high = min(min(x, y), z), max(max(x, y), z)
            middle, half = 0.5 * (low + high), 0.5 * (high - low)
            box[t, k], box[t, k + 3] = middle - half, middle + half
            centre = component(way, k) / area + z
            place[k, t] = min(max(centre, -FARTHEST), FARTHEST) if centre == centre else 0.0


@helper
def point_at(m, i):
    """Return one of the points."""
    return m.point[i, 0], m.point[i, 1], m.point[i, 2]


@helper
def component(v, k):
    """Return the number of a vector along an axis."""
    return v[0] if k == 0 else (v[1] if k == 1 else v[2])


@stage
def split_nodes(m, d):
    """Split all nodes, each before those below it.

    reads:  m.box d.order d.first d.count d.depth
    writes: d.order d.goes_left d.right d.first d.count d.child d.triangle d.depth d.aabb d.skip
    """
    order, first, count, child, aabb, depth = d.order, d.first, d.count, d.child, d.aabb, d.depth

    count[0] = m.nface
    for node in range(m.nnode):
        start, n = first[node], count[node]
        low, high = box_of(m, d, start, n)
        for k in range(3):
            bottom, top = component(low, k), component(high, k)
            aabb[node, k] = (top + bottom) / 2.0
            aabb[node, k + 3] = (top - bottom) / 2.0
        d.skip[node] = node + 2 * n - 1
        child[node, 0], child[node, 1], d.triangle[node] = -1, -1, -1
        if n == 1:
            d.triangle[node] = order[0, start]
            continue

        # a subtree of k leaves has 2 k - 1 nodes, which places the right child behind the left one's
        left = n // 2
        child[node, 0], child[node, 1] = node + 1, node + 2 * left
        first[node + 1], first[node + 2 * left] = start, start + left
        count[node + 1], count[node + 2 * left] = left, n - left
        depth[node + 1], depth[node + 2 * left] = depth[node] + 1, depth[node] + 1
        divide(d, longest(sub(high, low)), start, n)


@helper
def box_of(m, d, start, n):
    """Return the lowest and the highest corner of the box around the triangles of a node, thick enough for rays."""
    box, order = m.box, d.order

    t = order[0, start]
    low, high = (box[t, 0], box[t, 1], box[t, 2]), (box[t, 3], box[t, 4], box[t, 5])
    for i in range(start + 1, start + n):
        t = order[0, i]
        low = min(low[0], box[t, 0]), min(low[1], box[t, 1]), min(low[2], box[t, 2])
        high = max(high[0], box[t, 3]), max(high[1], box[t, 4]), max(high[2], box[t, 5])
    x = THIN if high[0] - low[0] < THIN else 0.0
    y = THIN if high[1] - low[1] < THIN else 0.0
    z = THIN if high[2] - low[2] < THIN else 0.0
    return (low[0] - x, low[1] - y, low[2] - z), (high[0] + x, high[1] + y, high[2] + z)


@helper
def longest(sides):
    """Return the longest of three sides; an earlier one unless another is longer by more than a rounding."""
    axis = 1 if sides[1] >= sides[0] + THIN else 0
    best = sides[1] if axis == 1 else sides[0]
    return 2 if sides[2] >= best + THIN else axis


@helper
def divide(d, axis, start, n):
    """Let the first half of a node's triangles along an axis stand before the others along all axes."""
    order, goes_left, right = d.order, d.goes_left, d.right

    left = n // 2
    for i in range(start, start + n):
        goes_left[order[axis, i]] = 1 if i < start + left else 0
    for other in range(3):
        if other != axis:
            place, nright = start, 0
            for i in range(start, start + n):
                t = order[other, i]
                if goes_left[t] != 0:
                    order[other, place] = t
                    place += 1
                else:
                    right[nright] = t
                    nright += 1
            for i in range(nright):
                order[other, place + i] = right[i]


def _by_place(place: Points) -> NDArray[np.int64]:
    """Return the triangles in the order of their places along an axis; those less than a rounding apart by number."""
    order = np.argsort(place)
    shelf = np.cumsum(np.diff(place[order], prepend=place[order[:1]]) > THIN) * len(order)
    return np.sort(shelf + order) - shelf
