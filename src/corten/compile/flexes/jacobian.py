"""Where the numbers of the Jacobian of edges stand: a row has the dofs that move one end of the edge or the other."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from corten.compile.objects.body_rows import Body
from corten.compile.objects.flexes import Flex
from corten.model import Model

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
