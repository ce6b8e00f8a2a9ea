"""Objects by name: `model.body("torso").mass`, `data.joint("knee").qpos`."""

import operator
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from corten.enums import JOINT_COORDINATES, JOINT_DOFS, JointType
from corten.runtime.fields import Field, Layout

# kind: (size that counts the objects, prefix of their fields)
KINDS = {
    "body": ("nbody", "body_"),
    "joint": ("njnt", "jnt_"),
    "geom": ("ngeom", "geom_"),
    "site": ("nsite", "site_"),
    "camera": ("ncam", "cam_"),
    "light": ("nlight", "light_"),
    "actuator": ("nactuator", "actuator_"),
    "tendon": ("ntendon", "tendon_"),
    "sensor": ("nsensor", "sensor_"),
    "equality": ("neq", "eq_"),
    "mesh": ("nmesh", "mesh_"),
    "hfield": ("nhfield", "hfield_"),
    "texture": ("ntex", "tex_"),
    "material": ("nmat", "mat_"),
    "numeric": ("nnumeric", "numeric_"),
    "text": ("ntext", "text_"),
    "tuple": ("ntuple", "tuple_"),
    "key": ("nkey", "key_"),
}

# kinds that have names; instances of plugins have no views, since `plugin` is a field
NAMED_KINDS = (*KINDS, "plugin")

ALIASES = {"jnt": "joint", "cam": "camera", "keyframe": "key", "eq": "equality"}

# what an actuator has several of: the size that counts them, and the word in its addresses
ACTUATOR_SPANS = {"nu": "ctrl", "nout": "out", "na": "act"}


def object_kind(kind: str) -> str:
    """Return the canonical word for a kind of object."""
    kind = ALIASES.get(kind, kind)
    if kind not in NAMED_KINDS:
        raise ValueError(f"{kind!r} is not a kind of object; kinds are {', '.join(NAMED_KINDS)}")
    return kind


def find_object(model: Any, kind: str, key: str | int) -> int:
    """Return the number of an object that is given by name or number; refuse one that does not exist."""
    if isinstance(key, str):
        number = model._ids[kind].get(key)
        return model.id(kind, key) if number is None else number
    number = operator.index(key)
    if not 0 <= number < len(model._names[kind]):
        model.name(kind, number)
    return number


def _places(kind: str) -> list[tuple[str, tuple[str, ...]]]:
    """Return the prefixes and first extents of fields that have numbers for objects of a kind, in order of precedence.

    A joint has coordinates and dofs, an actuator controls, force outputs and activations, a sensor its readings.
    """
    size, prefix = KINDS[kind]
    own = [(prefix, (size,)), ("", (size,))]
    if kind == "joint":
        return [*own, ("", ("nq", "nv")), ("dof_", ("nq", "nv"))]
    if kind == "actuator":
        return [*own, (prefix, tuple(ACTUATOR_SPANS)), ("", tuple(ACTUATOR_SPANS))]
    if kind == "tendon":
        return [*own, ("ten_", (size,))]
    return [*own, ("sensor", ("nsensordata",))] if kind == "sensor" else own


@cache
def view_fields(layout: Layout, kind: str) -> dict[str, Field]:
    """Return the fields of a layout that have numbers for each object of a kind, by their names without prefix."""
    places = _places(kind)
    prefixes = {prefix for prefix, _ in places} - {""}
    found: dict[str, Field] = {}
    for prefix, extents in places:
        for name, field in layout.fields.items():
            belongs = name.startswith(prefix) if prefix else not name.startswith(tuple(prefixes))
            if belongs and field.block.name != "work" and field.shape and field.shape[0] in extents:
                found.setdefault(name.removeprefix(prefix), field)
    return found


class NamedView:
    """One object of a Model or Data: its rows of all arrays that have one for it, as views."""

    __slots__ = ("_fields", "_kind", "_model", "_owner", "id")

    def __init__(self, model: Any, owner: Any, kind: str, key: str | int):
        _set_id(self, find_object(model, kind, key))
        _set_kind(self, kind)
        _set_model(self, model)
        _set_owner(self, owner)
        _set_fields(self, view_fields(owner.layout, kind))

    @property
    def name(self) -> str:
        """Its name, empty if it has none."""
        return self._model.name(self._kind, self.id)

    def _rows(self, attribute: str) -> np.ndarray:
        field = self._fields.get(attribute)
        if field is None:
            raise AttributeError(f"{self._kind} {self.name!r} has no {attribute!r} here")
        array, number = getattr(self._owner, field.name), self.id
        if field.shape[0] == KINDS[self._kind][0]:
            return array[number] if array.ndim > 1 else array[number : number + 1]
        first, count = self._span(str(field.shape[0]))
        return array[first : first + count]

    def _span(self, size: str) -> tuple[int, int]:
        """Return the first row and the number of rows of this object in arrays of a size that is not its own."""
        model, number = self._model, self.id
        if self._kind == "joint":
            kind = JointType(int(model.jnt_type[number]))
            if size == "nq":
                return int(model.jnt_qposadr[number]), JOINT_COORDINATES[kind]
            return int(model.jnt_dofadr[number]), JOINT_DOFS[kind]
        if self._kind == "sensor":
            return int(model.sensor_adr[number]), int(model.sensor_dim[number])
        span = ACTUATOR_SPANS[size]
        first, count = (int(getattr(model, f"actuator_{span}{word}")[number]) for word in ("adr", "num"))
        return max(first, 0), count

    __getattr__ = _rows

    def __setattr__(self, attribute: str, value: Any) -> None:
        self._rows(attribute)[...] = value

    def __dir__(self) -> list[str]:
        return ["id", "name", *self._fields]

    def __repr__(self) -> str:
        return f"<{self._kind} {self.id} {self.name!r}>"


# assigning to an attribute of a view writes into an array; these reach the view itself
_set_id, _set_kind, _set_model, _set_owner, _set_fields = (
    NamedView.__dict__[slot].__set__ for slot in ("id", "_kind", "_model", "_owner", "_fields")
)


def add_named_views(owner: type, model_of: Callable[[Any], Any]) -> None:
    """Give a class a method for each kind of object, which returns one of them by name or number."""

    def method(kind: str) -> Callable[[Any, str | int], NamedView]:
        def find(self: Any, key: str | int) -> NamedView:
            return NamedView(model_of(self), self, kind, key)

        find.__name__, find.__doc__ = kind, f"Return a view of the {kind} of that name or number."
        return find

    for kind in KINDS:
        setattr(owner, kind, method(kind))
