"""The start of every velocity derivative."""

from corten.runtime import stage


@stage
def clear_velocity_derivative(m, d):
    """Set qDeriv to zero, for the stages that add to it.

    writes: d.qDeriv
    """
    deriv = d.qDeriv

    for entry in range(m.nD):
        deriv[entry] = 0.0
