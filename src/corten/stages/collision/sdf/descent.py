"""Descent along the gradient of an objective, with a step that is halved until the objective falls enough."""

from corten.constants import MAXVAL
from corten.math.vector3 import add_scaled, dot
from corten.runtime import helper
from corten.stages.collision.sdf.objective import both_distances, objective, objective_gradient

# first step, in lengths of the gradient, and the least one; what part of the promised decrease is enough (MuJoCo's
# values, part of its results)
FIRST_STEP, LEAST_STEP, ENOUGH = 2.0, 1e-4, 0.1


@helper
def descend(m, pair, start, kind, steps):
    """Return (point, value) after some steps down the objective from a start in the frame of the second geom."""
    x = start
    value = MAXVAL
    a, b = both_distances(m, pair, x)
    for _ in range(steps):
        gradient = objective_gradient(m, pair, x, kind, a, b)
        if not is_sane(gradient):
            return x, MAXVAL
        before, origin = objective(kind, a, b), x
        step = FIRST_STEP
        wanted = -ENOUGH * step * dot(gradient, gradient)
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
def is_sane(gradient):
    """Tell whether a gradient has three finite, moderate numbers."""
    x, y, z = abs(gradient[0]), abs(gradient[1]), abs(gradient[2])
    return x <= MAXVAL and y <= MAXVAL and z <= MAXVAL
