"""Jacobians of points and bodies, and forces at points.

All of them read what `forward` (or the stages they name) left in Data. Objects are given by name or number.
"""

import numpy as np
from numpy import empty
from numpy.typing import ArrayLike

from corten.data import Data
from corten.model import Model
from corten.queries import jacobian_kernel as kernel
from corten.queries.jacobian_kernel import (
    AppliedForce,
    BodyComJacobian,
    BodyJacobian,
    GeomJacobian,
    PointJacobian,
    SiteJacobian,
    SubtreeJacobian,
)

Key = str | int
Pair = tuple[np.ndarray, np.ndarray]


def jac(model: Model, data: Data, point: ArrayLike, body: Key, *, out: Pair | None = None) -> Pair:
    """Return the Jacobians (translation, rotation), each (3, nv), of a world point [m] that moves with a body.

    `out` takes two arrays to write them to, here and in `jac_body` and the like.
    """
    try:
        shape = (3, model.nv)
        jacp, jacr = (empty(shape), empty(shape)) if out is None else out
        if data._attached[PointJacobian](model, point, body, jacp, jacr) == 0:
            return jacp, jacr
    except (AttributeError, KeyError, TypeError, ValueError):
        pass
    return PointJacobian.answer(model, data, (point, body), out)


def jac_body(model: Model, data: Data, body: Key, *, out: Pair | None = None) -> Pair:
    """Return the Jacobians of a body's frame."""
    return _jacobian(BodyJacobian, model, data, body, out)


def jac_body_com(model: Model, data: Data, body: Key, *, out: Pair | None = None) -> Pair:
    """Return the Jacobians of a body's centre of mass."""
    return _jacobian(BodyComJacobian, model, data, body, out)


def jac_geom(model: Model, data: Data, geom: Key, *, out: Pair | None = None) -> Pair:
    """Return the Jacobians of a geom's centre."""
    return _jacobian(GeomJacobian, model, data, geom, out)


def jac_site(model: Model, data: Data, site: Key, *, out: Pair | None = None) -> Pair:
    """Return the Jacobians of a site."""
    return _jacobian(SiteJacobian, model, data, site, out)


def _jacobian(kind: type[kernel.FrameJacobian], model: Model, data: Data, key: Key, out: Pair | None) -> Pair:
    """Return the Jacobians of translation and rotation of an object's point."""
    try:
        shape = (3, model.nv)
        jacp, jacr = (empty(shape), empty(shape)) if out is None else out
        if data._attached[kind](model, key, jacp, jacr) == 0:
            return jacp, jacr
    except (AttributeError, KeyError, TypeError, ValueError):
        pass
    return kind.answer(model, data, (key,), out)


def jac_subtree_com(model: Model, data: Data, body: Key, *, out: np.ndarray | None = None) -> np.ndarray:
    """Return the translation Jacobian (3, nv) of the centre of mass of a body and its descendants."""
    try:
        jacp = empty((3, model.nv)) if out is None else out
        if data._attached[SubtreeJacobian](model, body, jacp) == 0:
            return jacp
    except (AttributeError, KeyError):
        pass
    return SubtreeJacobian.answer(model, data, (body,), out)


def apply_force(
    model: Model, data: Data, force: ArrayLike, torque: ArrayLike, point: ArrayLike, body: Key, qfrc: np.ndarray
) -> None:
    """Add the generalized force of a force [N] and torque [N m] at a world point of a body to `qfrc`."""
    try:
        if data._attached[AppliedForce](model, force, torque, point, body, qfrc) == 0:
            return
    except (AttributeError, KeyError):
        pass
    AppliedForce.answer(model, data, (force, torque, point, body, qfrc))
