"""Velocity derivative of damper forces, of joints and along tendons."""

from corten.runtime import stage
from corten.stages.derivative.outer_product import add_outer_product
from corten.stages.passive.damper import dof_damping
from corten.stages.passive.polynomial import damping_derivative
from corten.stages.passive.switches import dampers_act
from corten.stages.passive.tendon import tendon_damping


@stage
def damper_velocity_derivative(m, d):
    """Add the derivative of damper forces by qvel to qDeriv: -(a + 2 b |v| + 3 c v^2) on the diagonal.

    reads:  m.dof_jntid m.dof_damping m.dof_dampingpoly d.qvel d.qDeriv
    writes: d.qDeriv
    """
    rowadr, diagonal = m.D_rowadr, m.D_diag
    qvel, derivative = d.qvel, d.qDeriv

    if dampers_act(m):
        for i in range(m.nv):
            a, b, c = dof_damping(m, i)
            derivative[rowadr[i] + diagonal[i]] -= damping_derivative(a, b, c, qvel[i])


@stage
def tendon_damper_velocity_derivative(m, d):
    """Add the derivative of tendon damper forces by qvel to qDeriv: -(a + 2 b |v| + 3 c v^2) J'J.

    Entries outside of the sparsity of qDeriv are dropped.

    reads:  m.tendon_damping m.tendon_dampingpoly m.tendon_actuatorid d.ten_velocity d.qDeriv
    writes: d.qDeriv
    """
    rownnz, rowadr, colind, value = m.ten_J_rownnz, m.ten_J_rowadr, m.ten_J_colind, d.ten_J_value

    if dampers_act(m):
        for i in range(m.ntendon):
            a, b, c = tendon_damping(m, i)
            if a != 0.0 or b != 0.0 or c != 0.0:
                derivative = -damping_derivative(a, b, c, d.ten_velocity[i])
                add_outer_product(m, d.qDeriv, value, colind, rowadr[i], rownnz[i], derivative)
