"""IMPLICITFAST: like IMPLICIT, but with the symmetric part of the matrix alone.

Dropping the derivative of Coriolis forces lets the matrix be factorised like M. Bodies that float alone keep theirs:
their six dofs couple with no others, and spinning bodies would gain energy without it.
"""

from corten.enums import StepErrorKind
from corten.linalg.lu import solve_dense
from corten.linalg.tree_ldl import factor_tree, mul_tree, solve_tree
from corten.runtime import helper, stage
from corten.stages.derivative.free_body import is_free_body, set_free_block
from corten.stages.inertia.raised_pivots import count_raised_pivots
from corten.stages.integrate.inversion import save_acceleration


@stage
def implicitfast(m, d):
    """Find the acceleration that changes qvel: (M - h qDeriv) qacc_step = qfrc_smooth + qfrc_constraint.

    qDeriv is the derivative of actuator and passive forces by qvel, of which the lower triangle is used. The six
    equations of a body that floats alone are solved by themselves, with the derivative of its bias force included.

    reads:  m.M_rownnz m.M_rowadr m.M_colind d.M d.qDeriv d.qfrc_smooth d.qfrc_constraint
    writes: d.qacc_step d.qH d.qHDiagInv d.block6 d.warning_number d.warning_info d.error_where
    """
    rownnz, rowadr, colind = m.M_rownnz, m.M_rowadr, m.M_colind
    matrix, smooth, constraint, qacc_step = d.qH, d.qfrc_smooth, d.qfrc_constraint, d.qacc_step

    set_symmetric_matrix(m, d)
    failed = factor_tree(matrix, d.qHDiagInv, rownnz, rowadr, colind, m.nv)
    if failed >= 0:
        d.error_where = failed
        return StepErrorKind.CHOLESKY_FAILED
    count_raised_pivots(m, d, d.qHDiagInv)

    for i in range(m.nv):
        qacc_step[i] = smooth[i] + constraint[i]
    solve_tree(matrix, d.qHDiagInv, rownnz, rowadr, colind, m.nv, qacc_step, 0)

    for j in range(m.njnt):
        if is_free_body(m, j):
            singular = solve_free_body(m, d, j)
            if singular >= 0:
                d.error_where = singular
                return StepErrorKind.CHOLESKY_FAILED
    return 0


@stage
def invert_implicitfast(m, d):
    """Replace qacc, taken as (v' - v) / h of an IMPLICITFAST step, by the acceleration of the forward dynamics.

    reads:  m.M_rownnz m.M_rowadr m.M_colind d.M d.qLD d.qLDiagInv d.qDeriv d.qacc
    writes: d.qacc d.qacc_saved d.qH d.block6
    """
    dofadr, qacc, saved, block = m.jnt_dofadr, d.qacc, d.qacc_saved, d.block6

    save_acceleration(m, d)
    set_symmetric_matrix(m, d)
    mul_tree(qacc, d.qH, m.M_rownnz, m.M_rowadr, m.M_colind, m.nv, saved)

    # bodies that float alone were solved with a matrix of their own
    for j in range(m.njnt):
        if is_free_body(m, j):
            set_free_block(m, d, j)
            for i in range(6):
                total = 0.0
                for k in range(6):
                    total += block[i, k] * saved[dofadr[j] + k]
                qacc[dofadr[j] + i] = total
    solve_tree(d.qLD, d.qLDiagInv, m.M_rownnz, m.M_rowadr, m.M_colind, m.nv, qacc, 0)


@helper
def set_symmetric_matrix(m, d):
    """Set qH to the lower triangle of M - h qDeriv, and to that of M for bodies that float alone."""
    h, rownnz, rowadr, mapD2M, dofadr = m.opt_timestep, m.M_rownnz, m.M_rowadr, m.mapD2M, m.jnt_dofadr
    mass, deriv, matrix = d.M, d.qDeriv, d.qH

    for entry in range(m.nC):
        matrix[entry] = mass[entry] - h * deriv[mapD2M[entry]]
    for j in range(m.njnt):
        if is_free_body(m, j):
            last = dofadr[j] + 5
            for entry in range(rowadr[dofadr[j]], rowadr[last] + rownnz[last]):
                matrix[entry] = mass[entry]


@helper
def solve_free_body(m, d, jntid):
    """Overwrite qacc_step of a body that floats alone; return the dof where its equations are singular, or -1."""
    first = m.jnt_dofadr[jntid]
    block, smooth, constraint, qacc_step = d.block6, d.qfrc_smooth, d.qfrc_constraint, d.qacc_step

    set_free_block(m, d, jntid)
    for k in range(6):
        block[k, 6] = smooth[first + k] + constraint[first + k]
    failed = solve_dense(block, 6)
    for k in range(6):
        qacc_step[first + k] = block[k, 6]
    return first + failed if failed >= 0 else -1
