"""What solvers take for converged."""

from corten.runtime import helper

# float32: decreases of the cost, and gradients, that are smaller drown in the rounding of their sums
LEAST = 1e-6


@helper
def attainable(tolerance):
    """Return what ends a solver, a decrease of the scaled cost or its gradient, for what a model asks for."""
    return tolerance


@attainable.version(precision="float32")
def attainable_single(tolerance):
    """Return the same, but no less than roundings allow."""
    return max(tolerance, LEAST)
