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
def solve_dof_vector(m, d):
    """Replace dof_vector by inv(M) dof_vector, for callers from Python.

    reads:  m.M_rownnz m.M_rowadr m.M_colind d.qLD d.qLDiagInv d.dof_vector
    writes: d.dof_vector
    """
    solve_mass(m, d, d.dof_vector)


@stage
def mul_dof_vector(m, d):
    """Write M dof_vector into dof_product, for callers from Python.

    reads:  m.M_rownnz m.M_rowadr m.M_colind d.M d.dof_vector d.dof_product
    writes: d.dof_product
    """
    mul_mass(m, d, d.dof_product, d.dof_vector)
