"""The separating axis test (SAT) of two boxes: fifteen axes can separate them.

Two convex polyhedra are apart exactly if their shadows on one of these axes are: the three face normals of each box and
the nine cross products of their edges. Axes have numbers: 0 to 2 the faces of the first box, 3 to 5 those of the
second, from 6 on 6 + 3 i + j for edge i of the first box and edge j of the second.

        shadow 1 |-------|                       separation = |center distance| - half shadow 1 - half shadow 2,
                      |--------| shadow 2                     negative where they overlap
                 ------------------> axis

The axis of largest separation is the way by which the boxes leave each other soonest. Everything is in the frame of the
first box; with its rotation R half shadows are sums of |R_ij| size_j. Cross products of parallel edges are left out.
"""

from typing import NamedTuple

from corten.constants import MAXVAL, MINVAL
from corten.runtime import Mat3, Vec3, helper, per_precision, select, sqrt
from corten.stages.collision.primitive.axes import (
    component,
    cycle3,
    cycle_columns,
    cycle_rows,
    permute_columns,
    permute_rows,
)

SEPARATED = -1
FIRST_EDGE = 6

# relative to the extents: the rounding of sums of half sizes and rotations
SLACK = per_precision(1e-13, float32=1e-6)

# squared sine below which two edges are parallel, and their cross product is noise; face normals stand in for it
PARALLEL = per_precision(1e-16, float32=1e-10)

# edges have to be better than faces by this fraction: a polygon of contacts is worth more than a single one
EDGE_HANDICAP = per_precision(1e-6, float32=1e-5)

# edges whose axis is this close to the best face's normal yield to the face, unless better by a share of its depth
SAME_AXIS, FACE_ALLOWANCE = 0.99, 0.05


class Separation(NamedTuple):
    """How far two boxes are apart along an axis [m], negative where they overlap, and the number of the axis."""

    dist: float
    axis: int


@helper
def least_overlap(rotation: Mat3, centre2: Vec3, centre1: Vec3, size1: Vec3, size2: Vec3, reach: float) -> int:
    """Return the number of the axis of largest separation, SEPARATED if one is beyond `reach`."""
    face = best_face(rotation, centre2, centre1, size1, size2)
    if face.dist > reach:
        return SEPARATED

    # edge i of the first box with the three of the second; `largest` counts those that lose to a face, too
    best, largest = face, face.dist
    rows, centre, size = rotation, centre2, size1
    for i in range(3):
        best, dist = test_edges(best, face.dist, rows, centre, size, size2, FIRST_EDGE + 3 * i)
        largest = max(largest, dist)
        if largest > reach:
            return SEPARATED
        rows, centre, size = cycle_rows(rows), cycle3(centre), cycle3(size)

    if best.axis >= FIRST_EDGE and yields_to_face(best, face, rotation):
        return face.axis
    return best.axis


@helper
def best_face(rotation: Mat3, centre2: Vec3, centre1: Vec3, size1: Vec3, size2: Vec3) -> Separation:
    """Return the largest separation along a face normal, the first of equals."""
    r = rotation
    best = Separation(-MAXVAL, SEPARATED)
    best = larger(best, shadow_gap(centre2[0], size1[0], (r[0], r[1], r[2]), size2), 0)
    best = larger(best, shadow_gap(centre2[1], size1[1], (r[3], r[4], r[5]), size2), 1)
    best = larger(best, shadow_gap(centre2[2], size1[2], (r[6], r[7], r[8]), size2), 2)
    best = larger(best, shadow_gap(centre1[0], size2[0], (r[0], r[3], r[6]), size1), 3)
    best = larger(best, shadow_gap(centre1[1], size2[1], (r[1], r[4], r[7]), size1), 4)
    return larger(best, shadow_gap(centre1[2], size2[2], (r[2], r[5], r[8]), size1), 5)


@helper
def shadow_gap(distance: float, half: float, axis: Vec3, size: Vec3) -> float:
    """Return the separation along a face normal; `axis` is the normal in the frame of the other box, of that size."""
    return abs(distance) - half - (abs(axis[0]) * size[0] + abs(axis[1]) * size[1] + abs(axis[2]) * size[2])


@helper
def larger(best: Separation, dist: float, axis: int) -> Separation:
    """Return the larger of two separations."""
    return Separation(dist, axis) if dist > best.dist else best


@helper
def test_edges(
    best: Separation, face: float, rotation: Mat3, centre: Vec3, size1: Vec3, size2: Vec3, number: int
) -> tuple[Separation, float]:
    """Compare the first edge of the first box with the three of the second; return (best, their largest distance)."""
    best, dist0 = test_edge_pair(best, face, rotation, centre, size1, size2, number)
    columns, size = cycle_columns(rotation), cycle3(size2)
    best, dist1 = test_edge_pair(best, face, columns, centre, size1, size, number + 1)
    best, dist2 = test_edge_pair(best, face, cycle_columns(columns), centre, size1, cycle3(size), number + 2)
    return best, max(dist0, max(dist1, dist2))


@helper
def test_edge_pair(
    best: Separation, face: float, rotation: Mat3, centre: Vec3, size1: Vec3, size2: Vec3, number: int
) -> tuple[Separation, float]:
    """Compare the cross product of both first edges, (0, y, z) in the first box and (0, v, w) in the second.

    Return the best and the separation here.
    """
    y, z, parallel = edge_axis(rotation)
    v = y * rotation[4] + z * rotation[7]
    w = y * rotation[5] + z * rotation[8]
    half1 = size1[1] * abs(y) + size1[2] * abs(z)
    half2 = size2[1] * abs(v) + size2[2] * abs(w)
    separation = abs(y * centre[1] + z * centre[2]) - half1 - half2
    separation = select(parallel, -MAXVAL, separation)

    wins = separation - EDGE_HANDICAP * abs(separation) > best.dist and separation > face
    return Separation(separation, number) if wins else best, separation


@helper
def edge_axis(rotation: Mat3) -> tuple[float, float, bool]:
    """Return (y, z, parallel): the unit cross product (0, y, z) of the first edges, and whether there is none."""
    y, z = -rotation[6], rotation[3]
    norm2 = y * y + z * z
    parallel = norm2 < PARALLEL
    inverse = 1.0 / sqrt(select(parallel, 1.0, norm2))
    return y * inverse, z * inverse, parallel


@helper
def yields_to_face(best: Separation, face: Separation, rotation: Mat3) -> bool:
    """Tell whether the best edges are little better than the best face and have nearly its normal.

    Stacks at rest would change between both by rounding.
    """
    pair = best.axis - FIRST_EDGE
    i, j = pair // 3, pair % 3
    y, z, _parallel = edge_axis(permute_columns(permute_rows(rotation, i), j))

    # the axis of the edges in the frame of the first box
    axis = (
        select(i == 0, 0.0, select(i == 1, z, y)),
        select(i == 1, 0.0, select(i == 2, z, y)),
        select(i == 2, 0.0, select(i == 0, z, y)),
    )
    r, number = rotation, face.axis

    # its cosine with the face's normal, which is an axis of either box
    along1 = component(axis, number)
    row = (
        axis[0] * r[0] + axis[1] * r[3] + axis[2] * r[6],
        axis[0] * r[1] + axis[1] * r[4] + axis[2] * r[7],
        axis[0] * r[2] + axis[1] * r[5] + axis[2] * r[8],
    )
    along = abs(select(number < 3, along1, component(row, number - 3)))
    bound = face.dist + FACE_ALLOWANCE * abs(face.dist) + MINVAL
    return along > SAME_AXIS and best.dist < bound
