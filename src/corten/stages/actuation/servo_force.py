"""Rates and forces of all actuators of a model that has PID servos, DC motors or orientation servos."""

from corten.enums import BiasType, DisableBit, DynType, GainType, StepErrorKind
from corten.math.scalar import clamp
from corten.runtime import helper, stage
from corten.stages.actuation.activation import actuator_input
from corten.stages.actuation.control import bad_control, is_switched_off
from corten.stages.actuation.dcmotor import (
    mechanical_force,
    motor_gain,
    motor_inputs,
    motor_rates,
    motor_states,
    motor_voltage,
)
from corten.stages.actuation.force import add_joint_forces, clear_forces, controls_are_usable
from corten.stages.actuation.general_force import force_of, share_tendon_limits
from corten.stages.actuation.muscle import muscle_bias, muscle_gain
from corten.stages.actuation.orientation import limit_torque, orientation_rates, set_orientation_force
from corten.stages.actuation.pid import pid_force, pid_rates, pid_states


@stage
def servo_rates(m, d):
    """Compute the rates of activations of PID servos, DC motors and orientation servos, after those of all others.

    Parameters that were changed so that they need other activations than the model has end the step.

    reads:  m.actuator_dyntype m.actuator_gaintype d.ctrl d.act d.actuator_length d.actuator_velocity
    writes: d.act_dot d.error_where
    """
    dyntype, gaintype, actnum = m.actuator_dyntype, m.actuator_gaintype, m.actuator_actnum

    for k in range(m.nactuator):
        if not has_its_states(m, k):
            d.error_where = k
            return StepErrorKind.ACTUATOR_STATES
    if (m.opt_disableflags & DisableBit.ACTUATION) == 0:
        usable = bad_control(m, d) < 0
        for k in range(m.nactuator):
            if actnum[k] > 0:
                if dyntype[k] == DynType.PID:
                    pid_rates(m, d, k, usable)
                elif dyntype[k] == DynType.DCMOTOR:
                    motor_rates(m, d, k, usable)
                elif dyntype[k] == DynType.INTEGRATOR and gaintype[k] == GainType.SO3:
                    orientation_rates(m, d, k, usable)
    return 0


@helper
def has_its_states(m, k):
    """Tell whether actuator k has as many activations as its parameters need."""
    gaintype, dyntype, actnum = m.actuator_gaintype[k], m.actuator_dyntype[k], m.actuator_actnum[k]

    if dyntype == DynType.PID:
        return pid_states(m, k) == actnum
    is_motor = gaintype == GainType.DCMOTOR or dyntype == DynType.DCMOTOR
    if is_motor or (m.actuator_biastype[k] == BiasType.DCMOTOR and m.actuator_dynprm[k, 5] > 0.0):
        return motor_states(m, k).count == actnum
    return True


@stage
def servo_actuation(m, d):
    """Do what `general_actuation` does, with PID servos, DC motors, orientation servos and Hill muscles.

    The limit of an orientation servo is one of the size of its torque; cogging and friction of motors have none.

    reads:  m.actuator_trntype m.actuator_trnid d.ctrl d.act d.act_dot d.actuator_length d.warning_number d.warning_info
    writes: d.actuator_force d.qfrc_actuator d.tendon_total d.warning_number d.warning_info d.error_where
    """
    status = 0
    clear_forces(m, d)
    if (m.opt_disableflags & DisableBit.ACTUATION) == 0:
        usable, status = controls_are_usable(m, d)
        for k in range(m.nactuator):
            set_servo_force(m, d, k, usable)
        finish_servo_forces(m, d)
    return status


@helper
def set_servo_force(m, d, k, usable):
    """Write the force or torque of actuator k before its limits, unless its group is switched off."""
    if not is_switched_off(m, k):
        if m.actuator_gaintype[k] == GainType.SO3:
            set_orientation_force(m, d, k, usable)
        else:
            d.actuator_force[m.actuator_outadr[k]] = scalar_force(m, d, k, usable)


@helper
def finish_servo_forces(m, d):
    """Limit all forces, add cogging and friction of motors, which have no limit, and bring them to the joints."""
    share_tendon_limits(m, d)
    limit_all_forces(m, d)
    for k in range(m.nactuator):
        if m.actuator_biastype[k] == BiasType.DCMOTOR and not is_switched_off(m, k):
            d.actuator_force[m.actuator_outadr[k]] += mechanical_force(m, d, k)
    add_joint_forces(m, d)


@helper
def scalar_force(m, d, k, usable):
    """Return the force of actuator k, which has one, before its limits."""
    hill = m.actuator_hillid[k]

    if hill >= 0:
        return -m.hill_scale[hill] * d.hill_tension[hill]
    if m.actuator_gaintype[k] == GainType.PID:
        return pid_force(m, d, k, usable)
    if m.actuator_gaintype[k] == GainType.DCMOTOR or m.actuator_biastype[k] == BiasType.DCMOTOR:
        return motor_force(m, d, k, usable)
    return force_of(m, d, k, actuator_input(m, d, k, usable))


@helper
def motor_force(m, d, k, usable):
    """Return the force of an actuator whose gain or bias is that of a motor, before its limits.

    A gain of another kind takes the bias of a motor for the back-EMF at that gain, and so does the motor's.
    """
    gain_of, bias_of, out = m.actuator_gainprm, m.actuator_biasprm, m.actuator_outadr[k]
    length, velocity = d.actuator_length[out], d.actuator_velocity[out]
    biastype, is_motor = m.actuator_biastype[k], m.actuator_gaintype[k] == GainType.DCMOTOR

    gain = gain_of[k, 0]
    value = 0.0
    if is_motor:
        gain = motor_gain(m, d, k)
    elif m.actuator_gaintype[k] == GainType.AFFINE:
        gain += gain_of[k, 1] * length + gain_of[k, 2] * velocity
    elif m.actuator_gaintype[k] == GainType.MUSCLE:
        gain = muscle_gain(m, gain_of, k, length, velocity)
    elif m.actuator_gaintype[k] == GainType.USER:
        gain = d.user_term[k, 0]
    if is_motor and not m.actuator_dynprm[k, 0] > 0.0:
        value = motor_voltage(m, d, k, motor_inputs(m, d, k, usable))
    elif m.actuator_ctrlnum[k] > 0 or m.actuator_actnum[k] > 0:
        value = actuator_input(m, d, k, usable)

    bias = 0.0
    if biastype == BiasType.AFFINE:
        bias = bias_of[k, 0] + bias_of[k, 1] * length + bias_of[k, 2] * velocity
    elif biastype == BiasType.MUSCLE:
        bias = muscle_bias(m, bias_of, k, length)
    elif biastype == BiasType.USER:
        bias = d.user_term[k, 1]
    elif biastype == BiasType.DCMOTOR and not m.actuator_dynprm[k, 0] > 0.0:
        bias = -gain * gain_of[k, 1] * velocity
    return gain * value + bias


@helper
def limit_all_forces(m, d):
    """Move forces into their ranges; an orientation servo has a limit of the size of its torque."""
    limits, outadr, force = m.actuator_forcerange, m.actuator_outadr, d.actuator_force

    for k in range(m.nactuator):
        if m.actuator_forcelimited[k] != 0:
            if m.actuator_gaintype[k] == GainType.SO3:
                limit_torque(m, d, k)
            else:
                force[outadr[k]] = clamp(force[outadr[k]], limits[k, 0], limits[k, 1])
