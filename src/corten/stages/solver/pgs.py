"""Projected Gauss-Seidel on the dual problem, with momentum and random orders, island by island.

    minimise  f' (A + R) f / 2 + b' f      over the forces that the constraints allow

Equalities are free, friction loss is bounded, limits and contacts push, elliptic contacts stay in their cones.
A sweep minimises over one scalar constraint or one elliptic contact at a time:

    slope = b_i + (A f)_i + R_i f_i,    f_i := bounded(f_i - slope / (A_ii + R_i)),    motion Y' f follows

A f is never formed: (A f)_i is row i of Y times the motion (`delassus.py`). Between sweeps forces are extrapolated
(Nesterov), until that leads uphill (O'Donoghue and Candes, "Adaptive restart for accelerated gradient schemes", 2015).
"""

from corten.constants import MINVAL
from corten.enums import SolverType, StepErrorKind
from corten.math.philox import product
from corten.model import Model
from corten.runtime import IntArray, helper, per_precision, select, stage, wrapping
from corten.runtime.fields import F8, I4, Field
from corten.runtime.scratch import scratch
from corten.stages.constraint.island import attainable, island_at
from corten.stages.solver.delassus import add_motion, make_island_Y, prepare_Y, row_gradient, sum_motion
from corten.stages.solver.dual import (
    MOST_INCREASE,
    clip_force,
    finish_island,
    iterations_so_far,
    move_forces,
    project_friction,
    record_sweep,
    set_states,
    solve_friction,
)
from corten.stages.solver.primal import island_scale
from corten.stages.solver.rows import Kind, gather_rows

SCRATCH = scratch(
    Field("dual_order", I4, ("maxefc",), "first rows of scalar constraints and elliptic contacts, in random order"),
    Field("dual_visit", I4, ("maxefc",), "the order of the present sweep"),
    Field("dual_force_before", F8, ("maxefc",), "force before the extrapolation by momentum"),
    Field("dual_force_ahead", F8, ("maxefc",), "force after the extrapolation by momentum"),
    Field("dual_motion_before", F8, ("nv_pad",), "Y' force before the extrapolation by momentum, by idof"),
    Field("dual_stiffness_inv", F8, ("maxefc",), "1 / (A + R) on the diagonal"),
    Field("dual_friction_slope", F8, (5,), "slope by the friction forces where they are zero"),
)


@stage
def pgs(m, d) -> None:
    """Solve every island for its forces, beginning with efc_force."""
    for k in range(d.nisland):
        sweep_from_start(m, d, k)


@helper
def sweep_from_start(m, d, k: int) -> None:
    """Solve island k for its forces, beginning with efc_force."""
    gather_rows(d, island_at(d, k))
    for q in range(d.island_rowadr[k], d.island_rowadr[k] + d.island_rownum[k]):
        d.iefc_force[q] = d.efc_force[d.island_row[q]]
    converged = sweep_island(m, d, k, 0)
    d.island_missed[k] = 0 if converged else 1


@helper
def sweep_island(m, d, k: int, counted: int) -> bool:
    """Sweep over island k; return whether a sweep improved its cost by less than the tolerance.

    `counted` iterations came before.
    """
    count = list_groups(d, k)
    scale = island_scale(m, d, island_at(d, k))
    high, low = SEED[0], SEED[1]

    sum_motion(d, k)
    store_forces(d, k)
    if d.nstatiter > 0:
        set_states(d, k)
    momentum, converged = 0, False
    first, last = d.island_rowadr[k], d.island_rowadr[k] + count
    high, low = shuffle(d.dual_order, first, count, high, low)
    for iteration in range(m.opt_iterations):
        # momentum, then one sweep in random order; the order of the next is found while rows wait for each other
        extrapolate(d, k, max(0.0, float(momentum - 1) / float(momentum + 2)))
        for p in range(first, last):
            d.dual_visit[p] = d.dual_order[p]
        improvement = 0.0
        for p in range(first, last):
            improvement += minimise_group(d, d.dual_visit[p])
            high, low = exchange(d.dual_order, first, last - 1 - p, high, low)
        record_sweep(d, k, counted + iteration, scale * improvement)
        converged = scale * improvement < attainable(m.opt_tolerance)
        # from NaN on nothing else would come
        if converged or improvement != improvement:
            break
        momentum = 0 if iteration > 0 and turned_back(d, k) else momentum + 1
    set_states(d, k)
    return converged


@helper
def list_groups(d, k: int) -> int:
    """List the first rows of what is changed at a time; return how many there are. Set what all sweeps need."""
    order, kind, first = d.dual_order, d.iefc_kind, d.island_rowadr[k]
    count = 0
    for q in range(first, first + d.island_rownum[k]):
        d.dual_stiffness_inv[q] = 1.0 / (d.dual_diag[q] + d.iefc_R[q])
        if kind[q] != Kind.CONE_FRICTION:
            order[first + count] = q
            count += 1
    return count


@helper
def minimise_group(d, q: int) -> float:
    """Minimise the cost over the forces that begin with row q; return by how much it fell."""
    if d.iefc_kind[q] == Kind.CONE:
        return minimise_cone(d, q)
    return minimise_row(d, q)


@helper
def minimise_row(d, q: int) -> float:
    """Minimise the cost over the force of a scalar constraint."""
    kind, before = d.iefc_kind[q], d.iefc_force[q]
    curvature = d.dual_diag[q] + d.iefc_R[q]
    slope = row_gradient(d, q) + d.iefc_R[q] * before

    # rows come in random order, in which branches are mispredicted: forces that stay are moved by 0
    force = bounded_force(kind, before - slope * d.dual_stiffness_inv[q], d.iefc_frictionloss[q])
    delta = force - before
    change = delta * (0.5 * delta * curvature + slope)
    if change > MOST_INCREASE:
        return 0.0
    d.iefc_force[q] = force
    add_motion(d, q, delta)
    return -change


@helper
def bounded_force(kind: int, force: float, loss: float) -> float:
    """Return the force of a scalar constraint within its bounds."""
    bounded = select(kind == Kind.FRICTION, clip_force(force, loss), max(force, 0.0))
    return select(kind == Kind.FRICTION or kind == Kind.INEQUALITY, bounded, force)


@helper
def minimise_cone(d, q: int) -> float:
    """Minimise the cost over the normal force of an elliptic contact or along its force, then over its friction."""
    force, before, slope, block = d.iefc_force, d.dual_group_force, d.dual_gradient, d.dual_curvature
    dim = d.contact_dim[d.efc_id[d.island_row[q]]]

    for i in range(dim):
        before[i] = force[q + i]
        slope[i] = row_gradient(d, q + i) + d.iefc_R[q + i] * force[q + i]
        for j in range(dim):
            block[i, j] = d.dual_A[q + i, j] + (d.iefc_R[q + i] if i == j else 0.0)

    # along the normal where nothing presses yet, else along the whole force
    if force[q] < MINVAL:
        force[q] = max(force[q] - slope[0] / block[0, 0], 0.0)
        for j in range(1, dim):
            force[q + j] = 0.0
    else:
        scale_forces(d, q, dim)

    # then over the friction that this normal force allows
    if force[q] < MINVAL:
        for j in range(1, dim):
            force[q + j] = 0.0
    else:
        for i in range(1, dim):
            total = slope[i] + block[i, 0] * (force[q] - before[0])
            for j in range(1, dim):
                total -= block[i, j] * before[j]
            d.dual_friction_slope[i - 1] = total
        solve_friction(d, q, 1)
    return move_forces(d, q, dim)


@helper
def scale_forces(d, q: int, dim: int) -> None:
    """Scale all forces of an elliptic contact by what lowers the cost most; the normal force does not turn."""
    force, before, slope, block = d.iefc_force, d.dual_group_force, d.dual_gradient, d.dual_curvature

    curvature = 0.0
    descent = 0.0
    for i in range(dim):
        product = 0.0
        for j in range(dim):
            product += block[i, j] * before[j]
        curvature += before[i] * product
        descent -= before[i] * slope[i]
    if curvature >= MINVAL:
        share = max(descent / curvature, -1.0)
        for i in range(dim):
            force[q + i] += share * before[i]


@helper
def store_forces(d, k: int) -> None:
    """Take the forces of island k and their motion as what was before the first extrapolation."""
    old, motion_old = d.dual_force_before, d.dual_motion_before
    for q in range(d.island_rowadr[k], d.island_rowadr[k] + d.island_rownum[k]):
        old[q] = d.iefc_force[q]
    for p in range(d.island_dofnum[k]):
        motion_old[p] = d.dual_motion[p]


@helper
def extrapolate(d, k: int, share: float) -> None:
    """Move the forces of island k further along their last change, by a share of it, within their bounds."""
    force, old, ahead = d.iefc_force, d.dual_force_before, d.dual_force_ahead
    motion, motion_old = d.dual_motion, d.dual_motion_before
    first = d.island_rowadr[k]
    last = first + d.island_rownum[k]

    for q in range(first, last):
        last_sweep = force[q]
        force[q] = last_sweep + share * (last_sweep - old[q])
        ahead[q] = force[q]
        old[q] = last_sweep
    for p in range(d.island_dofnum[k]):
        last_sweep = motion[p]
        motion[p] = last_sweep + share * (last_sweep - motion_old[p])
        motion_old[p] = last_sweep

    # the motion is linear in the forces, but for those that met their bounds
    if share > 0.0:
        project_forces(d, first, last)
        for q in range(first, last):
            if force[q] != ahead[q]:
                add_motion(d, q, force[q] - ahead[q])
                ahead[q] = force[q]


@helper
def project_forces(d, first: int, last: int) -> None:
    """Bring the forces of some rows back into their bounds and cones."""
    kind, force = d.iefc_kind, d.iefc_force
    for q in range(first, last):
        if kind[q] == Kind.FRICTION:
            force[q] = clip_force(force[q], d.iefc_frictionloss[q])
        elif kind[q] == Kind.INEQUALITY:
            force[q] = max(force[q], 0.0)
        elif kind[q] == Kind.CONE:
            project_cone(d, q)


@helper
def project_cone(d, q: int) -> None:
    """Bring the forces of an elliptic contact back into its cone."""
    force, dim = d.iefc_force, d.contact_dim[d.efc_id[d.island_row[q]]]
    if force[q] < 0.0:
        for j in range(dim):
            force[q + j] = 0.0
    else:
        project_friction(d, q, False)


@helper
def turned_back(d, k: int) -> bool:
    """Tell whether the last sweep went against the extrapolation before it."""
    force, old, ahead = d.iefc_force, d.dual_force_before, d.dual_force_ahead
    total = 0.0
    for q in range(d.island_rowadr[k], d.island_rowadr[k] + d.island_rownum[k]):
        total += (force[q] - ahead[q]) * (ahead[q] - old[q])
    return total < 0.0


# ---- pseudo-random orders that are the same on every machine: PCG32 (O'Neill 2014) with a fixed seed
# The 64-bit state is stored in two words of 32 bits. With ints of 32 bits words may be negative: the same bits, but
# other orders, for an order counts with the number that the bits are


# first state: what seed 0 and increment 1 give after one step
SEED = (0, 1)
MASK = per_precision(0xFFFFFFFF, float32=-1)
MULTIPLIER = (0x5851F42D, 0x4C957F2D)


@wrapping
@helper
def next_number(high: int, low: int) -> tuple[int, int, int]:
    """Return (high, low, number): the next state, and 32 random bits from the present one."""
    # the bits of the state, xor-shifted and then rotated by its topmost five
    mixed_low = low ^ (((low >> 18) & 0x3FFF) | ((high & 0x3FFFF) << 14))
    mixed_high = high ^ ((high >> 18) & 0x3FFF)
    bits = ((mixed_low >> 27) & 31) | ((mixed_high << 5) & MASK)
    turn = (high >> 27) & 31
    number = shifted(bits, turn) | ((bits << ((32 - turn) & 31)) & MASK)

    # state * multiplier + 1
    carried, product_low = product(low, MULTIPLIER[1])
    if product_low == MASK:
        carried = carried + 1
    _, second = product(high, MULTIPLIER[1])
    _, third = product(low, MULTIPLIER[0])
    return (carried + second + third) & MASK, (product_low + 1) & MASK, number


@helper
def shifted(word: int, count: int) -> int:
    """Return a word without its lowest `count` bits, moved down."""
    return word >> count


@shifted.version(precision="float32")
def shifted_without_sign(word: int, count: int) -> int:
    """Return the same for a word whose highest bit is a sign."""
    return word if count == 0 else ((word >> 1) & 0x7FFFFFFF) >> max(count - 1, 0)


@helper
def shuffle(order: IntArray, first: int, count: int, high: int, low: int) -> tuple[int, int]:
    """Shuffle `count` entries of `order` from `first` on (Fisher and Yates); return the next state."""
    for i in range(count - 1, 0, -1):
        high, low = exchange(order, first, i, high, low)
    return high, low


@helper
def exchange(order: IntArray, first: int, i: int, high: int, low: int) -> tuple[int, int]:
    """Exchange entry i of `order`, if it is not the first, with one up to it; return the next state."""
    if i > 0:
        high, low, number = next_number(high, low)
        a, b = first + i, first + number % (i + 1)
        moved = order[a]
        order[a] = order[b]
        order[b] = moved
    return high, low


# ---- islands on which conjugate gradients missed their tolerance, solved again by PGS


# the numeric of <custom> that asks for it
NUMERIC = "corten.cg_fallback"


def wants_fallback(model: Model) -> bool:
    """Tell whether a model asks for PGS where conjugate gradients miss their tolerance."""
    names = [model.name("numeric", i) for i in range(model.nnumeric)]
    if model.opt_solver != SolverType.CG or NUMERIC not in names:
        return False
    return bool(model.numeric_data[model.numeric_adr[names.index(NUMERIC)]])


@stage
def pgs_fallback(m, d) -> int:
    """Go on with PGS from the forces that were found, and count these islands."""
    missed = d.island_missed

    prepare_Y(m, d)
    for k in range(d.nisland):
        if missed[k] != 0:
            make_island_Y(m, d, k)
    if d.nY > d.maxY:
        return StepErrorKind.CAPACITY
    for k in range(d.nisland):
        if missed[k] != 0:
            converged = sweep_island(m, d, k, iterations_so_far(d, k))
            missed[k] = 0 if converged else 1
            finish_island(m, d, k)
            d.solver_nfallback += 1
    return 0
