"""Velocity derivative of actuator forces: servos and dampers whose gain or bias depends on the velocity."""

from corten.enums import BiasType, DisableBit, DynType, GainType, JointType, TransmissionType
from corten.runtime import helper, select, stage
from corten.stages.actuation.activation import next_activation
from corten.stages.actuation.control import bad_control, clamped_control, is_switched_off


@stage
def actuator_velocity_derivative(m, d):
    """Add d qfrc_actuator / d qvel = moment' (d force / d velocity) moment to qDeriv.

    An actuator gives gain * input + bias; an affine gain or bias has a term proportional to the actuator's velocity,
    the third of its parameters. Actuators at a limit of their own force, or of the total force on their joint, count
    as constant. Entries outside of the sparsity of qDeriv are dropped.

    reads:  m.opt_timestep m.opt_disableflags m.opt_disableactuator m.actuator_trntype m.actuator_trnid
            m.actuator_dyntype m.actuator_dynprm m.actuator_gaintype m.actuator_gainprm m.actuator_biastype
            m.actuator_biasprm m.actuator_group m.actuator_ctrladr m.actuator_outadr m.actuator_actadr
            m.actuator_actnum m.actuator_actearly m.actuator_actlimited m.actuator_actrange m.actuator_ctrllimited
            m.actuator_ctrlrange m.actuator_forcelimited m.actuator_forcerange m.jnt_type m.jnt_dofadr
            m.jnt_actfrclimited m.jnt_actfrcrange m.D_rownnz m.D_rowadr m.D_colind
            d.ctrl d.act d.act_dot d.actuator_force d.qfrc_actuator d.moment_rownnz d.moment_rowadr
            d.moment_colind d.moment d.qDeriv
    writes: d.qDeriv
    """
    outadr = m.actuator_outadr
    rownnz, rowadr, colind, moment = d.moment_rownnz, d.moment_rowadr, d.moment_colind, d.moment
    D_rownnz, D_rowadr, D_colind, deriv = m.D_rownnz, m.D_rowadr, m.D_colind, d.qDeriv

    if (m.opt_disableflags & DisableBit.ACTUATION) == 0:
        usable = bad_control(m, d) < 0
        for i in range(m.nactuator):
            if depends_on_velocity(m, i) and not is_switched_off(m, i):
                slope = select(is_saturated(m, d, i), 0.0, force_slope(m, d, i, usable))
                first = rowadr[outadr[i]]
                last = first + rownnz[outadr[i]]
                for a in range(first, last):
                    row = D_rowadr[colind[a]]
                    for b in range(first, last):
                        for entry in range(row, row + D_rownnz[colind[a]]):
                            if D_colind[entry] == colind[b]:
                                deriv[entry] += moment[a] * slope * moment[b]


@helper
def depends_on_velocity(m, i):
    """Tell whether the force of actuator i has a term proportional to its velocity."""
    gainprm, biasprm = m.actuator_gainprm, m.actuator_biasprm

    by_gain = m.actuator_gaintype[i] == GainType.AFFINE and gainprm[i, 2] != 0.0
    return by_gain or (m.actuator_biastype[i] == BiasType.AFFINE and biasprm[i, 2] != 0.0)


@helper
def force_slope(m, d, i, usable):
    """Return the derivative of the force of actuator i by its velocity, limits aside; `usable` tells of controls."""
    gainprm, biasprm = m.actuator_gainprm, m.actuator_biasprm

    slope = 0.0
    if m.actuator_gaintype[i] == GainType.AFFINE:
        slope += gainprm[i, 2] * actuator_input(m, d, i, usable)
    if m.actuator_biastype[i] == BiasType.AFFINE:
        slope += biasprm[i, 2]
    return slope


@helper
def actuator_input(m, d, i, usable):
    """Return what the gain of actuator i multiplies: its clamped control, or its last activation, the next if early."""
    act, act_dot = d.act, d.act_dot

    if m.actuator_dyntype[i] == DynType.NONE:
        return select(usable, clamped_control(m, d, m.actuator_ctrladr[i]), 0.0)
    a = m.actuator_actadr[i] + m.actuator_actnum[i] - 1
    if m.actuator_actearly[i] != 0:
        return next_activation(m, i, act[a], act_dot[a])
    return act[a]


@helper
def is_saturated(m, d, i):
    """Tell whether actuator i, or all actuators on its hinge or slide together, have reached a limit of force."""
    force_limited, forcerange, force = m.actuator_forcelimited, m.actuator_forcerange, d.actuator_force
    joint_limited, jointrange, total = m.jnt_actfrclimited, m.jnt_actfrcrange, d.qfrc_actuator
    trntype, trnid, jnt_type = m.actuator_trntype, m.actuator_trnid, m.jnt_type

    saturated = False
    if force_limited[i] != 0:
        own = force[m.actuator_outadr[i]]
        saturated = own <= forcerange[i, 0] or own >= forcerange[i, 1]
    if trntype[i] == TransmissionType.JOINT or trntype[i] == TransmissionType.JOINTINPARENT:
        j = trnid[i, 0]
        scalar = jnt_type[j] == JointType.HINGE or jnt_type[j] == JointType.SLIDE
        if scalar and joint_limited[j] != 0:
            sum_of_all = total[m.jnt_dofadr[j]]
            saturated = saturated or sum_of_all <= jointrange[j, 0] or sum_of_all >= jointrange[j, 1]
    return saturated
