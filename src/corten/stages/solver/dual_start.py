"""Where dual solvers begin: at the forces that follow from the last acceleration, unless none are better."""

from corten.constants import NISLAND
from corten.enums import DisableBit
from corten.linalg.tree_ldl import solve_tree
from corten.runtime import helper, stage
from corten.stages.constraint.product import mul_jacobian, mul_jacobian_transposed
from corten.stages.constraint.update import update_constraint
from corten.stages.metric.couplings import in_metric


@stage
def dual_start(m, d):
    """Set efc_force to where the solver begins; trees without constraints are done with qacc_smooth.

    reads:  m.M_colind m.M_rowadr m.M_rownnz d.contact_dim d.contact_friction d.contact_mu d.efc_D
    writes: d.efc_b d.efc_force d.efc_jar d.efc_state d.qacc d.qfrc_constraint
    """
    b, jar, aref, force = d.efc_b, d.efc_jar, d.efc_aref, d.efc_force

    for k in range(min(d.nisland, NISLAND)):
        d.solver_niter[k] = 0
    mul_jacobian(d, b, d.qacc_smooth)
    mul_jacobian(d, jar, d.qacc_warmstart)
    for r in range(d.nefc):
        b[r] -= aref[r]
        jar[r] -= aref[r]
    update_constraint(d, jar)
    if (m.opt_disableflags & DisableBit.WARMSTART) != 0 or dual_cost(m, d) > 0.0:
        for r in range(d.nefc):
            force[r] = 0.0
    for i in range(m.nv):
        d.qfrc_constraint[i] = 0.0
        d.qacc[i] = d.qacc_smooth[i]


@helper
def dual_cost(m, d):
    """Return force' (A + R) force / 2 + b' force at efc_force."""
    force, product, joint_force = d.efc_force, d.dual_product, d.qfrc_constraint

    mul_jacobian_transposed(d, m.nv, joint_force, force)
    for i in range(m.nv):
        product[i] = joint_force[i]
    if in_metric(m):
        solve_tree(d.qH, d.qHDiagInv, m.M_rownnz, m.M_rowadr, m.M_colind, m.nv, product, 0)
    else:
        solve_tree(d.qLD, d.qLDiagInv, m.M_rownnz, m.M_rowadr, m.M_colind, m.nv, product, 0)
    cost = 0.0
    for i in range(m.nv):
        cost += 0.5 * joint_force[i] * product[i]
    for r in range(d.nefc):
        cost += force[r] * (0.5 * d.efc_R[r] * force[r] + d.efc_b[r])
    return cost
