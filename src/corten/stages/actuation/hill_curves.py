"""The curves of a Hill muscle, all of them dimensionless and at least twice continuously differentiable.

Active force by length and force by velocity are those of De Groote, Kinney, Rao, Fregly (2016), "Evaluation of direct
collocation optimal control problem formulations for solving the muscle redundancy problem", Annals of Biomedical
Engineering 44(10): three bells, and an inverse hyperbolic sine whose scale and shift are chosen such that it passes
through (-1, 0) and (0, 1) exactly. Theirs of passive fibres and of the tendon are exponentials that push where they
are slack; here both are zero up to the slack length, and then as stiff as the curves of Millard, Uchida, Seth, Delp
(2013), "Flexing computational muscle: modeling and simulation of musculotendon dynamics", Journal of Biomechanical
Engineering 135(2): the stiffness rises along a smooth step over a toe and stays.
"""

from corten.math.scalar import clamp, exp, log
from corten.runtime import helper, select, sqrt

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
def active_force(length):
    """Return (force, slope): force at full activation and rest over the maximal force, by length over the optimal."""
    first, first_slope = bell(length, FIRST_BELL)
    second, second_slope = bell(length, SECOND_BELL)
    third, third_slope = bell(length, THIRD_BELL)
    return first + second + third, first_slope + second_slope + third_slope


@helper
def bell(x, shape):
    """Return (value, slope) of height exp(-z^2 / 2) with z = (x - middle) / (width + growth x)."""
    height, middle, width, growth = shape
    spread = width + growth * x
    z = (x - middle) / spread
    value = height * exp(-0.5 * z * z)
    return value, -value * z * (1.0 - growth * z) / spread


@helper
def velocity_force(velocity):
    """Return (factor, slope) of the active force by velocity over vmax: 0 at -1, 1 at rest, 1.79 at 1.

    Beyond -1 it goes on below zero: fibres that are shortened faster than they can shorten themselves resist.
    """
    x = STEEPNESS * velocity + LEAN
    root = sqrt(x * x + 1.0)

    # of |x|, where nothing cancels
    size = log(abs(x) + root)
    return SCALE * select(x < 0.0, -size, size) + SHIFT, SCALE * STEEPNESS / root


@helper
def tendon_force(strain, strain_at_max):
    """Return (force, slope) of a tendon over the maximal force, by its strain: 0 if slack, 1 at `strain_at_max`."""
    x = strain / strain_at_max
    force, slope = toe_and_line(x, TENDON_TOE, TENDON_STIFFNESS)
    return force, slope / strain_at_max


@helper
def passive_force(length, strain_at_max):
    """Return (force, slope) of passive fibres over the maximal force: 0 up to length 1, 1 at 1 + `strain_at_max`."""
    x = (length - 1.0) / strain_at_max
    force, slope = toe_and_line(x, FIBRE_TOE, FIBRE_STIFFNESS)
    return force, slope / strain_at_max


@helper
def toe_and_line(x, toe, stiffness):
    """Return (force, slope): the slope rises as 3 z^2 - 2 z^3, z = x / toe, from 0 to `stiffness`, and then stays."""
    z = clamp(x / toe, 0.0, 1.0)
    curved = stiffness * toe * z * z * z * (1.0 - 0.5 * z)
    return curved + stiffness * max(x - toe, 0.0), stiffness * z * z * (3.0 - 2.0 * z)
