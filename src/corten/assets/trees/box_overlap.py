"""Which triangles touch which boxes."""

import numpy as np
from numpy.typing import NDArray

from corten.math.vector3 import cross, dot, sub
from corten.runtime import helper, stage
from corten.runtime.fields import F8, I4, U1, Field, Layout, Size
from corten.runtime.storage import Storage

OVERLAPS = Layout(
    "BoxOverlaps",
    (Size("npair", "pairs"), Size("nbox", "boxes"), Size("ntriangle", "triangles")),
    (
        Field("box", F8, ("nbox", 6), "lowest and highest corner of each box [m]"),
        Field("corner", F8, ("ntriangle", 9), "three corners of each triangle [m]"),
        Field("pair", I4, ("npair", 2), "box and triangle of each question"),
        Field("touches", U1, ("npair",), "1: the triangle touches the box"),
    ),
    "corten.assets.trees.box_overlap:OVERLAPS",
)


class BoxOverlaps(Storage):
    """Boxes, triangles, and the pairs of them that a kernel tests."""

    layout = OVERLAPS

    touches: NDArray[np.int32]


def overlapping(
    boxes: NDArray[np.float64], corners: NDArray[np.float64], pairs: NDArray[np.int32]
) -> NDArray[np.bool_]:
    """Tell which of many pairs (box, triangle) touch; a box is (low, high), a triangle its three corners in a row."""
    question = BoxOverlaps({"npair": len(pairs), "nbox": len(boxes), "ntriangle": len(corners)})
    question.box, question.corner, question.pair = boxes, corners, pairs
    test_overlaps(question, question)
    return question.touches.astype(bool)


@stage
def test_overlaps(m, d):
    """Test all pairs of boxes and triangles.

    reads:  m.box m.corner m.pair
    writes: d.touches
    """
    box, corner, pair = m.box, m.corner, m.pair

    for i in range(m.npair):
        b, t = pair[i, 0], pair[i, 1]
        low, high = (box[b, 0], box[b, 1], box[b, 2]), (box[b, 3], box[b, 4], box[b, 5])
        v0 = corner[t, 0], corner[t, 1], corner[t, 2]
        v1 = corner[t, 3], corner[t, 4], corner[t, 5]
        v2 = corner[t, 6], corner[t, 7], corner[t, 8]
        d.touches[i] = 1 if touches_box(low, high, v0, v1, v2) else 0


@helper
def touches_box(low, high, v0, v1, v2):
    """Tell whether a triangle and a box overlap, as no plane of 13 separates them (Schwarz and Seidel 2010)."""
    if beside(low[0], high[0], v0[0], v1[0], v2[0]) or beside(low[1], high[1], v0[1], v1[1], v2[1]):
        return False
    if beside(low[2], high[2], v0[2], v1[2], v2[2]):
        return False

    # the triangle's plane, at the two corners of the box that lie furthest along its normal
    e0, e1, e2 = sub(v1, v0), sub(v2, v1), sub(v0, v2)
    n, size = cross(e0, e1), sub(high, low)
    c = size[0] if n[0] > 0.0 else 0.0, size[1] if n[1] > 0.0 else 0.0, size[2] if n[2] > 0.0 else 0.0
    level = dot(n, low)
    if (level + dot(n, sub(c, v0))) * (level + dot(n, sub(sub(size, c), v0))) > 0.0:
        return False

    # the three edges, seen along each axis
    for a in range(3):
        away = n[0] if a == 0 else (n[1] if a == 1 else n[2])
        sign = 1.0 if away >= 0.0 else -1.0
        low2, size2 = across(low, a), across(size, a)
        if separates(across(e0, a), across(v0, a), low2, size2, sign) or separates(
            across(e1, a), across(v1, a), low2, size2, sign
        ):
            return False
        if separates(across(e2, a), across(v2, a), low2, size2, sign):
            return False
    return True


@helper
def beside(low, high, a, b, c):
    """Tell whether three coordinates are all below or all above an interval."""
    return (a < low and b < low and c < low) or (a > high and b > high and c > high)


@helper
def across(v, axis):
    """Return the two numbers of a vector that follow an axis."""
    first = v[1] if axis == 0 else (v[2] if axis == 1 else v[0])
    second = v[2] if axis == 0 else (v[0] if axis == 1 else v[1])
    return first, second


@helper
def separates(edge, start, low, size, sign):
    """Tell whether an edge of a triangle separates it from a box, both seen along an axis."""
    nx, ny = -edge[1] * sign, edge[0] * sign
    reach = -(nx * start[0] + ny * start[1]) + max(0.0, size[0] * nx) + max(0.0, size[1] * ny)
    return nx * low[0] + ny * low[1] + reach < 0.0
