"""Bounding volume hierarchy over the triangles of a mesh."""

import sys

import numpy as np
from numpy.typing import NDArray

from corten.assets.shape.triangle import Faces, Points
from corten.assets.trees.halving import Bvh, component, halve
from corten.math.vector3 import cross, dot, scale, sub
from corten.runtime import helper, sqrt, stage
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
    return halve(work.low, work.high, work.place, np.zeros(1, np.int32))


@stage
def place_triangles(m, d):
    """Find box and circumcentre of each triangle; that of a needle may lie far away.

    reads:  m.point m.face
    writes: d.low d.high d.place
    """
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
def point_at(m, i):
    """Return one of the points."""
    return m.point[i, 0], m.point[i, 1], m.point[i, 2]
