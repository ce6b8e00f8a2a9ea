"""Binary trees of boxes, halved at the median along the longest side: one over triangles, or many over geoms."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from corten.assets.shape.triangles import Points
from corten.math.vector3 import sub
from corten.runtime import Vec3, helper, stage
from corten.runtime.fields import F8, I4, U1, Field, Layout, Size
from corten.runtime.storage import Storage

Ints = NDArray[np.int32]

# [m] boxes thinner than this are inflated by it, so that rays along a flat side still meet them (MuJoCo's value)
THIN = 1e-14

MEDIAN_SPLIT = Layout(
    "MedianSplit",
    (Size("ntree", "trees"), Size("nleaf", "leaves"), Size("nnode", "nodes")),
    (
        Field("start", I4, ("ntree",), "first leaf of each tree"),
        Field("box", F8, ("nleaf", 6), "lowest and highest corner of each leaf [m]"),
        Field("item", I4, ("nleaf",), "what each leaf stands for, for those who look it up"),
        Field("place", F8, (3, "nleaf"), "coordinates by which leaves are sorted, for those who sort them here [m]"),
        Field("order", I4, (3, "nleaf"), "leaves of each tree by their places along each axis"),
        Field("goes_left", U1, ("nleaf",), "1: the leaf belongs to the left child of the node at hand"),
        Field("right", I4, ("nleaf",), "leaves that belong to the right child"),
        Field("first", I4, ("nnode",), "where the leaves of a node begin in the order"),
        Field("count", I4, ("nnode",), "number of leaves of a node"),
        Field("child", I4, ("nnode", 2), "children, counted from the root of the tree; -1 of a leaf"),
        Field("leaf", I4, ("nnode",), "number of a leaf, -1 of an inner node"),
        Field("depth", I4, ("nnode",), "level of a node, 0 of the root"),
        Field("aabb", F8, ("nnode", 6), "centre and half sizes of a node's box [m]"),
        Field("skip", I4, ("nnode",), "node behind all below a node, counted from the root"),
    ),
    "corten.assets.trees.median_split:MEDIAN_SPLIT",
)


class MedianSplit(Storage):
    """Boxes, and the trees over them."""

    layout = MEDIAN_SPLIT

    start: Ints
    box: Points
    order: Ints
    child: Ints
    leaf: Ints
    depth: Ints
    aabb: Points
    skip: Ints


class Bvh(NamedTuple):
    """Nodes in preorder: children (-1 of a leaf), leaf (-1 of an inner node), depth, box (centre, half sizes).

    `skip` is the node behind all below a node: who passes a node by goes on there, and needs no stack. Trees follow one
    another, and nodes are counted from the root of their tree.
    """

    child: Ints
    leaf: Ints
    depth: Ints
    aabb: Points
    skip: Ints


def median_split(low: Points, high: Points, place: Points, start: NDArray[np.integer]) -> Bvh:
    """Return the trees over boxes with corners `low` and `high` (n, 3), which are sorted by `place` (3, n) [m].

    Tree i has the boxes from `start[i]` up to the next one's.
    """
    work = MedianSplit({"ntree": len(start), "nleaf": len(low), "nnode": 2 * len(low) - len(start)})
    work.start[:], work.box[:, :3], work.box[:, 3:] = start, low, high
    tree = np.repeat(np.arange(len(start)), np.diff(start, append=len(low)))
    for axis in range(3):
        work.order[axis] = _by_place(place[axis], tree)
    split_nodes(work, work)
    return Bvh(*(getattr(work, name).copy() for name in Bvh._fields))


def _by_place(place: Points, tree: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the leaves of each tree by their places along an axis; those less than a rounding apart by number."""
    order = np.argsort(place) if not len(tree) or tree[-1] == 0 else np.lexsort((place, tree))
    apart = (np.diff(place[order], prepend=place[order[:1]]) > THIN) | (np.diff(tree, prepend=0) > 0)
    shelf = np.cumsum(apart) * len(order)
    return np.sort(shelf + order) - shelf


@stage
def split_nodes(m, d) -> None:
    """Split all nodes of all trees, each before those below it."""
    start = m.start

    for tree in range(m.ntree):
        end = m.nleaf if tree == m.ntree - 1 else start[min(tree + 1, m.ntree - 1)]
        root, n = 2 * start[tree] - tree, end - start[tree]
        d.first[root], d.count[root], d.depth[root] = start[tree], n, 0
        for node in range(root, root + 2 * n - 1):
            split_node(m, d, node, root)


@helper
def split_node(m, d, node: int, root: int) -> None:
    """Write the box of a node, and give its children their halves of its leaves."""
    order, first, count, child, aabb, depth = d.order, d.first, d.count, d.child, d.aabb, d.depth

    start, n = first[node], count[node]
    low, high = box_of(m, d, start, n)
    for k in range(3):
        bottom, top = component(low, k), component(high, k)
        aabb[node, k] = (top + bottom) / 2.0
        aabb[node, k + 3] = (top - bottom) / 2.0
    d.skip[node] = node - root + 2 * n - 1
    child[node, 0], child[node, 1], d.leaf[node] = -1, -1, -1
    if n == 1:
        d.leaf[node] = order[0, start]
        return

    # a subtree of k leaves has 2 k - 1 nodes, which places the right child behind the left one's
    left = n // 2
    child[node, 0], child[node, 1] = node - root + 1, node - root + 2 * left
    first[node + 1], first[node + 2 * left] = start, start + left
    count[node + 1], count[node + 2 * left] = left, n - left
    depth[node + 1], depth[node + 2 * left] = depth[node] + 1, depth[node] + 1
    divide(d, longest(sub(high, low)), start, n)


@helper
def box_of(m, d, start: int, n: int) -> tuple[Vec3, Vec3]:
    """Return the lowest and the highest corner of the box around the leaves of a node, thick enough for rays."""
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
def component(v: Vec3, k: int) -> float:
    """Return the number of a vector along an axis."""
    return v[0] if k == 0 else (v[1] if k == 1 else v[2])


@helper
def longest(sides: Vec3) -> int:
    """Return the longest of three sides; an earlier one unless another is longer by more than a rounding."""
    axis = 1 if sides[1] >= sides[0] + THIN else 0
    best = sides[1] if axis == 1 else sides[0]
    return 2 if sides[2] >= best + THIN else axis


@helper
def divide(d, axis: int, start: int, n: int) -> None:
    """Let the first half of a node's leaves along an axis stand before the others along all axes."""
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
