"""Inverse dynamics of a step by DISCRETE: qacc is the change of velocity, so the metric takes the place of M."""

from corten.runtime import stage
from corten.stages.derivative.free_body import is_free_body, set_metric_block
from corten.stages.metric.couplings import mul_metric
from corten.stages.metric.free_bodies import mark_tied_trees


@stage
def invert_metric(m, d):
    """Compute qfrc_inverse = metric qacc - efm_c + qfrc_bias - qfrc_passive - qfrc_constraint.

    Bodies that float alone have their own equations, as in `free_body_acceleration`.

    reads:  m.M_rownnz m.M_rowadr m.M_colind d.efm_M d.efm_c d.qacc d.qfrc_bias d.qfrc_passive
    writes: d.qfrc_inverse d.block6 d.tree_degree
    """
    bias, passive, constraint, total = d.qfrc_bias, d.qfrc_passive, d.qfrc_constraint, d.qfrc_inverse
    block, dofadr = d.block6, m.jnt_dofadr

    mul_metric(m, d, d.qacc, total)
    mark_tied_trees(m, d)
    for j in range(m.njnt):
        if is_free_body(m, j) and d.tree_degree[m.dof_treeid[dofadr[j]]] == 0:
            set_metric_block(m, d, j)
            for i in range(6):
                product = 0.0
                for k in range(6):
                    product += block[i, k] * d.qacc[dofadr[j] + k]
                total[dofadr[j] + i] = product
    for i in range(m.nv):
        total[i] = bias[i] + (total[i] - d.efm_c[i] - passive[i] - constraint[i])
