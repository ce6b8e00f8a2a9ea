"""How stiff, damped and soft the rows of contacts are.

All numbers of a contact follow from its own: so environments stay together, and one contact need not wait for another.
Those that have the rows of a contact in other places than others wait for each other there.
"""

from corten.constants import MINVAL
from corten.enums import ConeType
from corten.runtime import helper, reduce_max, select, sqrt, stage
from corten.stages.collision.shared_pair import lowest_pair
from corten.stages.constraint.contact import count_contact_rows
from corten.stages.constraint.curve import DEFAULT_SOLREF, evaluate_impedance, valid_solimp, valid_solref
from corten.stages.constraint.response import (
    load2,
    load5,
    resolved_response,
    response,
    safe_solref,
    set_response,
    softness,
)


@stage
def contact_impedance(m, d):
    """Set stiffness, damping, impedance and its slope, R and D of rows of contacts, and the mu of those with friction.

    diagA is adjusted where R was, so that R = (1 - imp) / imp * diagA holds for all rows.

    reads:  d.ncon d.contact_solref d.contact_solimp d.contact_dist d.contact_includemargin d.efc_diagA
    writes: d.efc_KBIP d.efc_R d.efc_D d.efc_diagA d.contact_mu
    """
    set_contact_responses(m, d, False)


@stage
def folded_contact_impedance(m, d):
    """Set the same for a step by DISCRETE, where springs and dampers of rows act at the end of the step.

    reads:  d.ncon d.contact_solref d.contact_solimp d.contact_dist d.contact_includemargin d.efc_diagA
    writes: d.efc_KBIP d.efc_R d.efc_D d.efc_diagA d.contact_mu
    """
    set_contact_responses(m, d, True)


@helper
def set_contact_responses(m, d, folded):
    """Set what `contact_impedance` sets, with `folded` what `folded_contact_impedance` does."""
    for c in range(reduce_max(d.ncon)):
        solref = valid_solref(load2(d.contact_solref, c), DEFAULT_SOLREF)
        friction = valid_solref(load2(d.contact_solreffriction, c), (0.0, 0.0))
        solimp = valid_solimp(load5(d.contact_solimp, c))
        if not folded:
            solref, friction = safe_solref(m, solref), safe_solref(m, friction)
        distance = d.contact_dist[c] - d.contact_includemargin[c]
        if m.nxpbd > 0:
            # contacts of deformables begin above the margin, and are there what they are at it
            begins = d.contact_geom[c, 1] < 0 and d.contact_adhesion[c] == 0.0
            distance = select(begins, min(distance, 0.0), distance)
        imp, slope = evaluate_impedance(solimp, distance)
        stiffness, damping = response(solref, solimp[1])
        if folded and solref[0] > 0.0:
            stiffness, damping = resolved_response(m, stiffness, damping, imp)
        along = 0.0
        if m.opt_cone == ConeType.ELLIPTIC:
            own = friction[0] != 0.0 or friction[1] != 0.0
            chosen = (select(own, friction[0], solref[0]), select(own, friction[1], solref[1]))
            _, along = response(chosen, solimp[1])

        row, n, soft = -1, count_contact_rows(m, d, c), MINVAL + 0.0
        if c < d.ncon:
            row = d.contact_efc_address[c]
        if row >= 0:
            soft = softness(m, d.efc_diagA[row], (stiffness, damping, imp), folded)
        tangent = soft / max(MINVAL, m.opt_impratio)
        mu = d.contact_friction[c, 0] * sqrt(tangent / soft)
        if d.contact_dim[c] > 1 and row >= 0:
            d.contact_mu[c] = mu
        # edges of a pyramid share one R, which gives friction the impedance that an elliptic cone would
        if d.contact_dim[c] > 1 and m.opt_cone == ConeType.PYRAMIDAL:
            soft = 2.0 * mu * mu * soft

        waits = row >= 0
        while reduce_max(1 if waits else 0) > 0:
            first, count, here = lowest_pair(row, n, waits)
            waits = waits and not here
            if here:
                set_rows(m, d, c, (first, count), (stiffness, damping, imp, slope), (soft, tangent, along))


@helper
def set_rows(m, d, c, rows, found, softness):
    """Set the rows (first, number) of contact c from stiffness, damping, impedance and slope.

    softness: R of the normal or of all edges, R of the first tangent, damping of friction, which neither pulls back nor
    knows a position.
    """
    R, D, diagonal, friction, imp = d.efc_R, d.efc_D, d.efc_diagA, d.contact_friction, found[2]
    pyramid = m.opt_cone == ConeType.PYRAMIDAL
    soft, tangent, along = softness
    mass, inverse = 1.0 / soft, soft * imp / (1.0 - imp)
    for j in range(rows[0], rows[0] + (rows[1] if pyramid else 1)):
        set_response(d, j, found)
        R[j] = soft
        D[j] = mass
        diagonal[j] = inverse
    if not pyramid:
        # R mu^2 is the same for all directions
        mu1 = friction[c, 0]
        for k in range(1, rows[1]):
            j, mu = rows[0] + k, friction[c, k - 1]
            soft = tangent * mu1 * mu1 / (mu * mu) if k > 1 else tangent
            set_response(d, j, (0.0, along, found[2], found[3]))
            R[j] = soft
            D[j] = 1.0 / soft
            diagonal[j] = soft * imp / (1.0 - imp)
