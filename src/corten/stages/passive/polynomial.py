"""Polynomial springs and dampers: three coefficients (a, b, c) for the linear, quadratic and cubic term.

A spring pulls with a x + b x^2 + c x^3. A damper's polynomial is made odd, a v + b v|v| + c v^3, so that it always
brakes alike in both directions.
"""

from corten.runtime import helper


@helper
def stiffness_at(a, b, c, x):
    """Return the force of a spring divided by its displacement x: a + b x + c x^2."""
    return a + b * x + c * (x * x)


@helper
def stiffness_derivative(a, b, c, x):
    """Return the derivative of a spring's force by its displacement x: a + 2 b x + 3 c x^2."""
    return a + 2.0 * b * x + 3.0 * c * (x * x)


@helper
def potential_at(a, b, c, x):
    """Return the energy of a spring displaced by x: a x^2 / 2 + b x^3 / 3 + c x^4 / 4."""
    square = x * x
    return 0.5 * a * square + b / 3.0 * (square * x) + c / 4.0 * (square * x * x)


@helper
def damping_at(a, b, c, v):
    """Return the force of a damper divided by its speed v: a + b |v| + c v^2."""
    speed = abs(v)
    return a + b * speed + c * (speed * speed)


@helper
def damping_derivative(a, b, c, v):
    """Return the derivative of a damper's force by its speed v: a + 2 b |v| + 3 c v^2."""
    speed = abs(v)
    return a + 2.0 * b * speed + 3.0 * c * (speed * speed)
