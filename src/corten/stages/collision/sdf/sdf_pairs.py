"""Contacts of geoms of type sdf with spheres, capsules, ellipsoids, cylinders, boxes and each other, by descent.

1. points of a Halton sequence in what the boxes of both geoms have in common
2. from each, gradient descent with backtracking of an objective that is least where the geoms overlap most
3. each place where one ends, apart from all others, is a contact; its normal is that of the surface midway between both
"""

from typing import NamedTuple

from corten.constants import MAXCONPAIR, MAXVAL, MINVAL
from corten.distance_field import distance_to_geom, gradient_to_geom
from corten.math.matrix3 import mul_matT_vec
from corten.math.pose import Pose, load_box, transform_point
from corten.math.quaternion import conjugate_quat, load4, mul_quat, normalize_quat, quat_to_mat, rotate_vector
from corten.math.vector3 import add, add_scaled, dot, load3, norm, normalize, scale, store3, sub
from corten.runtime import Quat, Vec2, Vec3, helper, stage
from corten.runtime.fields import F8, Field
from corten.runtime.scratch import scratch
from corten.stages.collision.contacts.unsorted import NO_TANGENT, add_contact
from corten.stages.collision.pairs import bucket_of

SCRATCH = scratch(
    Field(
        "unsorted_local",
        F8,
        ("maxunsorted", 3),
        "where an unsorted contact was found, in the frame of the second geom [m]",
    ),
)

# ---- the pose of one geom in the frame of another, and points that are spread evenly


@helper
def world_quat(m, d, g: int) -> Quat:
    """Return the orientation of a geom as a quaternion."""
    return mul_quat(load4(d.xquat, m.geom_bodyid[g]), load4(m.geom_quat, g))


@helper
def pose_in(m, d, g: int, frame: int) -> Pose:
    """Return the pose of a geom in the frame of another one.

    By quaternions, whose roundings are MuJoCo's: a descent makes differences out of them.
    """
    back = conjugate_quat(world_quat(m, d, frame))
    origin = scale(rotate_vector(back, load3(d.geom_xpos, frame)), -1.0)
    quat, _ = normalize_quat(mul_quat(back, world_quat(m, d, g)))
    return Pose(add(rotate_vector(back, load3(d.geom_xpos, g)), origin), quat_to_mat(quat))


@helper
def halton(index: int, base: int) -> float:
    """Return a number between 0 and 1: the digits of the index in a base, mirrored at the point (Halton's sequence)."""
    result = 0.0
    share = 1.0 / base
    rest = index
    while rest > 0:
        result += share * (rest % base)
        share /= base
        rest = rest // base
    return result


# ---- contacts from points in the frame of the second geom, each only once


@helper
def is_duplicate(d, start: int, x: Vec3) -> bool:
    """Tell whether a contact of this pair, whose first one is unsorted contact `start`, was found at the same point."""
    known = False
    for i in range(start, min(d.nunsorted, d.maxunsorted)):
        known = known or norm(sub(x, load3(d.unsorted_local, i))) < MINVAL
    return known


@helper
def add_contact_at(d, candidate: int, x: Vec3, outward: Vec3, dist: float, pos: Vec3, quat: Quat) -> None:
    """Add a contact at a point: at `pos` and `quat` is the frame of the second geom, which `outward` points out of."""
    unit, length = normalize(outward)
    if length >= MINVAL:
        place = d.nunsorted
        if place < d.maxunsorted:
            store3(d.unsorted_local, place, x)
        normal = rotate_vector(quat, scale(unit, -1.0))
        middle = add(add(rotate_vector(quat, x), pos), scale(normal, 0.5 * dist))
        add_contact(d, candidate, dist, middle, normal, NO_TANGENT)


# ---- functions of a point whose least values tell how deep two geoms penetrate, and where
# With A the distance to the second geom and B that to the first, in the frame of the second:
# - collision: A + B + |max(A, B)|, least where the geoms overlap most, and steep outside of both;
# - intersection: max(A, B), the distance to what they have in common;
# - midsurface: A - B, zero midway between both surfaces


INTERSECTION, COLLISION = 0, 1


class SdfPair(NamedTuple):
    """Two geoms and the pose of the second one in the frame of the first."""

    first: int
    second: int
    pose: Pose


@helper
def both_distances(m, pair: SdfPair, x: Vec3) -> Vec2:
    """Return (A, B) at a point."""
    return distance_to_geom(m, pair.second, x), distance_to_geom(m, pair.first, transform_point(pair.pose, x))


@helper
def both_gradients(m, pair: SdfPair, x: Vec3) -> tuple[Vec3, Vec3]:
    """Return the gradients of A and B, both in the frame of the second geom."""
    gradient = gradient_to_geom(m, pair.first, transform_point(pair.pose, x))
    return gradient_to_geom(m, pair.second, x), mul_matT_vec(pair.pose.mat, gradient)


@helper
def objective(kind: int, a: float, b: float) -> float:
    """Return the value of a function of both distances."""
    deeper = max(a, b)
    if kind == INTERSECTION:
        return deeper
    return a + b + abs(deeper)


@helper
def objective_gradient(m, pair: SdfPair, x: Vec3, kind: int, a: float, b: float) -> Vec3:
    """Return the gradient of a function of both distances, whose values at the point are a and b."""
    if kind == INTERSECTION:
        if a > b:
            return gradient_to_geom(m, pair.second, x)
        return mul_matT_vec(pair.pose.mat, gradient_to_geom(m, pair.first, transform_point(pair.pose, x)))
    of_a, of_b = both_gradients(m, pair, x)
    farther = of_a if a > b else of_b
    return add_scaled(add(of_a, of_b), farther, 1.0 if max(a, b) > 0.0 else -1.0)


@helper
def midsurface_normal(m, pair: SdfPair, x: Vec3) -> Vec3:
    """Return the unit gradient of the midsurface at a point, in the frame of the second geom."""
    of_a, of_b = both_gradients(m, pair, x)
    unit_a, _ = normalize(of_a)
    unit_b, _ = normalize(of_b)
    across, _ = normalize(sub(unit_a, unit_b))
    return across


# ---- descent along the gradient of an objective, with a step that is halved until the objective falls enough


# first step, in lengths of the gradient, and the least one; what part of the promised decrease is enough (MuJoCo's
# values, part of its results)
FIRST_STEP, LEAST_STEP, ENOUGH = 2.0, 1e-4, 0.1


@helper
def descend(m, pair: SdfPair, start: Vec3, kind: int, steps: int) -> tuple[Vec3, float]:
    """Return (point, value) after some steps down the objective from a start in the frame of the second geom."""
    x = start
    value = MAXVAL
    a, b = both_distances(m, pair, x)
    for _ in range(steps):
        gradient = objective_gradient(m, pair, x, kind, a, b)
        if not is_bounded(gradient):
            return x, MAXVAL
        before, origin = objective(kind, a, b), x
        step = FIRST_STEP
        wanted = -ENOUGH * step * dot(gradient, gradient)

        # backtracking (Armijo): halve the step until the objective falls as much as its slope promises
        searching = True
        while searching:
            step *= 0.5
            wanted *= 0.5
            x = add_scaled(origin, gradient, -step)
            a, b = both_distances(m, pair, x)
            value = objective(kind, a, b)
            searching = step > LEAST_STEP and value - before > wanted
        if before < value:
            return origin, before
    return x, value


@helper
def is_bounded(gradient: Vec3) -> bool:
    """Tell whether a gradient has three finite, moderate numbers."""
    x, y, z = abs(gradient[0]), abs(gradient[1]), abs(gradient[2])
    return x <= MAXVAL and y <= MAXVAL and z <= MAXVAL


# ---- the stage


BUCKET = bucket_of("sdf_pairs")


@stage
def sdf_pairs(m, d) -> None:
    """Find the contacts of all candidates whose second geom is of type sdf and whose first is none of mesh and
    plane.
    """
    geom = d.candidate_geom
    bucket, members = d.bucket_start, d.bucket_candidate

    for i in range(bucket[BUCKET], bucket[BUCKET + 1]):
        c = members[i]
        collide_by_descent(m, d, c, geom[c, 0], geom[c, 1])


@helper
def collide_by_descent(m, d, candidate: int, first: int, second: int) -> None:
    """Add the contacts of one pair of geoms."""
    pair, first_in_second = SdfPair(first, second, pose_in(m, d, second, first)), pose_in(m, d, first, second)
    itself = pose_in(m, d, first, first)
    low, high = common_box(m, pair)
    if high[0] < low[0] or high[1] < low[1] or high[2] < low[2]:
        return
    start, pos, quat = d.nunsorted, load3(d.geom_xpos, second), world_quat(m, d, second)
    for i in range(m.opt_sdf_initpoints):
        if d.nunsorted - start >= MAXCONPAIR:
            return
        x = (
            low[0] + (high[0] - low[0]) * halton(i, 2),
            low[1] + (high[1] - low[1]) * halton(i, 3),
            low[2] + (high[2] - low[2]) * halton(i, 5),
        )
        x = transform_point(first_in_second, transform_point(itself, x))
        x, _ = descend(m, pair, x, COLLISION, m.opt_sdf_iterations)

        # values that are no true distances let the descent end beside the overlap: one step towards it tells
        x, dist = descend(m, pair, x, INTERSECTION, 1)
        if dist <= 0.0 and not is_duplicate(d, start, x):
            add_contact_at(d, candidate, x, midsurface_normal(m, pair, x), dist, pos, quat)


@helper
def common_box(m, pair: SdfPair) -> tuple[Vec3, Vec3]:
    """Return the lowest and highest corner of what the boxes of both geoms share, along the axes of the first geom."""
    centre, half = load_box(m.geom_aabb, pair.second)
    low, high = (MAXVAL, MAXVAL, MAXVAL), (-MAXVAL, -MAXVAL, -MAXVAL)
    for i in range(8):
        corner = (
            centre[0] + half[0] if (i & 1) != 0 else centre[0] - half[0],
            centre[1] + half[1] if (i & 2) != 0 else centre[1] - half[1],
            centre[2] + half[2] if (i & 4) != 0 else centre[2] - half[2],
        )
        x = transform_point(pair.pose, corner)
        low = min(low[0], x[0]), min(low[1], x[1]), min(low[2], x[2])
        high = max(high[0], x[0]), max(high[1], x[1]), max(high[2], x[2])
    own = load_box(m.geom_aabb, pair.first)
    lowest, highest = sub(own.centre, own.half), add(own.centre, own.half)
    low = max(low[0], lowest[0]), max(low[1], lowest[1]), max(low[2], lowest[2])
    high = min(high[0], highest[0]), min(high[1], highest[1]), min(high[2], highest[2])
    return low, high
