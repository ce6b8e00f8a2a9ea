"""PGS for a model with a single tree, from the choice of where to begin to the acceleration, side by side in lanes.

One environment does what `dual_start`, `make_efc_Y`, `pgs` and `finish_dual` do, one after the other. Environments that
share instructions keep their rows in the order of each, since that decides the order of a sweep:

    rows       row q of all environments stands at q, with the blocks of idofs in which one of them has entries
    orders     a sweep visits rows in an order that follows from their number alone: the same for environments with as
               many rows, and cones at the same places. Those are solved together while the others wait
    sweeps     all indices are the same; what is done goes along with changes of 0, which change no bits

    blocks of J and Y -+-> forces to begin with -> sweeps of all that are alike, again for the others -> acceleration
    write_row_blocks      begin_forces             sweep_alike                                          finish_tree

Sums have the order of roundings of scalar code: those of J run over dofs ascending, idofs descending.
"""

from corten.enums import ConeType, DisableBit, Integrator, SolverType, StepErrorKind
from corten.linalg.tree_ldl import solve_tree
from corten.model import Model
from corten.runtime import FloatArray, Vec2, helper, reduce_max, select, stage, uniform
from corten.runtime.fields import F8, I4, Field
from corten.runtime.scratch import scratch
from corten.stages.constraint.block_rows import MOST_DOFS
from corten.stages.constraint.island import Island, attainable, gather_idofs
from corten.stages.sleep import may_sleep
from corten.stages.solver.delassus import make_island_Y, prepare_Y
from corten.stages.solver.dual import MOST_INCREASE, finish_island, record_sweep, set_state, set_states
from corten.stages.solver.pgs import SEED, bounded_force, minimise_cone, project_cone, shuffle, sweep_from_start
from corten.stages.solver.primal import island_scale
from corten.stages.solver.rows import Kind, gather_row, update_rows
from corten.stages.solver.warm_start import begin_dual

SCRATCH = scratch(
    Field("lane_row", F8, ("nv_pad", 4), "four rows of the Jacobian, by idof"),
    Field("lane_scaled", F8, ("nv_pad", 4), "the same rows while they are scaled"),
    Field("lane_group", I4, ("maxefc",), "rows of the constraint that begins here, 0 within one"),
    Field("alike_group", I4, ("maxefc",), "the same of the environments that are solved together"),
)


def has_dual_tree(model: Model) -> bool:
    """Tell whether a model has a single tree of few dofs, whose rows PGS takes as one island."""
    plain = model.opt_noslip_iterations == 0 and not model.nflex and not may_sleep(model)
    pgs = model.opt_solver == SolverType.PGS and model.opt_integrator != Integrator.DISCRETE
    return bool(pgs and plain and model.ntree == 1 and model.nv <= MOST_DOFS)


@stage
def pgs_single_tree(m, d) -> int:
    """Find efc_force by projected Gauss-Seidel and qacc by it, where all rows are one island."""
    # room for all blocks of all rows, which environments that share an instruction may need
    room = ((m.nv + 3) >> 2) * d.nefc
    d.nY = room
    d.nJblock = room
    if room > d.maxY or room > d.maxJblock:
        return StepErrorKind.CAPACITY
    solve_dual_tree(m, d)
    d.nY = room
    return 0


@helper
def solve_dual_tree(m, d) -> None:
    """Solve the island of one environment, if there is one."""
    begin_dual(m, d)
    prepare_Y(m, d)
    for k in range(d.nisland):
        make_island_Y(m, d, k)
        sweep_from_start(m, d, k)
        finish_island(m, d, k)


@solve_dual_tree.version(machine="lanes")
def solve_dual_trees(m, d) -> None:
    """Solve the islands of all environments, those together that are alike."""
    rows = reduce_max(d.nefc)
    island = Island(0, 0, rows, 0, m.nv, (m.nv + 3) >> 2, 0, 1)
    if rows > 0:
        gather_own_rows(d, rows)
        write_row_blocks(m, d, island)
        begin_forces(m, d, island)
        scale = island_scale(m, d, island)
        waits = d.nefc > 0
        while reduce_max(1 if waits else 0) > 0:
            count, last, here = list_alike(d, rows, waits)
            sweep_alike(m, d, island._replace(row_end=last), count, here, scale)
            waits = waits and not here
        for q in range(rows):
            if q < d.nefc:
                set_state(d, q)
    finish_tree(m, d, island)


# ---------------------------------------------------------------- rows of all environments at the same places


@helper
def gather_own_rows(d, rows: int) -> None:
    """Copy what is read of each row, in the order of rows; those that an environment lacks have mass 0."""
    special = d.nf
    for q in range(rows):
        mine = q < d.nefc
        d.island_row[q] = q
        special += gather_row(d, q, q, mine)
        kind = d.iefc_kind[q]
        size = select(kind == Kind.CONE, d.iefc_dim[q], select(kind == Kind.CONE_FRICTION, 0, 1))
        d.lane_group[q] = select(mine, size, 0)
    d.iefc_nspecial = reduce_max(special)


@helper
def write_row_blocks(m, d, island: Island) -> None:
    """Write all rows of J and Y in blocks of four idofs, and the blocks of A on its diagonal."""
    prepare_Y(m, d)
    for q in range(0, island.row_end, 4):
        num = min(4, island.row_end - q)
        spread_rows(m, d, q, num, island.blocks)
        scale_rows(m, d)
        for j in range(num):
            write_row(d, q + j, j, island.blocks)
    if uniform(d.iefc_nspecial) > 0 and m.opt_cone == ConeType.ELLIPTIC:
        for q in range(island.row_end):
            set_cone_products(d, q, island.blocks)


@helper
def spread_rows(m, d, q: int, num: int, blocks: int) -> None:
    """Write up to four rows of the Jacobian from q on over all idofs."""
    x, y, colind, values = d.lane_row, d.lane_scaled, d.efc_J_colind, d.efc_J_values

    for p in range(4 * blocks):
        for j in range(4):
            x[p, j] = 0.0
    for j in range(num):
        count, entry = 0, 0
        if q + j < d.nefc:
            count, entry = d.efc_J_rownnz[q + j], d.efc_J_rowadr[q + j]
        for e in range(reduce_max(count)):
            if e < count:
                x[m.nv - 1 - colind[entry + e], j] = values[entry + e]
    for p in range(4 * blocks):
        for j in range(4):
            y[p, j] = x[p, j]


@helper
def scale_rows(m, d) -> None:
    """Scale four rows with the factor of M as `scale_four_rows` does; dofs in which no environment has entries rest."""
    y, scale, last = d.lane_scaled, d.dual_sqrt_diag_inv, m.nv - 1

    for p in range(m.nv):
        a, b, c, e = y[p, 0], y[p, 1], y[p, 2], y[p, 3]
        if reduce_max(1 if a != 0.0 or b != 0.0 or c != 0.0 or e != 0.0 else 0) > 0:
            i = last - p
            for entry in range(m.M_rowadr[i], m.M_rowadr[i] + m.M_rownnz[i] - 1):
                k, f = last - m.M_colind[entry], d.qLD[entry]
                y[k, 0] -= f * a
                y[k, 1] -= f * b
                y[k, 2] -= f * c
                y[k, 3] -= f * e
            y[p, 0] = a * scale[i]
            y[p, 1] = b * scale[i]
            y[p, 2] = c * scale[i]
            y[p, 3] = e * scale[i]


@helper
def write_row(d, q: int, j: int, blocks: int) -> None:
    """Write row q of J and Y, column j of what was spread, and the diagonal of A."""
    x, y, J, Y, first = d.lane_row, d.lane_scaled, d.iefc_J, d.Y_values, q * blocks

    for b in range(blocks):
        for c in range(4):
            J[first + b, c] = x[4 * b + c, j]
            Y[first + b, c] = y[4 * b + c, j]
        d.Y_block[first + b] = b
    d.Y_rowadr[q] = first
    d.Y_listadr[q] = first
    d.Y_rownum[q] = blocks
    diagonal = dot_rows(d, first, first, blocks)
    d.dual_diag[q] = diagonal
    # where there is no row, any number that can be divided by
    d.dual_stiffness_inv[q] = 1.0 / select(q < d.nefc, diagonal + d.iefc_R[q], 1.0)


@helper
def set_cone_products(d, q: int, blocks: int) -> None:
    """Set what row q of A has in common with the rows of its elliptic contact, up to itself."""
    inside = -1
    if q < d.nefc and d.iefc_kind[q] == Kind.CONE:
        inside = 0
    if q < d.nefc and d.iefc_kind[q] == Kind.CONE_FRICTION:
        inside = q - d.contact_efc_address[d.efc_id[q]]
    for back in range(reduce_max(inside) + 1):
        value = dot_rows(d, q * blocks, (q - back) * blocks, blocks)
        if back <= inside:
            d.dual_A[q, inside - back] = value
            d.dual_A[q - back, inside] = value


@helper
def dot_rows(d, first: int, second: int, blocks: int) -> float:
    """Return the inner product of the rows of Y that begin at two blocks."""
    Y = d.Y_values
    s0, s1, s2, s3 = 0.0, 0.0, 0.0, 0.0
    for b in range(blocks):
        x, y = first + b, second + b
        s0 += Y[x, 0] * Y[y, 0]
        s1 += Y[x, 1] * Y[y, 1]
        s2 += Y[x, 2] * Y[y, 2]
        s3 += Y[x, 3] * Y[y, 3]
    return (s0 + s2) + (s1 + s3)


@helper
def mul_jacobian_row(d, q: int, blocks: int, x: FloatArray, y: FloatArray) -> Vec2:
    """Return row q of J times two vectors over idofs, dofs ascending."""
    J, adr, first, second = d.iefc_J, q * blocks, 0.0, 0.0

    for b in range(blocks - 1, -1, -1):
        a, p = adr + b, 4 * b
        first += J[a, 3] * x[p + 3]
        second += J[a, 3] * y[p + 3]
        first += J[a, 2] * x[p + 2]
        second += J[a, 2] * y[p + 2]
        first += J[a, 1] * x[p + 1]
        second += J[a, 1] * y[p + 1]
        first += J[a, 0] * x[p]
        second += J[a, 0] * y[p]
    return first, second


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


# ---------------------------------------------------------------- where to begin


@helper
def begin_forces(m, d, island: Island) -> None:
    """Set iefc_force to what `begin_dual` begins with, and efc_b."""
    gather_idofs(d, island, d.qacc_smooth, d.idof_smooth)
    gather_idofs(d, island, d.qacc_warmstart, d.idof_qacc)
    for q in range(island.row_end):
        mine = q < d.nefc
        b, jar = mul_jacobian_row(d, q, island.blocks, d.idof_smooth, d.idof_qacc)
        d.efc_b[q] = select(mine, b - d.efc_aref[q], 0.0)
        jar = select(mine, jar - d.efc_aref[q], 0.0)
        d.iefc_jar[q] = jar
        d.efc_jar[q] = jar
    update_rows(d, island)
    cold = (m.opt_disableflags & DisableBit.WARMSTART) != 0 or cost_of_forces(m, d, island) > 0.0
    for q in range(island.row_end):
        d.iefc_force[q] = select(cold, 0.0, d.iefc_force[q])
    if d.nefc > 0:
        d.solver_niter[0] = 0


@helper
def cost_of_forces(m, d, island: Island) -> float:
    """Return force' (A + R) force / 2 + b' force at iefc_force, as `dual_cost` does."""
    force, product, last = d.iefc_force, d.dual_product, m.nv - 1

    sum_rows(d, island, d.iefc_J, d.idof_force)
    for i in range(m.nv):
        product[i] = d.idof_force[last - i]
    solve_tree(d.qLD, d.qLDiagInv, m.M_rownnz, m.M_rowadr, m.M_colind, m.nv, product, 0)
    cost = 0.0
    for i in range(m.nv):
        cost += 0.5 * d.idof_force[last - i] * product[i]
    for q in range(island.row_end):
        cost += force[q] * (0.5 * d.iefc_R[q] * force[q] + d.efc_b[q])
    return cost


# ---------------------------------------------------------------- sweeps of environments that are alike


@helper
def list_alike(d, rows: int, waits: bool) -> tuple[int, int, bool]:
    """List what is changed at a time in those that wait and have the same constraints at the same rows.

    Return (how many, the row behind them, whether an environment is one of these).
    """
    here = waits
    count, last = 0, 0
    for q in range(rows):
        size = d.lane_group[q]
        lead = reduce_max(size if here else 0)
        here = here and size == lead
        d.alike_group[q] = lead
        if lead > 0:
            d.dual_order[count] = q
            count += 1
            last = q + lead
    return count, last, here


@helper
def sweep_alike(m, d, island: Island, count: int, here: bool, scale: float) -> None:
    """Sweep over the rows of the environments in which `here` holds, as `sweep_island` does over those of one."""
    tolerance = attainable(m.opt_tolerance)
    high, low = SEED[0], SEED[1]
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
        extrapolate_alike(d, island, going, max(0.0, float(momentum - 1) / float(momentum + 2)))
        high, low = shuffle(d.dual_order, 0, count, high, low)
        improvement = 0.0
        for p in range(count):
            q = uniform(d.dual_order[p])
            size = uniform(d.alike_group[q])
            if size == 1:
                improvement += minimise_alike(d, q, island.blocks, going)
            elif going:
                improvement += minimise_cone(d, q, size)
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
def minimise_alike(d, q: int, blocks: int, going: bool) -> float:
    """Do what `minimise_row` does; what is done is moved by 0."""
    kind, before, regular = d.iefc_kind[q], d.iefc_force[q], d.iefc_R[q]
    curvature = d.dual_diag[q] + regular
    slope = row_slope(d, q, blocks) + regular * before

    force = bounded_force(kind, before - slope * d.dual_stiffness_inv[q], d.iefc_frictionloss[q])
    delta = force - before
    change = delta * (0.5 * delta * curvature + slope)
    moves = going and not change > MOST_INCREASE
    delta = select(moves, delta, 0.0)
    d.iefc_force[q] = select(moves, force, before)
    add_row(d.Y_values, q, blocks, delta, d.dual_motion)
    return select(moves, -change, 0.0)


@helper
def row_slope(d, q: int, blocks: int) -> float:
    """Return what `row_gradient` does."""
    motion, Y = d.dual_motion, d.Y_values
    s0, s1, s2, s3 = 0.0, 0.0, 0.0, 0.0
    for b in range(blocks):
        a, p = q * blocks + b, 4 * b
        s0 += Y[a, 0] * motion[p]
        s1 += Y[a, 1] * motion[p + 1]
        s2 += Y[a, 2] * motion[p + 2]
        s3 += Y[a, 3] * motion[p + 3]
    return d.efc_b[q] + ((s0 + s2) + (s1 + s3))


@helper
def extrapolate_alike(d, island: Island, going: bool, share: float) -> None:
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
            size = uniform(d.alike_group[q])
            if size == 1:
                force[q] = select(moves, bounded_force(d.iefc_kind[q], force[q], d.iefc_frictionloss[q]), force[q])
            elif size > 1 and moves:
                project_cone(d, q)
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


# ---------------------------------------------------------------- the acceleration


@helper
def finish_tree(m, d, island: Island) -> None:
    """Set qfrc_constraint = J' force and qacc, as `finish_island` does; without rows they are 0 and qacc_smooth."""
    change, last, tied = d.dual_product, m.nv - 1, d.nefc > 0

    if island.row_end > 0:
        sum_rows(d, island, d.iefc_J, d.idof_force)
        for i in range(m.nv):
            change[i] = d.idof_force[last - i]
        solve_tree(d.qLD, d.qLDiagInv, m.M_rownnz, m.M_rowadr, m.M_colind, m.nv, change, 0)
        for i in range(m.nv):
            d.qfrc_constraint[i] = d.idof_force[last - i]
            d.qacc[i] = select(tied, change[i] + d.qacc_smooth[i], d.qacc_smooth[i])
    else:
        for i in range(m.nv):
            d.qfrc_constraint[i] = 0.0
            d.qacc[i] = d.qacc_smooth[i]
