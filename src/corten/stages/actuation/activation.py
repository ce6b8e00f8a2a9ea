"""Activations of actuators: what becomes of one in a time step."""

from corten.constants import MINVAL
from corten.enums import DynType
from corten.math.scalar import clamp, exp
from corten.runtime import helper


@helper
def next_activation(m, i, act, act_dot):
    """Return the activation of actuator i one time step later.

    FILTEREXACT integrates its linear filter exactly: act + act_dot tau (1 - exp(-h / tau)); all others take an Euler
    step.
    """
    dynprm, limits = m.actuator_dynprm, m.actuator_actrange

    duration = m.opt_timestep
    if m.actuator_dyntype[i] == DynType.FILTEREXACT:
        tau = max(MINVAL, dynprm[i, 0])
        duration = tau * (1.0 - exp(-m.opt_timestep / tau))
    act += act_dot * duration
    if m.actuator_actlimited[i] != 0:
        act = clamp(act, limits[i, 0], limits[i, 1])
    return act
