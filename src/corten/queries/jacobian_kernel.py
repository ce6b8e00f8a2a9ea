"""The Jacobians of a point that moves with a body, and of centres of mass, compiled."""

import numpy as np
from numpy.typing import NDArray

from corten.data import Data
from corten.math import vector3
from corten.math.vector3 import load3
from corten.queries.question import Question, question_layout
from corten.runtime import Vec3, helper, stage
from corten.runtime.fields import F8, I4, Field
from corten.stages.tree import last_dof

# what point a Jacobian is of
GIVEN, BODY, BODY_COM, GEOM, SITE, SUBTREE_COM = range(6)


JACOBIAN = question_layout(
    "JacobianQuestion",
    ("cdof", "subtree_com", "xpos", "xipos", "geom_xpos", "site_xpos"),
    (
        Field("kind", I4, (), "what point"),
        Field("number", I4, (), "body, geom or site"),
        Field("point", F8, (1, 3), "a given point in the world [m]"),
        Field("translation", F8, (3, "nv"), "Jacobian of the point"),
        Field("rotation", F8, (3, "nv"), "Jacobian of the body's orientation"),
    ),
    "corten.queries.jacobian_kernel:JACOBIAN",
)


@stage
def point_jacobian(m, d) -> None:
    """Compute the Jacobians of a point, or the first of them for the centre of mass of a subtree."""
    kind, number, translation, rotation = d.kind, d.number, d.translation, d.rotation

    for i in range(m.nv):
        for k in range(3):
            translation[k, i] = 0.0
            rotation[k, i] = 0.0
    if kind == GEOM:
        add_jacobian(m, d, m.geom_bodyid[number], load3(d.geom_xpos, number), 1.0)
    elif kind == SITE:
        add_jacobian(m, d, m.site_bodyid[number], load3(d.site_xpos, number), 1.0)
    elif kind == BODY:
        add_jacobian(m, d, number, load3(d.xpos, number), 1.0)
    elif kind == BODY_COM:
        add_jacobian(m, d, number, load3(d.xipos, number), 1.0)
    elif kind == GIVEN:
        add_jacobian(m, d, number, load3(d.point, 0), 1.0)
    else:
        # bodies of a subtree have numbers in one piece
        body = number
        while body < m.nbody and (body == number or m.body_parentid[body] >= number):
            add_jacobian(m, d, body, load3(d.xipos, body), m.body_mass[body] / m.body_subtreemass[number])
            body += 1


@helper
def add_jacobian(m, d, body: int, point: Vec3, share: float) -> None:
    """Add a share of the Jacobians of a point that moves with a body."""
    cdof, parent, translation, rotation = d.cdof, m.dof_parentid, d.translation, d.rotation
    offset = vector3.sub(point, load3(d.subtree_com, m.body_rootid[body]))

    i = last_dof(m, body)
    while i >= 0:
        turn = (cdof[i, 0], cdof[i, 1], cdof[i, 2])
        along = vector3.add((cdof[i, 3], cdof[i, 4], cdof[i, 5]), vector3.cross(turn, offset))
        translation[0, i] += share * along[0]
        translation[1, i] += share * along[1]
        translation[2, i] += share * along[2]
        rotation[0, i] += share * turn[0]
        rotation[1, i] += share * turn[1]
        rotation[2, i] += share * turn[2]
        i = parent[i]


class JacobianQuestion(Question):
    """Jacobians of one kind of point: the object that it belongs to, by number, and the answer."""

    layout = JACOBIAN
    stage = point_jacobian

    # what point, and what kind of names its objects have
    of: int
    names: str

    object_number: NDArray[np.int32]
    translation: NDArray[np.float64]
    rotation: NDArray[np.float64]

    def __init__(self, data: Data):
        super().__init__(data)
        self.kind = self.of
        self.__dict__["object_number"] = self._views["number"]


class GivenPoint(JacobianQuestion):
    """A point of the world that moves with a body."""

    of, names = GIVEN, "body"


class BodyFrame(JacobianQuestion):
    """The frame of a body."""

    of, names = BODY, "body"


class BodyCentre(JacobianQuestion):
    """The centre of mass of a body."""

    of, names = BODY_COM, "body"


class GeomCentre(JacobianQuestion):
    """The centre of a geom."""

    of, names = GEOM, "geom"


class SitePlace(JacobianQuestion):
    """A site."""

    of, names = SITE, "site"


class SubtreeCentre(JacobianQuestion):
    """The centre of mass of a body and its descendants."""

    of, names = SUBTREE_COM, "body"
