"""The Jacobians of a point that moves with a body, and of centres of mass, compiled."""

from typing import Any, ClassVar

from corten.data import DATA
from corten.data.query import DataQuery
from corten.math import vector3
from corten.math.vector3 import load3
from corten.runtime import FloatArray, Vec3, helper, stage
from corten.runtime.fields import F8, I4, Field
from corten.runtime.parameters import array
from corten.runtime.query import query_layout
from corten.stages.tree import last_dof

# what point a Jacobian is of
GIVEN, BODY, BODY_COM, GEOM, SITE = range(5)

_NUMBER = Field("number", I4, (), "body, geom or site")
_TRANSLATION = array("translation", F8, (3, "nv"), "Jacobian of the point")
_ROTATION = array("rotation", F8, (3, "nv"), "Jacobian of the body's orientation")
_POINT = array("point", F8, (3,), "a given point in the world [m]")

FRAME = query_layout(
    "FrameJacobian",
    "corten.queries.jacobian_kernel:FRAME",
    (Field("kind", I4, (), "what point"), _NUMBER, _TRANSLATION, _ROTATION),
    DATA,
    ("cdof", "subtree_com", "xpos", "xipos", "geom_xpos", "site_xpos"),
)
POINT = query_layout(
    "PointJacobian",
    "corten.queries.jacobian_kernel:POINT",
    (_NUMBER, _POINT, _TRANSLATION, _ROTATION),
    DATA,
    ("cdof", "subtree_com"),
)
SUBTREE = query_layout(
    "SubtreeJacobian",
    "corten.queries.jacobian_kernel:SUBTREE",
    (_NUMBER, _TRANSLATION),
    DATA,
    ("cdof", "subtree_com", "xipos"),
)
FORCE = query_layout(
    "AppliedForce",
    "corten.queries.jacobian_kernel:FORCE",
    (
        _NUMBER,
        _POINT,
        array("force", F8, (3,), "force [N]"),
        array("torque", F8, (3,), "torque [N m]"),
        array("qfrc", F8, ("nv",), "generalized force"),
    ),
    DATA,
    ("cdof", "subtree_com"),
)


@stage
def frame_jacobian(m, d) -> None:
    """Compute the Jacobians of the point of an object."""
    kind, number = d.kind, d.number

    clear(m, d.translation)
    clear(m, d.rotation)
    if kind == GEOM:
        add_jacobian(m, d, m.geom_bodyid[number], load3(d.geom_xpos, number))
    elif kind == SITE:
        add_jacobian(m, d, m.site_bodyid[number], load3(d.site_xpos, number))
    elif kind == BODY:
        add_jacobian(m, d, number, load3(d.xpos, number))
    else:
        add_jacobian(m, d, number, load3(d.xipos, number))


@stage
def point_jacobian(m, d) -> None:
    """Compute the Jacobians of a point of the world that moves with a body."""
    clear(m, d.translation)
    clear(m, d.rotation)
    add_jacobian(m, d, d.number, (d.point[0], d.point[1], d.point[2]))


@helper
def clear(m, jacobian: FloatArray) -> None:
    """Set a Jacobian to zero."""
    for k in range(3):
        for i in range(m.nv):
            jacobian[k, i] = 0.0


@helper
def add_jacobian(m, d, body: int, point: Vec3) -> None:
    """Add the Jacobians of a point that moves with a body."""
    cdof, parent, translation, rotation = d.cdof, m.dof_parentid, d.translation, d.rotation
    offset = vector3.sub(point, load3(d.subtree_com, m.body_rootid[body]))

    i = last_dof(m, body)
    while i >= 0:
        turn = (cdof[i, 0], cdof[i, 1], cdof[i, 2])
        along = vector3.add((cdof[i, 3], cdof[i, 4], cdof[i, 5]), vector3.cross(turn, offset))
        translation[0, i], translation[1, i], translation[2, i] = along[0], along[1], along[2]
        rotation[0, i], rotation[1, i], rotation[2, i] = turn[0], turn[1], turn[2]
        i = parent[i]


@stage
def subtree_jacobian(m, d) -> None:
    """Compute the Jacobian of the centre of mass of a subtree: those of its bodies, by their shares of its mass."""
    number, cdof, parent, translation = d.number, d.cdof, m.dof_parentid, d.translation

    clear(m, translation)
    # bodies of a subtree have numbers in one piece
    body = number
    while body < m.nbody and (body == number or m.body_parentid[body] >= number):
        share = m.body_mass[body] / m.body_subtreemass[number]
        offset = vector3.sub(load3(d.xipos, body), load3(d.subtree_com, m.body_rootid[body]))
        i = last_dof(m, body)
        while i >= 0:
            turn = (cdof[i, 0], cdof[i, 1], cdof[i, 2])
            along = vector3.add((cdof[i, 3], cdof[i, 4], cdof[i, 5]), vector3.cross(turn, offset))
            translation[0, i] += share * along[0]
            translation[1, i] += share * along[1]
            translation[2, i] += share * along[2]
            i = parent[i]
        body += 1


@stage
def apply_force_at(m, d) -> None:
    """Add J' (force, torque) of a point of a body to a generalized force."""
    cdof, force, torque, body = d.cdof, d.force, d.torque, d.number
    com = load3(d.subtree_com, m.body_rootid[body])
    offset = vector3.sub((d.point[0], d.point[1], d.point[2]), com)
    push, twist = (force[0], force[1], force[2]), (torque[0], torque[1], torque[2])

    i = last_dof(m, body)
    while i >= 0:
        turn = (cdof[i, 0], cdof[i, 1], cdof[i, 2])
        along = vector3.add((cdof[i, 3], cdof[i, 4], cdof[i, 5]), vector3.cross(turn, offset))
        d.qfrc[i] += vector3.dot(along, push) + vector3.dot(turn, twist)
        i = m.dof_parentid[i]


class PointJacobian(DataQuery):
    """The Jacobians of a point of the world that moves with a body."""

    layout, stages = POINT, (point_jacobian,)
    arguments, results = ("point", "number"), ("translation", "rotation")
    objects: ClassVar[dict[str, str]] = {"number": "body"}


class FrameJacobian(DataQuery):
    """The Jacobians of the point of one kind of object."""

    layout, stages = FRAME, (frame_jacobian,)
    arguments, results = ("number",), ("translation", "rotation")
    kind_of_point: ClassVar[int]

    def __init__(self, *arguments: Any):
        super().__init__(*arguments)
        self.kind = self.kind_of_point


class BodyJacobian(FrameJacobian):
    """Of a body's frame."""

    kind_of_point, objects = BODY, {"number": "body"}


class BodyComJacobian(FrameJacobian):
    """Of a body's centre of mass."""

    kind_of_point, objects = BODY_COM, {"number": "body"}


class GeomJacobian(FrameJacobian):
    """Of a geom's centre."""

    kind_of_point, objects = GEOM, {"number": "geom"}


class SiteJacobian(FrameJacobian):
    """Of a site."""

    kind_of_point, objects = SITE, {"number": "site"}


class SubtreeJacobian(DataQuery):
    """The Jacobian of the centre of mass of a body and its descendants."""

    layout, stages = SUBTREE, (subtree_jacobian,)
    arguments, results = ("number",), ("translation",)
    objects: ClassVar[dict[str, str]] = {"number": "body"}


class AppliedForce(DataQuery):
    """The generalized force of a force and torque at a point of a body."""

    layout, stages = FORCE, (apply_force_at,)
    arguments, in_place = ("force", "torque", "point", "number", "qfrc"), ("qfrc",)
    objects: ClassVar[dict[str, str]] = {"number": "body"}
