"""Poses next to a pose: where MuJoCo's own answer changes between them, rounding decides, on each machine otherwise."""

from collections.abc import Iterator

import numpy as np
from scipy.spatial.transform import Rotation

# relative to the size of what is moved: far beyond rounding, far below what an answer that is no tie depends on
NUDGE = 1e-10

# [units in the last place] what another order of operations, or another machine, may change in a pose
LAST_BITS = 4

# random nudges; one that is equally likely to fall to either side of a tie misses it once in a million poses
COUNT = 20


def nudged_poses(pos, mat, scale: float = 1.0) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Yield poses of two geoms whose second one is moved and turned a little, also straight to and from the first."""
    nudges = np.random.default_rng(0).normal(0, NUDGE, (COUNT + 2, 2, 3))
    nudges[:2, 0] = np.outer([NUDGE, -NUDGE], pos[1] - pos[0]) / scale
    for shift, turn in nudges:
        turned = Rotation.from_rotvec(turn).as_matrix() @ np.reshape(mat[1], (3, 3))
        yield np.array([pos[0], pos[1] + scale * shift]), np.array([np.reshape(mat[0], (3, 3)), turned])


def poses_in_last_bits(pos, mat) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Yield poses of two geoms whose numbers differ in their last bits alone; zeros count as small numbers."""
    rng = np.random.default_rng(1)
    for _ in range(COUNT):
        yield _change_last_bits(rng, pos), _change_last_bits(rng, mat)


def _change_last_bits(rng: np.random.Generator, numbers) -> np.ndarray:
    sizes = np.abs(numbers)
    units = np.spacing(np.maximum(sizes, sizes.max() / LAST_BITS))
    return numbers + units * rng.integers(-LAST_BITS, LAST_BITS + 1, sizes.shape)


def nudged_qpos(qpos, count: int = COUNT) -> Iterator[np.ndarray]:
    """Yield configurations next to one; quaternions become units again where they are used."""
    for nudge in np.random.default_rng(0).normal(0, NUDGE, (count, len(qpos))):
        yield qpos + nudge
