"""Products with the mass matrix and its inverse, for stages that need them."""

from corten.linalg.tree_ldl import mul_tree, solve_tree
from corten.runtime import helper, stage


@helper
def solve_mass(m, d, x):
    """Replace x, an array over the dofs, by inv(M) x; `factor_mass` comes first."""
    solve_tree(d.qLD, d.qLDiagInv, m.M_rownnz, m.M_rowadr, m.M_colind, m.nv, x, 0)


@helper
def mul_mass(m, d, result, x):
    """Write M x into `result`; both are arrays over the dofs."""
    mul_tree(result, d.M, m.M_rownnz, m.M_rowadr, m.M_colind, m.nv, x)


@stage
def solve_work(m, d):
    """Replace work_nv by inv(M) work_nv, for callers from Python.

    reads:  m.M_rownnz m.M_rowadr m.M_colind d.qLD d.qLDiagInv d.work_nv
    writes: d.work_nv
    """
    solve_mass(m, d, d.work_nv)


@stage
def mul_work(m, d):
    """Write M work_nv into work_product, for callers from Python.

    reads:  m.M_rownnz m.M_rowadr m.M_colind d.M d.work_nv d.work_product
    writes: d.work_product
    """
    mul_mass(m, d, d.work_product, d.work_nv)
