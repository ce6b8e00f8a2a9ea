"""The part of the metric that actuators have: how their forces follow length and velocity."""

from corten.constants import MINVAL
from corten.enums import BiasType, DisableBit, GainType
from corten.math.scalar import cos, exp
from corten.runtime import helper, stage
from corten.stages.actuation.activation import actuator_input
from corten.stages.actuation.control import bad_control, is_switched_off
from corten.stages.actuation.dcmotor import SERVO, motor_inputs, motor_resistance, motor_states, wanted_voltage
from corten.stages.actuation.muscle import muscle_bias_slope, muscle_gain_slope
from corten.stages.derivative.actuator import target_is_saturated
from corten.stages.derivative.servo import servo_derivative, servo_is_limited
from corten.stages.metric.couplings import add_row


@stage
def actuator_metric(m, d):
    """Set efm_as = h^2 kp + h kv of each actuator's outputs, and add -h kp velocity moment' to efm_c.

    kp and kv are the negative derivatives of its force by length and velocity, each 0 where it would drive the motion
    on. Actuators at a limit of their force count as constant, and so do the lengths of Hill muscles and of users'
    functions.

    reads:  m.actuator_trntype m.actuator_trnid m.actuator_dyntype d.ctrl d.act d.act_dot d.actuator_length d.efm_c
    writes: d.efm_as d.efm_c
    """
    h, rownnz, rowadr, velocity = m.opt_timestep, d.moment_rownnz, d.moment_rowadr, d.actuator_velocity

    if (m.opt_disableflags & DisableBit.ACTUATION) == 0:
        usable = bad_control(m, d) < 0
        for k in range(m.nactuator):
            kp = max(0.0, -length_derivative(m, d, k, usable))
            kv = max(0.0, -servo_derivative(m, d, k, usable))
            for out in range(m.actuator_outadr[k], m.actuator_outadr[k] + m.actuator_outnum[k]):
                d.efm_as[out] = h * h * kp + h * kv
                add_row(d.moment_colind, d.moment, rowadr[out], rownnz[out], -h * kp * velocity[out], d.efm_c)


@helper
def length_derivative(m, d, k, usable):
    """Return the derivative of the force of actuator k by its length, 0 where a limit is reached."""
    derivative = 0.0
    if m.actuator_hillid[k] < 0 and not is_switched_off(m, k) and not target_is_saturated(m, d, k):
        if not servo_is_limited(m, d, k, usable):
            derivative = gain_and_bias_slope(m, d, k, usable) + controller_slope(m, d, k, usable)

        # cogging has no limits
        if m.actuator_biastype[k] == BiasType.DCMOTOR:
            derivative += cogging_slope(m, d, k)
    return derivative


@helper
def gain_and_bias_slope(m, d, k, usable):
    """Return the derivative of gain * input + bias by the length of actuator k."""
    gain, bias, out = m.actuator_gainprm, m.actuator_biasprm, m.actuator_outadr[k]
    length, velocity = d.actuator_length[out], d.actuator_velocity[out]

    slope = 0.0
    if m.actuator_gaintype[k] == GainType.AFFINE:
        slope += gain[k, 1] * actuator_input(m, d, k, usable)
    elif m.actuator_gaintype[k] == GainType.MUSCLE:
        slope += muscle_gain_slope(m, gain, k, length, velocity) * actuator_input(m, d, k, usable)
    elif m.actuator_gaintype[k] == GainType.SO3:
        slope -= gain[k, 0]
    if m.actuator_biastype[k] == BiasType.AFFINE:
        slope += bias[k, 1]
    elif m.actuator_biastype[k] == BiasType.MUSCLE:
        slope += muscle_bias_slope(m, bias, k, length)
    return slope


@helper
def controller_slope(m, d, k, usable):
    """Return what the controller of a motor adds to the derivative by length: -kp, unless its voltage is at its limit.

    Where the current is an activation, this acts through what becomes of it within a step, unless its rate is at its
    limit.
    """
    dyn, gain = m.actuator_dynprm, m.actuator_gainprm

    slope = 0.0
    if m.actuator_gaintype[k] == GainType.DCMOTOR and (m.actuator_ctrlspec[k] & SERVO) != 0:
        voltage = wanted_voltage(m, d, k, motor_inputs(m, d, k, usable))
        if not gain[k, 7] > 0.0 or abs(voltage) < gain[k, 7]:
            resistance = max(MINVAL, motor_resistance(m, d, k, motor_states(m, k)))
            slope = -gain[k, 4] * max(MINVAL, gain[k, 0]) / resistance
            if dyn[k, 0] > 0.0:
                a = m.actuator_actadr[k] + m.actuator_actnum[k] - 1
                limited = dyn[k, 1] > 0.0 and abs(d.act_dot[a]) >= dyn[k, 1]
                slope = 0.0 if limited else slope * (1.0 - exp(-m.opt_timestep / dyn[k, 0]))
    return slope


@helper
def cogging_slope(m, d, k):
    """Return the derivative of the cogging torque of motor k by its length."""
    bias = m.actuator_biasprm

    return bias[k, 0] * bias[k, 1] * cos(bias[k, 1] * d.actuator_length[m.actuator_outadr[k]] + bias[k, 2])
