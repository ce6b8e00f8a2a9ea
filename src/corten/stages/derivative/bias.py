"""Velocity derivative of the bias force, the Coriolis, centrifugal and gyroscopic part of the dynamics."""

from corten.math import vector3
from corten.math.spatial import add6, angular, dot6, load6, load10, mul_inertia_vec
from corten.runtime import stage
from corten.stages.derivative.coriolis import (
    coriolis_of_body,
    load12,
    mul_coriolis,
    mul_coriolis_transposed,
    store12,
    store_joint_rates,
)


@stage
def bias_velocity_derivative(m, d):
    """Subtract d qfrc_bias / d qvel from qDeriv.

    The force on the bodies that both dof i and dof j move changes with qvel_j by I p_j + B s_j, where I and B belong
    to the subtree of the lower one. With i below j, s = cdof and p = cdof_rate:

        d qfrc_bias_i / d qvel_j = s_i' (I p_j + B s_j),    d qfrc_bias_j / d qvel_i = s_j' (I p_i + B s_i).

    The work is that of the mass matrix: one product for each pair of dofs on a path to the root.

    reads:  m.body_parentid m.body_jntadr m.body_jntnum d.cinert d.crb d.cvel d.cdof d.qDeriv
    writes: d.qDeriv d.coriolis d.cdof_rate d.lu_remaining
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
