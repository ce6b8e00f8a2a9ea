"""The part of the metric that has the entries of M: joint springs and dampers, and the drag of a medium."""

from corten.enums import JointType
from corten.math import vector3
from corten.runtime import helper, stage
from corten.stages.passive.damper import dof_damping
from corten.stages.passive.polynomial import damping_derivative, stiffness_derivative
from corten.stages.passive.spring import (
    ball_deflection,
    rotation_displacement,
    scalar_deflection,
    translation_displacement,
)
from corten.stages.passive.switches import dampers_act, springs_act


@stage
def joint_metric(m, d):
    """Set efm_M = M + h D + h^2 K and efm_c = -h K qvel of joint springs and dampers; there are no couplings yet.

    reads:  m.dof_damping m.dof_dampingpoly m.dof_jntid d.M d.qpos d.qvel
    writes: d.efm_M d.efm_c d.efm_ts d.efm_as d.dof_vector
    """
    h, rownnz, rowadr = m.opt_timestep, m.M_rownnz, m.M_rowadr
    metric, shift, stiffness, qvel = d.efm_M, d.efm_c, d.dof_vector, d.qvel

    for entry in range(m.nC):
        metric[entry] = d.M[entry]
    set_joint_stiffness(m, d)
    for i in range(m.nv):
        a, b, c = dof_damping(m, i)
        slope = max(0.0, damping_derivative(a, b, c, qvel[i])) if dampers_act(m) else 0.0
        metric[rowadr[i] + rownnz[i] - 1] += h * slope + h * h * stiffness[i]
        shift[i] = -h * stiffness[i] * qvel[i]
    for i in range(m.ntendon):
        d.efm_ts[i] = 0.0
    for i in range(m.nout):
        d.efm_as[i] = 0.0


@stage
def drag_metric(m, d):
    """Subtract h qDeriv, the derivative of drag by qvel, from efm_M.

    reads:  m.mapD2M d.qDeriv d.efm_M
    writes: d.efm_M
    """
    for entry in range(m.nC):
        d.efm_M[entry] -= m.opt_timestep * d.qDeriv[m.mapD2M[entry]]


@helper
def set_joint_stiffness(m, d):
    """Set dof_vector to the stiffness that each dof feels from its joint's spring, at least 0."""
    jnt_type, qposadr, dofadr, rest = m.jnt_type, m.jnt_qposadr, m.jnt_dofadr, m.qpos_spring
    qpos, stiffness = d.qpos, d.dof_vector

    for i in range(m.nv):
        stiffness[i] = 0.0
    if springs_act(m):
        for j in range(m.njnt):
            kind, i, q = jnt_type[j], dofadr[j], qposadr[j]
            if kind == JointType.HINGE or kind == JointType.SLIDE:
                stiffness[i] = joint_stiffness(m, j, scalar_deflection(m, d, j))
            else:
                if kind == JointType.FREE:
                    offset = vector3.norm(translation_displacement(qpos, rest, q))
                    for k in range(3):
                        stiffness[i + k] = joint_stiffness(m, j, offset)
                    i += 3
                    q += 3
                turn = ball_deflection(m, d, j) if kind == JointType.BALL else rotation_displacement(qpos, rest, q)
                angle = vector3.norm(turn)
                for k in range(3):
                    stiffness[i + k] = joint_stiffness(m, j, angle)


@helper
def joint_stiffness(m, j, x):
    """Return the derivative of the spring force of joint j by its deflection x, or 0 where it is negative."""
    poly = m.jnt_stiffnesspoly

    return max(0.0, stiffness_derivative(m.jnt_stiffness[j], poly[j, 0], poly[j, 1], x))
