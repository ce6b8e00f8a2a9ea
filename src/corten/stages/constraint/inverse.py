"""Constraint forces that belong to a given acceleration, without a solver: the slope of the cost at it."""

from corten.runtime import stage
from corten.stages.constraint.product import mul_jacobian, mul_jacobian_transposed
from corten.stages.constraint.update import update_constraint


@stage
def inverse_constraint(m, d):
    """Set efc_force, efc_state and qfrc_constraint = J' efc_force for qacc.

    reads:  d.qacc d.ne d.nf d.nefc d.efc_type d.efc_id d.efc_J_rownnz d.efc_J_rowadr d.efc_J_colind d.efc_J_values
            d.efc_D d.efc_R d.efc_frictionloss d.efc_aref d.contact_dim d.contact_mu d.contact_friction
    writes: d.efc_force d.efc_state d.qfrc_constraint d.efc_jar
    """
    jar, aref = d.efc_jar, d.efc_aref

    mul_jacobian(d, jar, d.qacc)
    for i in range(d.nefc):
        jar[i] -= aref[i]
    update_constraint(d, jar)
    mul_jacobian_transposed(d, m.nv, d.qfrc_constraint, d.efc_force)
