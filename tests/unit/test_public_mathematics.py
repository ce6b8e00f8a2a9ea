"""Quaternions and curves of muscles under public names: examples hold, and the numbers are the oracle's."""

import doctest

import numpy as np
import pytest

from corten import quaternion
from corten.muscle import curves
from corten.stages.actuation import hill
from support import oracle, tolerance


@pytest.mark.parametrize("module", [quaternion, curves], ids=lambda module: module.__name__)
def test_examples(module):
    """Run the examples of the docstrings, of which every function has one."""
    found = doctest.testmod(module)
    assert found.failed == 0 and found.attempted > len(module.__all__)


def test_rotations_are_those_of_the_oracle():
    """Turn quaternions into matrices and back, and Euler angles into quaternions, as MuJoCo does."""
    rng = np.random.default_rng(0)
    turns = quaternion.normalize(np.vstack([rng.normal(size=(50, 4)), np.eye(4), -np.eye(4)]))
    matrices = quaternion.to_matrix(turns)
    back = quaternion.from_matrix(matrices)
    for turn, matrix, found in zip(turns, matrices, back, strict=True):
        want, again = np.zeros(9), np.zeros(4)
        oracle.call("mju_quat2Mat", want, turn)
        assert np.array_equal(matrix.ravel(), want)
        oracle.call("mju_mat2Quat", again, want)
        assert np.allclose(found, again, atol=tolerance.ROUNDING)
        for sequence in ("xyz", "ZYX", "zXy"):
            angles = rng.normal(size=3)
            oracle.call("mju_euler2Quat", again, angles, sequence)
            assert np.allclose(quaternion.from_euler(angles, sequence), again, atol=tolerance.ROUNDING)
    assert np.array_equal(quaternion.from_matrix(matrices.reshape(-1, 9)), back)


def test_shapes():
    """Broadcast leading axes, and refuse what is no quaternion."""
    turns = np.tile([1.0, 0, 0, 0], (2, 3, 1))
    assert quaternion.rotate(turns, [1, 2, 3]).shape == (2, 3, 3)
    assert quaternion.to_matrix(turns).shape == (2, 3, 3, 3)
    assert quaternion.multiply(np.zeros((0, 4)), [1, 0, 0, 0]).shape == (0, 4)
    with pytest.raises(ValueError, match="4 numbers are expected"):
        quaternion.conjugate([1, 2, 3])
    with pytest.raises(ValueError, match="three letters"):
        quaternion.from_euler([0, 0, 0], "xyw")


def test_curves_are_those_of_a_step():
    """Give the numbers of the kernels, whatever the shape."""
    lengths = np.linspace(0.4, 1.6, 6).reshape(2, 3)
    want = [[hill.active_force(x)[0] for x in row] for row in lengths.tolist()]
    assert np.array_equal(curves.active_force(lengths), want)
