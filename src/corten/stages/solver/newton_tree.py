"""Newton's method for a model with a single tree, from the choice of where to begin to the forces on the dofs."""

from corten.enums import DisableBit, StepErrorKind
from corten.runtime import helper, reduce_max, select, stage
from corten.stages.constraint.block_rows import mul_block_rows
from corten.stages.constraint.island import gather_places, row_at, store_at_row, whole_tree
from corten.stages.solver.hessian import shape_envelope
from corten.stages.solver.newton import solve_island
from corten.stages.solver.primal import end_iteration, mul_mass_island
from corten.stages.solver.rows import cost_of_rows, gather_rows


@stage
def newton_tree(m, d):
    """Do what `warm_start` and `newton` do where all rows are one island, the same for all environments.

    reads:  m.opt_iterations m.opt_tolerance d.M d.efc_D d.efc_aref d.iefc_J d.qacc_smooth d.qacc_warmstart
    writes: d.efc_b d.island_missed d.qacc d.qfrc_constraint d.solver_niter
    """
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
        choose_begin(m, d, island)
        solve_island(m, d, island, d.nefc > 0)
        end_iteration(d, island)
        return_to_rows(m, d, island)
    else:
        for i in range(m.nv):
            d.qacc[i] = d.qacc_smooth[i]
            d.qfrc_constraint[i] = 0.0
    return 0


@helper
def choose_begin(m, d, island):
    """Begin at the last acceleration, unless the unconstrained one is better or there are no rows."""
    qacc, mass_acc, smooth, free = d.place_qacc, d.place_Ma, d.place_smooth, d.place_search
    jar, jar_free = d.iefc_jar, d.iefc_jv

    gather_places(d, island, d.qfrc_smooth, smooth)
    gather_places(d, island, d.qacc_smooth, free)
    gather_places(d, island, d.qacc_warmstart, qacc)
    mul_block_rows(d, island, free, jar_free)
    mul_block_rows(d, island, qacc, jar)
    mul_mass_island(m, d, island, qacc, mass_acc)
    for q in range(island.row_end):
        mine, r = row_at(d, q)
        aref = select(mine, d.efc_aref[r], 0.0)
        jar[q] -= aref
        jar_free[q] -= aref
        store_at_row(d, q, d.efc_b, jar_free[q])

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
def return_to_rows(m, d, island):
    """Leave forces and states in the order of rows, in which they stand where an environment is alone."""


@return_to_rows.version(machine="lanes")
def return_lanes_to_rows(m, d, island):
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
