"""The second contact of a capsule that lies on a box: as far along the segment as it stays above the box."""

from corten.math.vector3 import add_scaled
from corten.runtime import helper, select
from corten.stages.collision.primitive.axes import component
from corten.stages.collision.primitive.capsule_box_nearest import CORNER, EDGE, FACE

# no way along a segment: its ends are 2 apart
NO_SECOND = -4.0

# farther than any segment reaches
FAR = 1e10


@helper
def second_point(feature, centre, axis, half, size):
    """Return how far the second contact is from the first, in units of the half segment, or NO_SECOND."""
    kind = feature.kind
    result = NO_SECOND
    if kind == CORNER:
        result = second_at_corner(feature, axis, half, size)
    elif kind == EDGE:
        result = second_at_edge(feature, axis, half, size)
    elif kind == FACE:
        result = second_at_face(feature, centre, half, size)
    return result


@helper
def second_at_corner(feature, axis, half, size):
    """Follow the edge that the segment is within 45 degrees of, or cross the face at the other side of the corner.

    A segment that points straight away from the box, or into it, touches nowhere else.
    """
    along = feature.along
    bits = direction_bits(half) ^ feature.corner
    if bits == 0 or bits == 7:
        return NO_SECOND

    # the one axis along which corner and segment differ from the other two
    single = bits == 1 or bits == 2 or bits == 4
    sense = select(single, 1.0, -1.0)
    bits = select(single, bits, 7 - bits)
    odd = select(bits == 1, 0, select(bits == 2, 1, 2))

    slope = component(axis, odd)
    if slope * slope > 0.5:
        return sense * min(1.0 - sense * along, crossing(half, size, odd))
    way = min(1.0 + sense * along, crossing(half, size, (odd + 1) % 3))
    return -sense * min(way, crossing(half, size, (odd + 2) % 3))


@helper
def second_at_edge(feature, axis, half, size):
    """Cross the face beside the edge that the segment is flatter over, if it crosses one at all."""
    along, edge, edge_along = feature.along, feature.axis, feature.edge_along
    direction = direction_bits(half)
    bits = (direction ^ feature.corner) & (7 - (1 << edge))
    if bits != 1 and bits != 2 and bits != 4:
        return NO_SECOND

    # the axis across that the segment runs along more
    across = (edge + 2) % 3
    other = (edge + 1) % 3
    across = select(abs(component(axis, other)) > abs(component(axis, across)), other, across)
    forward = (bits & (1 << across)) != 0
    sense = select(forward, 1.0, -1.0)

    # the segment's end, the opposite edge, or the end of this edge: whichever comes first
    way = min(1.0 - sense * along, crossing(half, size, across))
    rising = (direction & (1 << edge)) != 0
    left = select(rising == forward, 1.0 - edge_along, 1.0 + edge_along)
    return sense * min(way, quotient(component(size, edge) * left, abs(component(half, edge)), FAR))


@helper
def second_at_face(feature, centre, half, size):
    """Follow the segment from its end above a face until the other end, or until it leaves the face's sides."""
    along, face = feature.along, feature.axis
    start = add_scaled(centre, half, along)
    way = 2.0
    for axis in range(3):
        if axis != face:
            width, at, rate = component(size, axis), component(start, axis), component(half, axis)
            upper = quotient(width - at, rate, FAR) * -along
            way = select(upper > 0.0 and upper < way, upper, way)
            lower = quotient(-width - at, rate, FAR) * -along
            way = select(lower > 0.0 and lower < way, lower, way)
    return way * -along


@helper
def direction_bits(v):
    """Return three bits, one where a component is positive."""
    return int(v[0] > 0.0) + 2 * int(v[1] > 0.0) + 4 * int(v[2] > 0.0)


@helper
def crossing(half, size, axis):
    """Return how long the segment takes from one side of the box to the other along an axis."""
    return quotient(2.0 * component(size, axis), abs(component(half, axis)), FAR)


@helper
def quotient(a, b, otherwise):
    """Return a / b, or another number where b is zero."""
    zero = b == 0.0
    return select(zero, otherwise, a / select(zero, 1.0, b))
