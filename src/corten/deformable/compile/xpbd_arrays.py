"""From the XPBD constraints of deformables to the arrays of a Model."""

from collections.abc import Sequence

import numpy as np

from corten.compile.objects.body_rows import Body
from corten.deformable.compile.flex import Flex
from corten.deformable.fields.kinds import XPBD_ROWS, XPBD_VERTICES, XpbdType
from corten.model import Model

ROWS, VERTICES = np.array(XPBD_ROWS), np.array(XPBD_VERTICES)

# constraints whose strain may be tension, and those of motion across them
STRAINED = (XpbdType.MEMBRANE, XpbdType.DISTANCE, XpbdType.ROD)
TAUT = (XpbdType.TAUT_TRIANGLE, XpbdType.TAUT_SEGMENT)


class XpbdArrays:
    """All constraints with their places in the arrays; those that no dof can change are left out."""

    def __init__(self, flexes: Sequence[Flex], bodies: Sequence[Body]):
        self._bodies = bodies
        self._dofs: dict[int, tuple[int, ...]] = {}
        self._types: list[int] = []
        self._flexid: list[int] = []
        self._vertices: list[list[int]] = []
        self._rest: list[np.ndarray] = []
        self._compliance: list[np.ndarray] = []
        self._columns: list[tuple[int, ...]] = []
        self._pulls: list[int] = []
        self._parts: list[list[int]] = []
        self._shares: list[float] = []
        for number, flex in enumerate(flexes):
            flex.xpbdadr = len(self._types)
            if flex.xpbd is not None:
                self._add(number, flex)
            flex.xpbdnum = len(self._types) - flex.xpbdadr
        self._types_array = np.array(self._types, int)
        self._width = np.array([len(row) for row in self._columns], int)
        self._rows = ROWS[self._types_array] if self._types else np.zeros(0, int)

    def sizes(self) -> dict[str, int]:
        """Return how much room all constraints need."""
        return {
            "nxpbd": len(self._types),
            "nxpbdrow": int(self._rows.sum()),
            "nxpbdcol": int(self._width.sum()),
            "nxpbdpart": len(self._shares),
            "nxpbdJ": int((self._rows * self._width).sum()),
        }

    def fill(self, model: Model) -> None:
        """Write all constraints."""
        if not self._types:
            return
        model.xpbd_type[:], model.xpbd_flexid[:] = self._types_array, self._flexid
        model.xpbd_pullid[:] = self._pulls
        model.xpbd_vertid[:], model.xpbd_rest[:] = self._vertices, self._rest
        model.xpbd_compliance[:] = np.concatenate(self._compliance)
        model.xpbd_rowadr[:] = np.cumsum(self._rows) - self._rows
        model.xpbd_colnum[:], model.xpbd_coladr[:] = self._width, np.cumsum(self._width) - self._width
        entries = self._rows * self._width
        model.xpbd_Jadr[:] = np.cumsum(entries) - entries
        model.xpbd_colind[:] = [dof for row in self._columns for dof in row]
        counts = np.array([len(parts) for parts in self._parts])
        model.xpbd_partnum[:], model.xpbd_partadr[:] = counts, np.cumsum(counts) - counts
        model.xpbd_partid[:] = [part for parts in self._parts for part in parts]
        model.xpbd_partshare[:] = self._shares

    def _add(self, number: int, flex: Flex) -> None:
        """Add the constraints of a flex."""
        found, held = flex.xpbd, flex.shape.vertbodyid.tolist()
        assert found is not None
        rows = ROWS[found.types]
        first = np.cumsum(rows) - rows
        strained: dict[tuple[int, ...], int] = {}
        numbers: dict[int, int] = {}
        means = iter(found.parts)
        for c, (kind, vertices) in enumerate(zip(found.types.tolist(), found.vertices.tolist(), strict=True)):
            used = vertices[: VERTICES[kind]]
            bodies = {self._bodies[held[vertex]].weldid for vertex in used}
            columns = sorted({dof for body in bodies for dof in self._dofs_above(body)})
            parts: list[int] = []
            if kind == XpbdType.PATCH:
                # what was left out is never strained
                chosen, shares = next(means)
                pairs = zip(chosen.tolist(), shares.tolist(), strict=True)
                kept = [(numbers[part], share) for part, share in pairs if part in numbers]
                parts = [part for part, _ in kept]
                columns = sorted({dof for part in parts for dof in self._columns[part]})
                self._shares += [share for _, share in kept]
            if columns and (parts or len(bodies) > 1):
                if kind in STRAINED:
                    strained[tuple(used)] = len(self._types)
                numbers[c] = len(self._types)
                self._pulls.append(strained[tuple(used)] if kind in TAUT else -1)
                self._parts.append(parts)
                self._types.append(kind)
                self._flexid.append(number)
                self._vertices.append([flex.vertadr + vertex for vertex in vertices])
                self._rest.append(found.rest[c])
                self._compliance.append(found.compliance[first[c] : first[c] + rows[c]])
                self._columns.append(tuple(columns))

    def _dofs_above(self, number: int) -> tuple[int, ...]:
        """Return the dofs of a body and of those above it."""
        if number not in self._dofs:
            dofs: list[int] = []
            body: Body | None = self._bodies[number]
            while body is not None:
                dofs += range(body.dofadr, body.dofadr + body.dofnum)
                body = body.parent
            self._dofs[number] = tuple(dofs)
        return self._dofs[number]
