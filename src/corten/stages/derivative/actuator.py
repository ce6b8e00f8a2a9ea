"""Velocity derivative of actuator forces: servos and dampers whose gain or bias depends on the velocity."""

from corten.enums import BiasType, DisableBit, GainType, JointType, TransmissionType
from corten.runtime import helper, per_precision, select, stage
from corten.stages.actuation.activation import actuator_input
from corten.stages.actuation.control import bad_control, is_switched_off
from corten.stages.actuation.muscle import muscle_gain_derivative
from corten.stages.derivative.outer_product import add_outer_product

# relative; forces that were scaled down to a limit sum up to it but for their rounding
ROUNDING = per_precision(1e-12, float32=1e-5)


@stage
def actuator_velocity_derivative(m, d):
    """Add d qfrc_actuator / d qvel = moment' (d force / d velocity) moment to qDeriv.

    An actuator gives gain * input + bias; an affine gain or bias has a term proportional to the actuator's velocity,
    the third of its parameters; the gain of a muscle has that of its force-velocity curve; those that are users'
    functions have been differentiated before. Actuators at a limit of their own force, or of the total force on their
    joint or tendon, count as constant. Entries outside of the sparsity of qDeriv are dropped.

    reads:  m.actuator_trntype m.actuator_trnid m.actuator_dyntype d.ctrl d.act d.act_dot d.actuator_length d.qDeriv
    writes: d.qDeriv
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
def depends_on_velocity(m, i):
    """Tell whether the force of actuator i depends on its velocity."""
    gaintype, gainprm, biasprm = m.actuator_gaintype, m.actuator_gainprm, m.actuator_biasprm

    by_gain = (gaintype[i] == GainType.AFFINE and gainprm[i, 2] != 0.0) or gaintype[i] == GainType.MUSCLE
    if gaintype[i] == GainType.USER or m.actuator_biastype[i] == BiasType.USER:
        return True
    return by_gain or (m.actuator_biastype[i] == BiasType.AFFINE and biasprm[i, 2] != 0.0)


@helper
def force_derivative(m, d, i, usable):
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
def is_saturated(m, d, i):
    """Tell whether actuator i, or all on its hinge, slide or tendon together, have reached a limit of force."""
    forcerange, force = m.actuator_forcerange, d.actuator_force

    if m.actuator_forcelimited[i] != 0:
        own = force[m.actuator_outadr[i]]
        if own <= forcerange[i, 0] or own >= forcerange[i, 1]:
            return True
    return target_is_saturated(m, d, i)


@helper
def target_is_saturated(m, d, i):
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
def tendon_is_saturated(m, d, tendon):
    """Tell whether the actuators on a tendon have reached its limit of force together."""
    trntype, trnid, limits = m.actuator_trntype, m.actuator_trnid, m.tendon_actfrcrange

    total = 0.0
    for k in range(m.nactuator):
        if trntype[k] == TransmissionType.TENDON and trnid[k, 0] == tendon:
            total += d.actuator_force[m.actuator_outadr[k]]
    low, high = limits[tendon, 0], limits[tendon, 1]
    return total <= low + ROUNDING * abs(low) or total >= high - ROUNDING * abs(high)
