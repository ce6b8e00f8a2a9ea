"""Scalar functions against mpmath over the whole range, as plain Python and compiled."""

import functools
import math

import mpmath
import numpy as np
import pytest

from corten.math import scalar
from support.helpers import MODES, evaluate
from support.tolerance import ULP
from support.ulp import PRECISION, ulp_errors

COUNT = 700

# the float64 closest to a multiple of pi/2 of all, and well-known large angles
HARD_ANGLES = [math.ldexp(6381956970095103, 797), 1e22, 1e300, np.finfo(float).max, 2.0**120, 102943.0, 102944.0]


def across(rng, lowest, highest, count=COUNT):
    """Return numbers of both signs, evenly spread over binary exponents."""
    return np.exp2(rng.uniform(lowest, highest, count)) * rng.choice([-1.0, 1.0], count)


def angles(rng):
    """Return angles of every size, and the floats next to multiples of pi/2."""
    quarters = np.concatenate([np.arange(1, 60), rng.integers(60, 65536, 200), [58285, 29327, 65536]])
    with mpmath.workprec(PRECISION):
        nearest = np.array([float(int(k) * mpmath.pi / 2) for k in quarters])
    parts = [
        rng.uniform(-0.8, 0.8, COUNT),
        rng.uniform(-10, 10, COUNT),
        rng.uniform(-1e5, 1e5, COUNT),
        across(rng, 16, 1023.9),
        across(rng, 16, 18, 200),
        across(rng, -1074, 0, 200),
        nearest,
        np.nextafter(nearest, 0),
        -np.nextafter(nearest, np.inf),
        HARD_ANGLES,
    ]
    return (np.concatenate(parts),)


def exponents(rng):
    """Return arguments of exp up to overflow and into the subnormal results."""
    parts = [
        rng.uniform(-1, 1, COUNT),
        rng.uniform(-745.13, 709.78, COUNT),
        rng.uniform(-745.13, -708, COUNT),
        across(rng, -1074, 0, 200),
        [709.782712893384, 709.7827128933841, -745.1332191019411, -708.3964185322641, 1024 * math.log(2)],
    ]
    return (np.concatenate(parts),)


def positives(rng):
    """Return arguments of log: every size, and close to one."""
    parts = [
        abs(across(rng, -1074, 1023.9)),
        rng.uniform(0.5, 2, COUNT),
        1 + across(rng, -52, -1.1),
        [5e-324, np.finfo(float).tiny, np.finfo(float).max, math.sqrt(0.5), math.sqrt(2), np.nextafter(1, 0)],
    ]
    return (np.concatenate(parts),)


def sines(rng):
    """Return numbers in [-1, 1], dense near both ends and zero."""
    near_one = 1 - np.exp2(rng.uniform(-53, -1, COUNT))
    parts = [rng.uniform(-1, 1, 2 * COUNT), near_one, -near_one, across(rng, -1074, -1, 200)]
    return (np.concatenate([*parts, [0.5, -0.5, np.nextafter(0.5, 0), -1.0, np.nextafter(1, 0)]]),)


def slopes(rng):
    """Return arguments of atan of every size."""
    return (np.concatenate([rng.uniform(-4, 4, COUNT), across(rng, -1074, 1023.9), [0.25, 0.75, 1.0, 4.0]]),)


def points(rng):
    """Return points of the plane: of order one, of every size, and of every size with comparable sides."""
    size = across(rng, -1060, 1010)
    y = np.concatenate([rng.uniform(-4, 4, COUNT), across(rng, -1074, 1023.9), size])
    x = np.concatenate([rng.uniform(-4, 4, COUNT), across(rng, -1074, 1023.9), size * across(rng, -10, 10)])
    return y, x


def powers(rng):
    """Return bases and exponents: of order one, with results of every size, and with negative bases."""
    wide = abs(across(rng, -1074, 1023.9))
    close = 1 + across(rng, -52, -1.1)
    logs = rng.uniform(-745, 709.7, 2 * COUNT)
    base = np.concatenate([rng.uniform(0, 10, COUNT), wide, close, -rng.uniform(0, 10, COUNT)])
    exponent = np.concatenate(
        [
            rng.uniform(-10, 10, COUNT),
            logs[:COUNT] / np.log(wide),
            logs[COUNT:] / np.log(close),
            rng.integers(-100, 100, COUNT).astype(float),
        ]
    )
    return base, exponent


CASES = {
    "sin": (mpmath.sin, angles),
    "cos": (mpmath.cos, angles),
    "tan": (mpmath.tan, angles),
    "asin": (mpmath.asin, sines),
    "acos": (mpmath.acos, sines),
    "atan": (mpmath.atan, slopes),
    "atan2": (mpmath.atan2, points),
    "exp": (mpmath.exp, exponents),
    "log": (mpmath.log, positives),
    "pow": (mpmath.power, powers),
}


@functools.cache
def arguments_and_values(name):
    """Return the arguments of a case and mpmath's values, worked out once for both modes."""
    function, make = CASES[name]
    columns = make(np.random.default_rng(1))
    with mpmath.workprec(PRECISION):
        return columns, [function(*map(mpmath.mpf, row)) for row in zip(*columns, strict=True)]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", CASES)
def test_function_is_within_an_ulp(name, mode):
    """Stay within one unit in the last place of the exact value."""
    columns, exact = arguments_and_values(name)
    results = evaluate(mode, getattr(scalar, name), *columns)
    with mpmath.workprec(PRECISION):
        errors = ulp_errors(results, exact)
    worst = int(np.argmax(errors))
    assert errors[worst] <= ULP, [column[worst] for column in columns]


@pytest.mark.parametrize("name", CASES)
def test_compiled_function_gives_the_bits_of_plain_python(name):
    """Compute the same bits compiled and as plain Python."""
    columns, _ = arguments_and_values(name)
    plain, compiled = (evaluate(mode, getattr(scalar, name), *columns) for mode in MODES)
    np.testing.assert_array_equal(compiled.view(np.int64), plain.view(np.int64))
