"""Fields of Data for constraints: one row for each scalar constraint, in MuJoCo's order, with a sparse Jacobian."""

from corten.data import blocks
from corten.runtime.fields import F8, I4, Field, in_block
from corten.runtime.scratch import Room

CAPACITIES = (
    Room("maxefc", "room for constraint rows", counted_by="nefc", first=8),
    Room("maxJ", "room for entries of the constraint Jacobian", counted_by="nJ", first=32),
)

COUNTS = in_block(
    blocks.RESULTS,
    Field("ne", I4, (), "equality rows"),
    Field("nf", I4, (), "friction loss rows"),
    Field("nl", I4, (), "limit rows"),
    Field("nefc", I4, (), "constraint rows"),
    Field("nJ", I4, (), "entries of the constraint Jacobian"),
)

ROWS = in_block(
    blocks.RESULTS,
    Field("efc_type", I4, ("maxefc",), "ConstraintType"),
    Field("efc_id", I4, ("maxefc",), "equality, dof, tendon, joint or contact"),
    Field("efc_J_rownnz", I4, ("maxefc",), "Jacobian: entries in each row"),
    Field("efc_J_rowadr", I4, ("maxefc",), "Jacobian: first entry of each row"),
    Field("efc_J_colind", I4, ("maxJ",), "Jacobian: dof of each entry, ascending in a row"),
    Field("efc_J_values", F8, ("maxJ",), "Jacobian: values"),
    Field("efc_pos", F8, ("maxefc",), "position of the constraint: violation, distance"),
    Field("efc_margin", F8, ("maxefc",), "margin that is subtracted from the position"),
    Field("efc_frictionloss", F8, ("maxefc",), "friction loss"),
    Field("efc_diagA", F8, ("maxefc",), "diagonal of J inv(M) J', approximate or exact"),
    Field("efc_KBIP", F8, ("maxefc", 4), "stiffness, damping, impedance, its derivative"),
    Field("efc_D", F8, ("maxefc",), "constraint mass, 1 / R"),
    Field("efc_R", F8, ("maxefc",), "regularisation"),
    Field("efc_vel", F8, ("maxefc",), "velocity J qvel"),
    Field("efc_aref", F8, ("maxefc",), "reference acceleration"),
    Field("efc_b", F8, ("maxefc",), "J qacc_smooth - aref"),
    Field("efc_jar", F8, ("maxefc",), "J qacc - aref"),
    Field("efc_force", F8, ("maxefc",), "constraint force"),
    Field("efc_state", I4, ("maxefc",), "ConstraintState"),
)

CONSTRAINT = COUNTS + ROWS
