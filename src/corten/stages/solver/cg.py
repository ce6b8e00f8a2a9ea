"""Nonlinear conjugate gradients on the primal problem, with the mass matrix as preconditioner, island by island.

    g = M a - qfrc_smooth - J' f           gradient, f as in `newton.py`
    v = -inv(M) g + beta v_before          Hager and Zhang (2005), "A new conjugate gradient method with guaranteed
                                           descent and an efficient line search"
    alpha = argmin cost(a + alpha v)       the line search of Newton's method

No Hessian is set up: an iteration costs a product with J, J' and M, and a solution with the factors of M. Rows stand
in runs (`row_runs.py`), which suit the many small rows of flexes. It may miss its tolerance where masses or stiffnesses
differ much: `pgs_fallback` then goes on with PGS, CG_STRICT fails.
"""

from corten.constants import MINVAL
from corten.deformable.metric.factor import solve_flexes
from corten.enums import SolverType, StepErrorKind
from corten.linalg.tree_ldl import mul_tree_range, solve_tree_range
from corten.runtime import FloatArray, helper, sqrt, stage
from corten.runtime.fields import F8, I4, Field
from corten.runtime.scratch import scratch
from corten.stages.constraint.island import (
    Island,
    add_products,
    attainable,
    dof_at,
    dot_idofs,
    gather_idofs,
    island_at,
    scatter_idofs,
    sum_of,
)
from corten.stages.metric.couplings import in_metric
from corten.stages.solver.couplings import add_couplings_island
from corten.stages.solver.primal import (
    begin_iteration,
    end_iteration,
    island_scale,
    move_iterate,
    norm_idofs,
    record_iteration,
    search_step,
    store_states,
)
from corten.stages.solver.row_runs import list_runs, mul_runs, mul_runs_transpose
from corten.stages.solver.rows import gather_rows, update_rows

SCRATCH = scratch(
    Field("dof_x", F8, ("nv",), "a vector of an island while it is multiplied or solved with M, by dof"),
    Field("dof_Mx", F8, ("nv",), "M times that vector, by dof"),
    Field("idof_Mgrad", F8, ("nv_pad",), "preconditioned gradient, by idof"),
    Field("idof_grad_change", F8, ("nv_pad",), "change of the gradient in an iteration, by idof"),
    Field("idof_Mgrad_change", F8, ("nv_pad",), "change of the preconditioned gradient in an iteration, by idof"),
    Field("idof_M", F8, ("nv_pad",), "diagonal of M, by idof"),
    Field("idof_M_inv", F8, ("nv_pad",), "1 / D of the factors of M, by idof"),
    Field("full_tree", I4, ("ntree",), "trees of an island of which M has more than a diagonal"),
    Field("nfulltree", I4, (), "number of these"),
)

# least share of the gradient that a new direction keeps (Hager and Zhang)
TRUNCATION = 0.01


@stage
def cg(m, d) -> int:
    """Solve the constraint problem of every island; CG_STRICT fails where the tolerance is missed."""
    d.nJrun = 0
    d.line_wide = 1
    for k in range(d.nisland):
        island = island_at(d, k)
        if not list_runs(m, d, island):
            return StepErrorKind.CAPACITY
        converged = solve_island_cg(m, d, island)
        end_iteration(d, island)
        d.island_missed[k] = 0 if converged else 1
        if not converged and m.opt_solver == SolverType.CG_STRICT:
            d.error_where = d.island_row[island.row]
            return StepErrorKind.SOLVER_FAILED
    return 0


@helper
def solve_island_cg(m, d, island: Island) -> bool:
    """Iterate on an island; return whether the decrease of its cost or its gradient fell below the tolerance."""
    grad, mgrad, tolerance = d.idof_grad, d.idof_Mgrad, attainable(m.opt_tolerance)
    scale = island_scale(m, d, island)

    # the cost lies at most grad' inv(M) grad / 2 above its minimum
    gather_rows(d, island)
    gather_mass(m, d, island)
    begin_iteration(m, d, island)
    set_gradients(m, d, island)
    if 0.5 * scale * dot_idofs(island, grad, mgrad) < tolerance:
        return True
    set_direction(d, island, 0.0)

    for iteration in range(m.opt_iterations):
        mul_mass_idofs(m, d, island, d.idof_search, d.idof_Mv)
        mul_runs(d, d.idof_search, d.iefc_jv)
        alpha = search_step(m, d, island, scale, True)
        if alpha == 0.0:
            return False
        if d.nstatiter > 0:
            store_states(d, island)
        move_iterate(d, island, alpha)
        set_gradients(m, d, island)

        improvement = scale * d.line_gain
        gradient = scale * norm_idofs(island, grad)
        record_iteration(d, island, iteration, improvement, gradient)
        if (improvement > 0.0 and improvement < tolerance) or gradient < tolerance:
            return True
        # from here on nothing but NaN would come
        if gradient != gradient:
            return False
        set_direction(d, island, conjugate_share(d, island))
    return False


@helper
def set_gradients(m, d, island: Island) -> None:
    """Set forces, states, gradient and preconditioned gradient at iefc_jar and idof_Ma, and how both changed."""
    mass_acc, smooth, force, grad, change = d.idof_Ma, d.idof_smooth, d.idof_force, d.idof_grad, d.idof_grad_change
    mgrad, mchange = d.idof_Mgrad, d.idof_Mgrad_change

    update_rows(d, island)
    mul_runs_transpose(d, island, d.iefc_force, force)
    for p in range(4 * island.blocks):
        new = mass_acc[p] - smooth[p] - force[p]
        change[p] = new - grad[p]
        grad[p] = new
    solve_mass_idofs(m, d, island, grad, mchange)
    for p in range(4 * island.blocks):
        new = mchange[p]
        mchange[p] = new - mgrad[p]
        mgrad[p] = new


@helper
def set_direction(d, island: Island, share: float) -> None:
    """Set the search direction to the preconditioned descent plus a share of the last direction."""
    mgrad, search = d.idof_Mgrad, d.idof_search
    for p in range(4 * island.blocks):
        search[p] = -mgrad[p] + (share * search[p] if share != 0.0 else 0.0)


@helper
def conjugate_share(d, island: Island) -> float:
    """Return the share of the last direction after Hager and Zhang, 0 where conjugacy is lost.

    With the change y of the gradient, its preconditioned form My, direction s and preconditioned gradient Mg:
    (y' Mg - 2 (y' My / s' y) s' g) / s' y, but not below -1 / (|s| min(0.01, |g|)).
    """
    grad, mgrad, search = d.idof_grad, d.idof_Mgrad, d.idof_search
    change, mchange = d.idof_grad_change, d.idof_Mgrad_change

    zeros = 0.0, 0.0, 0.0, 0.0
    direction, bend, along, slope, square, steepness = zeros, zeros, zeros, zeros, zeros, zeros
    for p in range(0, 4 * island.blocks, 4):
        direction = add_products(direction, search, change, p)
        bend = add_products(bend, change, mchange, p)
        along = add_products(along, change, mgrad, p)
        slope = add_products(slope, search, grad, p)
        square = add_products(square, search, search, p)
        steepness = add_products(steepness, grad, grad, p)
    direction_change, change_change, change_gradient = sum_of(direction), sum_of(bend), sum_of(along)
    direction_gradient, direction_square, gradient_square = sum_of(slope), sum_of(square), sum_of(steepness)
    if direction_change < MINVAL:
        return 0.0
    share = (change_gradient - 2.0 * (change_change / direction_change) * direction_gradient) / direction_change
    least = -1.0 / max(MINVAL, sqrt(direction_square) * min(TRUNCATION, sqrt(gradient_square)))
    return max(least, share)


# ---- products with M over idofs: vertices and other bodies that slide have a diagonal, and trees with more are listed
# In the effective metric couplings add to the product, and incomplete factors stand for the inverse where there are
# elastic flexes


@helper
def gather_mass(m, d, island: Island) -> None:
    """Set the diagonal of M and that of its factors by idof, and list the trees of an island that have more."""
    rownnz, rowadr, metric = m.M_rownnz, m.M_rowadr, in_metric(m)

    for p in range(island.dofs):
        i = dof_at(d, island, p)
        entry = rowadr[i] + rownnz[i] - 1
        d.idof_M[p] = d.efm_M[entry] if metric else d.M[entry]
        d.idof_M_inv[p] = d.qHDiagInv[i] if metric else d.qLDiagInv[i]
    for p in range(island.dofs, 4 * island.blocks):
        d.idof_M[p] = 0.0
        d.idof_M_inv[p] = 0.0
    count = 0
    for t in range(island.tree, island.tree_end):
        tree = d.tree_order[t]
        full = False
        for i in range(m.tree_dofadr[tree], m.tree_dofadr[tree] + m.tree_dofnum[tree]):
            full = full or rownnz[i] > 1
        if full:
            d.full_tree[count] = tree
            count += 1
    d.nfulltree = count


@helper
def mul_mass_idofs(m, d, island: Island, x: FloatArray, result: FloatArray) -> None:
    """Write M x into `result`, both over idofs, with the effective metric for M where the step has one."""
    for p in range(4 * island.blocks):
        result[p] = d.idof_M[p] * x[p]
    if in_metric(m):
        mul_full_trees(m, d, island, d.efm_M, x, result)
        if m.ntendon + m.nout + m.nefmK + d.nefmcon > 0:
            add_couplings_idofs(m, d, island, x, result)
    else:
        mul_full_trees(m, d, island, d.M, x, result)


@helper
def gather_tree(m, d, n: int, x: FloatArray) -> tuple[int, int]:
    """Write what x has at the idofs of a listed tree into `dof_x`; return its dofs (begin, end)."""
    begin = m.tree_dofadr[d.full_tree[n]]
    end = begin + m.tree_dofnum[d.full_tree[n]]
    for i in range(begin, end):
        d.dof_x[i] = x[d.dof_idof[i]]
    return begin, end


@helper
def scatter_tree(d, begin: int, end: int, x: FloatArray, result: FloatArray) -> None:
    """Write x of the dofs of a tree into `result`, which is over idofs."""
    for i in range(begin, end):
        result[d.dof_idof[i]] = x[i]


@helper
def mul_full_trees(m, d, island: Island, mass: FloatArray, x: FloatArray, result: FloatArray) -> None:
    """Write the product of a matrix with the entries of M and x for the trees that have more than a diagonal."""
    for n in range(d.nfulltree):
        begin, end = gather_tree(m, d, n, x)
        mul_tree_range(d.dof_Mx, mass, m.M_rownnz, m.M_rowadr, m.M_colind, begin, end, d.dof_x)
        scatter_tree(d, begin, end, d.dof_Mx, result)


@helper
def add_couplings_idofs(m, d, island: Island, x: FloatArray, result: FloatArray) -> None:
    """Add the product of the couplings of an island and x to `result`."""
    scatter_idofs(d, island, x, d.dof_x)
    for p in range(island.dofs):
        d.dof_Mx[dof_at(d, island, p)] = 0.0
    add_couplings_island(m, d, island, d.dof_x, d.dof_Mx)
    for p in range(island.dofs):
        result[p] += d.dof_Mx[dof_at(d, island, p)]


@helper
def solve_mass_idofs(m, d, island: Island, x: FloatArray, result: FloatArray) -> None:
    """Write inv(M) x into `result`, both over idofs, with the factored part of the metric if there is one."""
    if in_metric(m) and m.nefmK > 0:
        solve_flex_idofs(m, d, island, x, result)
    else:
        for p in range(4 * island.blocks):
            result[p] = d.idof_M_inv[p] * x[p]
        if in_metric(m):
            solve_full_trees(m, d, d.qH, d.qHDiagInv, x, result)
        else:
            solve_full_trees(m, d, d.qLD, d.qLDiagInv, x, result)


@helper
def solve_flex_idofs(m, d, island: Island, x: FloatArray, result: FloatArray) -> None:
    """Write what the incomplete factors of the metric make of x into `result`."""
    scatter_idofs(d, island, x, d.dof_x)
    begin, end = m.nv, 0
    for t in range(island.tree, island.tree_end):
        tree = d.tree_order[t]
        begin, end = min(begin, m.tree_dofadr[tree]), max(end, m.tree_dofadr[tree] + m.tree_dofnum[tree])
    # no row leads from the island to dofs of others in between
    solve_flexes(m, d, begin, end, d.dof_x)
    gather_idofs(d, island, d.dof_x, result)


@helper
def solve_full_trees(m, d, factor: FloatArray, diag_inv: FloatArray, x: FloatArray, result: FloatArray) -> None:
    """Write inv(A) x for the trees that have more than a diagonal, where A has been factored like M."""
    for n in range(d.nfulltree):
        begin, end = gather_tree(m, d, n, x)
        solve_tree_range(factor, diag_inv, m.M_rownnz, m.M_rowadr, m.M_colind, begin, end, d.dof_x)
        scatter_tree(d, begin, end, d.dof_x, result)
