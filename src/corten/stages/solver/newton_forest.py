"""Newton's method for models with a few trees, so that environments that have the same islands solve them together.

Each environment finds its islands by itself. Then those of all environments are walked: the lowest island that one of
them has next, by the order of its trees, is solved by all that have it, while the others wait.
"""

from corten.enums import StepErrorKind
from corten.runtime import helper, reduce_max, stage
from corten.stages.constraint.block_rows import spread_rows
from corten.stages.constraint.island import Island, dof_at, island_at, row_at
from corten.stages.constraint.side_by_side import Own, place_rows
from corten.stages.constraint.tree_rows import MOST_TREES
from corten.stages.solver.hessian import shape_envelope
from corten.stages.solver.newton import solve_island
from corten.stages.solver.primal import begin_iteration, end_iteration
from corten.stages.solver.rows import gather_rows

# of a tree in the number that tells an island's trees and their order
TREE_BITS = (MOST_TREES - 1).bit_length()

# after all islands
NO_ISLAND = 0x7FFFFFFF


@stage
def newton_forest(m, d):
    """Do what `newton` does, with room for all that environments that share instructions need.

    reads:  m.opt_iterations m.opt_tolerance d.M d.efc_D d.efc_J_values d.efc_jar d.qfrc_smooth
    writes: d.island_missed d.qacc d.qfrc_constraint d.solver_niter
    """
    blocks = (m.nv + 3) >> 2
    d.nH = 8 * blocks * (blocks + 1)
    d.nJblock = blocks * d.nefc
    d.line_wide = 0
    if d.nH > d.maxH or d.nJblock > d.maxJblock:
        return StepErrorKind.CAPACITY
    return 0 if solve_islands(m, d) else StepErrorKind.CAPACITY


@helper
def solve_islands(m, d):
    """Solve all islands of one environment; return whether there is room."""
    for k in range(d.nisland):
        island = island_at(d, k)
        if not spread_rows(d, island) or not shape_envelope(m, d, island):
            return False
        gather_rows(d, island)
        begin_iteration(m, d, island)
        solve_island(m, d, island, True)
        end_iteration(d, island)
    return True


@solve_islands.version(machine="lanes")
def solve_islands_together(m, d):
    """Solve all islands of all environments. Their rows stand side by side, behind those that each has listed."""
    list_keys(d)
    first, k = reduce_max(d.nefc), 0
    while reduce_max(d.nisland - k) > 0:
        key = NO_ISLAND + 0
        if k < d.nisland:
            key = d.tree_link[k]
        wanted = -reduce_max(-key)
        here = key == wanted
        begin = 0
        end = 0
        if here:
            begin = d.island_rowadr[k]
            end = begin + d.island_rownum[k]
        island = enter_island(m, d, k, first, wanted)
        last = place_rows(m, d, island, Own(begin, end, True))
        island = island._replace(row_end=last)
        if last < 0 or not shape_envelope(m, d, island):
            return False
        gather_rows(d, island)
        begin_iteration(m, d, island)
        solve_island(m, d, island, here)
        leave_island(d, island, begin, here)
        k += 1 if here else 0
    return True


@helper
def list_keys(d):
    """Write for each island a number that tells its trees and their order; tree_link has served its purpose."""
    for k in range(reduce_max(d.nisland)):
        if k < d.nisland:
            key, entry = 1, d.island_treeadr[k]
            for _ in range(d.island_treenum[k]):
                key = (key << TREE_BITS) | d.tree_order[entry]
                entry += 1
            d.tree_link[k] = key


@helper
def enter_island(m, d, number, row, key):
    """Let all environments have the trees and dofs of the island of a key; return it, as yet without rows."""
    trees, rest = 0, key
    while rest > 1:
        trees += 1
        rest >>= TREE_BITS
    # the same places as those of `place_dofs`
    count = 0
    for entry in range(trees - 1, -1, -1):
        tree = (key >> (TREE_BITS * (trees - 1 - entry))) & ((1 << TREE_BITS) - 1)
        d.tree_order[entry] = tree
        begin = m.tree_dofadr[tree]
        for i in range(begin + m.tree_dofnum[tree] - 1, begin - 1, -1):
            d.island_dof[count] = i
            d.dof_place[i] = count
            count += 1
    return Island(number, row, row, 0, count, (count + 3) >> 2, 0, trees)


@helper
def leave_island(d, island, begin, here):
    """Leave acceleration and forces on dofs, and forces and states of rows where an environment has them listed."""
    for p in range(island.dofs):
        i = dof_at(d, island, p)
        if here:
            d.qacc[i], d.qfrc_constraint[i] = d.place_qacc[p], d.place_force[p]
    own = begin
    for q in range(island.row, island.row_end):
        mine, _ = row_at(d, q)
        if mine:
            d.iefc_force[own], d.iefc_state[own] = d.iefc_force[q], d.iefc_state[q]
            own += 1
