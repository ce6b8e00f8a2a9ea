"""Actuators that turn a ball joint, or a site against another: three torques."""

from corten.math.quaternion import load4, load4_flat, normalize_quat, quat_sub, quat_to_velocity
from corten.math.vector3 import load3, store3_flat
from corten.runtime import helper
from corten.stages.transmission.moment_row import write_moment_row


@helper
def orientation_transmission(m, d, k, first):
    """Write the lengths and the three rows of moment arms, from entry `first` on, of actuator k; return how many.

    The lengths are the rotation vector of the joint, or of the site relative to the reference [rad]. The torques act
    along the axes of the joint's body, or of the site.
    """
    target, ref, out = m.actuator_trnid[k, 0], m.actuator_trnid[k, 1], m.actuator_outadr[k]
    rownnz, rowadr = d.moment_rownnz, d.moment_rowadr

    if ref < 0:
        quat, _ = normalize_quat(load4_flat(d.qpos, m.jnt_qposadr[target]))
        store3_flat(d.actuator_length, out, quat_to_velocity(quat, 1.0))
        for i in range(3):
            d.moment[first + i] = 1.0
            d.moment_colind[first + i] = m.jnt_dofadr[target] + i
            rownnz[out + i] = 1
            rowadr[out + i] = first + i
        return 3

    store3_flat(d.actuator_length, out, quat_sub(load4(d.site_xquat, target), load4(d.site_xquat, ref)))
    bodies = (m.site_bodyid[target], m.site_bodyid[ref])
    points = (load3(d.site_xpos, target), load3(d.site_xpos, ref))
    none = (0.0, 0.0, 0.0)
    total = 0
    for i in range(3):
        x, y, z = d.site_xmat[target, i], d.site_xmat[target, i + 3], d.site_xmat[target, i + 6]
        torques = ((x, y, z), (-x, -y, -z))
        count = write_moment_row(m, d, first + total, bodies, points, (none, none), torques, False)
        rownnz[out + i] = count
        rowadr[out + i] = first + total
        total += count
    return total
