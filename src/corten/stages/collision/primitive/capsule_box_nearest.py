"""The feature of a box that is nearest to a segment.

The box stands around the origin, the segment is centre + along * half with -1 <= along <= 1.
"""

from typing import NamedTuple

from corten.constants import MINVAL
from corten.math.vector3 import add_scaled, dot, sub
from corten.runtime import helper, per_precision, select
from corten.stages.collision.primitive.axes import component
from corten.stages.collision.primitive.sphere_box import clamp3

NOTHING = 0
INSIDE = 1  # an end of the segment is inside of the box
FACE = 2
EDGE = 3
CORNER = 4

# more than any squared distance
BEYOND = per_precision(1e300, float32=1e30)

# where a point is on a segment
LOWER_END, MIDDLE, UPPER_END = 0, 1, 2


class BoxFeature(NamedTuple):
    """A feature of a box that is near to a segment.

    Its kind; the place on the segment; the number of the axis that the face is normal to or that the edge runs along;
    the nearest corner as bits, one where a coordinate is positive; the place on the edge from -1 to 1; the squared
    distance [m^2].
    """

    kind: int
    along: float
    axis: int
    corner: int
    edge_along: float
    dist2: float


@helper
def nearest_feature(centre, half, length, size):
    """Return the feature nearest to the segment; ends before edges, and of equals the first."""
    best = BoxFeature(NOTHING, 0.0, 0, 0, 0.0, BEYOND)
    best = test_end(best, centre, half, size, -1.0)
    best = test_end(best, centre, half, size, 1.0)
    for axis in range(3):
        for corner in range(8):
            if (corner >> axis) & 1 == 0:
                best = test_edge(best, centre, half, length, size, axis, corner)
    return best


@helper
def test_end(best, centre, half, size, along):
    """Compare an end of the segment, where it is inside of the box or straight above a face."""
    end = add_scaled(centre, half, along)
    nearest = clamp3(end, size)
    x, y, z = nearest[0] != end[0], nearest[1] != end[1], nearest[2] != end[2]
    outside = int(x) + int(y) + int(z)
    gap = sub(nearest, end)
    dist2 = dot(gap, gap)
    face = select(z, 2, select(y, 1, 0))
    if outside <= 1 and dist2 < best.dist2:
        return BoxFeature(select(outside == 0, INSIDE, FACE), along, face, 0, 0.0, dist2)
    return best


@helper
def test_edge(best, centre, half, length, size, axis, corner):
    """Compare the edge that runs along an axis from a corner; parallel segments are left to ends and faces."""
    x = select((corner & 1) != 0, size[0], -size[0])
    y = select((corner & 2) != 0, size[1], -size[1])
    z = select((corner & 4) != 0, size[2], -size[2])
    middle = (select(axis == 0, 0.0, x), select(axis == 1, 0.0, y), select(axis == 2, 0.0, z))
    gap = sub(middle, centre)
    width = component(size, axis)

    # both segments from -1 to 1: minimise |gap + edge * width - along * half|
    ee, es, ss = width * width, -width * component(half, axis), length * length
    u, v = -width * component(gap, axis), dot(half, gap)
    det = ee * ss - es * es
    if abs(det) < MINVAL:
        return best
    edge, end, along = nearest_parameters(ee, es, ss, u, v, det)

    gap = add_scaled(gap, half, -along)
    shift = width * edge
    gap = (
        select(axis == 0, gap[0] + shift, gap[0]),
        select(axis == 1, gap[1] + shift, gap[1]),
        select(axis == 2, gap[2] + shift, gap[2]),
    )
    dist2 = dot(gap, gap)
    nearest_corner = corner + select(end == UPPER_END, 1 << axis, 0)
    if dist2 < best.dist2 - MINVAL:
        return BoxFeature(select(end == MIDDLE, EDGE, CORNER), along, axis, nearest_corner, edge, dist2)
    return best


@helper
def nearest_parameters(ee, es, ss, u, v, det):
    """Return (edge, end, along): the nearest points of edge and segment, and where on the edge the search ended.

    Once a point of the edge was moved to an end it counts as this end, even if it leaves it again.
    """
    inverse = 1.0 / det
    edge = (ss * u - es * v) * inverse
    along = (ee * v - es * u) * inverse
    end = MIDDLE
    if edge > 1.0:
        edge, end, along = 1.0, UPPER_END, (v - es) * (1.0 / ss)
    elif edge < -1.0:
        edge, end, along = -1.0, LOWER_END, (v + es) * (1.0 / ss)

    # the segment's end is nearest: the point of the edge follows it
    if abs(along) > 1.0:
        along = select(along > 0.0, 1.0, -1.0)
        edge = (u - along * es) * (1.0 / ee)
        if edge > 1.0:
            edge, end = 1.0, UPPER_END
        elif edge < -1.0:
            edge, end = -1.0, LOWER_END
    return edge, end, along
