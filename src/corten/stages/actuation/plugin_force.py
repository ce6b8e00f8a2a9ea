"""Forces of actuators of which some are PID controllers of a plugin."""

from corten.enums import DisableBit
from corten.runtime import stage
from corten.stages.actuation.force import clear_forces, controls_are_usable
from corten.stages.actuation.pid_plugin import controller_force, is_pid
from corten.stages.actuation.servo_force import finish_servo_forces, set_servo_force


@stage
def plugin_actuation(m, d):
    """Do what `servo_actuation` does, with PID controllers of a plugin among the actuators.

    A group that is switched off does not concern plugins, as in MuJoCo.

    reads:  m.actuator_plugin d.ctrl d.act d.act_dot d.actuator_length d.warning_number d.warning_info
    writes: d.actuator_force d.qfrc_actuator d.tendon_total d.warning_number d.warning_info d.error_where
    """
    status = 0
    clear_forces(m, d)
    if (m.opt_disableflags & DisableBit.ACTUATION) == 0:
        usable, status = controls_are_usable(m, d)
        for k in range(m.nactuator):
            if is_pid(m, k):
                d.actuator_force[m.actuator_outadr[k]] = controller_force(m, d, k)
            else:
                set_servo_force(m, d, k, usable)
        finish_servo_forces(m, d)
    return status
