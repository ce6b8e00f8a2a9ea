"""How stiff, damped and soft each row is: the impedance curve of solimp, solref in both formats, and R.

R = (1 - imp) / imp * diagA makes the acceleration that a row gets a share `imp` of the one it asks for. Friction
directions take their R from the normal's, so that the cone keeps its shape; impratio makes them harder.
"""

from corten.constants import MINVAL
from corten.enums import ConstraintType, DisableBit
from corten.math.scalar import clamp, pow
from corten.runtime import helper, select, sqrt, stage
from corten.stages.constraint.row import count_group

# bounds of impedances and of the midpoint of their curve: at 0 or 1 a row would be infinitely soft or hard
MINIMP, MAXIMP = 0.0001, 0.9999

# stands in for a solref whose numbers have different signs: time constant [s] and damping ratio
DEFAULT_SOLREF = (0.02, 1.0)


@stage
def impedance(m, d):
    """Set stiffness, damping, impedance and its slope, R and D of all rows, and mu of the contacts.

    diagA is adjusted where R was, so that R = (1 - imp) / imp * diagA holds for all rows.

    reads:  m.eq_type m.eq_solref m.eq_solimp d.nefc d.efc_type d.efc_id d.efc_pos d.efc_diagA
    writes: d.efc_KBIP d.efc_R d.efc_D d.efc_diagA d.contact_mu
    """
    set_impedances(m, d, False)


@stage
def folded_impedance(m, d):
    """Set the same for a step by DISCRETE, where springs and dampers of rows act at the end of the step.

    reads:  m.eq_type m.eq_solref m.eq_solimp d.nefc d.efc_type d.efc_id d.efc_pos d.efc_diagA
    writes: d.efc_KBIP d.efc_R d.efc_D d.efc_diagA d.contact_mu
    """
    set_impedances(m, d, True)


@helper
def set_impedances(m, d, folded):
    """Set what `impedance` sets; with `folded`, divide R by `folding`, but let no row be harder than at MAXIMP."""
    kind, diagonal, R, D = d.efc_type, d.efc_diagA, d.efc_R, d.efc_D

    i = 0
    while i < d.nefc:
        n = count_group(m, d, i)
        solref, solreffriction, solimp = row_parameters(m, d, i)
        if not folded:
            solref, solreffriction = safe_solref(m, solref), safe_solref(m, solreffriction)
        imp, slope = evaluate_impedance(solimp, group_position(m, d, i) - d.efc_margin[i])

        # all rows of one constraint share the impedance; friction neither pulls back nor knows a position
        stiffness, damping = response(solref, solimp[1])
        if folded and kind[i] >= ConstraintType.LIMIT_JOINT and solref[0] > 0.0:
            stiffness, damping = resolved_response(m, stiffness, damping, imp)
        if kind[i] == ConstraintType.FRICTION_DOF or kind[i] == ConstraintType.FRICTION_TENDON:
            stiffness = 0.0
        for j in range(i, i + n):
            set_response(d, j, stiffness, damping, imp, slope)
        if kind[i] == ConstraintType.CONTACT_ELLIPTIC:
            own = solreffriction[0] != 0.0 or solreffriction[1] != 0.0
            chosen = (select(own, solreffriction[0], solref[0]), select(own, solreffriction[1], solref[1]))
            _, damping = response(chosen, solimp[1])
            for j in range(i + 1, i + n):
                set_response(d, j, 0.0, damping, imp, slope)
        if kind[i] == ConstraintType.CONTACT_PYRAMIDAL:
            set_edges(m, d, i, n, imp, softness(m, d, i, imp, folded))
        else:
            for j in range(i, i + n):
                R[j] = softness(m, d, j, imp, folded)
            if kind[i] == ConstraintType.CONTACT_ELLIPTIC:
                shape_cone(m, d, i, n)
            for j in range(i, i + n):
                D[j] = 1.0 / R[j]
                diagonal[j] = R[j] * imp / (1.0 - imp)
        i += n


@helper
def softness(m, d, i, imp, folded):
    """Return R of row i by itself."""
    soft = (1.0 - imp) * d.efc_diagA[i] / imp
    if folded:
        soft = max(soft / folding(m, d, i), (1.0 - MAXIMP) * d.efc_diagA[i] / MAXIMP)
    return max(MINVAL, soft)


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
    """Return (solref, solreffriction, solimp) of row i, mended where their numbers make no sense."""
    kind, which = d.efc_type[i], d.efc_id[i]
    solref = DEFAULT_SOLREF
    solreffriction = (0.0, 0.0)
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
    else:
        solref = load2(d.contact_solref, which)
        solreffriction = load2(d.contact_solreffriction, which)
        solimp = load5(d.contact_solimp, which)
    return valid_solref(solref, DEFAULT_SOLREF), valid_solref(solreffriction, (0.0, 0.0)), valid_solimp(solimp)


@helper
def valid_solref(solref, default):
    """Replace a solref of mixed signs."""
    mixed = (solref[0] > 0.0) != (solref[1] > 0.0)
    return select(mixed, default[0], solref[0]), select(mixed, default[1], solref[1])


@helper
def safe_solref(m, solref):
    """Keep time constants above two time steps unless REFSAFE is off."""
    safe = (m.opt_disableflags & DisableBit.REFSAFE) == 0 and solref[0] > 0.0
    return select(safe, max(solref[0], 2.0 * m.opt_timestep), solref[0]), solref[1]


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
def folding(m, d, i):
    """Return 1 + h B + h^2 K imp of row i: by how much its spring and damper resist an acceleration within the step."""
    h, KBIP = m.opt_timestep, d.efc_KBIP
    return 1.0 + h * KBIP[i, 1] + h * h * KBIP[i, 0] * KBIP[i, 2]


@helper
def valid_solimp(solimp):
    """Move the numbers of a solimp into their ranges."""
    return (
        clamp(solimp[0], MINIMP, MAXIMP),
        clamp(solimp[1], MINIMP, MAXIMP),
        max(0.0, solimp[2]),
        clamp(solimp[3], MINIMP, MAXIMP),
        max(1.0, solimp[4]),
    )


@helper
def evaluate_impedance(solimp, distance):
    """Return (impedance, slope) at a distance from the margin.

    solimp = (d0, dwidth, width, midpoint, power): from d0 at 0 to dwidth at `width`, along two powers that meet at
    the midpoint.
    """
    low, high, width, middle, power = solimp[0], solimp[1], solimp[2], solimp[3], solimp[4]
    imp = 0.5 * (low + high)
    slope = 0.0
    if low != high and width > MINVAL:
        x = abs(distance / width)
        if x >= 1.0:
            imp = high
        elif x <= 0.0:
            imp = low
        else:
            y = x
            rate = 1.0
            if power != 1.0:
                if x <= middle:
                    scale = 1.0 / raise_to(middle, power - 1.0)
                    y = scale * raise_to(x, power)
                    rate = power * scale * raise_to(x, power - 1.0)
                else:
                    scale = 1.0 / raise_to(1.0 - middle, power - 1.0)
                    y = 1.0 - scale * raise_to(1.0 - x, power)
                    rate = power * scale * raise_to(1.0 - x, power - 1.0)
            imp = low + y * (high - low)
            slope = rate * select(distance < 0.0, -1.0, 1.0) * (high - low) / width
    return imp, slope


@helper
def raise_to(base, exponent):
    """Return base to the power of exponent; the usual powers 1 and 2 are products."""
    result = base
    if exponent == 2.0:
        result = base * base
    elif exponent != 1.0:
        result = pow(base, exponent)
    return result


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
def set_response(d, i, stiffness, damping, imp, slope):
    """Set stiffness and damping of row i beside impedance and slope."""
    KBIP = d.efc_KBIP
    KBIP[i, 0] = stiffness
    KBIP[i, 1] = damping
    KBIP[i, 2] = imp
    KBIP[i, 3] = slope


@helper
def set_edges(m, d, i, n, imp, soft):
    """Set mu of the contact whose first edge is row i, and R, D and diagA of its n edges; `soft` is R of its normal.

    Edges of a pyramid share one R, which gives friction the impedance that an elliptic cone would.
    """
    R, D, diagonal = d.efc_R, d.efc_D, d.efc_diagA
    _, mu = cone_of(m, d, i, soft)
    edge = 2.0 * mu * mu * soft
    mass, inverse = 1.0 / edge, edge * imp / (1.0 - imp)
    for j in range(i, i + n):
        R[j] = edge
        D[j] = mass
        diagonal[j] = inverse


@helper
def shape_cone(m, d, i, n):
    """Set mu of the elliptic contact whose first row is i, and R of its friction directions: all have one R mu^2."""
    R, friction, contact = d.efc_R, d.contact_friction, d.efc_id[i]
    mu1 = friction[contact, 0]
    tangent, _ = cone_of(m, d, i, R[i])
    R[i + 1] = tangent
    for j in range(1, n - 1):
        R[i + 1 + j] = tangent * mu1 * mu1 / (friction[contact, j] * friction[contact, j])


@helper
def cone_of(m, d, i, soft):
    """Set mu of the contact whose first row is i and whose normal has R `soft`; return (R of its first tangent, mu)."""
    contact = d.efc_id[i]
    tangent = soft / max(MINVAL, m.opt_impratio)
    mu = d.contact_friction[contact, 0] * sqrt(tangent / soft)
    d.contact_mu[contact] = mu
    return tangent, mu


@helper
def load2(array, i):
    """Return row i of an array of shape (n, 2)."""
    return array[i, 0], array[i, 1]


@helper
def load5(array, i):
    """Return row i of an array of shape (n, 5)."""
    return array[i, 0], array[i, 1], array[i, 2], array[i, 3], array[i, 4]
