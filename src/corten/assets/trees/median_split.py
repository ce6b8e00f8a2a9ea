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
        Field("tree_count", I4, (), "trees that there are"),
        Field("leaf_count", I4, (), "leaves that all of them have"),
        Field("start", I4, ("ntree",), "first leaf of each tree"),
        Field("box", F8, ("nleaf", 6), "lowest and highest corner of each leaf [m]"),
        Field("place", F8, (3, "nleaf"), "place of each leaf [m]"),
        Field("geom", I4, ("nleaf",), "what a leaf stands for, in trees over geoms"),
        Field("key", F8, ("nleaf",), "what leaves are sorted by"),
        Field("order", I4, (3, "nleaf"), "leaves of each tree by their places along each axis"),
        Field("goes_left", U1, ("nleaf",), "1: the leaf belongs to the left child of the node at hand"),
        Field("right", I4, ("nleaf",), "leaves that belong to the right child, or were merged"),
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

    tree_count: int
    leaf_count: int
    start: Ints
    box: Points
    place: Points
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
    work.tree_count, work.leaf_count = len(start), len(low)
    work.start[:], work.box[:, :3], work.box[:, 3:], work.place[:] = start, low, high, place
    split_trees(work, work)
    return Bvh(*(getattr(work, name).copy() for name in Bvh._fields))


@stage
def split_trees(m, d) -> None:
    """Sort the leaves of all trees by their places, and split all nodes, each before those below it."""
    start, trees = d.start, d.tree_count

    for tree in range(trees):
        end = d.leaf_count if tree == trees - 1 else start[min(tree + 1, trees - 1)]
        root, n = 2 * start[tree] - tree, end - start[tree]
        for axis in range(3):
            order_leaves(d, axis, start[tree], n)
        d.first[root], d.count[root], d.depth[root] = start[tree], n, 0
        for node in range(root, root + 2 * n - 1):
            split_node(d, node, root)


# ---------------------------------------------------------------- leaves by their places


@helper
def order_leaves(d, axis: int, start: int, n: int) -> None:
    """Order the leaves of a tree by their places along an axis; those less than a rounding apart by number."""
    order, key, place = d.order, d.key, d.place

    for i in range(start, start + n):
        order[axis, i] = i
        key[i] = place[axis, i]
    sort_by_key(d, axis, start, n)
    shelf, sorted_so_far = start, True
    for i in range(start, start + n):
        last = i == start + n - 1
        following = order[axis, i if last else i + 1]
        if last or place[axis, following] - place[axis, order[axis, i]] > THIN:
            # what stands on one shelf goes by number
            if not sorted_so_far:
                for k in range(shelf, i + 1):
                    key[order[axis, k]] = float(order[axis, k])
                sort_by_key(d, axis, shelf, i + 1 - shelf)
            shelf, sorted_so_far = i + 1, True
        elif following < order[axis, i]:
            sorted_so_far = False


@helper
def sort_by_key(d, axis: int, start: int, n: int) -> None:
    """Sort leaves by their keys: runs of 1, 2, 4 ... are merged. Equal keys stay in order, NaN comes last."""
    order, key, merged = d.order, d.key, d.right

    width = 1
    while width < n:
        first = start
        while first < start + n:
            middle, end = min(first + width, start + n), min(first + 2 * width, start + n)
            left, right = first, middle
            for place in range(first, end):
                a, b = order[axis, min(left, middle - 1)], order[axis, min(right, end - 1)]
                in_order = key[a] <= key[b] or key[b] != key[b]
                if right >= end or (left < middle and in_order):
                    merged[place] = a
                    left += 1
                else:
                    merged[place] = b
                    right += 1
            first = end
        for place in range(start, start + n):
            order[axis, place] = merged[place]
        width *= 2


# ---------------------------------------------------------------- nodes


@helper
def split_node(d, node: int, root: int) -> None:
    """Write the box of a node, and give its children their halves of its leaves."""
    order, first, count, child, aabb, depth = d.order, d.first, d.count, d.child, d.aabb, d.depth

    start, n = first[node], count[node]
    low, high = box_of(d, start, n)
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
def box_of(d, start: int, n: int) -> tuple[Vec3, Vec3]:
    """Return the lowest and the highest corner of the box around the leaves of a node, thick enough for rays."""
    box, order = d.box, d.order

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
