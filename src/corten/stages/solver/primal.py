"""What Newton and CG share: products over an island, the state of the iteration, and when it may end."""

from corten.constants import MINVAL
from corten.data.solver_fields import NISLAND
from corten.linalg.tree_ldl import mul_tree_range, solve_tree_range
from corten.runtime import helper
from corten.stages.metric.couplings import in_metric
from corten.stages.solver.block_rows import gather_places, mul_block_rows, mul_block_rows_transpose
from corten.stages.solver.couplings import add_couplings_island
from corten.stages.solver.line_search import norm_over, prepare_search, search_line
from corten.stages.solver.rows import update_rows


@helper
def mul_mass_island(m, d, k, x, result):
    """Write M x over the dofs of island k into `result`, with the effective metric for M where the step has one."""
    if in_metric(m):
        mul_tree_island(m, d, k, d.efm_M, x, result)
        add_couplings_island(m, d, k, x, result)
    else:
        mul_tree_island(m, d, k, d.M, x, result)


@helper
def mul_tree_island(m, d, k, mass, x, result):
    """Write the product of a matrix with the entries of M and x over the dofs of island k into `result`."""
    rownnz, rowadr, colind, order = m.M_rownnz, m.M_rowadr, m.M_colind, d.tree_order
    first = d.island_treeadr[k]

    for t in range(first, first + d.island_treenum[k]):
        begin = m.tree_dofadr[order[t]]
        mul_tree_range(result, mass, rownnz, rowadr, colind, begin, begin + m.tree_dofnum[order[t]], x)


@helper
def solve_mass_island(m, d, k, x, result):
    """Write inv(M) x over the dofs of island k into `result`, with the factored part of the metric if there is one."""
    if in_metric(m):
        solve_tree_island(m, d, k, d.qH, d.qHDiagInv, x, result)
    else:
        solve_tree_island(m, d, k, d.qLD, d.qLDiagInv, x, result)


@helper
def solve_tree_island(m, d, k, factor, diag_inv, x, result):
    """Write inv(A) x over the dofs of island k into `result`, where A has been factored like M."""
    order, first = d.tree_order, d.island_treeadr[k]

    for t in range(first, first + d.island_treenum[k]):
        begin = m.tree_dofadr[order[t]]
        end = begin + m.tree_dofnum[order[t]]
        for i in range(begin, end):
            result[i] = x[i]
        solve_tree_range(factor, diag_inv, m.M_rownnz, m.M_rowadr, m.M_colind, begin, end, result)


@helper
def begin_iteration(m, d, k):
    """Take over J qacc - aref of island k from the warm start; set forces, states and gradient."""
    jar, row = d.iefc_jar, d.island_row

    for q in range(d.island_rowadr[k], d.island_rowadr[k] + d.island_rownum[k]):
        jar[q] = d.efc_jar[row[q]]
    update_iterate(m, d, k)


@helper
def update_iterate(m, d, k):
    """Set forces, states and gradient of island k at iefc_jar and primal_Ma."""
    dof, mass_acc, smooth, grad, constraint = d.island_dof, d.primal_Ma, d.qfrc_smooth, d.primal_grad, d.qfrc_constraint
    force, begin = d.place_force, d.island_dofadr[k]

    update_rows(d, k)
    mul_block_rows_transpose(d, k, d.iefc_force, force)
    for p in range(d.island_dofnum[k]):
        i = dof[begin + p]
        constraint[i] = force[p]
        grad[i] = mass_acc[i] - smooth[i] - force[p]
    if in_metric(m):
        for p in range(d.island_dofadr[k], d.island_dofadr[k] + d.island_dofnum[k]):
            grad[dof[p]] -= d.efm_c[dof[p]]


@helper
def dot_island(d, k, x, y):
    """Return the inner product of two vectors over the dofs of island k."""
    dof = d.island_dof
    total = 0.0
    for p in range(d.island_dofadr[k], d.island_dofadr[k] + d.island_dofnum[k]):
        total += x[dof[p]] * y[dof[p]]
    return total


@helper
def move_iterate(d, k, alpha):
    """Move qacc, M qacc and J qacc - aref of island k along the search direction."""
    dof, qacc, search = d.island_dof, d.qacc, d.primal_search
    mass_acc, mass_search, jar, jv = d.primal_Ma, d.primal_Mv, d.iefc_jar, d.iefc_jv

    for p in range(d.island_dofadr[k], d.island_dofadr[k] + d.island_dofnum[k]):
        i = dof[p]
        qacc[i] += alpha * search[i]
        mass_acc[i] += alpha * mass_search[i]
    for q in range(d.island_rowadr[k], d.island_rowadr[k] + d.island_rownum[k]):
        jar[q] += alpha * jv[q]


@helper
def island_scale(m, d, k):
    """Return the unit in which gradients and improvements are measured: 1 / trace(M) of island k."""
    rownnz, rowadr, dof, mass = m.M_rownnz, m.M_rowadr, d.island_dof, d.M

    total = 0.0
    for p in range(d.island_dofadr[k], d.island_dofadr[k] + d.island_dofnum[k]):
        i = dof[p]
        total += mass[rowadr[i] + rownnz[i] - 1]
    return 1.0 / total


@helper
def store_states(d, k):
    """Keep the states of the rows of island k."""
    state, old = d.iefc_state, d.iefc_state_before
    for q in range(d.island_rowadr[k], d.island_rowadr[k] + d.island_rownum[k]):
        old[q] = state[q]


@helper
def changed_states(d, k):
    """Return how many rows of island k changed their state since they were remembered."""
    state, old = d.iefc_state, d.iefc_state_before
    count = 0
    for q in range(d.island_rowadr[k], d.island_rowadr[k] + d.island_rownum[k]):
        count += 0 if state[q] == old[q] else 1
    return count


@helper
def step_along(m, d, k, scale):
    """Return the step length along the search direction, 0 where it gains nothing."""
    search, first = d.primal_search, d.island_dofadr[k]
    length = norm_over(search, d.island_dof, first, first + d.island_dofnum[k])

    d.line_evaluations = 0
    d.line_limit = m.opt_ls_iterations
    d.line_gain = 0.0
    if length < MINVAL:
        return 0.0
    mul_mass_island(m, d, k, search, d.primal_Mv)
    gather_places(d, k, search, d.place_search)
    mul_block_rows(d, k, d.place_search, d.iefc_jv)
    prepare_search(d, k)
    slope = dot_island(d, k, search, d.primal_Ma) - dot_island(d, k, search, d.qfrc_smooth)
    if in_metric(m):
        slope -= dot_island(d, k, search, d.efm_c)
    curvature = 0.5 * dot_island(d, k, search, d.primal_Mv)
    return search_line(d, k, m.opt_tolerance * m.opt_ls_tolerance, scale, slope, curvature, length)


@helper
def record_iteration(d, k, iteration, improvement, gradient):
    """Keep the statistics of an iteration."""
    if k < NISLAND:
        d.solver_niter[k] = iteration + 1
        if k < d.nstatisland and iteration < d.nstatiter:
            d.solver_improvement[k, iteration] = improvement
            d.solver_gradient[k, iteration] = gradient
            d.solver_nactive[k, iteration] = d.iefc_nactive
            d.solver_nchange[k, iteration] = changed_states(d, k)
            d.solver_neval[k, iteration] = d.line_evaluations
