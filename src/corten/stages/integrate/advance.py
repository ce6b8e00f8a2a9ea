"""The last stage of a step: activations, velocities, positions and time move on."""

from corten.constants import MAXVAL
from corten.enums import DisableBit, JointType, StepErrorKind
from corten.math.quaternion import integrate_quat, load4_flat, store4_flat
from corten.math.vector3 import load3_flat
from corten.runtime import FloatArray, helper, stage
from corten.runtime.fields import F8, Field
from corten.runtime.scratch import scratch
from corten.stages.actuation.activation import next_activation
from corten.stages.actuation.control import is_switched_off

SCRATCH = scratch(
    Field("qacc_step", F8, ("nv",), "acceleration with which the step changes qvel"),
) + scratch(
    Field("time_rest", F8, (), "what float32 could not add to the time yet; zero in float64 [s]"),
    lasting=True,
)


@stage
def advance(m, d) -> None:
    """Advance the state by one time step with the acceleration that the integrator chose.

    act += h act_dot, qvel += h qacc_step, then qpos with the new qvel (semi-implicit), time += h. The acceleration of
    the forward dynamics is kept: the next constraint solve starts from it.
    """
    h = m.opt_timestep
    qvel, qacc_step, qacc, warmstart = d.qvel, d.qacc_step, d.qacc, d.qacc_warmstart

    advance_activations(m, d, d.act_dot)
    for i in range(m.nv):
        qvel[i] += h * qacc_step[i]
    advance_positions(m, d.qpos, qvel, h)
    advance_time(d, d.time, h)
    for i in range(m.nv):
        warmstart[i] = qacc[i]


@helper
def advance_time(d, start: float, h: float) -> None:
    """Let the time be h after that of the start of a step."""
    d.time = start + h


@advance_time.version(precision="float32")
def advance_time_single(d, start: float, h: float) -> None:
    """Do the same, and add with the next step what rounding leaves of this one (Kahan)."""
    step = h + d.time_rest
    d.time = start + step
    d.time_rest = step - (d.time - start)


@helper
def advance_positions(m, qpos: FloatArray, qvel: FloatArray, h: float) -> None:
    """Move qpos for a time h with the velocity qvel."""
    for j in range(m.njnt):
        advance_joint(m, j, qpos, qvel, h)


@helper
def advance_joint(m, j: int, qpos: FloatArray, qvel: FloatArray, h: float) -> None:
    """Move one joint for a time h; quaternions turn about the local axis, normalised first."""
    kind, q, v = m.jnt_type[j], m.jnt_qposadr[j], m.jnt_dofadr[j]
    if kind == JointType.HINGE or kind == JointType.SLIDE:
        qpos[q] += h * qvel[v]
    else:
        if kind == JointType.FREE:
            for k in range(3):
                qpos[q + k] += h * qvel[v + k]
            q += 3
            v += 3
        store4_flat(qpos, q, integrate_quat(load4_flat(qpos, q), load3_flat(qvel, v), h))


@helper
def advance_activations(m, d, act_dot: FloatArray) -> None:
    """Move activations for one time step and clamp them to their range; disabled actuators keep theirs."""
    actadr, actnum, act = m.actuator_actadr, m.actuator_actnum, d.act

    if m.na > 0 and (m.opt_disableflags & DisableBit.ACTUATION) == 0:
        for i in range(m.nactuator):
            for a in range(actadr[i], actadr[i] + actnum[i]):
                rate = 0.0 if is_switched_off(m, i) else act_dot[a]
                act[a] = next_activation(m, d, i, a, rate)


# ---- refusal of states that cannot be simulated: NaN, infinite or beyond MAXVAL


@stage
def check_state(m, d) -> int:
    """Stop the step if a coordinate or velocity is bad; error_where gets its index."""
    qpos, qvel = d.qpos, d.qvel

    if count_bad(qpos, m.nq) > 0:
        d.error_where = first_bad(qpos, m.nq)
        return StepErrorKind.BAD_QPOS
    if count_bad(qvel, m.nv) > 0:
        d.error_where = first_bad(qvel, m.nv)
        return StepErrorKind.BAD_QVEL
    return 0


@stage
def check_acceleration(m, d) -> int:
    """Stop the step if an acceleration is bad; error_where gets its index."""
    qacc = d.qacc

    if count_bad(qacc, m.nv) > 0:
        d.error_where = first_bad(qacc, m.nv)
        return StepErrorKind.BAD_QACC
    return 0


@helper
def count_bad(x: FloatArray, n: int) -> int:
    """Return how many of the first n numbers are NaN or beyond MAXVAL."""
    count = 0
    for i in range(n):
        count += 0 if abs(x[i]) <= MAXVAL else 1
    return count


@helper
def first_bad(x: FloatArray, n: int) -> int:
    """Return the index of the first number that is NaN or beyond MAXVAL, -1 if there is none."""
    for i in range(n):
        if not abs(x[i]) <= MAXVAL:
            return i
    return -1
