"""Accelerations in an effective metric with couplings: conjugate gradients, with what is factored as preconditioner."""

from corten.constants import MINVAL
from corten.deformable.metric.factor import solve_flexes
from corten.enums import StepErrorKind
from corten.linalg.lu import solve_dense
from corten.linalg.tree_ldl import solve_tree
from corten.runtime import FloatArray, helper, stage
from corten.runtime.fields import F8, Field
from corten.runtime.scratch import scratch
from corten.stages.constraint.island import attainable
from corten.stages.derivative.coriolis import is_free_body, set_metric_block
from corten.stages.inertia.mass_matrix import count_singular
from corten.stages.metric.couplings import mark_coupled_trees, mul_metric

SCRATCH = scratch(
    Field("primal_grad", F8, ("nv",), "conjugate gradients in the metric: residual"),
    Field("primal_Mgrad", F8, ("nv",), "conjugate gradients in the metric: preconditioned residual"),
    Field("primal_search", F8, ("nv",), "conjugate gradients in the metric: search direction"),
    Field("primal_Mv", F8, ("nv",), "conjugate gradients in the metric: metric times search"),
)


@stage
def coupled_acceleration(m, d) -> None:
    """Set qacc_smooth = inv(metric) (qfrc_smooth + efm_c)."""
    residual = d.primal_grad

    for i in range(m.nv):
        residual[i] = d.qfrc_smooth[i] + d.efm_c[i]
    solve_metric(m, d, d.qacc_smooth)


@stage
def coupled_constraint_acceleration(m, d) -> None:
    """Set qacc = inv(metric) (qfrc_smooth + efm_c + qfrc_constraint)."""
    residual = d.primal_grad

    for i in range(m.nv):
        residual[i] = d.qfrc_smooth[i] + d.efm_c[i] + d.qfrc_constraint[i]
    solve_metric(m, d, d.qacc)


@helper
def solve_metric(m, d, x: FloatArray) -> None:
    """Write inv(metric) primal_grad into x; like MuJoCo, stop where the residual is opt_tolerance times the force.

    Where opt_iterations do not suffice for that, an INERTIA warning is counted, with the dof that is furthest from it.
    """
    residual, direct, search, product = d.primal_grad, d.primal_Mgrad, d.primal_search, d.primal_Mv
    nv = m.nv

    square = dot(residual, residual, nv)
    tolerance = attainable(m.opt_tolerance)
    limit = tolerance * tolerance * square
    for i in range(nv):
        x[i] = 0.0
    left = 0.0
    if square > MINVAL:
        left = square
        precondition(m, d)
        for i in range(nv):
            search[i] = direct[i]
        descent = dot(residual, direct, nv)
        for _ in range(m.opt_iterations):
            mul_metric(m, d, search, product)
            curvature = dot(search, product, nv)
            if curvature <= 0.0:
                left = 0.0
                break
            alpha = descent / curvature
            for i in range(nv):
                x[i] += alpha * search[i]
                residual[i] -= alpha * product[i]
            left = dot(residual, residual, nv)
            if left < limit:
                break
            precondition(m, d)
            before = descent
            descent = dot(residual, direct, nv)
            for i in range(nv):
                search[i] = direct[i] + descent / before * search[i]
    if left > 0.0 and left >= limit:
        count_singular(d, largest(residual, nv))


@helper
def precondition(m, d) -> None:
    """Set primal_Mgrad = inv(B) primal_grad with the factored part B of the metric, or what stands for it all."""
    for i in range(m.nv):
        d.primal_Mgrad[i] = d.primal_grad[i]
    if m.nefmK > 0:
        solve_flexes(m, d, 0, m.nv, d.primal_Mgrad)
    else:
        solve_tree(d.qH, d.qHDiagInv, m.M_rownnz, m.M_rowadr, m.M_colind, m.nv, d.primal_Mgrad, 0)


@helper
def largest(x: FloatArray, n: int) -> int:
    """Return the index of the number that is furthest from 0."""
    worst = 0
    for i in range(1, n):
        worst = i if abs(x[i]) > abs(x[worst]) else worst
    return worst


@helper
def dot(x: FloatArray, y: FloatArray, n: int) -> float:
    """Return the inner product of two vectors of n numbers."""
    total = 0.0
    for i in range(n):
        total += x[i] * y[i]
    return total


# ---- inverse dynamics of a step by DISCRETE: qacc is the change of velocity, so the metric takes the place of M


@stage
def invert_metric(m, d) -> None:
    """Compute qfrc_inverse = metric qacc - efm_c + qfrc_bias - qfrc_passive - qfrc_constraint.

    Bodies that float alone have their own equations, as in `free_body_acceleration`.
    """
    bias, passive, constraint, total = d.qfrc_bias, d.qfrc_passive, d.qfrc_constraint, d.qfrc_inverse
    block, dofadr = d.block6, m.jnt_dofadr

    mul_metric(m, d, d.qacc, total)
    mark_tied_trees(m, d)
    for j in range(m.njnt):
        if is_free_body(m, j) and d.tree_degree[m.dof_treeid[dofadr[j]]] == 0:
            set_metric_block(m, d, j)
            for i in range(6):
                product = 0.0
                for k in range(6):
                    product += block[i, k] * d.qacc[dofadr[j] + k]
                total[dofadr[j] + i] = product
    for i in range(m.nv):
        total[i] = bias[i] + (total[i] - d.efm_c[i] - passive[i] - constraint[i])


# ---- bodies that float alone, without constraints and couplings: their six equations get the derivative of the bias
# That derivative cannot be part of the metric, which is symmetric, but spinning bodies would gain energy without it


@stage
def free_body_acceleration(m, d) -> int:
    """Solve (efm_M + h d(qfrc_bias)/d(qvel)) qacc = qfrc_smooth + efm_c for each body that nothing else moves."""
    block, dofadr = d.block6, m.jnt_dofadr

    mark_tied_trees(m, d)
    for j in range(m.njnt):
        if is_free_body(m, j) and d.tree_degree[m.dof_treeid[dofadr[j]]] == 0:
            first = dofadr[j]
            set_metric_block(m, d, j)
            for k in range(6):
                block[k, 6] = d.qfrc_smooth[first + k] + d.efm_c[first + k]
            failed = solve_dense(block, 6)
            if failed >= 0:
                d.error_where = first + failed
                return StepErrorKind.CHOLESKY_FAILED
            for k in range(6):
                d.qacc[first + k] = block[k, 6]
    return 0


@helper
def mark_tied_trees(m, d) -> None:
    """Set tree_degree to 1 for each tree that a coupling or a constraint row moves, and to 0 for all others."""
    mark_coupled_trees(m, d, d.tree_degree)
    for r in range(d.nefc):
        for entry in range(d.efc_J_rowadr[r], d.efc_J_rowadr[r] + d.efc_J_rownnz[r]):
            d.tree_degree[m.dof_treeid[d.efc_J_colind[entry]]] = 1
