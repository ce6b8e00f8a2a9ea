"""How deep two shapes overlap: the portal is pushed to the surface of the Minkowski difference."""

from typing import NamedTuple

from corten.math.vector3 import Vector3, add, add_scaled, cross, dot, load3, normalize, scale, sub
from corten.runtime import helper
from corten.stages.collision.portal.discover import (
    APART,
    ON_CORNER,
    ON_SEGMENT,
    TINY,
    expand_portal,
    find_portal,
    is_equal,
    is_near_surface,
    portal_direction,
    refine_portal,
)
from corten.stages.collision.portal.support import find_support


class Penetration(NamedTuple):
    """Depth [m], 0.0 for none, the unit normal from the first shape to the second, and the point between both [m]."""

    depth: float
    normal: Vector3
    pos: Vector3


NO_PENETRATION = Penetration(0.0, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0))


@helper
def find_penetration(m, d):
    """Return how both shapes overlap, layers included; shapes that only touch do not."""
    portal = d.ccd_simplex
    state = find_portal(m, d)
    if state == APART:
        return NO_PENETRATION
    if state == ON_CORNER:
        return NO_PENETRATION
    if state == ON_SEGMENT:
        normal, depth = normalize(load3(portal, 1))
        first, second = (portal[1, 3], portal[1, 4], portal[1, 5]), (portal[1, 6], portal[1, 7], portal[1, 8])
        return Penetration(depth, normal, scale(add(first, second), 0.5))
    if not refine_portal(m, d):
        return NO_PENETRATION

    for _ in range(m.opt_ccd_iterations + 1):
        direction = portal_direction(portal)
        pair = find_support(m, d, direction)
        if is_near_surface(m, portal, pair, direction):
            return measure_portal(portal)
        expand_portal(portal, pair)
    return measure_portal(portal)


@helper
def measure_portal(portal):
    """Return the depth of the origin below the portal."""
    nearest = nearest_to_origin(load3(portal, 1), load3(portal, 2), load3(portal, 3))
    normal, depth = normalize(nearest)
    if depth < TINY:
        return NO_PENETRATION
    return Penetration(depth, normal, middle_point(portal))


@helper
def nearest_to_origin(a, b, c):
    """Return the point of a triangle that is nearest to the origin.

    It has a rule of its own for what counts as inside, on which results of this engine depend.
    """
    d1, d2 = sub(b, a), sub(c, a)
    v, w, p, q, r = dot(d1, d1), dot(d2, d2), dot(a, d1), dot(a, d2), dot(d1, d2)
    area = w * v - r * r
    s = -1.0
    t = -1.0
    if abs(area) >= TINY:
        s = (q * r - w * p) / area
        t = (-s * r - q) / w
    if is_share(s) and is_share(t) and (t + s < 1.0 or is_equal(t + s, 1.0)):
        return add_scaled(add_scaled(a, d1, s), d2, t)
    best = nearest_on_edge(a, b)
    other = nearest_on_edge(a, c)
    if dot(other, other) < dot(best, best):
        best = other
    other = nearest_on_edge(b, c)
    if dot(other, other) < dot(best, best):
        best = other
    return best


@helper
def is_share(x):
    """Tell whether a number lies between 0 and 1, but for roundings."""
    return x > -TINY and (x < 1.0 or is_equal(x, 1.0))


@helper
def nearest_on_edge(a, b):
    """Return the point of an edge that is nearest to the origin."""
    along = sub(b, a)
    t = -dot(a, along) / dot(along, along)
    if t < TINY:
        return a
    if t > 1.0 or is_equal(t, 1.0):
        return b
    return add_scaled(a, along, t)


@helper
def middle_point(portal):
    """Return the point between both shapes that belongs to the origin, by its barycentric coordinates."""
    centre, a, b, c = load3(portal, 0), load3(portal, 1), load3(portal, 2), load3(portal, 3)
    w0, w1 = dot(cross(a, b), c), dot(cross(c, b), centre)
    w2, w3 = dot(cross(centre, a), c), dot(cross(b, a), centre)
    total = w0 + w1 + w2 + w3
    if total < TINY:
        direction = portal_direction(portal)
        w0 = 0.0
        w1, w2, w3 = dot(cross(b, c), direction), dot(cross(c, a), direction), dot(cross(a, b), direction)
        total = w1 + w2 + w3
    inverse = 1.0 / total
    return (
        0.5 * inverse * (combine_rows(portal, 3, w0, w1, w2, w3) + combine_rows(portal, 6, w0, w1, w2, w3)),
        0.5 * inverse * (combine_rows(portal, 4, w0, w1, w2, w3) + combine_rows(portal, 7, w0, w1, w2, w3)),
        0.5 * inverse * (combine_rows(portal, 5, w0, w1, w2, w3) + combine_rows(portal, 8, w0, w1, w2, w3)),
    )


@helper
def combine_rows(portal, column, w0, w1, w2, w3):
    """Return the weighted sum of a column of the portal."""
    return portal[0, column] * w0 + portal[1, column] * w1 + portal[2, column] * w2 + portal[3, column] * w3
