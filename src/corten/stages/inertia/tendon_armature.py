"""Inertia that tendons, and drives that pull on them, have against changes of length."""

from corten.enums import TransmissionType
from corten.runtime import helper, stage


@stage
def tendon_armature(m, d):
    """Add a J'J to the mass matrix for every tendon with armature a, J its row of the Jacobian.

    reads:  m.tendon_armature m.tendon_actuatorid m.actuator_armature d.M
    writes: d.M
    """
    rownnz, rowadr, colind, value = m.ten_J_rownnz, m.ten_J_rowadr, m.ten_J_colind, d.ten_J_value
    mass_adr, mass_nnz, mass_col, mass = m.M_rowadr, m.M_rownnz, m.M_colind, d.M

    for k in range(m.ntendon):
        armature = m.tendon_armature[k] + drive_armature(m, k)
        if armature != 0.0:
            first, last = rowadr[k], rowadr[k] + rownnz[k]
            for row in range(first, last):
                i = colind[row]
                scale = armature * value[row]

                # both rows are in ascending order; the mass matrix has its lower triangle only
                entry = mass_adr[i]
                end = entry + mass_nnz[i]
                for other in range(first, row + 1):
                    while entry < end and mass_col[min(entry, end - 1)] < colind[other]:
                        entry += 1
                    if entry < end and mass_col[min(entry, end - 1)] == colind[other]:
                        mass[entry] += scale * value[other]


@helper
def drive_armature(m, k):
    """Return the inertia that the actuators of tendon k add to it: armature times gear squared."""
    armature, gear, outadr = m.actuator_armature, m.actuator_gear, m.actuator_outadr
    trntype, trnid, first = m.actuator_trntype, m.actuator_trnid, m.tendon_actuatorid[k]

    # -1: none; below: several, to be searched for
    total = 0.0
    if first >= 0:
        total = armature[first] * (gear[outadr[first], 0] * gear[outadr[first], 0])
    elif first < -1:
        for a in range(m.nactuator):
            if trntype[a] == TransmissionType.TENDON and trnid[a, 0] == k:
                total += armature[a] * (gear[outadr[a], 0] * gear[outadr[a], 0])
    return total
