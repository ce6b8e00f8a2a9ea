"""What actuators pull on."""

from typing import NamedTuple

from corten.enums import DisableBit, JointType, TransmissionType
from corten.math import vector3
from corten.math.quaternion import conjugate_quat, load4_flat, normalize_quat, quat_to_velocity, rotate_vector
from corten.math.vector3 import store3_flat
from corten.runtime import FloatArray, Vec3, helper, reduce_max, stage, uniform
from corten.runtime.fields import F8, Field
from corten.runtime.scratch import scratch
from corten.stages.sleep import actuator_sleeps
from corten.stages.transmission.site_transmission import (
    adhesion,
    orientation_transmission,
    site_transmission,
    slider_crank,
)

SCRATCH = scratch(
    Field("retained_length", F8, ("nout",), "actuator_length of the last step"),
    lasting=True,
)


@stage
def transmission(m, d) -> None:
    """Compute actuator lengths and the rows of the moment matrix, the gradient of each length by the dofs.

    An actuator on a body has no length; it acts at the body's contacts. One that turns something has three rows.
    """
    trntype, outadr, rownnz, rowadr = m.actuator_trntype, m.actuator_outadr, d.moment_rownnz, d.moment_rowadr

    first = 0
    for k in range(m.nactuator):
        if trntype[k] == TransmissionType.SO3:
            first += orientation_transmission(m, d, k, first)
            continue
        out = outadr[k]
        count = 0
        if trntype[k] == TransmissionType.JOINT or trntype[k] == TransmissionType.JOINTINPARENT:
            count = pull_joint(m, d, k, first)
        elif trntype[k] == TransmissionType.TENDON:
            count = tendon_transmission(m, d, k, first)
        elif trntype[k] == TransmissionType.SITE:
            count = site_transmission(m, d, k, first)
        elif trntype[k] == TransmissionType.SLIDERCRANK:
            count = slider_crank(m, d, k, first)
        else:
            count = adhesion(m, d, k, first)
        rownnz[out] = count
        rowadr[out] = first
        first += count


@helper
def tendon_transmission(m, d, k: int, first: int) -> int:
    """Write length and moment arms of an actuator on a tendon: those of the tendon, times the gear."""
    out, tendon = m.actuator_outadr[k], m.actuator_trnid[k, 0]
    gear, start = m.actuator_gear[out, 0], m.ten_J_rowadr[tendon]
    d.actuator_length[out] = d.ten_length[tendon] * gear
    for i in range(m.ten_J_rownnz[tendon]):
        d.moment[first + i] = d.ten_J_value[start + i] * gear
        d.moment_colind[first + i] = m.ten_J_colind[start + i]
    return m.ten_J_rownnz[tendon]


# ---------------------------------------------------------------- actuators that pull on joints: length and moment arms


@stage
def joint_transmission(m, d) -> None:
    """Compute actuator lengths and moment arms of models that have actuators on joints only."""
    outadr, rownnz, rowadr = m.actuator_outadr, d.moment_rownnz, d.moment_rowadr

    first = 0
    for k in range(m.nactuator):
        count = pull_joint(m, d, k, first)
        rownnz[outadr[k]] = count
        rowadr[outadr[k]] = first
        first += count


@helper
def pull_joint(m, d, k: int, first: int) -> int:
    """Write length and moment arms, from entry `first` on, of actuator k; return how many, one for each dof.

    Hinge and slide: length = gear qpos. Ball: length = rotation vector . gear. Free: no length, a wrench of six gears.
    JOINTINPARENT takes the gear's rotation in the frame of the parent, JOINT in that of the body.
    """
    gear, qpos, length, moment = m.actuator_gear, d.qpos, d.actuator_length, d.moment

    out, jnt = m.actuator_outadr[k], m.actuator_trnid[k, 0]
    kind, q, dof = m.jnt_type[jnt], m.jnt_qposadr[jnt], m.jnt_dofadr[jnt]
    in_parent = m.actuator_trntype[k] == TransmissionType.JOINTINPARENT
    if kind == JointType.FREE:
        count = 6
        length[out] = 0.0
        turning = gear[out, 3], gear[out, 4], gear[out, 5]
        store3_flat(moment, first, (gear[out, 0], gear[out, 1], gear[out, 2]))
        store3_flat(moment, first + 3, gear_axis(turning, qpos, q + 3, in_parent))
    elif kind == JointType.BALL:
        count = 3
        axis = gear_axis((gear[out, 0], gear[out, 1], gear[out, 2]), qpos, q, in_parent)
        quat, _ = normalize_quat(load4_flat(qpos, q))
        length[out] = vector3.dot(quat_to_velocity(quat, 1.0), axis)
        store3_flat(moment, first, axis)
    else:
        count = 1
        length[out] = qpos[q] * gear[out, 0]
        moment[first] = gear[out, 0]
    for i in range(count):
        d.moment_colind[first + i] = dof + i
    return count


@helper
def gear_axis(gear: Vec3, qpos: FloatArray, q: int, in_parent: bool) -> Vec3:
    """Return the gear's rotation in the frame of the body, given there or in the frame of its parent."""
    if in_parent:
        quat, _ = normalize_quat(load4_flat(qpos, q))
        return rotate_vector(conjugate_quat(quat), gear)
    return gear


# ---------------------------------------------------------------- velocities of actuators


@stage
def actuator_velocity(m, d) -> None:
    """Compute actuator velocities: moment times qvel; zero where actuation is disabled."""
    colind, moment, qvel, velocity = d.moment_colind, d.moment, d.qvel, d.actuator_velocity

    enabled, fixed = (m.opt_disableflags & DisableBit.ACTUATION) == 0, has_fixed_moments(m)
    for out in range(m.nout):
        row, total = moment_row(d, out, fixed), 0.0
        if enabled and row.alike:
            for entry in range(uniform(row.begin), uniform(row.end)):
                total += moment[entry] * qvel[uniform(colind[entry])]
        elif enabled:
            for entry in range(row.begin, row.end):
                total += moment[entry] * qvel[colind[entry]]
        velocity[out] = total


class MomentRow(NamedTuple):
    """The entries of a row of the moment matrix; `alike` if environments that share instructions have the same ones."""

    begin: int
    end: int
    alike: bool


@helper
def has_fixed_moments(m) -> bool:
    """Tell whether the dofs of each row follow from the model, which only environments side by side need to know."""
    return True


@has_fixed_moments.version(machine="lanes")
def has_fixed_moments_in_lanes(m) -> bool:
    """Tell whether no actuator pulls on a body, at its contacts."""
    fixed = True
    for k in range(m.nactuator):
        fixed = fixed and m.actuator_trntype[k] != TransmissionType.BODY
    return fixed


@helper
def moment_row(d, out: int, fixed: bool) -> MomentRow:
    """Return the row of an output of an actuator; `fixed` tells what `has_fixed_moments` does."""
    begin = d.moment_rowadr[out]
    return MomentRow(begin, begin + d.moment_rownnz[out], fixed)


@moment_row.version(machine="lanes")
def moment_row_in_lanes(d, out: int, fixed: bool) -> MomentRow:
    """Return the same where environments stand side by side: of actuators that sleep in one of them it is empty."""
    begin = d.moment_rowadr[out]
    end = begin + d.moment_rownnz[out]
    same = reduce_max(begin) == -reduce_max(-begin) and reduce_max(end) == -reduce_max(-end)
    return MomentRow(begin, end, same and fixed)


# ---- transmissions of sleeping actuators: their length stays as it was, and they have no moment arms


@stage
def retain_lengths(m, d) -> None:
    """Retain the lengths of actuators of the last step."""
    for out in range(m.nout):
        d.retained_length[out] = d.actuator_length[out]


@stage
def clear_sleeping_moments(m, d) -> None:
    """Give actuators on what sleeps their retained length and no moment arms."""
    rownnz, rowadr, colind, moment = d.moment_rownnz, d.moment_rowadr, d.moment_colind, d.moment

    if d.nv_awake < m.nv:
        place = 0
        for k in range(m.nactuator):
            asleep = actuator_sleeps(m, d, k)
            for out in range(m.actuator_outadr[k], m.actuator_outadr[k] + m.actuator_outnum[k]):
                if asleep:
                    d.actuator_length[out] = d.retained_length[out]
                    rownnz[out] = 0
                first = rowadr[out]
                rowadr[out] = place
                for entry in range(first, first + rownnz[out]):
                    colind[place] = colind[entry]
                    moment[place] = moment[entry]
                    place += 1
