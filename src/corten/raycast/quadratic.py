"""Roots of quadratic equations along a ray, and the nearer of two points on it."""

from corten.constants import MINVAL
from corten.runtime import helper, select, sqrt


@helper
def roots(a, b, c):
    """Return both solutions of a x^2 + 2 b x + c = 0, the smaller first; -1.0 twice if there are none."""
    inner = b * b - a * c
    none = inner < 0.0 or a < MINVAL
    root, divisor = sqrt(select(none, 0.0, inner)), select(none, 1.0, a)
    return select(none, -1.0, (-b - root) / divisor), select(none, -1.0, (-b + root) / divisor)


@helper
def first_root(low, high):
    """Return the smaller of two solutions that is not negative, -1.0 if both are; low <= high unless one is -1.0."""
    return select(low >= 0.0, low, select(high >= 0.0, high, -1.0))


@helper
def nearer(x, y):
    """Return the smaller of two distances, of which negative ones mean none."""
    return select(x < 0.0 or (y >= 0.0 and y < x), y, x)
