"""Capsule against capsule: spheres around the nearest points of two segments.

A segment is a start a and an edge e; its points are a + s e with s from 0 to 1. With r = a1 - a2, the nearest
points of two lines are at s1 = n . (e2 x r) / n^2 with n = e1 x e2; this does not cancel when the lines are nearly
parallel, as the determinant of dot products does.
"""

from corten.constants import MINVAL
from corten.math.vector3 import add, add_scaled, cross, dot, load3, scale, sub
from corten.runtime import Vec2, Vec3, helper, per_precision, reduce_max, select, stage
from corten.stages.collision.broad.candidates import next_lane_pair
from corten.stages.collision.pairs import bucket_of
from corten.stages.collision.primitive.sphere import collide_spheres, z_axis

BUCKET = bucket_of("capsule_capsule")

# squared sine up to which axes count as parallel and both ends of the first are tried (MuJoCo's value; its
# rounding in float32)
PARALLEL = per_precision(1e-8, float32=1e-6)


@stage
def capsule_capsule(m, d) -> None:
    """Contacts of capsules with capsules: one, or two if their axes are parallel."""
    i, end = d.bucket_start[BUCKET], d.bucket_start[BUCKET + 1]
    while reduce_max(end - i) > 0:
        g1, g2, c, mine = next_lane_pair(d, i, end)
        if mine:
            segment1, segment2 = segment_of(m, d, g1), segment_of(m, d, g2)
            count, s1, s2, t1, t2 = nearest_points(segment1, segment2)
            collide_nearest(m, d, c, (g1, g2), (segment1, segment2), (s1, s2))
            if count == 2:
                collide_nearest(m, d, c, (g1, g2), (segment1, segment2), (t1, t2))
            i += 1


@helper
def segment_of(m, d, geom: int) -> tuple[Vec3, Vec3]:
    """Return the segment of a capsule: (start, edge), world."""
    centre, arm = load3(d.geom_xpos, geom), scale(z_axis(d, geom), m.geom_size[geom, 1])
    start = sub(centre, arm)
    return start, sub(add(centre, arm), start)


@helper
def collide_nearest(
    m, d, c: int, geoms: tuple[int, int], segments: tuple[tuple[Vec3, Vec3], tuple[Vec3, Vec3]], places: Vec2
) -> None:
    """Add the contact of the spheres around given points of two segments."""
    radii = m.geom_size[geoms[0], 0], m.geom_size[geoms[1], 0]
    centre1 = add_scaled(segments[0][0], segments[0][1], places[0])
    centre2 = add_scaled(segments[1][0], segments[1][1], places[1])
    collide_spheres(d, c, geoms, centre1, radii[0], centre2, radii[1])


@helper
def nearest_points(segment1: tuple[Vec3, Vec3], segment2: tuple[Vec3, Vec3]) -> tuple[int, float, float, float, float]:
    """Return (count, s1, s2, t1, t2): the nearest points (s1, s2) of two segments, and (t1, t2) if count is 2."""
    a1, e1 = segment1
    a2, e2 = segment2
    r = sub(a1, a2)
    square1, square2, mixed = dot(e1, e1), dot(e2, e2), dot(e1, e2)
    along1, along2 = dot(e1, r), dot(e2, r)
    count, s1, s2, t1, t2 = 1, 0.0, 0.0, 0.0, 0.0
    if square1 <= MINVAL and square2 <= MINVAL:
        count = 1
    elif square1 <= MINVAL:
        s2 = clamp01(along2 / square2)
    elif square2 <= MINVAL:
        s1 = clamp01(-along1 / square1)
    else:
        # where the first segment is nearest to both ends of the second
        at_start, at_end = -along1 / square1, (mixed - along1) / square1
        n = cross(e1, e2)
        sine2 = dot(n, n)
        if sine2 > PARALLEL * square1 * square2:
            s1 = clamp01(dot(n, cross(e2, r)) / sine2)
            s1, s2 = end_on_second(s1, (mixed * s1 + along2) / square2, at_start, at_end)
        else:
            count = 2
            s1, s2 = end_on_second(0.0, along2 / square2, at_start, at_end)
            t1, t2 = end_on_second(1.0, (along2 + mixed) / square2, at_start, at_end)
    return count, s1, s2, t1, t2


@helper
def end_on_second(s1: float, s2: float, at_start: float, at_end: float) -> Vec2:
    """Return both parameters; a point beyond the second segment moves to its end, and the other to what is nearest."""
    below, beyond = s2 < 0.0, s2 > 1.0
    end = clamp01(select(below, at_start, at_end))
    return select(below or beyond, end, s1), clamp01(s2)


@helper
def clamp01(x: float) -> float:
    """Return x, at least 0 and at most 1."""
    return max(0.0, min(1.0, x))
