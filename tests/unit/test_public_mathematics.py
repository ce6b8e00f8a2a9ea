"""Quaternions and curves of muscles under public names: examples hold, and the numbers are the oracle's."""

import doctest

import numpy as np
import pytest

from corten import quaternion
from corten.math import quaternion as kernels
from corten.math import vector3
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


# functions of `corten.quaternion`: widths of their arguments, and the kernel of one row
BY_KERNEL = {
    "multiply": ((4, 4), kernels.mul_quat),
    "conjugate": ((4,), kernels.conjugate_quat),
    "normalize": ((4,), lambda q: kernels.normalize_quat(q)[0]),
    "rotate": ((4, 3), kernels.rotate_vector),
    "to_matrix": ((4,), kernels.quat_to_mat),
    "from_matrix": ((9,), kernels.mat_to_quat),
    "from_axis_angle": ((3, 1), lambda axis, angle: kernels.axis_angle_to_quat(vector3.normalize(axis)[0], angle[0])),
    "from_z_to": ((3,), kernels.quat_z_to_vec),
    "to_rotation_vector": ((4,), lambda q: kernels.quat_to_velocity(q, 1.0)),
    "difference": ((4, 4), kernels.quat_sub),
}


@pytest.mark.parametrize("name", BY_KERNEL)
def test_rows_have_the_bits_of_kernels(name):
    """Compute one row, many, and shared ones as the kernel does in plain Python, into an array of the caller or not."""
    widths, kernel = BY_KERNEL[name]
    function, rng = getattr(quaternion, name), np.random.default_rng(5)
    whole = [rng.uniform(0.1, 1.0, (7, 3, width)) for width in widths]
    whole[0] = whole[0][:, :1]
    given = [array[..., 0] if array.shape[-1] == 1 else array for array in whole]
    found = function(*given)
    spread = [np.broadcast_to(array, (*found.shape[:2], array.shape[-1])) for array in whole]
    for place in np.ndindex(found.shape[:2]):
        rows = [array[place] for array in spread]
        want = np.ravel(kernel(*(tuple(row.tolist()) for row in rows)))
        assert np.array_equal(found[place].ravel(), want)
        row = [row.item() if row.size == 1 else row.copy() for row in rows]
        out = np.full(found.shape[2:], np.nan)
        assert function(*row, out=out) is out
        assert np.array_equal(out.ravel(), want) and np.array_equal(function(*row), out)
    strided = np.full((*found.shape, 2), np.nan)[..., 0]
    assert function(*given, out=strided) is strided and np.array_equal(strided, found)


def test_results_over_arguments():
    """Write a result over the arguments that it is made of."""
    turns = np.random.default_rng(6).normal(size=(5, 4))
    want = quaternion.multiply(turns, turns[0])
    quaternion.multiply(turns, turns[0], out=turns)
    assert np.array_equal(turns, want)
    one = turns[2].copy()
    want = quaternion.multiply(one, one)
    assert np.array_equal(quaternion.multiply(one, one, out=one), want)


def test_bad_results():
    """Refuse arrays that a result does not fit, and arguments that are no numbers."""
    q, frozen = np.array([1.0, 0, 0, 0]), np.zeros(4)
    frozen.flags.writeable = False
    for out, words in ((np.zeros(3), "out has shape"), (np.zeros(4, np.float32), "float64"), (frozen, "written")):
        with pytest.raises(ValueError, match=words):
            quaternion.multiply(q, q, out=out)
    with pytest.raises(ValueError, match="could not convert"):
        quaternion.rotate(q, "abc")
    with pytest.raises(TypeError):
        quaternion.integrate(q, [0, 0, 1], None)


def test_curves_are_those_of_a_step():
    """Give the numbers of the kernels, whatever the shape."""
    lengths = np.linspace(0.4, 1.6, 6).reshape(2, 3)
    want = [[hill.active_force(x)[0] for x in row] for row in lengths.tolist()]
    assert np.array_equal(curves.active_force(lengths), want)
