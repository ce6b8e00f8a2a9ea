"""Functions of a point whose least values tell how deep two geoms penetrate, and where.

With A the distance to the second geom and B that to the first, in the frame of the second:
- collision: A + B + |max(A, B)|, least where the geoms overlap most, and steep outside of both;
- intersection: max(A, B), the distance to what they have in common;
- midsurface: A - B, zero midway between both surfaces.
"""

from typing import NamedTuple

from corten.distance_field import distance_to_geom, gradient_to_geom
from corten.math.matrix3 import mul_matT_vec
from corten.math.pose import Pose, transform_point
from corten.math.vector3 import add, add_scaled, normalize, sub
from corten.runtime import helper

INTERSECTION, COLLISION = 0, 1


class SdfPair(NamedTuple):
    """Two geoms and the pose of the second one in the frame of the first."""

    first: int
    second: int
    pose: Pose


@helper
def both_distances(m, pair, x):
    """Return (A, B) at a point."""
    return distance_to_geom(m, pair.second, x), distance_to_geom(m, pair.first, transform_point(pair.pose, x))


@helper
def both_gradients(m, pair, x):
    """Return the gradients of A and B, both in the frame of the second geom."""
    gradient = gradient_to_geom(m, pair.first, transform_point(pair.pose, x))
    return gradient_to_geom(m, pair.second, x), mul_matT_vec(pair.pose.mat, gradient)


@helper
def objective(kind, a, b):
    """Return the value of a function of both distances."""
    deeper = max(a, b)
    if kind == INTERSECTION:
        return deeper
    return a + b + abs(deeper)


@helper
def objective_gradient(m, pair, x, kind, a, b):
    """Return the gradient of a function of both distances, whose values at the point are a and b."""
    if kind == INTERSECTION:
        if a > b:
            return gradient_to_geom(m, pair.second, x)
        return mul_matT_vec(pair.pose.mat, gradient_to_geom(m, pair.first, transform_point(pair.pose, x)))
    of_a, of_b = both_gradients(m, pair, x)
    farther = of_a if a > b else of_b
    return add_scaled(add(of_a, of_b), farther, 1.0 if max(a, b) > 0.0 else -1.0)


@helper
def midsurface_normal(m, pair, x):
    """Return the unit gradient of the midsurface at a point, in the frame of the second geom."""
    of_a, of_b = both_gradients(m, pair, x)
    unit_a, _ = normalize(of_a)
    unit_b, _ = normalize(of_b)
    across, _ = normalize(sub(unit_a, unit_b))
    return across
