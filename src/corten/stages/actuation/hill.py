"""Hill muscles: pennate fibres in series with a tendon, the damped equilibrium model of Millard et al. (2013).

With activation a, fibre length l over the optimal one, fibre velocity v over vmax, and pennation angle p:

    fmax (a fL(l) fV(v) + fPE(l) + damping v) cos p = fmax fT(tendon strain),
    path length = lopt l cos p + tendon length,    l sin p constant,

where the curves are those of `hill_curves`. An elastic tendon makes l a state, which stands in `act` before the
activation: tendon and path give the force, and what the fibres must bear decides how fast they move. Damping makes this
well posed without activation too. A rigid tendon has its slack length: the path gives l and v, and these the force.

A fibre length of exactly 0 in `act` means that nobody has placed the fibres yet: they are then where they are at rest
with this activation on this path. So it is after a reset, and in keyframes that say nothing else.
"""

from corten.constants import MINVAL
from corten.enums import DisableBit
from corten.math.scalar import clamp, exp, log, sin
from corten.runtime import any_lane, helper, per_precision, select, sqrt, stage
from corten.stages.actuation.activation import actuator_input
from corten.stages.actuation.control import bad_control
from corten.stages.actuation.hill_curves import (
    LEAN,
    SCALE,
    SHIFT,
    STEEPNESS,
    active_force,
    passive_force,
    tendon_force,
    velocity_force,
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
def hill_fibres(m, d):
    """Find the fibres of every Hill muscle: their length and velocity, and with what force the tendon pulls.

    The rate of a fibre length goes to act_dot, except where actuation is disabled.

    reads:  m.actuator_dyntype m.actuator_dynprm m.actuator_ctrladr d.ctrl d.act d.act_dot d.actuator_length
            d.actuator_velocity
    writes: d.act_dot
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
def set_elastic(m, d, i, path, activation, written):
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
def set_rigid(m, d, i, path, path_velocity, activation):
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
def least_length(sine):
    """Return the least fibre length of a muscle with this sine of its pennation angle at the optimal length."""
    return max(LEAST_LENGTH, sine / MOST_SINE)


@helper
def cosine_at(sine, length):
    """Return the cosine of the pennation angle at a relative fibre length: its sine is sine / length."""
    ratio = sine / length
    return sqrt(1.0 - ratio * ratio)


@helper
def fibre_load(m, i, sine, path, length):
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
def fibre_velocity(strength, damping, load):
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
def equilibrium_length(m, i, sine, path, activation):
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
def slack_length(m, i, sine, path):
    """Return the relative fibre length from which on the tendon is slack, at least that which fibres can have."""
    along = max(0.0, path - m.hill_lslack[i]) / max(MINVAL, m.hill_lopt[i])
    return max(sqrt(along * along + sine * sine), least_length(sine))
