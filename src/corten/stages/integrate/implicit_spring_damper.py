"""IMPLICIT_SPRING_DAMPER: Euler, implicit in joint springs and dampers alike. corten's own; MuJoCo has no such name.

With the force f of everything but joint springs and dampers, their stiffness K and damping D, the new velocity v' obeys

    (M + h D + h^2 K) v' = M v + h f - h K (q - q_eq),

which is Euler with the spring at the end of the step, q' = q + h v', and the damper at v'. It is stable however stiff
the joints are. K and D are diagonal: the derivatives of the joint forces at the current state, so that polynomial
springs and dampers are linearised; where such a derivative is negative it is left out. The springs of ball and free
joints act on the rotation vector from q_eq to q, with the same K for all three axes.

In terms of accelerations, v' = v + h a, and with the whole force F = f - K (q - q_eq) - D v the equation becomes

    (M + h D + h^2 K) a = F - h K v.
"""

from corten.enums import StepErrorKind
from corten.linalg.tree_ldl import factor_tree, mul_tree, solve_tree
from corten.runtime import helper, stage
from corten.stages.inertia.raised_pivots import count_raised_pivots
from corten.stages.integrate.inversion import save_acceleration
from corten.stages.metric.joints import set_joint_stiffness
from corten.stages.passive.damper import dof_damping
from corten.stages.passive.polynomial import damping_derivative
from corten.stages.passive.switches import dampers_act


@stage
def implicit_spring_damper(m, d):
    """Find the acceleration that changes qvel: (M + h D + h^2 K) qacc_step = qfrc_smooth + qfrc_constraint - h K qvel.

    reads:  m.dof_damping m.dof_dampingpoly m.dof_jntid d.M d.qpos d.qvel d.qfrc_smooth
    writes: d.qacc_step d.qH d.qHDiagInv d.dof_vector d.warning_number d.warning_info d.error_where
    """
    h, rownnz, rowadr, colind = m.opt_timestep, m.M_rownnz, m.M_rowadr, m.M_colind
    matrix, diag_inv, stiffness, qvel = d.qH, d.qHDiagInv, d.dof_vector, d.qvel
    smooth, constraint, qacc_step = d.qfrc_smooth, d.qfrc_constraint, d.qacc_step

    set_spring_damper_matrix(m, d)
    failed = factor_tree(matrix, diag_inv, rownnz, rowadr, colind, m.nv)
    if failed >= 0:
        d.error_where = failed
        return StepErrorKind.CHOLESKY_FAILED
    count_raised_pivots(m, d, diag_inv)

    for i in range(m.nv):
        qacc_step[i] = smooth[i] + constraint[i] - h * stiffness[i] * qvel[i]
    solve_tree(matrix, diag_inv, rownnz, rowadr, colind, m.nv, qacc_step, 0)
    return 0


@stage
def invert_implicit_spring_damper(m, d):
    """Replace qacc, taken as (v' - v) / h of an IMPLICIT_SPRING_DAMPER step, by that of the forward dynamics.

    reads:  m.dof_damping m.dof_dampingpoly m.dof_jntid d.M d.qLD d.qLDiagInv d.qpos d.qacc
    writes: d.qacc d.qacc_saved d.qH d.dof_vector
    """
    h, qacc, stiffness, qvel = m.opt_timestep, d.qacc, d.dof_vector, d.qvel

    save_acceleration(m, d)
    set_spring_damper_matrix(m, d)
    mul_tree(qacc, d.qH, m.M_rownnz, m.M_rowadr, m.M_colind, m.nv, d.qacc_saved)
    for i in range(m.nv):
        qacc[i] += h * stiffness[i] * qvel[i]
    solve_tree(d.qLD, d.qLDiagInv, m.M_rownnz, m.M_rowadr, m.M_colind, m.nv, qacc, 0)


@helper
def set_spring_damper_matrix(m, d):
    """Set qH = M + h D + h^2 K and dof_vector = diag(K)."""
    h, rownnz, rowadr = m.opt_timestep, m.M_rownnz, m.M_rowadr
    mass, matrix, stiffness, qvel = d.M, d.qH, d.dof_vector, d.qvel

    set_joint_stiffness(m, d)
    for entry in range(m.nC):
        matrix[entry] = mass[entry]
    for i in range(m.nv):
        a, b, c = dof_damping(m, i)
        slope = max(0.0, damping_derivative(a, b, c, qvel[i])) if dampers_act(m) else 0.0
        matrix[rowadr[i] + rownnz[i] - 1] += h * slope + h * h * stiffness[i]
