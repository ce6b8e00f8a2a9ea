"""The curves of Hill muscles: fixed points, slopes, smoothness, and the solution of the force balance."""

import numpy as np
import pytest

from corten.stages.actuation import hill
from support import tolerance
from support.naive import hill as naive

# each curve with parameters, where it is tried, and where its pieces meet
CURVES = {
    "active": (hill.active_force, (), (0.2, 2.0), ()),
    "velocity": (hill.velocity_force, (), (-2.0, 2.0), ()),
    "tendon": (hill.tendon_force, (0.049,), (-0.05, 0.1), (0.0, 0.049 * 6 / 11)),
    "passive": (hill.passive_force, (0.7,), (0.5, 2.5), (1.0, 1.7)),
}


@pytest.mark.parametrize("name", CURVES)
def test_slopes(name):
    """Give the derivative of each curve, against central differences."""
    curve, prm, (low, high), _ = CURVES[name]
    for x in np.linspace(low, high, 101):
        step = 1e-6
        difference = (curve(x + step, *prm)[0] - curve(x - step, *prm)[0]) / (2 * step)
        bound = tolerance.FORCE_DIFFERENCE
        np.testing.assert_allclose(curve(x, *prm)[1], difference, rtol=bound, atol=0.1 * bound)


@pytest.mark.parametrize("name", ["tendon", "passive"])
def test_pieces_meet_twice_smoothly(name):
    """Let value, slope and second derivative be the same on both sides of where pieces meet."""
    curve, prm, (low, high), seams = CURVES[name]
    for seam in seams:
        for step in (1e-4 * (high - low), 1e-5 * (high - low)):
            below, at, above = (np.array(curve(seam + side * step, *prm)) for side in (-1, 0, 1))
            bend = (above[1] - at[1]) / step - (at[1] - below[1]) / step
            largest = np.max(np.abs(np.diff([curve(x, *prm)[1] for x in np.linspace(low, high, 200)]))) * 200
            assert abs(bend) < 100 * step / (high - low) * largest / (high - low)


@pytest.mark.parametrize(
    ("value", "wanted"),
    [
        (hill.active_force(1.0)[0], 1.0),
        (hill.velocity_force(-1.0)[0], 0.0),
        (hill.velocity_force(0.0)[0], 1.0),
        (hill.tendon_force(0.0, 0.049)[0], 0.0),
        (hill.tendon_force(-0.1, 0.049)[0], 0.0),
        (hill.tendon_force(0.049, 0.049)[0], 1.0),
        (hill.tendon_force(0.049, 0.049)[1], 1.375 / 0.049),
        (hill.passive_force(1.0, 0.6)[0], 0.0),
        (hill.passive_force(0.5, 0.6)[0], 0.0),
        (hill.passive_force(1.6, 0.6)[0], 1.0),
        (hill.passive_force(3.0, 0.6)[1], 2.0 / 0.6),
    ],
)
def test_fixed_points(value, wanted):
    """Pass through the points that define the curves."""
    np.testing.assert_allclose(value, wanted, rtol=tolerance.EXACT, atol=tolerance.EXACT)


def test_curves_are_monotone_where_they_should_be():
    """Rise with velocity and strain; rise to the optimal length, fall beyond, and stretched fibres bear more than 1."""
    for name in ("velocity", "tendon", "passive"):
        curve, prm, (low, high), _ = CURVES[name]
        assert np.all(np.diff([curve(x, *prm)[0] for x in np.linspace(low, high, 200)]) >= 0)
    active = np.array([hill.active_force(x)[0] for x in np.linspace(0.2, 1.9, 341)])
    top = np.argmax(active)
    assert abs(0.2 + 0.005 * top - 1.0) < tolerance.CURVE_TOP
    assert active.max() < 1.002
    assert np.all(np.diff(active[: top + 1]) > 0) and np.all(np.diff(active[top:]) < 0)
    assert hill.velocity_force(0.2)[0] > 1.2


def test_curves_agree_with_the_twin():
    """Agree with the same curves written another way."""
    for x in np.linspace(0.25, 2.0, 50):
        np.testing.assert_allclose(hill.active_force(x)[0], naive.active(x), atol=tolerance.ROUNDING)
        np.testing.assert_allclose(hill.velocity_force(x - 1)[0], naive.by_velocity(x - 1), atol=tolerance.ROUNDING)
        wanted = naive.stiffening((x - 1) / 0.05, 6 / 11, 11 / 8)
        np.testing.assert_allclose(hill.tendon_force(x - 1, 0.05)[0], wanted, rtol=tolerance.EXACT)


def test_velocity_solves_the_balance():
    """Solve strength fV(v) + damping v = load to rounding, from no strength to full, over ten decades of load."""
    random = np.random.default_rng(3)
    for _ in range(2000):
        strength = random.choice([0.0, 10 ** random.uniform(-6, 0)])
        damping = 10 ** random.uniform(-4, 1)
        load = random.choice([-1, 1]) * 10 ** random.uniform(-8, 2)
        velocity = hill.fibre_velocity(strength, damping, load)
        found = strength * hill.velocity_force(velocity)[0] + damping * velocity
        assert abs(found - load) <= tolerance.EXACT * (abs(load) + strength + damping)
