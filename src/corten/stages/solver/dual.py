"""What PGS and noslip share: the change of one contact's forces, states of rows, and the acceleration at the end."""

from corten.constants import NISLAND
from corten.enums import ConstraintState
from corten.runtime import helper, sqrt, stage
from corten.stages.constraint.island import island_at
from corten.stages.solver.delassus import add_motion
from corten.stages.solver.primal import record_iteration, solve_mass_dofs, store_states
from corten.stages.solver.rows import Kind, mul_rows_transpose

# increase of the cost that is put down to roundings; a change that raises it by more is undone
MOST_INCREASE = 1e-10


@stage
def finish_dual(m, d):
    """Set qfrc_constraint = J' force and qacc = qacc_smooth + inv(M) qfrc_constraint for the dofs of all islands.

    reads:  m.M_colind m.M_rowadr m.M_rownnz d.efc_J_colind d.efc_J_rowadr d.efc_J_rownnz d.efc_J_values
    writes: d.qacc d.qfrc_constraint
    """
    for k in range(d.nisland):
        finish_island(m, d, k)


@helper
def finish_island(m, d, k):
    """Do so for the dofs of island k."""
    dof, change = d.island_dof, d.primal_search
    first = d.island_dofadr[k]
    last = first + d.island_dofnum[k]

    mul_rows_transpose(d, k, d.iefc_force, d.qfrc_constraint)
    for p in range(first, last):
        change[dof[p]] = d.qfrc_constraint[dof[p]]
    solve_mass_dofs(m, d, island_at(d, k))
    for p in range(first, last):
        d.qacc[dof[p]] = change[dof[p]] + d.qacc_smooth[dof[p]]


@helper
def move_forces(d, q, n):
    """Finish the change of n forces from q on; return by how much it lowered the dual cost.

    The forces before stand in dual_group_force, slope and curvature there in dual_gradient and dual_curvature.
    """
    force, before, slope, block = d.iefc_force, d.dual_group_force, d.dual_gradient, d.dual_curvature

    change = 0.0
    for i in range(n):
        delta = force[q + i] - before[i]
        product = 0.0
        for j in range(n):
            product += block[i, j] * (force[q + j] - before[j])
        change += delta * (0.5 * product + slope[i])
    if change > MOST_INCREASE:
        for i in range(n):
            force[q + i] = before[i]
        return 0.0
    for i in range(n):
        if force[q + i] != before[i]:
            add_motion(d, q + i, force[q + i] - before[i])
    return -change


@helper
def clip_force(force, loss):
    """Return the force of a friction loss row within its bounds."""
    return min(max(force, -loss), loss)


@helper
def set_states(d, k):
    """Set the states of the rows of island k by their forces, and count those that act."""
    kind, force, loss, state = d.iefc_kind, d.iefc_force, d.iefc_frictionloss, d.iefc_state

    active = 0
    for q in range(d.island_rowadr[k], d.island_rowadr[k] + d.island_rownum[k]):
        if kind[q] == Kind.EQUALITY:
            state[q] = ConstraintState.QUADRATIC
        elif kind[q] == Kind.FRICTION:
            state[q] = friction_state(force[q], loss[q])
        elif kind[q] == Kind.INEQUALITY:
            state[q] = ConstraintState.SATISFIED if force[q] <= 0.0 else ConstraintState.QUADRATIC
        elif kind[q] == Kind.CONE:
            set_cone_states(d, q)
        active += 0 if state[q] == ConstraintState.SATISFIED else 1
    d.iefc_nactive = active


@helper
def friction_state(force, loss):
    """Return the state of a friction loss row by its force."""
    if force <= -loss:
        return ConstraintState.LINEARPOS
    if force >= loss:
        return ConstraintState.LINEARNEG
    return ConstraintState.QUADRATIC


@helper
def set_cone_states(d, q):
    """Set the states of the elliptic contact at q as MuJoCo does: SATISFIED within the cone of forces."""
    force, state, contact = d.iefc_force, d.iefc_state, d.efc_id[d.island_row[q]]
    mu, dim = d.contact_mu[contact], d.contact_dim[contact]

    square = 0.0
    for j in range(1, dim):
        scaled = force[q + j] / d.contact_friction[contact, j - 1]
        square += scaled * scaled
    normal, tangent = force[q] / mu, sqrt(square)
    zone = ConstraintState.CONE
    if mu * normal >= tangent:
        zone = ConstraintState.SATISFIED
    elif normal + mu * tangent <= 0.0:
        zone = ConstraintState.QUADRATIC
    for j in range(dim):
        state[q + j] = zone


@helper
def record_sweep(d, k, iteration, improvement):
    """Set the states after a sweep over island k and keep its statistics."""
    island = island_at(d, k)
    store_states(d, island)
    set_states(d, k)
    d.line_evaluations = 0
    record_iteration(d, island, iteration, improvement, 0.0)


@helper
def iterations_so_far(d, k):
    """Return how many iterations are counted for island k."""
    return d.solver_niter[min(k, NISLAND - 1)] if k < NISLAND else 0
