"""Trees of bounding boxes: over the geoms of each body, in its inertial frame, and over the triangles of each mesh."""

import functools
from collections.abc import Sequence
from typing import NoReturn

from corten.assets import Mesh
from corten.assets.trees.median_split import MEDIAN_SPLIT, MedianSplit, split_trees
from corten.compile.objects.asset_rows import MeshObject
from corten.compile.objects.body_rows import Body
from corten.errors import ModelError
from corten.math import vector3
from corten.math.matrix3 import mul_mat_vec, mul_matT_vec
from corten.math.quaternion import load4, quat_to_mat
from corten.math.vector3 import load3
from corten.model import MODEL, Model
from corten.runtime import helper, stage
from corten.runtime.kernel import Mode, kernel_mode
from corten.runtime.plan import Plan


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


# ---------------------------------------------------------------- trees over the geoms of bodies


def fill_body_trees(model: Model) -> int:
    """Write the trees over the geoms of bodies that can touch something; return how many nodes they have."""
    work = body_tree_space(model)
    if body_tree_plan(kernel_mode(), model.layout.precision).run(model, work, 1):
        refuse_more_geoms()
    return 2 * work.leaf_count - work.tree_count


def body_tree_space(model: Model) -> MedianSplit:
    """Return work space for the trees of a model's bodies."""
    sizes = {"ntree": model.nbody, "nleaf": model.ngeom, "nnode": 2 * model.ngeom}
    return MedianSplit(sizes, model.layout.precision)


@functools.cache
def body_tree_plan(mode: Mode, precision: str) -> Plan:
    """Return the plan that writes the trees of bodies; it stops where they do not fit."""
    return Plan([bound_geoms, split_trees, write_trees], (MODEL.at(precision), MEDIAN_SPLIT.at(precision)))


def refuse_more_geoms() -> NoReturn:
    """Tell that more geoms can touch something than when the model was compiled."""
    raise ModelError(
        "more geoms can touch something than when the model was compiled, and there is no room for their bounding "
        "boxes; write their contype and conaffinity in the model"
    )


@stage
def bound_geoms(m, d) -> None:
    """Bound the geoms that can touch something by boxes in the inertial frames of their bodies; each body is a tree.

    A body knows what its geoms touch, and where its tree begins.
    """
    for b in range(m.nbody):
        m.body_contype[b], m.body_conaffinity[b] = 0, 0
        m.body_bvhadr[b], m.body_bvhnum[b] = -1, 0
    trees, leaves, before = 0, 0, -1
    for g in range(m.ngeom):
        if m.geom_contype[g] | m.geom_conaffinity[g] != 0:
            b = m.geom_bodyid[g]
            m.body_contype[b] |= m.geom_contype[g]
            m.body_conaffinity[b] |= m.geom_conaffinity[g]
            if b != before:
                before = b
                d.start[trees] = leaves
                m.body_bvhadr[b] = 2 * leaves - trees
                trees += 1
            leaves += 1
            m.body_bvhnum[b] = 2 * (leaves - d.start[trees - 1]) - 1
            d.geom[leaves - 1] = g
            bound_geom(m, d, g, leaves - 1)
    d.tree_count, d.leaf_count = trees, leaves


@helper
def bound_geom(m, d, g: int, leaf: int) -> None:
    """Set place and box of a geom in the inertial frame of its body."""
    b, aabb = m.geom_bodyid[g], m.geom_aabb
    own, turn = quat_to_mat(load4(m.geom_quat, g)), quat_to_mat(load4(m.body_iquat, b))
    offset = vector3.sub(load3(m.geom_pos, g), load3(m.body_ipos, b))
    place = mul_matT_vec(turn, offset)
    d.place[0, leaf], d.place[1, leaf], d.place[2, leaf] = place

    low, high = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
    for corner in range(8):
        x = aabb[g, 3] if corner & 1 != 0 else -aabb[g, 3]
        y = aabb[g, 4] if corner & 2 != 0 else -aabb[g, 4]
        z = aabb[g, 5] if corner & 4 != 0 else -aabb[g, 5]
        seen = mul_mat_vec(own, (aabb[g, 0] + x, aabb[g, 1] + y, aabb[g, 2] + z))
        point = mul_matT_vec(turn, vector3.add(seen, offset))
        least = point if corner == 0 else low
        most = point if corner == 0 else high
        low = min(least[0], point[0]), min(least[1], point[1]), min(least[2], point[2])
        high = max(most[0], point[0]), max(most[1], point[1]), max(most[2], point[2])
    d.box[leaf, 0], d.box[leaf, 1], d.box[leaf, 2] = low
    d.box[leaf, 3], d.box[leaf, 4], d.box[leaf, 5] = high


@stage
def write_trees(m, d) -> int:
    """Write the trees into the Model; the status is 1 where they do not fit before those of meshes."""
    count, room = 2 * d.leaf_count - d.tree_count, m.nbvhstatic
    for mesh in range(m.nmesh):
        room -= m.mesh_bvhnum[mesh]
    if count > room:
        return 1
    for node in range(count):
        leaf = d.leaf[node]
        m.bvh_depth[node], m.bvh_skip[node] = d.depth[node], d.skip[node]
        m.bvh_child[node, 0], m.bvh_child[node, 1] = d.child[node, 0], d.child[node, 1]
        m.bvh_nodeid[node] = -1 if leaf < 0 else d.geom[max(leaf, 0)]
        for k in range(6):
            m.bvh_aabb[node, k] = d.aabb[node, k]
    return 0
