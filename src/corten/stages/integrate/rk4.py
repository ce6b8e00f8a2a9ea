"""RK4: the classical Runge-Kutta method of fourth order, on orientations too.

Forces are evaluated at four states X_i, each reached from the first by a velocity k and an acceleration a:

    X_1 = X_0 + h/2 (k_0, a_0),  X_2 = X_0 + h/2 (k_1, a_1),  X_3 = X_0 + h (k_2, a_2),
    X'  = X_0 + h/6 (k_0 + 2 k_1 + 2 k_2 + k_3, a_0 + 2 a_1 + 2 a_2 + a_3).

For coordinates that add up, k_i is the velocity in X_i. Orientations do not add up: X_i = X_0 exp(s_i) with a rotation
vector s_i, and k_i must be the rate of s, not the angular velocity w_i. Runge-Kutta-Munthe-Kaas:

    k = w + s x w / 2 + (1 - (t/2) cot(t/2)) e x (e x w),    s = t e, |e| = 1,

without which the order falls to two. In a plan, `rk4_begin` follows the first evaluation, `rk4_next` the second and
third, `rk4_finish` the last. Data keeps X_0 in its rk_ fields; `restore_state` returns to it if a step fails inside.
"""

from corten.enums import JointType
from corten.math import vector3
from corten.math.scalar import sincos
from corten.math.vector3 import load3_flat, store3_flat
from corten.runtime import Vec3, helper, per_precision, rint, select, stage
from corten.runtime.fields import F8, I4, Field
from corten.runtime.scratch import scratch
from corten.stages.integrate.advance import advance_activations, advance_positions, advance_time

# RK4 evaluates forces at four states: the one it began with is kept until the step is done
SCRATCH = (
    scratch(
        Field("rk_qvel", F8, ("nv",), "qvel at the beginning of the step"),
        Field("rk_velocity", F8, ("nv",), "velocity that led from rk_qpos to the state that is evaluated"),
        Field("rk_qacc_sum", F8, ("nv",), "weighted sum of the accelerations so far"),
    )
    + scratch(
        Field("rk_qpos", F8, ("nq",), "qpos at the beginning of the step"),
        Field("rk_qvel_sum", F8, ("nv",), "weighted sum of the velocities so far"),
        readers=("corten.deformable.plasticity",),
    )
    + scratch(
        Field("rk_act", F8, ("na",), "act at the beginning of the step"),
        Field("rk_act_dot_sum", F8, ("na",), "weighted sum of act_dot so far"),
        readers=("corten.stages.actuation",),
    )
    + scratch(
        Field("rk_time", F8, (), "time at the beginning of the step [s]"),
        readers=("corten.stages.history",),
    )
    + scratch(
        Field("rk_evaluation", I4, (), "state that is evaluated: 1 to 3 inside of a step, 0 outside"),
        readers=("corten.stages.actuation", "corten.stages.history"),
        lasting=True,
    )
)

# share of each evaluation in the step, and of the step in the way to the next state
WEIGHT = (1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0)
REACH = (0.5, 0.5, 1.0)

TURN = 6.283185307179586

# [rad] below this half angle, x / tan(x) is 1 but for its rounding
SMALL = per_precision(6e-8, float32=3e-4)


@stage
def rk4_begin(m, d) -> None:
    """Remember the state X_0, take its derivative, and go to X_1."""
    qpos, qvel, act = d.qpos, d.qvel, d.act
    rk_qpos, rk_qvel, rk_act, velocity = d.rk_qpos, d.rk_qvel, d.rk_act, d.rk_velocity
    qvel_sum, qacc_sum, act_dot_sum = d.rk_qvel_sum, d.rk_qacc_sum, d.rk_act_dot_sum

    d.rk_time = d.time
    for i in range(m.nq):
        rk_qpos[i] = qpos[i]
    for i in range(m.nv):
        rk_qvel[i] = qvel[i]
        velocity[i] = 0.0
        qvel_sum[i] = 0.0
        qacc_sum[i] = 0.0
    for i in range(m.na):
        rk_act[i] = act[i]
        act_dot_sum[i] = 0.0

    add_derivative(m, d, WEIGHT[0])
    go_to_state(m, d, REACH[0])
    d.rk_evaluation = 1


@stage
def rk4_next(m, d) -> None:
    """Take the derivative of X_1 or X_2, and go to the next state."""
    i = d.rk_evaluation

    add_derivative(m, d, WEIGHT[i])
    go_to_state(m, d, REACH[i])
    d.rk_evaluation = i + 1


@stage
def rk4_finish(m, d) -> None:
    """Take the derivative of X_3, and go from X_0 to the end of the step.

    qacc becomes the weighted mean of the four accelerations; the next constraint solve starts from the last of them.
    """
    h, qvel, qacc, warmstart = m.opt_timestep, d.qvel, d.qacc, d.qacc_warmstart
    qacc_sum = d.rk_qacc_sum

    add_derivative(m, d, WEIGHT[3])
    return_to_start(m, d)
    advance_activations(m, d, d.rk_act_dot_sum)
    for i in range(m.nv):
        qvel[i] += h * qacc_sum[i]
        warmstart[i] = qacc[i]
        qacc[i] = qacc_sum[i]
    advance_positions(m, d.qpos, d.rk_qvel_sum, h)
    advance_time(d, d.rk_time, h)
    d.rk_evaluation = 0


@stage
def restore_state(m, d) -> None:
    """Put the state back to the beginning of a step that failed inside of RK4; otherwise do nothing."""
    if d.rk_evaluation > 0:
        return_to_start(m, d)
        d.time = d.rk_time
        d.rk_evaluation = 0


@helper
def add_derivative(m, d, weight: float) -> None:
    """Add the derivative of the current state to the sums; leave its velocity k in rk_velocity."""
    h, jnt_type, dofadr = m.opt_timestep, m.jnt_type, m.jnt_dofadr
    qvel, qacc, act_dot, velocity = d.qvel, d.qacc, d.act_dot, d.rk_velocity
    qvel_sum, qacc_sum, act_dot_sum = d.rk_qvel_sum, d.rk_qacc_sum, d.rk_act_dot_sum

    for j in range(m.njnt):
        kind, i = jnt_type[j], dofadr[j]
        if kind == JointType.FREE:
            for k in range(i, i + 3):
                velocity[k] = qvel[k]
            i += 3
        if kind == JointType.FREE or kind == JointType.BALL:
            rotation = vector3.scale(load3_flat(velocity, i), h)
            store3_flat(velocity, i, rotation_rate(rotation, load3_flat(qvel, i)))
        else:
            velocity[i] = qvel[i]
    for i in range(m.nv):
        qvel_sum[i] += weight * velocity[i]
        qacc_sum[i] += weight * qacc[i]
    for i in range(m.na):
        act_dot_sum[i] += weight * act_dot[i]


@helper
def go_to_state(m, d, reach: float) -> None:
    """Set the state to X_0 moved by `reach` of a step along the derivative that was taken last."""
    h, qpos, qvel, act = m.opt_timestep, d.qpos, d.qvel, d.act
    qacc, act_dot, velocity = d.qacc, d.act_dot, d.rk_velocity

    return_to_start(m, d)
    for i in range(m.nv):
        velocity[i] *= reach
        qvel[i] += h * (reach * qacc[i])
    for i in range(m.na):
        act[i] += h * (reach * act_dot[i])
    advance_positions(m, qpos, velocity, h)
    d.time = d.rk_time + reach * h


@helper
def return_to_start(m, d) -> None:
    """Set qpos, qvel and act to those of X_0."""
    qpos, qvel, act = d.qpos, d.qvel, d.act
    rk_qpos, rk_qvel, rk_act = d.rk_qpos, d.rk_qvel, d.rk_act

    for i in range(m.nq):
        qpos[i] = rk_qpos[i]
    for i in range(m.nv):
        qvel[i] = rk_qvel[i]
    for i in range(m.na):
        act[i] = rk_act[i]


@helper
def rotation_rate(s: Vec3, w: Vec3) -> Vec3:
    """Return the rate of a rotation vector s [rad] when the frame that it leads to turns with w [rad/s] in local axes.

    s and s + 2 pi turn alike; the shorter one is meant, as MuJoCo reads it off the quaternions.
    """
    axis, angle = vector3.normalize(s)
    half = 0.5 * (angle - TURN * rint(angle / TURN))
    sine, cosine = sincos(half)
    small = abs(half) < SMALL
    bend = select(small, 0.0, 1.0 - half * cosine / select(small, 1.0, sine))
    across = vector3.cross(axis, w)
    return vector3.add_scaled(vector3.add_scaled(w, across, half), vector3.cross(axis, across), bend)
