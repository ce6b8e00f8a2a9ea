"""Factors of the mass matrix."""

from corten.enums import StepErrorKind
from corten.linalg.tree_ldl import factor_tree
from corten.runtime import stage
from corten.stages.inertia.raised_pivots import count_raised_pivots


@stage
def factor_mass(m, d):
    """Factor M = L'DL along the kinematic tree; a pivot below 0, or NaN, is CHOLESKY_FAILED at that dof.

    reads:  m.M_rownnz m.M_rowadr m.M_colind d.M
    writes: d.qLD d.qLDiagInv d.warning_number d.warning_info d.error_where
    """
    mass, factor = d.M, d.qLD

    for entry in range(m.nC):
        factor[entry] = mass[entry]
    failed = factor_tree(factor, d.qLDiagInv, m.M_rownnz, m.M_rowadr, m.M_colind, m.nv)
    if failed >= 0:
        d.error_where = failed
        return StepErrorKind.CHOLESKY_FAILED
    count_raised_pivots(m, d, d.qLDiagInv)
    return 0
