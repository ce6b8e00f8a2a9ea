"""The curves of a Hill muscle as functions of arrays, to the last bit those of a step; forces are over the maximal one.

>>> from corten.muscle import curves
>>> float(curves.active_force(1.0).round(3)), float(curves.velocity_factor(0.0).round(3))
(1.0, 1.0)
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from corten.stages.actuation import hill as kernels

__all__ = ["active_force", "passive_force", "tendon_force", "velocity_factor"]


def active_force(length: ArrayLike) -> np.ndarray:
    """Return the force of fully active fibres at rest, by their length over the optimal one.

    >>> active_force([0.5, 1.0, 1.5]).round(2)
    array([0.05, 1.  , 0.23])
    """
    return _each(lambda x: kernels.active_force(x)[0], length)


def velocity_factor(velocity: ArrayLike) -> np.ndarray:
    """Return what the active force is multiplied by, by velocity over the maximal one: shortening is negative.

    >>> velocity_factor([-1.0, 0.0, 1.0]).round(2)
    array([0.  , 1.  , 1.79])
    """
    return _each(lambda x: kernels.velocity_force(x)[0], velocity)


def passive_force(length: ArrayLike, strain: float = 0.7) -> np.ndarray:
    """Return the force of passive fibres by their length over the optimal one; it is 1 at length 1 + `strain`.

    >>> passive_force([1.0, 1.7])
    array([0., 1.])
    """
    return _each(lambda x: kernels.passive_force(x, float(strain))[0], length)


def tendon_force(strain: ArrayLike, strain_at_max: float = 0.049) -> np.ndarray:
    """Return the force of a tendon by its strain; it is 1 at `strain_at_max`.

    >>> tendon_force([-0.01, 0.0, 0.049])
    array([0., 0., 1.])
    """
    return _each(lambda x: kernels.tendon_force(x, float(strain_at_max))[0], strain)


def _each(function: Callable[[float], Any], values: ArrayLike) -> np.ndarray:
    """Return an array of a function's values."""
    given = np.asarray(values, float)
    return np.array([function(value) for value in given.ravel().tolist()], float).reshape(given.shape)
