"""A bolt and a nut, with threads that fit one another: signed distances of points.

A thread is a triangle wave that winds around the axis. What the formulas give is no exact distance, but its sign is
right and its size near; they are those of MuJoCo's plugins, operation for operation, since contacts depend on their
roundings.
"""

from math import pi

from corten.math.scalar import atan2, sin
from corten.runtime import floor, helper, sqrt

# turns of the thread for a unit of length, and the sine of 45 degrees, at which its sides stand
TURNS, DIAGONAL = 12.0, 2.0**0.5 / 2.0

# sides of the head for a radian
SIDES = 6.0 / pi / 2.0


@helper
def bolt_distance(radius, p):
    """Return the signed distance of a point to a bolt whose thread has this radius; the head lies about the origin."""
    x, y, z = p
    beside = sqrt(x * x + y * y) - radius
    thread = thread_distance(beside, p)

    # the thread ends below, and is cut off by a cone at its end
    bolt = max(thread, -(0.5 - abs(z + 0.5)))
    cone = (z - beside) * DIAGONAL
    bolt = max(bolt, -(cone + DIAGONAL))
    return min(bolt, head_distance(beside, p))


@helper
def nut_distance(radius, p):
    """Return the signed distance of a point to a nut for a bolt of this radius."""
    x, y, z = p
    beside = sqrt(x * x + y * y) - radius
    cone = (z - beside) * DIAGONAL
    hole = max(thread_distance(beside, p), -(cone + 0.5 * DIAGONAL))
    hole = min(hole, -cone - 0.05 * DIAGONAL)
    return max(head_distance(beside, p), -hole)


@helper
def thread_distance(beside, p):
    """Return the distance to an endless thread; `beside` is how far the point lies outside of its radius."""
    turn = p[2] * TURNS - atan2(p[1], p[0]) / pi / 2.0
    wave = abs(turn - floor(turn) - 0.5)
    return (beside - wave / TURNS) * DIAGONAL


@helper
def head_distance(beside, p):
    """Return the distance to a hexagonal head between z = -0.5 and 0, with rounded upper corners."""
    angle = -floor(atan2(p[1], p[0]) * SIDES + 0.5) / SIDES
    side = sin(angle + pi * 0.5) * p[0] + -sin(angle) * p[1] - 0.5
    return max(max(side, abs(p[2] + 0.25) - 0.25), (p[2] + beside - 0.22) * DIAGONAL)
