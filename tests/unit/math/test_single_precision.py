"""Scalar functions and random words in float32, where ints have 32 bits, compiled: against float64 over the range."""

import numpy as np
import pytest

from corten.math import scalar
from corten.math.philox import normal_pair, philox
from corten.runtime import stage
from corten.runtime.fields import F8, I4, Field, Layout, Size
from corten.runtime.kernel import bind
from corten.runtime.storage import Storage
from support.tolerance import SINGLE_ULP, SPREAD
from unit.math.test_philox import ANSWERS

COUNT = 200_000


class Numbers(Storage):
    """Arguments and results."""

    layout = Layout(
        "SingleNumbers",
        (Size("n", "rows"),),
        (
            Field("x", F8, ("n",), "first argument"),
            Field("y", F8, ("n",), "second argument"),
            Field("result", F8, ("n",), "result"),
            Field("words", I4, ("n", 6), "counter and key"),
            Field("hashed", I4, ("n", 4), "words"),
            Field("normal", F8, ("n", 2), "two normal numbers"),
        ),
    )


FUNCTION = scalar.sin


@stage
def of_one(m, d):
    """A function of one argument."""
    for i in range(d.n):
        d.result[i] = FUNCTION(d.x[i])


@stage
def of_two(m, d):
    """A function of two arguments."""
    for i in range(d.n):
        d.result[i] = FUNCTION(d.x[i], d.y[i])


@stage
def hash_all(m, d):
    """Hash every row."""
    for i in range(d.n):
        words = philox((d.words[i, 0], d.words[i, 1], d.words[i, 2], d.words[i, 3]), (d.words[i, 4], d.words[i, 5]))
        d.hashed[i, 0], d.hashed[i, 1], d.hashed[i, 2], d.hashed[i, 3] = words
        d.normal[i, 0], d.normal[i, 1] = normal_pair(words)


def across(rng, lowest, highest):
    """Return float32 numbers of both signs, evenly spread over binary exponents."""
    return (np.exp2(rng.uniform(lowest, highest, COUNT)) * rng.choice([-1.0, 1.0], COUNT)).astype(np.float32)


def angles(rng):
    """Return angles of every size, and the floats next to multiples of pi/2."""
    nearest = (np.arange(-40_000, 40_001) * (np.pi / 2)).astype(np.float32)
    near = [nearest, np.nextafter(nearest, np.float32(np.inf)), np.nextafter(nearest, np.float32(-np.inf))]
    return np.concatenate([*near, rng.uniform(-10, 10, COUNT), across(rng, -126, 8.7), across(rng, 8, 127.9)])


CASES = {
    "sin": angles,
    "cos": angles,
    "tan": angles,
    "exp": lambda rng: np.concatenate([rng.uniform(-103, 88.7, COUNT), across(rng, -126, 0)]),
    "log": lambda rng: np.abs(np.concatenate([across(rng, -148, 127.9), 1 + across(rng, -23, -1.1)])),
    "asin": lambda rng: np.concatenate([rng.uniform(-1, 1, COUNT), 1 - np.abs(across(rng, -24, -1))]),
    "acos": lambda rng: np.concatenate([rng.uniform(-1, 1, COUNT), across(rng, -24, -1) - 1, 1 - across(rng, -24, -1)]),
    "atan": lambda rng: across(rng, -126, 127.9),
}


def run(kernel, function, x, y=0.0):
    """Return the results of a function in float32 for all arguments."""
    x = np.asarray(x, np.float32)
    numbers = Numbers({"n": len(x)}, "float32")
    numbers.x, numbers.y = x, np.asarray(y, np.float32)
    bind(kernel, FUNCTION=function)(numbers, numbers)
    return x, np.broadcast_to(np.asarray(y, np.float32), x.shape), numbers.result


def ulps(result, exact):
    """Return the largest error in units in the last place of the exact value."""
    assert result.dtype == np.float32
    spacing = np.maximum(np.exp2(np.floor(np.log2(np.maximum(np.abs(exact), 1e-300))) - 23), 2.0**-149)
    return float(np.max(np.abs(result - exact) / spacing))


@pytest.mark.parametrize("name", CASES)
def test_functions_are_right_to_one_unit_in_the_last_place(name):
    """Compare functions of one argument with those of float64, which are far more precise."""
    x = CASES[name](np.random.default_rng(0))
    if name in ("asin", "acos"):
        x = x[np.abs(x) <= 1]
    x, _, result = run(of_one, getattr(scalar, name), x)
    numpy_name = {"asin": "arcsin", "acos": "arccos", "atan": "arctan"}.get(name, name)
    exact = getattr(np, numpy_name)(x.astype(np.float64))
    assert ulps(result, exact) < SINGLE_ULP


def test_angles_of_points_are_right_to_one_unit_in_the_last_place():
    """Compare atan2 for points of every size, and of comparable sides."""
    rng = np.random.default_rng(1)
    size = across(rng, -110, 110)
    y = np.concatenate([rng.uniform(-4, 4, COUNT), across(rng, -126, 127.9), size])
    x = np.concatenate([rng.uniform(-4, 4, COUNT), across(rng, -126, 127.9), size * across(rng, -8, 8)])
    y, x, result = run(of_two, scalar.atan2, y, x)
    exact = np.arctan2(y.astype(np.float64), x.astype(np.float64))
    # results below the smallest normal number have fewer bits
    normal = np.abs(exact) > 2.0**-125
    assert ulps(result[normal], exact[normal]) < SINGLE_ULP


def test_powers_are_right_to_one_unit_in_the_last_place():
    """Compare pow where the result is a normal number."""
    rng = np.random.default_rng(2)
    x = np.concatenate([rng.uniform(0.1, 4, COUNT), np.abs(across(rng, -100, 100))])
    x, y, result = run(of_two, scalar.pow, x, rng.uniform(-8, 8, len(x)))
    exact = np.power(x.astype(np.float64), y.astype(np.float64))
    normal = (exact > 2.0**-125) & (exact < 2.0**127.9)
    assert normal.sum() > COUNT
    assert ulps(result[normal], exact[normal]) < SINGLE_ULP


@pytest.mark.parametrize(
    ("name", "x", "wanted"),
    [
        ("sin", np.inf, np.nan),
        ("cos", np.nan, np.nan),
        ("exp", 200.0, np.inf),
        ("exp", -200.0, 0.0),
        ("exp", np.nan, np.nan),
        ("log", 0.0, -np.inf),
        ("log", -1.0, np.nan),
        ("log", np.inf, np.inf),
        ("asin", 1.5, np.nan),
        ("acos", -1.0, np.float32(np.pi)),
        ("atan", np.inf, np.float32(np.pi / 2)),
        ("sin", -0.0, -0.0),
    ],
)
def test_special_values(name, x, wanted):
    """Follow IEEE 754 for zeros, infinities and NaN."""
    _, _, result = run(of_one, getattr(scalar, name), [x])
    np.testing.assert_array_equal(result, np.float32(wanted))
    assert np.signbit(result[0]) == np.signbit(np.float32(wanted)) or np.isnan(wanted)


def test_words_are_those_of_wider_ints():
    """Give the published answers of Philox though ints have 32 bits, and normal numbers of the right spread."""
    rng = np.random.default_rng(3)
    random = rng.integers(0, 2**32, (COUNT, 6))
    rows = np.concatenate([[[*counter, *key] for counter, key, _ in ANSWERS], random])
    numbers = Numbers({"n": len(rows)}, "float32")
    numbers.words = rows.astype(np.uint32).view(np.int32)
    hash_all(numbers, numbers)
    for row, (_, _, answer) in zip(numbers.hashed.view(np.uint32), ANSWERS, strict=False):
        assert tuple(row.tolist()) == answer
    normal = numbers.normal[len(ANSWERS) :].astype(np.float64)
    assert np.isfinite(normal).all()
    assert abs(normal.mean()) < SPREAD and abs(normal.std() - 1) < SPREAD
