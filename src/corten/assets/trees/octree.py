"""Octree of signed distances around a mesh, fine where its surface is.

All corners of all nodes lie on a lattice of 2^DEPTH cells along each axis, whose whole numbers say which nodes are
neighbours and which corners are the same.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from corten.assets.distance.surface_distance import surface_distances
from corten.assets.shape.triangle import Faces, Points
from corten.assets.trees.box_overlap import overlapping
from corten.assets.trees.halving import Bvh

Ints = NDArray[np.int64]

# most levels below the root, and cells of the lattice along an axis (MuJoCo's default)
DEPTH = 6
CELLS = 1 << DEPTH

# the root's box is this much larger than the mesh (MuJoCo's value, part of its results)
ROOM = 1.1

# corner i of a box is on its upper side along x, y, z where bits 0, 1, 2 of i are set
CORNERS = np.array([[i & 1, i >> 1 & 1, i >> 2 & 1] for i in range(8)])


class Octree(NamedTuple):
    """Nodes: depth, children by corner (-1 of a leaf), box (centre, half sizes) [m], distances at its corners [m]."""

    depth: NDArray[np.int32]
    child: NDArray[np.int32]
    aabb: Points
    coeff: Points


def make_octree(points: Points, faces: Faces, tree: Bvh) -> Octree:
    """Return the octree of a mesh whose triangles `tree` holds; what touches the surface is split to full depth."""
    corners = points[faces].reshape(-1, 9)
    low, high = points.min(axis=0), points.max(axis=0)
    middle, half = (low + high) / 2, (high - low) / 2
    planes = np.stack([_bisect(middle[k] - ROOM * half[k], middle[k] + ROOM * half[k]) for k in range(3)])
    nodes = _balance(_split_at_surface(planes, corners))
    box = nodes.boxes(planes)
    aabb = np.hstack(((box[:, :3] + box[:, 3:]) / 2, (box[:, 3:] - box[:, :3]) / 2))
    distances = _distances(nodes, planes, partial(surface_distances, surface=points, faces=faces, tree=tree))
    return Octree(nodes.depth.astype(np.int32), nodes.child, aabb, distances)


def _bisect(low: float, high: float) -> Points:
    """Return the planes of the lattice along one axis, each midway between its neighbours of the level above."""
    planes = np.empty(CELLS + 1)
    planes[0], planes[CELLS] = low, high
    step = CELLS
    while step > 1:
        half = step // 2
        planes[half::step] = (planes[:-1:step] + planes[step::step]) / 2
        step = half
    return planes


# ---------------------------------------------------------------- nodes


@dataclass(frozen=True)
class Nodes:
    """Nodes in the order in which they were made: depth, lowest corner on the lattice, children."""

    depth: Ints
    low: Ints
    child: NDArray[np.int32]

    @property
    def width(self) -> Ints:
        """Return the widths of nodes in cells."""
        return CELLS >> self.depth

    @cached_property
    def leaves(self) -> Ints:
        """Return the nodes without children."""
        return np.flatnonzero(self.child[:, 0] < 0)

    def boxes(self, planes: Points) -> Points:
        """Return the lowest and the highest corner of each node [m]."""
        high = self.low + self.width[:, None]
        return np.column_stack([planes[k][ends[:, k]] for ends in (self.low, high) for k in range(3)])

    def split(self, which: NDArray[np.integer]) -> "Nodes":
        """Return all nodes and the eight children of some leaves, in the order of those."""
        low = self.low[which, None] + CORNERS * (self.width[which] // 2)[:, None, None]
        child = np.vstack((self.child, np.full((8 * len(which), 8), -1, np.int32)))
        child[which] = len(self.depth) + np.arange(8 * len(which)).reshape(-1, 8)
        depth = np.concatenate((self.depth, np.repeat(self.depth[which] + 1, 8)))
        return Nodes(depth, np.vstack((self.low, low.reshape(-1, 3))), child)

    @cached_property
    def neighbours(self) -> Ints:
        """Return the leaf on each side of each leaf: lower and upper along x, y, z; -1 at the end.

        Of several, the one that touches the middle of the side from below.
        """
        leaf_at = np.empty((CELLS,) * 3, np.int32)
        for depth in np.unique(self.depth[self.leaves]):
            some = self.leaves[self.depth[self.leaves] == depth]
            width = CELLS >> int(depth)
            x, y, z = (self.low[some] // width).T
            blocks = leaf_at.reshape(CELLS // width, width, CELLS // width, width, CELLS // width, width)
            blocks[x, :, y, :, z, :] = some[:, None, None, None]
        low, width = self.low[self.leaves], self.width[self.leaves]
        result = np.full((len(low), 6), -1, np.int64)
        for side in range(6):
            cell = low + np.maximum(width // 2 - 1, 0)[:, None]
            cell[:, side // 2] = low[:, side // 2] + width if side % 2 else low[:, side // 2] - 1
            within = (cell[:, side // 2] >= 0) & (cell[:, side // 2] < CELLS)
            result[within, side] = leaf_at[tuple(cell[within].T)]
        return result


def _split_at_surface(planes: Points, corners: Points) -> Nodes:
    """Return the nodes that come from splitting all that touch a triangle, level by level."""
    nodes = Nodes(np.zeros(1, np.int64), np.zeros((1, 3), np.int64), np.full((1, 8), -1, np.int32))
    pairs = np.column_stack((np.zeros(len(corners), np.int32), np.arange(len(corners), dtype=np.int32)))
    for _ in range(DEPTH):
        pairs = pairs[overlapping(nodes.boxes(planes), corners, pairs)]
        which = np.unique(pairs[:, 0])
        if not len(which):
            break
        nodes = nodes.split(which)
        children = nodes.child[pairs[:, 0]]
        pairs = np.column_stack((children.reshape(-1), np.repeat(pairs[:, 1], 8)))
    return nodes


def _balance(nodes: Nodes) -> Nodes:
    """Return the nodes with more leaves split until the depths of neighbours differ by one at most."""
    while True:
        leaf, beside = nodes.leaves[:, None], nodes.neighbours
        depth, other = nodes.depth[leaf], nodes.depth[beside]
        coarse = np.where(other > depth + 1, leaf, np.where(depth > other + 1, beside, -1))
        coarse = coarse[(beside >= 0) & (coarse >= 0)]
        if not len(coarse):
            return nodes
        _, first = np.unique(coarse, return_index=True)
        nodes = nodes.split(coarse[np.sort(first)])


# ---------------------------------------------------------------- distances


def _distances(nodes: Nodes, planes: Points, measure: Callable[[Points], Points]) -> Points:
    """Return the distances at all corners of nodes; those on a side of a coarser neighbour follow its corners."""
    places = nodes.low[:, None] + CORNERS * nodes.width[:, None, None]
    key = _key(places)
    hanging, parents, count = _hanging(nodes, key)
    value = np.full((CELLS + 1) ** 3, np.nan)
    used = np.zeros(len(value), bool)
    used[key] = True
    used[hanging] = False
    wanted = np.flatnonzero(used)
    z, y, x = np.unravel_index(wanted, (CELLS + 1,) * 3)
    value[wanted] = measure(np.column_stack((planes[0][x], planes[1][y], planes[2][z])))

    # a corner follows others that lie on a coarser lattice
    for depth in range(1, DEPTH + 1):
        now = _lattice_depth(hanging) == depth
        total = np.zeros(now.sum())
        for k in range(4):
            total = total + np.where(k < count[now], value[parents[now, k]], 0.0)
        value[hanging[now]] = total / count[now]
    return value[key]


def _key(place: Ints) -> Ints:
    """Return one number for each point of the lattice."""
    return place[..., 0] + (CELLS + 1) * (place[..., 1] + (CELLS + 1) * place[..., 2])


def _lattice_depth(key: Ints) -> Ints:
    """Return the depth at which points of the lattice first occur."""
    places = np.bitwise_or.reduce(np.unravel_index(key, (CELLS + 1,) * 3)) | CELLS
    return DEPTH - np.log2(places & -places).astype(np.int64)


def _hanging(nodes: Nodes, key: Ints) -> tuple[Ints, Ints, Ints]:
    """Return corners that lie inside a side or an edge of a coarser neighbour, that one's corners, and their number."""
    found, followed, counts, order = [], [], [], []
    width = nodes.width
    for side in range(6):
        axis, upper = side // 2, side % 2
        beside = nodes.neighbours[:, side]
        coarser = np.flatnonzero((beside >= 0) & (nodes.depth[beside] < nodes.depth[nodes.leaves]))
        leaf, other = nodes.leaves[coarser], beside[coarser]
        for i in range(4):
            slot = (upper << axis) | ((i & 1) << (axis + 1) % 3) | ((i >> 1) << (axis + 2) % 3)
            offset = nodes.low[leaf] + CORNERS[slot] * width[leaf, None] - nodes.low[other]
            high, inside = offset == width[other, None], (offset != 0) & (offset != width[other, None])
            free = inside.sum(axis=1)
            some = np.flatnonzero((free == 1) | (free == 2))
            found.append(key[leaf[some], slot])
            followed.append(_side_corners(high[some], inside[some], key[other[some]]))
            counts.append(2 * free[some])
            order.append((coarser[some] * 6 + side) * 4 + i)
    joined, place = np.concatenate(found), np.argsort(np.concatenate(order), kind="stable")
    hanging, first = np.unique(joined[place], return_index=True)
    return hanging, np.concatenate(followed)[place][first], np.concatenate(counts)[place][first]


def _side_corners(high: NDArray[np.bool_], inside: NDArray[np.bool_], key: Ints) -> Ints:
    """Return the corners of the edge or side of a box that a point lies inside of, as four columns.

    Along an axis the point is on the upper side (`high`) or in between (`inside`).
    """
    free = inside.sum(axis=1)
    fixed = (high * (1 << np.arange(3))).sum(axis=1)

    # an edge: its axis; a side: the two axes that follow its own
    alone = np.argmax(inside, axis=1)
    across = np.argmax(~inside, axis=1)
    first = np.where(free == 1, alone, (across + 1) % 3)
    second = np.where(free == 1, alone, (across + 2) % 3)
    slots = np.column_stack([fixed + ((j & 1) << first) + ((j >> 1) << second) for j in range(2)])
    more = np.column_stack([fixed + ((j & 1) << first) + (1 << second) for j in range(2)])
    more = np.where((free == 1)[:, None], 0, more)
    return np.take_along_axis(key, np.hstack((slots, more)), axis=1)
