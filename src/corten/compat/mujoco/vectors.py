"""mju_ functions of numbers and vectors: one line each, bound to their signatures."""

import math
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np

from corten.compat.mujoco._errors import FatalError
from corten.compat.mujoco.arguments import NAMES, bind, bound, expect
from corten.raycast.shapes import ray_shape
from corten.stages.actuation.muscle import muscle_bias, muscle_gain, muscle_rate

MINVAL, MAXVAL = NAMES["constants"]["mjMINVAL"], NAMES["constants"]["mjMAXVAL"]


def _into(compute: Callable[..., Any]) -> Callable[..., None]:
    """Return what writes a result into its first argument; vectors must be as long as it is."""

    def call(res: np.ndarray, *given: Any) -> None:
        for value in given:
            expect(
                not isinstance(value, np.ndarray) or value.shape == res.shape, "res and vec should have the same size"
            )
        res[:] = compute(*given)

    return call


def _onto(compute: Callable[..., Any]) -> Callable[..., None]:
    """Return what computes with its first argument, and writes the result there."""

    def call(res: np.ndarray, *given: Any) -> None:
        for value in given:
            expect(
                not isinstance(value, np.ndarray) or value.shape == res.shape, "res and vec should have the same size"
            )
        res[:] = compute(res, *given)

    return call


# computed of all arguments but the first, which gets the result
INTO: dict[str, Callable[..., Any]] = {
    "mju_copy": lambda vec: vec,
    "mju_copy3": lambda vec: vec,
    "mju_copy4": lambda vec: vec,
    "mju_d2n": lambda vec: vec,
    "mju_n2d": lambda vec: vec,
    "mju_f2n": lambda vec: vec,
    "mju_n2f": lambda vec: vec,
    "mju_add": lambda a, b: a + b,
    "mju_add3": lambda a, b: a + b,
    "mju_sub": lambda a, b: a - b,
    "mju_sub3": lambda a, b: a - b,
    "mju_scl": lambda a, scale: a * scale,
    "mju_scl3": lambda a, scale: a * scale,
    "mju_addScl": lambda a, b, scale: a + b * scale,
    "mju_addScl3": lambda a, b, scale: a + b * scale,
    "mju_zero": lambda: 0.0,
    "mju_zero3": lambda: 0.0,
    "mju_zero4": lambda: 0.0,
    "mju_fill": lambda value: value,
    "mju_unit4": lambda: (1.0, 0.0, 0.0, 0.0),
    "mju_cross": lambda a, b: np.cross(a, b),
}

# computed of all arguments, of which the first gets the result
ONTO: dict[str, Callable[..., Any]] = {
    "mju_addTo": lambda res, a: res + a,
    "mju_addTo3": lambda res, a: res + a,
    "mju_subFrom": lambda res, a: res - a,
    "mju_subFrom3": lambda res, a: res - a,
    "mju_addToScl": lambda res, a, scale: res + a * scale,
    "mju_addToScl3": lambda res, a, scale: res + a * scale,
    "mju_insertionSort": lambda res: np.sort(res, kind="stable"),
    "mju_insertionSortInt": lambda res: np.sort(res, kind="stable"),
}

# functions whose result is returned
RETURNED: dict[str, Callable[..., Any]] = {
    "mju_L1": lambda vec: float(np.sum(np.abs(vec))),
    "mju_sum": lambda vec: float(np.sum(vec)),
    "mju_isZero": lambda vec: int(not np.any(vec)),
    "mju_norm": lambda vec: float(np.sqrt(vec @ vec)),
    "mju_norm3": lambda vec: float(np.sqrt(vec @ vec)),
    "mju_dot3": lambda a, b: float(a @ b),
    "mju_dist3": lambda a, b: float(np.linalg.norm(a - b)),
    "mju_min": lambda a, b: min(a, b),
    "mju_max": lambda a, b: max(a, b),
    "mju_clip": lambda x, low, high: low if x < low else high if x > high else x,
    "mju_sign": lambda x: float((x > 0) - (x < 0)),
    "mju_round": lambda x: math.floor(x) if x - math.floor(x) < 0.5 else math.ceil(x),
    "mju_isBad": lambda x: int(not abs(x) <= MAXVAL),
}

for _name, _compute in INTO.items():
    bind(_name, _into(_compute))
for _name, _compute in ONTO.items():
    bind(_name, _onto(_compute))
for _name, _compute in RETURNED.items():
    bind(_name, _compute)


@bound
def mju_dot(vec1: np.ndarray, vec2: np.ndarray) -> float:
    """Return the product of two vectors."""
    expect(len(vec1) == len(vec2), "vec1 and vec2 should have the same size")
    return float(vec1 @ vec2)


def normalize(vec: np.ndarray) -> float:
    """Give a vector the length one, or make it a unit vector if it has none; return the length that it had."""
    norm = float(np.sqrt(vec @ vec))
    if norm < MINVAL:
        vec[:] = 0.0
        vec[0] = 1.0
    else:
        vec[:] = vec / norm
    return norm


for _name in ("mju_normalize", "mju_normalize3"):
    bind(_name, normalize)


@bound
def mju_normalize4(vec: np.ndarray) -> float:
    """Give a quaternion the length one, unless it has it; return the length that it had."""
    norm = float(np.sqrt(vec @ vec))
    if norm < MINVAL:
        vec[:] = (1, 0, 0, 0)
    elif abs(norm - 1) > MINVAL:
        vec[:] = vec / norm
    return norm


@bound
def mju_sigmoid(x: float) -> float:
    """Return the quintic x^3 (6 x^2 - 15 x + 10), 0 below 0 and 1 above 1."""
    if x <= 0:
        return 0.0
    return 1.0 if x >= 1 else x * x * x * (3 * x * (2 * x - 5) + 10)


@bound
def mju_Halton(index: int, base: int) -> float:
    """Return a number of a sequence that fills the interval from 0 to 1 evenly."""
    if base < 2:
        raise FatalError(f"mju_Halton: base is {base}; it must be 2 or more")
    found, share, number = 0.0, 1.0 / base, index
    while number > 0:
        found += share * (number % base)
        number //= base
        share /= base
    return found


@bound
def mju_standardNormal(num2: float | None) -> float:
    """Return a random number of the standard normal distribution."""
    return float(np.random.default_rng().standard_normal())


@bound
def mju_springDamper(pos0: float, vel0: float, Kp: float, Kv: float, dt: float) -> float:
    """Return the position of a spring and damper of unit mass after a time, by the exact solution."""
    roots = 0.25 * Kv * Kv - Kp
    if roots > MINVAL:
        spread = math.sqrt(roots)
        first, second = -0.5 * Kv + spread, -0.5 * Kv - spread
        weight = (pos0 * second - vel0) / (second - first)
        return weight * math.exp(first * dt) + (pos0 - weight) * math.exp(second * dt)
    if roots > -MINVAL:
        rate = -0.5 * Kv
        return math.exp(rate * dt) * (pos0 + (vel0 - rate * pos0) * dt)
    rate, frequency = -0.5 * Kv, math.sqrt(-roots)
    sine = (vel0 - rate * pos0) / frequency * math.sin(frequency * dt)
    return math.exp(rate * dt) * (pos0 * math.cos(frequency * dt) + sine)


@bound
def mju_encodePyramid(pyramid: np.ndarray, force: np.ndarray, mu: np.ndarray) -> None:
    """Write a contact force as forces along the edges of its pyramid."""
    expect(len(pyramid) == 2 * len(mu), "size of pyramid should be twice as large as size of mu")
    expect(len(force) == len(mu) + 1, "size of force should be exactly one larger than size of mu")
    share = force[0] / len(mu)
    edge = np.minimum(share, force[1:] / mu)
    pyramid[0::2], pyramid[1::2] = 0.5 * (share + edge), 0.5 * (share - edge)


@bound
def mju_decodePyramid(force: np.ndarray, pyramid: np.ndarray, mu: np.ndarray) -> None:
    """Write the contact force of forces along the edges of a pyramid."""
    expect(len(pyramid) == 2 * len(mu), "size of pyramid should be twice as large as size of mu")
    expect(len(force) == len(mu) + 1, "size of force should be exactly one larger than size of mu")
    normal, friction = np.sum(pyramid), (pyramid[0::2] - pyramid[1::2]) * mu
    force[0], force[1:] = normal, friction


# ---------------------------------------------------------------- muscles and single shapes


def _muscle(lengthrange: np.ndarray, acc0: float) -> Any:
    """Return a model of one muscle."""
    return SimpleNamespace(
        actuator_lengthrange=lengthrange.reshape(1, 2), actuator_acc0=np.array([acc0]), actuator_outadr=np.zeros(1, int)
    )


@bound
def mju_muscleGain(len: float, vel: float, lengthrange: np.ndarray, acc0: float, prm: np.ndarray) -> float:
    """Return the force of a muscle at full activation [N]."""
    return float(muscle_gain(_muscle(lengthrange, acc0), prm.reshape(1, -1), 0, len, vel))


@bound
def mju_muscleBias(len: float, lengthrange: np.ndarray, acc0: float, prm: np.ndarray) -> float:
    """Return the passive force of a muscle [N]."""
    return float(muscle_bias(_muscle(lengthrange, acc0), prm.reshape(1, -1), 0, len))


@bound
def mju_muscleDynamics(ctrl: float, act: float, prm: np.ndarray) -> float:
    """Return the rate of the activation of a muscle [1/s]."""
    return float(muscle_rate(SimpleNamespace(actuator_dynprm=prm.reshape(1, -1)), 0, ctrl, act))


@bound
def mju_rayGeom(pos: np.ndarray, mat: np.ndarray, size: np.ndarray, *ray: Any) -> float:
    """Return the distance at which a ray meets a shape of a type, -1 if it does not."""
    pnt, vec, geomtype, normal = ray
    given = (tuple(map(float, array)) for array in (size, pos, mat, pnt, vec))
    hit = ray_shape(geomtype, *given)
    if normal is not None:
        normal[:] = hit.normal
    return float(hit.x)
