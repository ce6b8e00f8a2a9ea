"""Nonlinear conjugate gradients on the primal problem, with the mass matrix as preconditioner, island by island."""

from corten.constants import MINVAL
from corten.enums import SolverType, StepErrorKind
from corten.runtime import helper, sqrt, stage
from corten.stages.solver.block_rows import spread_rows
from corten.stages.solver.line_search import norm_over
from corten.stages.solver.primal import (
    begin_iteration,
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

# least share of the gradient that a new direction keeps (Hager and Zhang)
TRUNCATION = 0.01


@stage
def cg(m, d):
    """Solve the constraint problem of every island; CG_STRICT fails where the tolerance is missed.

    reads:  m.M_colind m.M_rowadr d.M d.contact_dim d.contact_efc_address d.contact_friction d.qacc d.primal_Ma
    writes: d.island_missed d.qacc d.qfrc_constraint d.solver_niter
    """
    gather_rows(m, d)
    d.nJblock = 0
    for k in range(d.nisland):
        if not spread_rows(d, k):
            return StepErrorKind.CAPACITY
        converged = solve_island_cg(m, d, k)
        d.island_missed[k] = 0 if converged else 1
        if not converged and m.opt_solver == SolverType.CG_STRICT:
            d.error_where = d.island_row[d.island_rowadr[k]]
            return StepErrorKind.SOLVER_FAILED
    return 0


@helper
def solve_island_cg(m, d, k):
    """Iterate on island k; return whether the decrease of its cost or its gradient fell below the tolerance."""
    grad, mgrad, tolerance = d.primal_grad, d.primal_Mgrad, m.opt_tolerance
    first = d.island_dofadr[k]
    last = first + d.island_dofnum[k]
    scale = island_scale(m, d, k)

    # the cost lies at most grad' inv(M) grad / 2 above its minimum
    begin_iteration(m, d, k)
    solve_mass_island(m, d, k, grad, mgrad)
    if 0.5 * scale * dot_island(d, k, grad, mgrad) < tolerance:
        return True
    set_direction(d, k, 0.0)

    for iteration in range(m.opt_iterations):
        alpha = step_along(m, d, k, scale)
        if alpha == 0.0:
            return False
        store_gradient(d, k)
        store_states(d, k)
        move_iterate(d, k, alpha)
        update_iterate(m, d, k)
        solve_mass_island(m, d, k, grad, mgrad)

        improvement = scale * d.line_gain
        gradient = scale * norm_over(grad, d.island_dof, first, last)
        record_iteration(d, k, iteration, improvement, gradient)
        if (improvement > 0.0 and improvement < tolerance) or gradient < tolerance:
            return True
        # from here on nothing but NaN would come
        if gradient != gradient:
            return False
        set_direction(d, k, conjugate_share(d, k))
    return False


@helper
def store_gradient(d, k):
    """Keep the gradient and the preconditioned gradient of island k."""
    dof, grad, mgrad, gradold, mgradold = (
        d.island_dof,
        d.primal_grad,
        d.primal_Mgrad,
        d.primal_grad_before,
        d.primal_Mgrad_before,
    )
    for p in range(d.island_dofadr[k], d.island_dofadr[k] + d.island_dofnum[k]):
        gradold[dof[p]] = grad[dof[p]]
        mgradold[dof[p]] = mgrad[dof[p]]


@helper
def set_direction(d, k, share):
    """Set the search direction to the preconditioned descent plus a share of the last direction."""
    dof, mgrad, search = d.island_dof, d.primal_Mgrad, d.primal_search
    for p in range(d.island_dofadr[k], d.island_dofadr[k] + d.island_dofnum[k]):
        i = dof[p]
        search[i] = -mgrad[i] + (share * search[i] if share != 0.0 else 0.0)


@helper
def conjugate_share(d, k):
    """Return the share of the last direction after Hager and Zhang, 0 where conjugacy is lost.

    With the change y of the gradient, its preconditioned form My, direction s and preconditioned gradient Mg:
    (y' Mg - 2 (y' My / s' y) s' g) / s' y, but not below -1 / (|s| min(0.01, |g|)).
    """
    dof, grad, mgrad, search = d.island_dof, d.primal_grad, d.primal_Mgrad, d.primal_search
    gradold, mgradold = d.primal_grad_before, d.primal_Mgrad_before

    direction_change = 0.0
    change_change = 0.0
    change_gradient = 0.0
    direction_gradient = 0.0
    direction_square = 0.0
    gradient_square = 0.0
    for p in range(d.island_dofadr[k], d.island_dofadr[k] + d.island_dofnum[k]):
        i = dof[p]
        change = grad[i] - gradold[i]
        direction_change += search[i] * change
        change_change += change * (mgrad[i] - mgradold[i])
        change_gradient += change * mgrad[i]
        direction_gradient += search[i] * grad[i]
        direction_square += search[i] * search[i]
        gradient_square += grad[i] * grad[i]
    if direction_change < MINVAL:
        return 0.0
    share = (change_gradient - 2.0 * (change_change / direction_change) * direction_gradient) / direction_change
    least = -1.0 / max(MINVAL, sqrt(direction_square) * min(TRUNCATION, sqrt(gradient_square)))
    return max(least, share)
