"""Random rotations, and numbers as MJCF writes them."""

import numpy as np
from scipy.spatial.transform import Rotation


def in_words(values) -> str:
    """Return numbers as the text of an attribute, with nine digits."""
    return " ".join(f"{value:.9g}" for value in values)


def random_rotation(rng: np.random.Generator) -> np.ndarray:
    """Return a rotation matrix, all rotations alike."""
    return Rotation.from_quat(rng.normal(size=4)).as_matrix()
