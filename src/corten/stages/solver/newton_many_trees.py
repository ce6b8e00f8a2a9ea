"""Newton's method for models with many trees, such as heaps of bodies: large islands are factored by supernodes.

    minimum_degree.py    the order in which trees are eliminated
    trees_rows.py        rows of J by trees
    trees_pattern.py     supernodes: which rows the columns of each tree have, for the rows of this step
    trees_hessian.py     H in these supernodes
    trees_factor.py      its factor L D L' in place; trees_solve.py: solutions
    trees_update.py      factors after rows changed their states

The iteration is that of `newton.py`; nothing of it runs in lanes.
"""

from corten.enums import StepErrorKind
from corten.runtime import helper, stage
from corten.stages.constraint.block_rows import write_block_rows
from corten.stages.constraint.island import Island, attainable, dot_idofs, island_at
from corten.stages.solver.hessian import shape_envelope
from corten.stages.solver.minimum_degree import MANY_TREES
from corten.stages.solver.newton import solve_island
from corten.stages.solver.primal import (
    begin_iteration,
    changed_states,
    end_iteration,
    island_scale,
    move_iterate,
    mul_mass_island,
    norm_idofs,
    record_iteration,
    search_step,
    solve_mass_island,
    store_states,
)
from corten.stages.solver.rows import gather_rows, update_rows
from corten.stages.solver.trees_factor import factor_supernodes
from corten.stages.solver.trees_hessian import set_tree_hessian
from corten.stages.solver.trees_pattern import number_places, shape_supernodes
from corten.stages.solver.trees_rows import mul_tree_rows, mul_tree_rows_transpose, write_tree_rows
from corten.stages.solver.trees_solve import solve_supernodes
from corten.stages.solver.trees_update import renew_supernodes


@stage
def newton_many_trees(m, d) -> int:
    """Solve every island as `newton` does; those of many trees are factored by supernodes (`trees_pattern.py`)."""
    d.nfactor = 0
    d.nfill = 0
    d.ntreeJ = 0
    d.nH = 0
    d.nJblock = 0
    d.line_wide = 1
    for k in range(d.nisland):
        island, many = island_at(d, k), d.island_treenum[k] >= MANY_TREES
        if many:
            number_places(m, d, island)
            if not write_tree_rows(m, d, island) or not shape_supernodes(d, island):
                return StepErrorKind.CAPACITY
        elif not write_block_rows(d, island) or not shape_envelope(m, d, island):
            return StepErrorKind.CAPACITY
        gather_rows(d, island)
        begin_iteration(m, d, island)
        if many:
            d.island_missed[k] = 0 if solve_many_trees(m, d, island) else 1
        else:
            solve_island(m, d, island, True)
        end_iteration(d, island)
    return 0


@helper
def solve_many_trees(m, d, island: Island) -> bool:
    """Iterate as `solve_island` of `newton.py` does; return whether the tolerance was met."""
    grad, mgrad, tolerance = d.idof_grad, d.idof_Mgrad, attainable(m.opt_tolerance)
    scale = island_scale(m, d, island)

    update_gradient(d, island)
    small = scale * norm_idofs(island, grad) < tolerance
    if small:
        solve_mass_island(m, d, island, grad, mgrad)
        if 0.5 * scale * dot_idofs(island, grad, mgrad) < tolerance:
            return True
    set_tree_hessian(m, d, island)
    factor_supernodes(d)
    set_direction(d, island)
    if small and 0.5 * scale * dot_idofs(island, grad, mgrad) < tolerance:
        return True
    stiff = False
    for iteration in range(m.opt_iterations):
        mul_mass_island(m, d, island, d.idof_search, d.idof_Mv)
        mul_tree_rows(d, d.idof_search, d.iefc_jv)
        alpha = search_step(m, d, island, scale, True)
        if alpha == 0.0:
            return False
        store_states(d, island)
        move_iterate(d, island, alpha)
        update_gradient(d, island)
        improvement = scale * d.line_gain
        gradient = scale * norm_idofs(island, grad)
        record_iteration(d, island, iteration, improvement, gradient)
        if (improvement > 0.0 and improvement < tolerance) or gradient < tolerance:
            return True
        # from NaN on nothing else would come
        if gradient != gradient:
            return False
        if changed_states(d, island) > 0 or d.iefc_ncone > 0:
            stiff = renew_supernodes(m, d, island) or stiff
        set_direction(d, island)
        if not stiff and 0.5 * scale * dot_idofs(island, grad, mgrad) < tolerance:
            return True
    return False


@helper
def update_gradient(d, island: Island) -> None:
    """Set forces, states and gradient at iefc_jar and idof_Ma."""
    mass_acc, smooth, grad, force = d.idof_Ma, d.idof_smooth, d.idof_grad, d.idof_force

    update_rows(d, island)
    mul_tree_rows_transpose(d, island, d.iefc_force, force)
    for p in range(4 * island.blocks):
        grad[p] = mass_acc[p] - smooth[p] - force[p]


@helper
def set_direction(d, island: Island) -> None:
    """Set the search direction to -inv(H) grad."""
    mgrad, search = d.idof_Mgrad, d.idof_search

    solve_supernodes(d, island, d.idof_grad, mgrad)
    for p in range(4 * island.blocks):
        search[p] = -mgrad[p]
