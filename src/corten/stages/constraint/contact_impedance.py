"""How stiff, damped and soft contacts are, contact by contact, before their rows are told.

All numbers of a contact follow from its own: so environments stay together, and one contact need not wait for another.
"""

from corten.constants import MINVAL
from corten.enums import ConeType
from corten.runtime import helper, max_lane, select, sqrt, stage
from corten.stages.constraint.curve import DEFAULT_SOLREF, evaluate_impedance, valid_solimp, valid_solref
from corten.stages.constraint.response import load2, load5, resolved_response, response, safe_solref, softness


@stage
def contact_impedance(m, d):
    """Set the response of contacts, and the mu of those with friction.

    reads:  d.ncon d.contact_solref d.contact_solimp d.contact_dist d.contact_includemargin d.efc_diagA
    writes: d.contact_response d.contact_mu
    """
    set_contact_responses(m, d, False)


@stage
def folded_contact_impedance(m, d):
    """Set the same for a step by DISCRETE, where springs and dampers of rows act at the end of the step.

    reads:  d.ncon d.contact_solref d.contact_solimp d.contact_dist d.contact_includemargin d.efc_diagA
    writes: d.contact_response d.contact_mu
    """
    set_contact_responses(m, d, True)


@helper
def set_contact_responses(m, d, folded):
    """Set contact_response and contact_mu."""
    found = d.contact_response

    for c in range(max_lane(d.ncon)):
        solref = valid_solref(load2(d.contact_solref, c), DEFAULT_SOLREF)
        friction = valid_solref(load2(d.contact_solreffriction, c), (0.0, 0.0))
        solimp = valid_solimp(load5(d.contact_solimp, c))
        if not folded:
            solref, friction = safe_solref(m, solref), safe_solref(m, friction)
        imp, slope = evaluate_impedance(solimp, d.contact_dist[c] - d.contact_includemargin[c])
        stiffness, damping = response(solref, solimp[1])
        if folded and solref[0] > 0.0:
            stiffness, damping = resolved_response(m, stiffness, damping, imp)
        found[c, 0] = stiffness
        found[c, 1] = damping
        found[c, 2] = imp
        found[c, 3] = slope
        if m.opt_cone == ConeType.ELLIPTIC:
            own = friction[0] != 0.0 or friction[1] != 0.0
            chosen = (select(own, friction[0], solref[0]), select(own, friction[1], solref[1]))
            _, found[c, 4] = response(chosen, solimp[1])

        # a contact without rows has no diagonal, and needs none of this
        row = d.contact_efc_address[c]
        soft = MINVAL + 0.0
        if row >= 0:
            soft = softness(m, d.efc_diagA[row], (stiffness, damping, imp), folded)
        set_softness(m, d, c, soft, imp)


@helper
def set_softness(m, d, c, soft, imp):
    """Set R, D and diagA of the normal of contact c, or those of edges of a pyramid, R of its first tangent, and mu.

    Edges of a pyramid share one R, which gives friction the impedance that an elliptic cone would.
    """
    found = d.contact_response
    tangent = soft / max(MINVAL, m.opt_impratio)
    mu, has_friction = d.contact_friction[c, 0] * sqrt(tangent / soft), d.contact_dim[c] > 1
    if has_friction and d.contact_efc_address[c] >= 0:
        d.contact_mu[c] = mu
    edges = has_friction and m.opt_cone == ConeType.PYRAMIDAL
    shared = select(edges, 2.0 * mu * mu * soft, soft)
    found[c, 5] = shared
    found[c, 6] = 1.0 / shared
    found[c, 7] = shared * imp / (1.0 - imp)
    found[c, 8] = tangent
