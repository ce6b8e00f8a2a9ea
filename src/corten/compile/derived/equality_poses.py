"""Where equality constraints hold at qpos0, for those that do not say it."""

import numpy as np

from corten.compile.elements.equalities import POSE_FROM_QPOS0
from corten.compile.pose import conjugate, multiply, unit_quaternion
from corten.data import Data
from corten.enums import EqualityType, ObjectType
from corten.model import Model


def set_equality_poses(model: Model, data: Data) -> None:
    """Set the anchor of connections in the second body, and the relative pose of welds that have none."""
    for number in range(model.neq):
        if model.eq_objtype[number] != ObjectType.BODY:
            continue
        first, second = model.eq_obj1id[number], model.eq_obj2id[number]
        numbers = model.eq_data[number]
        if model.eq_type[number] == EqualityType.CONNECT:
            numbers[3:6] = _seen_from(data, second, _world(data, first, numbers[:3]))
        elif numbers[POSE_FROM_QPOS0]:
            numbers[3:6] = _seen_from(data, first, _world(data, second, numbers[:3]))
            quats = (tuple(float(part) for part in data.xquat[body]) for body in (first, second))
            own, other = quats
            numbers[6:10] = multiply(conjugate(own), other)  # pyright: ignore[reportArgumentType]
        else:
            numbers[6:10] = unit_quaternion(tuple(numbers[6:10].tolist()))


def _world(data: Data, body: int, point: np.ndarray) -> np.ndarray:
    return data.xpos[body] + data.xmat[body].reshape(3, 3) @ point


def _seen_from(data: Data, body: int, point: np.ndarray) -> np.ndarray:
    return data.xmat[body].reshape(3, 3).T @ (point - data.xpos[body])
