"""Actuators that pull on joints: their lengths and moment arms."""

from corten.enums import JointType, TransmissionType
from corten.math import vector3
from corten.math.quaternion import conjugate_quat, load4_flat, normalize_quat, quat_to_velocity, rotate_vector
from corten.math.vector3 import store3_flat
from corten.runtime import helper, stage


@stage
def transmission(m, d):
    """Compute actuator lengths and the rows of the moment matrix, one entry for each dof of the joint.

    Hinge and slide: length = gear qpos. Ball: length = rotation vector . gear. Free: no length, a wrench of six gears.
    JOINTINPARENT takes the gear's rotation in the frame of the parent, JOINT in that of the body.

    reads:  m.actuator_trntype m.actuator_trnid m.actuator_outadr m.actuator_gear m.jnt_type m.jnt_qposadr
            m.jnt_dofadr d.qpos
    writes: d.actuator_length d.moment_rownnz d.moment_rowadr d.moment_colind d.moment
    """
    trntype, trnid, outadr, gear = m.actuator_trntype, m.actuator_trnid, m.actuator_outadr, m.actuator_gear
    jnt_type, qposadr, dofadr, qpos = m.jnt_type, m.jnt_qposadr, m.jnt_dofadr, d.qpos
    length, rownnz, rowadr = d.actuator_length, d.moment_rownnz, d.moment_rowadr
    colind, moment = d.moment_colind, d.moment

    first = 0
    for k in range(m.nactuator):
        out = outadr[k]
        jnt = trnid[k, 0]
        kind, q, dof = jnt_type[jnt], qposadr[jnt], dofadr[jnt]
        in_parent = trntype[k] == TransmissionType.JOINTINPARENT
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

        rownnz[out] = count
        rowadr[out] = first
        for i in range(count):
            colind[first + i] = dof + i
        first += count


@helper
def gear_axis(gear, qpos, q, in_parent):
    """Return the gear's rotation in the frame of the body, given there or in the frame of its parent."""
    if in_parent:
        quat, _ = normalize_quat(load4_flat(qpos, q))
        return rotate_vector(conjugate_quat(quat), gear)
    return gear
