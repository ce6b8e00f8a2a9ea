"""Velocities and accelerations of objects; rotations come first in 6D vectors, as everywhere in MuJoCo."""

import operator
from typing import Any

import numpy as np
from numpy import empty

from corten.data import DATA, Data
from corten.data.query import DataQuery
from corten.enums import ObjectType
from corten.math import spatial, vector3
from corten.math.matrix3 import load9
from corten.math.spatial import load6
from corten.math.vector3 import load3
from corten.model import Model
from corten.model.named import find_object
from corten.runtime import FloatArray, Mat3, Vec3, Vec6, helper, stage
from corten.runtime.fields import F8, I4, Field
from corten.runtime.parameters import array
from corten.runtime.query import query_layout

# objects that have a frame, and the kind of their names
FRAMES = {
    ObjectType.BODY: "body",
    ObjectType.XBODY: "body",
    ObjectType.GEOM: "geom",
    ObjectType.SITE: "site",
    ObjectType.CAMERA: "camera",
}

_POSES = "xipos ximat xpos xmat geom_xpos geom_xmat site_xpos site_xmat cam_xpos cam_xmat subtree_com"
_ARGUMENTS = (
    Field("kind", I4, (), "type of the object"),
    Field("number", I4, (), "the object"),
    Field("local", I4, (), "1: in the axes of the object"),
)
VELOCITY = query_layout(
    "ObjectVelocity",
    "corten.queries.motion:VELOCITY",
    (*_ARGUMENTS, array("velocity", F8, (6,), "rotation [rad/s], translation [m/s]")),
    DATA,
    (*_POSES.split(), "cvel"),
)
ACCELERATION = query_layout(
    "ObjectAcceleration",
    "corten.queries.motion:ACCELERATION",
    (*_ARGUMENTS, array("acceleration", F8, (6,), "rotation [rad/s^2], translation [m/s^2]")),
    DATA,
    (*_POSES.split(), "cvel", "cacc"),
)


@stage
def object_velocity_stage(m, d) -> int:
    """Compute the velocity of an object's centre; the status is 1 if there is no such object."""
    body = body_of(m, d)
    if body < 0:
        return 1
    position, axes = frame_of(d)
    velocity = spatial.shift_motion(load6(d.cvel, body), offset_of(m, d, body, position))
    if m.body_dofnum[m.body_weldid[body]] == 0:
        velocity = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    write(d.velocity, velocity, axes, d.local)
    return 0


@stage
def object_acceleration_stage(m, d) -> int:
    """Compute the acceleration of an object's centre; the status is 1 if there is no such object."""
    body = body_of(m, d)
    if body < 0:
        return 1
    position, axes = frame_of(d)
    offset = offset_of(m, d, body, position)
    acceleration = spatial.shift_motion(load6(d.cacc, body), offset)
    velocity = spatial.shift_motion(load6(d.cvel, body), offset)

    # the point turns with the body
    turning = vector3.cross(spatial.angular(velocity), spatial.linear(velocity))
    total = spatial.join(spatial.angular(acceleration), vector3.add(spatial.linear(acceleration), turning))
    write(d.acceleration, total, axes, d.local)
    return 0


@helper
def body_of(m, d) -> int:
    """Return the body that an object belongs to, -1 if there is no such object."""
    kind, number, body = d.kind, d.number, -1
    if kind == ObjectType.BODY or kind == ObjectType.XBODY:
        body = number if number >= 0 and number < m.nbody else -1
    elif kind == ObjectType.GEOM and number >= 0 and number < m.ngeom:
        body = m.geom_bodyid[number]
    elif kind == ObjectType.SITE and number >= 0 and number < m.nsite:
        body = m.site_bodyid[number]
    elif kind == ObjectType.CAMERA and number >= 0 and number < m.ncam:
        body = m.cam_bodyid[number]
    return body if body < m.nbody else -1


@helper
def frame_of(d) -> tuple[Vec3, Mat3]:
    """Return position and axes of an object that there is."""
    kind, i = d.kind, d.number
    if kind == ObjectType.XBODY:
        return load3(d.xpos, i), load9(d.xmat, i)
    if kind == ObjectType.GEOM:
        return load3(d.geom_xpos, i), load9(d.geom_xmat, i)
    if kind == ObjectType.SITE:
        return load3(d.site_xpos, i), load9(d.site_xmat, i)
    if kind == ObjectType.CAMERA:
        return load3(d.cam_xpos, i), load9(d.cam_xmat, i)
    return load3(d.xipos, i), load9(d.ximat, i)


@helper
def offset_of(m, d, body: int, position: Vec3) -> Vec3:
    """Return where a point lies from where velocities of its tree are given [m]."""
    return vector3.sub(position, load3(d.subtree_com, m.body_rootid[body]))


@helper
def write(result: FloatArray, vector: Vec6, axes: Mat3, local: int) -> None:
    """Write a 6D vector, in the axes of the object if `local` is 1."""
    own = spatial.rotate_to_local(axes, vector)
    result[0] = own[0] if local != 0 else vector[0]
    result[1] = own[1] if local != 0 else vector[1]
    result[2] = own[2] if local != 0 else vector[2]
    result[3] = own[3] if local != 0 else vector[3]
    result[4] = own[4] if local != 0 else vector[4]
    result[5] = own[5] if local != 0 else vector[5]


class _ObjectMotion(DataQuery):
    """Six numbers about an object's motion."""

    arguments = ("kind", "number", "local")

    @classmethod
    def convert(cls, model: Model, owner: Any, values: tuple[Any, ...]) -> tuple[Any, ...]:
        kind, key, local = values
        if kind not in FRAMES:
            allowed = ", ".join(f"corten.ObjectType.{member.name}" for member in FRAMES)
            raise ValueError(f"objects of type {kind!r} have no frame; allowed are {allowed}")
        return int(operator.index(kind)), find_object(model, FRAMES[ObjectType(kind)], key), bool(local)


class ObjectVelocity(_ObjectMotion):
    """The velocity of an object's centre."""

    layout, stages, results = VELOCITY, (object_velocity_stage,), ("velocity",)


class ObjectAcceleration(_ObjectMotion):
    """The acceleration of an object's centre."""

    layout, stages, results = ACCELERATION, (object_acceleration_stage,), ("acceleration",)


def object_velocity(
    model: Model, data: Data, kind: int, key: str | int, *, local: bool = False, out: np.ndarray | None = None
) -> np.ndarray:
    """Return the 6D velocity (rotation [rad/s], translation [m/s]) of an object's centre, in world axes or its own."""
    try:
        velocity = empty(6) if out is None else out
        if data._attached[ObjectVelocity](model, kind, key, local, velocity) == 0:
            return velocity
    except (AttributeError, KeyError):
        pass
    return ObjectVelocity.answer(model, data, (kind, key, local), out)


def object_acceleration(
    model: Model, data: Data, kind: int, key: str | int, *, local: bool = False, out: np.ndarray | None = None
) -> np.ndarray:
    """Return the 6D acceleration of an object at its centre, gravity included as an accelerometer feels it.

    Reads `cacc`, which `rne_post_constraint` fills.
    """
    try:
        acceleration = empty(6) if out is None else out
        if data._attached[ObjectAcceleration](model, kind, key, local, acceleration) == 0:
            return acceleration
    except (AttributeError, KeyError):
        pass
    return ObjectAcceleration.answer(model, data, (kind, key, local), out)
