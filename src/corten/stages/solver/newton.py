"""Newton's method on the primal problem: exact Hessian, exact line search, island by island.

The cost of an island is convex and once continuously differentiable, quadratic as long as no row changes its state:

    cost(a)   (a - a0)' M (a - a0) / 2 + sum of s_i(x_i),    x = J a - aref          iefc_jar
    gradient  g = M a - qfrc_smooth - J' f,                  f_i = -s_i'(x_i)        idof_grad, iefc_force
    Hessian   H = M + J' W J,  W = s'': D of rows that act, a full block for each sliding elliptic contact

One iteration:

    v = -inv(H) g                                 set_newton_direction
    alpha = argmin cost(a + alpha v)              line_search.py
    (a, M a, x) += alpha (v, M v, J v)            move_iterate: products with M and J are taken of v alone
    f, states and g at x; H for the new states    update_iterate, renew_hessian

It ends when, times 1 / trace(M), the decrease of the cost, |g| or Newton's decrement g' inv(H) g / 2 is below the
tolerance; the decrement estimates how far the cost is above its minimum. A warm start may end it at once.

Variants (table SOLVER): `newton` serves every model. `newton_single_tree` knows that all rows are one island, so that
indices are the same for all environments of a pack. `newton_lanes` walks the islands of all environments of a pack
together. There an environment that is done goes along with steps of length 0, which change no bits.
"""

from corten.enums import DisableBit, StepErrorKind
from corten.runtime import helper, reduce_max, select, stage
from corten.runtime.fields import F8, I4, Field
from corten.runtime.scratch import scratch
from corten.stages.constraint.block_rows import MOST_TREES, mul_block_rows, write_block_rows
from corten.stages.constraint.island import (
    Island,
    attainable,
    dof_at,
    dot_idofs,
    gather_idofs,
    island_at,
    row_at,
    store_at_row,
    whole_tree,
)
from corten.stages.constraint.lane_rows import OwnRows, align_rows
from corten.stages.solver.hessian import factor_hessian, renew_hessian, set_hessian, shape_envelope, solve_hessian
from corten.stages.solver.islands import number_idofs
from corten.stages.solver.primal import (
    begin_iteration,
    changed_states,
    end_iteration,
    island_scale,
    move_iterate,
    mul_mass_island,
    norm_idofs,
    record_iteration,
    solve_mass_island,
    step_along,
    store_states,
    update_iterate,
)
from corten.stages.solver.rows import cost_of_rows, gather_row, gather_rows

SCRATCH = scratch(
    Field("idof_qacc_smooth", F8, ("nv_pad",), "qacc_smooth, by idof"),
    Field("iefc_jar_smooth", F8, ("maxefc",), "J qacc_smooth - aref"),
    Field("line_wide", I4, (), "line search: 1 where no environment shares instructions with others"),
    Field("island_key", I4, ("ntree",), "the trees of each island and their order, in one number"),
)


@stage
def newton(m, d) -> int:
    """Solve every island: minimise (qacc - qacc_smooth)' M (qacc - qacc_smooth) / 2 plus the costs of its rows."""
    d.nH = 0
    d.nJblock = 0
    d.line_wide = 1
    for k in range(d.nisland):
        island = island_at(d, k)
        if not write_block_rows(d, island) or not shape_envelope(m, d, island):
            return StepErrorKind.CAPACITY
        gather_rows(d, island)
        begin_iteration(m, d, island)
        solve_island(m, d, island, True)
        end_iteration(d, island)
    return 0


@helper
def solve_island(m, d, island: Island, here: bool) -> None:
    """Iterate until the decrease of the cost, its gradient or Newton's decrement fall below the tolerance.

    The iteration begins at idof_qacc. `here` tells whether an environment has the island. One that is done, or has
    not got it, goes along, with steps of length 0, until its neighbours are done.
    """
    grad, mgrad, tolerance = d.idof_grad, d.idof_Mgrad, attainable(m.opt_tolerance)
    scale = island_scale(m, d, island)
    # who is still iterating, and who has met the tolerance
    going = here
    converged = False
    # forces of rows that are stiff beyond the rounding of what they are followed by take a step more than the cost
    stiff = False

    # a warm start may be the solution already: the cost lies at most grad' inv(M) grad / 2 above its minimum
    update_iterate(d, island)
    small = scale * norm_idofs(island, grad) < tolerance
    if reduce_max(1 if going and small else 0) > 0:
        solve_mass_island(m, d, island, grad, mgrad)
        converged = small and 0.5 * scale * dot_idofs(island, grad, mgrad) < tolerance
        going = going and not converged

    # the first direction
    if reduce_max(1 if going else 0) > 0:
        set_hessian(m, d, island, True)
        factor_hessian(d, island)
        set_newton_direction(d, island)
        converged = converged or (small and 0.5 * scale * dot_idofs(island, grad, mgrad) < tolerance)
        going = going and not converged

    iteration = 0
    while iteration < m.opt_iterations and reduce_max(1 if going else 0) > 0:
        # go to the minimum along the direction; no gain ends the iteration
        alpha = step_along(m, d, island, scale, going)
        going = going and alpha != 0.0
        store_states(d, island)
        move_iterate(d, island, alpha)
        update_iterate(d, island)

        # has it converged?
        improvement = scale * d.line_gain
        gradient = scale * norm_idofs(island, grad)
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
            converged = converged or (going and not stiff and 0.5 * scale * dot_idofs(island, grad, mgrad) < tolerance)
            going = going and not converged
        iteration += 1
    if here:
        d.island_missed[island.number] = 0 if converged else 1


@helper
def set_newton_direction(d, island: Island) -> None:
    """Set the search direction to -inv(H) grad; as long as no row changes its state, H stays as it was."""
    mgrad, search = d.idof_Mgrad, d.idof_search

    solve_hessian(d, island, d.idof_grad, mgrad)
    for p in range(4 * island.blocks):
        search[p] = -mgrad[p]


# ---- Newton's method for a model with a single tree, from the choice of where to begin to the forces on the dofs


@stage
def newton_single_tree(m, d) -> int:
    """Do what `warm_start` and `newton` do where all rows are one island, the same for all environments."""
    island = whole_tree(m, d)
    # room for the whole triangle, which environments that share an instruction need
    room = 8 * island.blocks * (island.blocks + 1)
    d.nH = room
    d.line_wide = 0
    if room > d.maxH:
        return StepErrorKind.CAPACITY
    if island.row_end > 0:
        if not shape_envelope(m, d, island):
            return StepErrorKind.CAPACITY
        if d.nefc > 0:
            d.solver_niter[0] = 0
        gather_rows(d, island)
        choose_start(m, d, island)
        solve_island(m, d, island, d.nefc > 0)
        end_iteration(d, island)
        scatter_rows(m, d, island)
    else:
        for i in range(m.nv):
            d.qacc[i] = d.qacc_smooth[i]
            d.qfrc_constraint[i] = 0.0
    return 0


@helper
def choose_start(m, d, island: Island) -> None:
    """Begin at the last acceleration, unless the unconstrained one is better or there are no rows."""
    qacc, mass_acc, smooth, free = d.idof_qacc, d.idof_Ma, d.idof_smooth, d.idof_qacc_smooth
    jar, jar_free = d.iefc_jar, d.iefc_jar_smooth

    # x = J a - aref at both candidates
    gather_idofs(d, island, d.qfrc_smooth, smooth)
    gather_idofs(d, island, d.qacc_smooth, free)
    gather_idofs(d, island, d.qacc_warmstart, qacc)
    mul_block_rows(d, island, free, jar_free)
    mul_block_rows(d, island, qacc, jar)
    mul_mass_island(m, d, island, qacc, mass_acc)
    for q in range(island.row_end):
        mine, r = row_at(d, q)
        aref = select(mine, d.efc_aref[r], 0.0)
        jar[q] -= aref
        jar_free[q] -= aref
        store_at_row(d, q, d.efc_b, jar_free[q])

    # the cost at qacc_smooth is that of its rows alone
    cost = 0.0
    for p in range(island.dofs):
        cost += 0.5 * (mass_acc[p] - smooth[p]) * (qacc[p] - free[p])
    cost += cost_of_rows(d, island, jar)
    warm = d.nefc > 0 and (m.opt_disableflags & DisableBit.WARMSTART) == 0 and cost <= cost_of_rows(d, island, jar_free)
    for p in range(4 * island.blocks):
        qacc[p] = select(warm, qacc[p], free[p])
        mass_acc[p] = select(warm, mass_acc[p], smooth[p])
    for q in range(island.row_end):
        jar[q] = select(warm, jar[q], jar_free[q])


@helper
def scatter_rows(m, d, island: Island) -> None:
    """Leave forces and states in the order of rows, in which they stand where an environment is alone."""


@scatter_rows.version(machine="lanes")
def scatter_lane_rows(m, d, island: Island) -> None:
    """Leave the same for environments side by side; a row never stands before its place among all rows."""
    force, state, before = d.iefc_force, d.iefc_state, d.iefc_state_before

    for q in range(island.row_end):
        mine, r = row_at(d, q)
        if mine:
            force[r], state[r], before[r] = force[q], state[q], before[q]
    # the correction of friction reads more of the rows
    if m.opt_noslip_iterations > 0:
        rows = reduce_max(d.nefc)
        for r in range(rows):
            d.island_row[r] = r if r < d.nefc else -1
        d.island_rownum[0] = d.nefc
        gather_rows(d, island._replace(row_end=rows))


# ---- Newton's method for models with a few trees, so that environments that have the same islands solve them together
# Each environment finds its islands by itself. Then those of all environments are walked: the lowest island that one of
# them has next, by the order of its trees, is solved by all that have it, while the others wait


# of a tree in the number that tells an island's trees and their order
TREE_BITS = (MOST_TREES - 1).bit_length()

# after all islands
NO_ISLAND = 0x7FFFFFFF


@stage
def newton_lanes(m, d) -> int:
    """Do what `newton` does, with room for all that environments that share instructions need."""
    blocks = (m.nv + 3) >> 2
    d.nH = 8 * blocks * (blocks + 1)
    d.nJblock = blocks * d.nefc
    d.line_wide = 0
    if d.nH > d.maxH or d.nJblock > d.maxJblock:
        return StepErrorKind.CAPACITY
    return 0 if solve_islands(m, d) else StepErrorKind.CAPACITY


@helper
def solve_islands(m, d) -> bool:
    """Solve all islands of one environment; return whether there is room."""
    for k in range(d.nisland):
        island = island_at(d, k)
        if not write_block_rows(d, island) or not shape_envelope(m, d, island):
            return False
        gather_rows(d, island)
        begin_iteration(m, d, island)
        solve_island(m, d, island, True)
        end_iteration(d, island)
    return True


@solve_islands.version(machine="lanes")
def solve_islands_in_lanes(m, d) -> bool:
    """Solve all islands of all environments. Their rows stand side by side, behind those that each has listed."""
    list_keys(d)
    first, k = reduce_max(d.nefc), 0
    while reduce_max(d.nisland - k) > 0:
        # the lowest island that one of the environments has next; the others wait
        key = NO_ISLAND + 0
        if k < d.nisland:
            key = d.island_key[k]
        wanted = -reduce_max(-key)
        here = key == wanted
        begin = 0
        end = 0
        if here:
            begin = d.island_rowadr[k]
            end = begin + d.island_rownum[k]

        # all get its dofs and rows, and those that have it solve it
        island = enter_island(m, d, k, first, wanted)
        last = align_rows(m, d, island, OwnRows(begin, end, True))
        island = island._replace(row_end=last)
        if last < 0 or not shape_envelope(m, d, island):
            return False
        gather_rows(d, island)
        begin_iteration(m, d, island)
        solve_island(m, d, island, here)
        leave_island(d, island, begin, here)
        k += 1 if here else 0
    # the correction of friction reads more of the rows, and islands as each environment has listed them
    if m.opt_noslip_iterations > 0:
        relist_islands(m, d)
    return True


@helper
def list_keys(d) -> None:
    """Write for each island a number that tells its trees and their order."""
    for k in range(reduce_max(d.nisland)):
        if k < d.nisland:
            key, entry = 1, d.island_treeadr[k]
            for _ in range(d.island_treenum[k]):
                key = (key << TREE_BITS) | d.tree_order[entry]
                entry += 1
            d.island_key[k] = key


@helper
def enter_island(m, d, number: int, row: int, key: int) -> Island:
    """Let all environments have the trees and dofs of the island of a key; return it, as yet without rows."""
    trees, rest = 0, key
    while rest > 1:
        trees += 1
        rest >>= TREE_BITS
    # the same idofs as those of `number_idofs`
    count = 0
    for entry in range(trees - 1, -1, -1):
        tree = (key >> (TREE_BITS * (trees - 1 - entry))) & ((1 << TREE_BITS) - 1)
        d.tree_order[entry] = tree
        begin = m.tree_dofadr[tree]
        for i in range(begin + m.tree_dofnum[tree] - 1, begin - 1, -1):
            d.island_dof[count] = i
            d.dof_idof[i] = count
            count += 1
    return Island(number, row, row, 0, count, (count + 3) >> 2, 0, trees)


@helper
def leave_island(d, island: Island, begin: int, here: bool) -> None:
    """Leave acceleration and forces on dofs, and forces and states of rows where an environment has them listed."""
    for p in range(island.dofs):
        i = dof_at(d, island, p)
        if here:
            d.qacc[i], d.qfrc_constraint[i] = d.idof_qacc[p], d.idof_force[p]
    own = begin
    for q in range(island.row, island.row_end):
        mine, _ = row_at(d, q)
        if mine:
            d.iefc_force[own], d.iefc_state[own] = d.iefc_force[q], d.iefc_state[q]
            own += 1


@helper
def relist_islands(m, d) -> None:
    """List trees, dofs and rows of the islands of each environment where they stood before islands were walked."""
    rows = 0
    for k in range(reduce_max(d.nisland)):
        if k < d.nisland:
            key, entry = d.island_key[k], d.island_treeadr[k] + d.island_treenum[k]
            for _ in range(d.island_treenum[k]):
                entry -= 1
                d.tree_order[entry] = key & ((1 << TREE_BITS) - 1)
                key >>= TREE_BITS
            rows += d.island_rownum[k]
    number_idofs(m, d)
    for q in range(reduce_max(rows)):
        gather_row(d, q, d.island_row[q] if q < rows else 0, q < rows)
