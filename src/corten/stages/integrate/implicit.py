"""IMPLICIT: Euler, implicit in all velocity-dependent forces but those of constraints."""

from corten.constants import MINVAL
from corten.enums import DisableBit, StepErrorKind
from corten.linalg.lu import factor_lu, mul_rows, solve_dense, solve_lu
from corten.linalg.tree_ldl import factor_tree, mul_tree, solve_tree
from corten.runtime import FloatArray, helper, select, stage
from corten.stages.actuation.control import bad_control, is_switched_off
from corten.stages.derivative.actuator import depends_on_velocity, force_derivative, is_saturated
from corten.stages.derivative.coriolis import is_free_body, set_free_block
from corten.stages.inertia.articulated import own_armature
from corten.stages.inertia.mass_matrix import count_raised_pivots, count_singular
from corten.stages.integrate.euler import save_acceleration, solve_damped
from corten.stages.metric.stiffness import set_joint_stiffness
from corten.stages.passive.passive import dampers_act
from corten.stages.passive.springs import damping_derivative, dof_damping


@stage
def implicit(m, d) -> int:
    """Find the acceleration that changes qvel: (M - h qDeriv) qacc_step = qfrc_smooth + qfrc_constraint.

    qDeriv is the derivative of actuator, passive and bias forces by qvel, within the sparsity of the kinematic tree.
    It is not symmetric, so the matrix is factorised as LU.
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
def last_raised_pivot(m, lu: FloatArray) -> int:
    """Return the last dof whose pivot in LU factors was raised, -1 if there is none."""
    rowadr, diag = m.D_rowadr, m.D_diag

    last = -1
    for i in range(m.nv):
        last = select(abs(lu[rowadr[i] + diag[i]]) <= MINVAL, i, last)
    return last


@stage
def invert_implicit(m, d) -> None:
    """Replace qacc, taken as (v' - v) / h of an IMPLICIT step, by the acceleration of the forward dynamics."""
    save_acceleration(m, d)
    set_implicit_matrix(m, d)
    mul_rows(d.qacc, d.qLU, m.nv, m.D_rownnz, m.D_rowadr, m.D_colind, d.qacc_saved)
    solve_tree(d.qLD, d.qLDiagInv, m.M_rownnz, m.M_rowadr, m.M_colind, m.nv, d.qacc, 0)


@helper
def set_implicit_matrix(m, d) -> None:
    """Set qLU = M - h qDeriv; entries that M does not store are zero in it."""
    h, mapM2D = m.opt_timestep, m.mapM2D
    mass, deriv, lu = d.M, d.qDeriv, d.qLU

    for entry in range(m.nD):
        lu[entry] = -h * deriv[entry]
        if mapM2D[entry] >= 0:
            lu[entry] += mass[mapM2D[entry]]


# ---- IMPLICITFAST: like IMPLICIT, but with the symmetric part of the matrix alone
# Dropping the derivative of Coriolis forces lets the matrix be factorised like M. Bodies that float alone keep theirs:
# their six dofs couple with no others, and spinning bodies would gain energy without it


@stage
def implicitfast(m, d) -> int:
    """Find the acceleration that changes qvel: (M - h qDeriv) qacc_step = qfrc_smooth + qfrc_constraint.

    qDeriv is the derivative of actuator and passive forces by qvel, of which the lower triangle is used. The six
    equations of a body that floats alone are solved by themselves, with the derivative of its bias force included.
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
def articulated_implicitfast(m, d) -> int:
    """Do the same for long trees where -h qDeriv is a diagonal, which goes where the armature goes."""
    h, outadr = m.opt_timestep, m.actuator_outadr

    for i in range(m.nv):
        d.dof_added[i] = own_armature(m, i)
        if dampers_act(m):
            a, b, c = dof_damping(m, i)
            d.dof_added[i] += h * damping_derivative(a, b, c, d.qvel[i])
    if (m.opt_disableflags & DisableBit.ACTUATION) == 0:
        usable = bad_control(m, d) < 0
        for k in range(m.nactuator):
            if depends_on_velocity(m, k) and not is_switched_off(m, k) and not is_saturated(m, d, k):
                entry = d.moment_rowadr[outadr[k]]
                arm = d.moment[entry]
                d.dof_added[d.moment_colind[entry]] -= h * force_derivative(m, d, k, usable) * (arm * arm)
    return solve_damped(m, d)


@stage
def invert_implicitfast(m, d) -> None:
    """Replace qacc, taken as (v' - v) / h of an IMPLICITFAST step, by the acceleration of the forward dynamics."""
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
def set_symmetric_matrix(m, d) -> None:
    """Set qH to the lower triangle of M - h qDeriv, and to that of M for bodies that float alone."""
    h, rownnz, rowadr, mapD2M, dofadr = m.opt_timestep, m.M_rownnz, m.M_rowadr, m.mapD2M, m.jnt_dofadr
    mass, deriv, matrix = d.M, d.qDeriv, d.qH

    d.damped_missing = 0
    for entry in range(m.nC):
        matrix[entry] = mass[entry] - h * deriv[mapD2M[entry]]
    for j in range(m.njnt):
        if is_free_body(m, j):
            last = dofadr[j] + 5
            for entry in range(rowadr[dofadr[j]], rowadr[last] + rownnz[last]):
                matrix[entry] = mass[entry]


@helper
def solve_free_body(m, d, jntid: int) -> int:
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


# ---- IMPLICIT_SPRING_DAMPER: Euler, implicit in joint springs and dampers alike. corten's own; MuJoCo has no such name
# With the force f of everything but joint springs and dampers, their stiffness K and damping D, the new velocity v'
# obeys
#
#     (M + h D + h^2 K) v' = M v + h f - h K (q - q_eq),
#
# which is Euler with the spring at the end of the step, q' = q + h v', and the damper at v'. It is stable however stiff
# the joints are. K and D are diagonal: the derivatives of the joint forces at the current state, so that polynomial
# springs and dampers are linearised; where such a derivative is negative it is left out. The springs of ball and free
# joints act on the rotation vector from q_eq to q, with the same K for all three axes.
#
# In terms of accelerations, v' = v + h a, and with the whole force F = f - K (q - q_eq) - D v the equation becomes
#
#     (M + h D + h^2 K) a = F - h K v


@stage
def implicit_spring_damper(m, d) -> int:
    """Find the acceleration that changes qvel: (M + h D + h^2 K) qacc_step = qfrc_smooth + qfrc_constraint - h K
    qvel.
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
def invert_implicit_spring_damper(m, d) -> None:
    """Replace qacc, taken as (v' - v) / h of an IMPLICIT_SPRING_DAMPER step, by that of the forward dynamics."""
    h, qacc, stiffness, qvel = m.opt_timestep, d.qacc, d.dof_vector, d.qvel

    save_acceleration(m, d)
    set_spring_damper_matrix(m, d)
    mul_tree(qacc, d.qH, m.M_rownnz, m.M_rowadr, m.M_colind, m.nv, d.qacc_saved)
    for i in range(m.nv):
        qacc[i] += h * stiffness[i] * qvel[i]
    solve_tree(d.qLD, d.qLDiagInv, m.M_rownnz, m.M_rowadr, m.M_colind, m.nv, qacc, 0)


@helper
def set_spring_damper_matrix(m, d) -> None:
    """Set qH = M + h D + h^2 K and dof_vector = diag(K)."""
    h, rownnz, rowadr = m.opt_timestep, m.M_rownnz, m.M_rowadr
    mass, matrix, stiffness, qvel = d.M, d.qH, d.dof_vector, d.qvel

    set_joint_stiffness(m, d)
    d.damped_missing = 0
    for entry in range(m.nC):
        matrix[entry] = mass[entry]
    for i in range(m.nv):
        a, b, c = dof_damping(m, i)
        slope = max(0.0, damping_derivative(a, b, c, qvel[i])) if dampers_act(m) else 0.0
        matrix[rowadr[i] + rownnz[i] - 1] += h * slope + h * h * stiffness[i]
