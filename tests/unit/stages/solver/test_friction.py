"""Quadratic costs on a disc and a ball: optimality, checked without another solver."""

import numpy as np
import pytest

from corten.stages.solver.dual import solve_ball, solve_disc
from support.helpers import MODES, evaluate
from support.tolerance import FORCE_DIFFERENCE


def problems(n, count=200):
    """Return curvatures, slopes and radii, of which some have their minimum inside."""
    rng = np.random.default_rng(n)
    root = rng.normal(size=(count, n, n))
    return root @ root.transpose(0, 2, 1) + 0.1 * np.eye(n), rng.normal(size=(count, n)), rng.uniform(0.05, 3, count)


def assert_optimal(A, c, radius, x, multiplier):
    """Check that the slope vanishes inside, and points inwards along the radius on the surface."""
    on = multiplier != 0
    slope = np.einsum("nij,nj->ni", A, x) + c
    length = np.linalg.norm(x, axis=1)
    assert 0.2 < on.mean() < 0.95
    assert np.abs(slope[~on]).max() < FORCE_DIFFERENCE
    assert np.all(length <= radius + FORCE_DIFFERENCE)
    np.testing.assert_allclose(length[on], radius[on], rtol=0, atol=FORCE_DIFFERENCE)
    along = np.einsum("ni,ni->n", slope, x)[on] / length[on] ** 2
    assert np.all(along < 0)
    assert np.abs(slope[on] - along[:, None] * x[on]).max() < FORCE_DIFFERENCE


@pytest.mark.parametrize("mode", MODES)
def test_disc(mode):
    """Find the minimum over a disc."""
    A, c, radius = problems(2)
    sides = np.stack([A[:, 0, 0], A[:, 0, 1], A[:, 1, 1]], axis=1)
    result = evaluate(mode, solve_disc, sides, c, radius)
    assert_optimal(A, c, radius, result[:, :2], result[:, 2])


@pytest.mark.parametrize("mode", MODES)
def test_ball(mode):
    """Find the minimum over a ball."""
    A, c, radius = problems(3)
    diagonal = np.einsum("nii->ni", A)
    beside = np.stack([A[:, 0, 1], A[:, 0, 2], A[:, 1, 2]], axis=1)
    result = evaluate(mode, solve_ball, diagonal, beside, c, radius)
    assert_optimal(A, c, radius, result[:, :3], result[:, 3])


def test_singular():
    """Give no friction where the curvature is singular."""
    assert solve_disc((0.0, 0.0, 0.0), (1.0, 1.0), 1.0) == (0.0, 0.0, 0.0)
    assert solve_ball((0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (1.0, 1.0, 1.0), 1.0) == (0.0, 0.0, 0.0, 0.0)
