"""What Newton and CG share: products over an island, the state of the iteration, and when it may end.

Vectors are over the idofs of the island. Rows that an environment does not have, and environments that are done before
their neighbours, leave no trace: a step of length 0 moves nothing.
"""

from corten.constants import MINVAL, NISLAND
from corten.deformable.metric.factor import solve_flexes
from corten.linalg.tree_ldl import mul_tree_range, solve_tree_range
from corten.runtime import FloatArray, Vec4, helper, select, sqrt, uniform
from corten.runtime.fields import F8, I4, Field
from corten.runtime.scratch import Room, scratch
from corten.stages.constraint.block_rows import mul_block_rows, mul_block_rows_transpose
from corten.stages.constraint.island import (
    Island,
    add_products,
    attainable,
    dof_at,
    dot_idofs,
    gather_idofs,
    row_at,
    scatter_idofs,
    slope_rounding,
    sum_of,
)
from corten.stages.metric.couplings import in_metric
from corten.stages.solver.couplings import add_couplings_island
from corten.stages.solver.line_search import prepare_search, search_line
from corten.stages.solver.rows import update_rows

SCRATCH = scratch(
    Field("primal_Ma", F8, ("nv",), "M qacc"),
    Field("idof_qacc", F8, ("nv_pad",), "acceleration, by idof"),
    Field("idof_Ma", F8, ("nv_pad",), "M qacc, by idof"),
    Field("idof_smooth", F8, ("nv_pad",), "all forces but those of constraints, by idof"),
    Field("idof_force", F8, ("nv_pad",), "J' force, by idof"),
    Field("idof_grad", F8, ("nv_pad",), "gradient M qacc - smooth - J' force, by idof"),
    Field("idof_search", F8, ("nv_pad",), "search direction, by idof"),
    Field("idof_Mv", F8, ("nv_pad",), "M search, by idof"),
    Field("iefc_jar", F8, ("maxefc",), "J qacc - aref"),
    Field("iefc_jv", F8, ("maxefc",), "J search"),
    Field("iefc_state_before", I4, ("maxefc",), "ConstraintState of the last iteration"),
)

ROOMS = (
    Room("nv_pad", "degrees of freedom, rounded up to whole blocks of four", first=lambda model: -model.nv // 4 * -4),
)


@helper
def mul_mass_island(m, d, island: Island, x: FloatArray, result: FloatArray) -> None:
    """Write M x into `result`, with the effective metric for M where the step has one."""
    scatter_idofs(d, island, x, d.dof_x)
    if in_metric(m):
        mul_tree_island(m, d, island, d.efm_M)
        add_couplings_island(m, d, island, d.dof_x, d.dof_Mx)
    else:
        mul_tree_island(m, d, island, d.M)
    gather_idofs(d, island, d.dof_Mx, result)


@helper
def mul_tree_island(m, d, island: Island, mass: FloatArray) -> None:
    """Write the product of a matrix with the entries of M and dof_x into dof_Mx, over dofs."""
    rownnz, rowadr, colind = m.M_rownnz, m.M_rowadr, m.M_colind

    for t in range(island.tree, island.tree_end):
        tree = uniform(d.tree_order[t])
        begin = m.tree_dofadr[tree]
        end = begin + m.tree_dofnum[tree]
        mul_tree_range(d.dof_Mx, mass, rownnz, rowadr, colind, begin, end, d.dof_x)


@helper
def solve_mass_island(m, d, island: Island, x: FloatArray, result: FloatArray) -> None:
    """Write inv(M) x into `result`, with the factored part of the metric if there is one."""
    scatter_idofs(d, island, x, d.dof_x)
    solve_mass_dofs(m, d, island)
    gather_idofs(d, island, d.dof_x, result)


@helper
def solve_mass_dofs(m, d, island: Island) -> None:
    """Replace dof_x by inv(M) dof_x, over the dofs of an island."""
    if in_metric(m):
        if m.nefmK > 0:
            solve_flex_island(m, d, island)
        else:
            solve_tree_island(m, d, island, d.qH, d.qHDiagInv)
    else:
        solve_tree_island(m, d, island, d.qLD, d.qLDiagInv)


@helper
def solve_flex_island(m, d, island: Island) -> None:
    """Replace dof_x by what the incomplete factors of the metric make of it, over the dofs of an island."""
    begin, end = m.nv, 0
    for t in range(island.tree, island.tree_end):
        tree = uniform(d.tree_order[t])
        begin, end = min(begin, m.tree_dofadr[tree]), max(end, m.tree_dofadr[tree] + m.tree_dofnum[tree])
    # no row leads from the island to dofs of others in between
    solve_flexes(m, d, begin, end, d.dof_x)


@helper
def solve_tree_island(m, d, island: Island, factor: FloatArray, diag_inv: FloatArray) -> None:
    """Replace dof_x by inv(A) dof_x, over dofs, where A has been factored like M."""
    for t in range(island.tree, island.tree_end):
        tree = uniform(d.tree_order[t])
        begin = m.tree_dofadr[tree]
        end = begin + m.tree_dofnum[tree]
        solve_tree_range(factor, diag_inv, m.M_rownnz, m.M_rowadr, m.M_colind, begin, end, d.dof_x)


@helper
def begin_iteration(m, d, island: Island) -> None:
    """Copy qacc, M qacc and J qacc - aref from the warm start."""
    for q in range(island.row, island.row_end):
        mine, r = row_at(d, q)
        d.iefc_jar[q] = select(mine, d.efc_jar[r], 0.0)
    gather_idofs(d, island, d.qacc, d.idof_qacc)
    gather_idofs(d, island, d.primal_Ma, d.idof_Ma)
    gather_idofs(d, island, d.qfrc_smooth, d.idof_smooth)
    if in_metric(m):
        for p in range(island.dofs):
            d.idof_smooth[p] += d.efm_c[dof_at(d, island, p)]


@helper
def end_iteration(d, island: Island) -> None:
    """Set the acceleration and the forces of constraints on the dofs of an island to where the iteration ended."""
    scatter_idofs(d, island, d.idof_qacc, d.qacc)
    scatter_idofs(d, island, d.idof_force, d.qfrc_constraint)


@helper
def update_iterate(d, island: Island) -> None:
    """Set forces, states and gradient at iefc_jar and idof_Ma."""
    mass_acc, smooth, grad, force = d.idof_Ma, d.idof_smooth, d.idof_grad, d.idof_force

    update_rows(d, island)
    mul_block_rows_transpose(d, island, d.iefc_force, force)
    for p in range(4 * island.blocks):
        grad[p] = mass_acc[p] - smooth[p] - force[p]


@helper
def norm_idofs(island: Island, x: FloatArray) -> float:
    """Return the norm of a vector over idofs."""
    return sqrt(dot_idofs(island, x, x))


@helper
def move_iterate(d, island: Island, alpha: float) -> None:
    """Move qacc, M qacc and J qacc - aref along the search direction; where alpha is 0 all bits stay."""
    qacc, search, moves = d.idof_qacc, d.idof_search, alpha != 0.0
    mass_acc, mass_search, jar, jv = d.idof_Ma, d.idof_Mv, d.iefc_jar, d.iefc_jv

    for p in range(4 * island.blocks):
        qacc[p] = select(moves, qacc[p] + alpha * search[p], qacc[p])
        mass_acc[p] = select(moves, mass_acc[p] + alpha * mass_search[p], mass_acc[p])
    for q in range(island.row, island.row_end):
        jar[q] = select(moves, jar[q] + alpha * jv[q], jar[q])


@helper
def island_scale(m, d, island: Island) -> float:
    """Return the unit in which gradients and improvements are measured: 1 / trace(M) of an island.

    With deformables it is that of a single dof, 1 / mean(M): errors that thousands of vertices may have together are
    enough to throw one of them, and strains of stiff sheets store what it brings along.
    """
    rownnz, rowadr, mass = m.M_rownnz, m.M_rowadr, d.M

    total = 0.0
    for p in range(island.dofs):
        i = dof_at(d, island, p)
        total += mass[rowadr[i] + rownnz[i] - 1]
    return (island.dofs if m.nxpbd > 0 else 1) / total


@helper
def store_states(d, island: Island) -> None:
    """Keep the states of the rows of an island."""
    state, old = d.iefc_state, d.iefc_state_before
    for q in range(island.row, island.row_end):
        old[q] = state[q]


@helper
def changed_states(d, island: Island) -> int:
    """Return how many rows of an island changed their state since they were remembered."""
    state, old = d.iefc_state, d.iefc_state_before
    count = 0
    for q in range(island.row, island.row_end):
        count += 0 if state[q] == old[q] else 1
    return count


@helper
def step_along(m, d, island: Island, scale: float, going: bool) -> float:
    """Return the step length along the search direction, 0 where it gains nothing or an environment is done."""
    mul_mass_island(m, d, island, d.idof_search, d.idof_Mv)
    mul_block_rows(d, island, d.idof_search, d.iefc_jv)
    return search_step(m, d, island, scale, going)


@helper
def search_step(m, d, island: Island, scale: float, going: bool) -> float:
    """Return the step length where the products of M and J with the search direction are known."""
    d.line_limit = m.opt_ls_iterations
    d.line_gain = 0.0
    square, along_Ma, along_smooth, curvature = products_along(d, island)
    length = sqrt(square)
    slopes, start, slope, curvature = prepare_search(d, island, along_Ma - along_smooth, 0.5 * curvature)
    alpha = 0.0
    # forces beyond all numbers give a direction of no length: what follows from it is found later
    if going and not length < MINVAL:
        tolerance = attainable(m.opt_tolerance) * m.opt_ls_tolerance
        least = slope_rounding(slopes + abs(along_Ma) + abs(along_smooth))
        alpha = search_line(d, island, max(tolerance * length / scale, least), start, slope, curvature)
    return alpha


@helper
def products_along(d, island: Island) -> Vec4:
    """Return the inner products of the search direction with itself, M qacc, the smooth forces and M times itself."""
    search, mass_acc, smooth, mass_search = d.idof_search, d.idof_Ma, d.idof_smooth, d.idof_Mv
    zeros = 0.0, 0.0, 0.0, 0.0
    square, along_Ma, along_smooth, curvature = zeros, zeros, zeros, zeros

    for p in range(0, 4 * island.blocks, 4):
        square = add_products(square, search, search, p)
        along_Ma = add_products(along_Ma, search, mass_acc, p)
        along_smooth = add_products(along_smooth, search, smooth, p)
        curvature = add_products(curvature, search, mass_search, p)
    return sum_of(square), sum_of(along_Ma), sum_of(along_smooth), sum_of(curvature)


@helper
def record_iteration(d, island: Island, iteration: int, improvement: float, gradient: float) -> None:
    """Keep the statistics of an iteration."""
    k = island.number
    if k < NISLAND:
        d.solver_niter[k] = iteration + 1
        if k < d.nstatisland and iteration < d.nstatiter:
            d.solver_improvement[k, iteration] = improvement
            d.solver_gradient[k, iteration] = gradient
            d.solver_nactive[k, iteration] = d.iefc_nactive
            d.solver_nchange[k, iteration] = changed_states(d, island)
            d.solver_neval[k, iteration] = d.line_evaluations
