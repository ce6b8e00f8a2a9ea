"""Forces of all actuators of a model that has Hill muscles."""

from corten.enums import DisableBit
from corten.runtime import stage
from corten.stages.actuation.activation import actuator_input
from corten.stages.actuation.control import is_switched_off
from corten.stages.actuation.force import add_joint_forces, clear_forces, controls_are_usable, limit_forces
from corten.stages.actuation.general_force import force_of, share_tendon_limits


@stage
def hill_actuation(m, d):
    """Do what `general_actuation` does, with the tendon forces of Hill muscles: these pull, so they are negative.

    reads:  m.actuator_trntype m.actuator_trnid d.ctrl d.act d.act_dot d.actuator_length d.warning_number d.warning_info
    writes: d.actuator_force d.qfrc_actuator d.tendon_total d.warning_number d.warning_info d.error_where
    """
    hillid, outadr, force = m.actuator_hillid, m.actuator_outadr, d.actuator_force

    status = 0
    clear_forces(m, d)
    if (m.opt_disableflags & DisableBit.ACTUATION) == 0:
        usable, status = controls_are_usable(m, d)
        for k in range(m.nactuator):
            if not is_switched_off(m, k):
                i = hillid[k]
                if i >= 0:
                    force[outadr[k]] = -m.hill_scale[i] * d.hill_tension[i]
                else:
                    force[outadr[k]] = force_of(m, d, k, actuator_input(m, d, k, usable))
        share_tendon_limits(m, d)
        limit_forces(m, d)
        add_joint_forces(m, d)
    return status
