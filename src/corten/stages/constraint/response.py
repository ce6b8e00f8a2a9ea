"""Stiffness, damping and softness that a solref and an impedance give."""

from corten.constants import MINVAL
from corten.enums import DisableBit
from corten.runtime import helper, select, sqrt
from corten.stages.constraint.curve import MAXIMP


@helper
def safe_solref(m, solref):
    """Keep time constants above two time steps unless REFSAFE is off."""
    safe = (m.opt_disableflags & DisableBit.REFSAFE) == 0 and solref[0] > 0.0
    return select(safe, max(solref[0], 2.0 * m.opt_timestep), solref[0]), solref[1]


@helper
def response(solref, high):
    """Return stiffness K and damping B of a solref.

    Positive numbers are a time constant and a damping ratio, negative ones stiffness and damping themselves.
    """
    time, ratio = solref[0], solref[1]
    if time > 0.0:
        stiffness = 1.0 / max(MINVAL, high * high * time * time * ratio * ratio)
    else:
        stiffness = -time / max(MINVAL, high * high)
    if ratio > 0.0:
        damping = 2.0 / max(MINVAL, high * time)
    else:
        damping = -ratio / max(MINVAL, high)
    return stiffness, damping


@helper
def resolved_response(m, stiffness, damping, imp):
    """Soften a spring that a time step cannot resolve, unless REFSAFE is off: the stiffest that does not rebound.

    That is K imp h^2 = 1. The damping ratio stays, unless `folding` would make the row harder than it is at MAXIMP.
    """
    h = m.opt_timestep
    most = 1.0 / max(MINVAL, h * h * imp)
    if (m.opt_disableflags & DisableBit.REFSAFE) == 0 and stiffness > most:
        hardest = (1.0 - imp) / imp * (MAXIMP / (1.0 - MAXIMP))
        damping = max(0.0, min(damping * sqrt(most / stiffness), (hardest - 2.0) / h))
        stiffness = most
    return stiffness, damping


@helper
def folding(h, stiffness, damping, imp):
    """Return 1 + h B + h^2 K imp: by how much spring and damper of a row resist an acceleration within the step."""
    return 1.0 + h * damping + h * h * stiffness * imp


@helper
def folding_at(m, d, i):
    """Return `folding` of row i."""
    KBIP = d.efc_KBIP
    return folding(m.opt_timestep, KBIP[i, 0], KBIP[i, 1], KBIP[i, 2])


@helper
def softness(m, diagonal, reaction, folded):
    """Return R of a row by itself, from its diagA and (stiffness, damping, impedance).

    With `folded` it is divided by `folding`, but no row is harder than at MAXIMP.
    """
    stiffness, damping, imp = reaction
    soft = (1.0 - imp) * diagonal / imp
    if folded:
        least = (1.0 - MAXIMP) * diagonal / MAXIMP
        soft = max(soft / folding(m.opt_timestep, stiffness, damping, imp), least)
    return max(MINVAL, soft)


@helper
def load2(array, i):
    """Return row i of an array of shape (n, 2)."""
    return array[i, 0], array[i, 1]


@helper
def load5(array, i):
    """Return row i of an array of shape (n, 5)."""
    return array[i, 0], array[i, 1], array[i, 2], array[i, 3], array[i, 4]


@helper
def set_response(d, i, response):
    """Set stiffness, damping, impedance and its slope of row i."""
    KBIP = d.efc_KBIP
    KBIP[i, 0] = response[0]
    KBIP[i, 1] = response[1]
    KBIP[i, 2] = response[2]
    KBIP[i, 3] = response[3]
