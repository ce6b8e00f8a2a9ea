"""The acceleration that all forces but those of constraints give a step by DISCRETE."""

from corten.linalg.tree_ldl import solve_tree
from corten.runtime import stage
from corten.stages.smooth.acceleration import set_smooth_force


@stage
def metric_acceleration(m, d):
    """Compute qfrc_smooth, and qacc_smooth = inv(B) (qfrc_smooth + efm_c) with the factored part B of the metric.

    That is all for dofs whose metric has no couplings.

    reads:  m.body_parentid m.body_rootid m.dof_bodyid d.qfrc_passive d.qfrc_bias d.qfrc_applied d.qfrc_actuator
    writes: d.qfrc_smooth d.qacc_smooth d.body_spatial
    """
    smooth, shift, qacc = d.qfrc_smooth, d.efm_c, d.qacc_smooth

    set_smooth_force(m, d)
    for i in range(m.nv):
        qacc[i] = smooth[i] + shift[i]
    solve_tree(d.qH, d.qHDiagInv, m.M_rownnz, m.M_rowadr, m.M_colind, m.nv, qacc, 0)
