"""Forces of actuators whose control is all that they remember, and what actuator forces do to the joints."""

from corten.constants import NEW_WARNING
from corten.enums import BiasType, DisableBit, GainType, TransmissionType, WarningType
from corten.math.scalar import clamp
from corten.runtime import helper, select, stage, uniform
from corten.stages.actuation.activation import actuator_input
from corten.stages.actuation.control import (
    bad_control,
    clamped_control,
    is_switched_off,
    nearest_setpoint,
    setpoint_period,
)
from corten.stages.actuation.muscle import muscle_bias, muscle_gain
from corten.stages.passive.passive import gravcomp_acts
from corten.stages.transmission.transmission import has_fixed_moments, moment_row


@stage
def actuation(m, d) -> int:
    """Compute actuator forces, gain * control + bias, and their sum on the joints, each within its limits.

    A control that is NaN or huge makes all controls count as zero, as in MuJoCo, and is counted as a BADCTRL warning;
    the first of them is a NEW_WARNING, which is told before the step is done again.
    For models without activations, muscles and actuators on tendons; `general_actuation` is for all.
    """
    status = 0
    clear_forces(m, d)
    if m.nactuator > 0 and (m.opt_disableflags & DisableBit.ACTUATION) == 0:
        usable, status = controls_are_usable(m, d)
        for k in range(m.nactuator):
            if not is_switched_off(m, k):
                control = select(usable, clamped_control(m, d, m.actuator_ctrladr[k]), 0.0)
                d.actuator_force[m.actuator_outadr[k]] = affine_force(m, d, k, control)
        limit_forces(m, d)
        add_joint_forces(m, d)
    return status


@helper
def clear_forces(m, d) -> None:
    """Set all actuator forces to zero."""
    force, joint_force = d.actuator_force, d.qfrc_actuator

    for out in range(m.nout):
        force[out] = 0.0
    for i in range(m.nv):
        joint_force[i] = 0.0


@helper
def controls_are_usable(m, d) -> tuple[bool, int]:
    """Return (whether all controls are usable numbers, a status); count the first one that is not.

    The status is NEW_WARNING, and nothing is counted yet, as long as nobody was told.
    """
    number, info = d.warning_number, d.warning_info

    bad = bad_control(m, d)
    told = d.warning_told[WarningType.BADCTRL] != 0
    number[WarningType.BADCTRL] += select(bad >= 0 and told, 1, 0)
    info[WarningType.BADCTRL] = select(bad >= 0, bad, info[WarningType.BADCTRL])
    d.error_where = select(bad >= 0, bad, d.error_where)
    return bad < 0, select(bad >= 0 and not told, NEW_WARNING, 0)


@helper
def affine_force(m, d, k: int, control: float) -> float:
    """Return the force of actuator k before its limits: gain * control + bias, each fixed or affine in its state."""
    gain_of, bias_of = m.actuator_gainprm, m.actuator_biasprm
    out = m.actuator_outadr[k]
    length, velocity = d.actuator_length[out], d.actuator_velocity[out]

    period = setpoint_period(m, k)
    if period > 0.0:
        control = nearest_setpoint(control, length, period)

    gain = gain_of[k, 0]
    if m.actuator_gaintype[k] == GainType.AFFINE:
        gain = gain_of[k, 0] + gain_of[k, 1] * length + gain_of[k, 2] * velocity
    bias = 0.0
    if m.actuator_biastype[k] == BiasType.AFFINE:
        bias = bias_of[k, 0] + bias_of[k, 1] * length + bias_of[k, 2] * velocity
    return gain * control + bias


@helper
def limit_forces(m, d) -> None:
    """Move the force of each actuator into its range; those that are switched off are no exception."""
    limited, limits, outadr, force = m.actuator_forcelimited, m.actuator_forcerange, m.actuator_outadr, d.actuator_force

    for k in range(m.nactuator):
        if limited[k] != 0:
            force[outadr[k]] = clamp(force[outadr[k]], limits[k, 0], limits[k, 1])


@helper
def add_joint_forces(m, d) -> None:
    """Add moment' * force and the gravity compensation that counts as actuation; keep joints within their limits."""
    colind, moment = d.moment_colind, d.moment
    limited, limits, dofadr = m.jnt_actfrclimited, m.jnt_actfrcrange, m.jnt_dofadr
    jntid, actgravcomp, gravcomp = m.dof_jntid, m.jnt_actgravcomp, d.qfrc_gravcomp
    force, joint_force = d.actuator_force, d.qfrc_actuator

    fixed = has_fixed_moments(m)
    for out in range(m.nout):
        row = moment_row(d, out, fixed)
        if row.alike:
            for entry in range(uniform(row.begin), uniform(row.end)):
                joint_force[uniform(colind[entry])] += moment[entry] * force[out]
        else:
            for entry in range(row.begin, row.end):
                joint_force[colind[entry]] += moment[entry] * force[out]
    if gravcomp_acts(m):
        for i in range(m.nv):
            if actgravcomp[jntid[i]] != 0:
                joint_force[i] += gravcomp[i]
    for j in range(m.njnt):
        if limited[j] != 0:
            joint_force[dofadr[j]] = clamp(joint_force[dofadr[j]], limits[j, 0], limits[j, 1])


# ---- forces of actuators of every kind: with activations, muscles, and several that share a tendon


@stage
def general_actuation(m, d) -> int:
    """Compute actuator forces, gain * input + bias, and their sum on tendons and joints, each within its limits.

    The input is the control or, where there is one, the activation: that of now, or that after the step (actearly). A
    control that is NaN or huge makes all controls count as zero, and is counted as a BADCTRL warning.
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
def force_of(m, d, k: int, value: float) -> float:
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
def share_tendon_limits(m, d) -> None:
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
