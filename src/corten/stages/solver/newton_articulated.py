"""Newton's method for a single long tree whose rows push single bodies: contacts with what does not move, and dofs.

A contact of body b with the world pushes it with a wrench w for each row, so a row of the Jacobian is w' times the
motion of the body, and its part of the Hessian, D (J' J), is that of a body whose inertia is D w w'. So

    H = M + J' W J    is the mass matrix of the same tree with inertias    I_b + sum of W_ij w_i w_j'

and articulated bodies factor it in time that grows with the number of bodies and rows (`inertia/articulated.py`; Sathya
and Carpentier 2024, "Constrained articulated body dynamics algorithms", use the same property). Rows of friction loss
and of limits of hinges and slides add to the armature. Neither M nor J is formed.

Where another row is active, between two bodies that move or of a ball joint's limit, the stage leaves the problem to
`newton`: it is the condition in front of a group of stages, and returns 1 where they are not needed.
"""

from corten.constants import NISLAND
from corten.enums import ConstraintState, DisableBit
from corten.math.articulated import add_outer
from corten.math.spatial import add_scaled6, dot6, load6, load10, mul_inertia_vec, scale6
from corten.runtime import FloatArray, helper, stage
from corten.runtime.fields import F8, Field
from corten.runtime.scratch import scratch
from corten.stages.constraint.body_rows import mul_body_rows, mul_body_rows_transposed
from corten.stages.constraint.island import Island, attainable, dot_idofs, whole_tree
from corten.stages.inertia.articulated import (
    eliminate_dofs,
    mul_articulated_mass,
    own_armature,
    set_rigid_inertias,
    solve_articulated,
)
from corten.stages.inertia.mass_matrix import set_composite_inertias
from corten.stages.solver.cone_hessian import set_cone_weight
from corten.stages.solver.primal import move_iterate, norm_idofs, record_iteration, search_step, store_states
from corten.stages.solver.rows import Kind, cost_of_rows, gather_rows, update_rows
from corten.stages.tree import last_dof

SCRATCH = scratch(
    Field("hessian_U", F8, ("nlongdof", 6), "U of the Hessian, its factors"),
    Field("hessian_U_diag_inv", F8, ("nlongdof",), "1 / D of the Hessian"),
)


@stage
def newton_articulated(m, d) -> int:
    """Do what `warm_start` and `newton` do and return 1, or return 0 where rows are active that it does not serve."""
    for k in range(min(d.nisland, NISLAND)):
        d.solver_niter[k] = 0
    d.line_wide = 1
    if d.nefc == 0:
        for i in range(m.nv):
            d.qacc[i] = d.qacc_smooth[i]
            d.qfrc_constraint[i] = 0.0
        return 1
    island = whole_tree(m, d)
    gather_rows(d, island)
    choose_warm_start(m, d, island)
    missed = iterate_articulated(m, d, island)
    if missed < 0:
        return 0
    d.island_missed[0] = missed
    for i in range(m.nv):
        d.qacc[i] = d.idof_qacc[i]
        d.qfrc_constraint[i] = d.idof_force[i]
    return 1


@helper
def copy_dofs(m, d, x: FloatArray, result: FloatArray) -> None:
    """Write x, a vector over dofs, in the order of dofs, with zeros up to a whole block of four."""
    for i in range(m.nv):
        result[i] = x[i]
    for i in range(m.nv, d.nv_pad):
        result[i] = 0.0


@helper
def choose_warm_start(m, d, island: Island) -> None:
    """Begin at the last acceleration, unless the unconstrained one is better."""
    qacc, mass_acc, smooth, free = d.idof_qacc, d.idof_Ma, d.idof_smooth, d.idof_qacc_smooth
    jar, jar_free = d.iefc_jar, d.iefc_jar_smooth

    # x = J a - aref at both candidates; all vectors are over dofs, not over idofs
    copy_dofs(m, d, d.qfrc_smooth, smooth)
    copy_dofs(m, d, d.qacc_smooth, free)
    copy_dofs(m, d, d.qacc_warmstart, qacc)
    copy_dofs(m, d, d.qfrc_smooth, mass_acc)
    mul_body_rows(m, d, free, jar_free)
    mul_body_rows(m, d, qacc, jar)
    mul_articulated_mass(m, d, qacc, mass_acc)
    for r in range(d.nefc):
        jar[r] -= d.efc_aref[r]
        jar_free[r] -= d.efc_aref[r]
        d.efc_b[r] = jar_free[r]

    # the cost at qacc_smooth is that of its rows alone
    cost = 0.0
    for i in range(m.nv):
        cost += 0.5 * (mass_acc[i] - smooth[i]) * (qacc[i] - free[i])
    cost += cost_of_rows(d, island, jar)
    if (m.opt_disableflags & DisableBit.WARMSTART) != 0 or not cost <= cost_of_rows(d, island, jar_free):
        for i in range(m.nv):
            qacc[i] = free[i]
            mass_acc[i] = smooth[i]
        for r in range(d.nefc):
            jar[r] = jar_free[r]


@helper
def iterate_articulated(m, d, island: Island) -> int:
    """Iterate as `solve_island` of `newton.py` does; return 0 if the tolerance was met, 1 if not, -1 for other rows."""
    grad, mgrad, tolerance = d.idof_grad, d.idof_Mgrad, attainable(m.opt_tolerance)
    scale = 1.0 / trace_of_mass(m, d)

    update_gradient(m, d, island)
    small = scale * norm_idofs(island, grad) < tolerance
    if small:
        copy_dofs(m, d, grad, mgrad)
        solve_articulated(m, d, d.dof_U, d.qLDiagInv, mgrad)
        if 0.5 * scale * dot_idofs(island, grad, mgrad) < tolerance:
            return 0
    if not set_articulated_direction(m, d, island):
        return -1
    if small and 0.5 * scale * dot_idofs(island, grad, mgrad) < tolerance:
        return 0
    for iteration in range(m.opt_iterations):
        # go to the minimum along the direction; no gain ends the iteration
        mul_articulated_mass(m, d, d.idof_search, d.idof_Mv)
        mul_body_rows(m, d, d.idof_search, d.iefc_jv)
        alpha = search_step(m, d, island, scale, True)
        if alpha == 0.0:
            return 1
        store_states(d, island)
        move_iterate(d, island, alpha)
        update_gradient(m, d, island)
        improvement = scale * d.line_gain
        gradient = scale * norm_idofs(island, grad)
        record_iteration(d, island, iteration, improvement, gradient)
        if (improvement > 0.0 and improvement < tolerance) or gradient < tolerance:
            return 0
        # from NaN on nothing else would come
        if gradient != gradient:
            return 1
        if not set_articulated_direction(m, d, island):
            return -1
        if 0.5 * scale * dot_idofs(island, grad, mgrad) < tolerance:
            return 0
    return 1


@helper
def trace_of_mass(m, d) -> float:
    """Return the trace of M; it leaves inertias of subtrees in crb."""
    composite, total = d.crb, 0.0

    set_composite_inertias(m, d)
    for i in range(m.nv):
        axis = load6(d.cdof, i)
        total += own_armature(m, i) + dot6(axis, mul_inertia_vec(load10(composite, m.dof_bodyid[i]), axis))
    return total


@helper
def update_gradient(m, d, island: Island) -> None:
    """Set forces, states and gradient M a - qfrc_smooth - J' force at iefc_jar and idof_Ma."""
    update_rows(d, island)
    mul_body_rows_transposed(m, d, d.iefc_force, d.idof_force)
    for i in range(m.nv):
        d.idof_grad[i] = d.idof_Ma[i] - d.idof_smooth[i] - d.idof_force[i]
    for i in range(m.nv, d.nv_pad):
        d.idof_grad[i] = 0.0


@helper
def set_articulated_direction(m, d, island: Island) -> bool:
    """Set the search direction to -inv(H) grad; tell whether all active rows are of the kinds that are served."""
    set_rigid_inertias(m, d)
    for i in range(m.nv):
        d.dof_added[i] = own_armature(m, i)
    for r in range(d.nefc):
        if d.iefc_state[r] == ConstraintState.QUADRATIC and not add_spring(m, d, r):
            return False
        if d.iefc_kind[r] == Kind.CONE and d.iefc_state[r] == ConstraintState.CONE and not add_cone(m, d, r):
            return False
    # a pivot that is lost to roundings gives no descent, which the line search finds
    eliminate_dofs(m, d, d.hessian_U, d.hessian_U_diag_inv)
    copy_dofs(m, d, d.idof_grad, d.idof_Mgrad)
    solve_articulated(m, d, d.hessian_U, d.hessian_U_diag_inv, d.idof_Mgrad)
    for i in range(d.nv_pad):
        d.idof_search[i] = -d.idof_Mgrad[i]
    return True


@helper
def pushed_body(m, d, r: int) -> int:
    """Return the body that row r of a contact pushes, 0 if it pushes two."""
    body1, body2 = d.row_body1[r], d.row_body2[r]
    first, second = last_dof(m, body1) >= 0, last_dof(m, body2) >= 0
    body = body2 if second else body1
    return 0 if first and second else body


@helper
def add_spring(m, d, r: int) -> bool:
    """Add D w w' of row r to the inertia of its body, or D to the armature of its dof; tell whether that is all."""
    wrench, weight = load6(d.row_wrench, r), d.iefc_D[r]

    if d.row_body2[r] < 0:
        d.dof_added[-1 - d.row_body2[r]] += weight * wrench[0] * wrench[0]
        return d.row_body1[r] == 1
    body = pushed_body(m, d, r)
    add_outer(d.body_articulated, body, wrench, scale6(wrench, weight))
    return body > 0


@helper
def add_cone(m, d, r: int) -> bool:
    """Add w' W w of the sliding contact whose first row is r to the inertia of its body; tell whether it has one."""
    body, dim, weight = pushed_body(m, d, r), d.iefc_dim[r], d.group_weight

    set_cone_weight(d, r, dim, True)
    for i in range(dim):
        scaled = scale6(load6(d.row_wrench, r), weight[i, 0])
        for j in range(1, dim):
            scaled = add_scaled6(scaled, load6(d.row_wrench, r + j), weight[i, j])
        add_outer(d.body_articulated, body, load6(d.row_wrench, r + i), scaled)
    return body > 0
