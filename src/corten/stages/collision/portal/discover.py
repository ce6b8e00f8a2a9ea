"""The portal: a triangle of the Minkowski difference that the ray from its centre to the origin goes through.

`ccd_simplex` holds the centre in row 0 and the corners in rows 1 to 3, which look outwards in this order.
Whether the origin lies inside, and so whether both shapes overlap, is known once the portal has passed it.
"""

from corten.math.vector3 import add, cross, dot, load3, normalize, scale, sub
from corten.runtime import helper, per_precision
from corten.stages.collision.portal.support import SupportPair, find_support, store_support

# what is smaller counts as zero: the spacing of numbers at 1
TINY = per_precision(2.220446049250313e-16, float32=1.1920929e-07)

# what the search for a portal ends with: nothing, a portal, the origin in row 1, the origin between rows 0 and 1
APART, PORTAL, ON_CORNER, ON_SEGMENT = -1, 0, 1, 2

# rounds after which a search that goes in circles is given up
ROUNDS = 1000


@helper
def find_portal(m, d):
    """Write a first portal; return APART, PORTAL, ON_CORNER or ON_SEGMENT."""
    portal = d.ccd_simplex
    centre1, centre2 = load3(d.ccd_pos, 0), load3(d.ccd_pos, 1)
    centre = sub(centre1, centre2)
    if is_origin(centre):
        centre = add(centre, (10.0 * TINY, 0.0, 0.0))
    store_support(portal, 0, SupportPair(centre, centre1, centre2))

    direction, _ = normalize(scale(centre, -1.0))
    store_support(portal, 1, find_support(m, d, direction))
    if dot(load3(portal, 1), direction) < TINY:
        return APART

    across = cross(centre, load3(portal, 1))
    if dot(across, across) < TINY:
        return ON_CORNER if is_origin(load3(portal, 1)) else ON_SEGMENT
    direction, _ = normalize(across)
    store_support(portal, 2, find_support(m, d, direction))
    if dot(load3(portal, 2), direction) < TINY:
        return APART

    direction = fan_direction(portal)
    if dot(direction, centre) > 0.0:
        swap_corners(portal)
        direction = scale(direction, -1.0)
    return turn_to_origin(m, d, direction)


@helper
def turn_to_origin(m, d, direction):
    """Find a third corner, and move corners until the ray goes between all three."""
    portal, centre = d.ccd_simplex, load3(d.ccd_simplex, 0)
    for _ in range(ROUNDS):
        pair = find_support(m, d, direction)
        if dot(pair.difference, direction) < TINY:
            return APART
        if dot(cross(load3(portal, 1), pair.difference), centre) <= -TINY:
            store_support(portal, 2, pair)
        elif dot(cross(pair.difference, load3(portal, 2)), centre) <= -TINY:
            store_support(portal, 1, pair)
        else:
            store_support(portal, 3, pair)
            return PORTAL
        direction = fan_direction(portal)
    return APART


@helper
def refine_portal(m, d):
    """Push the portal outwards until it has passed the origin; tell whether it did."""
    portal = d.ccd_simplex
    for _ in range(ROUNDS):
        direction = portal_direction(portal)
        if dot(direction, load3(portal, 1)) > -TINY:
            return True
        pair = find_support(m, d, direction)
        if dot(pair.difference, direction) <= -TINY or is_near_surface(m, portal, pair, direction):
            return False
        expand_portal(portal, pair)
    return False


@helper
def expand_portal(portal, pair):
    """Replace one corner by a new point so that the ray goes through the new triangle."""
    side = cross(pair.difference, load3(portal, 0))
    row = 1
    if dot(load3(portal, 1), side) > 0.0:
        row = 1 if dot(load3(portal, 2), side) > 0.0 else 3
    else:
        row = 2 if dot(load3(portal, 3), side) > 0.0 else 1
    store_support(portal, row, pair)


@helper
def is_near_surface(m, portal, pair, direction):
    """Tell whether a farther point along the normal of the portal gains no more than the tolerance."""
    nearest = max(dot(load3(portal, 1), direction), dot(load3(portal, 2), direction))
    gain = dot(pair.difference, direction) - max(nearest, dot(load3(portal, 3), direction))
    return gain < m.opt_ccd_tolerance or is_equal(gain, m.opt_ccd_tolerance)


@helper
def is_equal(a, b):
    """Tell whether two numbers are equal but for their roundings."""
    apart = abs(a - b)
    return apart < TINY or apart < TINY * max(abs(a), abs(b))


@helper
def is_origin(a):
    """Tell whether all components of a vector count as zero."""
    return abs(a[0]) < TINY and abs(a[1]) < TINY and abs(a[2]) < TINY


@helper
def fan_direction(portal):
    """Return the normal of the triangle of the centre and the first two corners."""
    centre = load3(portal, 0)
    return normalize(cross(sub(load3(portal, 1), centre), sub(load3(portal, 2), centre)))[0]


@helper
def portal_direction(portal):
    """Return the normal of the portal, which points away from the centre."""
    corner = load3(portal, 1)
    return normalize(cross(sub(load3(portal, 2), corner), sub(load3(portal, 3), corner)))[0]


@helper
def swap_corners(portal):
    """Exchange the first two corners."""
    for i in range(9):
        portal[1, i], portal[2, i] = portal[2, i], portal[1, i]
