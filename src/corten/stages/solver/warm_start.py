"""Where the solvers begin, primal and dual ones, and how their results get into the order of the rows."""

from corten.constants import NISLAND
from corten.enums import DisableBit
from corten.linalg.tree_ldl import mul_tree, solve_tree
from corten.runtime import helper, reduce_max, select, stage
from corten.runtime.fields import F8, Field
from corten.runtime.scratch import scratch
from corten.stages.constraint.contact_products import move_bodies, mul_moving_rows
from corten.stages.constraint.row import mul_jacobian, mul_jacobian_transposed
from corten.stages.constraint.update import cost_of_constraint, update_constraint
from corten.stages.metric.couplings import in_metric, mul_metric

SCRATCH = scratch(
    Field("dual_product", F8, ("nv",), "inv(M) J' force"),
    Field("warm_motion", F8, ("nbody", 6), "accelerations of bodies where the solver may begin"),
)

# ---- where the solvers begin: at the last acceleration, unless the unconstrained one is better


@stage
def warm_start(m, d) -> None:
    """Set qacc, M qacc and J qacc - aref to where the solver begins; trees without constraints are done with it."""
    smooth, warm, qacc = d.qacc_smooth, d.qacc_warmstart, d.qacc
    jar, b, aref, mass_acc, island = d.efc_jar, d.efc_b, d.efc_aref, d.primal_Ma, d.tree_island

    for k in range(min(d.nisland, NISLAND)):
        d.solver_niter[k] = 0
    mul_jacobian(d, b, smooth)
    for r in range(d.nefc):
        b[r] -= aref[r]
    begin_warm = d.nefc > 0 and (m.opt_disableflags & DisableBit.WARMSTART) == 0
    if begin_warm:
        mul_jacobian(d, jar, warm)
        for r in range(d.nefc):
            jar[r] -= aref[r]
        if in_metric(m):
            mul_metric(m, d, warm, mass_acc)
        else:
            mul_tree(mass_acc, d.M, m.M_rownnz, m.M_rowadr, m.M_colind, m.nv, warm)
        begin_warm = update_constraint(d, jar) + gauss_cost(m, d) <= update_constraint(d, b)
    for i in range(m.nv):
        d.qfrc_constraint[i] = 0.0
        tied = island[m.dof_treeid[i]] >= 0
        qacc[i] = warm[i] if begin_warm and tied else smooth[i]
    if not begin_warm:
        for r in range(d.nefc):
            jar[r] = b[r]
        for i in range(m.nv):
            mass_acc[i] = d.qfrc_smooth[i]
        if in_metric(m):
            for i in range(m.nv):
                mass_acc[i] += d.efm_c[i]


@stage
def warm_start_lanes(m, d) -> None:
    """Do what `warm_start` does, with the motions of bodies in place of entries of contacts."""
    smooth, warm, qacc, jar, b = d.qacc_smooth, d.qacc_warmstart, d.qacc, d.efc_jar, d.efc_b

    for k in range(min(reduce_max(d.nisland), NISLAND)):
        if k < d.nisland:
            d.solver_niter[k] = 0
    move_bodies(m, d, smooth, d.warm_motion)
    mul_moving_rows(m, d, smooth, d.warm_motion, b)
    move_bodies(m, d, warm, d.warm_motion)
    mul_moving_rows(m, d, warm, d.warm_motion, jar)
    rows = reduce_max(d.nefc)
    for r in range(rows):
        b[r] -= d.efc_aref[r]
        jar[r] -= d.efc_aref[r]
    mul_tree(d.primal_Ma, d.M, m.M_rownnz, m.M_rowadr, m.M_colind, m.nv, warm)
    better = cost_of_constraint(d, jar) + gauss_cost(m, d) <= cost_of_constraint(d, b)
    begin_warm = d.nefc > 0 and (m.opt_disableflags & DisableBit.WARMSTART) == 0 and better
    for i in range(m.nv):
        d.qfrc_constraint[i] = 0.0
        tied = d.tree_island[m.dof_treeid[i]] >= 0
        qacc[i] = select(begin_warm and tied, warm[i], smooth[i])
        d.primal_Ma[i] = select(begin_warm, d.primal_Ma[i], d.qfrc_smooth[i])
    for r in range(rows):
        jar[r] = select(begin_warm, jar[r], b[r])


@helper
def gauss_cost(m, d) -> float:
    """Return (qacc - qacc_smooth)' M (qacc - qacc_smooth) / 2 at the last acceleration."""
    mass_acc, smooth, warm, free = d.primal_Ma, d.qfrc_smooth, d.qacc_warmstart, d.qacc_smooth
    total = 0.0
    for i in range(m.nv):
        total += 0.5 * (mass_acc[i] - smooth[i]) * (warm[i] - free[i])
    if in_metric(m):
        for i in range(m.nv):
            total -= 0.5 * d.efm_c[i] * (warm[i] - free[i])
    return total


# ---- where dual solvers begin: at the forces that follow from the last acceleration, unless none are better


@stage
def dual_start(m, d) -> None:
    """Set efc_force to where the solver begins; trees without constraints are done with qacc_smooth."""
    begin_dual(m, d)


@helper
def begin_dual(m, d) -> None:
    """Set efc_force, efc_b, qacc and qfrc_constraint to where a dual solver begins."""
    b, jar, aref, force = d.efc_b, d.efc_jar, d.efc_aref, d.efc_force

    for k in range(min(d.nisland, NISLAND)):
        d.solver_niter[k] = 0
    mul_jacobian(d, b, d.qacc_smooth)
    mul_jacobian(d, jar, d.qacc_warmstart)
    for r in range(d.nefc):
        b[r] -= aref[r]
        jar[r] -= aref[r]
    update_constraint(d, jar)
    if (m.opt_disableflags & DisableBit.WARMSTART) != 0 or dual_cost(m, d) > 0.0:
        for r in range(d.nefc):
            force[r] = 0.0
    for i in range(m.nv):
        d.qfrc_constraint[i] = 0.0
        d.qacc[i] = d.qacc_smooth[i]


@helper
def dual_cost(m, d) -> float:
    """Return force' (A + R) force / 2 + b' force at efc_force."""
    force, product, joint_force = d.efc_force, d.dual_product, d.qfrc_constraint

    mul_jacobian_transposed(d, m.nv, joint_force, force)
    for i in range(m.nv):
        product[i] = joint_force[i]
    if in_metric(m):
        solve_tree(d.qH, d.qHDiagInv, m.M_rownnz, m.M_rowadr, m.M_colind, m.nv, product, 0)
    else:
        solve_tree(d.qLD, d.qLDiagInv, m.M_rownnz, m.M_rowadr, m.M_colind, m.nv, product, 0)
    cost = 0.0
    for i in range(m.nv):
        cost += 0.5 * joint_force[i] * product[i]
    for r in range(d.nefc):
        cost += force[r] * (0.5 * d.efc_R[r] * force[r] + d.efc_b[r])
    return cost


# ---- what the solvers found, put back into the order of the rows


@stage
def finish_solver(m, d) -> None:
    """Set efc_force and efc_state from the islands' results; rows that move nothing give no force."""
    row, force, state = d.island_row, d.iefc_force, d.iefc_state

    for r in range(d.nefc):
        d.efc_force[r] = 0.0
        d.efc_state[r] = 0
    for k in range(d.nisland):
        for q in range(d.island_rowadr[k], d.island_rowadr[k] + d.island_rownum[k]):
            d.efc_force[row[q]] = force[q]
            d.efc_state[row[q]] = state[q]


@stage
def finish_single_tree(m, d) -> None:
    """Set efc_force and efc_state where all rows are those of one island."""
    for r in range(reduce_max(d.nefc)):
        d.efc_force[r] = d.iefc_force[r]
        d.efc_state[r] = d.iefc_state[r]
