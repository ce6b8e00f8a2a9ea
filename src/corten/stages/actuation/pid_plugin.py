"""Actuators whose force is that of MuJoCo's plugin mujoco.pid: a PID controller of the actuator's length.

    force = kp e + ki integral(e) + kd e',  e = setpoint - length

The integral is the first activation of the actuator, if ki is not zero. The setpoint of the last step is the next one,
if the setpoint has a fastest rate. The setpoint itself is the control, or an activation behind these that follows it.
"""

from typing import NamedTuple

from corten.enums import DisableBit, DynType
from corten.math.scalar import clamp
from corten.model.extension_fields import PluginKind
from corten.runtime import helper, select, stage
from corten.stages.actuation.activation import next_activation
from corten.stages.actuation.force import clear_forces, controls_are_usable
from corten.stages.actuation.servo import finish_servo_forces, set_servo_force


class Pid(NamedTuple):
    """The configuration of a controller; limits count where their flags are not 0."""

    kp: float
    ki: float
    kd: float
    limited: float
    limit: float
    slewing: float
    slew: float


@helper
def load_pid(m, i: int) -> Pid:
    """Return the configuration of instance i."""
    prm = m.plugin_prm
    return Pid(prm[i, 0], prm[i, 1], prm[i, 2], prm[i, 3], prm[i, 4], prm[i, 5], prm[i, 6])


@helper
def is_pid(m, k: int) -> bool:
    """Tell whether a PID controller gives the force of actuator k."""
    return m.actuator_plugin[k] >= 0 and m.plugin[max(0, m.actuator_plugin[k])] == PluginKind.PID


@stage
def controller_rates(m, d) -> None:
    """Compute the rates of the activations of PID controllers, which lead to their next values in one time step."""
    act, act_dot, h = d.act, d.act_dot, m.opt_timestep

    if (m.opt_disableflags & DisableBit.ACTUATION) == 0:
        for k in range(m.nactuator):
            if is_pid(m, k):
                pid = load_pid(m, m.actuator_plugin[k])
                point = setpoint(m, d, k, pid, False)
                a = m.actuator_actadr[k]
                if pid.ki != 0.0:
                    act_dot[a] = (integral(m, d, k, pid, point) - act[a]) / h
                    a += 1
                if pid.slewing != 0.0:
                    act_dot[a] = (point - act[a]) / h


@helper
def controller_force(m, d, k: int) -> float:
    """Return the force of the PID controller of actuator k, before its limits."""
    pid, out = load_pid(m, m.actuator_plugin[k]), m.actuator_outadr[k]
    point = setpoint(m, d, k, pid, m.actuator_actearly[k] != 0)
    rate = 0.0
    if m.actuator_dyntype[k] != DynType.NONE:
        rate = d.act_dot[m.actuator_actadr[k] + m.actuator_actnum[k] - 1]
    error, error_rate = point - d.actuator_length[out], rate - d.actuator_velocity[out]
    total = 0.0
    if pid.ki != 0.0:
        total = integral(m, d, k, pid, point)
    return pid.kp * error + pid.kd * error_rate + pid.ki * total


@helper
def setpoint(m, d, k: int, pid: Pid, early: bool) -> float:
    """Return where the length of actuator k is to go: its control or activation, no faster than allowed.

    A controller reads the control of now, whatever the delay of its actuator and the controls of others, and within its
    range even where clamping is disabled.
    """
    limits = m.actuator_ctrlrange
    point = 0.0
    if m.actuator_dyntype[k] == DynType.NONE:
        i = m.actuator_ctrladr[k]
        limited = clamp(d.ctrl[i], limits[i, 0], limits[i, 1])
        point = select(m.actuator_ctrllimited[i] != 0, limited, d.ctrl[i])
    else:
        a = m.actuator_actadr[k] + m.actuator_actnum[k] - 1
        point = next_activation(m, d, k, a, d.act_dot[a]) if early else d.act[a]
    if pid.slewing != 0.0 and d.time > 0.0:
        last, most = d.act[m.actuator_actadr[k] + (1 if pid.ki != 0.0 else 0)], pid.slew * m.opt_timestep
        point = clamp(point, last - most, last + most)
    return point


@helper
def integral(m, d, k: int, pid: Pid, point: float) -> float:
    """Return the integral of the error after this time step, within its limits."""
    error = point - d.actuator_length[m.actuator_outadr[k]]
    total = d.act[m.actuator_actadr[k]] + error * m.opt_timestep
    return clamp(total, -pid.limit, pid.limit) if pid.limited != 0.0 else total


# ---- forces of actuators of which some are PID controllers of a plugin


@stage
def plugin_actuation(m, d) -> int:
    """Do what `servo_actuation` does, with PID controllers of a plugin among the actuators.

    A group that is switched off does not concern plugins, as in MuJoCo.
    """
    status = 0
    clear_forces(m, d)
    if (m.opt_disableflags & DisableBit.ACTUATION) == 0:
        usable, status = controls_are_usable(m, d)
        for k in range(m.nactuator):
            if is_pid(m, k):
                d.actuator_force[m.actuator_outadr[k]] = controller_force(m, d, k)
            else:
                set_servo_force(m, d, k, usable)
        finish_servo_forces(m, d)
    return status
