"""The distance of a speculative contact: the one at which the solver takes away as much velocity as it must.

A contact at a distance dist below its margin asks for a change of velocity b0 v + k0 (margin - dist) / h, with its
stiffness k0 = h^2 k and damping b0 = h b over a step. Geoms that touch after the fraction t of a step must lose the
share 1 - t of their velocity v, so that they touch at its end.
"""

from corten.constants import MINVAL
from corten.enums import DisableBit, Integrator
from corten.runtime import helper, sqrt, stage
from corten.stages.constraint.curve import DEFAULT_SOLREF, MAXIMP, valid_solimp, valid_solref
from corten.stages.constraint.response import load2, load5, safe_solref


@stage
def effective_distances(m, d):
    """Set the distances of all contacts that were foreseen; they give force at any distance.

    reads:  d.candidate_closing d.candidate_fraction d.candidate_start d.contact_includemargin d.contact_solref
    writes: d.contact_dist
    """
    first = 0
    for c in range(d.ncandidate):
        if d.candidate_fraction[c] >= 0.0:
            for i in range(first, d.candidate_start[c]):
                depth = effective_depth(m, d, i, d.candidate_fraction[c], d.candidate_closing[c])
                d.contact_dist[i] = d.contact_includemargin[i] - depth
        first = d.candidate_start[c]


@helper
def effective_depth(m, d, i, t, closing):
    """Return how deep below its margin contact i has to be [m]; without stiffness, the width of its impedance."""
    stiffness, damping = step_response(m, d, i)
    if stiffness < MINVAL:
        return valid_solimp(load5(d.contact_solimp, i))[2]
    arrested = 1.0 - t - damping
    if m.opt_integrator == Integrator.DISCRETE:
        arrested = 1.0 - t - t * (damping + stiffness)
    return arrested / stiffness * closing


@helper
def step_response(m, d, i):
    """Return (stiffness, damping) of contact i over a step, for the impedance that it has far from its margin."""
    h, discrete = m.opt_timestep, m.opt_integrator == Integrator.DISCRETE
    solref = valid_solref(load2(d.contact_solref, i), DEFAULT_SOLREF)
    if not discrete:
        solref = safe_solref(m, solref)
    if solref[0] <= 0.0:
        return -solref[0] * h * h, -solref[1] * h
    stiffness, damping = h * h / max(MINVAL, (solref[0] * solref[1]) * (solref[0] * solref[1])), 2.0 * h / solref[0]

    # the stiffest that a step resolves, as the rows of DISCRETE have it
    imp = valid_solimp(load5(d.contact_solimp, i))[1]
    if discrete and m.opt_disableflags & DisableBit.REFSAFE == 0 and stiffness > imp:
        hardest = (1.0 - imp) / imp * (MAXIMP / (1.0 - MAXIMP))
        damping = max(0.0, min(damping * sqrt(imp / stiffness), (hardest - 2.0) * imp))
        stiffness = imp
    return stiffness, damping
