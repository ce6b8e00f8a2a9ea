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

    reads:  m.opt_timestep m.opt_disableflags m.opt_disableactuator m.opt_gravity m.actuator_trntype m.actuator_trnid
            m.actuator_dyntype m.actuator_gaintype m.actuator_biastype m.actuator_dynprm m.actuator_gainprm
            m.actuator_biasprm m.actuator_ctrladr m.actuator_outadr m.actuator_actadr m.actuator_actnum
            m.actuator_actearly m.actuator_actlimited m.actuator_actrange m.actuator_gear m.actuator_group
            m.actuator_ctrllimited m.actuator_ctrlrange m.actuator_forcelimited m.actuator_forcerange m.actuator_acc0
            m.actuator_lengthrange m.actuator_hillid m.hill_scale m.tendon_actfrclimited m.tendon_actfrcrange
            m.jnt_type m.jnt_dofadr m.jnt_actfrclimited m.jnt_actfrcrange m.jnt_actgravcomp m.dof_jntid d.ctrl d.act
            d.act_dot d.actuator_length d.actuator_velocity d.moment_rownnz d.moment_rowadr d.moment_colind d.moment
            d.hill_tension d.qfrc_gravcomp d.user_term d.warning_number d.warning_info
    writes: d.actuator_force d.qfrc_actuator d.work_tendon d.warning_number d.warning_info
    """
    hillid, outadr, force = m.actuator_hillid, m.actuator_outadr, d.actuator_force

    clear_forces(m, d)
    if (m.opt_disableflags & DisableBit.ACTUATION) == 0:
        usable = controls_are_usable(m, d)
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
