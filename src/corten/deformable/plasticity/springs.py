"""Springs that yield: where they are at rest moves after a joint or tendon that went too far."""

from corten.enums import JointType
from corten.math import vector3
from corten.math.quaternion import axis_angle_to_quat, load4_flat, mul_quat, normalize_quat, store4_flat
from corten.runtime import FloatArray, copysign, helper, stage
from corten.runtime.fields import F8, Field
from corten.runtime.scratch import scratch
from corten.stages.passive.passive import springs_act
from corten.stages.passive.springs import ball_deflection, scalar_deflection

SCRATCH = scratch(
    Field("rk_ten_length", F8, ("ntendon",), "ten_length at the beginning of the step, where springs yield [m]"),
    Field("rk_ten_J", F8, ("nJten",), "ten_J_value at the beginning of the step, where springs yield"),
)


@stage
def yield_springs(m, d) -> None:
    """Move the rest of springs, at the end of a step, so that none is deflected by more than it bears (springyield).

    The new lengths of tendons are those to which their velocity leads. The lower end of a range that begins at 0, for
    a tendon that can hang loose, does not move when the tendon is too long.
    """
    yield_all_springs(m, d, d.ten_length, d.ten_J_value, d.qvel)


@stage
def save_tendon_lengths(m, d) -> None:
    """Remember lengths and Jacobian of tendons at the beginning of a step of RK4."""
    for i in range(m.ntendon):
        d.rk_ten_length[i] = d.ten_length[i]
    for i in range(m.nJten):
        d.rk_ten_J[i] = d.ten_J_value[i]


@stage
def yield_springs_rk4(m, d) -> None:
    """Do what `yield_springs` does after a step of RK4, where tendons follow the mean of its four velocities."""
    yield_all_springs(m, d, d.rk_ten_length, d.rk_ten_J, d.rk_qvel_sum)


@helper
def yield_all_springs(m, d, lengths: FloatArray, jacobian: FloatArray, velocity: FloatArray) -> None:
    """Move the rest of all springs; tendons begin the step with these lengths, Jacobian and velocities."""
    if springs_act(m):
        for j in range(m.njnt):
            if m.jnt_plasticadr[j] >= 0:
                yield_joint(m, d, j)
        for i in range(m.ntendon):
            if m.tendon_plasticadr[i] >= 0:
                speed = 0.0
                for entry in range(m.ten_J_rowadr[i], m.ten_J_rowadr[i] + m.ten_J_rownnz[i]):
                    speed += jacobian[entry] * velocity[m.ten_J_colind[entry]]
                yield_tendon(m, d, i, lengths[i] + m.opt_timestep * speed)


@helper
def yield_joint(m, d, j: int) -> None:
    """Move the rest of the spring of joint j."""
    p, most, plastic = m.jnt_plasticadr[j], m.jnt_springyield[j], d.plastic

    if m.jnt_type[j] == JointType.BALL:
        axis, angle = vector3.normalize(ball_deflection(m, d, j))
        if angle > most:
            turned = mul_quat(load4_flat(plastic, p), axis_angle_to_quat(axis, angle - most))
            rest, _ = normalize_quat(turned)
            store4_flat(plastic, p, rest)
    else:
        deflection = scalar_deflection(m, d, j)
        if abs(deflection) > most:
            plastic[p] = d.qpos[m.jnt_qposadr[j]] - copysign(most, deflection)


@helper
def yield_tendon(m, d, i: int, length: float) -> None:
    """Move the range of lengths in which the spring of tendon i, of a given length, is at rest."""
    p, most, plastic = m.tendon_plasticadr[i], m.tendon_springyield[i], d.plastic

    low, high = plastic[p], plastic[p + 1]
    if length - high > most:
        shift = length - high - most
        plastic[p + 1] = high + shift
        if not (low == 0.0 and high > 0.0):
            plastic[p] = low + shift
    elif low - length > most:
        shift = low - length - most
        plastic[p] = low - shift
        plastic[p + 1] = high - shift
