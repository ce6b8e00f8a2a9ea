"""What PGS and noslip share: the change of one contact's forces, states of rows, and the acceleration at the end."""

from corten.constants import MINVAL, NISLAND
from corten.enums import ConstraintState
from corten.linalg.cholesky import factor_cholesky, solve_cholesky
from corten.runtime import Vec2, Vec3, Vec4, helper, per_precision, sqrt, stage
from corten.runtime.fields import F8, Field
from corten.runtime.scratch import scratch
from corten.stages.constraint.island import island_at
from corten.stages.solver.delassus import add_motion
from corten.stages.solver.primal import record_iteration, solve_mass_dofs, store_states
from corten.stages.solver.rows import Kind, mul_rows_transpose

SCRATCH = scratch(
    Field("dual_gradient", F8, (6,), "slope of the dual cost by the forces of a contact"),
    Field("dual_group_force", F8, (6,), "forces of a contact before their change"),
    Field("dual_curvature", F8, (6, 6), "curvature of the dual cost by the forces of a contact"),
    Field("dual_friction_force", F8, (5,), "friction forces that are tried"),
    Field("dual_friction_factor", F8, (25,), "Cholesky factor of the curvature by friction forces"),
    Field("dual_friction_solution", F8, (5,), "solution of a system with that factor"),
)

# increase of the cost that is put down to roundings; a change that raises it by more is undone
MOST_INCREASE = 1e-10


@stage
def finish_dual(m, d) -> None:
    """Set qfrc_constraint = J' force and qacc = qacc_smooth + inv(M) qfrc_constraint for the dofs of all islands."""
    for k in range(d.nisland):
        finish_island(m, d, k)


@helper
def finish_island(m, d, k: int) -> None:
    """Do so for the dofs of island k."""
    dof, change = d.island_dof, d.dof_x
    first = d.island_dofadr[k]
    last = first + d.island_dofnum[k]

    mul_rows_transpose(d, k, d.iefc_force, d.qfrc_constraint)
    for p in range(first, last):
        change[dof[p]] = d.qfrc_constraint[dof[p]]
    solve_mass_dofs(m, d, island_at(d, k))
    for p in range(first, last):
        d.qacc[dof[p]] = change[dof[p]] + d.qacc_smooth[dof[p]]


@helper
def move_forces(d, q: int, n: int) -> float:
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
def clip_force(force: float, loss: float) -> float:
    """Return the force of a friction loss row within its bounds."""
    return min(max(force, -loss), loss)


@helper
def set_states(d, k: int) -> None:
    """Set the states of the rows of island k by their forces, and count those that act."""
    active = 0
    for q in range(d.island_rowadr[k], d.island_rowadr[k] + d.island_rownum[k]):
        set_state(d, q)
        active += 0 if d.iefc_state[q] == ConstraintState.SATISFIED else 1
    d.iefc_nactive = active


@helper
def set_state(d, q: int) -> None:
    """Set the state of row q by its force, and those of the rows of an elliptic contact that begins there."""
    kind, force, loss, state = d.iefc_kind, d.iefc_force, d.iefc_frictionloss, d.iefc_state

    if kind[q] == Kind.EQUALITY:
        state[q] = ConstraintState.QUADRATIC
    elif kind[q] == Kind.FRICTION:
        state[q] = friction_state(force[q], loss[q])
    elif kind[q] == Kind.INEQUALITY:
        state[q] = ConstraintState.SATISFIED if force[q] <= 0.0 else ConstraintState.QUADRATIC
    elif kind[q] == Kind.CONE:
        set_cone_states(d, q)


@helper
def friction_state(force: float, loss: float) -> int:
    """Return the state of a friction loss row by its force."""
    if force <= -loss:
        return ConstraintState.LINEARPOS
    if force >= loss:
        return ConstraintState.LINEARNEG
    return ConstraintState.QUADRATIC


@helper
def set_cone_states(d, q: int) -> None:
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
def record_sweep(d, k: int, iteration: int, improvement: float) -> None:
    """Keep the statistics of a sweep over island k; states are not needed for anything else before the last one."""
    if d.nstatiter > 0:
        island = island_at(d, k)
        store_states(d, island)
        set_states(d, k)
        d.line_evaluations = 0
        record_iteration(d, island, iteration, improvement, 0.0)
    elif k < NISLAND:
        d.solver_niter[k] = iteration + 1


@helper
def iterations_so_far(d, k: int) -> int:
    """Return how many iterations are counted for island k."""
    return d.solver_niter[min(k, NISLAND - 1)] if k < NISLAND else 0


# ---- friction forces of one contact for a given normal force: a quadratic cost on an ellipsoid
# Minimise x' A x / 2 + c' x where sum (x_i / mu_i)^2 <= normal^2. With x scaled by mu the ellipsoid is a ball; outside
# of it the minimum solves (A + la) x = -c for the multiplier la at which x reaches the ball, found by Newton's method


# most steps of Newton's method, and what counts as none: of the squared length, of the multiplier, of a determinant
STEPS, SMALL = 20, per_precision(1e-10, float32=1e-6)


@helper
def solve_friction(d, q: int, first: int) -> None:
    """Set the friction forces of the contact at q for its normal force.

    The curvature stands in dual_curvature from row and column `first` on, the slope where friction is zero in
    dual_friction_slope.
    """
    A, c, x, force = d.dual_curvature, d.dual_friction_slope, d.dual_friction_force, d.iefc_force
    contact = d.efc_id[d.island_row[q]]
    mu, dim, radius = d.contact_friction, d.contact_dim[contact], force[q]

    multiplier = 0.0
    i, j, k = first, first + 1, first + 2
    m1, m2, m3 = mu[contact, 0], mu[contact, 1], mu[contact, 2]
    if dim == 3:
        sides = A[i, i] * m1 * m1, A[i, j] * m1 * m2, A[j, j] * m2 * m2
        x1, x2, multiplier = solve_disc(sides, (c[0] * m1, c[1] * m2), radius)
        x[0] = x1 * m1
        x[1] = x2 * m2
    elif dim == 4:
        diagonal = A[i, i] * m1 * m1, A[j, j] * m2 * m2, A[k, k] * m3 * m3
        beside = A[i, j] * m1 * m2, A[i, k] * m1 * m3, A[j, k] * m2 * m3
        x1, x2, x3, multiplier = solve_ball(diagonal, beside, (c[0] * m1, c[1] * m2, c[2] * m3), radius)
        x[0] = x1 * m1
        x[1] = x2 * m2
        x[2] = x3 * m3
    else:
        multiplier = solve_many(d, contact, dim - 1, first, radius)

    # outside of the ellipsoid, the multiplier may not be found exactly
    for p in range(dim - 1):
        force[q + 1 + p] = x[p]
    if multiplier != 0.0:
        project_friction(d, q, True)


@helper
def project_friction(d, q: int, always: bool) -> None:
    """Scale the friction forces of the contact at q down to its ellipsoid; up too if `always`."""
    force, mu, contact = d.iefc_force, d.contact_friction, d.efc_id[d.island_row[q]]
    dim = d.contact_dim[contact]

    square = 0.0
    for j in range(1, dim):
        square += force[q + j] * force[q + j] / (mu[contact, j - 1] * mu[contact, j - 1])
    limit = force[q] * force[q]
    if always or square > limit:
        scale = sqrt(limit / max(MINVAL, square))
        for j in range(1, dim):
            force[q + j] *= scale


@helper
def solve_disc(A: Vec3, c: Vec2, radius: float) -> Vec3:
    """Return (x, y, multiplier) for A = (xx, xy, yy); nothing if A is singular."""
    xx, xy, yy = A
    la = 0.0
    v1 = 0.0
    v2 = 0.0
    for _ in range(STEPS):
        det = (xx + la) * (yy + la) - xy * xy
        if det < SMALL:
            return 0.0, 0.0, 0.0
        inverse = 1.0 / det
        p11, p22, p12 = (yy + la) * inverse, (xx + la) * inverse, -xy * inverse
        v1 = -p11 * c[0] - p12 * c[1]
        v2 = -p12 * c[0] - p22 * c[1]
        excess = v1 * v1 + v2 * v2 - radius * radius
        if excess < SMALL:
            break
        change = excess / (2.0 * (p11 * v1 * v1 + 2.0 * p12 * v1 * v2 + p22 * v2 * v2))
        if change < SMALL:
            break
        la += change
    return v1, v2, la


@helper
def solve_ball(diagonal: Vec3, beside: Vec3, c: Vec3, radius: float) -> Vec4:
    """Return (x, y, z, multiplier) for the diagonal of A and its entries (xy, xz, yz); nothing if A is singular."""
    xy, xz, yz = beside
    la = 0.0
    v1 = 0.0
    v2 = 0.0
    v3 = 0.0
    for _ in range(STEPS):
        xx, yy, zz = diagonal[0] + la, diagonal[1] + la, diagonal[2] + la
        p11, p22, p33 = yy * zz - yz * yz, xx * zz - xz * xz, xx * yy - xy * xy
        p12, p13, p23 = xz * yz - xy * zz, xy * yz - xz * yy, xy * xz - yz * xx
        det = xx * p11 + xy * p12 + xz * p13
        if det < SMALL:
            return 0.0, 0.0, 0.0, 0.0
        inverse = 1.0 / det
        v1 = -(p11 * c[0] + p12 * c[1] + p13 * c[2]) * inverse
        v2 = -(p12 * c[0] + p22 * c[1] + p23 * c[2]) * inverse
        v3 = -(p13 * c[0] + p23 * c[1] + p33 * c[2]) * inverse
        excess = v1 * v1 + v2 * v2 + v3 * v3 - radius * radius
        if excess < SMALL:
            break
        squares = p11 * v1 * v1 + p22 * v2 * v2 + p33 * v3 * v3
        change = excess / (2.0 * (squares + 2.0 * (p12 * v1 * v2 + p13 * v1 * v3 + p23 * v2 * v3)) * inverse)
        if change < SMALL:
            break
        la += change
    return v1, v2, v3, la


@helper
def solve_many(d, contact: int, n: int, first: int, radius: float) -> float:
    """Set dual_friction_force for n friction forces, to nothing if A is singular; return the multiplier.

    Curvature and slope as in `solve_friction`, not scaled yet.
    """
    x, y, mu = d.dual_friction_force, d.dual_friction_solution, d.contact_friction
    la = 0.0
    for _ in range(STEPS):
        if not factor_curvature(d, contact, n, first, la):
            for i in range(n):
                x[i] = 0.0
            return 0.0
        for i in range(n):
            x[i] = -d.dual_friction_slope[i] * mu[contact, i]
        solve_cholesky(d.dual_friction_factor, 0, n, x, 0)
        excess = -radius * radius
        for i in range(n):
            excess += x[i] * x[i]
            y[i] = x[i]
        if excess < SMALL:
            break
        solve_cholesky(d.dual_friction_factor, 0, n, y, 0)
        descent = 0.0
        for i in range(n):
            descent += x[i] * y[i]
        change = excess / (2.0 * descent)
        if change < SMALL:
            break
        la += change
    for i in range(n):
        x[i] *= mu[contact, i]
    return la


@helper
def factor_curvature(d, contact: int, n: int, first: int, la: float) -> bool:
    """Factor the scaled curvature plus la; return whether all pivots are above what counts as none."""
    A, L, mu = d.dual_curvature, d.dual_friction_factor, d.contact_friction
    for i in range(n):
        for j in range(i + 1):
            L[i * n + j] = A[first + i, first + j] * mu[contact, i] * mu[contact, j]
    return factor_cholesky(L, 0, n, la, SMALL) < 0
