"""Hill muscles: pennate fibres in series with a tendon, the damped equilibrium model of Millard et al. (2013).

With activation a, fibre length l over the optimal one, fibre velocity v over vmax, and pennation angle p:

    fmax (a fL(l) fV(v) + fPE(l) + damping v) cos p = fmax fT(tendon strain),
    path length = lopt l cos p + tendon length,    l sin p constant,

where the curves are those below. An elastic tendon makes l a state, which stands in `act` before the
activation: tendon and path give the force, and what the fibres must bear decides how fast they move. Damping makes this
well posed without activation too. A rigid tendon has its slack length: the path gives l and v, and these the force.

A fibre length of exactly 0 in `act` means that nobody has placed the fibres yet: they are then where they are at rest
with this activation on this path. So it is after a reset, and in keyframes that say nothing else.
"""

from corten.constants import MINVAL
from corten.enums import DisableBit
from corten.math.scalar import clamp, exp, log, sin
from corten.runtime import Vec2, Vec4, any_lane, helper, per_precision, select, sqrt, stage
from corten.stages.actuation.activation import actuator_input
from corten.stages.actuation.control import bad_control, is_switched_off
from corten.stages.actuation.force import (
    add_joint_forces,
    clear_forces,
    controls_are_usable,
    force_of,
    limit_forces,
    share_tendon_limits,
)

# fibres get no shorter than this share of the optimal length, nor steeper than acos(0.1) = 84 degrees
LEAST_LENGTH = 0.2
MOST_SINE = 0.99498743710662

# numbers of activations of a muscle with an elastic tendon
ELASTIC = 2

# Newton's method for the velocity comes down monotonically: measured over the whole range, six steps reach rounding;
# the error that a step leaves is at most half its square
VELOCITY_ITERATIONS = 7
LAST_STEP = per_precision(1e-8, float32=3e-4)

# each halves the interval of about one optimal length, down to rounding
BISECTIONS = 56


@stage
def hill_fibres(m, d) -> None:
    """Find the fibres of every Hill muscle: their length and velocity, and with what force the tendon pulls.

    The rate of a fibre length goes to act_dot, except where actuation is disabled.
    """
    act_dot, velocity = d.act_dot, d.hill_velocity

    usable = bad_control(m, d) < 0
    acts = (m.opt_disableflags & DisableBit.ACTUATION) == 0
    for i in range(m.nhill):
        k = m.hill_actuatorid[i]
        out = m.actuator_outadr[k]
        path = m.hill_offset[i] + m.hill_scale[i] * d.actuator_length[out]
        activation = clamp(actuator_input(m, d, k, usable), 0.0, 1.0)
        if m.actuator_actnum[k] == ELASTIC:
            set_elastic(m, d, i, path, activation, d.act[m.actuator_actadr[k]])
            if acts:
                act_dot[m.actuator_actadr[k]] = velocity[i]
        else:
            set_rigid(m, d, i, path, m.hill_scale[i] * d.actuator_velocity[out], activation)


@helper
def set_elastic(m, d, i: int, path: float, activation: float, written: float) -> None:
    """Set all about muscle i with an elastic tendon, whose fibre length is `written` in act, 0 if it is not placed."""
    length, velocity, cosine, tendon = d.hill_length, d.hill_velocity, d.hill_cosine, d.hill_tendon

    sine = sin(m.hill_pennation[i])
    least = least_length(sine)
    relative = max(written, least)
    if any_lane(written == 0.0):
        relative = select(written == 0.0, equilibrium_length(m, i, sine, path, activation), relative)
    cosine[i] = cosine_at(sine, relative)
    length[i] = relative
    tendon[i] = path - m.hill_lopt[i] * relative * cosine[i]
    pull, _ = tendon_force(tendon[i] / max(MINVAL, m.hill_lslack[i]) - 1.0, max(MINVAL, m.hill_strain[i]))
    d.hill_tension[i] = m.hill_fmax[i] * pull
    d.hill_derivative[i] = 0.0

    # fibres that cannot get shorter stand still
    load, load_slope = fibre_load(m, i, sine, path, relative)
    strength, strength_slope = active_force(relative)
    speed = fibre_velocity(activation * strength, m.hill_damping[i], load)
    factor, factor_slope = velocity_force(speed)
    velocity[i] = m.hill_vmax[i] * select(relative <= least, max(speed, 0.0), speed)

    # the force balance, differentiated by length and velocity
    by_length = activation * strength_slope * factor - load_slope
    by_velocity = activation * strength * factor_slope + m.hill_damping[i]
    d.hill_decay[i] = m.hill_vmax[i] * by_length / max(MINVAL, by_velocity)


@helper
def set_rigid(m, d, i: int, path: float, path_velocity: float, activation: float) -> None:
    """Set all about muscle i with a rigid tendon: it goes slack where fibres can get no shorter, and never pushes."""
    lopt = m.hill_lopt[i]

    sine = sin(m.hill_pennation[i])
    along = (path - m.hill_lslack[i]) / max(MINVAL, lopt)
    least = least_length(sine)
    relative = sqrt(along * along + sine * sine)
    slack = along <= 0.0 or relative < least
    relative = select(slack, least, relative)
    cosine = cosine_at(sine, relative)
    speed = select(slack, 0.0, path_velocity * cosine / max(MINVAL, lopt * m.hill_vmax[i]))

    strength, _ = active_force(relative)
    factor, factor_slope = velocity_force(speed)
    passive, _ = passive_force(relative, max(MINVAL, m.hill_passive[i]))
    force = activation * strength * factor + passive + m.hill_damping[i] * speed
    pulls = not slack and force > 0.0
    by_velocity = activation * strength * factor_slope + m.hill_damping[i]

    d.hill_length[i] = relative
    d.hill_velocity[i] = m.hill_vmax[i] * speed
    d.hill_cosine[i] = cosine
    d.hill_tendon[i] = path - lopt * relative * cosine
    d.hill_tension[i] = select(pulls, m.hill_fmax[i] * force * cosine, 0.0)
    slope = m.hill_fmax[i] * by_velocity * cosine * cosine / max(MINVAL, lopt * m.hill_vmax[i])
    d.hill_derivative[i] = select(pulls, slope, 0.0)
    d.hill_decay[i] = 0.0


@helper
def least_length(sine: float) -> float:
    """Return the least fibre length of a muscle with this sine of its pennation angle at the optimal length."""
    return max(LEAST_LENGTH, sine / MOST_SINE)


@helper
def cosine_at(sine: float, length: float) -> float:
    """Return the cosine of the pennation angle at a relative fibre length: its sine is sine / length."""
    ratio = sine / length
    return sqrt(1.0 - ratio * ratio)


@helper
def fibre_load(m, i: int, sine: float, path: float, length: float) -> Vec2:
    """Return (load, slope by length): what active force and damping of the fibres have to bear, fT / cos p - fPE."""
    lopt, lslack = m.hill_lopt[i], max(MINVAL, m.hill_lslack[i])

    cosine = cosine_at(sine, length)
    strain = (path - lopt * length * cosine) / lslack - 1.0
    pull, pull_slope = tendon_force(strain, max(MINVAL, m.hill_strain[i]))
    passive, passive_slope = passive_force(length, max(MINVAL, m.hill_passive[i]))

    # the strain falls by lopt / (lslack cos p), and cos p grows by sine^2 / (length^3 cos p)
    stretch = -pull_slope * lopt / (lslack * cosine * cosine)
    steeper = pull * sine * sine / (length * length * length * cosine * cosine * cosine)
    return pull / cosine - passive, stretch - steeper - passive_slope


@helper
def fibre_velocity(strength: float, damping: float, load: float) -> float:
    """Return the velocity over vmax at which fibres bear the load: strength fV(v) + damping v = load.

    With v = (sinh y - LEAN) / STEEPNESS this is A y + B sinh y = C, odd and convex for y > 0. Newton's method comes
    down to the root from any point above it; such are asinh(C / B) and C / (A + B).
    """
    a, b = strength * SCALE, max(MINVAL, damping) / STEEPNESS
    c = load - strength * SHIFT + b * LEAN
    size = abs(c)
    most = size / b
    y = min(log(most + sqrt(most * most + 1.0)), size / (a + b))
    moving = True
    for _iteration in range(VELOCITY_ITERATIONS):
        grown = exp(y)
        shrunk = 1.0 / grown
        step = (a * y + 0.5 * b * (grown - shrunk) - size) / (a + 0.5 * b * (grown + shrunk))
        y = select(moving, y - step, y)
        moving = moving and abs(step) > LAST_STEP
        if not any_lane(moving):
            break
    grown = exp(y)
    sinh = 0.5 * (grown - 1.0 / grown)
    return (select(c < 0.0, -sinh, sinh) - LEAN) / STEEPNESS


@helper
def equilibrium_length(m, i: int, sine: float, path: float, activation: float) -> float:
    """Return the relative fibre length at which muscle i is at rest on a path; where fibres hang loose, the longest.

    The tendon slackens as fibres get longer: the shortest length at which they can bear the load is the one.
    """
    low, high = least_length(sine), slack_length(m, i, sine, path)
    for _iteration in range(BISECTIONS):
        middle = 0.5 * (low + high)
        strength, _ = active_force(middle)
        load, _ = fibre_load(m, i, sine, path, middle)
        bears = activation * strength >= load
        high = select(bears, middle, high)
        low = select(bears, low, middle)
    return high


@helper
def slack_length(m, i: int, sine: float, path: float) -> float:
    """Return the relative fibre length from which on the tendon is slack, at least that which fibres can have."""
    along = max(0.0, path - m.hill_lslack[i]) / max(MINVAL, m.hill_lopt[i])
    return max(sqrt(along * along + sine * sine), least_length(sine))


# ---- the curves of a Hill muscle, all of them dimensionless and at least twice continuously differentiable
# Active force by length and force by velocity are those of De Groote, Kinney, Rao, Fregly (2016), "Evaluation of direct
# collocation optimal control problem formulations for solving the muscle redundancy problem", Annals of Biomedical
# Engineering 44(10): three bells, and an inverse hyperbolic sine whose scale and shift are chosen such that it passes
# through (-1, 0) and (0, 1) exactly. Theirs of passive fibres and of the tendon are exponentials that push where they
# are slack; here both are zero up to the slack length, and then as stiff as the curves of Millard, Uchida, Seth, Delp
# (2013), "Flexing computational muscle: modeling and simulation of musculotendon dynamics", Journal of Biomechanical
# Engineering 135(2): the stiffness rises along a smooth step over a toe and stays


# bells of the active force: height, middle, width, growth of the width with the length
FIRST_BELL = (0.8150671134243542, 1.055033428970575, 0.162384573599574, 0.063303448465465)
SECOND_BELL = (0.433004984392647, 0.716775413397760, -0.029947116970696, 0.200356847296188)
THIRD_BELL = (0.1, 1.0, 0.353553390593274, 0.0)

# force by velocity: SCALE * asinh(STEEPNESS v + LEAN) + SHIFT; scale and shift follow from f(-1) = 0 and f(0) = 1
STEEPNESS = 8.149
LEAN = 0.374
SCALE = 0.3211346127989808
SHIFT = 0.8825327733249914

# a tendon's toe ends at this share of the strain at maximal force: beyond it is 11/8 as stiff as the line to there
TENDON_TOE = 6.0 / 11.0
TENDON_STIFFNESS = 1.375

# passive fibres have their toe up to maximal force, where they are twice as stiff as the line to there
FIBRE_TOE = 1.0
FIBRE_STIFFNESS = 2.0


@helper
def active_force(length: float) -> Vec2:
    """Return (force, slope): force at full activation and rest over the maximal force, by length over the optimal."""
    first, first_slope = bell(length, FIRST_BELL)
    second, second_slope = bell(length, SECOND_BELL)
    third, third_slope = bell(length, THIRD_BELL)
    return first + second + third, first_slope + second_slope + third_slope


@helper
def bell(x: float, shape: Vec4) -> Vec2:
    """Return (value, slope) of height exp(-z^2 / 2) with z = (x - middle) / (width + growth x)."""
    height, middle, width, growth = shape
    spread = width + growth * x
    z = (x - middle) / spread
    value = height * exp(-0.5 * z * z)
    return value, -value * z * (1.0 - growth * z) / spread


@helper
def velocity_force(velocity: float) -> Vec2:
    """Return (factor, slope) of the active force by velocity over vmax: 0 at -1, 1 at rest, 1.79 at 1.

    Beyond -1 it goes on below zero: fibres that are shortened faster than they can shorten themselves resist.
    """
    x = STEEPNESS * velocity + LEAN
    root = sqrt(x * x + 1.0)

    # of |x|, where nothing cancels
    size = log(abs(x) + root)
    return SCALE * select(x < 0.0, -size, size) + SHIFT, SCALE * STEEPNESS / root


@helper
def tendon_force(strain: float, strain_at_max: float) -> Vec2:
    """Return (force, slope) of a tendon over the maximal force, by its strain: 0 if slack, 1 at `strain_at_max`."""
    x = strain / strain_at_max
    force, slope = toe_and_line(x, TENDON_TOE, TENDON_STIFFNESS)
    return force, slope / strain_at_max


@helper
def passive_force(length: float, strain_at_max: float) -> Vec2:
    """Return (force, slope) of passive fibres over the maximal force: 0 up to length 1, 1 at 1 + `strain_at_max`."""
    x = (length - 1.0) / strain_at_max
    force, slope = toe_and_line(x, FIBRE_TOE, FIBRE_STIFFNESS)
    return force, slope / strain_at_max


@helper
def toe_and_line(x: float, toe: float, stiffness: float) -> Vec2:
    """Return (force, slope): the slope rises as 3 z^2 - 2 z^3, z = x / toe, from 0 to `stiffness`, and then stays."""
    z = clamp(x / toe, 0.0, 1.0)
    curved = stiffness * toe * z * z * z * (1.0 - 0.5 * z)
    return curved + stiffness * max(x - toe, 0.0), stiffness * z * z * (3.0 - 2.0 * z)


# ---- forces of all actuators of a model that has Hill muscles


@stage
def hill_actuation(m, d) -> int:
    """Do what `general_actuation` does, with the tendon forces of Hill muscles: these pull, so they are negative."""
    hillid, outadr, force = m.actuator_hillid, m.actuator_outadr, d.actuator_force

    status = 0
    clear_forces(m, d)
    if (m.opt_disableflags & DisableBit.ACTUATION) == 0:
        usable, status = controls_are_usable(m, d)
        for k in range(m.nactuator):
            if not is_switched_off(m, k):
                i = hillid[k]
                if i >= 0:
                    force[outadr[k]] = -m.hill_scale[i] * d.hill_tension[i]
                else:
                    force[outadr[k]] = force_of(m, d, k, actuator_input(m, d, k, usable))
        share_tendon_limits(m, d)
        limit_forces(m, d)
        add_joint_forces(m, d)
    return status
