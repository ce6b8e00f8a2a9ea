"""How fibre lengths of Hill muscles with elastic tendons move on in a time step.

A taut tendon on passive fibres brings them back to equilibrium at a rate of thousands per second (vmax times tendon
stiffness over damping), too fast for an explicit Euler step: measured on the four presets without activation,
stretched by 0.6 optimal lengths, the rate times a step of 2 ms is 1.0 to 4.2, and beyond 2 it diverges. The step is
therefore implicit in the fibre length, and sees the path where it ends: that is stable even with half a kilogram on a
soleus whose tendon stretches by 0.001 at maximal force.

RK4 is explicit by nature. There the rate of the fibre length is divided by (1 + (h decay / 2)^4)^(1/4): this differs by
O(h^4), so that the method keeps its order, and h decay counts as 2 at most, well inside of what RK4 can bear. In other
words, where the time step is too long for the fibres, these are damped until they suit it.
"""

from corten.enums import DisableBit
from corten.math.scalar import clamp, sin
from corten.runtime import Vec2, any_lane, helper, per_precision, select, sqrt, stage
from corten.stages.actuation.control import is_switched_off
from corten.stages.actuation.hill import ELASTIC, active_force, fibre_load, least_length, slack_length, velocity_force

# Newton's method with bisection to fall back on: most muscles need five steps to reach rounding; of 3,000 random ones,
# with damping down to 0.001 and steps up to 10 ms, the worst needed 14, where fibres stand nearly upright
ITERATIONS = 14

# steps below this leave an error of rounding, for Newton's method squares it
LAST_STEP = per_precision(1e-11, float32=1e-6)


@stage
def advance_fibres(m, d) -> None:
    """Take an implicit Euler step with all fibre lengths, after velocities and activations have moved on.

    Fibres of muscles that are switched off are not kept: 0 lets them begin in equilibrium when they are used again.
    """
    rownnz, rowadr, colind, moment = d.moment_rownnz, d.moment_rowadr, d.moment_colind, d.moment
    h, act, qvel, length = m.opt_timestep, d.act, d.qvel, d.actuator_length

    for i in range(m.nhill):
        k = m.hill_actuatorid[i]
        a, out = m.actuator_actadr[k], m.actuator_outadr[k]
        if m.actuator_actnum[k] == ELASTIC:
            speed = 0.0
            for entry in range(rowadr[out], rowadr[out] + rownnz[out]):
                speed += moment[entry] * qvel[colind[entry]]
            path = m.hill_offset[i] + m.hill_scale[i] * (length[out] + h * speed)
            if is_enabled(m, k):
                act[a] = next_length(m, d, i, path, clamp(act[a + 1], 0.0, 1.0))
            else:
                act[a] = 0.0


@stage
def limit_fibre_rates(m, d) -> None:
    """Before RK4 uses them, limit the rates of fibre lengths; before its first use, place fibres that are not."""
    h, act, act_dot, decay = m.opt_timestep, d.act, d.act_dot, d.hill_decay

    for i in range(m.nhill):
        k = m.hill_actuatorid[i]
        a = m.actuator_actadr[k]
        if m.actuator_actnum[k] == ELASTIC:
            half = 0.5 * h * max(decay[i], 0.0)
            square = half * half
            act_dot[a] /= sqrt(sqrt(1.0 + square * square))
            act[a] = select(d.rk_evaluation == 0, d.hill_length[i], act[a])


@stage
def finish_fibres(m, d) -> None:
    """After RK4, set fibre lengths: limits of activations are none of theirs, but they have a least length."""
    h, act, start, rate = m.opt_timestep, d.act, d.rk_act, d.rk_act_dot_sum

    for i in range(m.nhill):
        k = m.hill_actuatorid[i]
        a = m.actuator_actadr[k]
        if m.actuator_actnum[k] == ELASTIC:
            if is_enabled(m, k):
                act[a] = max(start[a] + h * rate[a], least_length(sin(m.hill_pennation[i])))
            else:
                act[a] = 0.0


@helper
def is_enabled(m, k: int) -> bool:
    """Tell whether actuator k acts: neither its group nor actuation as a whole is disabled."""
    return (m.opt_disableflags & DisableBit.ACTUATION) == 0 and not is_switched_off(m, k)


@helper
def next_length(m, d, i: int, path: float, activation: float) -> float:
    """Return the relative fibre length l of muscle i at the end of a step that ends on this path.

    The force balance holds there with the velocity (l - l0) / h. As a function of l its excess a fL fV + damping v -
    load grows; it is positive where the tendon is slack and fibres do not shorten, so the root lies below.
    """
    start, reach = d.hill_length[i], m.opt_timestep * m.hill_vmax[i]
    sine = sin(m.hill_pennation[i])
    least = least_length(sine)

    low, high = least, max(start, slack_length(m, i, sine, path))
    length = start + m.opt_timestep * d.hill_velocity[i] / (1.0 + m.opt_timestep * max(d.hill_decay[i], 0.0))
    length = clamp(length, low, high)
    moving = True
    for _iteration in range(ITERATIONS):
        excess, slope = balance_excess(m, i, sine, path, activation, length, start, reach)
        low = select(moving and excess < 0.0, length, low)
        high = select(moving and not excess < 0.0, length, high)
        tried = length - excess / slope
        tried = select(tried >= low and tried <= high, tried, 0.5 * (low + high))
        step = abs(tried - length)
        length = select(moving, tried, length)
        moving = moving and step > LAST_STEP
        if not any_lane(moving):
            break

    # fibres that would have to be shorter than they can be
    shortest = low <= least
    if any_lane(shortest):
        excess, _ = balance_excess(m, i, sine, path, activation, least, start, reach)
        length = select(shortest and excess >= 0.0, least, length)
    return length


@helper
def balance_excess(
    m, i: int, sine: float, path: float, activation: float, length: float, start: float, reach: float
) -> Vec2:
    """Return (excess, slope by length) of the force of fibres over their load when they come from `start` in a step."""
    strength, strength_slope = active_force(length)
    speed = (length - start) / reach
    factor, factor_slope = velocity_force(speed)
    load, load_slope = fibre_load(m, i, sine, path, length)
    excess = activation * strength * factor + m.hill_damping[i] * speed - load
    by_velocity = activation * strength * factor_slope + m.hill_damping[i]
    return excess, activation * strength_slope * factor + by_velocity / reach - load_slope
