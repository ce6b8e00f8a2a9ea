"""Muscles and single shapes: the helpers of corten's kernels, called with numbers."""

from types import SimpleNamespace
from typing import Any

import numpy as np

from corten.compat.mujoco.arguments import bound
from corten.raycast.shapes import ray_shape
from corten.stages.actuation.muscle import muscle_bias, muscle_gain, muscle_rate


def _muscle(lengthrange: np.ndarray, acc0: float) -> Any:
    """Return a model of one muscle."""
    return SimpleNamespace(
        actuator_lengthrange=lengthrange.reshape(1, 2), actuator_acc0=np.array([acc0]), actuator_outadr=np.zeros(1, int)
    )


@bound
def mju_muscleGain(len: float, vel: float, lengthrange: np.ndarray, acc0: float, prm: np.ndarray) -> float:
    """Return the force of a muscle at full activation [N]."""
    return float(muscle_gain(_muscle(lengthrange, acc0), prm.reshape(1, -1), 0, len, vel))


@bound
def mju_muscleBias(len: float, lengthrange: np.ndarray, acc0: float, prm: np.ndarray) -> float:
    """Return the passive force of a muscle [N]."""
    return float(muscle_bias(_muscle(lengthrange, acc0), prm.reshape(1, -1), 0, len))


@bound
def mju_muscleDynamics(ctrl: float, act: float, prm: np.ndarray) -> float:
    """Return the rate of the activation of a muscle [1/s]."""
    return float(muscle_rate(SimpleNamespace(actuator_dynprm=prm.reshape(1, -1)), 0, ctrl, act))


@bound
def mju_rayGeom(pos: np.ndarray, mat: np.ndarray, size: np.ndarray, *ray: Any) -> float:
    """Return the distance at which a ray meets a shape of a type, -1 if it does not."""
    pnt, vec, geomtype, normal = ray
    given = (tuple(map(float, array)) for array in (size, pos, mat, pnt, vec))
    hit = ray_shape(geomtype, *given)
    if normal is not None:
        normal[:] = hit.normal
    return float(hit.x)
