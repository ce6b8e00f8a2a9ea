"""Rows of friction loss and of limits, of joints and of tendons."""

from corten.enums import ConstraintType, JointType
from corten.math import vector3
from corten.math.quaternion import load4_flat, normalize_quat, quat_to_velocity
from corten.runtime import Vec3, helper, stage
from corten.stages.constraint.row import add_rows, add_single_row, drop_empty_rows, set_row

# ---- friction loss: dofs and tendons that resist motion with a bounded force


@stage
def dof_friction_rows(m, d) -> None:
    """Add a row for every dof with friction loss."""
    frictionloss = m.dof_frictionloss

    for i in range(m.nv):
        if frictionloss[i] != 0.0:
            add_single_row(d, (ConstraintType.FRICTION_DOF, i), i, 1.0, (0.0, 0.0, frictionloss[i]))
    d.nf = d.nefc - d.ne


@stage
def tendon_friction_rows(m, d) -> None:
    """Add a row for every tendon with friction loss."""
    frictionloss = m.tendon_frictionloss

    for i in range(m.ntendon):
        if frictionloss[i] > 0.0:
            add_tendon_row(m, d, ConstraintType.FRICTION_TENDON, i, 1.0, (0.0, 0.0, frictionloss[i]))
    d.nf = d.nefc - d.ne


# ---- limits of joints and tendons that are reached, or nearer than their margin


@stage
def joint_limit_rows(m, d) -> None:
    """Add the rows of joint limits: one for each side of a slide or hinge, one for a ball."""
    kind, limited, bounds, margin = m.jnt_type, m.jnt_limited, m.jnt_range, m.jnt_margin

    for j in range(m.njnt):
        if limited[j] != 0:
            if kind[j] == JointType.HINGE or kind[j] == JointType.SLIDE:
                owner = (ConstraintType.LIMIT_JOINT, j)
                dof = m.jnt_dofadr[j]
                value = d.qpos[m.jnt_qposadr[j]]
                above = value - bounds[j, 0]
                below = bounds[j, 1] - value
                if above < margin[j]:
                    add_single_row(d, owner, dof, 1.0, (above, margin[j], 0.0))
                if below < margin[j]:
                    add_single_row(d, owner, dof, -1.0, (below, margin[j], 0.0))
            elif kind[j] == JointType.BALL:
                add_ball_limit(m, d, j)
    d.nl = d.nefc - d.nf - d.ne


@helper
def add_ball_limit(m, d, j: int) -> None:
    """Add a row for the angle between a ball joint and its reference, if it reaches its limit."""
    bounds = m.jnt_range
    quat, _ = normalize_quat(load4_flat(d.qpos, m.jnt_qposadr[j]))
    axis, angle = vector3.normalize(quat_to_velocity(quat, 1.0))
    dist = max(bounds[j, 0], bounds[j, 1]) - angle
    margin = m.jnt_margin[j]
    if dist < margin:
        row, entry = add_rows(d, 1, 3)
        if row >= 0:
            dof = m.jnt_dofadr[j]
            d.efc_J_colind[entry] = dof
            d.efc_J_colind[entry + 1] = dof + 1
            d.efc_J_colind[entry + 2] = dof + 2
            d.efc_J_values[entry] = -axis[0]
            d.efc_J_values[entry + 1] = -axis[1]
            d.efc_J_values[entry + 2] = -axis[2]
            set_row(d, row, (ConstraintType.LIMIT_JOINT, j), (entry, 3), (dist, margin, 0.0))


@stage
def tendon_limit_rows(m, d) -> None:
    """Add the rows of tendon limits, one for each side."""
    limited, bounds, margin, length = m.tendon_limited, m.tendon_range, m.tendon_margin, d.ten_length

    for i in range(m.ntendon):
        if limited[i] != 0:
            above = length[i] - bounds[i, 0]
            below = bounds[i, 1] - length[i]
            if above < margin[i]:
                add_tendon_row(m, d, ConstraintType.LIMIT_TENDON, i, 1.0, (above, margin[i], 0.0))
            if below < margin[i]:
                add_tendon_row(m, d, ConstraintType.LIMIT_TENDON, i, -1.0, (below, margin[i], 0.0))
    d.nl = d.nefc - d.nf - d.ne


# ---- rows that follow a single tendon: its friction loss and its limits


@helper
def add_tendon_row(m, d, kind: int, tendon: int, factor: float, values: Vec3) -> None:
    """Add a row with the scaled Jacobian of a tendon; one without dofs is left out."""
    first, nnz = m.ten_J_rowadr[tendon], m.ten_J_rownnz[tendon]
    row, entry = add_rows(d, 1, nnz)
    if row >= 0:
        for k in range(nnz):
            d.efc_J_colind[entry + k] = m.ten_J_colind[first + k]
            d.efc_J_values[entry + k] = factor * d.ten_J_value[first + k]
        set_row(d, row, (kind, tendon), (entry, nnz), values)
        drop_empty_rows(m, d, row, 1)
