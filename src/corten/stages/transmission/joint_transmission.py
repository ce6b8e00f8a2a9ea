"""Actuators that pull on joints: length and moment arms."""

from corten.enums import JointType, TransmissionType
from corten.math import vector3
from corten.math.quaternion import conjugate_quat, load4_flat, normalize_quat, quat_to_velocity, rotate_vector
from corten.math.vector3 import store3_flat
from corten.runtime import helper, stage


@stage
def joint_transmission(m, d):
    """Compute actuator lengths and moment arms of models that have actuators on joints only.

    reads:  m.actuator_trntype m.actuator_trnid m.actuator_outadr d.qpos
    writes: d.actuator_length d.moment_rownnz d.moment_rowadr d.moment_colind d.moment
    """
    outadr, rownnz, rowadr = m.actuator_outadr, d.moment_rownnz, d.moment_rowadr

    first = 0
    for k in range(m.nactuator):
        count = pull_joint(m, d, k, first)
        rownnz[outadr[k]] = count
        rowadr[outadr[k]] = first
        first += count


@helper
def pull_joint(m, d, k, first):
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
def gear_axis(gear, qpos, q, in_parent):
    """Return the gear's rotation in the frame of the body, given there or in the frame of its parent."""
    if in_parent:
        quat, _ = normalize_quat(load4_flat(qpos, q))
        return rotate_vector(conjugate_quat(quat), gear)
    return gear
