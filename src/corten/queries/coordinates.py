"""Configurations and velocities: their difference and sum on the manifold that quaternions make of qpos."""

import numpy as np
from numpy.typing import ArrayLike

from corten.enums import JointType
from corten.math.quaternion import integrate_quat, quat_sub
from corten.model import Model


def integrate_pos(model: Model, qpos: np.ndarray, qvel: ArrayLike, dt: float) -> None:
    """Move a configuration in place along a velocity for a time dt [s]."""
    qvel = np.asarray(qvel, float)
    _check(model, qpos, qvel)
    coordinate, dof = _plain_coordinates(model)
    qpos[coordinate] += dt * qvel[dof]
    for place, first in _quaternions(model):
        qpos[place : place + 4] = integrate_quat(_floats(qpos, place, 4), _floats(qvel, first, 3), dt)


def differentiate_pos(model: Model, qpos1: ArrayLike, qpos2: ArrayLike, dt: float = 1.0) -> np.ndarray:
    """Return the velocity that leads from qpos1 to qpos2 in a time dt [s]."""
    first, second = np.asarray(qpos1, float), np.asarray(qpos2, float)
    qvel = np.zeros(model.nv)
    _check(model, first, qvel)
    _check(model, second, qvel)
    coordinate, dof = _plain_coordinates(model)
    qvel[dof] = (second[coordinate] - first[coordinate]) / dt
    for place, start in _quaternions(model):
        turn = quat_sub(_floats(second, place, 4), _floats(first, place, 4))
        qvel[start : start + 3] = np.array(turn) / dt
    return qvel


def _plain_coordinates(model: Model) -> tuple[np.ndarray, np.ndarray]:
    """Return the places in qpos that add up like numbers, and the dofs that move them."""
    coordinates, dofs = [], []
    for kind, place, dof in zip(model.jnt_type, model.jnt_qposadr, model.jnt_dofadr, strict=True):
        count = {JointType.FREE: 3, JointType.BALL: 0}.get(JointType(int(kind)), 1)
        coordinates += range(place, place + count)
        dofs += range(dof, dof + count)
    return np.array(coordinates, int), np.array(dofs, int)


def _quaternions(model: Model) -> list[tuple[int, int]]:
    """Return where each quaternion begins in qpos, and its angular velocity in qvel."""
    found = []
    for kind, place, dof in zip(model.jnt_type, model.jnt_qposadr, model.jnt_dofadr, strict=True):
        if kind == JointType.FREE:
            found.append((int(place) + 3, int(dof) + 3))
        elif kind == JointType.BALL:
            found.append((int(place), int(dof)))
    return found


def _floats(array: np.ndarray, first: int, count: int) -> tuple[float, ...]:
    return tuple(array[first : first + count].tolist())


def _check(model: Model, qpos: np.ndarray, qvel: np.ndarray) -> None:
    if qpos.shape != (model.nq,) or qvel.shape != (model.nv,):
        raise ValueError(f"shapes are {qpos.shape} and {qvel.shape}; expected ({model.nq},) and ({model.nv},)")
