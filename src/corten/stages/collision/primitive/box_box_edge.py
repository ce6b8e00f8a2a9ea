"""Two boxes whose edges cross: one contact midway between the nearest points of both edges."""

from typing import NamedTuple

from corten.constants import MAXVAL, MINVAL
from corten.math.matrix3 import mul_mat_vec, mul_matT_vec
from corten.math.vector3 import Vector3, add, add_scaled, dot, scale, sub
from corten.runtime import helper, per_precision, select
from corten.stages.collision.contacts.unsorted import NO_TANGENT, add_contact
from corten.stages.collision.primitive.axes import choose3, turn3, turn_back3, turn_columns, turn_rows
from corten.stages.collision.primitive.box_box_separation import edge_axis

# a component of the axis below this does not tell which of two edges is in front: both are tried
AMBIGUOUS = per_precision(1e-9, float32=1e-6)


class NearestPoints(NamedTuple):
    """A point of each of two edges, and the square of their distance [m^2]."""

    dist2: float
    first: Vector3
    second: Vector3


@helper
def collide_edges(d, candidate, reach, pair, first, size2, rotation, centre):
    """Add the contact of edge i of the first box with edge j of the second, where pair = 3 i + j.

    Axes are relabelled such that both edges run along the first axis of their box.
    """
    pos, mat = first.pos, first.mat
    i, j = pair // 3, pair % 3
    size1, size2, centre = turn3(first.size, i), turn3(size2, j), turn3(centre, i)
    rotation = turn_columns(turn_rows(rotation, i), j)

    # the axis from the first box to the second, in the frame of either
    y, z, _parallel = edge_axis(rotation)
    sense = select(y * centre[1] + z * centre[2] < 0.0, -1.0, 1.0)
    axis = (0.0, sense * y, sense * z)
    axis2 = mul_matT_vec(rotation, axis)

    # middles of the edges in front; where rounding decides which, take those that come nearest to each other
    middle1, other1, unsure1 = edge_in_front(axis, size1)
    middle2, other2, unsure2 = edge_in_front(axis2, scale(size2, -1.0))
    best = NearestPoints(MAXVAL, middle1, middle1)
    for variant1 in range(1 + unsure1):
        for variant2 in range(1 + unsure2):
            start = choose3(variant1 == 1, other1, middle1)
            stop = add(mul_mat_vec(rotation, choose3(variant2 == 1, other2, middle2)), centre)
            best = nearest_points(best, start, stop, size1[0], size2[0], rotation, i)

    dist = dot(sub(best.second, best.first), axis)
    if dist <= reach:
        middle = turn_back3(scale(add(best.first, best.second), 0.5), i)
        normal = mul_mat_vec(mat, turn_back3(axis, i))
        add_contact(d, candidate, dist, add(mul_mat_vec(mat, middle), pos), normal, NO_TANGENT)


@helper
def edge_in_front(axis, size):
    """Return (middle, other, unsure): the edge along x that is foremost in a direction, and if unsure (1) the rival."""
    y = select(axis[1] >= 0.0, size[1], -size[1])
    z = select(axis[2] >= 0.0, size[2], -size[2])
    flat_y = abs(axis[1]) < AMBIGUOUS
    flat_z = abs(axis[2]) < AMBIGUOUS and not flat_y
    other = (0.0, select(flat_y, -y, y), select(flat_z, -z, z))
    return (0.0, y, z), other, int(flat_y or flat_z)


@helper
def nearest_points(best, middle1, middle2, half1, half2, rotation, i):
    """Return the nearest points of two edges, if nearer than the best so far.

    The first edge runs along x, the second along the first column of the rotation, both by half their length to either
    side of their middles. Sums run in the order of the box's own axes, from which the labels are turned by i.
    """
    direction = (rotation[0], rotation[3], rotation[6])
    gap = sub(middle2, middle1)
    cosine, along1 = direction[0], gap[0]
    along2 = dot(turn_back3(direction, i), turn_back3(gap, i))
    sine2 = 1.0 - cosine * cosine
    parallel = sine2 < MINVAL
    s = select(parallel, 0.0, (along1 - cosine * along2) / select(parallel, 1.0, sine2))

    # inside of both edges; each parameter that hits an end moves the other
    s = max(-half1, min(half1, s))
    t = max(-half2, min(half2, cosine * s - along2))
    s = max(-half1, min(half1, along1 + cosine * t))

    point1 = (middle1[0] + s, middle1[1], middle1[2])
    point2 = add_scaled(middle2, direction, t)
    gap = turn_back3(sub(point2, point1), i)
    dist2 = dot(gap, gap)
    return NearestPoints(dist2, point1, point2) if dist2 < best.dist2 else best
