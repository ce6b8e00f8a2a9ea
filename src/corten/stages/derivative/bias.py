"""Velocity derivatives of the bias force and of dampers, and the sparse products that they are made of."""

from corten.math import vector3
from corten.math.spatial import add6, angular, dot6, load6, load10, mul_inertia_vec
from corten.runtime import FloatArray, IntArray, helper, stage
from corten.runtime.fields import F8, Field
from corten.runtime.scratch import scratch
from corten.stages.derivative.coriolis import (
    coriolis_of_body,
    load12,
    mul_coriolis,
    mul_coriolis_transposed,
    store12,
    store_joint_rates,
)
from corten.stages.passive.passive import dampers_act
from corten.stages.passive.springs import damping_derivative, dof_damping, tendon_damping

SCRATCH = scratch(
    Field("coriolis", F8, ("nbody", 12), "velocity derivative of the force on each subtree: see stages.derivative"),
)

# ---- velocity derivative of the bias force, the Coriolis, centrifugal and gyroscopic part of the dynamics


@stage
def bias_velocity_derivative(m, d) -> None:
    """Subtract d qfrc_bias / d qvel from qDeriv.

    The force on the bodies that both dof i and dof j move changes with qvel_j by I p_j + B s_j, where I and B belong
    to the subtree of the lower one. With i below j, s = cdof and p = cdof_rate:

        d qfrc_bias_i / d qvel_j = s_i' (I p_j + B s_j),    d qfrc_bias_j / d qvel_i = s_j' (I p_i + B s_i).

    The work is that of the mass matrix: one product for each pair of dofs on a path to the root.
    """
    parentid, jntadr, jntnum, bodyid = m.body_parentid, m.body_jntadr, m.body_jntnum, m.dof_bodyid
    rownnz, rowadr, diag, colind = m.D_rownnz, m.D_rowadr, m.D_diag, m.D_colind
    cinert, crb, cvel, cdof, rate = d.cinert, d.crb, d.cvel, d.cdof, d.cdof_rate
    coriolis, remaining, deriv = d.coriolis, d.lu_remaining, d.qDeriv

    # each body by itself, and its dofs
    for b in range(1, m.nbody):
        store12(coriolis, b, coriolis_of_body(load10(cinert, b), load6(cvel, b)))
        velocity = load6(cvel, parentid[b])
        for j in range(jntadr[b], jntadr[b] + jntnum[b]):
            velocity = store_joint_rates(m, d, j, velocity)

    # subtrees
    for b in range(m.nbody - 1, 0, -1):
        if parentid[b] > 0:
            for k in range(12):
                coriolis[parentid[b], k] += coriolis[b, k]

    # pairs of a dof and an ancestor: the ancestor's row is filled from its end
    for i in range(m.nv):
        remaining[i] = rownnz[i]
    for i in range(m.nv - 1, -1, -1):
        inertia = load10(crb, bodyid[i])
        subtree = load12(coriolis, bodyid[i])
        axis = load6(cdof, i)
        momentum = mul_inertia_vec(inertia, axis)
        turned = mul_coriolis_transposed(subtree, axis)
        force = add6(mul_inertia_vec(inertia, load6(rate, i)), mul_coriolis(subtree, axis))
        deriv[rowadr[i] + diag[i]] -= dot6(axis, force)
        for entry in range(rowadr[i], rowadr[i] + diag[i]):
            j = colind[entry]
            above = load6(cdof, j)
            remaining[j] -= 1
            deriv[entry] -= dot6(momentum, load6(rate, j)) + vector3.dot(turned, angular(above))
            deriv[rowadr[j] + remaining[j]] -= dot6(above, force)


# ---- velocity derivative of damper forces, of joints and along tendons


@stage
def damper_velocity_derivative(m, d) -> None:
    """Add the derivative of damper forces by qvel to qDeriv: -(a + 2 b |v| + 3 c v^2) on the diagonal."""
    rowadr, diagonal = m.D_rowadr, m.D_diag
    qvel, derivative = d.qvel, d.qDeriv

    if dampers_act(m):
        for i in range(m.nv):
            a, b, c = dof_damping(m, i)
            derivative[rowadr[i] + diagonal[i]] -= damping_derivative(a, b, c, qvel[i])


@stage
def tendon_damper_velocity_derivative(m, d) -> None:
    """Add the derivative of tendon damper forces by qvel to qDeriv: -(a + 2 b |v| + 3 c v^2) J'J.

    Entries outside of the sparsity of qDeriv are dropped.
    """
    rownnz, rowadr, colind, value = m.ten_J_rownnz, m.ten_J_rowadr, m.ten_J_colind, d.ten_J_value

    if dampers_act(m):
        for i in range(m.ntendon):
            a, b, c = tendon_damping(m, i)
            if a != 0.0 or b != 0.0 or c != 0.0:
                derivative = -damping_derivative(a, b, c, d.ten_velocity[i])
                add_outer_product(m, d.qDeriv, value, colind, rowadr[i], rownnz[i], derivative)


# ---------------------------------------------------------------- the start of every velocity derivative


@stage
def clear_velocity_derivative(m, d) -> None:
    """Set qDeriv to zero, for the stages that add to it."""
    deriv = d.qDeriv

    for entry in range(m.nD):
        deriv[entry] = 0.0


# ---- products of sparse rows, added to the matrix qDeriv of velocity derivatives


@helper
def add_outer_product(
    m, matrix: FloatArray, value: FloatArray, colind: IntArray, first: int, count: int, scale: float
) -> None:
    """Add scale * row' row to a matrix with the sparsity of qDeriv; what lies outside of it is dropped.

    The row has `count` entries from `first` on, in ascending order of their dofs, as have the rows of the matrix.
    """
    rownnz, rowadr, column = m.D_rownnz, m.D_rowadr, m.D_colind
    for a in range(first, first + count):
        i = colind[a]
        factor = scale * value[a]
        entry = rowadr[i]
        end = entry + rownnz[i]
        for b in range(first, first + count):
            while entry < end and column[min(entry, end - 1)] < colind[b]:
                entry += 1
            if entry < end and column[min(entry, end - 1)] == colind[b]:
                matrix[entry] += factor * value[b]
