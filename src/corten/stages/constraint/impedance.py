"""How stiff, damped and soft each row is: the impedance curve of solimp, solref in both formats, and R.

R = (1 - imp) / imp * diagA makes the acceleration that a row gets a share `imp` of the one it asks for. Friction
directions take their R from the normal's, so that the cone keeps its shape; impratio makes them harder.
"""

from corten.constants import MINVAL
from corten.enums import ConeType, ConstraintType
from corten.runtime import Vec2, Vec3, Vec4, helper, reduce_max, select, sqrt, stage
from corten.stages.collision.broad.candidates import lowest_pair
from corten.stages.constraint.contact import count_contact_rows
from corten.stages.constraint.row import count_group
from corten.stages.constraint.softness import (
    DEFAULT_SOLREF,
    evaluate_impedance,
    load2,
    load5,
    resolved_response,
    response,
    safe_solref,
    set_response,
    softness,
    valid_solimp,
    valid_solref,
)


@stage
def impedance(m, d) -> None:
    """Set stiffness, damping, impedance and its slope, R and D of all rows but those of contacts.

    diagA is adjusted where R was, so that R = (1 - imp) / imp * diagA holds for all rows.
    """
    set_impedances(m, d, False)


@stage
def discrete_impedance(m, d) -> None:
    """Set the same for a step by DISCRETE, where springs and dampers of rows act at the end of the step."""
    set_impedances(m, d, True)


@helper
def set_impedances(m, d, discrete: bool) -> None:
    """Set what `impedance` sets, with `discrete` what `discrete_impedance` does."""
    # contacts come last, and have theirs already
    i = 0
    while i < d.nefc and d.efc_type[i] < ConstraintType.CONTACT_FRICTIONLESS:
        n = count_group(m, d, i)
        set_group(m, d, i, n, discrete)
        i += n


@helper
def set_group(m, d, i: int, n: int, discrete: bool) -> None:
    """Set the n rows of a constraint that is no contact, which begin at row i and share the impedance."""
    kind, diagonal, R, D = d.efc_type[i], d.efc_diagA, d.efc_R, d.efc_D
    solref, solimp = row_parameters(m, d, i)
    if not discrete:
        solref = safe_solref(m, solref)
    imp, slope = evaluate_impedance(solimp, group_position(m, d, i) - d.efc_margin[i])

    # friction neither pulls back nor knows a position
    stiffness, damping = response(solref, solimp[1])
    if discrete and kind >= ConstraintType.LIMIT_JOINT and solref[0] > 0.0:
        stiffness, damping = resolved_response(m, stiffness, damping, imp)
    if kind == ConstraintType.FRICTION_DOF or kind == ConstraintType.FRICTION_TENDON:
        stiffness = 0.0
    for j in range(i, i + n):
        set_response(d, j, (stiffness, damping, imp, slope))
        soft = softness(m, diagonal[j], (stiffness, damping, imp), discrete)
        R[j] = soft
        D[j] = 1.0 / soft
        diagonal[j] = soft * imp / (1.0 - imp)


@helper
def group_position(m, d, i: int) -> float:
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
def row_parameters(m, d, i: int) -> tuple[Vec2, tuple[float, ...]]:
    """Return (solref, solimp) of row i, which is no contact's, with defaults where their numbers make no sense."""
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


# ---------------------------------------------------------------- how stiff, damped and soft the rows of contacts are
# All numbers of a contact follow from its own: so environments stay together, and one contact need not wait for
# another. Those that have the rows of a contact in other places than others wait for each other there


@stage
def contact_impedance(m, d) -> None:
    """Set stiffness, damping, impedance and its slope, R and D of rows of contacts, and the mu of those with friction.

    diagA is adjusted where R was, so that R = (1 - imp) / imp * diagA holds for all rows.
    """
    set_contact_responses(m, d, False)


@stage
def discrete_contact_impedance(m, d) -> None:
    """Set the same for a step by DISCRETE, where springs and dampers of rows act at the end of the step."""
    set_contact_responses(m, d, True)


@helper
def set_contact_responses(m, d, discrete: bool) -> None:
    """Set what `contact_impedance` sets, with `discrete` what `discrete_contact_impedance` does."""
    for c in range(reduce_max(d.ncon)):
        solref = valid_solref(load2(d.contact_solref, c), DEFAULT_SOLREF)
        friction = valid_solref(load2(d.contact_solreffriction, c), (0.0, 0.0))
        solimp = valid_solimp(load5(d.contact_solimp, c))
        if not discrete:
            solref, friction = safe_solref(m, solref), safe_solref(m, friction)
        distance = d.contact_dist[c] - d.contact_includemargin[c]
        if m.nxpbd > 0:
            # contacts of deformables begin above the margin, and are there what they are at it
            begins = d.contact_geom[c, 1] < 0 and d.contact_adhesion[c] == 0.0
            distance = select(begins, min(distance, 0.0), distance)
        imp, slope = evaluate_impedance(solimp, distance)
        stiffness, damping = response(solref, solimp[1])
        if discrete and solref[0] > 0.0:
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
            soft = softness(m, d.efc_diagA[row], (stiffness, damping, imp), discrete)
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
def set_rows(m, d, c: int, rows: tuple[int, int], found: Vec4, softness: Vec3) -> None:
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
