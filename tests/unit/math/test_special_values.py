"""Zeros, infinities, NaN and the borders of the range: scalar functions agree with IEEE 754."""

import itertools
import math

import numpy as np
import pytest

from corten.math import scalar
from support.helpers import MODES, evaluate
from support.tolerance import EXACT

INF, NAN = math.inf, math.nan
LARGEST = np.finfo(float).max
SMALLEST = 5e-324
PI = math.pi

# function: (argument, result) pairs, exact in sign and value
UNARY = {
    "sin": [
        (0.0, 0.0),
        (-0.0, -0.0),
        (INF, NAN),
        (-INF, NAN),
        (NAN, NAN),
        (SMALLEST, SMALLEST),
        (-SMALLEST, -SMALLEST),
    ],
    "cos": [(0.0, 1.0), (-0.0, 1.0), (INF, NAN), (-INF, NAN), (NAN, NAN), (SMALLEST, 1.0)],
    "tan": [(0.0, 0.0), (-0.0, -0.0), (INF, NAN), (-INF, NAN), (NAN, NAN), (-SMALLEST, -SMALLEST)],
    "asin": [
        (0.0, 0.0),
        (-0.0, -0.0),
        (1.0, PI / 2),
        (-1.0, -PI / 2),
        (1.0000000000000002, NAN),
        (INF, NAN),
        (NAN, NAN),
    ],
    "acos": [(1.0, 0.0), (-1.0, PI), (0.0, PI / 2), (-1.0000000000000002, NAN), (-INF, NAN), (NAN, NAN)],
    "atan": [(0.0, 0.0), (-0.0, -0.0), (INF, PI / 2), (-INF, -PI / 2), (NAN, NAN), (1.0, PI / 4), (SMALLEST, SMALLEST)],
    "exp": [
        (0.0, 1.0),
        (-0.0, 1.0),
        (INF, INF),
        (-INF, 0.0),
        (NAN, NAN),
        (709.8, INF),
        (-745.2, 0.0),
        (-745.0, SMALLEST),
    ],
    "log": [(1.0, 0.0), (0.0, -INF), (-0.0, -INF), (INF, INF), (-1.0, NAN), (-INF, NAN), (NAN, NAN), (-SMALLEST, NAN)],
}
BINARY = {
    "atan2": [
        (0.0, 0.0, 0.0),
        (-0.0, 0.0, -0.0),
        (0.0, -0.0, PI),
        (-0.0, -0.0, -PI),
        (0.0, -2.0, PI),
        (-0.0, -2.0, -PI),
        (-0.0, 2.0, -0.0),
        (3.0, 0.0, PI / 2),
        (-3.0, -0.0, -PI / 2),
        (INF, 2.0, PI / 2),
        (-INF, -2.0, -PI / 2),
        (2.0, INF, 0.0),
        (-2.0, INF, -0.0),
        (2.0, -INF, PI),
        (INF, INF, PI / 4),
        (INF, -INF, 3 * PI / 4),
        (-INF, -INF, -3 * PI / 4),
        (NAN, 1.0, NAN),
        (INF, NAN, NAN),
        (LARGEST, LARGEST, PI / 4),
        (SMALLEST, SMALLEST, PI / 4),
        (SMALLEST, LARGEST, 0.0),
        (LARGEST, SMALLEST, PI / 2),
    ],
    "pow": [
        (NAN, 0.0, 1.0),
        (NAN, -0.0, 1.0),
        (1.0, NAN, 1.0),
        (1.0, INF, 1.0),
        (-1.0, INF, 1.0),
        (-1.0, -INF, 1.0),
        (NAN, 1.0, NAN),
        (2.0, NAN, NAN),
        (0.0, 3.0, 0.0),
        (-0.0, 3.0, -0.0),
        (-0.0, 2.0, 0.0),
        (-0.0, 0.5, 0.0),
        (0.0, -1.0, INF),
        (-0.0, -1.0, -INF),
        (-0.0, -2.0, INF),
        (0.0, -INF, INF),
        (0.0, INF, 0.0),
        (0.5, INF, 0.0),
        (0.5, -INF, INF),
        (-2.0, INF, INF),
        (-2.0, -INF, 0.0),
        (INF, 0.5, INF),
        (INF, -0.5, 0.0),
        (-INF, 3.0, -INF),
        (-INF, 2.5, INF),
        (-INF, -3.0, -0.0),
        (-INF, -2.0, 0.0),
        (-8.0, 1 / 3, NAN),
        (-2.0, 3.0, -8.0),
        (-2.0, -2.0, 0.25),
        (2.0, -1074.0, SMALLEST),
        (2.0, -1076.0, 0.0),
        (2.0, 1024.0, INF),
        (-2.0, 1025.0, -INF),
        (10.0, 22.0, 1e22),
        (1.0 + 2.0**-52, 1e300, INF),
        (1.0 - 2.0**-53, 1e300, 0.0),
        (-1.0, 2.0**53, 1.0),
        (-1.0, 2.0**53 - 1, -1.0),
        (LARGEST, 1.0, LARGEST),
        (SMALLEST, 1.0, SMALLEST),
        (LARGEST, SMALLEST, 1.0),
    ],
}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", [*UNARY, *BINARY])
def test_special_values(name, mode):
    """Give the exact result, with its sign, where IEEE 754 or the border of the range fixes it."""
    *columns, wanted = np.array({**UNARY, **BINARY}[name]).T
    results = evaluate(mode, getattr(scalar, name), *columns)
    np.testing.assert_array_equal(results, wanted)
    finite = ~np.isnan(wanted)
    np.testing.assert_array_equal(np.signbit(results[finite]), np.signbit(wanted[finite]))


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("name", [*UNARY, *BINARY])
def test_numpy_scalars_do_not_warn(name):
    """Take the numbers that plain Python kernels read from arrays without a floating-point warning."""
    values = [np.float64(x) for x in (0.0, -0.0, INF, -INF, NAN, 1.0, -1.0, LARGEST, -LARGEST, SMALLEST, 709.79)]
    rows = [(x,) for x in values] if name in UNARY else itertools.product(values, values)
    for row in rows:
        assert np.shape(getattr(scalar, name)(*row)) in ((), (2,))


@pytest.mark.parametrize("mode", MODES)
def test_sincos_is_odd_and_even_and_of_length_one(mode):
    """Mirror the sine, keep the cosine, and lie on the unit circle."""
    x = np.random.default_rng(2).uniform(-1e6, 1e6, 500)
    right, left = evaluate(mode, scalar.sincos, x), evaluate(mode, scalar.sincos, -x)
    np.testing.assert_array_equal(left, right * [-1.0, 1.0])
    np.testing.assert_allclose((right**2).sum(1), 1.0, rtol=EXACT)
    np.testing.assert_array_equal(right[:, 0], evaluate(mode, scalar.sin, x))
    np.testing.assert_array_equal(right[:, 1], evaluate(mode, scalar.cos, x))


@pytest.mark.parametrize("mode", MODES)
def test_clamp_and_square(mode):
    """Move numbers into the interval, leave NaN, and multiply by itself."""
    x = np.array([-3.0, -1.0, 0.5, 2.0, 7.0, NAN])
    low, high = np.full(6, -1.0), np.full(6, 2.0)
    np.testing.assert_array_equal(evaluate(mode, scalar.clamp, x, low, high), [-1.0, -1.0, 0.5, 2.0, 2.0, NAN])
    np.testing.assert_array_equal(evaluate(mode, scalar.square, x), x * x)
