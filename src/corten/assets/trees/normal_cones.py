"""Where the triangles below each node of a tree look: cones around their normals (Johnson and Cohen 2001).

A point is nearest to a surface, among the places around, only where it lies along a normal there. A node whose cone
looks elsewhere from all of its box holds no such place, however near it is.
"""

import numpy as np

from corten.assets.shape.topology import Topology, weld
from corten.assets.shape.triangle import Faces, Points
from corten.assets.trees.halving import Bvh

# [rad] added to every cone, far more than rounding and than contacts lean out of cones
SLACK = 0.02


def make_cones(tree: Bvh, points: Points, faces: Faces, surface: Topology) -> Points:
    """Return for each node axis, cosine and sine of a cone; the cosine is -1 where it looks everywhere."""
    axis, angle = np.zeros((len(tree.child), 3)), np.full(len(tree.child), np.pi)
    leaf = tree.leaf >= 0
    axis[leaf] = surface.normal[tree.leaf[leaf]]
    angle[leaf] = _triangle_angles(points, faces, surface)[tree.leaf[leaf]] + SLACK

    # from the leaves up, all nodes of a level at once
    for level in range(int(tree.depth.max()) - 1, -1, -1):
        nodes = np.flatnonzero((tree.depth == level) & ~leaf)
        left, right = tree.child[nodes].T
        middle = axis[left] + axis[right]
        length = np.linalg.norm(middle, axis=1)
        axis[nodes] = middle / np.where(length > 0, length, 1.0)[:, None]
        wide = [_angle(axis[nodes], axis[side]) + angle[side] for side in (left, right)]
        angle[nodes] = np.where(length > 0, np.maximum(*wide), np.pi)
    everywhere = angle >= np.pi / 2
    cosine, sine = np.where(everywhere, -1.0, np.cos(angle)), np.where(everywhere, 0.0, np.sin(angle))
    return np.column_stack((axis, cosine, sine))


def _triangle_angles(points: Points, faces: Faces, surface: Topology) -> Points:
    """Return how far normals around the corners of each triangle lean from its own; at a rim they look everywhere."""
    corners = weld(points)[faces]
    lean = np.zeros(len(points))
    for k in range(3):
        own = _angle(surface.normal, surface.vertex_normal[faces[:, k]])
        np.maximum.at(lean, corners[:, k], own)
        rim = surface.adjacent[:, k] < 0
        lean[corners[rim, k]] = lean[corners[rim, (k + 1) % 3]] = np.pi
    around = [_angle(surface.normal, surface.vertex_normal[faces[:, k]]) + lean[corners[:, k]] for k in range(3)]
    flat = ~surface.normal.any(axis=1)
    return np.where(flat, np.pi, np.maximum.reduce(around))


def _angle(a: Points, b: Points) -> Points:
    return np.arccos(np.clip((a * b).sum(axis=1), -1.0, 1.0))
