"""PGS for a model with a single tree, from the choice of where to begin to the acceleration, side by side in lanes.

One environment does what `dual_start`, `make_efc_Y`, `pgs` and `finish_dual` do, one after the other. Environments that
share instructions keep their rows in the order of each, since that decides the order of a sweep:

    rows       row q of all environments stands at q, over all idofs in blocks of four
    sweeps     all indices are the same: `pgs_lanes.py`

    blocks of J and Y -> forces to begin with -> sweeps, up to four kinds of environments at a time -> acceleration
    write_row_blocks     begin_forces            sweep_together                                        finish_tree

Sums have the order of roundings of scalar code: those of J run over dofs ascending, idofs descending.
"""

from corten.enums import ConeType, DisableBit, Integrator, SolverType, StepErrorKind
from corten.linalg.tree_ldl import solve_tree
from corten.model import Model
from corten.runtime import FloatArray, Vec2, helper, reduce_max, select, stage
from corten.runtime.fields import F8, Field
from corten.runtime.scratch import scratch
from corten.stages.constraint.island import Island, gather_idofs
from corten.stages.sleep import may_sleep
from corten.stages.solver.delassus import make_island_Y, prepare_Y
from corten.stages.solver.dual import finish_island, set_state
from corten.stages.solver.pgs import sweep_from_start
from corten.stages.solver.pgs_lanes import list_orders, sum_rows, sweep_together
from corten.stages.solver.primal import island_scale
from corten.stages.solver.rows import gather_row, update_rows
from corten.stages.solver.warm_start import begin_dual

SCRATCH = scratch(
    Field("lane_scaled", F8, ("nv_pad", 4), "four rows of the Jacobian while they are scaled"),
)

# dofs up to which lanes pay where all environments differ. Measured in batches of 256 that fall each in its own way:
# 1.2 to 1.5 times as fast as one environment after the other for Gym's ant and humanoid, of 14 and 23 dofs; 0.9 for
# MuJoCo's humanoid of 27 dofs, which has more rows in more numbers; 0.6 for one of 48 dofs, and with elliptic cones
MOST_DUAL_DOFS = 24


def has_dual_tree(model: Model) -> bool:
    """Tell whether a model has a single tree of few dofs and no elliptic cones, and is solved by PGS."""
    plain = model.opt_noslip_iterations == 0 and not model.nflex and not may_sleep(model)
    pgs = model.opt_solver == SolverType.PGS and model.opt_integrator != Integrator.DISCRETE
    pyramids = model.opt_cone == ConeType.PYRAMIDAL
    return bool(pgs and plain and pyramids and model.ntree == 1 and model.nv <= MOST_DUAL_DOFS)


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
            orders, here = list_orders(d, rows, waits)
            sweep_together(m, d, island, orders, here, scale)
            waits = waits and not here
        for q in range(rows):
            if q < d.nefc:
                set_state(d, q)
    finish_tree(m, d, island)


# ---------------------------------------------------------------- rows of all environments at the same places


@helper
def gather_own_rows(d, rows: int) -> None:
    """Copy what is read of each row, in the order of rows; those that an environment lacks have mass 0."""
    for q in range(rows):
        gather_row(d, q, q, q < d.nefc)
    d.iefc_nspecial = reduce_max(d.nf)


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

    s0, s1, s2, s3 = 0.0, 0.0, 0.0, 0.0
    for b in range(blocks):
        for c in range(4):
            J[first + b, c] = x[4 * b + c, j]
            Y[first + b, c] = y[4 * b + c, j]
        p = 4 * b
        s0 += y[p, j] * y[p, j]
        s1 += y[p + 1, j] * y[p + 1, j]
        s2 += y[p + 2, j] * y[p + 2, j]
        s3 += y[p + 3, j] * y[p + 3, j]
    diagonal = (s0 + s2) + (s1 + s3)
    d.dual_diag[q] = diagonal
    # where there is no row, any number that can be divided by
    d.dual_stiffness_inv[q] = 1.0 / select(q < d.nefc, diagonal + d.iefc_R[q], 1.0)


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
