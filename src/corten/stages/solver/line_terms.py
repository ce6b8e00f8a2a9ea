"""Costs along a search direction that are not polynomials: friction loss and elliptic cones.

Each gives (cost(alpha) - cost(0), first derivative, second derivative).
"""

from corten.enums import ConstraintState
from corten.runtime import helper, sqrt
from corten.stages.constraint.update import cone_zone


@helper
def friction_cost(x, loss, bound, mass):
    """Return the cost of friction loss at x: quadratic within the bound R loss, linear beyond."""
    return 0.5 * mass * x * x if abs(x) < bound else loss * (abs(x) - 0.5 * bound)


@helper
def friction_terms(start, direction, alpha, loss, regular, mass):
    """Return the terms of a friction loss row."""
    bound = regular * loss
    x = start + alpha * direction
    inside, began_inside = abs(x) < bound, abs(start) < bound

    # within one zone the difference is taken without cancellation
    change = friction_cost(x, loss, bound, mass) - friction_cost(start, loss, bound, mass)
    change = 0.5 * mass * (x - start) * (x + start) if inside and began_inside else change
    same_side = not inside and not began_inside and (x < 0.0) == (start < 0.0)
    change = loss * (x - start) * (1.0 if x > 0.0 else -1.0) if same_side else change

    rate = mass * x * direction if inside else loss * direction * (1.0 if x > 0.0 else -1.0)
    bend = mass * direction * direction if inside else 0.0
    return change, rate, bend


@helper
def zone_cost(zone, normal, tangent, mu, scale, quadratic):
    """Return the cost of a point by its zone: nothing inside of the cone, the squared distance to it outside."""
    if zone == ConstraintState.SATISFIED:
        return 0.0
    if zone == ConstraintState.QUADRATIC:
        return quadratic
    distance = normal - mu * tangent
    return 0.5 * scale * distance * distance


@helper
def cone_terms(d, q, alpha):
    """Return the terms of the elliptic contact whose first row is at position q."""
    cone, quad = d.iefc_cone, d.iefc_quad
    u0, v0, uu, uv = cone[q, 0], cone[q, 1], cone[q, 2], cone[q, 3]
    vv, scale, mu, tangent0 = cone[q, 4], cone[q, 5], cone[q, 6], cone[q, 7]

    square = uu + alpha * (2.0 * uv + alpha * vv)
    tangent = sqrt(max(0.0, square))
    normal = u0 + alpha * v0
    zone0, zone = cone_zone(mu, u0, tangent0), cone_zone(mu, normal, tangent)
    step = alpha * (alpha * quad[q, 2] + quad[q, 1])

    # the difference of costs, without cancellation where both ends lie in one zone
    change = zone_cost(zone, normal, tangent, mu, scale, quad[q, 0] + step)
    change -= zone_cost(zone0, u0, tangent0, mu, scale, quad[q, 0])
    if zone == ConstraintState.QUADRATIC and zone0 == ConstraintState.QUADRATIC:
        change = step
    if zone == ConstraintState.CONE and zone0 == ConstraintState.CONE:
        longer = alpha * (2.0 * uv + alpha * vv) / (tangent + tangent0)
        farther = alpha * v0 - mu * longer
        change = 0.5 * scale * farther * (2.0 * (u0 - mu * tangent0) + farther)

    rate = 0.0
    bend = 0.0
    if zone == ConstraintState.QUADRATIC:
        rate = 2.0 * alpha * quad[q, 2] + quad[q, 1]
        bend = 2.0 * quad[q, 2]
    if zone == ConstraintState.CONE:
        tangent1 = (uv + alpha * vv) / tangent
        tangent2 = (vv - tangent1 * tangent1) / tangent
        distance, slope = normal - mu * tangent, v0 - mu * tangent1
        rate = scale * distance * slope
        bend = scale * (slope * slope - distance * mu * tangent2)
    return change, rate, bend
