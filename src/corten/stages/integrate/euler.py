"""EULER: semi-implicit Euler, implicit in the dampers of the dofs."""

from corten.enums import DisableBit, StepErrorKind
from corten.linalg.tree_ldl import factor_tree, mul_tree, solve_tree
from corten.runtime import helper, stage
from corten.runtime.fields import F8, I4, Field
from corten.runtime.scratch import Requested, scratch
from corten.stages.inertia.articulated import (
    expand_factors,
    factor_articulated,
    own_armature,
    solve_articulated,
)
from corten.stages.inertia.mass_matrix import count_raised_pivots
from corten.stages.passive.springs import NO_ACTUATOR, damping_derivative, dof_damping

SCRATCH = scratch(
    Field("qacc_saved", F8, ("nv",), "acceleration of a discrete step while inverse dynamics replaces it"),
) + scratch(
    Field("damped_missing", I4, (), "1: qH is not that of the last step, but damped_U is"),
    Field("damped_wanted", I4, (), "1: somebody looks at qH, so each step computes it; kept by a reset"),
    readers=("corten.stages.metric",),
    lasting=True,
)

# either of these flags makes the update explicit
EXPLICIT = DisableBit.EULERDAMP | DisableBit.DAMPER


@stage
def euler(m, d) -> int:
    """Find the acceleration that changes qvel: (M + h D) qacc_step = qfrc_smooth + qfrc_constraint.

    D is the diagonal derivative of the damper forces at qvel. Without dampers, or with implicit damping switched off,
    that is qacc itself and nothing is factorised.
    """
    rownnz, rowadr, colind = m.M_rownnz, m.M_rowadr, m.M_colind
    matrix, diag_inv, qacc, smooth = d.qH, d.qHDiagInv, d.qacc, d.qfrc_smooth
    constraint, qacc_step = d.qfrc_constraint, d.qacc_step

    if not damps_implicitly(m):
        for i in range(m.nv):
            qacc_step[i] = qacc[i]
        return 0

    set_damped_matrix(m, d)
    failed = factor_tree(matrix, diag_inv, rownnz, rowadr, colind, m.nv)
    if failed >= 0:
        d.error_where = failed
        return StepErrorKind.CHOLESKY_FAILED
    count_raised_pivots(m, d, diag_inv)

    for i in range(m.nv):
        qacc_step[i] = smooth[i] + constraint[i]
    solve_tree(matrix, diag_inv, rownnz, rowadr, colind, m.nv, qacc_step, 0)
    return 0


@stage
def articulated_euler(m, d) -> int:
    """Do the same for long trees, whose mass matrix is not formed: h D goes where the armature goes."""
    h, qacc, qacc_step = m.opt_timestep, d.qacc, d.qacc_step

    if not damps_implicitly(m):
        for i in range(m.nv):
            qacc_step[i] = qacc[i]
        return 0

    for i in range(m.nv):
        a, b, c = dof_damping(m, i)
        d.dof_added[i] = own_armature(m, i) + h * damping_derivative(a, b, c, d.qvel[i])
    return solve_damped(m, d)


@helper
def solve_damped(m, d) -> int:
    """Set qacc_step to inv(M + E) (qfrc_smooth + qfrc_constraint) with dof_added, armature + E; return the status."""
    smooth, constraint, qacc_step = d.qfrc_smooth, d.qfrc_constraint, d.qacc_step

    failed = factor_articulated(m, d, d.damped_U, d.qHDiagInv)
    d.damped_missing = 1
    if failed >= 0:
        d.error_where = failed
        return StepErrorKind.CHOLESKY_FAILED
    count_raised_pivots(m, d, d.qHDiagInv)
    if d.damped_wanted != 0:
        expand_damped(m, d)

    for i in range(m.nv):
        qacc_step[i] = smooth[i] + constraint[i]
    solve_articulated(m, d, d.damped_U, d.qHDiagInv, qacc_step)
    return 0


@helper
def expand_damped(m, d) -> None:
    """Compute the factors of the damped matrix in full."""
    expand_factors(m, d, d.qH, d.damped_U, d.qHDiagInv)
    d.damped_missing = 0


@stage
def complete_damped(m, d) -> None:
    """Compute the factors of the damped matrix in full if the last step left them out."""
    if d.damped_missing != 0:
        expand_damped(m, d)


REQUESTED = (Requested(("qH",), "damped_missing", "damped_wanted", complete_damped),)


@stage
def invert_euler(m, d) -> None:
    """Replace qacc, taken as (v' - v) / h of an EULER step, by the acceleration of the forward dynamics."""
    save_acceleration(m, d)
    if damps_implicitly(m):
        set_damped_matrix(m, d)
        mul_tree(d.qacc, d.qH, m.M_rownnz, m.M_rowadr, m.M_colind, m.nv, d.qacc_saved)
        solve_tree(d.qLD, d.qLDiagInv, m.M_rownnz, m.M_rowadr, m.M_colind, m.nv, d.qacc, 0)


@helper
def damps_implicitly(m) -> bool:
    """Tell whether some dof has a damper that EULER treats implicitly."""
    damping, poly, jntid, actuatorid = m.dof_damping, m.dof_dampingpoly, m.dof_jntid, m.jnt_actuatorid

    if (m.opt_disableflags & EXPLICIT) != 0:
        return False
    for i in range(m.nv):
        own = damping[i] > 0.0 or poly[i, 0] != 0.0 or poly[i, 1] != 0.0
        if own or actuatorid[jntid[i]] != NO_ACTUATOR:
            return True
    return False


@helper
def set_damped_matrix(m, d) -> None:
    """Set qH = M + h D."""
    h, rownnz, rowadr = m.opt_timestep, m.M_rownnz, m.M_rowadr
    mass, matrix, qvel = d.M, d.qH, d.qvel

    d.damped_missing = 0
    for entry in range(m.nC):
        matrix[entry] = mass[entry]
    for i in range(m.nv):
        a, b, c = dof_damping(m, i)
        matrix[rowadr[i] + rownnz[i] - 1] += h * damping_derivative(a, b, c, qvel[i])


# ---- DISCRETE: the constraint solve is the step. Its metric holds what the implicit integrators add to the mass matrix
# The acceleration of the forward dynamics is (v' - v) / h already, so nothing is left to do. See `corten.stages.metric`


@stage
def discrete(m, d) -> None:
    """Take the acceleration of the forward dynamics: qacc_step = qacc."""
    for i in range(m.nv):
        d.qacc_step[i] = d.qacc[i]


# ---- inverse dynamics of a simulated step: from the change of velocity to the acceleration that caused it
# A step changes qvel by h qacc_step, where H qacc_step = f with the matrix H of the integrator, while the forward
# dynamics have M qacc = f. Given qacc_step in place of qacc (EnableBit.INVDISCRETE), qacc = inv(M) H qacc_step: that is
# the stage `invert_` of each integrator


@stage
def restore_acceleration(m, d) -> None:
    """Give qacc back the value that it had before it was replaced."""
    qacc, saved = d.qacc, d.qacc_saved

    for i in range(m.nv):
        qacc[i] = saved[i]


@helper
def save_acceleration(m, d) -> None:
    """Copy qacc to qacc_saved."""
    qacc, saved = d.qacc, d.qacc_saved

    for i in range(m.nv):
        saved[i] = qacc[i]
