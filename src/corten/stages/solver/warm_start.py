"""Where the solvers begin: at the last acceleration, unless the unconstrained one is better."""

from corten.constants import NISLAND
from corten.enums import DisableBit
from corten.linalg.tree_ldl import mul_tree
from corten.runtime import helper, stage
from corten.stages.constraint.product import mul_jacobian
from corten.stages.constraint.update import update_constraint
from corten.stages.metric.couplings import in_metric, mul_metric


@stage
def warm_start(m, d):
    """Set qacc, M qacc and J qacc - aref to where the solver begins; trees without constraints are done with it.

    reads:  d.M d.contact_dim d.contact_friction d.contact_mu d.efc_b d.efc_force d.efc_jar d.primal_Ma
    writes: d.efc_b d.efc_force d.efc_jar d.efc_state d.qacc d.qfrc_constraint
    """
    smooth, warm, qacc = d.qacc_smooth, d.qacc_warmstart, d.qacc
    jar, b, aref, mass_acc, island = d.efc_jar, d.efc_b, d.efc_aref, d.primal_Ma, d.tree_island

    for k in range(min(d.nisland, NISLAND)):
        d.solver_niter[k] = 0
    mul_jacobian(d, b, smooth)
    for r in range(d.nefc):
        b[r] -= aref[r]
    begin_warm = d.nefc > 0 and (m.opt_disableflags & DisableBit.WARMSTART) == 0
    if begin_warm:
        mul_jacobian(d, jar, warm)
        for r in range(d.nefc):
            jar[r] -= aref[r]
        if in_metric(m):
            mul_metric(m, d, warm, mass_acc)
        else:
            mul_tree(mass_acc, d.M, m.M_rownnz, m.M_rowadr, m.M_colind, m.nv, warm)
        begin_warm = update_constraint(d, jar) + gauss_cost(m, d) <= update_constraint(d, b)
    for i in range(m.nv):
        d.qfrc_constraint[i] = 0.0
        tied = island[m.dof_treeid[i]] >= 0
        qacc[i] = warm[i] if begin_warm and tied else smooth[i]
    if not begin_warm:
        for r in range(d.nefc):
            jar[r] = b[r]
        for i in range(m.nv):
            mass_acc[i] = d.qfrc_smooth[i]
        if in_metric(m):
            for i in range(m.nv):
                mass_acc[i] += d.efm_c[i]


@helper
def gauss_cost(m, d):
    """Return (qacc - qacc_smooth)' M (qacc - qacc_smooth) / 2 at the last acceleration."""
    mass_acc, smooth, warm, free = d.primal_Ma, d.qfrc_smooth, d.qacc_warmstart, d.qacc_smooth
    total = 0.0
    for i in range(m.nv):
        total += 0.5 * (mass_acc[i] - smooth[i]) * (warm[i] - free[i])
    if in_metric(m):
        for i in range(m.nv):
            total -= 0.5 * d.efm_c[i] * (warm[i] - free[i])
    return total
