"""Matrices, factors and eigenvalues beside MuJoCo's, for random sizes; models and data that do not fit each other."""

import numpy as np
import pytest

import corten.compat.mujoco as ours
from support import oracle
from support.compat_calls import SCENE
from support.tolerance import SOLUTION, STEP

MODULES = (oracle.bindings(), ours)


def both(name, make, *rest):
    """Return for each side the result of a function and what it wrote into arrays made for it."""
    found = []
    for module in MODULES:
        made = make()
        found.append((getattr(module, name)(*made, *rest), *made))
    return found


def same(name, make, *rest, tolerance=STEP):
    """Compare what both sides return and write, of matrices the lower triangle where it alone has a meaning."""
    theirs, own = both(name, make, *rest)
    for a, b in zip(theirs, own, strict=True):
        if a is not None:
            a, b = (np.tril(x) if name.startswith("mju_chol") and np.ndim(x) == 2 else x for x in (a, b))
            np.testing.assert_allclose(b, a, rtol=tolerance, atol=tolerance, err_msg=name)


@pytest.mark.parametrize("seed", range(12))
def test_dense(seed):
    """Multiply, factor, solve and update as MuJoCo does, for sizes that four does not divide and others."""
    rng = np.random.default_rng(seed)
    n, m, k = (int(each) for each in rng.integers(1, 11, 3))
    a, b = rng.normal(size=(n, k)), rng.normal(size=(k, m))
    same("mju_mulMatMat", lambda: (np.zeros((n, m)),), a, b)
    same("mju_mulMatMatT", lambda: (np.zeros((n, m)),), a, b.T.copy())
    same("mju_mulMatTMat", lambda: (np.zeros((n, m)),), a.T.copy(), b)
    same("mju_mulMatVec", lambda: (np.zeros(n),), a, b[:, 0].copy())
    same("mju_mulMatTVec", lambda: (np.zeros(k),), a, np.arange(1.0, n + 1))
    same("mju_transpose", lambda: (np.zeros((k, n)),), a)
    for diagonal in (None, rng.normal(size=n)):
        same("mju_sqrMatTD", lambda: (np.zeros((k, k)),), a, diagonal)
    square = a @ a.T + 1e-3 * np.eye(n)
    vec = rng.normal(size=n)
    same("mju_cholFactor", lambda: (square.copy(),), 1e-2)
    factor = np.linalg.cholesky(square + np.eye(n))
    same("mju_cholSolve", lambda: (np.zeros(n),), factor, vec, tolerance=SOLUTION)
    same("mju_cholUpdate", lambda: (factor.copy(), vec.copy()), 1)
    same("mju_symmetrize", lambda: (np.zeros((n, n)),), rng.normal(size=(n, n)))


@pytest.mark.parametrize("seed", range(12))
def test_banded(seed):
    """Convert, multiply, factor and solve banded matrices as MuJoCo does, whatever is dense of them."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 9))
    nband, ndense = int(rng.integers(1, n + 1)), int(rng.integers(0, n + 1))
    sizes, size = (n, nband, ndense), (n - ndense) * nband + ndense * n
    full = rng.normal(size=(n, n))
    full = full @ full.T
    same("mju_dense2Band", lambda: (np.zeros(size),), full, *sizes)
    band = np.zeros(size)
    ours.mju_dense2Band(band, full, *sizes)
    for symmetric in (True, False):
        same("mju_band2Dense", lambda: (np.zeros((n, n)),), band, *sizes, symmetric)
        vec = rng.normal(size=(n, 1))
        same("mju_bandMulMatVec", lambda: (np.zeros(n),), band[:, None].copy(), vec, *sizes, 1, symmetric)
    same("mju_cholFactorBand", lambda: (band.copy(),), *sizes, 20.0, 0.1)
    ours.mju_cholFactorBand(band, *sizes, 20.0, 0.1)
    same("mju_cholSolveBand", lambda: (np.zeros(n),), band, rng.normal(size=n), *sizes)


@pytest.mark.parametrize("seed", range(8))
def test_eigenvalues(seed):
    """Find eigenvalues in order, and axes that a rotation turns into, of matrices with equal ones among them."""
    rng = np.random.default_rng(seed)
    a, v = rng.normal(size=(3, 3)), rng.normal(size=3)
    for mat in (a + a.T, np.outer(v, v), np.diag(v), np.eye(3), np.diag([v[0], v[0], v[1]])):
        theirs, own = both("mju_eig3", lambda: (np.zeros(3), np.zeros(9), np.zeros(4)), mat.ravel().copy())
        np.testing.assert_allclose(own[1], theirs[1], rtol=STEP, atol=STEP)
        axes, turned = own[2].reshape(3, 3), np.zeros(9)
        np.testing.assert_allclose(axes @ np.diag(own[1]) @ axes.T, mat, atol=STEP)
        oracle.call("mju_quat2Mat", turned, own[3])
        np.testing.assert_allclose(turned, own[2], atol=STEP)


def test_entries_outside():
    """Refuse sparse matrices whose entries lie outside of their arrays, and banded ones of other sizes."""
    one, two = np.array([1], np.int32), np.array([2], np.int32)
    for rownnz, rowadr, colind in ((two, one, one), (one, np.array([7], np.int32), one), (one, 0 * one, 5 * one)):
        for _ in range(2):
            with pytest.raises(IndexError, match="outside"):
                ours.mju_sparse2dense(np.zeros((1, 3)), np.ones(1), rownnz, rowadr, colind)
    with pytest.raises(TypeError, match="must have size"):
        ours.mju_cholSolveBand(np.zeros(4), np.zeros(7), np.zeros(4), 4, 3, 1)
    with pytest.raises(TypeError, match="res should have ntotal rows"):
        ours.mju_band2Dense(np.zeros((3, 3)), np.zeros(7), 4, 1, 1, True)


def test_models_and_data_that_do_not_fit():
    """Refuse a data of another model, and bodies and sites that are not there, at the first call and after."""
    m = ours.MjModel.from_xml_string(SCENE)
    d, other = ours.MjData(m), ours.MjModel.from_xml_string("<mujoco><worldbody><body/></worldbody></mujoco>")
    jac = np.zeros((3, m.nv))
    for _ in range(2):
        ours.mj_jacDot(m, d, jac, None, np.zeros(3), 1)
        for body in (-1, m.nbody, 10**9):
            with pytest.raises(IndexError, match="body"):
                ours.mj_jacDot(m, d, jac, None, np.zeros(3), body)
        with pytest.raises((TypeError, ValueError)):
            ours.mj_jacDot(other, d, jac, None, np.zeros(3), 1)
        with pytest.raises(IndexError, match="site"):
            ours.mj_insideSite(m, d, 99, np.zeros(3))
        with pytest.raises(TypeError, match="nefc"):
            ours.mj_mulJacVec(m, d, np.zeros(10**6), np.zeros(m.nv))
        with pytest.raises((TypeError, ValueError), match="shape"):
            ours.mj_jacDot(m, d, np.zeros((3, m.nv + 1)), None, np.zeros(3), 1)


def test_a_model_of_the_same_sizes():
    """Take a model of the same sizes as the data's own, as MuJoCo does."""
    first, second = (ours.MjModel.from_xml_string(SCENE) for _ in range(2))
    second.body_mass[:] *= 2
    d, found = ours.MjData(first), []
    ours.mj_forward(first, d)
    for model in (first, second, first, second):
        mat = np.zeros((3, first.nv))
        ours.mj_angmomMat(model, d, mat, 1)
        found.append(mat)
    assert np.array_equal(found[0], found[2]) and np.array_equal(found[1], found[3])
    assert not np.array_equal(found[0], found[1])
