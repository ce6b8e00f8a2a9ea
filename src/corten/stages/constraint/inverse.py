"""Constraint forces that belong to a given acceleration, without a solver: the slope of the cost at it."""

from corten.runtime import stage
from corten.stages.constraint.product import mul_jacobian, mul_jacobian_transposed
from corten.stages.constraint.update import update_constraint


@stage
def inverse_constraint(m, d):
    """Set efc_force, efc_state and qfrc_constraint = J' efc_force for qacc.

    reads:  d.qacc d.ne d.nf d.nefc
    writes: d.efc_force d.efc_state d.qfrc_constraint d.efc_jar
    """
    jar, aref = d.efc_jar, d.efc_aref

    mul_jacobian(d, jar, d.qacc)
    for i in range(d.nefc):
        jar[i] -= aref[i]
    update_constraint(d, jar)
    mul_jacobian_transposed(d, m.nv, d.qfrc_constraint, d.efc_force)
