"""Friction loss: dofs and tendons that resist motion with a bounded force."""

from corten.enums import ConstraintType
from corten.runtime import stage
from corten.stages.constraint.row import add_single_row
from corten.stages.constraint.tendon_row import add_tendon_row


@stage
def dof_friction_rows(m, d):
    """Add a row for every dof with friction loss.

    reads:  m.dof_frictionloss d.ne d.nefc d.nJ
    writes: d.nf d.nefc d.nJ d.efc_type d.efc_id d.efc_J_rownnz
    """
    frictionloss = m.dof_frictionloss

    for i in range(m.nv):
        if frictionloss[i] != 0.0:
            add_single_row(d, (ConstraintType.FRICTION_DOF, i), i, 1.0, (0.0, 0.0, frictionloss[i]))
    d.nf = d.nefc - d.ne


@stage
def tendon_friction_rows(m, d):
    """Add a row for every tendon with friction loss.

    reads:  m.tendon_frictionloss m.ten_J_rownnz m.ten_J_rowadr d.ne d.nefc d.nJ
    writes: d.nf d.nefc d.nJ d.efc_type d.efc_id d.efc_J_rownnz
    """
    frictionloss = m.tendon_frictionloss

    for i in range(m.ntendon):
        if frictionloss[i] > 0.0:
            add_tendon_row(m, d, ConstraintType.FRICTION_TENDON, i, 1.0, (0.0, 0.0, frictionloss[i]))
    d.nf = d.nefc - d.ne
