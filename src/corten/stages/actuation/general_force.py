"""Forces of actuators of every kind: with activations, muscles, and several that share a tendon."""

from corten.enums import BiasType, DisableBit, GainType, TransmissionType
from corten.runtime import helper, select, stage
from corten.stages.actuation.activation import actuator_input
from corten.stages.actuation.control import is_switched_off
from corten.stages.actuation.force import (
    add_joint_forces,
    affine_force,
    clear_forces,
    controls_are_usable,
    limit_forces,
)
from corten.stages.actuation.muscle import muscle_bias, muscle_gain


@stage
def general_actuation(m, d):
    """Compute actuator forces, gain * input + bias, and their sum on tendons and joints, each within its limits.

    The input is the control or, where there is one, the activation: that of now, or that after the step (actearly). A
    control that is NaN or huge makes all controls count as zero, and is counted as a BADCTRL warning.

    reads:  m.actuator_trntype m.actuator_trnid d.ctrl d.act d.act_dot d.actuator_length d.warning_number d.warning_info
    writes: d.actuator_force d.qfrc_actuator d.tendon_total d.warning_number d.warning_info d.error_where
    """
    status = 0
    clear_forces(m, d)
    if (m.opt_disableflags & DisableBit.ACTUATION) == 0:
        usable, status = controls_are_usable(m, d)
        for k in range(m.nactuator):
            if not is_switched_off(m, k):
                d.actuator_force[m.actuator_outadr[k]] = force_of(m, d, k, actuator_input(m, d, k, usable))
        share_tendon_limits(m, d)
        limit_forces(m, d)
        add_joint_forces(m, d)
    return status


@helper
def force_of(m, d, k, value):
    """Return the force of actuator k for this input, before its limits; gain and bias may be a muscle's or a user's."""
    gain_of, bias_of = m.actuator_gainprm, m.actuator_biasprm
    out = m.actuator_outadr[k]
    length, velocity = d.actuator_length[out], d.actuator_velocity[out]

    by_gain, by_bias = m.actuator_gaintype[k] == GainType.MUSCLE, m.actuator_biastype[k] == BiasType.MUSCLE
    user_gain, user_bias = m.actuator_gaintype[k] == GainType.USER, m.actuator_biastype[k] == BiasType.USER
    if not (by_gain or by_bias or user_gain or user_bias):
        return affine_force(m, d, k, value)
    gain = gain_of[k, 0]
    if m.actuator_gaintype[k] == GainType.AFFINE:
        gain += gain_of[k, 1] * length + gain_of[k, 2] * velocity
    if by_gain:
        gain = muscle_gain(m, gain_of, k, length, velocity)
    if user_gain:
        gain = d.user_term[k, 0]
    bias = 0.0
    if m.actuator_biastype[k] == BiasType.AFFINE:
        bias = bias_of[k, 0] + bias_of[k, 1] * length + bias_of[k, 2] * velocity
    if by_bias:
        bias = muscle_bias(m, bias_of, k, length)
    if user_bias:
        bias = d.user_term[k, 1]
    return gain * value + bias


@helper
def share_tendon_limits(m, d):
    """Scale the forces of all actuators on a tendon down together where their sum exceeds the tendon's limits."""
    trntype, trnid, outadr = m.actuator_trntype, m.actuator_trnid, m.actuator_outadr
    limited, limits = m.tendon_actfrclimited, m.tendon_actfrcrange
    force, total = d.actuator_force, d.tendon_total

    for i in range(m.ntendon):
        total[i] = 0.0
    for k in range(m.nactuator):
        if trntype[k] == TransmissionType.TENDON:
            total[trnid[k, 0]] += force[outadr[k]]
    for k in range(m.nactuator):
        if trntype[k] == TransmissionType.TENDON:
            i = trnid[k, 0]
            if limited[i] != 0 and total[i] != 0.0:
                allowed = select(total[i] < limits[i, 0], limits[i, 0], limits[i, 1])
                beyond = total[i] < limits[i, 0] or total[i] > limits[i, 1]
                force[outadr[k]] *= select(beyond, allowed / total[i], 1.0)
