"""Octree of signed distances around a mesh: as fine as the triangles that its boxes touch ask for."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from corten.assets.shape.triangles import Faces, Points
from corten.assets.trees.median_split import Bvh
from corten.assets.trees.surface_distance import surface_distances
from corten.math.vector3 import cross, dot, sub
from corten.runtime import Vec2, Vec3, helper, stage
from corten.runtime.fields import F8, I4, U1, Field, Layout, Size
from corten.runtime.storage import Storage

# ---------------------------------------------------------------- which triangles touch which boxes


OVERLAPS = Layout(
    "BoxOverlaps",
    (Size("npair", "pairs"), Size("nbox", "boxes"), Size("ntriangle", "triangles")),
    (
        Field("box", F8, ("nbox", 6), "lowest and highest corner of each box [m]"),
        Field("corner", F8, ("ntriangle", 9), "three corners of each triangle [m]"),
        Field("pair", I4, ("npair", 2), "box and triangle of each question"),
        Field("touches", U1, ("npair",), "1: the triangle touches the box"),
    ),
    "corten.assets.trees.octree:OVERLAPS",
)


class BoxOverlaps(Storage):
    """Boxes, triangles, and the pairs of them that a kernel tests."""

    layout = OVERLAPS

    touches: NDArray[np.int32]


def overlapping(
    boxes: NDArray[np.float64], corners: NDArray[np.float64], pairs: NDArray[np.int32]
) -> NDArray[np.bool_]:
    """Tell which of many pairs (box, triangle) touch; a box is (low, high), a triangle its three corners in a row."""
    question = BoxOverlaps({"npair": len(pairs), "nbox": len(boxes), "ntriangle": len(corners)})
    question.box, question.corner, question.pair = boxes, corners, pairs
    test_overlaps(question, question)
    return question.touches.astype(bool)


@stage
def test_overlaps(m, d) -> None:
    """Test all pairs of boxes and triangles."""
    box, corner, pair = m.box, m.corner, m.pair

    for i in range(m.npair):
        b, t = pair[i, 0], pair[i, 1]
        low, high = (box[b, 0], box[b, 1], box[b, 2]), (box[b, 3], box[b, 4], box[b, 5])
        v0 = corner[t, 0], corner[t, 1], corner[t, 2]
        v1 = corner[t, 3], corner[t, 4], corner[t, 5]
        v2 = corner[t, 6], corner[t, 7], corner[t, 8]
        d.touches[i] = 1 if touches_box(low, high, v0, v1, v2) else 0


@helper
def touches_box(low: Vec3, high: Vec3, v0: Vec3, v1: Vec3, v2: Vec3) -> bool:
    """Tell whether a triangle and a box overlap, as no plane of 13 separates them (Schwarz and Seidel 2010)."""
    if beside(low[0], high[0], v0[0], v1[0], v2[0]) or beside(low[1], high[1], v0[1], v1[1], v2[1]):
        return False
    if beside(low[2], high[2], v0[2], v1[2], v2[2]):
        return False

    # the triangle's plane, at the two corners of the box that lie furthest along its normal
    e0, e1, e2 = sub(v1, v0), sub(v2, v1), sub(v0, v2)
    n, size = cross(e0, e1), sub(high, low)
    c = size[0] if n[0] > 0.0 else 0.0, size[1] if n[1] > 0.0 else 0.0, size[2] if n[2] > 0.0 else 0.0
    level = dot(n, low)
    if (level + dot(n, sub(c, v0))) * (level + dot(n, sub(sub(size, c), v0))) > 0.0:
        return False

    # the three edges, seen along each axis
    for a in range(3):
        away = n[0] if a == 0 else (n[1] if a == 1 else n[2])
        sign = 1.0 if away >= 0.0 else -1.0
        low2, size2 = across(low, a), across(size, a)
        if separates(across(e0, a), across(v0, a), low2, size2, sign) or separates(
            across(e1, a), across(v1, a), low2, size2, sign
        ):
            return False
        if separates(across(e2, a), across(v2, a), low2, size2, sign):
            return False
    return True


@helper
def beside(low: float, high: float, a: float, b: float, c: float) -> bool:
    """Tell whether three coordinates are all below or all above an interval."""
    return (a < low and b < low and c < low) or (a > high and b > high and c > high)


@helper
def across(v: Vec3, axis: int) -> Vec2:
    """Return the two numbers of a vector that follow an axis."""
    first = v[1] if axis == 0 else (v[2] if axis == 1 else v[0])
    second = v[2] if axis == 0 else (v[0] if axis == 1 else v[1])
    return first, second


@helper
def separates(edge: Vec2, start: Vec2, low: Vec2, size: Vec2, sign: float) -> bool:
    """Tell whether an edge of a triangle separates it from a box, both seen along an axis."""
    nx, ny = -edge[1] * sign, edge[0] * sign
    reach = -(nx * start[0] + ny * start[1]) + max(0.0, size[0] * nx) + max(0.0, size[1] * ny)
    return nx * low[0] + ny * low[1] + reach < 0.0


# ---------------------------------------------------------------- octree of signed distances, fine where the surface is
# All corners of all nodes lie on a lattice of 2^DEPTH cells along each axis, whose whole numbers say which nodes are
# neighbours and which corners are the same


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
