"""Nonlinear conjugate gradients on the primal problem, with the mass matrix as preconditioner, island by island."""

from corten.constants import MINVAL
from corten.enums import SolverType, StepErrorKind
from corten.runtime import helper, sqrt, stage
from corten.stages.constraint.block_rows import spread_rows
from corten.stages.constraint.island import dot_places, island_at
from corten.stages.constraint.tolerance import attainable
from corten.stages.solver.primal import (
    begin_iteration,
    end_iteration,
    island_scale,
    move_iterate,
    norm_places,
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
    d.nJblock = 0
    for k in range(d.nisland):
        island = island_at(d, k)
        if not spread_rows(d, island):
            return StepErrorKind.CAPACITY
        converged = solve_island_cg(m, d, island)
        end_iteration(d, island)
        d.island_missed[k] = 0 if converged else 1
        if not converged and m.opt_solver == SolverType.CG_STRICT:
            d.error_where = d.island_row[island.row]
            return StepErrorKind.SOLVER_FAILED
    return 0


@helper
def solve_island_cg(m, d, island):
    """Iterate on an island; return whether the decrease of its cost or its gradient fell below the tolerance."""
    grad, mgrad, tolerance = d.place_grad, d.place_Mgrad, attainable(m.opt_tolerance)
    scale = island_scale(m, d, island)

    # the cost lies at most grad' inv(M) grad / 2 above its minimum
    gather_rows(d, island)
    begin_iteration(m, d, island)
    update_iterate(d, island)
    solve_mass_island(m, d, island, grad, mgrad)
    if 0.5 * scale * dot_places(island, grad, mgrad) < tolerance:
        return True
    set_direction(d, island, 0.0)

    for iteration in range(m.opt_iterations):
        alpha = step_along(m, d, island, scale, True)
        if alpha == 0.0:
            return False
        store_gradient(d, island)
        store_states(d, island)
        move_iterate(d, island, alpha)
        update_iterate(d, island)
        solve_mass_island(m, d, island, grad, mgrad)

        improvement = scale * d.line_gain
        gradient = scale * norm_places(island, grad)
        record_iteration(d, island, iteration, improvement, gradient)
        if (improvement > 0.0 and improvement < tolerance) or gradient < tolerance:
            return True
        # from here on nothing but NaN would come
        if gradient != gradient:
            return False
        set_direction(d, island, conjugate_share(d, island))
    return False


@helper
def store_gradient(d, island):
    """Keep the gradient and the preconditioned gradient of an island."""
    for p in range(4 * island.blocks):
        d.place_grad_before[p] = d.place_grad[p]
        d.place_Mgrad_before[p] = d.place_Mgrad[p]


@helper
def set_direction(d, island, share):
    """Set the search direction to the preconditioned descent plus a share of the last direction."""
    mgrad, search = d.place_Mgrad, d.place_search
    for p in range(4 * island.blocks):
        search[p] = -mgrad[p] + (share * search[p] if share != 0.0 else 0.0)


@helper
def conjugate_share(d, island):
    """Return the share of the last direction after Hager and Zhang, 0 where conjugacy is lost.

    With the change y of the gradient, its preconditioned form My, direction s and preconditioned gradient Mg:
    (y' Mg - 2 (y' My / s' y) s' g) / s' y, but not below -1 / (|s| min(0.01, |g|)).
    """
    grad, mgrad, search = d.place_grad, d.place_Mgrad, d.place_search
    before, mbefore = d.place_grad_before, d.place_Mgrad_before

    direction_change = 0.0
    change_change = 0.0
    change_gradient = 0.0
    direction_gradient = 0.0
    direction_square = 0.0
    gradient_square = 0.0
    for p in range(island.dofs):
        change = grad[p] - before[p]
        direction_change += search[p] * change
        change_change += change * (mgrad[p] - mbefore[p])
        change_gradient += change * mgrad[p]
        direction_gradient += search[p] * grad[p]
        direction_square += search[p] * search[p]
        gradient_square += grad[p] * grad[p]
    if direction_change < MINVAL:
        return 0.0
    share = (change_gradient - 2.0 * (change_change / direction_change) * direction_gradient) / direction_change
    least = -1.0 / max(MINVAL, sqrt(direction_square) * min(TRUNCATION, sqrt(gradient_square)))
    return max(least, share)
