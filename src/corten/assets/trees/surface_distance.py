"""Signed distances of many points to the surface of a mesh.

Which side of the surface a point is on follows from the part of it that is nearest: the normal of a triangle, the sum
of both normals at an edge, the sum of all normals at a vertex weighted by angles (Baerentzen and Aanaes 2005).
"""

import numpy as np

from corten.assets.shape.triangles import Faces, Points, measure
from corten.assets.trees.median_split import Bvh
from corten.math.triangle import CORNER, EDGE, FACE, FEATURES, nearest_on_triangle
from corten.math.vector3 import dot, load3, norm, sub
from corten.runtime import Vec3, helper, sqrt, stage
from corten.runtime.fields import F8, I4, Field, Layout, Size
from corten.runtime.storage import Storage

DISTANCES = Layout(
    "SurfaceDistances",
    (Size("npoint", "points"), Size("ntriangle", "triangles"), Size("nnode", "nodes of the tree")),
    (
        Field("point", F8, ("npoint", 3), "points [m]"),
        Field("corner", F8, ("ntriangle", 9), "three corners of each triangle [m]"),
        Field("normal", F8, ("ntriangle", 21), "outward inside, at edges ab, bc, ca and at corners a, b, c"),
        Field("triangle", I4, ("nnode",), "triangle of each leaf of the tree, -1 of an inner node"),
        Field("aabb", F8, ("nnode", 6), "box of each node: centre and half sizes [m]"),
        Field("skip", I4, ("nnode",), "node behind all below each node"),
        Field("distance", F8, ("npoint",), "signed distance of each point [m]"),
    ),
    "corten.assets.trees.surface_distance:DISTANCES",
)

# no point is as far away [m^2]
FAR = 1e20

# a bound on a distance grows by this share, so that roundings cannot hide what it bounds
SLACK = 1e-9

# relative to the normal and the distance: a point that is no further out of a triangle's plane counts as inside
# (MuJoCo's value, part of its results)
FLAT = 1e-12

# edges of a triangle by their corners, in the order in which their normals are added
EDGES = {EDGE: (0, 1), EDGE + 2: (0, 2), EDGE + 1: (1, 2)}


class SurfaceDistances(Storage):
    """Points, triangles with the tree over them, and the distances that a kernel finds."""

    layout = DISTANCES

    distance: Points


def surface_distances(points: Points, surface: Points, faces: Faces, tree: Bvh) -> Points:
    """Return the distance [m] of each point to a surface, negative behind it; fast if neighbours follow each other.

    The surface is given by its vertices, its triangles and the tree over them.
    """
    question = SurfaceDistances({"npoint": len(points), "ntriangle": len(faces), "nnode": len(tree.skip)})
    question.point, question.corner = points, surface[faces].reshape(-1, 9)
    question.normal = _normals(surface, faces)
    question.triangle, question.aabb, question.skip = tree.leaf, tree.aabb, tree.skip
    find_distances(question, question)
    return question.distance


def _normals(points: Points, faces: Faces) -> Points:
    """Return the seven normals of each triangle, shape (n, 21); they need not have unit length."""
    own = measure(points, faces).normals
    result = np.empty((len(faces), FEATURES, 3))
    result[:, FACE] = own

    at_corner = np.zeros((len(points), 3))
    for k in range(3):
        here = points[faces[:, k]]
        a, b = points[faces[:, (k + 1) % 3]] - here, points[faces[:, (k + 2) % 3]] - here
        angle = np.arctan2(np.linalg.norm(np.cross(a, b), axis=1), (a * b).sum(axis=1))
        np.add.at(at_corner, faces[:, k], angle[:, None] * own)
    result[:, CORNER:] = at_corner[faces]

    # edges by their two vertices, in either direction
    ends = np.sort(faces[:, list(EDGES.values())].astype(np.int64), axis=2)
    _, edge = np.unique(ends[..., 0] * len(points) + ends[..., 1], return_inverse=True)
    edge = edge.reshape(-1, 3)
    at_edge = np.zeros((edge.max() + 1, 3))
    for k in range(3):
        np.add.at(at_edge, edge[:, k], own)
    result[:, list(EDGES)] = at_edge[edge]
    return result.reshape(-1, 21)


@stage
def find_distances(m, d) -> None:
    """Find the signed distance of every point; the distance of the point before bounds that of the next one."""
    last, bound = (0.0, 0.0, 0.0), 0.0
    for i in range(m.npoint):
        x = load3(m.point, i)
        reach = (bound + norm(sub(x, last))) * (1.0 + SLACK)
        square, nearest = find_nearest(m, x, FAR if i == 0 else reach * reach)
        if nearest < 0:
            square, nearest = find_nearest(m, x, FAR)
        bound, last = sqrt(square), x
        d.distance[i] = side_of(m, nearest, x, bound) * bound


@helper
def find_nearest(m, x: Vec3, limit: float) -> tuple[float, int]:
    """Return (squared distance, triangle) of the nearest triangle within a limit, -1 for none."""
    best, nearest = limit, -1
    node = 0
    while node < m.nnode:
        if box_distance2(m, node, x) >= best:
            node = m.skip[node]
        else:
            t = m.triangle[node]
            if t >= 0:
                away = sub(x, nearest_on_triangle(corner(m, t, 0), corner(m, t, 1), corner(m, t, 2), x).point)
                square = dot(away, away)
                if square < best:
                    best, nearest = square, t
            node += 1
    return best, nearest


@helper
def corner(m, t: int, k: int) -> Vec3:
    """Return corner k of a triangle."""
    return m.corner[t, 3 * k], m.corner[t, 3 * k + 1], m.corner[t, 3 * k + 2]


@helper
def box_distance2(m, node: int, x: Vec3) -> float:
    """Return the squared distance of a point to the box of a node, zero inside."""
    total = beyond2(m, node, 0, x[0])
    total += beyond2(m, node, 1, x[1])
    return total + beyond2(m, node, 2, x[2])


@helper
def beyond2(m, node: int, k: int, x: float) -> float:
    """Return the square of how far a coordinate lies beyond the box of a node."""
    low, high = m.aabb[node, k] - m.aabb[node, k + 3], m.aabb[node, k] + m.aabb[node, k + 3]
    out = low - x if x < low else (x - high if x > high else 0.0)
    return out * out


@helper
def side_of(m, t: int, p: Vec3, distance: float) -> float:
    """Return 1.0 for a point in front of the surface at its nearest triangle, -1.0 behind it or in its plane."""
    nearest, k = nearest_on_triangle(corner(m, t, 0), corner(m, t, 1), corner(m, t, 2), p)
    normal = m.normal[t, 3 * k], m.normal[t, 3 * k + 1], m.normal[t, 3 * k + 2]
    return 1.0 if dot(sub(p, nearest), normal) > FLAT * norm(normal) * distance else -1.0
