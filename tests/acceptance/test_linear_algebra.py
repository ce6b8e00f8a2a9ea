"""What the linear algebra promises: LA1 and LA2, against SciPy."""

import numpy as np
import pytest
import scipy.linalg

from corten.stages.inertia import com_pos, crb, factor_mass, solve_dof_vector
from corten.stages.kinematics import place_bodies
from support import tolerance
from support.isolated import scene
from support.linear_system import cholesky, dense_system
from support.random_mjcf import random_model


def relative_error(ours: np.ndarray, theirs: np.ndarray) -> float:
    """Return the largest error in units of the largest number."""
    return float(np.abs(ours - theirs).max() / np.abs(theirs).max())


@pytest.mark.parametrize("n", [1, 2, 3, 5, 8, 13, 27, 50, 111, 200])
def test_cholesky_agrees_with_scipy(n):
    """LA1: factor and solve in place like SciPy."""
    rng = np.random.default_rng(n)
    root = rng.normal(size=(n, n))
    matrix, right = root @ root.T + n * np.eye(n), rng.normal(size=n)
    system = dense_system(matrix)
    system.x[:n] = right
    cholesky(system, system)
    assert system.failed == -1
    assert relative_error(np.tril(system.a.reshape(n, n)), scipy.linalg.cholesky(matrix, lower=True)) <= tolerance.EXACT
    assert relative_error(system.x[:n], scipy.linalg.solve(matrix, right, assume_a="pos")) <= tolerance.EXACT


@pytest.mark.parametrize("value", [0.0, -1e-30, -1.0, np.nan])
def test_a_pivot_that_is_not_positive_is_reported(value):
    """LA1: name the first pivot that is zero, negative or not a number."""
    system = dense_system(np.diag([2.0, 1.0, value, 3.0, value]))
    cholesky(system, system)
    assert system.failed == 2


@pytest.mark.parametrize("seed", range(20))
def test_sparse_factors_agree_with_dense_ones(seed):
    """LA2: solve with the mass matrix of a tree like SciPy with the dense matrix."""
    ndof = (1, 2, 3, 5, 9, 15, 27, 50, 100, 200)[seed % 10]
    _, mjd, model, data = scene(random_model(seed, ndof=ndof, chain=0.3), seed)
    data.qpos = mjd.qpos
    for stage in (place_bodies, com_pos, crb, factor_mass):
        assert stage(model, data) == 0
    right = np.random.default_rng(seed).normal(size=model.nv)
    data.work.dof_vector = right
    solve_dof_vector(model, data)
    dense = scipy.linalg.solve(data.qM_dense(), right, assume_a="pos")
    assert relative_error(data.work.dof_vector, dense) <= tolerance.EXACT


def test_factors_follow_the_mass_matrix():
    """LA2: refresh the factors whenever the mass matrix changes."""
    _, _, model, data = scene(random_model(3, ndof=12))
    inverses = []
    for angle in (0.0, 0.5):
        data.qpos[-1] = angle
        for stage in (place_bodies, com_pos, crb, factor_mass):
            stage(model, data)
        data.work.dof_vector = 1.0
        solve_dof_vector(model, data)
        inverses.append(data.work.dof_vector.copy())
        np.testing.assert_allclose(data.qM_dense() @ inverses[-1], 1.0, rtol=0, atol=tolerance.STAGE)
    assert relative_error(*inverses) > tolerance.STAGE
