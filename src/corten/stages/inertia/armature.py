"""Inertia that drives add to a joint."""

from corten.enums import TransmissionType
from corten.runtime import helper


@helper
def actuator_armature(m, j):
    """Return the inertia that the actuators of joint j add to each of its dofs: armature times gear squared."""
    armature, gear, outadr = m.actuator_armature, m.actuator_gear, m.actuator_outadr
    trntype, trnid, first = m.actuator_trntype, m.actuator_trnid, m.jnt_actuatorid[j]

    # -1: none; below: several, to be searched for
    total = 0.0
    if first >= 0:
        total = armature[first] * (gear[outadr[first], 0] * gear[outadr[first], 0])
    elif first < -1:
        for a in range(m.nactuator):
            kind = trntype[a]
            on_joint = kind == TransmissionType.JOINT or kind == TransmissionType.JOINTINPARENT
            if on_joint and trnid[a, 0] == j:
                total += armature[a] * (gear[outadr[a], 0] * gear[outadr[a], 0])
    return total
