"""Capsule against box: a sphere at the point of the segment nearest to the box, and a second one along the segment.

1. the feature of the box that is nearest to the segment: the inside, a face below an end, one of twelve edges, a corner
2. a sphere of the capsule's radius at that point against the box (`sphere.collide_ball_box`)
3. a second sphere as far along the segment as it stays above the box, where the capsule lies on a face or along an edge

             ____________________
            (____________________)     capsule
        +--------x--------------x--+   two contacts
        |                          |
"""

from typing import NamedTuple

from corten.constants import MINVAL
from corten.math.matrix3 import mul_mat_vec, mul_matT_vec
from corten.math.vector3 import add, add_scaled, dot, scale, sub
from corten.runtime import Vec3, helper, per_precision, select, stage
from corten.stages.collision.geoms import PlacedBox, PlacedCapsule, placed_box, placed_capsule
from corten.stages.collision.pairs import bucket_of
from corten.stages.collision.primitive.axes import component
from corten.stages.collision.primitive.sphere import clamp3, collide_ball_box

# ---- the feature of the box that is nearest to a segment
# The box stands around the origin, the segment is centre + along * half with -1 <= along <= 1


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
def nearest_feature(centre: Vec3, half: Vec3, length: float, size: Vec3) -> BoxFeature:
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
def test_end(best: BoxFeature, centre: Vec3, half: Vec3, size: Vec3, along: float) -> BoxFeature:
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
def test_edge(
    best: BoxFeature, centre: Vec3, half: Vec3, length: float, size: Vec3, axis: int, corner: int
) -> BoxFeature:
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
def nearest_parameters(ee: float, es: float, ss: float, u: float, v: float, det: float) -> tuple[float, int, float]:
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


# ---- the second contact of a capsule that lies on a box: as far along the segment as it stays above the box


# no way along a segment: its ends are 2 apart
NO_SECOND = -4.0

# farther than any segment reaches
FAR = 1e10


@helper
def second_point(feature: BoxFeature, centre: Vec3, axis: Vec3, half: Vec3, size: Vec3) -> float:
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
def second_at_corner(feature: BoxFeature, axis: Vec3, half: Vec3, size: Vec3) -> float:
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
def second_at_edge(feature: BoxFeature, axis: Vec3, half: Vec3, size: Vec3) -> float:
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
def second_at_face(feature: BoxFeature, centre: Vec3, half: Vec3, size: Vec3) -> float:
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
def direction_bits(v: Vec3) -> int:
    """Return three bits, one where a component is positive."""
    return int(v[0] > 0.0) + 2 * int(v[1] > 0.0) + 4 * int(v[2] > 0.0)


@helper
def crossing(half: Vec3, size: Vec3, axis: int) -> float:
    """Return how long the segment takes from one side of the box to the other along an axis."""
    return quotient(2.0 * component(size, axis), abs(component(half, axis)), FAR)


@helper
def quotient(a: float, b: float, otherwise: float) -> float:
    """Return a / b, or another number where b is zero."""
    zero = b == 0.0
    return select(zero, otherwise, a / select(zero, 1.0, b))


# ---- the stage


BUCKET = bucket_of("capsule_box")


@stage
def capsule_box(m, d) -> None:
    """Contacts of capsules with boxes: one or two each."""
    geom, margin = d.candidate_geom, d.candidate_margin
    bucket, members = d.bucket_start, d.bucket_candidate

    for i in range(bucket[BUCKET], bucket[BUCKET + 1]):
        c = members[i]
        capsule, box = geom[c, 0], geom[c, 1]
        collide_capsule_box(d, c, margin[c], placed_capsule(m, d, capsule), placed_box(m, d, box))


@helper
def collide_capsule_box(d, candidate: int, margin: float, capsule: PlacedCapsule, box: PlacedBox) -> None:
    """Add up to two contacts of a capsule with a box."""
    # everything in the frame of the box: centre and half of the segment
    centre = mul_matT_vec(box.mat, sub(capsule.pos, box.pos))
    axis = mul_matT_vec(box.mat, capsule.axis)
    half = scale(axis, capsule.half)

    feature = nearest_feature(centre, half, capsule.half, box.size)
    if feature.kind != NOTHING:
        first = feature.along
        collide_ball(d, candidate, margin, add_scaled(centre, half, first), capsule.radius, box)
        second = second_point(feature, centre, axis, half, box.size)
        if second != NO_SECOND:
            collide_ball(d, candidate, margin, add_scaled(centre, half, second + first), capsule.radius, box)


@helper
def collide_ball(d, candidate: int, margin: float, centre: Vec3, radius: float, box: PlacedBox) -> None:
    """Add the contact of a sphere whose centre is given in the frame of the box."""
    collide_ball_box(d, candidate, margin, add(mul_mat_vec(box.mat, centre), box.pos), radius, box)
