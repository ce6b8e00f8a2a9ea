"""Bounding volume hierarchy over the triangles of a mesh, and the cones of normals below its nodes."""

import sys

import numpy as np
from numpy.typing import NDArray

from corten.assets.shape.topology import Topology, weld
from corten.assets.shape.triangles import Faces, Points
from corten.assets.trees.median_split import Bvh, component, median_split
from corten.math.elementwise import acos, cos, sin
from corten.math.vector3 import cross, dot, scale, sub
from corten.runtime import Vec3, helper, sqrt, stage
from corten.runtime.fields import F8, I4, Field, Layout, Size
from corten.runtime.storage import Storage

# [m] the largest float, for triangles whose circles have no end
FARTHEST = sys.float_info.max

TRIANGLE_PLACES = Layout(
    "TrianglePlaces",
    (Size("npoint", "points"), Size("nface", "triangles")),
    (
        Field("point", F8, ("npoint", 3), "points [m]"),
        Field("face", I4, ("nface", 3), "points of each triangle"),
        Field("low", F8, ("nface", 3), "lowest corner of the box around each triangle [m]"),
        Field("high", F8, ("nface", 3), "highest corner of that box [m]"),
        Field("place", F8, (3, "nface"), "centre of the circle through each triangle's corners [m]"),
    ),
    "corten.assets.trees.bvh:TRIANGLE_PLACES",
)


class TrianglePlaces(Storage):
    """Triangles, and where they are."""

    layout = TRIANGLE_PLACES

    point: Points
    face: NDArray[np.int32]
    low: Points
    high: Points
    place: Points


def make_bvh(points: Points, faces: Faces) -> Bvh:
    """Return the tree over triangles.

    The place of a triangle is its circumcentre, and a box is the sum of boxes that are rounded to centre and half
    sizes; both are MuJoCo's, and the order of contacts follows from them.
    """
    work = TrianglePlaces({"npoint": len(points), "nface": len(faces)})
    work.point, work.face = points, faces
    with np.errstate(all="ignore"):
        place_triangles(work, work)
    return median_split(work.low, work.high, work.place, np.zeros(1, np.int32))


@stage
def place_triangles(m, d) -> None:
    """Find box and circumcentre of each triangle; that of a needle may lie far away."""
    face, place = m.face, d.place

    for t in range(m.nface):
        p, q, last = point_at(m, face[t, 0]), point_at(m, face[t, 1]), point_at(m, face[t, 2])
        a, b = sub(p, last), sub(q, last)
        normal = cross(a, b)
        double = sqrt(dot(normal, normal))
        way = cross(sub(scale(b, dot(a, a)), scale(a, dot(b, b))), normal)
        area = 2.0 * double * double
        for k in range(3):
            x, y, z = component(p, k), component(q, k), component(last, k)
            low, high = min(min(x, y), z), max(max(x, y), z)
            middle, half = 0.5 * (low + high), 0.5 * (high - low)
            d.low[t, k], d.high[t, k] = middle - half, middle + half
            centre = component(way, k) / area + z
            place[k, t] = min(max(centre, -FARTHEST), FARTHEST) if centre == centre else 0.0


@helper
def point_at(m, i: int) -> Vec3:
    """Return one of the points."""
    return m.point[i, 0], m.point[i, 1], m.point[i, 2]


# ---------------------------------------------------------------- where the triangles below each node of a tree look
# cones around their normals (Johnson and Cohen 2001)
# A point is nearest to a surface, among the places around, only where it lies along a normal there. A node whose cone
# looks elsewhere from all of its box holds no such place, however near it is


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
    cosine, sine = np.where(everywhere, -1.0, cos(angle)), np.where(everywhere, 0.0, sin(angle))
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
    return acos(np.clip((a * b).sum(axis=1), -1.0, 1.0))
