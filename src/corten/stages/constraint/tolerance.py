"""What solvers take for converged."""

from corten.runtime import helper

# float32: decreases of the cost, and gradients, that are smaller drown in the rounding of their sums
LEAST = 1e-6

# float32: a part of the terms of a slope below which that is their rounding
ROUNDING = 1e-6


@helper
def attainable(tolerance):
    """Return what ends a solver, a decrease of the scaled cost or its gradient, for what a model asks for."""
    return tolerance


@attainable.version(precision="float32")
def attainable_single(tolerance):
    """Return the same, but no less than roundings allow."""
    return max(tolerance, LEAST)


@helper
def slope_rounding(terms):
    """Return below what a slope along a line counts as 0 for its rounding, by the sum of its terms' sizes."""
    return 0.0


@slope_rounding.version(precision="float32")
def slope_rounding_single(terms):
    """Return the same: a search for less would go on without finding it."""
    return ROUNDING * terms
