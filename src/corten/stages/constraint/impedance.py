"""How stiff, damped and soft each row is: the impedance curve of solimp, solref in both formats, and R.

R = (1 - imp) / imp * diagA makes the acceleration that a row gets a share `imp` of the one it asks for. Friction
directions take their R from the normal's, so that the cone keeps its shape; impratio makes them harder.
"""

from corten.enums import ConstraintType
from corten.runtime import helper, sqrt, stage
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
from corten.stages.constraint.row import count_group


@stage
def impedance(m, d):
    """Set stiffness, damping, impedance and its slope, R and D of all rows but those of contacts.

    diagA is adjusted where R was, so that R = (1 - imp) / imp * diagA holds for all rows.

    reads:  m.eq_type m.eq_solref m.eq_solimp d.nefc d.efc_type d.efc_id d.efc_pos d.efc_diagA
    writes: d.efc_KBIP d.efc_R d.efc_D d.efc_diagA
    """
    set_impedances(m, d, False)


@stage
def folded_impedance(m, d):
    """Set the same for a step by DISCRETE, where springs and dampers of rows act at the end of the step.

    reads:  m.eq_type m.eq_solref m.eq_solimp d.nefc d.efc_type d.efc_id d.efc_pos d.efc_diagA
    writes: d.efc_KBIP d.efc_R d.efc_D d.efc_diagA
    """
    set_impedances(m, d, True)


@helper
def set_impedances(m, d, folded):
    """Set what `impedance` sets, with `folded` what `folded_impedance` does."""
    # contacts come last, and have theirs already
    i = 0
    while i < d.nefc and d.efc_type[i] < ConstraintType.CONTACT_FRICTIONLESS:
        n = count_group(m, d, i)
        set_group(m, d, i, n, folded)
        i += n


@helper
def set_group(m, d, i, n, folded):
    """Set the n rows of a constraint that is no contact, which begin at row i and share the impedance."""
    kind, diagonal, R, D = d.efc_type[i], d.efc_diagA, d.efc_R, d.efc_D
    solref, solimp = row_parameters(m, d, i)
    if not folded:
        solref = safe_solref(m, solref)
    imp, slope = evaluate_impedance(solimp, group_position(m, d, i) - d.efc_margin[i])

    # friction neither pulls back nor knows a position
    stiffness, damping = response(solref, solimp[1])
    if folded and kind >= ConstraintType.LIMIT_JOINT and solref[0] > 0.0:
        stiffness, damping = resolved_response(m, stiffness, damping, imp)
    if kind == ConstraintType.FRICTION_DOF or kind == ConstraintType.FRICTION_TENDON:
        stiffness = 0.0
    for j in range(i, i + n):
        set_response(d, j, (stiffness, damping, imp, slope))
        soft = softness(m, diagonal[j], (stiffness, damping, imp), folded)
        R[j] = soft
        D[j] = 1.0 / soft
        diagonal[j] = soft * imp / (1.0 - imp)


@helper
def group_position(m, d, i):
    """Return the position that decides about the impedance: the length of the error where it is a vector."""
    pos = d.efc_pos
    position = pos[i]
    if d.efc_type[i] == ConstraintType.EQUALITY:
        n = count_group(m, d, i)
        if n > 1:
            total = 0.0
            for j in range(i, i + n):
                total += pos[j] * pos[j]
            position = sqrt(total)
    return position


@helper
def row_parameters(m, d, i):
    """Return (solref, solimp) of row i, which is no contact's, mended where their numbers make no sense."""
    kind, which = d.efc_type[i], d.efc_id[i]
    solref = DEFAULT_SOLREF
    solimp = (0.0, 0.0, 0.0, 0.0, 0.0)
    if kind == ConstraintType.EQUALITY:
        solref = load2(m.eq_solref, which)
        solimp = load5(m.eq_solimp, which)
    elif kind == ConstraintType.FRICTION_DOF:
        solref = load2(m.dof_solref, which)
        solimp = load5(m.dof_solimp, which)
    elif kind == ConstraintType.FRICTION_TENDON:
        solref = load2(m.tendon_solref_fri, which)
        solimp = load5(m.tendon_solimp_fri, which)
    elif kind == ConstraintType.LIMIT_JOINT:
        solref = load2(m.jnt_solref, which)
        solimp = load5(m.jnt_solimp, which)
    elif kind == ConstraintType.LIMIT_TENDON:
        solref = load2(m.tendon_solref_lim, which)
        solimp = load5(m.tendon_solimp_lim, which)
    return valid_solref(solref, DEFAULT_SOLREF), valid_solimp(solimp)
