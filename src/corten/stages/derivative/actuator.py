"""Velocity derivative of actuator forces: servos and dampers whose gain or bias depends on the velocity."""

from corten.constants import MINVAL
from corten.enums import BiasType, DisableBit, GainType, JointType, TransmissionType
from corten.math import vector3
from corten.math.scalar import exp
from corten.math.vector3 import load3_flat
from corten.runtime import helper, per_precision, select, stage
from corten.stages.actuation.activation import actuator_input
from corten.stages.actuation.control import bad_control, is_switched_off
from corten.stages.actuation.dcmotor import SERVO, motor_inputs, motor_resistance, motor_states, wanted_voltage
from corten.stages.actuation.muscle import muscle_gain_derivative
from corten.stages.actuation.servo import motor_force
from corten.stages.derivative.bias import add_outer_product

# relative; forces that were scaled down to a limit sum up to it but for their rounding
ROUNDING = per_precision(1e-12, float32=1e-5)


@stage
def actuator_velocity_derivative(m, d) -> None:
    """Add d qfrc_actuator / d qvel = moment' (d force / d velocity) moment to qDeriv.

    An actuator gives gain * input + bias; an affine gain or bias has a term proportional to the actuator's velocity,
    the third of its parameters; the gain of a muscle has that of its force-velocity curve; those that are users'
    functions have been differentiated before. Actuators at a limit of their own force, or of the total force on their
    joint or tendon, count as constant. Entries outside of the sparsity of qDeriv are dropped.
    """
    outadr, rownnz, rowadr = m.actuator_outadr, d.moment_rownnz, d.moment_rowadr

    if (m.opt_disableflags & DisableBit.ACTUATION) == 0:
        usable = bad_control(m, d) < 0
        for i in range(m.nactuator):
            if depends_on_velocity(m, i) and not is_switched_off(m, i):
                derivative = select(is_saturated(m, d, i), 0.0, force_derivative(m, d, i, usable))
                out = outadr[i]
                add_outer_product(m, d.qDeriv, d.moment, d.moment_colind, rowadr[out], rownnz[out], derivative)


@helper
def depends_on_velocity(m, i: int) -> bool:
    """Tell whether the force of actuator i depends on its velocity."""
    gaintype, gainprm, biasprm = m.actuator_gaintype, m.actuator_gainprm, m.actuator_biasprm

    by_gain = (gaintype[i] == GainType.AFFINE and gainprm[i, 2] != 0.0) or gaintype[i] == GainType.MUSCLE
    if gaintype[i] == GainType.USER or m.actuator_biastype[i] == BiasType.USER:
        return True
    return by_gain or (m.actuator_biastype[i] == BiasType.AFFINE and biasprm[i, 2] != 0.0)


@helper
def force_derivative(m, d, i: int, usable: bool) -> float:
    """Return the derivative of the force of actuator i by its velocity, limits aside; `usable` tells of controls."""
    gainprm, biasprm = m.actuator_gainprm, m.actuator_biasprm

    derivative = 0.0
    if m.actuator_gaintype[i] == GainType.AFFINE:
        derivative += gainprm[i, 2] * actuator_input(m, d, i, usable)
    if m.actuator_gaintype[i] == GainType.MUSCLE:
        out = m.actuator_outadr[i]
        steepness = muscle_gain_derivative(m, gainprm, i, d.actuator_length[out], d.actuator_velocity[out])
        derivative += steepness * actuator_input(m, d, i, usable)
    if m.actuator_gaintype[i] == GainType.USER:
        derivative += d.user_derivative[i, 0] * actuator_input(m, d, i, usable)
    if m.actuator_biastype[i] == BiasType.AFFINE:
        derivative += biasprm[i, 2]
    if m.actuator_biastype[i] == BiasType.USER:
        derivative += d.user_derivative[i, 1]
    return derivative


@helper
def is_saturated(m, d, i: int) -> bool:
    """Tell whether actuator i, or all on its hinge, slide or tendon together, have reached a limit of force."""
    forcerange, force = m.actuator_forcerange, d.actuator_force

    if m.actuator_forcelimited[i] != 0:
        own = force[m.actuator_outadr[i]]
        if own <= forcerange[i, 0] or own >= forcerange[i, 1]:
            return True
    return target_is_saturated(m, d, i)


@helper
def target_is_saturated(m, d, i: int) -> bool:
    """Tell whether all actuators on the hinge, slide or tendon of actuator i have reached a limit of force together."""
    joint_limited, jointrange, total = m.jnt_actfrclimited, m.jnt_actfrcrange, d.qfrc_actuator
    trntype, trnid, jnt_type = m.actuator_trntype, m.actuator_trnid, m.jnt_type

    saturated = False
    if trntype[i] == TransmissionType.JOINT or trntype[i] == TransmissionType.JOINTINPARENT:
        j = trnid[i, 0]
        scalar = jnt_type[j] == JointType.HINGE or jnt_type[j] == JointType.SLIDE
        if scalar and joint_limited[j] != 0:
            sum_of_all = total[m.jnt_dofadr[j]]
            saturated = saturated or sum_of_all <= jointrange[j, 0] or sum_of_all >= jointrange[j, 1]
    if trntype[i] == TransmissionType.TENDON and m.tendon_actfrclimited[trnid[i, 0]] != 0:
        saturated = saturated or tendon_is_saturated(m, d, trnid[i, 0])
    return saturated


@helper
def tendon_is_saturated(m, d, tendon: int) -> bool:
    """Tell whether the actuators on a tendon have reached its limit of force together."""
    trntype, trnid, limits = m.actuator_trntype, m.actuator_trnid, m.tendon_actfrcrange

    total = 0.0
    for k in range(m.nactuator):
        if trntype[k] == TransmissionType.TENDON and trnid[k, 0] == tendon:
            total += d.actuator_force[m.actuator_outadr[k]]
    low, high = limits[tendon, 0], limits[tendon, 1]
    return total <= low + ROUNDING * abs(low) or total >= high - ROUNDING * abs(high)


# ---- velocity derivative of actuator forces of a model that has PID servos, DC motors or orientation servos


@stage
def servo_velocity_derivative(m, d) -> None:
    """Do what `actuator_velocity_derivative` does, with PID servos, DC motors, orientation servos and Hill muscles."""
    outadr, rownnz, rowadr = m.actuator_outadr, d.moment_rownnz, d.moment_rowadr

    if (m.opt_disableflags & DisableBit.ACTUATION) == 0:
        usable = bad_control(m, d) < 0
        for k in range(m.nactuator):
            derivative = servo_derivative(m, d, k, usable)
            if derivative != 0.0:
                for out in range(outadr[k], outadr[k] + m.actuator_outnum[k]):
                    add_outer_product(m, d.qDeriv, d.moment, d.moment_colind, rowadr[out], rownnz[out], derivative)


@helper
def servo_derivative(m, d, k: int, usable: bool) -> float:
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
def servo_is_limited(m, d, k: int, usable: bool) -> bool:
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
def motor_derivative(m, d, k: int, usable: bool) -> float:
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


# ---- velocity derivative of actuator forces of a model that has Hill muscles


@stage
def hill_velocity_derivative(m, d) -> None:
    """Do what `actuator_velocity_derivative` does, with the derivatives of Hill muscles.

    With an elastic tendon that is zero: the force follows from lengths alone. With a rigid one fibres move with the
    path.
    """
    outadr, rownnz, rowadr, hillid = m.actuator_outadr, d.moment_rownnz, d.moment_rowadr, m.actuator_hillid

    if (m.opt_disableflags & DisableBit.ACTUATION) == 0:
        usable = bad_control(m, d) < 0
        for k in range(m.nactuator):
            i, out = hillid[k], outadr[k]
            if (i >= 0 or depends_on_velocity(m, k)) and not is_switched_off(m, k):
                derivative = 0.0
                if i >= 0:
                    derivative = -m.hill_scale[i] * m.hill_scale[i] * d.hill_derivative[i]
                else:
                    derivative = force_derivative(m, d, k, usable)
                derivative = select(is_saturated(m, d, k), 0.0, derivative)
                add_outer_product(m, d.qDeriv, d.moment, d.moment_colind, rowadr[out], rownnz[out], derivative)
