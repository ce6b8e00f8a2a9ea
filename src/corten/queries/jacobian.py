"""Jacobians of points and bodies, velocities and accelerations of objects, forces at points.

All of them read what `forward` (or the stages they name) left in Data. Objects are given by name or number; rotations
come first in 6D vectors, as everywhere in MuJoCo.
"""

import numpy as np
from numpy.typing import ArrayLike

from corten.data import Data
from corten.data.pair import check_pair, refuse_arguments
from corten.enums import ObjectType
from corten.model import Model
from corten.model.named import find_object
from corten.queries import jacobian_kernel as kernel
from corten.queries.question import as_numbers

Key = str | int

# object type: (kind of name, body of the object, position, orientation)
FRAMES = {
    ObjectType.BODY: ("body", None, "xipos", "ximat"),
    ObjectType.XBODY: ("body", None, "xpos", "xmat"),
    ObjectType.GEOM: ("geom", "geom_bodyid", "geom_xpos", "geom_xmat"),
    ObjectType.SITE: ("site", "site_bodyid", "site_xpos", "site_xmat"),
    ObjectType.CAMERA: ("camera", "cam_bodyid", "cam_xpos", "cam_xmat"),
}


def jac(model: Model, data: Data, point: ArrayLike, body: Key) -> tuple[np.ndarray, np.ndarray]:
    """Return the Jacobians (translation, rotation), each (3, nv), of a world point [m] that moves with a body."""
    return _jacobian(model, data, kernel.GivenPoint, body, as_numbers("point", point, 3))


def jac_body(model: Model, data: Data, body: Key) -> tuple[np.ndarray, np.ndarray]:
    """Return the Jacobians of a body's frame."""
    return _jacobian(model, data, kernel.BodyFrame, body)


def jac_body_com(model: Model, data: Data, body: Key) -> tuple[np.ndarray, np.ndarray]:
    """Return the Jacobians of a body's centre of mass."""
    return _jacobian(model, data, kernel.BodyCentre, body)


def jac_geom(model: Model, data: Data, geom: Key) -> tuple[np.ndarray, np.ndarray]:
    """Return the Jacobians of a geom's centre."""
    return _jacobian(model, data, kernel.GeomCentre, geom)


def jac_site(model: Model, data: Data, site: Key) -> tuple[np.ndarray, np.ndarray]:
    """Return the Jacobians of a site."""
    return _jacobian(model, data, kernel.SitePlace, site)


def jac_subtree_com(model: Model, data: Data, body: Key) -> np.ndarray:
    """Return the translation Jacobian (3, nv) of the centre of mass of a body and its descendants."""
    return _jacobian(model, data, kernel.SubtreeCentre, body)[0]


def _jacobian(
    model: Model, data: Data, kind: type[kernel.JacobianQuestion], key: Key, point: np.ndarray | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """Return the Jacobians of translation and rotation of a point."""
    try:
        own = data.model is model
    except AttributeError:
        refuse_arguments(model, data)
    if not own:
        check_pair(model, data)
    number, known = find_object(model, kind.names, key), data._attached
    question = known.pop(kind, None) or kind(data)
    question.object_number[()] = number
    if point is not None:
        question.point = point
    question.ask() if own else question.ask_of(model)
    answer = question.translation.copy(), question.rotation.copy()
    known[kind] = question
    return answer


def object_velocity(model: Model, data: Data, kind: int, key: Key, *, local: bool = False) -> np.ndarray:
    """Return the 6D velocity (rotation [rad/s], translation [m/s]) of an object's centre, in world axes or its own."""
    check_pair(model, data)
    body, position, axes = _frame(model, data, kind, key)
    if model.body_dofnum[model.body_weldid[body]] == 0:
        return np.zeros(6)
    velocity = _shift(data.cvel[body], position - data.subtree_com[model.body_rootid[body]])
    return _in_axes(velocity, axes) if local else velocity


def object_acceleration(model: Model, data: Data, kind: int, key: Key, *, local: bool = False) -> np.ndarray:
    """Return the 6D acceleration of an object at its centre, gravity included as an accelerometer feels it.

    Reads `cacc`, which `rne_post_constraint` fills.
    """
    check_pair(model, data)
    body, position, axes = _frame(model, data, kind, key)
    offset = position - data.subtree_com[model.body_rootid[body]]
    acceleration = _shift(data.cacc[body], offset)
    velocity = _shift(data.cvel[body], offset)
    acceleration[3:] += np.cross(velocity[:3], velocity[3:])
    return _in_axes(acceleration, axes) if local else acceleration


def apply_force(
    model: Model, data: Data, force: ArrayLike, torque: ArrayLike, point: ArrayLike, body: Key, qfrc: np.ndarray
) -> None:
    """Add the generalized force of a force [N] and torque [N m] at a world point of a body to `qfrc`."""
    translation, rotation = jac(model, data, point, body)
    qfrc += translation.T @ np.asarray(force, float) + rotation.T @ np.asarray(torque, float)


def _frame(model: Model, data: Data, kind: int, key: Key) -> tuple[int, np.ndarray, np.ndarray]:
    if kind not in FRAMES:
        allowed = ", ".join(f"corten.ObjectType.{member.name}" for member in FRAMES)
        raise ValueError(f"objects of type {kind!r} have no frame; allowed are {allowed}")
    name, bodies, position, axes = FRAMES[ObjectType(kind)]
    number = find_object(model, name, key)
    body = int(getattr(model, bodies)[number]) if bodies else number
    return body, getattr(data, position)[number], getattr(data, axes)[number].reshape(3, 3)


def _shift(vector: np.ndarray, offset: np.ndarray) -> np.ndarray:
    """Return a 6D motion vector at a point that lies `offset` from where it was given."""
    return np.concatenate([vector[:3], vector[3:] + np.cross(vector[:3], offset)])


def _in_axes(vector: np.ndarray, axes: np.ndarray) -> np.ndarray:
    return np.concatenate([axes.T @ vector[:3], axes.T @ vector[3:]])
