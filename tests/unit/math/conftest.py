"""Random rotations and vectors for the tests of 3D and 6D algebra, and calls of MuJoCo's functions by row."""

import numpy as np
import pytest

from support import oracle as mujoco

COUNT = 200


@pytest.fixture
def rng():
    """Return the seeded source of all random numbers of a test."""
    return np.random.default_rng(3)


@pytest.fixture
def quats(rng):
    """Return unit quaternions, among them the identity and half turns."""
    special = [[1, 0, 0, 0], [-1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1], [0.6, 0, -0.8, 0]]
    q = np.concatenate([rng.normal(size=(COUNT - len(special), 4)), special])
    return q / np.linalg.norm(q, axis=1, keepdims=True)


@pytest.fixture
def vectors(rng):
    """Return a function that makes random vectors of a given length."""
    return lambda width: rng.normal(size=(COUNT, width))


@pytest.fixture
def oracle():
    """Return a function that calls mju_<name>(result, *row) for each row of arguments."""

    def call(name, width, *columns):
        results = np.full((len(columns[0]), width), np.nan)
        for result, *row in zip(results, *columns, strict=True):
            mujoco.call(f"mju_{name}", result, *row)
        return results

    return call
