"""Conservative advancement: when two geoms that move on as they do now come to touch.

At time t (fraction of the step) both are dist apart along the normal n. No two points approach along n faster than

    bound = n . (shift_1 - shift_2) + |turn_1| r_1 + |turn_2| r_2         per step,

so both may be moved on by (dist - target) / bound without touching, until little of the first distance is left (target:
2 %, end: 3 %). B. Mirtich: Impulse-based dynamic simulation of rigid body systems. PhD thesis, Berkeley (1996).
"""

from typing import NamedTuple

from corten.enums import GeomType
from corten.math.matrix3 import load9, mul_mat_mat, mul_mat_vec, mul_matT_vec, store9
from corten.math.quaternion import axis_angle_to_quat, quat_to_mat
from corten.math.vector3 import add, add_scaled, cross, dot, load3, norm, normalize, scale, store3, sub
from corten.runtime import Vec3, helper
from corten.stages.collision.convex.ccd import ccd_pair
from corten.stages.collision.convex.simplex import LIMIT
from corten.stages.collision.convex.support import place_shape, support_shape
from corten.stages.collision.primitive.sphere import z_axis

# share of the first distance at which the search aims, and below which it ends (MuJoCo's values)
AIM, NEAR = 0.02, 0.03

# most times that the geoms are moved on
MOST_ADVANCES = 16


class Impact(NamedTuple):
    """Two geoms that are about to touch.

    `fraction` of the step until then, -1 for never; `pose`, the fraction up to which both are moved on; their distance
    there [m]; the way by which they approach in a step [m]; and the normal from the first to the second.
    """

    fraction: float
    pose: float
    dist: float
    closing: float
    normal: Vec3


NO_IMPACT = Impact(-1.0, 0.0, 0.0, 0.0, (0.0, 0.0, 1.0))


@helper
def place_advanced(m, d, side: int, geom: int, t: float, margin: float) -> None:
    """Make a geom one of both shapes, moved on by the fraction t of a step, with a layer of half the margin."""
    place_shape(m, d, side, geom, margin)
    store3(d.ccd_pos, side, add_scaled(load3(d.geom_xpos, geom), load3(d.geom_shift, geom), t))
    axis, angle = normalize(load3(d.geom_turn, geom))
    if angle > 0.0:
        turned = quat_to_mat(axis_angle_to_quat(axis, t * angle))
        store9(d.ccd_mat, side, mul_mat_mat(turned, load9(d.geom_xmat, geom)))


@helper
def point_before_advance(d, side: int, geom: int, point: Vec3) -> Vec3:
    """Return where a point of a shape that was moved on is on its geom now."""
    local = mul_matT_vec(load9(d.ccd_mat, side), sub(point, load3(d.ccd_pos, side)))
    return add(mul_mat_vec(load9(d.geom_xmat, geom), local), load3(d.geom_xpos, geom))


@helper
def measure_placed(m, d, g1: int, cutoff: float) -> float:
    """Write the witness points of both shapes as they are placed; return their distance [m], if it is below a cutoff.

    The first may be a plane: the distance is that of the other's lowest point.
    """
    if m.geom_type[g1] == GeomType.PLANE:
        normal = z_axis(d, g1)
        lowest = support_shape(m, d, 1, scale(normal, -1.0))
        dist = dot(normal, sub(lowest, load3(d.ccd_pos, 0)))
        store3(d.ccd_witness1, 0, add_scaled(lowest, normal, -dist))
        store3(d.ccd_witness2, 0, lowest)
        return dist
    ccd_pair(m, d, cutoff)
    return d.ccd_dist[0] if d.nwitness > 0 else LIMIT


@helper
def witness_normal(m, d, g1: int) -> Vec3:
    """Return the unit vector from the first witness point to the second, which lie apart."""
    if m.geom_type[g1] == GeomType.PLANE:
        return z_axis(d, g1)
    return normalize(sub(load3(d.ccd_witness2, 0), load3(d.ccd_witness1, 0)))[0]


@helper
def witness_closing(d, g1: int, g2: int, normal: Vec3) -> float:
    """Return the way along the normal by which the witness points would approach in a step [m]."""
    arm1, arm2 = sub(load3(d.ccd_witness1, 0), load3(d.ccd_pos, 0)), sub(load3(d.ccd_witness2, 0), load3(d.ccd_pos, 1))
    way1 = add(load3(d.geom_shift, g1), cross(load3(d.geom_turn, g1), arm1))
    way2 = add(load3(d.geom_shift, g2), cross(load3(d.geom_turn, g2), arm2))
    return dot(normal, sub(way1, way2))


@helper
def find_impact(m, d, g1: int, g2: int, margin: float) -> Impact:
    """Return how two geoms that are apart come to touch within the step; leave both shapes where they then are."""
    travel = d.geom_travel[g1] + d.geom_travel[g2]
    way = sub(load3(d.geom_shift, g1), load3(d.geom_shift, g2))
    turned = norm(load3(d.geom_turn, g1)) * m.geom_rbound[g1] + norm(load3(d.geom_turn, g2)) * m.geom_rbound[g2]
    t, first, dist, target, near = 0.0, 0.0, 0.0, 0.0, False
    normal = NO_IMPACT.normal
    for k in range(MOST_ADVANCES + 1):
        # where both are at time t; farther apart than they can travel in the rest of the step: no impact
        cutoff = margin + (1.0 - t) * travel
        place_advanced(m, d, 0, g1, t, 0.0)
        place_advanced(m, d, 1, g2, t, 0.0)
        dist = measure_placed(m, d, g1, cutoff)
        if dist > cutoff or (k == 0 and dist <= margin):
            return NO_IMPACT
        normal = witness_normal(m, d, g1)

        # how near is near enough is decided by the first distance
        if k == 0:
            first = dist
            target = margin + AIM * (first - margin)
        elif dist <= margin + NEAR * (first - margin):
            near = True
            break
        if k < MOST_ADVANCES:
            # as far as they can be moved on without touching
            bound = dot(normal, way) + turned
            if bound <= 0.0:
                return NO_IMPACT
            t += (dist - target) / bound
            if t >= 1.0:
                return NO_IMPACT

    # a search that did not come to its end goes the rest of the way at the speed of the witness points
    closing = witness_closing(d, g1, g2, normal)
    fraction = t
    if not near:
        if closing <= 0.0:
            return NO_IMPACT
        fraction = t + (dist - target) / closing
        if fraction >= 1.0:
            return NO_IMPACT
    return Impact(fraction, t, dist, max((first - dist) / t, closing), normal)
