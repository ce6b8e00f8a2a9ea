"""Bodies that float alone, without constraints and couplings: their six equations get the derivative of the bias force.

That derivative cannot be part of the metric, which is symmetric, but spinning bodies would gain energy without it.
"""

from corten.enums import StepErrorKind
from corten.linalg.lu import solve_dense
from corten.runtime import helper, stage
from corten.stages.derivative.free_body import is_free_body, set_metric_block
from corten.stages.metric.couplings import mark_coupled_trees


@stage
def free_body_acceleration(m, d):
    """Solve (efm_M + h d(qfrc_bias)/d(qvel)) qacc = qfrc_smooth + efm_c for each body that nothing else moves.

    reads:  m.M_rownnz m.M_rowadr m.M_colind m.jnt_dofadr d.efm_M d.efm_c d.qfrc_smooth
    writes: d.qacc d.block6 d.tree_degree d.error_where
    """
    block, dofadr = d.block6, m.jnt_dofadr

    mark_tied_trees(m, d)
    for j in range(m.njnt):
        if is_free_body(m, j) and d.tree_degree[m.dof_treeid[dofadr[j]]] == 0:
            first = dofadr[j]
            set_metric_block(m, d, j)
            for k in range(6):
                block[k, 6] = d.qfrc_smooth[first + k] + d.efm_c[first + k]
            failed = solve_dense(block, 6)
            if failed >= 0:
                d.error_where = first + failed
                return StepErrorKind.CHOLESKY_FAILED
            for k in range(6):
                d.qacc[first + k] = block[k, 6]
    return 0


@helper
def mark_tied_trees(m, d):
    """Set tree_degree to 1 for each tree that a coupling or a constraint row moves, and to 0 for all others."""
    mark_coupled_trees(m, d, d.tree_degree)
    for r in range(d.nefc):
        for entry in range(d.efc_J_rowadr[r], d.efc_J_rowadr[r] + d.efc_J_rownnz[r]):
            d.tree_degree[m.dof_treeid[d.efc_J_colind[entry]]] = 1
