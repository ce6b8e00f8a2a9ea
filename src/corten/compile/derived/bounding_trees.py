"""Trees of bounding boxes: over the geoms of each body, in its inertial frame, and over the triangles of each mesh."""

from collections.abc import Sequence

import numpy as np

from corten.assets import Mesh
from corten.assets.trees.median_split import median_split
from corten.compile.objects.asset_rows import MeshObject
from corten.compile.objects.body_rows import Body
from corten.model import Model

# signs of the corners of a box
CORNERS = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])


def count_nodes(bodies: Sequence[Body], meshes: Sequence[MeshObject]) -> int:
    """Return how many nodes all trees have: a tree of n leaves has 2 n - 1."""
    touching = [len([1 for geom in body.geoms if geom.shared.contype | geom.shared.conaffinity]) for body in bodies]
    triangles = [len(mesh.asset.triangles) for mesh in meshes]
    return sum(2 * count - 1 for count in touching + triangles if count)


def fill_trees(model: Model) -> None:
    """Write the trees of all bodies, then of all meshes, one after the other."""
    used = fill_body_trees(model)
    for number, mesh in enumerate(model.mesh_data):
        used = _fill_mesh_tree(model, number, mesh, used)


def _fill_mesh_tree(model: Model, number: int, mesh: Mesh, used: int) -> int:
    """Write the tree of a mesh behind the nodes that are there already; return how many there are then."""
    tree = mesh.bvh
    end = used + len(tree.child)
    model.mesh_bvhadr[number], model.mesh_bvhnum[number] = used, len(tree.child)
    model.bvh_depth[used:end], model.bvh_child[used:end] = tree.depth, tree.child
    model.bvh_nodeid[used:end], model.bvh_aabb[used:end] = tree.leaf, tree.aabb
    model.bvh_skip[used:end] = tree.skip
    return end


def fill_body_trees(model: Model) -> int:
    """Write the trees over the geoms of bodies that can touch something; return how many nodes they have."""
    model.body_bvhadr[:] = -1
    touching = np.flatnonzero(model.geom_contype | model.geom_conaffinity)
    if not len(touching):
        return 0
    body = model.geom_bodyid[touching]
    starts = np.flatnonzero(np.diff(body, prepend=-1))
    places, low, high = _inertial_boxes(model, touching, body)
    trees = median_split(low, high, places.T, starts)
    count = len(trees.leaf)
    model.body_bvhadr[body[starts]] = 2 * starts - np.arange(len(starts))
    model.body_bvhnum[body[starts]] = 2 * np.diff(starts, append=len(body)) - 1
    model.bvh_depth[:count], model.bvh_child[:count] = trees.depth, trees.child
    model.bvh_nodeid[:count] = np.where(trees.leaf < 0, -1, touching[trees.leaf])
    model.bvh_aabb[:count], model.bvh_skip[:count] = trees.aabb, trees.skip
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
