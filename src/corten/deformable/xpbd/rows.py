"""Rows of cloth, soft bodies and ropes: what their XPBD constraints ask of the acceleration, and how softly.

With y = x + h v, where vertices would be at the end of the step, C at its end is C(y) + h^2 J qacc, and its rate there
J (v + h qacc). A spring and damper force = -(C + damping dC/dt) / compliance that acts at the end of a step is the row

    J qacc + R force = aref,    R = compliance / s,    aref = -(C(y) + damping J v) / s,    s = h^2 + h damping.
"""

from corten.deformable.fields.kinds import XPBD_ROWS
from corten.deformable.rows.contact import add_side, spread_contact_diagonal
from corten.deformable.rows.equality import add_flex_equality
from corten.deformable.xpbd.tension import is_taut
from corten.enums import ConstraintType, DisableBit, EqualityType
from corten.runtime import helper, stage
from corten.runtime.fields import I4, Field
from corten.runtime.scratch import scratch
from corten.stages.constraint.row import add_rows, set_row

SCRATCH = scratch(
    Field("xpbd_row", I4, ("nxpbdrow",), "constraint row of each row, -1 where its equality is off"),
)

# stiffness of rows of tension where there is none [N/m]
SLACK = 1e-12


@stage
def deformable_equality_rows(m, d) -> None:
    """Add the rows of all equality constraints that are on, for a model that has deformables."""
    for e in range(m.nflexedge):
        d.flexedge_has_row[e] = 0
    for r in range(m.nxpbdrow):
        d.xpbd_row[r] = -1
    for i in range(m.neq):
        if d.eq_active[i] != 0:
            if m.eq_type[i] == EqualityType.DEFORMABLE:
                add_constraint_rows(m, d, i)
            else:
                add_flex_equality(m, d, i)
    d.ne = d.nefc


@helper
def add_constraint_rows(m, d, i: int) -> None:
    """Add the rows of all XPBD constraints of a flex."""
    f = m.eq_obj1id[i]
    for c in range(m.flex_xpbdadr[f], m.flex_xpbdadr[f] + m.flex_xpbdnum[f]):
        rows, columns = XPBD_ROWS[m.xpbd_type[c]], m.xpbd_colnum[c]
        row, entry = add_rows(d, rows, columns)
        if row >= 0:
            for r in range(rows):
                d.xpbd_row[m.xpbd_rowadr[c] + r] = row + r
                owner, entries = (ConstraintType.EQUALITY, i), (entry + r * columns, columns)
                set_row(d, row + r, owner, entries, (0.0, 0.0, 0.0))
                for k in range(columns):
                    d.efc_J_colind[entry + r * columns + k] = m.xpbd_colind[m.xpbd_coladr[c] + k]
            write_constraint(m, d, c)


@stage
def find_deformable_rows(m, d) -> None:
    """Find the rows of deformables again, where those of what sleeps were left out."""
    for r in range(m.nxpbdrow):
        d.xpbd_row[r] = -1
    last, at = -1, 0
    for row in range(d.ne):
        i = d.efc_id[row]
        if m.eq_type[i] == EqualityType.DEFORMABLE:
            # a flex sleeps as a whole
            if i != last:
                at = m.xpbd_rowadr[m.flex_xpbdadr[m.eq_obj1id[i]]]
            d.xpbd_row[at] = row
            last, at = i, at + 1


@stage
def update_deformable_rows(m, d) -> None:
    """Write the rows of deformables again that were found where the last solution leads."""
    for c in range(m.nxpbd):
        if d.xpbd_round < m.flex_substeps[m.xpbd_flexid[c]] and d.xpbd_row[m.xpbd_rowadr[c]] >= 0:
            write_constraint(m, d, c)


@helper
def write_constraint(m, d, c: int) -> None:
    """Write positions and Jacobian of a constraint to its rows."""
    columns = m.xpbd_colnum[c]
    for r in range(XPBD_ROWS[m.xpbd_type[c]]):
        row = d.xpbd_row[m.xpbd_rowadr[c] + r]
        d.efc_pos[row] = d.xpbd_pos[m.xpbd_rowadr[c] + r]
        for k in range(columns):
            d.efc_J_values[d.efc_J_rowadr[row] + k] = d.xpbd_J[m.xpbd_Jadr[c] + r * columns + k]


@stage
def deformable_diagonal(m, d) -> None:
    """Give the rows of deformables some diagonal; it does not matter for them."""
    for r in range(m.nxpbdrow):
        if d.xpbd_row[r] >= 0:
            d.efc_diagA[d.xpbd_row[r]] = 1.0


@stage
def deformable_response(m, d) -> None:
    """Set R, and stiffness and damping of the reference, of the rows of deformables."""
    KBIP, R, D = d.efc_KBIP, d.efc_R, d.efc_D

    for c in range(m.nxpbd):
        taut = is_taut(m, c)
        damping = 0.0 if taut else damping_of(m, c)
        scale = m.opt_timestep * (m.opt_timestep + damping)
        for r in range(m.xpbd_rowadr[c], m.xpbd_rowadr[c] + XPBD_ROWS[m.xpbd_type[c]]):
            row = d.xpbd_row[r]
            if row >= 0:
                KBIP[row, 0] = 1.0 / scale
                KBIP[row, 1] = damping / scale
                KBIP[row, 2] = 1.0
                KBIP[row, 3] = 0.0
                compliance = 1.0 / max(d.xpbd_tension[r], SLACK) if taut else m.xpbd_compliance[r]
                R[row] = compliance / scale
                D[row] = scale / compliance
                d.efc_diagA[row] = R[row]


@stage
def deformable_reference(m, d) -> None:
    """Set the reference of the rows of deformables in a step by DISCRETE: they act at its end already."""
    for r in range(m.nxpbdrow):
        row = d.xpbd_row[r]
        if row >= 0:
            d.efc_aref[row] = -d.efc_KBIP[row, 1] * d.efc_vel[row] - d.efc_KBIP[row, 0] * d.efc_pos[row]


@stage
def deformable_contact_diagonal(m, d) -> None:
    """Set the diagonal of contacts of flexes where some are deformables: their vertices are not alone.

    Within a step a vertex resists as if it had the mass of what holds it, too: mass + h^2 stiffness. Without that a
    contact would be as soft as the lightest vertex, and heavy bodies would sink in.
    """
    weight, h = m.body_invweight0, m.opt_timestep

    for c in range(d.ncon):
        if d.contact_efc_address[c] >= 0 and d.contact_geom[c, 1] < 0:
            d.nweight = 0
            add_side(m, d, c, 0, 1.0)
            add_side(m, d, c, 1, 1.0)
            translation, rotation = 0.0, 0.0
            for k in range(d.nweight):
                body, share = d.weight_body[k], d.weight_share[k]
                own = weight[body, 0]
                translation += own / (1.0 + h * h * m.xpbd_stiffness[body] * own) * share
                rotation += weight[body, 1] * share
            spread_contact_diagonal(d, d.contact_efc_address[c], translation, rotation)


@helper
def damping_of(m, c: int) -> float:
    """Return the damping of a constraint: the time within which it yields [s]."""
    return m.flex_damping[m.xpbd_flexid[c]] if (m.opt_disableflags & DisableBit.DAMPER) == 0 else 0.0
