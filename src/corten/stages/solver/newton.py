"""Newton's method on the primal problem: exact Hessian, exact line search, island by island."""

from corten.enums import StepErrorKind
from corten.runtime import helper, stage
from corten.stages.solver.block_rows import spread_rows
from corten.stages.solver.hessian import change_hessian, factor_hessian, set_hessian, shape_envelope, solve_hessian
from corten.stages.solver.line_search import norm_over
from corten.stages.solver.primal import (
    begin_iteration,
    changed_states,
    dot_island,
    island_scale,
    move_iterate,
    record_iteration,
    solve_mass_island,
    step_along,
    store_states,
    update_iterate,
)
from corten.stages.solver.rows import gather_rows


@stage
def newton(m, d):
    """Solve every island: minimise (qacc - qacc_smooth)' M (qacc - qacc_smooth) / 2 plus the costs of its rows.

    reads:  m.opt_iterations m.opt_tolerance d.M d.efc_D d.efc_J_values d.efc_jar d.qfrc_smooth
    writes: d.island_missed d.qacc d.qfrc_constraint d.solver_niter
    """
    gather_rows(m, d)
    d.nH = 0
    d.nJblock = 0
    for k in range(d.nisland):
        if not spread_rows(d, k) or not shape_envelope(m, d, k):
            return StepErrorKind.CAPACITY
        converged = solve_island(m, d, k)
        d.island_missed[k] = 0 if converged else 1
    return 0


@helper
def solve_island(m, d, k):
    """Iterate on island k; return whether the decrease of its cost, its gradient or Newton's decrement fell below the
    tolerance.
    """
    grad, mgrad, tolerance = d.primal_grad, d.primal_Mgrad, m.opt_tolerance
    first = d.island_dofadr[k]
    last = first + d.island_dofnum[k]
    scale = island_scale(m, d, k)

    # a warm start may be the solution already: the cost lies at most grad' inv(M) grad / 2 above its minimum
    begin_iteration(m, d, k)
    small = scale * norm_over(grad, d.island_dof, first, last) < tolerance
    if small:
        solve_mass_island(m, d, k, grad, mgrad)
        if 0.5 * scale * dot_island(d, k, grad, mgrad) < tolerance:
            return True
    set_hessian(m, d, k)
    factor_hessian(d, k)
    set_newton_direction(m, d, k)
    if small and 0.5 * scale * dot_island(d, k, grad, mgrad) < tolerance:
        return True

    for iteration in range(m.opt_iterations):
        alpha = step_along(m, d, k, scale)
        if alpha == 0.0:
            return False
        store_states(d, k)
        move_iterate(d, k, alpha)
        update_iterate(m, d, k)
        improvement = scale * d.line_gain
        gradient = scale * norm_over(grad, d.island_dof, first, last)
        record_iteration(d, k, iteration, improvement, gradient)
        if (improvement > 0.0 and improvement < tolerance) or gradient < tolerance:
            return True
        # from here on nothing but NaN would come
        if gradient != gradient:
            return False

        # no new direction is needed where the last step was the last one
        changes = changed_states(d, k)
        if changes > 0:
            change_hessian(d, k, False)
        if changes > 0 or d.iefc_ncone > 0:
            factor_hessian(d, k)
        set_newton_direction(m, d, k)
        if 0.5 * scale * dot_island(d, k, grad, mgrad) < tolerance:
            return True
    return False


@helper
def set_newton_direction(m, d, k):
    """Set the search direction to -inv(H) grad; as long as no row changes its state, H stays as it was."""
    mgrad, search, dof = d.primal_Mgrad, d.primal_search, d.island_dof

    solve_hessian(d, k, d.primal_grad, mgrad)
    for p in range(d.island_dofadr[k], d.island_dofadr[k] + d.island_dofnum[k]):
        search[dof[p]] = -mgrad[dof[p]]
