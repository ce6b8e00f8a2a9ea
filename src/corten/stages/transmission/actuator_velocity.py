"""Velocities of actuators."""

from corten.enums import DisableBit
from corten.runtime import stage


@stage
def actuator_velocity(m, d):
    """Compute actuator velocities: moment times qvel; zero where actuation is disabled.

    reads:  m.opt_disableflags d.moment_rownnz d.moment_rowadr d.moment_colind d.moment d.qvel
    writes: d.actuator_velocity
    """
    rownnz, rowadr, colind, moment = d.moment_rownnz, d.moment_rowadr, d.moment_colind, d.moment
    qvel, velocity = d.qvel, d.actuator_velocity

    enabled = (m.opt_disableflags & DisableBit.ACTUATION) == 0
    for out in range(m.nout):
        total = 0.0
        if enabled:
            for entry in range(rowadr[out], rowadr[out] + rownnz[out]):
                total += moment[entry] * qvel[colind[entry]]
        velocity[out] = total
