"""The reduction without branches, which packed loops use."""

import numpy as np
import pytest

from corten.math.argument_reduction import NEAR_LIMIT
from corten.math.trigonometry import sincos, sincos_near
from support.helpers import MODES, evaluate


@pytest.mark.parametrize("mode", MODES)
def test_near_angles_give_the_bits_of_all_angles(mode):
    """Agree with `sincos` to the last bit up to NEAR_LIMIT."""
    rng = np.random.default_rng(0)
    scales = np.repeat([1e-9, 1.0, 10.0, 1e3, NEAR_LIMIT], 100)
    angles = np.concatenate([rng.uniform(-1, 1, scales.size) * scales, [0.0, -0.0, NEAR_LIMIT, -NEAR_LIMIT]])
    np.testing.assert_array_equal(evaluate(mode, sincos_near, angles), evaluate(mode, sincos, angles))
