"""Distances of many points to a triangle mesh, with the sign of its winding number.

The nearest triangle is found in a tree of boxes. The winding number is the sum of the solid angles of all triangles
over 4 pi, in which a branch of the tree that is far away counts as one patch of its summed area (a dipole; Barill et
al., "Fast winding numbers for soups and clouds", 2018).
"""

import os
import time
from math import pi
from typing import Any

import numpy as np

from corten.assets.formats.content import read_file
from corten.assets.formats.readers import mesh_format, read_mesh
from corten.assets.raw_mesh import check, raw_mesh
from corten.assets.shape.triangles import Faces, Points, cross
from corten.assets.trees.bvh import make_bvh
from corten.errors import AssetError
from corten.math.scalar import atan2
from corten.math.triangle import nearest_on_triangle
from corten.math.vector3 import cross as cross3
from corten.math.vector3 import dot, load3, norm, sub
from corten.runtime import Vec3, helper, sqrt, stage
from corten.runtime.fields import F8, I4, Field, Layout, Size
from corten.runtime.notices import counted, log
from corten.runtime.storage import Storage

# a branch counts as one patch beyond this many of its radii
FAR = 2.0

# [s] work that takes longer is announced
PATIENCE = 2.0

# points between two looks at the clock, and the depth of a tree that no memory can hold
CHUNK, DEPTH = 1 << 14, 64

TREE = Layout(
    "TriangleTree",
    (Size("nnode", "nodes"),),
    (
        Field("low", F8, ("nnode", 3), "lowest corner of the box of each node [m]"),
        Field("high", F8, ("nnode", 3), "highest corner [m]"),
        Field("right", I4, ("nnode",), "right child, -1 of a leaf; the left one follows its parent"),
        Field("after", I4, ("nnode",), "first node behind the branch"),
        Field("a", F8, ("nnode", 3), "leaf: first corner of its triangle [m]"),
        Field("b", F8, ("nnode", 3), "leaf: second corner [m]"),
        Field("c", F8, ("nnode", 3), "leaf: third corner [m]"),
        Field("centre", F8, ("nnode", 3), "middle of the branch's triangles [m]"),
        Field("radius", F8, ("nnode",), "distance from there within which the branch lies [m]"),
        Field("area", F8, ("nnode", 3), "sum of areas times normals [m^2]"),
    ),
    "corten.assets.sdf_sampling:TREE",
)
SAMPLES = Layout(
    "DistanceSamples",
    (Size("npoint", "points"),),
    (
        Field("point", F8, ("npoint", 3), "points [m]"),
        Field("distance", F8, ("npoint",), "signed distance of each [m]"),
        Field("stack", I4, (DEPTH,), "branches still to be looked at"),
    ),
    "corten.assets.sdf_sampling:SAMPLES",
)


class TriangleTree(Storage):
    """The triangles of a mesh in a tree."""

    layout = TREE

    a: Points
    b: Points
    c: Points
    area: Points
    centre: Points
    low: Points
    high: Points
    after: Any


class DistanceSamples(Storage):
    """Points and their distances."""

    layout = SAMPLES

    distance: Points


def mesh_triangles(mesh: Any) -> tuple[Points, Faces]:
    """Return vertices (n, 3) and triangles (m, 3) of a Mesh, a pair of arrays or a file; AssetError if they are bad."""
    if isinstance(mesh, str | os.PathLike):
        raw = read_mesh(read_file(mesh).data, mesh_format(os.fspath(mesh)))
        points, faces = raw.vertices.astype(np.float64), raw.faces
    else:
        pair = mesh if isinstance(mesh, tuple | list) else (mesh.vertices, mesh.triangles)
        points, faces = (np.asarray(array) for array in pair)
    if points.ndim != 2 or points.shape[1] != 3 or faces.ndim != 2 or faces.shape[1] != 3 or not len(faces):
        raise AssetError(
            f"vertices (n, 3) and triangles (m, 3) required, their shapes are {points.shape}, {faces.shape}"
        )
    check(raw_mesh(points, faces))
    return points.astype(np.float64), faces.astype(np.int32)


def mesh_distances(
    points: Points, triangles: Faces, corner: Points, cell_size: float, shape: tuple[int, int, int]
) -> Points:
    """Return the signed distances to a mesh at the samples of a grid."""
    tree, began, told = make_tree(points, triangles), time.monotonic(), False
    axes = [corner[k] + cell_size * np.arange(shape[k]) for k in range(3)]
    result = np.empty(shape)
    layers = max(1, CHUNK // (shape[1] * shape[2]))
    for first in range(0, shape[0], layers):
        x = axes[0][first : first + layers]
        samples = DistanceSamples({"npoint": len(x) * shape[1] * shape[2]})
        samples.point = np.stack(np.meshgrid(x, axes[1], axes[2], indexing="ij"), axis=-1).reshape(-1, 3)
        sample_distances(tree, samples)
        result[first : first + layers] = samples.distance.reshape(len(x), *shape[1:])
        if not told and time.monotonic() - began > PATIENCE:
            told = True
            share = min(1.0, (first + layers) / shape[0])
            log(f"distances to {counted(len(triangles), 'triangle')}, {share:.0%} done ...")
    return result


def make_tree(points: Points, triangles: Faces) -> TriangleTree:
    """Return the tree over triangles with what the winding number needs."""
    bvh = make_bvh(points, triangles)
    tree, leaf = TriangleTree({"nnode": len(bvh.child)}), bvh.leaf >= 0
    tree.low, tree.high = bvh.aabb[:, :3] - bvh.aabb[:, 3:], bvh.aabb[:, :3] + bvh.aabb[:, 3:]
    tree.right = bvh.child[:, 1]
    corners = points[triangles[bvh.leaf[leaf]]]
    tree.a[leaf], tree.b[leaf], tree.c[leaf] = corners[:, 0], corners[:, 1], corners[:, 2]
    tree.area[leaf] = 0.5 * cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    size = np.linalg.norm(tree.area, axis=1)
    middle = np.zeros_like(tree.centre)
    middle[leaf] = size[leaf, None] * corners.mean(1)
    tree.after = np.arange(1, len(leaf) + 1)

    # sums from the leaves up: a parent is one level above its children
    for level in range(int(bvh.depth.max()) - 1, -1, -1):
        node = np.flatnonzero((bvh.depth == level) & ~leaf)
        left, right = bvh.child[node].T
        tree.area[node] = tree.area[left] + tree.area[right]
        size[node], middle[node] = size[left] + size[right], middle[left] + middle[right]
        tree.after[node] = tree.after[right]
    flat = size <= np.finfo(float).tiny
    tree.centre = np.where(flat[:, None], bvh.aabb[:, :3], middle / np.where(flat, 1.0, size)[:, None])
    reach = np.maximum(tree.high - tree.centre, tree.centre - tree.low)
    tree.radius = np.linalg.norm(reach, axis=1)
    return tree


@stage
def sample_distances(m, d) -> None:
    """Find the signed distance of each point."""
    bound = 1e300
    for i in range(d.npoint):
        p = load3(d.point, i)

        # the next point cannot be farther from the mesh than this one and the way between them
        if i > 0:
            bound = sqrt(bound) + norm(sub(p, load3(d.point, i - 1)))
            bound = bound * bound * (1.0 + 1e-9)
        bound = nearest_square(m, d, p, bound)
        inside = abs(winding_number(m, p)) > 0.5
        d.distance[i] = -sqrt(bound) if inside else sqrt(bound)


@helper
def nearest_square(m, d, p: Vec3, bound: float) -> float:
    """Return the squared distance of a point to the nearest triangle, which is not above a bound."""
    best, count, node = bound, 0, 0
    while node >= 0:
        if m.right[node] < 0:
            away = sub(p, nearest_on_triangle(load3(m.a, node), load3(m.b, node), load3(m.c, node), p).point)
            best = min(best, dot(away, away))
            node = -1
        else:
            # the nearer child first; the other one waits
            left, right = node + 1, m.right[node]
            to_left, to_right = box_square(m, left, p), box_square(m, right, p)
            swap = to_right < to_left
            near, far = (right if swap else left), (left if swap else right)
            if max(to_left, to_right) <= best:
                d.stack[count] = far
                count += 1
            node = near if min(to_left, to_right) <= best else -1
        while node < 0 and count > 0:
            count -= 1
            if box_square(m, d.stack[count], p) <= best:
                node = d.stack[count]
    return best


@helper
def box_square(m, node: int, p: Vec3) -> float:
    """Return the squared distance of a point to the box of a node."""
    x = max(max(m.low[node, 0] - p[0], p[0] - m.high[node, 0]), 0.0)
    y = max(max(m.low[node, 1] - p[1], p[1] - m.high[node, 1]), 0.0)
    z = max(max(m.low[node, 2] - p[2], p[2] - m.high[node, 2]), 0.0)
    return x * x + y * y + z * z


@helper
def winding_number(m, p: Vec3) -> float:
    """Return how often the mesh goes around a point."""
    total, node = 0.0, 0
    while node < m.nnode:
        away = sub(load3(m.centre, node), p)
        distance = norm(away)
        if m.right[node] < 0:
            total += solid_angle(sub(load3(m.a, node), p), sub(load3(m.b, node), p), sub(load3(m.c, node), p))
            node += 1
        elif distance > FAR * m.radius[node]:
            total += dot(load3(m.area, node), away) / (distance * distance * distance)
            node = m.after[node]
        else:
            node += 1
    return total / (4.0 * pi)


@helper
def solid_angle(a: Vec3, b: Vec3, c: Vec3) -> float:
    """Return the solid angle of a triangle seen from the origin (Van Oosterom and Strackee)."""
    la, lb, lc = norm(a), norm(b), norm(c)
    volume = dot(a, cross3(b, c))
    return 2.0 * atan2(volume, la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb)
