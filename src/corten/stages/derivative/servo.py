"""Velocity derivative of actuator forces of a model that has PID servos, DC motors or orientation servos."""

from corten.constants import MINVAL
from corten.enums import BiasType, DisableBit, GainType
from corten.math import vector3
from corten.math.scalar import exp
from corten.math.vector3 import load3_flat
from corten.runtime import helper, stage
from corten.stages.actuation.control import bad_control, is_switched_off
from corten.stages.actuation.dcmotor import SERVO, motor_inputs, motor_resistance, motor_states, wanted_voltage
from corten.stages.actuation.servo_force import motor_force
from corten.stages.derivative.actuator import force_derivative, target_is_saturated
from corten.stages.derivative.outer_product import add_outer_product


@stage
def servo_velocity_derivative(m, d):
    """Do what `actuator_velocity_derivative` does, with PID servos, DC motors, orientation servos and Hill muscles.

    reads:  m.actuator_trntype m.actuator_trnid m.actuator_dyntype d.ctrl d.act d.act_dot d.actuator_length d.qDeriv
    writes: d.qDeriv
    """
    outadr, rownnz, rowadr = m.actuator_outadr, d.moment_rownnz, d.moment_rowadr

    if (m.opt_disableflags & DisableBit.ACTUATION) == 0:
        usable = bad_control(m, d) < 0
        for k in range(m.nactuator):
            derivative = servo_derivative(m, d, k, usable)
            if derivative != 0.0:
                for out in range(outadr[k], outadr[k] + m.actuator_outnum[k]):
                    add_outer_product(m, d.qDeriv, d.moment, d.moment_colind, rowadr[out], rownnz[out], derivative)


@helper
def servo_derivative(m, d, k, usable):
    """Return the derivative of the force of an actuator of any kind by its velocity, 0 where a limit is reached."""
    i = m.actuator_hillid[k]

    derivative = 0.0
    if not is_switched_off(m, k) and not target_is_saturated(m, d, k):
        if not servo_is_limited(m, d, k, usable):
            if i >= 0:
                derivative = -m.hill_scale[i] * m.hill_scale[i] * d.hill_derivative[i]
            else:
                derivative = force_derivative(m, d, k, usable) + motor_derivative(m, d, k, usable)

        # friction has no limits
        if m.actuator_gaintype[k] == GainType.DCMOTOR:
            derivative -= max(m.actuator_dynprm[k, 6], 0.0)
    return derivative


@helper
def servo_is_limited(m, d, k, usable):
    """Tell whether an actuator has reached its own limit of force.

    That of an orientation servo is one of its torque's size, that of a motor is one of the torque of its current.
    """
    limits, out = m.actuator_forcerange, m.actuator_outadr[k]

    if m.actuator_forcelimited[k] == 0:
        return False
    force = d.actuator_force[out]
    if m.actuator_gaintype[k] == GainType.SO3:
        return vector3.norm(load3_flat(d.actuator_force, out)) >= limits[k, 1]
    if m.actuator_biastype[k] == BiasType.DCMOTOR:
        force = motor_force(m, d, k, usable)
    return force <= limits[k, 0] or force >= limits[k, 1]


@helper
def motor_derivative(m, d, k, usable):
    """Return what a motor, or the damping of an orientation servo, adds to the derivative of the force by velocity.

    Back-EMF gives -K^2 / R. The controller compensates it, and damps with its own gain, unless its voltage is at its
    limit. Where the current is an activation, all of this acts through what becomes of it within a step, unless its
    rate is at its limit.
    """
    dyn, gain, bias = m.actuator_dynprm, m.actuator_gainprm, m.actuator_biasprm
    constant, tau = gain[k, 1], dyn[k, 0]
    resistance = max(MINVAL, motor_resistance(m, d, k, motor_states(m, k)))

    derivative = 0.0
    if m.actuator_biastype[k] == BiasType.SO3:
        derivative += bias[k, 2]
    if m.actuator_biastype[k] == BiasType.DCMOTOR and not tau > 0.0:
        derivative -= constant * constant / resistance
    if m.actuator_gaintype[k] == GainType.DCMOTOR:
        by_voltage = 0.0
        voltage = wanted_voltage(m, d, k, motor_inputs(m, d, k, usable))
        within = not gain[k, 7] > 0.0 or abs(voltage) < gain[k, 7]
        if (m.actuator_ctrlspec[k] & SERVO) != 0 and within:
            by_voltage = constant - gain[k, 6] * max(MINVAL, gain[k, 0]) / constant
        if tau > 0.0:
            a = m.actuator_actadr[k] + m.actuator_actnum[k] - 1
            limited = dyn[k, 1] > 0.0 and abs(d.act_dot[a]) >= dyn[k, 1]
            change = constant * (by_voltage - constant) * (1.0 - exp(-m.opt_timestep / tau)) / resistance
            derivative += 0.0 if limited else change
        else:
            derivative += constant * by_voltage / resistance
    return derivative
