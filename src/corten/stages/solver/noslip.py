"""Noslip: friction forces once more, without their softness, so that contacts do not creep, island by island.

    minimise  f' A f / 2 + b' f    over friction forces alone, by Gauss-Seidel; R is left out

Normal forces, limits and equalities stay. The friction of an elliptic contact stays within the ellipse of its normal
force. Opposite edges of a pyramid keep their sum, which is what they press with, and share it anew.
"""

from corten.constants import MINVAL
from corten.enums import ConstraintType
from corten.runtime import helper, stage
from corten.stages.constraint.island import attainable, island_at
from corten.stages.solver.delassus import add_motion, row_gradient, sum_motion
from corten.stages.solver.dual import (
    clip_force,
    iterations_so_far,
    move_forces,
    record_sweep,
    set_states,
    solve_friction,
)
from corten.stages.solver.primal import island_scale
from corten.stages.solver.rows import Kind

# least curvature of the cost by a single force
LEAST_CURVATURE = 1e-10


@stage
def noslip(m, d) -> None:
    """Correct the friction forces that another solver found."""
    for k in range(d.nisland):
        correct_island(m, d, k)


@helper
def correct_island(m, d, k: int) -> None:
    """Sweep over the friction of island k until that improves the cost by less than the tolerance."""
    force, first = d.iefc_force, d.island_rowadr[k]
    last = first + d.island_rownum[k]
    scale = island_scale(m, d, island_at(d, k))
    counted = iterations_so_far(d, k)

    # without softness the cost is lower from the beginning
    improvement = 0.0
    for q in range(first, last):
        improvement += 0.5 * force[q] * force[q] * d.iefc_R[q]

    set_states(d, k)
    sum_motion(d, k)
    for iteration in range(m.opt_noslip_iterations):
        improvement += sweep_friction(d, first, last)
        record_sweep(d, k, counted + iteration, scale * improvement)
        # from NaN on nothing else would come
        if scale * improvement < attainable(m.opt_noslip_tolerance) or improvement != improvement:
            break
        improvement = 0.0
    set_states(d, k)


@helper
def sweep_friction(d, first: int, last: int) -> float:
    """Change all friction forces of some rows once; return by how much the cost fell."""
    kind, row = d.iefc_kind, d.island_row

    fall = 0.0
    q = first
    while q < last:
        num = 1
        part = 0.0
        if kind[q] == Kind.FRICTION:
            part = correct_loss(d, q)
        elif kind[q] == Kind.CONE:
            num = d.contact_dim[d.efc_id[row[q]]]
            part = correct_cone(d, q, num)
        elif d.efc_type[row[q]] == ConstraintType.CONTACT_PYRAMIDAL:
            num = 2
            part = correct_edges(d, q)
        fall += part
        q += num
    return fall


@helper
def correct_loss(d, q: int) -> float:
    """Change the force of a friction loss row."""
    before, slope, curvature = d.iefc_force[q], row_gradient(d, q), max(MINVAL, d.dual_diag[q])
    force = clip_force(before - slope / curvature, d.iefc_frictionloss[q])
    delta = force - before
    d.iefc_force[q] = force
    add_motion(d, q, delta)
    return -delta * (0.5 * delta * curvature + slope)


@helper
def gather_group(d, q: int, first: int, n: int) -> None:
    """Take forces, slopes and curvature of n rows from q on, which begin at column `first` of their block."""
    for i in range(n):
        d.dual_group_force[i] = d.iefc_force[q + i]
        d.dual_gradient[i] = row_gradient(d, q + i)
        for j in range(n):
            entry = d.dual_A[q + i, first + j]
            d.dual_curvature[i, j] = max(LEAST_CURVATURE, entry) if i == j else entry


@helper
def correct_cone(d, q: int, dim: int) -> float:
    """Change the friction forces of an elliptic contact."""
    force, before, slope, block = d.iefc_force, d.dual_group_force, d.dual_gradient, d.dual_curvature

    gather_group(d, q + 1, 1, dim - 1)
    for i in range(dim - 1):
        total = slope[i]
        for j in range(dim - 1):
            total -= block[i, j] * before[j]
        d.dual_friction_slope[i] = total
    if force[q] < MINVAL:
        for j in range(1, dim):
            force[q + j] = 0.0
    else:
        solve_friction(d, q, 0)
    return move_forces(d, q + 1, dim - 1)


@helper
def correct_edges(d, q: int) -> float:
    """Change the forces of two opposite edges of a pyramid: mean + half and mean - half."""
    force, slope, block = d.iefc_force, d.dual_gradient, d.dual_curvature

    gather_group(d, q, 0, 2)
    mean, half = 0.5 * (force[q] + force[q + 1]), 0.5 * (force[q] - force[q + 1])
    curvature = block[0, 0] + block[1, 1] - block[0, 1] - block[1, 0]
    if curvature < MINVAL:
        half = 0.0
    else:
        half = min(max(half - (slope[0] - slope[1]) / curvature, -mean), mean)
    force[q] = mean + half
    force[q + 1] = mean - half
    return move_forces(d, q, 2)
