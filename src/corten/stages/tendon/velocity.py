"""Velocities of tendons."""

from corten.runtime import stage


@stage
def tendon_velocity(m, d):
    """Compute the velocity of every tendon: its row of the Jacobian times qvel.

    reads:  m.ten_J_rownnz m.ten_J_rowadr m.ten_J_colind d.ten_J_value d.qvel
    writes: d.ten_velocity
    """
    rownnz, rowadr, colind, value = m.ten_J_rownnz, m.ten_J_rowadr, m.ten_J_colind, d.ten_J_value
    qvel, velocity = d.qvel, d.ten_velocity

    for i in range(m.ntendon):
        total = 0.0
        for entry in range(rowadr[i], rowadr[i] + rownnz[i]):
            total += value[entry] * qvel[colind[entry]]
        velocity[i] = total
