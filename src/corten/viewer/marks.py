"""Marks of scripts on the page: the shapes and labels of `viewer.user_scn`."""

from collections import defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from corten.enums import GeomType
from corten.scene.lines import box_edges
from corten.scene.options import MarkType
from corten.viewer import quaternions
from corten.viewer.decoration import Pool
from corten.viewer.shapes import UPRIGHT, UPSIDE_DOWN, Part, Shape, shape, split

if TYPE_CHECKING:
    from corten.model import Model

Floats = NDArray[Any]

# radius of lines of one pixel [extent], which have no thickness in the scene
THIN = 0.001
# steps of opacity that are told apart
OPACITIES = 20

TRIANGLE = Shape(
    np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0]], np.float32), np.array([[0, 1, 2]]), flat=True, both_sides=True
)


class MarkCopy(NamedTuple):
    """A mark as it was when the scene was synchronised."""

    type: int
    size: Floats
    pos: Floats
    mat: Floats
    rgba: Floats
    label: str
    dataid: int


def copy_marks(scene: Any) -> tuple[MarkCopy, ...]:
    """Return copies of the marks of a scene: one that has `ngeom` and `geoms`, such as MuJoCo's MjvScene."""
    return tuple(
        MarkCopy(
            int(mark.type),
            np.array(mark.size, float),
            np.array(mark.pos, float),
            np.array(mark.mat, float).reshape(3, 3),
            np.array(mark.rgba, float),
            str(mark.label),
            int(mark.dataid),
        )
        for mark in (scene.geoms[i] for i in range(scene.ngeom))
    )


@dataclass(slots=True)
class Rows:
    """Instances of one shape while they are being collected."""

    pos: list[Floats] = field(default_factory=list)
    quat: list[Floats] = field(default_factory=list)
    scale: list[Any] = field(default_factory=list)
    rgb: list[Floats] = field(default_factory=list)


class Marks:
    """Marks of one model on a viser server."""

    def __init__(self, server: Any, model: "Model"):
        self._server, self._model = server, model
        self._pools: dict[tuple[Hashable, int], Pool] = {}
        self._labels: list[Any] = []
        self._shown: tuple[MarkCopy, ...] = ()

    def show(self, marks: tuple[MarkCopy, ...]) -> None:
        """Bring the page to some marks; call it within `server.atomic()`."""
        if marks is self._shown:
            return
        self._shown = marks
        found: dict[tuple[Hashable, int], Rows] = defaultdict(Rows)
        for mark in marks:
            opacity = int(np.ceil(OPACITIES * min(max(float(mark.rgba[3]), 0.0), 1.0)))
            for part in mark_parts(self._model, mark) if opacity else ():
                rows, turn = found[part.shape, opacity], quaternions.from_matrix(mark.mat)[0]
                rows.pos.append(mark.pos + quaternions.rotate(turn, part.pos))
                rows.quat.append(quaternions.multiply(turn, part.quat))
                rows.scale.append(part.scale)
                rows.rgb.append(mark.rgba[:3])
        for key in found.keys() - self._pools.keys():
            self._pools[key] = self._pool(*key)
        for key, pool in self._pools.items():
            rows = found.get(key, Rows())
            columns = ((rows.pos, 3), (rows.quat, 4), (rows.scale, 3), (rows.rgb, 3))
            pool.show(*(np.array(column, float).reshape(-1, width) for column, width in columns))
        self._show_labels([mark for mark in marks if mark.label])

    def remove(self) -> None:
        """Take everything off the page."""
        for each in (*self._pools.values(), *self._labels):
            each.remove()

    def _pool(self, key: Hashable, opacity: int) -> Pool:
        name = f"/marks/{len(self._pools)}"
        mesh = TRIANGLE if key == "triangle" else shape(self._model, key)
        return Pool(self._server, name, mesh, opacity=None if opacity == OPACITIES else opacity / OPACITIES)

    def _show_labels(self, marks: Sequence[MarkCopy]) -> None:
        for i, mark in enumerate(marks):
            if i == len(self._labels):
                self._labels.append(self._server.scene.add_label(f"/marks/label {i}", mark.label))
            label = self._labels[i]
            label.text, label.position, label.visible = mark.label, mark.pos, True
        for label in self._labels[len(marks) :]:
            label.visible = False


def mark_parts(model: "Model", mark: MarkCopy) -> list[Part]:
    """Return the shapes of a mark in its frame; nothing for one that is a label alone."""
    kind, (a, b, c) = mark.type, mark.size.tolist()
    thin = THIN * float(model.stat.extent)
    if kind in (GeomType.CAPSULE, GeomType.CYLINDER):
        return split(model, GeomType(kind), np.array([a, c, 0.0]), -1)
    if kind in (GeomType.PLANE, GeomType.SPHERE, GeomType.ELLIPSOID, GeomType.BOX):
        return split(model, GeomType(kind), mark.size, -1)
    if kind in (GeomType.MESH, GeomType.SDF):
        return [Part(("mesh", mark.dataid // 2))] if 0 <= mark.dataid < 2 * model.nmesh else []
    if kind == GeomType.HFIELD:
        return [Part(("hfield", mark.dataid))] if 0 <= mark.dataid < model.nhfield else []
    if kind in (MarkType.ARROW, MarkType.ARROW1):
        return [Part("arrow", scale=(a, a, c))]
    if kind == MarkType.ARROW2:
        # half of it to either side
        return [Part("arrow", quat=turn, scale=(a, a, 0.5 * c)) for turn in (UPRIGHT, UPSIDE_DOWN)]
    if kind == MarkType.LINE:
        return [Part("cylinder", (0.0, 0.0, 0.5 * c), scale=(a * thin, a * thin, 0.5 * c))]
    if kind == MarkType.LINEBOX:
        start, end = box_edges(np.zeros((1, 3)), mark.size[None], np.zeros((1, 3)), np.eye(3).reshape(1, 9))
        middle, half = 0.5 * (start + end), np.maximum(0.5 * np.abs(end - start), thin)
        return [Part("box", (x, y, z), scale=(p, q, r)) for (x, y, z), (p, q, r) in zip(middle, half, strict=True)]
    return [Part("triangle", scale=(a, b, 1.0))] if kind == MarkType.TRIANGLE else []
