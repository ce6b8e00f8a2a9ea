"""Forces of actuators of which some are PID controllers of a plugin."""

from corten.enums import BiasType, DisableBit, GainType
from corten.runtime import stage
from corten.stages.actuation.control import is_switched_off
from corten.stages.actuation.dcmotor import mechanical_force
from corten.stages.actuation.force import add_joint_forces, clear_forces, controls_are_usable
from corten.stages.actuation.general_force import share_tendon_limits
from corten.stages.actuation.orientation import set_orientation_force
from corten.stages.actuation.pid_plugin import controller_force, is_pid
from corten.stages.actuation.servo_force import limit_all_forces, scalar_force


@stage
def plugin_actuation(m, d):
    """Do what `servo_actuation` does, with PID controllers of a plugin among the actuators.

    A group that is switched off does not concern plugins, as in MuJoCo.

    reads:  m.actuator_plugin d.ctrl d.act d.act_dot d.actuator_length d.warning_number d.warning_info
    writes: d.actuator_force d.qfrc_actuator d.tendon_total d.warning_number d.warning_info d.error_where
    """
    gaintype, outadr, force = m.actuator_gaintype, m.actuator_outadr, d.actuator_force

    status = 0
    clear_forces(m, d)
    if (m.opt_disableflags & DisableBit.ACTUATION) == 0:
        usable, status = controls_are_usable(m, d)
        for k in range(m.nactuator):
            if is_pid(m, k):
                force[outadr[k]] = controller_force(m, d, k, usable)
            elif not is_switched_off(m, k):
                if gaintype[k] == GainType.SO3:
                    set_orientation_force(m, d, k, usable)
                else:
                    force[outadr[k]] = scalar_force(m, d, k, usable)
        share_tendon_limits(m, d)
        limit_all_forces(m, d)
        for k in range(m.nactuator):
            if m.actuator_biastype[k] == BiasType.DCMOTOR and not is_switched_off(m, k):
                force[outadr[k]] += mechanical_force(m, d, k)
        add_joint_forces(m, d)
    return status
