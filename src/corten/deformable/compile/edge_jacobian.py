"""Where flexes are at qpos0, and the pattern of the Jacobian of their edges.

A row of it has the dofs that move one end of the edge or the other.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from corten.compile.objects.body_rows import Body
from corten.deformable.compile.flex import Flex
from corten.model import Model
from corten.spec.frames import IDENTITY, Pose, compose, rotate

Ints = NDArray[np.int64]


@dataclass(slots=True)
class EdgeRows:
    """The rows of all edges: entries in each, first entries, dofs; `room` counts those of flexes without rows, too."""

    rownnz: Ints
    rowadr: Ints
    colind: Ints
    room: int

    @classmethod
    def of(cls, flexes: Sequence[Flex], bodies: Sequence[Body]) -> "EdgeRows":
        """Return the rows of flexes whose edges give forces; those of others are empty, and so are rigid ones."""
        dofs: dict[int, list[int]] = {}
        counts, columns, room = [], [], 0
        for flex in flexes:
            rows = [] if flex.rigid or flex.interp else _rows(flex, bodies, dofs)
            room += sum(map(len, rows))
            if not flex.has_edge_forces:
                rows = []
            counts += [len(row) for row in rows] or [0] * len(flex.shape.edges)
            columns += [dof for row in rows for dof in row]
        rownnz = np.array(counts, int)
        return cls(rownnz, np.cumsum(rownnz) - rownnz, np.array(columns, int), room)

    def fill(self, model: Model) -> None:
        """Write where the entries stand."""
        model.flexedge_J_rownnz[:], model.flexedge_J_rowadr[:] = self.rownnz, self.rowadr
        model.flexedge_J_colind[: len(self.colind)] = self.colind


def _rows(flex: Flex, bodies: Sequence[Body], dofs: dict[int, list[int]]) -> list[list[int]]:
    """Return the dofs of each edge in ascending order."""
    paths = {number: _path(bodies[number], dofs) for number in set(flex.shape.vertbodyid.tolist())}
    rows = []
    for one, other in flex.shape.vertbodyid[flex.shape.edges].tolist():
        first, second = paths[one], paths[other]
        if first is second:
            rows.append(first)
        elif first and second and first[-1] < second[0]:
            rows.append(first + second)
        else:
            rows.append(sorted({*first, *second}))
    return rows


def _path(body: Body, dofs: dict[int, list[int]]) -> list[int]:
    """Return the dofs above a body and its own."""
    below = []
    while body.number not in dofs and body.parent is not None:
        below.append(body)
        body = body.parent
    found = dofs.setdefault(body.number, [])
    for each in reversed(below):
        own = range(each.dofadr, each.dofadr + each.dofnum)
        found = dofs[each.number] = [*found, *own] if own else found
    return found


def dof_chains(bodies: Sequence[Body]) -> list[list[int]]:
    """Return the dofs that move each body, in ascending order."""
    dofs: dict[int, list[int]] = {}
    return [_path(body, dofs) for body in bodies]


# ---- vertices and nodes at qpos0


Points = NDArray[np.float64]


class Poses:
    """The poses of bodies in the world at qpos0, found once for each body."""

    def __init__(self, bodies: Sequence[Body]):
        self._bodies = bodies
        self._poses: dict[int, Pose] = {0: IDENTITY}

    def of(self, number: int) -> Pose:
        """Return the pose of a body."""
        path = []
        while number not in self._poses:
            path.append(number)
            parent = self._bodies[number].parent
            assert parent is not None
            number = parent.number
        pose = self._poses[number]
        for each in reversed(path):
            pose = self._bodies[each].pose if pose is IDENTITY else compose(pose, self._bodies[each].pose)
            self._poses[each] = pose
        return pose

    def place(self, points: Points, bodies: Ints) -> Points:
        """Return where points (n, 3), given in the frames of bodies, are in the world [m]."""
        result = np.empty((len(points), 3))
        for number, (point, body) in enumerate(zip(points.tolist(), bodies.tolist(), strict=True)):
            pos, quat = self.of(body)
            x, y, z = rotate(quat, point)
            result[number] = pos[0] + x, pos[1] + y, pos[2] + z
        return result
