"""What joints, the medium, tendons and actuators add to the metric.

Joint springs and dampers, and the drag of a medium, have the entries of M. Tendons and actuators give scales of J'J.
"""

from corten.constants import MINVAL
from corten.enums import BiasType, DisableBit, GainType, JointType
from corten.math import vector3
from corten.math.scalar import cos, exp
from corten.runtime import helper, select, stage
from corten.runtime.fields import F8, Field
from corten.runtime.scratch import scratch
from corten.stages.actuation.activation import actuator_input
from corten.stages.actuation.control import bad_control, is_switched_off
from corten.stages.actuation.dcmotor import SERVO, motor_inputs, motor_resistance, motor_states, wanted_voltage
from corten.stages.actuation.muscle import muscle_bias_slope, muscle_gain_slope
from corten.stages.derivative.actuator import servo_derivative, servo_is_limited, target_is_saturated
from corten.stages.metric.couplings import add_row
from corten.stages.passive.passive import dampers_act, springs_act
from corten.stages.passive.springs import (
    ball_deflection,
    damping_derivative,
    dof_damping,
    rotation_displacement,
    scalar_deflection,
    stiffness_derivative,
    stretch,
    tendon_damping,
    translation_displacement,
)

SCRATCH = scratch(
    Field("efm_M", F8, ("nC",), "effective metric M + h D + h^2 K of DISCRETE, without the couplings below"),
    readers=("corten.deformable.metric", "corten.deformable.rods", "corten.stages.derivative", "corten.stages.solver"),
)


@stage
def joint_metric(m, d) -> None:
    """Set efm_M = M + h D + h^2 K and efm_c = -h K qvel of joint springs and dampers; there are no couplings yet."""
    h, rownnz, rowadr = m.opt_timestep, m.M_rownnz, m.M_rowadr
    metric, shift, stiffness, qvel = d.efm_M, d.efm_c, d.dof_vector, d.qvel

    for entry in range(m.nC):
        metric[entry] = d.M[entry]
    set_joint_stiffness(m, d)
    for i in range(m.nv):
        a, b, c = dof_damping(m, i)
        slope = max(0.0, damping_derivative(a, b, c, qvel[i])) if dampers_act(m) else 0.0
        metric[rowadr[i] + rownnz[i] - 1] += h * slope + h * h * stiffness[i]
        shift[i] = -h * stiffness[i] * qvel[i]
    for i in range(m.ntendon):
        d.efm_ts[i] = 0.0
    for i in range(m.nout):
        d.efm_as[i] = 0.0


@stage
def drag_metric(m, d) -> None:
    """Subtract h qDeriv, the derivative of drag by qvel, from efm_M."""
    for entry in range(m.nC):
        d.efm_M[entry] -= m.opt_timestep * d.qDeriv[m.mapD2M[entry]]


@helper
def set_joint_stiffness(m, d) -> None:
    """Set dof_vector to the stiffness that each dof feels from its joint's spring, at least 0."""
    jnt_type, qposadr, dofadr, rest = m.jnt_type, m.jnt_qposadr, m.jnt_dofadr, m.qpos_spring
    qpos, stiffness = d.qpos, d.dof_vector

    for i in range(m.nv):
        stiffness[i] = 0.0
    if springs_act(m):
        for j in range(m.njnt):
            kind, i, q = jnt_type[j], dofadr[j], qposadr[j]
            if kind == JointType.HINGE or kind == JointType.SLIDE:
                stiffness[i] = joint_stiffness(m, j, scalar_deflection(m, d, j))
            else:
                if kind == JointType.FREE:
                    offset = vector3.norm(translation_displacement(qpos, rest, q))
                    for k in range(3):
                        stiffness[i + k] = joint_stiffness(m, j, offset)
                    i += 3
                    q += 3
                turn = ball_deflection(m, d, j) if kind == JointType.BALL else rotation_displacement(qpos, rest, q)
                angle = vector3.norm(turn)
                for k in range(3):
                    stiffness[i + k] = joint_stiffness(m, j, angle)


@helper
def joint_stiffness(m, j: int, x: float) -> float:
    """Return the derivative of the spring force of joint j by its deflection x, or 0 where it is negative."""
    poly = m.jnt_stiffnesspoly

    return max(0.0, stiffness_derivative(m.jnt_stiffness[j], poly[j, 0], poly[j, 1], x))


# ---- the part of the metric that tendon springs and dampers have


@stage
def tendon_metric(m, d) -> None:
    """Set efm_ts = h^2 stiffness + h damping of each tendon, and add -h stiffness velocity J' to efm_c."""
    h, poly, velocity = m.opt_timestep, m.tendon_stiffnesspoly, d.ten_velocity
    rownnz, rowadr, colind, value = m.ten_J_rownnz, m.ten_J_rowadr, m.ten_J_colind, d.ten_J_value

    for i in range(m.ntendon):
        pull, brake = 0.0, 0.0
        if springs_act(m):
            # a spring at rest does not pull
            x = stretch(m, d, i)
            slope = max(0.0, stiffness_derivative(m.tendon_stiffness[i], poly[i, 0], poly[i, 1], x))
            pull = select(x != 0.0, slope, 0.0)
        if dampers_act(m):
            a, b, c = tendon_damping(m, i)
            brake = max(0.0, damping_derivative(a, b, c, velocity[i]))
        d.efm_ts[i] = h * h * pull + h * brake
        add_row(colind, value, rowadr[i], rownnz[i], -h * pull * velocity[i], d.efm_c)


# ---- the part of the metric that actuators have: how their forces follow length and velocity


@stage
def actuator_metric(m, d) -> None:
    """Set efm_as = h^2 kp + h kv of each actuator's outputs, and add -h kp velocity moment' to efm_c.

    kp and kv are the negative derivatives of its force by length and velocity, each 0 where it would drive the motion
    on. Actuators at a limit of their force count as constant, and so do the lengths of Hill muscles and of users'
    functions.
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
def length_derivative(m, d, k: int, usable: bool) -> float:
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
def gain_and_bias_slope(m, d, k: int, usable: bool) -> float:
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
def controller_slope(m, d, k: int, usable: bool) -> float:
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
def cogging_slope(m, d, k: int) -> float:
    """Return the derivative of the cogging torque of motor k by its length."""
    bias = m.actuator_biasprm

    return bias[k, 0] * bias[k, 1] * cos(bias[k, 1] * d.actuator_length[m.actuator_outadr[k]] + bias[k, 2])
