"""Inverse dynamics: the external force that explains an acceleration."""

from corten.linalg.tree_ldl import mul_tree
from corten.runtime import stage


@stage
def inverse_force(m, d):
    """Compute qfrc_inverse = M qacc + qfrc_bias - qfrc_passive - qfrc_constraint.

    It is what actuators and applied forces together must give; they are not looked at.

    reads:  m.M_rownnz m.M_rowadr m.M_colind d.M d.qacc d.qfrc_bias d.qfrc_passive
    writes: d.qfrc_inverse
    """
    bias, passive, constraint, total = d.qfrc_bias, d.qfrc_passive, d.qfrc_constraint, d.qfrc_inverse

    mul_tree(total, d.M, m.M_rownnz, m.M_rowadr, m.M_colind, m.nv, d.qacc)
    for i in range(m.nv):
        total[i] = bias[i] + (total[i] - passive[i] - constraint[i])
