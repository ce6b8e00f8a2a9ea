"""MuJoCo's muscle: force-length, force-velocity and passive curves, and how excitation becomes activation.

Lengths are in units of the optimal length L0, velocities in units of L0 vmax. Nine parameters stand in gainprm and
biasprm: range (low, high), peak force, scale, lmin, lmax, vmax, fpmax, fvmax; two or three in dynprm: time constants up
and down, width of the smooth switch between them. A peak force below zero means scale / actuator_acc0.
"""

from corten.constants import MINVAL
from corten.math.matrix3 import load9
from corten.math.scalar import clamp
from corten.runtime import FloatArray, Mat3, Vec2, Vec3, helper, select


@helper
def muscle_gain(m, prm: FloatArray, k: int, length: float, velocity: float) -> float:
    """Return the force of muscle k at full activation [N], negative because it pulls: -peak FL(length) FV(velocity)."""
    out = m.actuator_outadr[k]
    return gain_force(load9(prm, k), length_range(m, out), m.actuator_acc0[out], length, velocity)


@helper
def gain_force(prm: Mat3, feasible: Vec2, acc0: float, length: float, velocity: float) -> float:
    """Return the force at full activation of a muscle of nine parameters [N]."""
    optimum, relative = relative_length(prm, feasible, length)
    speed = velocity / max(MINVAL, optimum * prm[6])
    active = force_length(relative, prm[4], prm[5])
    return -peak(prm, acc0) * active * force_velocity(speed, prm[8])


@helper
def muscle_gain_derivative(m, prm: FloatArray, k: int, length: float, velocity: float) -> float:
    """Return the derivative of the gain of muscle k by its velocity."""
    optimum, relative = muscle_length(m, prm, k, length)
    fastest = max(MINVAL, optimum * prm[k, 6])
    active = force_length(relative, prm[k, 4], prm[k, 5])
    return -peak_force(m, prm, k) * active * force_velocity_slope(velocity / fastest, prm[k, 8]) / fastest


@helper
def muscle_bias(m, prm: FloatArray, k: int, length: float) -> float:
    """Return the passive force of muscle k [N]: zero up to L0, a parabola up to (L0 + lmax) / 2, then a line."""
    out = m.actuator_outadr[k]
    return bias_force(load9(prm, k), length_range(m, out), m.actuator_acc0[out], length)


@helper
def bias_force(prm: Mat3, feasible: Vec2, acc0: float, length: float) -> float:
    """Return the passive force of a muscle of nine parameters [N]."""
    _, relative = relative_length(prm, feasible, length)
    middle = 0.5 * (1.0 + prm[5])
    width = max(MINVAL, middle - 1.0)
    curved, straight = (relative - 1.0) / width, (relative - middle) / width
    share = select(relative <= middle, 0.5 * curved * curved, 0.5 + straight)
    return select(relative <= 1.0, 0.0, -peak(prm, acc0) * prm[7] * share)


@helper
def muscle_gain_slope(m, prm: FloatArray, k: int, length: float, velocity: float) -> float:
    """Return the derivative of the gain of muscle k by its length."""
    optimum, relative = muscle_length(m, prm, k, length)
    speed = velocity / max(MINVAL, optimum * prm[k, 6])
    slope = force_length_slope(relative, prm[k, 4], prm[k, 5]) / max(MINVAL, optimum)
    return -peak_force(m, prm, k) * slope * force_velocity(speed, prm[k, 8])


@helper
def muscle_bias_slope(m, prm: FloatArray, k: int, length: float) -> float:
    """Return the derivative of the passive force of muscle k by its length."""
    optimum, relative = muscle_length(m, prm, k, length)
    middle = 0.5 * (1.0 + prm[k, 5])
    width = max(MINVAL, middle - 1.0)
    share = select(relative <= middle, (relative - 1.0) / width, 1.0) / width
    return select(relative <= 1.0, 0.0, -peak_force(m, prm, k) * prm[k, 7] * share / max(MINVAL, optimum))


@helper
def muscle_rate(m, k: int, control: float, act: float) -> float:
    """Return the rate of a muscle's activation: (control - act) / tau, where tau is shorter up than down."""
    prm = m.actuator_dynprm
    return activation_rate((prm[k, 0], prm[k, 1], prm[k, 2]), control, act)


@helper
def activation_rate(prm: Vec3, control: float, act: float) -> float:
    """Return the rate of activation for time constants up and down and the width of the switch between them."""
    excess = clamp(control, 0.0, 1.0) - act
    slowness = 0.5 + 1.5 * clamp(act, 0.0, 1.0)
    up, down, width = prm[0] * slowness, prm[1] / slowness, prm[2]
    smooth = down + (up - down) * sigmoid(excess / max(MINVAL, width) + 0.5)
    tau = select(width < MINVAL, select(excess > 0.0, up, down), smooth)
    return excess / max(MINVAL, tau)


@helper
def sigmoid(x: float) -> float:
    """Return the smooth step 6 x^5 - 15 x^4 + 10 x^3 from 0 to 1."""
    inside = x * x * x * (3.0 * x * (2.0 * x - 5.0) + 10.0)
    return select(x <= 0.0, 0.0, select(x >= 1.0, 1.0, inside))


@helper
def peak_force(m, prm: FloatArray, k: int) -> float:
    """Return the largest active force of muscle k [N]."""
    return peak(load9(prm, k), m.actuator_acc0[m.actuator_outadr[k]])


@helper
def peak(prm: Mat3, acc0: float) -> float:
    """Return the largest active force of a muscle of nine parameters [N]."""
    return select(prm[2] < 0.0, prm[3] / max(MINVAL, acc0), prm[2])


@helper
def muscle_length(m, prm: FloatArray, k: int, length: float) -> Vec2:
    """Return (L0, length / L0), the tendon's part of the length taken off."""
    return relative_length(load9(prm, k), length_range(m, m.actuator_outadr[k]), length)


@helper
def length_range(m, out: int) -> Vec2:
    """Return the least and the largest length of what a muscle pulls."""
    return m.actuator_lengthrange[out, 0], m.actuator_lengthrange[out, 1]


@helper
def relative_length(prm: Mat3, feasible: Vec2, length: float) -> Vec2:
    """Return (L0, length / L0) of a muscle of nine parameters."""
    optimum = (feasible[1] - feasible[0]) / max(MINVAL, prm[1] - prm[0])
    return optimum, prm[0] + (length - feasible[0]) / max(MINVAL, optimum)


@helper
def force_length(x: float, low: float, high: float) -> float:
    """Return the active force at a relative length: four parabolas from 0 at `low` over 1 at 1 to 0 at `high`."""
    left, right = 0.5 * (low + 1.0), 0.5 * (1.0 + high)
    rise = (x - low) / max(MINVAL, left - low)
    before = (1.0 - x) / max(MINVAL, 1.0 - left)
    after = (x - 1.0) / max(MINVAL, right - 1.0)
    fall = (high - x) / max(MINVAL, high - right)
    below = select(x <= left, 0.5 * rise * rise, 1.0 - 0.5 * before * before)
    above = select(x <= right, 1.0 - 0.5 * after * after, 0.5 * fall * fall)
    return select(x < low or x > high, 0.0, select(x <= 1.0, below, above))


@helper
def force_length_slope(x: float, low: float, high: float) -> float:
    """Return the derivative of `force_length` by the relative length."""
    left, right = 0.5 * (low + 1.0), 0.5 * (1.0 + high)
    rise, before = max(MINVAL, left - low), max(MINVAL, 1.0 - left)
    after, fall = max(MINVAL, right - 1.0), max(MINVAL, high - right)
    below = select(x <= left, (x - low) / (rise * rise), (1.0 - x) / (before * before))
    above = select(x <= right, (1.0 - x) / (after * after), (x - high) / (fall * fall))
    return select(x < low or x > high, 0.0, select(x <= 1.0, below, above))


@helper
def force_velocity(v: float, highest: float) -> float:
    """Return the active force at a relative velocity: 0 at -1, 1 at rest, `highest` when it is stretched fast."""
    y = highest - 1.0
    shortening = (v + 1.0) * (v + 1.0)
    lengthening = highest - (y - v) * (y - v) / max(MINVAL, y)
    moving = select(v <= 0.0, shortening, select(v <= y, lengthening, highest))
    return select(v <= -1.0, 0.0, moving)


@helper
def force_velocity_slope(v: float, highest: float) -> float:
    """Return the derivative of `force_velocity` by the relative velocity."""
    y = highest - 1.0
    lengthening = 2.0 * (y - v) / max(MINVAL, y)
    moving = select(v <= 0.0, 2.0 * v + 2.0, select(v <= y, lengthening, 0.0))
    return select(v <= -1.0, 0.0, moving)
