"""Marks: what scripts put into a scene besides the model, in the words of MuJoCo's MjvGeom and MjvScene."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from corten.enums import GeomType, ObjectType
from corten.model import Model
from corten.render.arrows import arrow_columns
from corten.render.content import Content
from corten.render.labels import Labels
from corten.render.lines import Lines, box_edges, join_lines, line_shapes, make_lines, no_lines
from corten.render.mapping import MarkType
from corten.render.options import SceneFlags
from corten.render.shapes import Shapes, axes_along, join, make_shapes, scene_sizes
from corten.render.surfaces import Surface, Surfaces, make_surface

Floats = NDArray[np.floating]

# most marks of a scene, and the size that one has to begin with [m] (MuJoCo's values)
MOST_MARKS, SIZE = 10000, 0.1

# types that are drawn between two points
ARROWS = {MarkType.ARROW: "arrow", MarkType.ARROW1: "pin", MarkType.ARROW2: "double"}
SOLID = (GeomType.SPHERE, GeomType.CAPSULE, GeomType.ELLIPSOID, GeomType.CYLINDER, GeomType.BOX, GeomType.PLANE)
MIDDLE = (GeomType.CAPSULE, GeomType.CYLINDER, GeomType.BOX)

# width of the edges of a box of lines, in that of <visual> (MuJoCo's value)
BOX_WIDTH = 1.5


@dataclass(eq=False)
class Mark:
    """A shape that a script shows: `type` is a GeomType or a MarkType, the rest has MjvGeom's meaning.

    `size` [m] has half extents along the axes, of an arrow or line its width and, last, its length; `mat` are the axes.
    `label` is written beside it. A mesh is named by `dataid`: twice its number, one more for its hull.
    """

    type: int = GeomType.SPHERE
    size: Floats = field(default_factory=lambda: np.full(3, SIZE))
    pos: Floats = field(default_factory=lambda: np.zeros(3))
    mat: Floats = field(default_factory=lambda: np.eye(3))
    rgba: Floats = field(default_factory=lambda: np.array([0.5, 0.5, 0.5, 1.0]))
    label: str = ""
    dataid: int = -1
    objtype: int = ObjectType.UNKNOWN
    objid: int = -1
    emission: float = 0.0
    specular: float = 0.5
    shininess: float = 0.5
    reflectance: float = 0.0

    def set(
        self,
        type: int,
        size: ArrayLike | None = None,
        pos: ArrayLike | None = None,
        mat: ArrayLike | None = None,
        rgba: ArrayLike | None = None,
    ) -> "Mark":
        """Begin anew as a shape; what is not given is plain. Sizes are those of a geom. MuJoCo's mjv_initGeom."""
        fresh = Mark(type=int(type))
        if size is not None:
            given = np.zeros((1, 3))
            given[0, : np.size(size)] = np.ravel(size)
            fresh.size = scene_sizes(np.array([type]), given)[0]
        fresh.pos = fresh.pos if pos is None else np.array(pos, float)
        fresh.mat = fresh.mat if mat is None else np.array(mat, float).reshape(3, 3)
        fresh.rgba = fresh.rgba if rgba is None else np.array(rgba, float)
        self.__dict__.update(fresh.__dict__)
        return self

    def connect(self, type: int, width: float, start: ArrayLike, end: ArrayLike) -> "Mark":
        """Reach from a point to another as an arrow, line, capsule, cylinder or box. MuJoCo's mjv_connector."""
        start, end = np.asarray(start, float), np.asarray(end, float)
        if int(type) not in (*ARROWS, MarkType.LINE, *MIDDLE):
            raise ValueError(f"a mark of type {type} has no two ends; arrows, lines, capsules and the like have")
        length, middle = float(np.linalg.norm(end - start)), type in MIDDLE
        self.type, self.size = int(type), np.array([width, width, 0.5 * length if middle else length])
        self.pos, self.mat = 0.5 * (start + end) if middle else start, axes_along((end - start)[None]).reshape(3, 3)
        return self


class MarkList(Sequence):
    """The marks of a scene, made when they are first asked for."""

    def __init__(self, most: int):
        self._most, self._made = most, []

    def __len__(self) -> int:
        return self._most

    def __getitem__(self, i: Any) -> Any:
        if isinstance(i, slice):
            return [self[k] for k in range(*i.indices(self._most))]
        if not -self._most <= i < self._most:
            raise IndexError(f"mark {i} does not exist; there are {self._most}")
        i %= self._most
        self._made += [Mark() for _ in range(i + 1 - len(self._made))]
        return self._made[i]


@dataclass(eq=False)
class MarkScene(SceneFlags):
    """Marks, and how a scene is drawn: the first `ngeom` of `geoms` are shown."""

    maxgeom: int = MOST_MARKS
    ngeom: int = 0

    def __post_init__(self) -> None:
        self.geoms = MarkList(self.maxgeom)

    def add(self, type: int, size: ArrayLike = SIZE, **named: Any) -> Mark:
        """Show one mark more: a type, a size as geoms have it, and `pos`, `mat`, `rgba`, `label`."""
        label = named.pop("label", "")
        mark = self._next().set(type, np.atleast_1d(size), **named)
        mark.label = label
        return mark

    def connect(self, type: int, width: float, start: ArrayLike, end: ArrayLike, **named: Any) -> Mark:
        """Show one mark more, from a point to another; `rgba` and `label` may be given."""
        mark = self._next().set(type, rgba=named.pop("rgba", None)).connect(type, width, start, end)
        mark.label = named.pop("label", "")
        return mark

    def clear(self) -> None:
        """Show no marks."""
        self.ngeom = 0

    def _next(self) -> Mark:
        if self.ngeom >= self.maxgeom:
            raise ValueError(f"the scene has {self.maxgeom} marks, which are as many as there can be")
        self.ngeom += 1
        return self.geoms[self.ngeom - 1]


def with_marks(content: Content, model: Model, surfaces: Surfaces, marks: Sequence[Any]) -> Content:
    """Return what a picture shows together with marks."""
    lines = join_lines([mark_lines(marks), content.lines])
    shapes = content.shapes.take(slice(len(content.shapes) - len(content.lines)))
    shapes = join([shapes, mark_shapes(model, surfaces, marks), line_shapes(lines)])
    labelled = [mark for mark in marks if mark.label]
    pos = np.concatenate([content.labels.pos, np.array([mark.pos for mark in labelled]).reshape(-1, 3)])
    labels = Labels([*content.labels.text, *(str(mark.label) for mark in labelled)], pos)
    return replace(content, shapes=shapes, lines=lines, labels=labels)


def mark_shapes(model: Model, surfaces: Surfaces, marks: Sequence[Any]) -> Shapes:
    """Return the shapes of marks, as far as they have any."""
    parts = [make_shapes(0)]
    for mark in marks:
        columns = _columns(model, surfaces, mark)
        if columns is not None:
            look = (mark.emission, mark.specular, mark.shininess, mark.reflectance)
            named = {"rgba": mark.rgba, "look": look, "objtype": mark.objtype, "objid": mark.objid}
            parts.append(make_shapes(1, **columns, **named))
    return join(parts)


def _columns(model: Model, surfaces: Surfaces, mark: Any) -> dict[str, Any] | None:
    """Return type, size and place of a mark; None for what has no shape."""
    kind, size = int(mark.type), np.asarray(mark.size, float)
    pos, mat = np.asarray(mark.pos, float), np.asarray(mark.mat, float).reshape(3, 3)
    here = {"pos": pos, "mat": mat.reshape(9)}
    if kind in SOLID:
        return {"type": kind, "size": size, **here}
    if kind in ARROWS:
        return arrow_columns(model, surfaces, ARROWS[MarkType(kind)], float(size[0]), (pos, pos + size[2] * mat[:, 2]))
    if kind in (GeomType.MESH, GeomType.SDF) and 0 <= mark.dataid < 2 * model.nmesh:
        mesh, hull = divmod(int(mark.dataid), 2)
        return {"type": GeomType.MESH, "surface": surfaces.hull(mesh) if hull else surfaces.mesh(mesh), **here}
    if kind == GeomType.HFIELD and 0 <= mark.dataid < model.nhfield:
        return {"type": kind, "surface": surfaces.height_field(int(mark.dataid)), **here}
    if kind == MarkType.TRIANGLE:
        surface = surfaces.number("triangle", unit_triangle)
        return {"type": GeomType.MESH, "surface": surface, "size": (size[0], size[1], 1.0), **here}
    return None


def unit_triangle() -> Surface:
    """Return the triangle between the origin and the ends of the first two axes, seen from both sides."""
    corner = np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
    return make_surface(np.stack([corner, corner[[0, 2, 1]]]), np.broadcast_to([0.0, 0.0, 1.0], (2, 3, 3)))


def mark_lines(marks: Sequence[Any]) -> Lines:
    """Return the lines of marks."""
    parts = [no_lines()]
    for mark in marks:
        size, pos, mat = (np.asarray(part, float) for part in (mark.size, mark.pos, mark.mat))
        named = {"rgba": mark.rgba, "objtype": mark.objtype, "objid": mark.objid}
        if mark.type == MarkType.LINE:
            parts.append(make_lines(pos, pos + size[2] * mat.reshape(3, 3)[:, 2], width=float(size[0]), **named))
        elif mark.type == MarkType.LINEBOX:
            start, end = box_edges(np.zeros((1, 3)), size[None], pos[None], mat.reshape(1, 9))
            parts.append(make_lines(start, end, width=BOX_WIDTH, **named))
    return join_lines(parts)
