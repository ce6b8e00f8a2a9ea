"""Rates and forces of all actuators of a model that has PID servos, DC motors or orientation servos."""

from corten.constants import MINVAL
from corten.enums import BiasType, DisableBit, DynType, GainType, StepErrorKind
from corten.math import vector3
from corten.math.extended_precision import PI_HIGH
from corten.math.quaternion import axis_angle_to_quat, normalize_quat, quat_sub
from corten.math.scalar import clamp
from corten.math.vector3 import load3_flat, store3_flat
from corten.model.signals import CtrlChart
from corten.runtime import Quat, Vec3, Vec4, floor, helper, select, stage
from corten.stages.actuation.activation import actuator_input, next_activation
from corten.stages.actuation.control import (
    bad_control,
    clamped_control,
    is_switched_off,
    length_period,
    nearest_setpoint,
)
from corten.stages.actuation.dcmotor import (
    limited_error,
    mechanical_force,
    motor_gain,
    motor_inputs,
    motor_rates,
    motor_states,
    motor_voltage,
    servo_inputs,
    slewed,
)
from corten.stages.actuation.force import (
    add_joint_forces,
    clear_forces,
    controls_are_usable,
    force_of,
    share_tendon_limits,
)
from corten.stages.actuation.muscle import muscle_bias, muscle_gain


@stage
def servo_rates(m, d) -> int:
    """Compute the rates of activations of PID servos, DC motors and orientation servos, after those of all others.

    Parameters that were changed so that they need other activations than the model has end the step.
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
def has_its_states(m, k: int) -> bool:
    """Tell whether actuator k has as many activations as its parameters need."""
    gaintype, dyntype, actnum = m.actuator_gaintype[k], m.actuator_dyntype[k], m.actuator_actnum[k]

    if dyntype == DynType.PID:
        return pid_states(m, k) == actnum
    is_motor = gaintype == GainType.DCMOTOR or dyntype == DynType.DCMOTOR
    if is_motor or (m.actuator_biastype[k] == BiasType.DCMOTOR and m.actuator_dynprm[k, 5] > 0.0):
        return motor_states(m, k).count == actnum
    return True


@stage
def servo_actuation(m, d) -> int:
    """Do what `general_actuation` does, with PID servos, DC motors, orientation servos and Hill muscles.

    The limit of an orientation servo is one of the size of its torque; cogging and friction of motors have none.
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
def set_servo_force(m, d, k: int, usable: bool) -> None:
    """Write the force or torque of actuator k before its limits, unless its group is switched off."""
    if not is_switched_off(m, k):
        if m.actuator_gaintype[k] == GainType.SO3:
            set_orientation_force(m, d, k, usable)
        else:
            d.actuator_force[m.actuator_outadr[k]] = scalar_force(m, d, k, usable)


@helper
def finish_servo_forces(m, d) -> None:
    """Limit all forces, add cogging and friction of motors, which have no limit, and bring them to the joints."""
    share_tendon_limits(m, d)
    limit_all_forces(m, d)
    for k in range(m.nactuator):
        if m.actuator_biastype[k] == BiasType.DCMOTOR and not is_switched_off(m, k):
            d.actuator_force[m.actuator_outadr[k]] += mechanical_force(m, d, k)
    add_joint_forces(m, d)


@helper
def scalar_force(m, d, k: int, usable: bool) -> float:
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
def motor_force(m, d, k: int, usable: bool) -> float:
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
def limit_all_forces(m, d) -> None:
    """Move forces into their ranges; an orientation servo has a limit of the size of its torque."""
    limits, outadr, force = m.actuator_forcerange, m.actuator_outadr, d.actuator_force

    for k in range(m.nactuator):
        if m.actuator_forcelimited[k] != 0:
            if m.actuator_gaintype[k] == GainType.SO3:
                limit_torque(m, d, k)
            else:
                force[outadr[k]] = clamp(force[outadr[k]], limits[k, 0], limits[k, 1])


# ---- PID servos: setpoints of position and velocity, an integral of the error, and a force that is added
#     force = kp (position - length) + kv (velocity - its velocity) + ki integral + feedforward
#
# kp and kv stand, negative, in the affine bias, ki in gainprm[0]; dynprm limits the integral and the rate of the
# position setpoint. Activations: the rate-limited setpoint and the integral, each only if its parameter is positive


@helper
def pid_states(m, k: int) -> int:
    """Return the number of activations that the parameters of pid k ask for."""
    dyn, gain = m.actuator_dynprm, m.actuator_gainprm
    return (1 if dyn[k, 1] > 0.0 else 0) + (1 if gain[k, 0] > 0.0 else 0)


@helper
def pid_setpoint(m, d, k: int, pos: float) -> float:
    """Return the position that pid k goes for: as commanded, or as near to that as its rate allows."""
    rate = m.actuator_dynprm[k, 1]
    if m.actuator_dyntype[k] != DynType.PID or not rate > 0.0:
        return pos
    before, period = d.act[m.actuator_actadr[k]], length_period(m, k)
    if period > 0.0:
        pos = nearest_setpoint(pos, before, period)
    return slewed(m, pos, before, rate)


@helper
def pid_rates(m, d, k: int, usable: bool) -> None:
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
def pid_force(m, d, k: int, usable: bool) -> float:
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


# ---- orientation servos: a torque along the shortest rotation to where a ball joint or a site should point


@helper
def rotation_quat(vector: Vec3) -> Quat:
    """Return the rotation that a rotation vector [rad] stands for."""
    angle = vector3.norm(vector)
    short = angle < MINVAL
    size = select(short, 1.0, angle)
    quat = axis_angle_to_quat((vector[0] / size, vector[1] / size, vector[2] / size), angle)
    return (
        select(short, 1.0, quat[0]),
        select(short, 0.0, quat[1]),
        select(short, 0.0, quat[2]),
        select(short, 0.0, quat[3]),
    )


@helper
def wanted_orientation(m, d, k: int, usable: bool) -> Vec4:
    """Return the orientation that servo k goes for: its controls, a quaternion or a rotation vector, or activations."""
    u, a = m.actuator_ctrladr[k], m.actuator_actadr[k]

    if m.actuator_dyntype[k] != DynType.NONE:
        if m.actuator_actearly[k] != 0:
            x = next_activation(m, d, k, a, d.act_dot[a])
            y = next_activation(m, d, k, a + 1, d.act_dot[a + 1])
            z = next_activation(m, d, k, a + 2, d.act_dot[a + 2])
            return rotation_quat((x, y, z))
        return rotation_quat(load3_flat(d.act, a))
    if not usable:
        return (1.0, 0.0, 0.0, 0.0)
    x, y, z = clamped_control(m, d, u), clamped_control(m, d, u + 1), clamped_control(m, d, u + 2)
    if m.actuator_ctrlspec[k] == CtrlChart.QUAT:
        quat, _ = normalize_quat((x, y, z, clamped_control(m, d, u + 3)))
        return quat
    return rotation_quat((x, y, z))


@helper
def set_orientation_force(m, d, k: int, usable: bool) -> None:
    """Set the torque of servo k before its limit: kp * rotation vector to the wanted orientation - kv * velocity."""
    out, bias, velocity = m.actuator_outadr[k], m.actuator_biasprm, d.actuator_velocity

    current = rotation_quat(load3_flat(d.actuator_length, out))
    error = vector3.scale(quat_sub(wanted_orientation(m, d, k, usable), current), m.actuator_gainprm[k, 0])
    d.actuator_force[out] = error[0] + bias[k, 0] + bias[k, 2] * velocity[out]
    d.actuator_force[out + 1] = error[1] + bias[k, 0] + bias[k, 2] * velocity[out + 1]
    d.actuator_force[out + 2] = error[2] + bias[k, 0] + bias[k, 2] * velocity[out + 2]


@helper
def limit_torque(m, d, k: int) -> None:
    """Scale the torque of servo k down to its limit."""
    out, most = m.actuator_outadr[k], m.actuator_forcerange[k, 1]
    torque = load3_flat(d.actuator_force, out)
    size = vector3.norm(torque)
    if size > most:
        store3_flat(d.actuator_force, out, vector3.scale(torque, most / size))


@helper
def orientation_rates(m, d, k: int, usable: bool) -> None:
    """Set the rates of an orientation that controls turn."""
    a, u = m.actuator_actadr[k], m.actuator_ctrladr[k]
    for i in range(3):
        d.act_dot[a + i] = clamped_control(m, d, u + i) if usable else 0.0


@stage
def shorten_rotations(m, d) -> None:
    """Replace rotation vectors that are activations, after a step, by the shortest that mean the same."""
    if (m.opt_disableflags & DisableBit.ACTUATION) == 0:
        for k in range(m.nactuator):
            if m.actuator_gaintype[k] == GainType.SO3 and m.actuator_dyntype[k] == DynType.INTEGRATOR:
                a = m.actuator_actadr[k]
                vector = load3_flat(d.act, a)
                angle = vector3.norm(vector)
                if angle > PI_HIGH:
                    turn = 2.0 * PI_HIGH
                    scale = (angle - turn * floor(angle / turn + 0.5)) / angle
                    store3_flat(d.act, a, vector3.scale(vector, scale))
