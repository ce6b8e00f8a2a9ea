"""mju_ functions of numbers, of friction pyramids, of muscles and of single shapes."""

import numpy as np

from corten.compat.mujoco._errors import FatalError
from corten.compat.mujoco.arguments import NAMES, bound, expect
from corten.compat.mujoco.compiled import compiled
from corten.math.matrix3 import load9_flat
from corten.math.scalar import cos, exp, sin
from corten.math.vector3 import load3_flat, store3_flat
from corten.raycast.shapes import ray_shape
from corten.runtime import floor, select, sqrt, stage
from corten.runtime.entry_table import Kinds
from corten.stages.actuation.muscle import activation_rate, bias_force, gain_force, sigmoid

MINVAL, MAXVAL = NAMES["constants"]["mjMINVAL"], NAMES["constants"]["mjMAXVAL"]


@compiled(result=Kinds.FLOAT)
@stage
def mju_min(m, d) -> None:
    """Return the smaller number."""
    d.result = min(d.a, d.b)


@compiled(result=Kinds.FLOAT)
@stage
def mju_max(m, d) -> None:
    """Return the larger number."""
    d.result = max(d.a, d.b)


@compiled(result=Kinds.FLOAT)
@stage
def mju_clip(m, d) -> None:
    """Return a number, or the bound beyond which it is."""
    d.result = select(d.x < d.min, d.min, select(d.x > d.max, d.max, d.x))


@compiled(result=Kinds.FLOAT)
@stage
def mju_sign(m, d) -> None:
    """Return 1, 0 or -1."""
    d.result = select(d.x > 0.0, 1.0, select(d.x < 0.0, -1.0, 0.0))


# numbers beyond have no place in an int of 64 bits; Python refuses what is none
WIDEST = 2.0**62


@compiled(result=Kinds.INT, check=round)
@stage
def mju_round(m, d) -> int:
    """Return the nearest whole number, the larger of two."""
    if not abs(d.x) < WIDEST:
        return 1
    lower = floor(d.x)
    d.result = int(lower) + select(d.x - lower < 0.5, 0, 1)
    return 0


@compiled(result=Kinds.INT)
@stage
def mju_isBad(m, d) -> None:
    """Tell whether a number is none, or too large."""
    d.result = select(abs(d.x) <= MAXVAL, 0, 1)


@compiled(result=Kinds.FLOAT)
@stage
def mju_sigmoid(m, d) -> None:
    """Return the quintic x^3 (6 x^2 - 15 x + 10), 0 below 0 and 1 above 1."""
    d.result = sigmoid(d.x)


def _check_base(index: int, base: int) -> None:
    if base < 2:
        raise FatalError(f"mju_Halton: base is {base}; it must be 2 or more")


@compiled(result=Kinds.FLOAT, check=_check_base)
@stage
def mju_Halton(m, d) -> int:
    """Return a number of a sequence that fills the interval from 0 to 1 evenly."""
    base, number = d.base, d.index
    if base < 2:
        return 1
    found, share = 0.0, 1.0 / base
    while number > 0:
        found += share * (number % base)
        number //= base
        share /= base
    d.result = found
    return 0


@bound
def mju_standardNormal(num2: float | None) -> float:
    """Return a random number of the standard normal distribution."""
    return float(np.random.default_rng().standard_normal())


@compiled(result=Kinds.FLOAT)
@stage
def mju_springDamper(m, d) -> None:
    """Return the position of a spring and damper of unit mass after a time, by the exact solution."""
    pos0, vel0, Kp, Kv, dt = d.pos0, d.vel0, d.Kp, d.Kv, d.dt
    roots, rate = 0.25 * Kv * Kv - Kp, -0.5 * Kv
    if roots > MINVAL:
        spread = sqrt(roots)
        first, second = rate + spread, rate - spread
        weight = (pos0 * second - vel0) / (second - first)
        d.result = weight * exp(first * dt) + (pos0 - weight) * exp(second * dt)
    elif roots > -MINVAL:
        d.result = exp(rate * dt) * (pos0 + (vel0 - rate * pos0) * dt)
    else:
        frequency = sqrt(-roots)
        sine = (vel0 - rate * pos0) / frequency * sin(frequency * dt)
        d.result = exp(rate * dt) * (pos0 * cos(frequency * dt) + sine)


# ---------------------------------------------------------------- friction pyramids


def _check_pyramid(pyramid: np.ndarray, force: np.ndarray, mu: np.ndarray) -> None:
    expect(len(pyramid) == 2 * len(mu), "size of pyramid should be twice as large as size of mu")
    expect(len(force) == len(mu) + 1, "size of force should be exactly one larger than size of mu")


@compiled("pyramid[edges] force[k] mu[n]", check=_check_pyramid)
@stage
def mju_encodePyramid(m, d) -> int:
    """Write a contact force as forces along the edges of its pyramid."""
    pyramid, force, mu = d.pyramid, d.force, d.mu
    if d.edges != 2 * d.n or d.k != d.n + 1:
        return 1
    for i in range(d.n):
        share = force[0] / d.n
        edge = min(share, force[i + 1] / mu[i])
        pyramid[2 * i] = 0.5 * (share + edge)
        pyramid[2 * i + 1] = 0.5 * (share - edge)
    return 0


@compiled("force[k] pyramid[edges] mu[n]", check=lambda force, pyramid, mu: _check_pyramid(pyramid, force, mu))
@stage
def mju_decodePyramid(m, d) -> int:
    """Write the contact force of forces along the edges of a pyramid."""
    force, pyramid, mu = d.force, d.pyramid, d.mu
    if d.edges != 2 * d.n or d.k != d.n + 1:
        return 1
    normal = 0.0
    for i in range(d.n):
        normal += pyramid[2 * i] + pyramid[2 * i + 1]
        force[i + 1] = (pyramid[2 * i] - pyramid[2 * i + 1]) * mu[i]
    force[0] = normal
    return 0


# ---------------------------------------------------------------- muscles and single shapes


@compiled(result=Kinds.FLOAT)
@stage
def mju_muscleGain(m, d) -> None:
    """Return the force of a muscle at full activation [N]."""
    feasible = (d.lengthrange[0], d.lengthrange[1])
    d.result = gain_force(load9_flat(d.prm, 0), feasible, d.acc0, d.len, d.vel)


@compiled(result=Kinds.FLOAT)
@stage
def mju_muscleBias(m, d) -> None:
    """Return the passive force of a muscle [N]."""
    d.result = bias_force(load9_flat(d.prm, 0), (d.lengthrange[0], d.lengthrange[1]), d.acc0, d.len)


@compiled(result=Kinds.FLOAT)
@stage
def mju_muscleDynamics(m, d) -> None:
    """Return the rate of the activation of a muscle [1/s]."""
    d.result = activation_rate(load3_flat(d.prm, 0), d.ctrl, d.act)


@compiled(result=Kinds.FLOAT)
@stage
def mju_rayGeom(m, d) -> None:
    """Return the distance at which a ray meets a shape of a type, -1 if it does not."""
    ray = load3_flat(d.pnt, 0), load3_flat(d.vec, 0)
    hit = ray_shape(d.geomtype, load3_flat(d.size, 0), load3_flat(d.pos, 0), load9_flat(d.mat, 0), ray[0], ray[1])
    store3_flat(d.normal, 0, hit.normal)
    d.result = hit.x
