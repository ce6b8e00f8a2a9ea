"""What solvers take for converged."""

from corten.runtime import helper

# float32: decreases of the cost, and gradients, that are smaller drown in the rounding of their sums
LEAST = 1e-6


@helper
def solver_tolerance(m):
    """Return the decrease of the scaled cost, or its gradient, that ends a solver."""
    return m.opt_tolerance


@solver_tolerance.version(precision="float32")
def solver_tolerance_single(m):
    """Return the same, but no less than roundings allow."""
    return max(m.opt_tolerance, LEAST)


@helper
def noslip_tolerance(m):
    """Return the same for the sweeps against slip."""
    return m.opt_noslip_tolerance


@noslip_tolerance.version(precision="float32")
def noslip_tolerance_single(m):
    """Return the same, but no less than roundings allow."""
    return max(m.opt_noslip_tolerance, LEAST)
