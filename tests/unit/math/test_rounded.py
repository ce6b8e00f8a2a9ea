"""Correctly rounded functions against mpmath, and the functions of arrays that models are compiled with."""

import math

import mpmath
import numpy as np
import pytest

from corten.math import elementwise, rounded
from support.helpers import MODES, evaluate
from support.ulp import PRECISION

COUNT = 2000

# one argument in 2^14 may be rounded to the wrong side
MISSED = 1


def arguments(name: str) -> list[np.ndarray]:
    """Return arguments of a function: random ones, and the angles and lengths that people write."""
    random = np.random.default_rng(3)
    degrees = np.arange(-720, 721, 5) * math.pi / 360
    if name in ("sin", "cos"):
        return [np.concatenate([random.uniform(-7, 7, COUNT), degrees, random.uniform(-1e-3, 1e-3, COUNT // 10)])]
    if name == "acos":
        return [np.concatenate([random.uniform(-1, 1, COUNT), [0.5, -0.5, 0.0, 1.0, -1.0]])]
    corners = np.array([0.0, 1.0, -1.0, 3.0, -0.25])
    y, x = (each.ravel() for each in np.meshgrid(corners, corners))
    return [np.concatenate([random.uniform(-2, 2, COUNT), y]), np.concatenate([random.uniform(-2, 2, COUNT), x])]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", ["sin", "cos", "acos", "atan2"])
def test_results_are_the_nearest_floats(name, mode):
    """Round the exact value to the nearest float."""
    columns = arguments(name)
    with mpmath.workprec(PRECISION):
        exact = [float(getattr(mpmath, name)(*map(mpmath.mpf, row))) for row in zip(*columns, strict=True)]
    assert (evaluate(mode, getattr(rounded, name), *columns) != exact).sum() <= MISSED


def test_signs_of_zero_are_kept():
    """Keep the sign of zero, as the C library does."""
    assert math.copysign(1.0, elementwise.sin(-0.0)) == -1.0
    assert math.copysign(1.0, elementwise.atan2(-0.0, 1.0)) == -1.0
    assert elementwise.atan2(0.0, -1.0) == math.pi


def test_numbers_give_numbers_and_arrays_arrays():
    """Return a float for a number, and an array of the shape of an array."""
    assert type(elementwise.cos(1.0)) is float
    assert type(elementwise.pow(2.0, 0.5)) is float
    x = np.linspace(-3.0, 3.0, 12).reshape(3, 4)
    for name in ("sin", "cos", "exp"):
        values = getattr(elementwise, name)(x)
        assert values.shape == x.shape
        assert values.tolist() == [[getattr(elementwise, name)(float(each)) for each in row] for row in x]
    assert elementwise.atan2(x, x[:, :1]).shape == x.shape
    assert elementwise.acos(x[1] / 3).shape == (4,)
