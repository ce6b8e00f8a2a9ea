"""IMPLICIT: Euler, implicit in all velocity-dependent forces but those of constraints."""

from corten.constants import MINVAL
from corten.enums import StepErrorKind
from corten.linalg.lu import factor_lu, mul_rows, solve_lu
from corten.linalg.tree_ldl import solve_tree
from corten.runtime import helper, select, stage
from corten.stages.inertia.raised_pivots import count_singular
from corten.stages.integrate.inversion import save_acceleration


@stage
def implicit(m, d):
    """Find the acceleration that changes qvel: (M - h qDeriv) qacc_step = qfrc_smooth + qfrc_constraint.

    qDeriv is the derivative of actuator, passive and bias forces by qvel, within the sparsity of the kinematic tree.
    It is not symmetric, so the matrix is factorised as LU.

    reads:  m.D_rownnz m.D_rowadr m.D_diag d.M d.qDeriv d.qfrc_smooth d.qfrc_constraint
    writes: d.qacc_step d.qLU d.lu_remaining d.warning_number d.warning_info d.error_where
    """
    rownnz, rowadr, diag, colind = m.D_rownnz, m.D_rowadr, m.D_diag, m.D_colind
    smooth, constraint, qacc_step, lu = d.qfrc_smooth, d.qfrc_constraint, d.qacc_step, d.qLU

    set_implicit_matrix(m, d)
    failed = factor_lu(lu, d.lu_remaining, m.nv, rownnz, rowadr, diag, colind)
    if failed >= 0:
        d.error_where = failed
        return StepErrorKind.CHOLESKY_FAILED
    count_singular(d, last_raised_pivot(m, lu))

    for i in range(m.nv):
        qacc_step[i] = smooth[i] + constraint[i]
    solve_lu(qacc_step, lu, m.nv, rownnz, rowadr, diag, colind)
    return 0


@helper
def last_raised_pivot(m, lu):
    """Return the last dof whose pivot in LU factors was raised, -1 if there is none."""
    rowadr, diag = m.D_rowadr, m.D_diag

    last = -1
    for i in range(m.nv):
        last = select(abs(lu[rowadr[i] + diag[i]]) <= MINVAL, i, last)
    return last


@stage
def invert_implicit(m, d):
    """Replace qacc, taken as (v' - v) / h of an IMPLICIT step, by the acceleration of the forward dynamics.

    reads:  m.M_rownnz m.M_rowadr m.M_colind d.M d.qLD d.qLDiagInv d.qDeriv d.qacc
    writes: d.qacc d.qacc_saved d.qLU
    """
    save_acceleration(m, d)
    set_implicit_matrix(m, d)
    mul_rows(d.qacc, d.qLU, m.nv, m.D_rownnz, m.D_rowadr, m.D_colind, d.qacc_saved)
    solve_tree(d.qLD, d.qLDiagInv, m.M_rownnz, m.M_rowadr, m.M_colind, m.nv, d.qacc, 0)


@helper
def set_implicit_matrix(m, d):
    """Set qLU = M - h qDeriv; entries that M does not store are zero in it."""
    h, mapM2D = m.opt_timestep, m.mapM2D
    mass, deriv, lu = d.M, d.qDeriv, d.qLU

    for entry in range(m.nD):
        lu[entry] = -h * deriv[entry]
        if mapM2D[entry] >= 0:
            lu[entry] += mass[mapM2D[entry]]
