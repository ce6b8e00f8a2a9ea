"""Functions of a point whose least values tell how deep two geoms penetrate, and where.

With A the distance to the second geom and B that to the first, in the frame of the second:
- collision: A + B + |max(A, B)|, least where the geoms overlap most, and steep outside of both;
- intersection: max(A, B), the distance to what they have in common;
- midsurface: A - B, zero midway between both surfaces.
"""

from corten.distance_field import geom_field_distance, geom_field_gradient
from corten.math.matrix3 import mul_matT_vec
from corten.math.vector3 import add, add_scaled, normalize, sub
from corten.runtime import helper
from corten.stages.collision.sdf.relative import map_point

INTERSECTION, COLLISION = 0, 1


@helper
def both_distances(m, first, second, pose, x):
    """Return (A, B) at a point; `pose` is that of the second geom in the frame of the first."""
    return geom_field_distance(m, second, x), geom_field_distance(m, first, map_point(pose, x))


@helper
def both_gradients(m, first, second, pose, x):
    """Return the gradients of A and B, both in the frame of the second geom."""
    gradient = geom_field_gradient(m, first, map_point(pose, x))
    return geom_field_gradient(m, second, x), mul_matT_vec(pose[1], gradient)


@helper
def objective(kind, a, b):
    """Return the value of a function of both distances."""
    deeper = max(a, b)
    if kind == INTERSECTION:
        return deeper
    return a + b + abs(deeper)


@helper
def objective_gradient(m, first, second, pose, x, kind, a, b):
    """Return the gradient of a function of both distances, whose values at the point are a and b."""
    if kind == INTERSECTION:
        if a > b:
            return geom_field_gradient(m, second, x)
        return mul_matT_vec(pose[1], geom_field_gradient(m, first, map_point(pose, x)))
    of_a, of_b = both_gradients(m, first, second, pose, x)
    farther = of_a if a > b else of_b
    return add_scaled(add(of_a, of_b), farther, 1.0 if max(a, b) > 0.0 else -1.0)


@helper
def midsurface_normal(m, first, second, pose, x):
    """Return the unit gradient of the midsurface at a point, in the frame of the second geom."""
    of_a, of_b = both_gradients(m, first, second, pose, x)
    unit_a, _ = normalize(of_a)
    unit_b, _ = normalize(of_b)
    across, _ = normalize(sub(unit_a, unit_b))
    return across
