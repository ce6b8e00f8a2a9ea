"""Vertex normals of a mesh that has none, summed over its faces."""

import numpy as np
from numpy.typing import NDArray

from corten.assets.shape.triangles import Faces, Points
from corten.constants import MINVAL
from corten.math.vector3 import cross, dot, sub
from corten.runtime import Vec3, helper, select, sqrt, stage
from corten.runtime.fields import BOOL, F8, I4, Field, Layout, Size
from corten.runtime.storage import Storage

# ---------------------------------------------------------------- sums of face normals
# Sums of face normals at the vertices of a mesh, in MuJoCo's order: first corners of all faces, then second, third.


# cosine of the angle to the vertex normal beyond which a face belongs to another side of an edge (MuJoCo's value)
SHARP = 0.8

# a squared length below it is left as it is (MuJoCo's value)
SHORT = 1e-14

CORNER_SUMS = Layout(
    "CornerSums",
    (Size("npoint", "points"), Size("nface", "triangles")),
    (
        Field("point", F8, ("npoint", 3), "points [m]"),
        Field("face", I4, ("nface", 3), "points of each triangle"),
        Field("smooth", BOOL, (), "faces at a large angle to the mean count, too"),
        Field("part", F8, ("npoint", 9), "sum at each point over faces of which it is the first, second, third corner"),
        Field("normal", F8, ("npoint", 3), "sum at each point over its faces of normals times double areas [m^2]"),
    ),
    "corten.assets.shape.normals:CORNER_SUMS",
)


class CornerSums(Storage):
    """Triangles, and the normals at their corners."""

    layout = CORNER_SUMS

    point: Points
    face: NDArray[np.int32]
    smooth: bool
    normal: Points


def weighted_normals(points: Points, faces: Faces, smooth: bool) -> Points:
    """Return the sum of the normals of faces at each point, weighted by area; those beyond sharp edges left out."""
    sums = CornerSums({"npoint": len(points), "nface": len(faces)})
    sums.point[:], sums.face[:], sums.smooth = points, faces, smooth
    sum_normals(sums, sums)
    return sums.normal


@stage
def sum_normals(m, d) -> None:
    """Sum up the normals of faces at their corners, then take off those at a large angle to the sum."""
    normal = d.normal

    for t in range(m.nface):
        whole = face_normal(m, t)
        for k in range(3):
            add_part(d, m.face[t, k], k, whole)
    for i in range(m.npoint):
        take_parts(d, i, 1.0)
    if m.smooth == 0:
        for t in range(m.nface):
            whole = face_normal(m, t)
            unit = unit_normal(whole)
            for k in range(3):
                i = m.face[t, k]
                x, y, z = normal[i, 0], normal[i, 1], normal[i, 2]
                length = sqrt(x * x + y * y + z * z)
                by = select(length < MINVAL, 1.0, length)
                if dot(unit, (x / by, y / by, z / by)) < SHARP:
                    add_part(d, i, k, whole)
        for i in range(m.npoint):
            take_parts(d, i, -1.0)


@helper
def face_normal(m, t: int) -> Vec3:
    """Return the normal of a face, as long as its double area."""
    face = m.face
    a, b, c = point_at(m, face[t, 0]), point_at(m, face[t, 1]), point_at(m, face[t, 2])
    return cross(sub(b, a), sub(c, a))


@helper
def point_at(m, i: int) -> Vec3:
    """Return a point."""
    return m.point[i, 0], m.point[i, 1], m.point[i, 2]


@helper
def unit_normal(v: Vec3) -> Vec3:
    """Return a normal with unit length; one that is too short as it is."""
    square = dot(v, v)
    length = sqrt(select(square < SHORT, 1.0, square))
    return v[0] / length, v[1] / length, v[2] / length


@helper
def add_part(d, i: int, k: int, v: Vec3) -> None:
    """Add the normal of a face to the sum at a point that is its k-th corner, unless it is too short."""
    part = d.part

    short = dot(v, v) < SHORT
    part[i, 3 * k] += select(short, 0.0, v[0])
    part[i, 3 * k + 1] += select(short, 0.0, v[1])
    part[i, 3 * k + 2] += select(short, 0.0, v[2])


@helper
def take_parts(d, i: int, sign: float) -> None:
    """Add the three sums at a point to its normal, or take them off, and clear them."""
    part, normal = d.part, d.normal

    for axis in range(3):
        total = part[i, axis] + part[i, axis + 3] + part[i, axis + 6]
        normal[i, axis] += sign * total
        part[i, axis], part[i, axis + 3], part[i, axis + 6] = 0.0, 0.0, 0.0


# ---------------------------------------------------------------- vertex normals of a mesh that has none


def make_normals(points: Points, faces: Faces, smooth: bool) -> NDArray[np.float32]:
    """Return one normal for each vertex: the mean of its faces' normals, weighted by area.

    Unless smooth, faces at a large angle to that mean are left out, so that sharp edges stay sharp.
    """
    return unit_normals(weighted_normals(points, faces, smooth).astype(np.float32))


def unit_normals(normals: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return normals of unit length; those without a length point along z."""
    squares = (normals * normals).sum(axis=1, dtype=np.float32)
    short = ~(squares > MINVAL)
    result = (normals / np.sqrt(np.where(short, 1, squares))[:, None]).astype(np.float32)
    result[short] = (0, 0, 1)
    return result
