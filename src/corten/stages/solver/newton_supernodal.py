"""Newton's method for models with many vertices of flexes, whose trees are eliminated by nested dissection.

A sheet of n vertices has an envelope of n sqrt(n) blocks, and most of it is fill-in. Nested dissection (George 1973)
cuts the sheet by a line of vertices, the separator, eliminates both halves first, which know nothing of each other, and
the separator last; halves are cut likewise. Vertices that are eliminated together are a panel, or supernode: their
columns have nearly the same entries below, so that factors are made of dense pieces.

            A     C     B            A  #
        o---o---o | o---o---o        B  .  #          . what dissection keeps empty
        o---o---o | o---o---o        C  #  #  #
          half  cut  half

    compile/flexes/dissection    the panels, once for a model
    supernodal_pattern.py        runs: which blocks each block row has in each panel, for the rows of this step
    supernodal_hessian.py        H in these runs, and updates of its factors by rows that changed their states
    supernodal_factor.py         L D L' in place, and solutions

The iteration is that of `newton.py`; nothing of it runs in lanes.
"""

from corten.enums import StepErrorKind
from corten.runtime import helper, stage
from corten.runtime.fields import I4, Field
from corten.runtime.scratch import Room, scratch
from corten.stages.constraint.block_rows import write_block_rows
from corten.stages.constraint.island import Island, attainable, dot_idofs, island_at
from corten.stages.solver.islands import (
    list_neighbours,
    list_rows,
    number_idofs,
    number_islands,
    order_trees,
    unite_trees,
)
from corten.stages.solver.primal import (
    begin_iteration,
    changed_states,
    end_iteration,
    island_scale,
    move_iterate,
    norm_idofs,
    record_iteration,
    solve_mass_island,
    step_along,
    store_states,
    update_iterate,
)
from corten.stages.solver.rows import gather_rows
from corten.stages.solver.supernodal_factor import factor_panels, solve_panels
from corten.stages.solver.supernodal_hessian import renew_panels, set_panel_hessian
from corten.stages.solver.supernodal_pattern import has_panels, shape_panels

SCRATCH = scratch(
    Field("tree_panel", I4, ("ntreeL",), "panel of each tree, nelim for those that carry no flex"),
)

ROOMS = (
    Room(
        "ntreeL",
        "trees where factors are in panels, else 0",
        first=lambda model: model.ntree if has_panels(model) else 0,
    ),
)


@stage
def find_flex_islands(m, d) -> None:
    """Do what `find_islands` does, with the trees that carry flexes in the order that dissection gave them."""
    unite_trees(m, d)
    number_islands(m, d)
    list_rows(m, d)
    list_neighbours(m, d)
    order_trees(m, d)
    order_flexes(m, d)
    number_idofs(m, d)


@helper
def order_flexes(m, d) -> None:
    """Eliminate trees that carry flexes first, in their order, then the others of each island in theirs."""
    order, cursor = d.tree_order, d.island_cursor

    for t in range(m.ntree):
        d.tree_panel[t] = m.nelim
    for n in range(m.nelim):
        d.tree_panel[m.elim_tree[n]] = m.elim_panel[n]
    for k in range(d.nisland):
        begin = d.island_treeadr[k]
        end = begin + d.island_treenum[k]
        kept = begin
        for entry in range(begin, end):
            if d.tree_panel[order[entry]] == m.nelim:
                order[kept] = order[entry]
                kept += 1
        cursor[k] = end
    # what stands last is eliminated first
    for n in range(m.nelim):
        k = d.tree_island[m.elim_tree[n]]
        if k >= 0:
            cursor[k] -= 1
            order[cursor[k]] = m.elim_tree[n]


@stage
def newton_supernodal(m, d) -> int:
    """Solve every island as `newton` does, with factors that leave out what dissection keeps apart."""
    d.nL = 0
    d.nrunL = 0
    d.nJblock = 0
    d.line_wide = 1
    for k in range(d.nisland):
        island = island_at(d, k)
        if not write_block_rows(d, island) or not shape_panels(m, d, island):
            return StepErrorKind.CAPACITY
        gather_rows(d, island)
        begin_iteration(m, d, island)
        d.island_missed[k] = 0 if solve_in_panels(m, d, island) else 1
        end_iteration(d, island)
    return 0


@helper
def solve_in_panels(m, d, island: Island) -> bool:
    """Iterate as `solve_island` of `newton.py` does; return whether the tolerance was met."""
    grad, mgrad, tolerance = d.idof_grad, d.idof_Mgrad, attainable(m.opt_tolerance)
    scale = island_scale(m, d, island)

    update_iterate(d, island)
    small = scale * norm_idofs(island, grad) < tolerance
    if small:
        solve_mass_island(m, d, island, grad, mgrad)
        if 0.5 * scale * dot_idofs(island, grad, mgrad) < tolerance:
            return True
    set_panel_hessian(m, d, island)
    factor_panels(d, island)
    set_direction(d, island)
    if small and 0.5 * scale * dot_idofs(island, grad, mgrad) < tolerance:
        return True
    stiff = False
    for iteration in range(m.opt_iterations):
        alpha = step_along(m, d, island, scale, True)
        if alpha == 0.0:
            return False
        store_states(d, island)
        move_iterate(d, island, alpha)
        update_iterate(d, island)
        improvement = scale * d.line_gain
        gradient = scale * norm_idofs(island, grad)
        record_iteration(d, island, iteration, improvement, gradient)
        if (improvement > 0.0 and improvement < tolerance) or gradient < tolerance:
            return True
        # from NaN on nothing else would come
        if gradient != gradient:
            return False
        if changed_states(d, island) > 0 or d.iefc_ncone > 0:
            stiff = renew_panels(m, d, island) or stiff
        set_direction(d, island)
        if not stiff and 0.5 * scale * dot_idofs(island, grad, mgrad) < tolerance:
            return True
    return False


@helper
def set_direction(d, island: Island) -> None:
    """Set the search direction to -inv(H) grad."""
    mgrad, search = d.idof_Mgrad, d.idof_search

    solve_panels(d, island, d.idof_grad, mgrad)
    for p in range(4 * island.blocks):
        search[p] = -mgrad[p]
