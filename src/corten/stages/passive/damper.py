"""Joint dampers."""

from corten.enums import TransmissionType
from corten.runtime import helper, stage
from corten.stages.passive.polynomial import damping_at
from corten.stages.passive.switches import dampers_act

# values of jnt_actuatorid below 0: nobody adds damping; several actuators do
NO_ACTUATOR = -1


@stage
def damper(m, d):
    """Compute damper forces: qfrc = -(a + b |v| + c v^2) v, with what actuators add to a joint's damping.

    reads:  m.dof_jntid m.dof_damping m.dof_dampingpoly d.qvel
    writes: d.qfrc_damper
    """
    qvel, force = d.qvel, d.qfrc_damper

    if dampers_act(m):
        for i in range(m.nv):
            a, b, c = dof_damping(m, i)
            force[i] = -qvel[i] * damping_at(a, b, c, qvel[i])
    else:
        for i in range(m.nv):
            force[i] = 0.0


@helper
def dof_damping(m, i):
    """Return the damping coefficients (linear, quadratic, cubic) of a dof, those of its actuators included."""
    poly = m.dof_dampingpoly
    own = m.dof_damping[i], poly[i, 0], poly[i, 1]
    jnt = m.dof_jntid[i]
    actuator = m.jnt_actuatorid[jnt]
    if actuator == NO_ACTUATOR:
        return own
    if actuator >= 0:
        return add_actuator(m, actuator, own)
    return add_all_actuators(m, jnt, own)


@helper
def add_actuator(m, k, own):
    """Return the coefficients with those of actuator k, which its gear scales twice."""
    gear, poly = m.actuator_gear, m.actuator_dampingpoly
    ratio = gear[m.actuator_outadr[k], 0]
    ratio = ratio * ratio
    return own[0] + m.actuator_damping[k] * ratio, own[1] + poly[k, 0] * ratio, own[2] + poly[k, 1] * ratio


@helper
def add_all_actuators(m, jnt, own):
    """Return the coefficients with those of every actuator on a joint."""
    trntype, trnid = m.actuator_trntype, m.actuator_trnid
    total = own
    for k in range(m.nactuator):
        on_joint = trntype[k] == TransmissionType.JOINT or trntype[k] == TransmissionType.JOINTINPARENT
        if on_joint and trnid[k, 0] == jnt:
            total = add_actuator(m, k, total)
    return total
