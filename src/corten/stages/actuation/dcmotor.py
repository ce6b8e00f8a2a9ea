"""DC motors: current, heat and friction, and a controller that chooses the voltage.

With resistance R, motor constant K, velocity w and voltage V, a motor gives the torque K i. Its current i is
(V - K w) / R, or follows that with an electrical time constant. Heat changes R. Cogging and friction are added after
the limits of the torque. What a motor remembers are activations, each there only if its parameter asks for it:
rate-limited setpoint, integral of the position error, temperature above the ambient one, bristle deflection, current.

The parameters stand as in `corten.compile.elements.motors`.
"""

from typing import NamedTuple

from corten.constants import MINVAL
from corten.math.scalar import clamp, exp, sin
from corten.model.signals import CtrlInput
from corten.runtime import helper, stage
from corten.runtime.fields import F8, Field
from corten.runtime.scratch import scratch
from corten.stages.actuation.control import clamped_control

SCRATCH = scratch(
    Field("rk_actuator_velocity", F8, ("nout",), "actuator_velocity at the beginning of the step"),
)

# inputs that the controller of a motor, or a pid, takes
SERVO = CtrlInput.POS | CtrlInput.VEL | CtrlInput.FF


class MotorStates(NamedTuple):
    """Where each activation of a motor stands among them, -1 if it is not there, and how many there are."""

    slew: int
    integral: int
    temperature: int
    bristle: int
    current: int
    count: int


class ServoInputs(NamedTuple):
    """Inputs of a servo; those that it does not have are 0."""

    pos: float
    vel: float
    force: float
    voltage: float


@helper
def motor_states(m, k: int) -> MotorStates:
    """Return where the activations of motor k stand."""
    dyn, gain = m.actuator_dynprm, m.actuator_gainprm
    slew, integral = dyn[k, 7] > 0.0, gain[k, 5] > 0.0
    temperature, bristle, current = dyn[k, 2] > 0.0, dyn[k, 5] > 0.0, dyn[k, 0] > 0.0
    second = 1 if slew else 0
    third = second + (1 if integral else 0)
    fourth = third + (1 if temperature else 0)
    fifth = fourth + (1 if bristle else 0)
    return MotorStates(
        slew=0 if slew else -1,
        integral=second if integral else -1,
        temperature=third if temperature else -1,
        bristle=fourth if bristle else -1,
        current=fifth if current else -1,
        count=fifth + (1 if current else 0),
    )


@helper
def servo_inputs(m, d, k: int, usable: bool) -> ServoInputs:
    """Return the inputs of actuator k, of which only those are controls that it has."""
    spec, place = m.actuator_ctrlspec[k], m.actuator_ctrladr[k]
    pos, vel, force, voltage = 0.0, 0.0, 0.0, 0.0
    if usable:
        if (spec & CtrlInput.POS) != 0:
            pos = clamped_control(m, d, place)
            place += 1
        if (spec & CtrlInput.VEL) != 0:
            vel = clamped_control(m, d, place)
            place += 1
        if (spec & CtrlInput.FF) != 0:
            force = clamped_control(m, d, place)
            place += 1
        if (spec & CtrlInput.VOLTAGE) != 0:
            voltage = clamped_control(m, d, place)
    return ServoInputs(pos, vel, force, voltage)


@helper
def slewed(m, setpoint: float, before: float, rate: float) -> float:
    """Return a setpoint that is no further from the one before than a rate allows in a time step."""
    reach = rate * m.opt_timestep
    return clamp(setpoint, before - reach, before + reach)


@helper
def motor_inputs(m, d, k: int, usable: bool) -> ServoInputs:
    """Return the inputs of motor k, the first of them limited in its rate."""
    inputs = servo_inputs(m, d, k, usable)
    rate, spec = m.actuator_dynprm[k, 7], m.actuator_ctrlspec[k]
    if rate > 0.0:
        before = d.act[m.actuator_actadr[k]]
        if (spec & CtrlInput.POS) != 0:
            return inputs._replace(pos=slewed(m, inputs.pos, before, rate))
        if (spec & CtrlInput.VEL) != 0:
            return inputs._replace(vel=slewed(m, inputs.vel, before, rate))
        return inputs._replace(force=slewed(m, inputs.force, before, rate))
    return inputs


@helper
def motor_voltage(m, d, k: int, inputs: ServoInputs) -> float:
    """Return the voltage of motor k [V]: what its controller wants within its limit, and what is applied directly."""
    most = m.actuator_gainprm[k, 7]
    voltage = wanted_voltage(m, d, k, inputs)
    return (clamp(voltage, -most, most) if most > 0.0 else voltage) + inputs.voltage


@helper
def wanted_voltage(m, d, k: int, inputs: ServoInputs) -> float:
    """Return the voltage that the controller of motor k wants [V]: for a torque of PID, and against the back-EMF."""
    gain, out = m.actuator_gainprm, m.actuator_outadr[k]
    length, velocity = d.actuator_length[out], d.actuator_velocity[out]

    if (m.actuator_ctrlspec[k] & SERVO) == 0:
        return 0.0
    states = motor_states(m, k)
    integral = d.act[m.actuator_actadr[k] + states.integral] if states.integral >= 0 else 0.0
    torque = gain[k, 4] * (inputs.pos - length) + gain[k, 6] * (inputs.vel - velocity)
    torque = torque + gain[k, 5] * integral + inputs.force
    return gain[k, 0] / gain[k, 1] * torque + gain[k, 1] * velocity


@helper
def motor_resistance(m, d, k: int, states: MotorStates) -> float:
    """Return the resistance of motor k at its temperature."""
    dyn, gain = m.actuator_dynprm, m.actuator_gainprm
    resistance = gain[k, 0]
    if states.temperature >= 0:
        rise = d.act[m.actuator_actadr[k] + states.temperature]
        resistance *= 1.0 + gain[k, 2] * (rise + dyn[k, 4] - gain[k, 3])
    return resistance


@helper
def motor_rates(m, d, k: int, usable: bool) -> None:
    """Set the rates of all activations of motor k."""
    dyn, gain, act, act_dot = m.actuator_dynprm, m.actuator_gainprm, d.act, d.act_dot
    out, first, states = m.actuator_outadr[k], m.actuator_actadr[k], motor_states(m, k)
    velocity, constant = d.actuator_velocity[out], gain[k, 1]

    inputs = motor_inputs(m, d, k, usable)
    if states.slew >= 0:
        spec = m.actuator_ctrlspec[k]
        setpoint = inputs.vel if (spec & CtrlInput.VEL) != 0 else inputs.force
        setpoint = inputs.pos if (spec & CtrlInput.POS) != 0 else setpoint
        act_dot[first] = (setpoint - act[first]) / m.opt_timestep
    if states.integral >= 0:
        a = first + states.integral
        act_dot[a] = limited_error(inputs.pos - d.actuator_length[out], act[a], dyn[k, 8])

    voltage = motor_voltage(m, d, k, inputs)
    resistance = motor_resistance(m, d, k, states)
    if states.temperature >= 0:
        a = first + states.temperature
        current = (voltage - constant * velocity) / resistance
        if states.current >= 0:
            current = act[first + states.current]
        act_dot[a] = (resistance * current * current - act[a] / dyn[k, 2]) / dyn[k, 3]
    if states.bristle >= 0:
        a = first + states.bristle
        act_dot[a] = bristle_decay(m, k, velocity) * act[a] + velocity
    if states.current >= 0:
        a = first + states.current
        rate = (voltage / resistance - constant / resistance * velocity - act[a]) / dyn[k, 0]
        act_dot[a] = clamp(rate, -dyn[k, 1], dyn[k, 1]) if dyn[k, 1] > 0.0 else rate


@helper
def limited_error(error: float, integral: float, limit: float) -> float:
    """Return the rate of an integral: the error, but none that drives it further beyond its limit; 0 is no limit."""
    if limit > 0.0:
        if integral >= limit:
            error = min(error, 0.0)
        elif integral <= -limit:
            error = max(error, 0.0)
    return error


@helper
def bristle_decay(m, k: int, velocity: float) -> float:
    """Return the rate at which bristles give way, -stiffness |v| / g(v), with friction g that falls with velocity."""
    dyn, bias = m.actuator_dynprm, m.actuator_biasprm
    ratio = velocity / max(MINVAL, bias[k, 5])
    friction = bias[k, 3] + (bias[k, 4] - bias[k, 3]) * exp(-ratio * ratio)
    return -dyn[k, 5] * abs(velocity) / max(MINVAL, friction)


@helper
def next_motor_state(m, d, k: int, a: int, act_dot: float) -> float:
    """Return activation a of motor k one time step later; current and bristles move exactly, all others by Euler."""
    dyn, h = m.actuator_dynprm, m.opt_timestep
    states, place, act = motor_states(m, k), a - m.actuator_actadr[k], d.act[a]

    if place == states.current:
        tau = max(MINVAL, dyn[k, 0])
        return act + act_dot * tau * (1.0 - exp(-h / tau))
    if place == states.bristle:
        velocity = d.actuator_velocity[m.actuator_outadr[k]]
        decay = bristle_decay(m, k, velocity)
        left = exp(decay * h)
        reach = (left - 1.0) / decay if abs(decay) > MINVAL else h
        return left * act + reach * velocity
    act += act_dot * h
    if place == states.integral and dyn[k, 8] > 0.0:
        act = clamp(act, -dyn[k, 8], dyn[k, 8])
    return act


@helper
def motor_gain(m, d, k: int) -> float:
    """Return the gain of motor k: K if the current is an activation, K / R if it follows the voltage at once."""
    constant = m.actuator_gainprm[k, 1]
    if m.actuator_dynprm[k, 0] > 0.0:
        return constant
    return constant / max(MINVAL, motor_resistance(m, d, k, motor_states(m, k)))


@helper
def mechanical_force(m, d, k: int) -> float:
    """Return the torque of cogging and friction of motor k, which has no limits."""
    dyn, bias, out = m.actuator_dynprm, m.actuator_biasprm, m.actuator_outadr[k]

    force = 0.0
    if bias[k, 0] != 0.0:
        force += bias[k, 0] * sin(bias[k, 1] * d.actuator_length[out] + bias[k, 2])
    states = motor_states(m, k)
    if states.bristle >= 0:
        a = m.actuator_actadr[k] + states.bristle
        force -= dyn[k, 5] * d.act[a] + dyn[k, 6] * d.act_dot[a]
    return force


# ---- DC motors in a step of RK4: bristles move with the velocity that they had at its beginning


@stage
def save_velocity(m, d) -> None:
    """Remember the velocities of actuators at the beginning of a step."""
    for out in range(m.nout):
        d.rk_actuator_velocity[out] = d.actuator_velocity[out]


@stage
def restore_velocity(m, d) -> None:
    """Put the velocities of actuators at the beginning of the step in place of those of its last evaluation."""
    for out in range(m.nout):
        d.actuator_velocity[out] = d.rk_actuator_velocity[out]
