"""Rows of the abstract scene: shapes with form, pose, look and object, whoever draws them; MuJoCo's mjvGeom."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from corten.enums import GeomType, ObjectType
from corten.model import Model
from corten.scene.options import Category, MarkType, SceneOption, VisFlag

Floats = NDArray[np.floating]
Ints = NDArray[np.integer]

# types that only scenes have: a whole flex, a whole skin (MuJoCo's mjGEOM_FLEX and mjGEOM_SKIN)
FLEX, SKIN = 105, 106

# types whose place is their beginning, not their middle
ARROWS = (MarkType.ARROW, MarkType.ARROW1, MarkType.ARROW2)

# a form by what it is of: ("mesh", 3), ("hull", 3), ("hfield", 0), ("grid", 1), ("triangle", corners)
MeshKey = tuple[str, Any]

# emission, specularity, shininess and reflectance of what has no material (MuJoCo's)
PLAIN = (0.0, 0.5, 0.5, 0.0)

# a colour that counts as none given, so that a material decides (MuJoCo's)
GREY = np.array([0.5, 0.5, 0.5, 1.0], np.float32)


Rows = TypeVar("Rows", bound="Shapes")


@dataclass(eq=False)
class Shapes:
    """Some shapes, a row for each.

    `type` is a GeomType, a MarkType, FLEX or SKIN. `size` has half extents along the axes, of arrows width and, last,
    length; `look` is emission, specularity, shininess and reflectance. `mesh` is the MeshKey of what is made of
    triangles, else None. `material` is that whose texture it shows, -1 for none; `shadow` tells which throw shadows.
    """

    type: Ints
    size: Floats
    pos: Floats
    mat: Floats
    rgba: Floats
    look: Floats
    mesh: NDArray[np.object_]
    material: Ints
    objtype: Ints
    objid: Ints
    category: Ints
    shadow: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.type)

    @staticmethod
    def none() -> "Shapes":
        """Return no shapes."""
        return make_shapes(0)

    def take(self: Rows, rows: Any) -> Rows:
        """Return some of them."""
        return type(self)(*(getattr(self, column.name)[rows] for column in fields(self)))


def make_shapes(count: int, **columns: Any) -> Shapes:
    """Return shapes of which some columns are given, and all else is plain."""
    values = {
        "type": np.full(count, GeomType.SPHERE, np.int32),
        "size": np.ones((count, 3)),
        "pos": np.zeros((count, 3)),
        "mat": np.tile(np.eye(3).reshape(9), (count, 1)),
        "rgba": np.tile(GREY, (count, 1)),
        "look": np.tile(np.array(PLAIN), (count, 1)),
        "mesh": np.full(count, None, object),
        "material": np.full(count, -1, np.int32),
        "objtype": np.full(count, ObjectType.UNKNOWN, np.int32),
        "objid": np.arange(count, dtype=np.int32),
        "category": np.full(count, Category.DECOR, np.int32),
        "shadow": np.ones(count, bool),
    }
    for name, value in columns.items():
        if name == "mesh":
            values[name] = mesh_keys([value] * count)
            continue
        values[name] = np.broadcast_to(np.asarray(value, values[name].dtype), values[name].shape)
    return Shapes(**values)


def mesh_keys(keys: Sequence[MeshKey | None]) -> NDArray[np.object_]:
    """Return keys as a column: an array of objects, which tuples do not become by themselves."""
    column = np.full(len(keys), None, object)
    for i, key in enumerate(keys):
        column[i] = key
    return column


def join(parts: Sequence[Rows]) -> Rows:
    """Return all shapes of some lists."""
    parts = [part for part in parts if len(part)] or parts[:1]
    if len(parts) == 1:
        return parts[0]
    columns = (column.name for column in fields(parts[0]))
    return type(parts[0])(*(np.concatenate([getattr(part, name) for part in parts]) for name in columns))


def triangle_key(corner: Any) -> MeshKey:
    """Return the mesh of one triangle that is seen from both sides; its corners (3, 3) are part of its name."""
    return "triangle", tuple(tuple(float(x) for x in point) for point in corner)


def scene_sizes(kind: Ints, size: Floats) -> Floats:
    """Return sizes of geoms or sites as extents along their axes: spheres have one number, round shapes two."""
    size = np.array(size, float)
    ball = kind == GeomType.SPHERE
    size[ball, 1] = size[ball, 2] = size[ball, 0]
    long = (kind == GeomType.CAPSULE) | (kind == GeomType.CYLINDER)
    size[long, 2] = size[long, 1]
    size[long, 1] = size[long, 0]
    return size


def put_material(model: Model, shapes: Shapes, material: Ints, rgba: Floats, option: SceneOption) -> None:
    """Give shapes their material and colour; a colour that differs from grey counts more than the material's."""
    material = np.asarray(material)
    has = material >= 0
    colours, looks = np.array(rgba, np.float32), np.array(shapes.look)
    if has.any():
        chosen = material[has]
        unset = has & (colours == GREY).all(axis=1)
        colours[unset] = model.mat_rgba[material[unset]]
        columns = (model.mat_emission, model.mat_specular, model.mat_shininess, model.mat_reflectance)
        looks[has] = np.stack([column[chosen] for column in columns], axis=1)
    shapes.rgba, shapes.look = colours, looks
    shapes.material = np.where(has & option.shows(VisFlag.TEXTURE), material, -1)


def fade(model: Model, shapes: Shapes, moving: NDArray[np.bool_], option: SceneOption) -> None:
    """Let what moves be seen through, if that was asked for."""
    if option.shows(VisFlag.TRANSPARENT):
        shapes.rgba = np.array(shapes.rgba)
        shapes.rgba[moving, 3] *= float(model.vis_map_alpha)


def in_groups(group: Ints, shown: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Tell which objects belong to a group that is shown."""
    return np.asarray(shown).astype(bool)[np.clip(group, 0, len(shown) - 1)]


def connect(kind: int, width: Floats | float, start: Floats, end: Floats) -> dict[str, Any]:
    """Return the columns of capsules, cylinders or arrows of half widths from points to points; mjv_connector."""
    start, end = np.atleast_2d(start), np.atleast_2d(end)
    way = end - start
    length = np.linalg.norm(way, axis=1)
    width = np.broadcast_to(np.asarray(width, float), length.shape)
    return {
        "type": int(kind),
        "size": np.stack([width, width, length if kind in ARROWS else 0.5 * length], axis=1),
        "pos": start if kind in ARROWS else 0.5 * (start + end),
        "mat": axes_along(way),
    }


def axes_along(way: Floats) -> Floats:
    """Return orientations whose z axis points along some ways: the least rotation from the world's."""
    length = np.linalg.norm(way, axis=1, keepdims=True)
    z = np.where(length > 1e-15, way / np.maximum(length, 1e-300), np.array([0.0, 0.0, 1.0]))
    axis = np.stack([-z[:, 1], z[:, 0], np.zeros(len(z))], axis=1)
    sine, cosine = np.linalg.norm(axis, axis=1), z[:, 2]

    # half a turn has no axis of its own
    turned = sine < 1e-12
    axis = np.where(turned[:, None], np.array([1.0, 0.0, 0.0]), axis / np.maximum(sine, 1e-300)[:, None])
    cross = np.zeros((len(z), 3, 3))
    cross[:, 0, 1], cross[:, 0, 2], cross[:, 1, 2] = -axis[:, 2], axis[:, 1], -axis[:, 0]
    cross -= cross.transpose(0, 2, 1)
    sine, cosine = sine[:, None, None], cosine[:, None, None]
    return (np.eye(3) + sine * cross + (1.0 - cosine) * (cross @ cross)).reshape(-1, 9)
