"""Trees of bounding boxes: over the geoms of each body, in its inertial frame, and over the triangles of each mesh."""

from collections.abc import Sequence

import numpy as np

from corten.assets import Mesh
from corten.assets.trees.median_split import THIN, MedianSplit, component, split_nodes
from corten.compile.objects.asset_rows import MeshObject
from corten.compile.objects.body_rows import Body
from corten.math import vector3
from corten.math.matrix3 import mul_mat_vec, mul_matT_vec
from corten.math.quaternion import load4
from corten.math.vector3 import load3
from corten.model import Model
from corten.runtime import FloatArray, IntArray, Mat3, Quat, helper, stage


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
    count = len(touching)
    ntree = 1 + int(np.count_nonzero(np.diff(model.geom_bodyid[touching])))
    work = MedianSplit({"ntree": ntree, "nleaf": count, "nnode": 2 * count - ntree}, model.layout.precision)
    bound_geoms(model, work)
    sort_trees(work, work)
    split_nodes(work, work)
    write_trees(work, model)
    return 2 * count - ntree


@stage
def bound_geoms(m, d) -> None:
    """Begin a tree for each body with geoms that can touch something: their boxes in its inertial frame."""
    leaf, tree, last = 0, 0, -1
    for g in range(m.ngeom):
        if m.geom_contype[g] | m.geom_conaffinity[g] != 0:
            b = m.geom_bodyid[g]
            if b != last:
                d.start[tree] = leaf
                tree += 1
            bound_geom(m, d, g, b, leaf)
            d.item[leaf], last = g, b
            leaf += 1


@helper
def bound_geom(m, d, g: int, b: int, leaf: int) -> None:
    """Write where a geom is in the inertial frame of its body, and the corners of the box around it there."""
    box, own, turn = m.geom_aabb, rotation(load4(m.geom_quat, g)), rotation(load4(m.body_iquat, b))

    offset = vector3.sub(load3(m.geom_pos, g), load3(m.body_ipos, b))
    place = mul_matT_vec(turn, offset)
    for k in range(3):
        d.place[k, leaf] = component(place, k)
    for corner in range(8):
        x = box[g, 0] + (box[g, 3] if corner & 4 != 0 else -box[g, 3])
        y = box[g, 1] + (box[g, 4] if corner & 2 != 0 else -box[g, 4])
        z = box[g, 2] + (box[g, 5] if corner & 1 != 0 else -box[g, 5])
        point = mul_matT_vec(turn, vector3.add(mul_mat_vec(own, (x, y, z)), offset))
        for k in range(3):
            far = component(point, k)
            d.box[leaf, k] = far if corner == 0 else min(d.box[leaf, k], far)
            d.box[leaf, k + 3] = far if corner == 0 else max(d.box[leaf, k + 3], far)


@helper
def rotation(q: Quat) -> Mat3:
    """Return the rotation matrix of a quaternion of unit length."""
    w, x, y, z = q
    return (
        1.0 - 2.0 * (y * y + z * z),
        2.0 * (x * y - w * z),
        2.0 * (x * z + w * y),
        2.0 * (x * y + w * z),
        1.0 - 2.0 * (x * x + z * z),
        2.0 * (y * z - w * x),
        2.0 * (x * z - w * y),
        2.0 * (y * z + w * x),
        1.0 - 2.0 * (x * x + y * y),
    )


# ---------------------------------------------------------------- leaves along an axis
# NumPy is quicker for one tree of thousands of leaves, not for many trees of few.


@stage
def sort_trees(m, d) -> None:
    """Order the leaves of all trees along all axes."""
    for tree in range(m.ntree):
        for axis in range(3):
            sort_leaves(d, axis, m.start[tree], end_of(m, tree))


@helper
def sort_leaves(d, axis: int, start: int, end: int) -> None:
    """Order the leaves of a tree by their places along an axis, those less than a rounding apart by number."""
    order, place = d.order, d.place

    sort_by_place(order, place, d.right, axis, start, end)
    sorted_ = True
    for i in range(start + 1, end):
        near = place[axis, order[axis, i]] - place[axis, order[axis, i - 1]] <= THIN
        sorted_ = sorted_ and not (near and order[axis, i] < order[axis, i - 1])
    if sorted_:
        return

    # leaves that are near one another take the place of the first of them
    before = place[axis, order[axis, start]]
    same = before
    for i in range(start + 1, end):
        leaf = order[axis, i]
        own = place[axis, leaf]
        same = own if own - before > THIN else same
        place[axis, leaf], before = same, own
    sort_by_place(order, place, d.right, axis, start, end)


@helper
def sort_by_place(order: IntArray, place: FloatArray, merged: IntArray, axis: int, start: int, end: int) -> None:
    """Order leaves by their places along an axis, those at the same place by number: merge runs of growing length."""
    for i in range(start, end):
        order[axis, i] = i
    width = 1
    while width < end - start:
        low = start
        while low + width < end:
            middle, high = low + width, min(low + 2 * width, end)
            if place[axis, order[axis, middle - 1]] > place[axis, order[axis, middle]]:
                left, right, i = low, middle, low
                while left < middle and right < high:
                    one, other = order[axis, left], order[axis, right]
                    if place[axis, one] > place[axis, other]:
                        merged[i] = other
                        right += 1
                    else:
                        merged[i] = one
                        left += 1
                    i += 1

                # what is left on the left moves to the end, what is left on the right stands there already
                for k in range(middle - 1, left - 1, -1):
                    order[axis, right - middle + k] = order[axis, k]
                for k in range(low, i):
                    order[axis, k] = merged[k]
            low = high
        width *= 2


# ---------------------------------------------------------------- trees of a model


@helper
def end_of(m, tree: int) -> int:
    """Return the leaf behind the last one of a tree."""
    return m.nleaf if tree == m.ntree - 1 else m.start[min(tree + 1, m.ntree - 1)]


@stage
def write_trees(m, d) -> None:
    """Write the trees into a model, whose bodies say where theirs begin."""
    for tree in range(m.ntree):
        first = m.start[tree]
        count = end_of(m, tree) - first
        b = d.geom_bodyid[m.item[first]]
        d.body_bvhadr[b], d.body_bvhnum[b] = 2 * first - tree, 2 * count - 1
    for node in range(m.nnode):
        d.bvh_depth[node], d.bvh_skip[node] = m.depth[node], m.skip[node]
        d.bvh_child[node, 0], d.bvh_child[node, 1] = m.child[node, 0], m.child[node, 1]
        d.bvh_nodeid[node] = -1
        if m.leaf[node] >= 0:
            d.bvh_nodeid[node] = m.item[m.leaf[node]]
        for k in range(6):
            d.bvh_aabb[node, k] = m.aabb[node, k]
