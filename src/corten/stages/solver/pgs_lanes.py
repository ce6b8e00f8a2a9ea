"""Sweeps of PGS over the rows of environments that share instructions: each in its own order, all indices the same.

Without elliptic cones a sweep visits rows in an order that follows from their number alone, so environments with as
many rows visit the same one at the same time: they are of one kind. Where there are several kinds in a pack, up to four
at a time go side by side: the rows of all kinds are read, and each environment takes that of its own by a select, which
is less work than one sweep for each kind:

    visit p    row 7 of the first kind    row 2 of the second     ->  one row, its parts from either  ->  force, motion

What is done goes along with changes of 0, which change no bits.
"""

from typing import NamedTuple

from corten.runtime import FloatArray, helper, reduce_max, select, uniform
from corten.runtime.fields import F8, Field
from corten.runtime.scratch import scratch
from corten.stages.constraint.island import Island, attainable
from corten.stages.solver.dual import MOST_INCREASE, record_sweep, set_states
from corten.stages.solver.pgs import SEED, bounded_force, shuffle

SCRATCH = scratch(
    Field("lane_row", F8, ("nv_pad", 4), "a row of Y, or four rows of the Jacobian"),
)

# ---------------------------------------------------------------- the orders in which environments visit their rows


class Orders(NamedTuple):
    """Up to four kinds of environments, by their number of rows: n1 > n2 > n3 > n4, 0 where there are no more.

    The order of each kind stands in dual_order, from 0, `room`, 2 `room` and 3 `room` on. Of an environment: how many
    rows it has (`own`), and of which kind it is; that it is of the first, or of none, is not told.
    """

    room: int
    n1: int
    n2: int
    n3: int
    n4: int
    own: int
    second: bool
    third: bool
    fourth: bool


@helper
def list_orders(d, rows: int, waits: bool) -> tuple[Orders, bool]:
    """Return the kinds that are solved next, and whether an environment is of one of them."""
    n1 = most_rows(d, waits)
    n2, n3, n4 = 0, 0, 0
    # where there is little room, one kind comes after the other
    if 4 * rows <= d.maxefc:
        n2 = most_rows(d, waits and d.nefc < n1)
        n3 = most_rows(d, waits and d.nefc < n2)
        n4 = most_rows(d, waits and d.nefc < n3)
    list_rows(d, 0, n1)
    list_rows(d, rows, n2)
    list_rows(d, 2 * rows, n3)
    list_rows(d, 3 * rows, n4)
    first, second, third, fourth = d.nefc == n1, d.nefc == n2, d.nefc == n3, d.nefc == n4
    here = waits and (first or second or third or fourth)
    return Orders(rows, n1, n2, n3, n4, d.nefc if here else 0, second, third, fourth), here


@helper
def most_rows(d, waits: bool) -> int:
    """Return how many rows those have at most that wait."""
    return reduce_max(d.nefc if waits else 0)


@helper
def list_rows(d, place: int, count: int) -> None:
    """List all rows from `place` on."""
    for q in range(count):
        d.dual_order[place + q] = q


@helper
def visited(d, place: int, count: int, p: int) -> int:
    """Return which row a kind visits as number p: its last one where it is through, 0 where there is no such kind."""
    return uniform(d.dual_order[place + max(0, min(p, count - 1))]) if count > 0 else 0


# ---------------------------------------------------------------- sweeps of environments side by side


@helper
def sweep_together(m, d, island: Island, orders: Orders, here: bool, scale: float) -> None:
    """Sweep over the rows of the environments in which `here` holds, as `sweep_island` does over those of one."""
    tolerance, room = attainable(m.opt_tolerance), orders.room
    state1, state2, state3, state4 = SEED, SEED, SEED, SEED
    going, converged = here, False
    momentum, iteration = 0, 0

    sum_rows(d, island, d.Y_values, d.dual_motion)
    for q in range(island.row_end):
        d.dual_force_before[q] = d.iefc_force[q]
    for p in range(4 * island.blocks):
        d.dual_motion_before[p] = d.dual_motion[p]
    if d.nstatiter > 0:
        set_states(d, 0)
    while iteration < m.opt_iterations and reduce_max(1 if going else 0) > 0:
        extrapolate_together(d, island, going, max(0.0, float(momentum - 1) / float(momentum + 2)))
        state1 = shuffle(d.dual_order, 0, orders.n1, state1[0], state1[1])
        if orders.n2 > 0:
            state2 = shuffle(d.dual_order, room, orders.n2, state2[0], state2[1])
            state3 = shuffle(d.dual_order, 2 * room, orders.n3, state3[0], state3[1])
            state4 = shuffle(d.dual_order, 3 * room, orders.n4, state4[0], state4[1])
        improvement = sweep_rows(d, orders, island.blocks, going)
        if going:
            d.solver_niter[0] = iteration + 1
            if d.nstatiter > 0:
                record_sweep(d, 0, iteration, scale * improvement)
        converged = converged or (going and scale * improvement < tolerance)
        # from NaN on nothing else would come
        going = going and not converged and improvement == improvement
        momentum = 0 if iteration > 0 and went_back(d, island) else momentum + 1
        iteration += 1
    if here:
        d.island_missed[0] = 0 if converged else 1


@helper
def sweep_rows(d, orders: Orders, blocks: int, going: bool) -> float:
    """Minimise over one row after the other, in the order of each environment; return by how much costs fell."""
    improvement = 0.0
    for p in range(orders.n1):
        if orders.n2 == 0:
            improvement += minimise_alike(d, uniform(d.dual_order[p]), blocks, going)
        else:
            improvement += minimise_apart(d, orders, p, blocks, going and p < orders.own)
    return improvement


@helper
def minimise_alike(d, q: int, blocks: int, going: bool) -> float:
    """Do what `minimise_row` does; what is done is moved by 0."""
    before, regular = d.iefc_force[q], d.iefc_R[q]
    slope = (d.efc_b[q] + dot_motion(d, d.Y_values, q * blocks, blocks)) + regular * before
    force = bounded_force(d.iefc_kind[q], before - slope * d.dual_stiffness_inv[q], d.iefc_frictionloss[q])
    delta = force - before
    change = delta * (0.5 * delta * (d.dual_diag[q] + regular) + slope)
    moves = going and not change > MOST_INCREASE
    d.iefc_force[q] = select(moves, force, before)
    add_row(d.Y_values, q, blocks, select(moves, delta, 0.0), d.dual_motion)
    return select(moves, -change, 0.0)


@helper
def minimise_apart(d, orders: Orders, p: int, blocks: int, going: bool) -> float:
    """Minimise over row p in the order of each environment in which `going` holds.

    Of each number those of all kinds are read, and an environment takes that of its own.
    """
    room = orders.room
    at = (
        visited(d, 0, orders.n1, p),
        visited(d, room, orders.n2, p),
        visited(d, 2 * room, orders.n3, p),
        visited(d, 3 * room, orders.n4, p),
    )
    load_own_row(d, orders, at, blocks)

    before, regular = own_at(orders, d.iefc_force, at), own_at(orders, d.iefc_R, at)
    slope = (own_at(orders, d.efc_b, at) + dot_motion(d, d.lane_row, 0, blocks)) + regular * before
    kind = own_of(orders, d.iefc_kind[at[0]], d.iefc_kind[at[1]], d.iefc_kind[at[2]], d.iefc_kind[at[3]])
    free, loss = before - slope * own_at(orders, d.dual_stiffness_inv, at), own_at(orders, d.iefc_frictionloss, at)
    force = bounded_force(kind, free, loss)
    delta = force - before
    change = delta * (0.5 * delta * (own_at(orders, d.dual_diag, at) + regular) + slope)
    moves = going and not change > MOST_INCREASE
    add_row(d.lane_row, 0, blocks, select(moves, delta, 0.0), d.dual_motion)

    store_own(d, at[0], moves and not (orders.second or orders.third or orders.fourth), force)
    store_own(d, at[1], moves and orders.second, force)
    store_own(d, at[2], moves and orders.third, force)
    store_own(d, at[3], moves and orders.fourth, force)
    return select(moves, -change, 0.0)


@helper
def load_own_row(d, orders: Orders, at: tuple[int, int, int, int], blocks: int) -> None:
    """Write into lane_row the row of Y that an environment's kind visits."""
    row, Y = d.lane_row, d.Y_values
    a, b, c, e = at[0] * blocks, at[1] * blocks, at[2] * blocks, at[3] * blocks
    if orders.n3 == 0:
        for i in range(blocks):
            for j in range(4):
                w, x = Y[a + i, j], Y[b + i, j]
                row[i, j] = select(orders.second, x, w)
    else:
        for i in range(blocks):
            for j in range(4):
                w, x, y, z = Y[a + i, j], Y[b + i, j], Y[c + i, j], Y[e + i, j]
                row[i, j] = select(orders.fourth, z, select(orders.third, y, select(orders.second, x, w)))


@helper
def store_own(d, q: int, mine: bool, force: float) -> None:
    """Set the force of a row where it is an environment's own."""
    d.iefc_force[q] = select(mine, force, d.iefc_force[q])


@helper
def own_of(orders: Orders, first: float, second: float, third: float, fourth: float) -> float:
    """Return which of four numbers is that of an environment's kind."""
    return select(orders.fourth, fourth, select(orders.third, third, select(orders.second, second, first)))


@helper
def own_at(orders: Orders, x: FloatArray, at: tuple[int, int, int, int]) -> float:
    """Return the element of x at the row that an environment's kind visits."""
    return own_of(orders, x[at[0]], x[at[1]], x[at[2]], x[at[3]])


@helper
def dot_motion(d, rows: FloatArray, first: int, blocks: int) -> float:
    """Return the inner product of the motion with the row that begins at a block."""
    motion = d.dual_motion
    s0, s1, s2, s3 = 0.0, 0.0, 0.0, 0.0
    for b in range(blocks):
        a, p = first + b, 4 * b
        s0 += rows[a, 0] * motion[p]
        s1 += rows[a, 1] * motion[p + 1]
        s2 += rows[a, 2] * motion[p + 2]
        s3 += rows[a, 3] * motion[p + 3]
    return (s0 + s2) + (s1 + s3)


@helper
def extrapolate_together(d, island: Island, going: bool, share: float) -> None:
    """Move forces further along their last change as `extrapolate` does, where an environment is still going."""
    force, old, ahead, motion, motion_old = (
        d.iefc_force,
        d.dual_force_before,
        d.dual_force_ahead,
        d.dual_motion,
        d.dual_motion_before,
    )
    moves = going and share > 0.0

    for q in range(island.row_end):
        last_sweep = force[q]
        force[q] = select(moves, last_sweep + share * (last_sweep - old[q]), last_sweep)
        ahead[q] = force[q]
        old[q] = last_sweep
    for p in range(4 * island.blocks):
        last_sweep = motion[p]
        motion[p] = select(moves, last_sweep + share * (last_sweep - motion_old[p]), last_sweep)
        motion_old[p] = last_sweep

    # the motion is linear in the forces, but for those that met their bounds
    if reduce_max(1 if moves else 0) > 0:
        for q in range(island.row_end):
            force[q] = select(moves, bounded_force(d.iefc_kind[q], force[q], d.iefc_frictionloss[q]), force[q])
        for q in range(island.row_end):
            met = force[q] - ahead[q]
            if reduce_max(1 if met != 0.0 else 0) > 0:
                add_row(d.Y_values, q, island.blocks, met, d.dual_motion)
                ahead[q] = force[q]


@helper
def went_back(d, island: Island) -> bool:
    """Tell whether the last sweep went against the extrapolation before it."""
    force, old, ahead = d.iefc_force, d.dual_force_before, d.dual_force_ahead
    total = 0.0
    for q in range(island.row_end):
        total += (force[q] - ahead[q]) * (ahead[q] - old[q])
    return total < 0.0


# ---------------------------------------------------------------- sums of rows


@helper
def add_row(rows: FloatArray, q: int, blocks: int, factor: float, result: FloatArray) -> None:
    """Add row q of J or Y times a factor to a vector over idofs."""
    for b in range(blocks):
        a, p = q * blocks + b, 4 * b
        r0, r1 = result[p] + rows[a, 0] * factor, result[p + 1] + rows[a, 1] * factor
        r2, r3 = result[p + 2] + rows[a, 2] * factor, result[p + 3] + rows[a, 3] * factor
        result[p] = r0
        result[p + 1] = r1
        result[p + 2] = r2
        result[p + 3] = r3


@helper
def sum_rows(d, island: Island, rows: FloatArray, result: FloatArray) -> None:
    """Set a vector over idofs to J' force or Y' force; rows that an environment lacks have no force."""
    for p in range(4 * island.blocks):
        result[p] = 0.0
    for q in range(island.row_end):
        force = d.iefc_force[q]
        if reduce_max(1 if force != 0.0 else 0) > 0:
            add_row(rows, q, island.blocks, force, result)
