"""Inverse dynamics of a simulated step: from the change of velocity to the acceleration that caused it.

A step changes qvel by h qacc_step, where H qacc_step = f with the matrix H of the integrator, while the forward
dynamics have M qacc = f. Given qacc_step in place of qacc (EnableBit.INVDISCRETE), qacc = inv(M) H qacc_step.
"""

from corten.linalg.sparse_lu import mul_rows
from corten.linalg.tree_ldl import mul_tree, solve_tree
from corten.runtime import helper, stage
from corten.stages.derivative.free_body import is_free_body, set_free_block
from corten.stages.integrate.euler import damps_implicitly, set_damped_matrix
from corten.stages.integrate.implicit import set_implicit_matrix
from corten.stages.integrate.implicit_spring_damper import set_spring_damper_matrix
from corten.stages.integrate.implicitfast import set_symmetric_matrix


@stage
def invert_euler(m, d):
    """Replace qacc, taken as (v' - v) / h of an EULER step, by the acceleration of the forward dynamics.

    reads:  m.dof_damping m.dof_dampingpoly m.dof_jntid d.M d.qLD d.qLDiagInv d.qvel d.qacc
    writes: d.qacc d.qacc_saved d.qH
    """
    save_acceleration(m, d)
    if damps_implicitly(m):
        set_damped_matrix(m, d)
        mul_tree(d.qacc, d.qH, m.M_rownnz, m.M_rowadr, m.M_colind, m.nv, d.qacc_saved)
        solve_tree(d.qLD, d.qLDiagInv, m.M_rownnz, m.M_rowadr, m.M_colind, m.nv, d.qacc, 0)


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


@stage
def invert_implicit_spring_damper(m, d):
    """Replace qacc, taken as (v' - v) / h of an IMPLICIT_SPRING_DAMPER step, by that of the forward dynamics.

    reads:  m.dof_damping m.dof_dampingpoly m.dof_jntid d.M d.qLD d.qLDiagInv d.qpos d.qacc
    writes: d.qacc d.qacc_saved d.qH d.work_nv
    """
    h, qacc, stiffness, qvel = m.opt_timestep, d.qacc, d.work_nv, d.qvel

    save_acceleration(m, d)
    set_spring_damper_matrix(m, d)
    mul_tree(qacc, d.qH, m.M_rownnz, m.M_rowadr, m.M_colind, m.nv, d.qacc_saved)
    for i in range(m.nv):
        qacc[i] += h * stiffness[i] * qvel[i]
    solve_tree(d.qLD, d.qLDiagInv, m.M_rownnz, m.M_rowadr, m.M_colind, m.nv, qacc, 0)


@stage
def restore_acceleration(m, d):
    """Give qacc back the value that it had before it was replaced.

    reads:  d.qacc_saved
    writes: d.qacc
    """
    qacc, saved = d.qacc, d.qacc_saved

    for i in range(m.nv):
        qacc[i] = saved[i]


@helper
def save_acceleration(m, d):
    """Copy qacc to qacc_saved."""
    qacc, saved = d.qacc, d.qacc_saved

    for i in range(m.nv):
        saved[i] = qacc[i]
