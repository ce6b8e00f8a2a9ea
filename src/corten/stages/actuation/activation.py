"""Activations of actuators: their rates, and what becomes of one in a time step."""

from corten.constants import MINVAL
from corten.enums import DisableBit, DynType
from corten.math.scalar import clamp, exp
from corten.runtime import helper, select, stage
from corten.runtime.fields import F8, Field
from corten.runtime.scratch import scratch
from corten.stages.actuation.control import bad_control, clamped_control, nearest_setpoint, setpoint_period
from corten.stages.actuation.dcmotor import next_motor_state
from corten.stages.actuation.muscle import muscle_rate
from corten.stages.sleep import actuator_sleeps

SCRATCH = scratch(
    Field("retained_act_dot", F8, ("na",), "act_dot of the last step"),
    lasting=True,
)


@helper
def next_activation(m, d, i: int, a: int, act_dot: float) -> float:
    """Return activation a, one of actuator i, one time step later.

    FILTEREXACT integrates its linear filter exactly: act + act_dot tau (1 - exp(-h / tau)); states of DC motors have
    ways of their own; all others take an Euler step.
    """
    dynprm, limits = m.actuator_dynprm, m.actuator_actrange

    act = d.act[a]
    duration = m.opt_timestep
    if m.actuator_dyntype[i] == DynType.DCMOTOR:
        return next_motor_state(m, d, i, a, act_dot)
    if m.actuator_dyntype[i] == DynType.FILTEREXACT:
        tau = max(MINVAL, dynprm[i, 0])
        duration = tau * (1.0 - exp(-m.opt_timestep / tau))
    act += act_dot * duration
    if m.actuator_actlimited[i] != 0:
        act = clamp(act, limits[i, 0], limits[i, 1])
    return act


@helper
def actuator_input(m, d, k: int, usable: bool) -> float:
    """Return what the gain of actuator k multiplies: its clamped control, or its last activation, the next if early."""
    act, act_dot = d.act, d.act_dot

    if m.actuator_actnum[k] == 0:
        return select(usable, clamped_control(m, d, m.actuator_ctrladr[k]), 0.0)
    a = m.actuator_actadr[k] + m.actuator_actnum[k] - 1
    if m.actuator_actearly[k] != 0:
        return next_activation(m, d, k, a, act_dot[a])
    return act[a]


@stage
def activation_rates(m, d) -> None:
    """Compute act_dot, the rate of every activation; zero where actuation is disabled.

    INTEGRATOR: the control. FILTER and FILTEREXACT: (control - act) / tau, where rotations go the short way.
    MUSCLE: the same with a tau of its own. Of several activations of an actuator the last one follows its control.
    USER, PID, DCMOTOR and all but the last of SO3: zero here; `user_rate` and `servo_rates` follow.
    """
    dyntype, dynprm, actadr, actnum = m.actuator_dyntype, m.actuator_dynprm, m.actuator_actadr, m.actuator_actnum
    act, act_dot = d.act, d.act_dot

    for a in range(m.na):
        act_dot[a] = 0.0
    if (m.opt_disableflags & DisableBit.ACTUATION) == 0:
        usable = bad_control(m, d) < 0
        for k in range(m.nactuator):
            if actnum[k] > 0:
                a = actadr[k] + actnum[k] - 1
                control = select(usable, clamped_control(m, d, m.actuator_ctrladr[k]), 0.0)
                if dyntype[k] == DynType.MUSCLE:
                    act_dot[a] = muscle_rate(m, k, control, act[a])
                elif dyntype[k] == DynType.INTEGRATOR:
                    act_dot[a] = control
                elif dyntype[k] == DynType.FILTER or dyntype[k] == DynType.FILTEREXACT:
                    period = setpoint_period(m, k)
                    if period > 0.0:
                        control = nearest_setpoint(control, act[a], period)
                    act_dot[a] = (control - act[a]) / max(MINVAL, dynprm[k, 0])


@stage
def wrap_setpoints(m, d) -> None:
    """Move setpoints of rotations that are activations, after a step, by whole turns to nearest to the length."""
    actadr, actnum, length, act = m.actuator_actadr, m.actuator_actnum, d.actuator_length, d.act

    if (m.opt_disableflags & DisableBit.ACTUATION) == 0:
        for k in range(m.nactuator):
            if actnum[k] > 0:
                period = setpoint_period(m, k)
                a = actadr[k] + actnum[k] - 1
                if period > 0.0:
                    act[a] = nearest_setpoint(act[a], length[m.actuator_outadr[k]], period)


# ---- actuators on what sleeps: they give no force, and their activations go on as they did before


@stage
def retain_rates(m, d) -> None:
    """Retain the rates of activations of the last step."""
    for a in range(m.na):
        d.retained_act_dot[a] = d.act_dot[a]


@stage
def stop_sleeping_actuators(m, d) -> None:
    """Give actuators on what sleeps no force, and their activations the retained rates."""
    first, count = m.actuator_actadr, m.actuator_actnum

    if d.nv_awake < m.nv:
        for k in range(m.nactuator):
            if actuator_sleeps(m, d, k):
                for out in range(m.actuator_outadr[k], m.actuator_outadr[k] + m.actuator_outnum[k]):
                    d.actuator_force[out] = 0.0
                for a in range(first[k], first[k] + count[k]):
                    d.act_dot[a] = d.retained_act_dot[a]
