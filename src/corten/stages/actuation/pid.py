"""PID servos: setpoints of position and velocity, an integral of the error, and a force that is added.

    force = kp (position - length) + kv (velocity - its velocity) + ki integral + feedforward

kp and kv stand, negative, in the affine bias, ki in gainprm[0]; dynprm limits the integral and the rate of the position
setpoint. Activations: the rate-limited setpoint and the integral, each only if its parameter is positive.
"""

from corten.enums import DynType
from corten.runtime import helper
from corten.stages.actuation.activation import next_activation
from corten.stages.actuation.control import length_period, nearest_setpoint
from corten.stages.actuation.dcmotor import limited_error, servo_inputs, slewed


@helper
def pid_states(m, k):
    """Return the number of activations that the parameters of pid k ask for."""
    dyn, gain = m.actuator_dynprm, m.actuator_gainprm
    return (1 if dyn[k, 1] > 0.0 else 0) + (1 if gain[k, 0] > 0.0 else 0)


@helper
def pid_setpoint(m, d, k, pos):
    """Return the position that pid k goes for: as commanded, or as near to that as its rate allows."""
    rate = m.actuator_dynprm[k, 1]
    if m.actuator_dyntype[k] != DynType.PID or not rate > 0.0:
        return pos
    before, period = d.act[m.actuator_actadr[k]], length_period(m, k)
    if period > 0.0:
        pos = nearest_setpoint(pos, before, period)
    return slewed(m, pos, before, rate)


@helper
def pid_rates(m, d, k, usable):
    """Set the rates of all activations of pid k."""
    dyn, act, act_dot = m.actuator_dynprm, d.act, d.act_dot
    a = m.actuator_actadr[k]

    setpoint = pid_setpoint(m, d, k, servo_inputs(m, d, k, usable).pos)
    if dyn[k, 1] > 0.0:
        act_dot[a] = (setpoint - act[a]) / m.opt_timestep
        a += 1
    if m.actuator_gainprm[k, 0] > 0.0:
        length, period = d.actuator_length[m.actuator_outadr[k]], length_period(m, k)
        error = setpoint - length
        if period > 0.0:
            error = nearest_setpoint(error, 0.0, period)
        act_dot[a] = limited_error(error, act[a], dyn[k, 0])


@helper
def pid_force(m, d, k, usable):
    """Return the force of pid k before its limits."""
    bias, out = m.actuator_biasprm, m.actuator_outadr[k]
    length, velocity = d.actuator_length[out], d.actuator_velocity[out]

    inputs = servo_inputs(m, d, k, usable)
    setpoint, period = pid_setpoint(m, d, k, inputs.pos), length_period(m, k)
    if period > 0.0:
        setpoint = nearest_setpoint(setpoint, length, period)
    force = -bias[k, 1] * setpoint - bias[k, 2] * inputs.vel + inputs.force
    if m.actuator_actnum[k] > 0 and m.actuator_gainprm[k, 0] > 0.0:
        a = m.actuator_actadr[k] + m.actuator_actnum[k] - 1
        integral = next_activation(m, d, k, a, d.act_dot[a]) if m.actuator_actearly[k] != 0 else d.act[a]
        force += m.actuator_gainprm[k, 0] * integral
    return force + (bias[k, 0] + bias[k, 1] * length + bias[k, 2] * velocity)
