"""Orientation servos: a torque along the shortest rotation to where a ball joint or a site should point."""

from corten.constants import MINVAL
from corten.enums import DisableBit, DynType, GainType
from corten.math import vector3
from corten.math.float_format import PI_HIGH
from corten.math.quaternion import axis_angle_to_quat, normalize_quat, quat_sub
from corten.math.vector3 import load3_flat, store3_flat
from corten.model.signals import CtrlChart
from corten.runtime import floor, helper, select, stage
from corten.stages.actuation.activation import next_activation
from corten.stages.actuation.control import clamped_control


@helper
def rotation_quat(vector):
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
def wanted_orientation(m, d, k, usable):
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
def set_orientation_force(m, d, k, usable):
    """Set the torque of servo k before its limit: kp * rotation vector to the wanted orientation - kv * velocity."""
    out, bias, velocity = m.actuator_outadr[k], m.actuator_biasprm, d.actuator_velocity

    current = rotation_quat(load3_flat(d.actuator_length, out))
    error = vector3.scale(quat_sub(wanted_orientation(m, d, k, usable), current), m.actuator_gainprm[k, 0])
    d.actuator_force[out] = error[0] + bias[k, 0] + bias[k, 2] * velocity[out]
    d.actuator_force[out + 1] = error[1] + bias[k, 0] + bias[k, 2] * velocity[out + 1]
    d.actuator_force[out + 2] = error[2] + bias[k, 0] + bias[k, 2] * velocity[out + 2]


@helper
def limit_torque(m, d, k):
    """Scale the torque of servo k down to its limit."""
    out, most = m.actuator_outadr[k], m.actuator_forcerange[k, 1]
    torque = load3_flat(d.actuator_force, out)
    size = vector3.norm(torque)
    if size > most:
        store3_flat(d.actuator_force, out, vector3.scale(torque, most / size))


@helper
def orientation_rates(m, d, k, usable):
    """Set the rates of an orientation that controls turn."""
    a, u = m.actuator_actadr[k], m.actuator_ctrladr[k]
    for i in range(3):
        d.act_dot[a + i] = clamped_control(m, d, u + i) if usable else 0.0


@stage
def shorten_rotations(m, d):
    """Replace rotation vectors that are activations, after a step, by the shortest that mean the same.

    reads:  m.actuator_gaintype m.actuator_dyntype m.actuator_actadr d.act
    writes: d.act
    """
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
