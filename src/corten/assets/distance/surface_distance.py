"""Signed distances of many points to the surface of a mesh.

Which side of the surface a point is on follows from the part of it that is nearest: the normal of a triangle, the sum
of both normals at an edge, the sum of all normals at a vertex weighted by angles (Baerentzen and Aanaes 2005).
"""

import numpy as np

from corten.assets.shape.triangle import Faces, Points, measure
from corten.assets.trees.bvh import Bvh
from corten.math.vector3 import dot, load3, norm, sub
from corten.runtime import helper, sqrt, stage
from corten.runtime.fields import F8, I4, Field, Layout, Size
from corten.runtime.storage import Storage

DISTANCES = Layout(
    "SurfaceDistances",
    (Size("npoint", "points"), Size("ntriangle", "triangles"), Size("nnode", "nodes of the tree")),
    (
        Field("point", F8, ("npoint", 3), "points [m]"),
        Field("corner", F8, ("ntriangle", 9), "three corners of each triangle [m]"),
        Field("normal", F8, ("ntriangle", 21), "outward at corners a, b, c, at sides ab, ac, bc, and inside"),
        Field("triangle", I4, ("nnode",), "triangle of each leaf of the tree, -1 of an inner node"),
        Field("aabb", F8, ("nnode", 6), "box of each node: centre and half sizes [m]"),
        Field("skip", I4, ("nnode",), "node behind all below each node"),
        Field("distance", F8, ("npoint",), "signed distance of each point [m]"),
    ),
    "corten.assets.distance.surface_distance:DISTANCES",
)

# no point is as far away [m^2]
FAR = 1e20

# a bound on a distance grows by this share, so that roundings cannot hide what it bounds
SLACK = 1e-9

# relative to the normal and the distance: a point that is no further out of a triangle's plane counts as inside
# (MuJoCo's value, part of its results)
FLAT = 1e-12

# parts of a triangle in the order of their normals
CORNER_A, CORNER_B, CORNER_C, SIDE_AB, SIDE_AC, SIDE_BC, INSIDE = range(7)


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
    question.triangle, question.aabb, question.skip = tree.triangle, tree.aabb, tree.skip
    find_distances(question, question)
    return question.distance


def _normals(points: Points, faces: Faces) -> Points:
    """Return the seven normals of each triangle, shape (n, 21); they need not have unit length."""
    own = measure(points, faces).normals
    result = np.empty((len(faces), 7, 3))
    result[:, INSIDE] = own

    at_corner = np.zeros((len(points), 3))
    for k in range(3):
        here = points[faces[:, k]]
        a, b = points[faces[:, (k + 1) % 3]] - here, points[faces[:, (k + 2) % 3]] - here
        angle = np.arctan2(np.linalg.norm(np.cross(a, b), axis=1), (a * b).sum(axis=1))
        np.add.at(at_corner, faces[:, k], angle[:, None] * own)
    result[:, :SIDE_AB] = at_corner[faces]

    # sides by their two vertices, in either direction
    sides = np.sort(faces[:, ((0, 1), (0, 2), (1, 2))].astype(np.int64), axis=2)
    _, side = np.unique(sides[..., 0] * len(points) + sides[..., 1], return_inverse=True)
    side = side.reshape(-1, 3)
    at_side = np.zeros((side.max() + 1, 3))
    for k in range(3):
        np.add.at(at_side, side[:, k], own)
    result[:, SIDE_AB:INSIDE] = at_side[side]
    return result.reshape(-1, 21)


@stage
def find_distances(m, d):
    """Find the signed distance of every point; the distance of the point before bounds that of the next one.

    reads:  m.point m.corner m.normal m.triangle m.aabb m.skip
    writes: d.distance
    """
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
def find_nearest(m, x, limit):
    """Return (squared distance, triangle) of the nearest triangle within a limit, -1 for none."""
    best, nearest = limit, -1
    node = 0
    while node < m.nnode:
        if box_distance2(m, node, x) >= best:
            node = m.skip[node]
        else:
            t = m.triangle[node]
            if t >= 0:
                square = triangle_distance2(x, corner(m, t, 0), corner(m, t, 1), corner(m, t, 2))[0]
                if square < best:
                    best, nearest = square, t
            node += 1
    return best, nearest


@helper
def corner(m, t, k):
    """Return corner k of a triangle."""
    return m.corner[t, 3 * k], m.corner[t, 3 * k + 1], m.corner[t, 3 * k + 2]


@helper
def box_distance2(m, node, x):
    """Return the squared distance of a point to the box of a node, zero inside."""
    total = beyond2(m, node, 0, x[0])
    total += beyond2(m, node, 1, x[1])
    return total + beyond2(m, node, 2, x[2])


@helper
def beyond2(m, node, k, x):
    """Return the square of how far a coordinate lies beyond the box of a node."""
    low, high = m.aabb[node, k] - m.aabb[node, k + 3], m.aabb[node, k] + m.aabb[node, k + 3]
    out = low - x if x < low else (x - high if x > high else 0.0)
    return out * out


@helper
def triangle_distance2(p, a, b, c):
    """Return (squared distance of a point to a triangle, the nearest point, the part of the triangle it is on).

    The regions of space that are nearest to a corner, to a side or to the inside are tried in turn (Ericson,
    Real-Time Collision Detection, 5.1.5).
    """
    ab, ac, ap = sub(b, a), sub(c, a), sub(p, a)
    d1, d2 = dot(ab, ap), dot(ac, ap)
    if d1 <= 0.0 and d2 <= 0.0:
        return dot(ap, ap), a, CORNER_A
    bp = sub(p, b)
    d3, d4 = dot(ab, bp), dot(ac, bp)
    if d3 >= 0.0 and d4 <= d3:
        return dot(bp, bp), b, CORNER_B
    vc = d1 * d4 - d3 * d2
    if vc <= 0.0 and d1 >= 0.0 and d3 <= 0.0:
        return to_line(p, a, ab, d1 / (d1 - d3), SIDE_AB)
    cp = sub(p, c)
    d5, d6 = dot(ab, cp), dot(ac, cp)
    if d6 >= 0.0 and d5 <= d6:
        return dot(cp, cp), c, CORNER_C
    vb = d5 * d2 - d1 * d6
    if vb <= 0.0 and d2 >= 0.0 and d6 <= 0.0:
        return to_line(p, a, ac, d2 / (d2 - d6), SIDE_AC)
    va = d3 * d6 - d5 * d4
    if va <= 0.0 and d4 - d3 >= 0.0 and d5 - d6 >= 0.0:
        return to_line(p, b, sub(c, b), (d4 - d3) / ((d4 - d3) + (d5 - d6)), SIDE_BC)
    share = 1.0 / (va + vb + vc)
    u, v = vb * share, vc * share
    nearest = a[0] + u * ab[0] + v * ac[0], a[1] + u * ab[1] + v * ac[1], a[2] + u * ab[2] + v * ac[2]
    away = sub(p, nearest)
    return dot(away, away), nearest, INSIDE


@helper
def to_line(p, start, along, u, part):
    """Return (squared distance of p to start + u along, that point, part)."""
    nearest = start[0] + u * along[0], start[1] + u * along[1], start[2] + u * along[2]
    away = sub(p, nearest)
    return dot(away, away), nearest, part


@helper
def side_of(m, t, p, distance):
    """Return 1.0 for a point in front of the surface at its nearest triangle, -1.0 behind it or in its plane."""
    _, nearest, part = triangle_distance2(p, corner(m, t, 0), corner(m, t, 1), corner(m, t, 2))
    normal = m.normal[t, 3 * part], m.normal[t, 3 * part + 1], m.normal[t, 3 * part + 2]
    return 1.0 if dot(sub(p, nearest), normal) > FLAT * norm(normal) * distance else -1.0
