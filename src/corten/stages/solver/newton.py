"""Newton's method on the primal problem: exact Hessian, exact line search, island by island."""

from corten.enums import StepErrorKind
from corten.runtime import helper, reduce_max, stage
from corten.stages.constraint.block_rows import spread_rows
from corten.stages.constraint.island import dot_places, island_at
from corten.stages.constraint.tolerance import attainable
from corten.stages.solver.hessian import factor_hessian, set_hessian, shape_envelope, solve_hessian
from corten.stages.solver.hessian_update import renew_hessian
from corten.stages.solver.primal import (
    begin_iteration,
    changed_states,
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


@stage
def newton(m, d):
    """Solve every island: minimise (qacc - qacc_smooth)' M (qacc - qacc_smooth) / 2 plus the costs of its rows.

    reads:  m.opt_iterations m.opt_tolerance d.M d.efc_D d.efc_J_values d.efc_jar d.qfrc_smooth
    writes: d.island_missed d.qacc d.qfrc_constraint d.solver_niter
    """
    d.nH = 0
    d.nJblock = 0
    d.line_wide = 1
    for k in range(d.nisland):
        island = island_at(d, k)
        if not spread_rows(d, island) or not shape_envelope(m, d, island):
            return StepErrorKind.CAPACITY
        gather_rows(d, island)
        begin_iteration(m, d, island)
        solve_island(m, d, island, True)
        end_iteration(d, island)
    return 0


@helper
def solve_island(m, d, island, here):
    """Iterate until the decrease of the cost, its gradient or Newton's decrement fall below the tolerance.

    The iteration begins at place_qacc. `here` tells whether an environment has the island. One that is done, or has
    not got it, goes along, with steps of length 0, until its neighbours are done.
    """
    grad, mgrad, tolerance = d.place_grad, d.place_Mgrad, attainable(m.opt_tolerance)
    scale = island_scale(m, d, island)
    going = here
    converged = False
    # forces of rows that are stiff beyond the rounding of what they are followed by take a step more than the cost
    stiff = False

    # a warm start may be the solution already: the cost lies at most grad' inv(M) grad / 2 above its minimum
    update_iterate(d, island)
    small = scale * norm_places(island, grad) < tolerance
    if reduce_max(1 if going and small else 0) > 0:
        solve_mass_island(m, d, island, grad, mgrad)
        converged = small and 0.5 * scale * dot_places(island, grad, mgrad) < tolerance
        going = going and not converged
    if reduce_max(1 if going else 0) > 0:
        set_hessian(m, d, island, True)
        factor_hessian(d, island)
        set_newton_direction(d, island)
        converged = converged or (small and 0.5 * scale * dot_places(island, grad, mgrad) < tolerance)
        going = going and not converged

    iteration = 0
    while iteration < m.opt_iterations and reduce_max(1 if going else 0) > 0:
        alpha = step_along(m, d, island, scale, going)
        going = going and alpha != 0.0
        store_states(d, island)
        move_iterate(d, island, alpha)
        update_iterate(d, island)
        improvement = scale * d.line_gain
        gradient = scale * norm_places(island, grad)
        if going:
            record_iteration(d, island, iteration, improvement, gradient)
        converged = converged or (going and ((improvement > 0.0 and improvement < tolerance) or gradient < tolerance))
        # from NaN on nothing else would come
        going = going and not converged and gradient == gradient

        # no new direction is needed where the last step was the last one
        if reduce_max(1 if going else 0) > 0:
            changes = reduce_max(changed_states(d, island))
            if changes > 0 or reduce_max(d.iefc_ncone) > 0:
                stiff = renew_hessian(m, d, island, changes) or stiff
            set_newton_direction(d, island)
            converged = converged or (going and not stiff and 0.5 * scale * dot_places(island, grad, mgrad) < tolerance)
            going = going and not converged
        iteration += 1
    if here:
        d.island_missed[island.number] = 0 if converged else 1


@helper
def set_newton_direction(d, island):
    """Set the search direction to -inv(H) grad; as long as no row changes its state, H stays as it was."""
    mgrad, search = d.place_Mgrad, d.place_search

    solve_hessian(d, island, d.place_grad, mgrad)
    for p in range(4 * island.blocks):
        search[p] = -mgrad[p]
