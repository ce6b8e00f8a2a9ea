"""Bounding volume hierarchy over the triangles of a mesh: a balanced binary tree in flat arrays."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from corten.assets.shape.triangle import Faces, Points, cross, dot

Ints = NDArray[np.int32]

# [m] boxes thinner than this are inflated by it, so that rays along a flat side still meet them (MuJoCo's value)
THIN = 1e-14


class Bvh(NamedTuple):
    """Nodes in preorder: children (-1 of a leaf), triangle (-1 of an inner node), depth, box (centre, half sizes).

    `skip` is the node behind all below a node: who passes a node by goes on there, and needs no stack.
    """

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
    corners = points[faces]
    low, high = corners.min(axis=1).T, corners.max(axis=1).T
    middle, half = 0.5 * (low + high), 0.5 * (high - low)
    low, high = np.ascontiguousarray(middle - half), np.ascontiguousarray(middle + half)
    nface = len(faces)
    child = np.full((2 * nface - 1, 2), -1, np.int32)
    triangle = np.full(2 * nface - 1, -1, np.int32)
    depth = np.zeros(2 * nface - 1, np.int32)
    skip = np.empty(2 * nface - 1, np.int32)
    aabb = np.empty((2 * nface - 1, 6))

    # rank of each triangle along each axis: whole numbers sort fast and alike on every machine
    by_place = np.stack([_by_place(place) for place in _circumcentres(corners).T])
    rank = np.empty((3, nface), np.int64)
    np.put_along_axis(rank, by_place, np.arange(nface)[None], axis=1)

    # all nodes of a level at once; `order` holds their triangles, node after node
    node, count, order = np.zeros(1, np.int64), np.array([nface]), np.arange(nface)
    level = 0
    while len(node):
        start = np.cumsum(count) - count
        box_low = np.minimum.reduceat(low.take(order, axis=1), start, axis=1).T
        box_high = np.maximum.reduceat(high.take(order, axis=1), start, axis=1).T
        flat = box_high - box_low < THIN
        box_low, box_high = box_low - THIN * flat, box_high + THIN * flat
        depth[node] = level
        skip[node] = node + 2 * count - 1
        aabb[node, :3], aabb[node, 3:] = (box_high + box_low) / 2, (box_high - box_low) / 2

        leaf = count == 1
        triangle[node[leaf]] = order[start[leaf]]
        order = order[np.repeat(~leaf, count)]
        axis = _longest((box_high - box_low)[~leaf])
        node, count, level = node[~leaf], count[~leaf], level + 1

        # a subtree of k leaves has 2 k - 1 nodes, which places the right child behind the left one's
        left = count // 2
        child[node] = np.column_stack((node + 1, node + 2 * left))
        owner = np.repeat(np.arange(len(node)), count)
        shelf = np.repeat(axis * nface, count)
        sorted_keys = np.sort(owner * nface + rank.ravel().take(shelf + order))
        order = by_place.ravel().take(sorted_keys - owner * nface + shelf)
        node, count = child[node].astype(np.int64).ravel(), np.column_stack((left, count - left)).ravel()
    return Bvh(child, triangle, depth, aabb, skip)


def _circumcentres(corners: Points) -> Points:
    """Return the centres of the circles through the corners of triangles; those of needles may lie far away."""
    last = corners[:, 2]
    a, b = corners[:, 0] - last, corners[:, 1] - last
    normal = cross(a, b)
    double = np.sqrt(dot(normal, normal))[:, None]
    way = cross(dot(a, a)[:, None] * b - dot(b, b)[:, None] * a, normal)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        return np.nan_to_num(way / (2 * double * double) + last)


def _by_place(place: Points) -> NDArray[np.int64]:
    """Return the triangles in the order of their places along an axis; those less than a rounding apart by number."""
    order = np.argsort(place, kind="stable")
    group = np.cumsum(np.diff(place[order], prepend=place[order[:1]]) > THIN)
    return order[np.lexsort((order, group))]


def _longest(sides: Points) -> NDArray[np.int64]:
    """Return the longest of three sides; an earlier one unless another is longer by more than a rounding."""
    axis = np.where(sides[:, 1] >= sides[:, 0] + THIN, 1, 0)
    best = np.take_along_axis(sides, axis[:, None], 1)[:, 0]
    return np.where(sides[:, 2] >= best + THIN, 2, axis)
