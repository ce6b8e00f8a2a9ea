"""Trees of bounding boxes: over the geoms of each body, in its inertial frame, and over the triangles of each mesh."""

from collections.abc import Sequence
from functools import cmp_to_key
from typing import NamedTuple

import numpy as np

from corten.assets import Mesh
from corten.assets.trees.bvh import THIN
from corten.compile.objects.assets import MeshObject
from corten.compile.objects.tree import Body
from corten.model import Model

# signs of the corners of a box
CORNERS = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])


class Boxes(NamedTuple):
    """Where geoms are, and the lowest and highest corners of the boxes around them [m]."""

    place: list[list[float]]
    low: list[list[float]]
    high: list[list[float]]


class Node(NamedTuple):
    """A node of a tree: `leaf` is the number of a box, -1 of an inner node, `skip` the node behind all below it."""

    depth: int
    child: tuple[int, int]
    leaf: int
    skip: int
    low: list[float]
    high: list[float]


def count_nodes(bodies: Sequence[Body], meshes: Sequence[MeshObject]) -> int:
    """Return how many nodes all trees have: a tree of n leaves has 2 n - 1."""
    touching = [sum(bool(geom.contype | geom.conaffinity) for geom in body.geoms) for body in bodies]
    triangles = [len(mesh.asset.triangles) for mesh in meshes]
    return sum(2 * count - 1 for count in touching + triangles if count)


def fill_trees(model: Model) -> None:
    """Write the trees of all bodies, then of all meshes, one after the other."""
    used = _fill_body_trees(model)
    for number, mesh in enumerate(model.mesh_data):
        used = _fill_mesh_tree(model, number, mesh, used)


def _fill_mesh_tree(model: Model, number: int, mesh: Mesh, used: int) -> int:
    """Write the tree of a mesh behind the nodes that are there already; return how many there are then."""
    tree = mesh.bvh
    end = used + len(tree.child)
    model.mesh_bvhadr[number], model.mesh_bvhnum[number] = used, len(tree.child)
    model.bvh_depth[used:end], model.bvh_child[used:end] = tree.depth, tree.child
    model.bvh_nodeid[used:end], model.bvh_aabb[used:end] = tree.triangle, tree.aabb
    model.bvh_skip[used:end] = tree.skip
    return end


def _fill_body_trees(model: Model) -> int:
    """Write the trees over the geoms of bodies that can touch something; return how many nodes they have."""
    model.body_bvhadr[:] = -1
    touching = np.flatnonzero(model.geom_contype | model.geom_conaffinity)
    if not len(touching):
        return 0
    body = model.geom_bodyid[touching]
    boxes = Boxes(*(array.tolist() for array in _inertial_boxes(model, touching, body)))
    nodes: list[Node] = []
    starts = np.flatnonzero(np.diff(body, prepend=-1)).tolist()
    for start, end in zip(starts, [*starts[1:], len(body)], strict=True):
        model.body_bvhadr[body[start]], model.body_bvhnum[body[start]] = len(nodes), 2 * (end - start) - 1
        _split(list(range(start, end)), 0, len(nodes), nodes, boxes)
    count = len(nodes)
    model.bvh_depth[:count] = [node.depth for node in nodes]
    model.bvh_child[:count] = [node.child for node in nodes]
    model.bvh_nodeid[:count] = [-1 if node.leaf < 0 else touching[node.leaf] for node in nodes]
    model.bvh_skip[:count] = [node.skip for node in nodes]
    low, high = np.array([node.low for node in nodes]), np.array([node.high for node in nodes])
    model.bvh_aabb[:count] = np.hstack(((high + low) / 2, (high - low) / 2))
    return count


def _inertial_boxes(model: Model, geoms: np.ndarray, body: np.ndarray) -> tuple[np.ndarray, ...]:
    """Return where geoms are in the inertial frame of their body, and the corners of the boxes around them there."""
    box = model.geom_aabb[geoms].reshape(-1, 2, 3)
    own, turn = _matrices(model.geom_quat[geoms]), _matrices(model.body_iquat[body])
    offset = model.geom_pos[geoms] - model.body_ipos[body]
    corners = np.einsum("gij,gcj->gci", own, box[:, :1] + CORNERS * box[:, 1:]) + offset[:, None]
    corners = np.einsum("gji,gcj->gci", turn, corners)
    places = np.einsum("gji,gj->gi", turn, offset)
    return places, corners.min(axis=1), corners.max(axis=1)


def _matrices(quat: np.ndarray) -> np.ndarray:
    """Return the rotation matrices of unit quaternions."""
    w, x, y, z = quat.T
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ]
    return np.array(rows).transpose(2, 0, 1)


def _split(leaves: list[int], depth: int, root: int, nodes: list[Node], boxes: Boxes) -> None:
    """Append the tree over some boxes, which is halved at the median along its longest side."""
    index, skip = len(nodes) - root, len(nodes) - root + 2 * len(leaves) - 1
    low = [min(boxes.low[leaf][i] for leaf in leaves) for i in range(3)]
    high = [max(boxes.high[leaf][i] for leaf in leaves) for i in range(3)]
    for i in range(3):
        if high[i] - low[i] < THIN:
            low[i], high[i] = low[i] - THIN, high[i] + THIN
    if len(leaves) == 1:
        nodes.append(Node(depth, (-1, -1), leaves[0], skip, low, high))
        return

    # an axis must be longer by more than a rounding to be taken instead of an earlier one
    sides = [high[i] - low[i] for i in range(3)]
    axis = 1 if sides[1] >= sides[0] + THIN else 0
    axis = 2 if sides[2] >= sides[axis] + THIN else axis

    def behind(a: int, b: int) -> int:
        way = boxes.place[a][axis] - boxes.place[b][axis]
        return 0 if abs(way) <= THIN else (1 if way > 0 else -1)

    half = len(leaves) // 2
    order = sorted(leaves, key=cmp_to_key(behind))
    nodes.append(Node(depth, (index + 1, index + 2 * half), -1, skip, low, high))
    _split(sorted(order[:half]), depth + 1, root, nodes, boxes)
    _split(sorted(order[half:]), depth + 1, root, nodes, boxes)
