"""Marks: what scripts put into a scene besides the model, in the words of MuJoCo's MjvGeom and MjvScene."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from corten.enums import GeomType, ObjectType
from corten.model import Model
from corten.scene.labels import Labels
from corten.scene.lines import Lines, box_edges, join_lines, make_lines, no_lines
from corten.scene.options import MarkType, SceneFlags
from corten.scene.scene import Scene
from corten.scene.shapes import ARROWS, MeshKey, Shapes, axes_along, join, make_shapes, scene_sizes, triangle_key

Floats = NDArray[np.floating]

# most marks of a scene, and the size that one has to begin with [m] (MuJoCo's values)
MOST_MARKS, SIZE = 10000, 0.1

# types that have a form of their own, and those of them that are drawn between two points
SOLID = (GeomType.SPHERE, GeomType.CAPSULE, GeomType.ELLIPSOID, GeomType.CYLINDER, GeomType.BOX, GeomType.PLANE)
MIDDLE = (GeomType.CAPSULE, GeomType.CYLINDER, GeomType.BOX)

# a triangle between the origin and the ends of the first two axes
UNIT_TRIANGLE = triangle_key(((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)))

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
        """Become a shape; what is not given is plain. Sizes are those of a geom. MuJoCo's mjv_initGeom."""
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


def mark_scene(model: Model, marks: Sequence[Any]) -> Scene:
    """Return the scene of marks, or of MjvGeoms, as they are now."""
    labelled = [mark for mark in marks if mark.label]
    pos = np.array([mark.pos for mark in labelled], float).reshape(-1, 3)
    labels = Labels([str(mark.label) for mark in labelled], pos)
    return Scene(mark_shapes(model, marks), mark_lines(marks), labels)


def mark_shapes(model: Model, marks: Sequence[Any]) -> Shapes:
    """Return the shapes of marks, as far as they have any."""
    parts = [make_shapes(0)]
    for mark in marks:
        kind, key = int(mark.type), _mesh_key(model, mark)
        if kind not in (*SOLID, *ARROWS) and key is None:
            continue
        look = (mark.emission, mark.specular, mark.shininess, mark.reflectance)
        pose = {"size": mark.size, "pos": mark.pos, "mat": np.ravel(mark.mat)}
        named = {"rgba": mark.rgba, "look": look, "objtype": mark.objtype, "objid": mark.objid}
        parts.append(make_shapes(1, type=kind, mesh=key, **pose, **named))
    return join(parts)


def _mesh_key(model: Model, mark: Any) -> MeshKey | None:
    """Return the triangles of a mark, None for one that has none."""
    kind, dataid = int(mark.type), int(mark.dataid)
    if kind in (GeomType.MESH, GeomType.SDF) and 0 <= dataid < 2 * model.nmesh:
        return "hull" if dataid % 2 else "mesh", dataid // 2
    if kind == GeomType.HFIELD and 0 <= dataid < model.nhfield:
        return "hfield", dataid
    return UNIT_TRIANGLE if kind == MarkType.TRIANGLE else None


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
