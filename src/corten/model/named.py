"""Objects by name: `model.body("torso").mass`, `data.joint("knee").qpos`."""

import operator
from collections.abc import Callable
from functools import cache
from keyword import iskeyword
from typing import Any

import numpy as np

from corten.enums import JOINT_COORDINATES, JOINT_DOFS, JointType
from corten.runtime.fields import Field, Layout
from corten.runtime.scratch import ScratchField

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
    "flex": ("nflex", "flex_"),
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

# what `help(model.body)` says
ABOUT_VIEWS = """Return the {kind} of that name or number: its row of each array that has one for every {kind}.

`dir` of what is returned lists these arrays, without `{prefix}` in front of their names; `help` of it says what they
are, with shapes and units. They are views: what is written to them is written to the array.
"""

# kinds that have names; these have no views: `plugin` is a field
NAMED_KINDS = (*KINDS, "skin", "pair", "exclude", "plugin")

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
    number = key if type(key) is int else operator.index(key)
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


def _is_work(field: Field) -> bool:
    return field.block.name == "work" or isinstance(field, ScratchField)


@cache
def view_fields(layout: Layout, kind: str) -> dict[str, Field]:
    """Return the fields of a layout that have numbers for each object of a kind, by their names without prefix."""
    places = _places(kind)
    prefixes = {prefix for prefix, _ in places} - {""}
    found: dict[str, Field] = {}
    for prefix, extents in places:
        for name, field in layout.fields.items():
            belongs = name.startswith(prefix) if prefix else not name.startswith(tuple(prefixes))
            if belongs and field.shape and field.shape[0] in extents and not _is_work(field):
                own = name.removeprefix(prefix)
                # words that Python keeps for itself have a _ behind them
                found.setdefault(f"{own}_" if iskeyword(own) else own, field)
    return found


class NamedView:
    """One object of a Model or Data: its rows of all arrays that have one for it, as views.

    Each kind of object has a class of its own, with a property for each of its fields.
    """

    __slots__ = ("_number", "_owner")

    _kind: str
    _fields: dict[str, Field]

    def __init__(self, owner: Any, number: int):
        self._owner, self._number = owner, number

    @property
    def id(self) -> int:
        """Its number."""
        return self._number

    @property
    def name(self) -> str:
        """Its name, empty if it has none."""
        return _model_of(self._owner).name(self._kind, self._number)

    def __getattr__(self, attribute: str) -> np.ndarray:
        raise AttributeError(f"{self._kind} {self.name!r} has no {attribute!r} here")

    def __dir__(self) -> list[str]:
        return ["id", "name", *self._fields]

    def __repr__(self) -> str:
        return f"<{self._kind} {self.id} {self.name!r}>"


@cache
def view_class(layout: Layout, kind: str) -> type[NamedView]:
    """Return the class of views of a kind of object in a layout."""
    fields = view_fields(layout, kind)
    size, _ = KINDS[kind]
    members: dict[str, Any] = {"__slots__": (), "_kind": kind, "_fields": fields}
    for attribute, field in fields.items():
        read = _own_rows(field) if field.shape[0] == size else _span_rows(field, kind)
        members[attribute] = property(read, _writer(read), doc=field.meaning)
    return type(f"{kind.capitalize()}View", (NamedView,), members)


def _own_rows(field: Field) -> Callable[[Any], np.ndarray]:
    """Return what reads the row of an object in an array that has one for each."""
    name = field.name

    def read_row(view: NamedView) -> np.ndarray:
        return getattr(view._owner, name)[view._number]

    def read_number(view: NamedView) -> np.ndarray:
        number = view._number
        return getattr(view._owner, name)[number : number + 1]

    return read_row if len(field.shape) > 1 else read_number


def _span_rows(field: Field, kind: str) -> Callable[[Any], np.ndarray]:
    """Return what reads the rows of an object in an array in which an object has several or none.

    The owner remembers the rows of an array as long as it has that array.
    """
    name, size = field.name, str(field.shape[0])
    # strings remember their hash, and a tuple does not
    key, spans_key = f"{kind} {name}", f"{kind} {size}"

    def read_rows(view: NamedView) -> np.ndarray:
        owner = view._owner
        array = getattr(owner, name)
        try:
            seen, rows = owner._shown[key]
            if seen is array:
                return rows[view._number]
        except KeyError:
            pass
        return show_rows(view, owner, array)

    def show_rows(view: NamedView, owner: Any, array: np.ndarray) -> np.ndarray:
        spans = owner._spans.get(spans_key)
        if spans is None:
            spans = owner._spans[spans_key] = _find_spans(_model_of(owner), kind, size)
        seen, rows = owner._shown.get(key, (None, None))
        if seen is not array:
            rows = {}
            owner._shown[key] = array, rows
        found = rows[view._number] = array[spans[view._number]]
        return found

    return read_rows


def _writer(read: Callable[[Any], np.ndarray]) -> Callable[[Any, Any], None]:
    """Return what writes into the rows that a function reads."""

    def write(view: NamedView, value: Any) -> None:
        read(view)[...] = value

    return write


def _find_spans(model: Any, kind: str, size: str) -> list[slice]:
    """Return the rows of each object of a kind in arrays of a size that is not its own."""
    if kind == "joint":
        coordinates = size == "nq"
        widths = JOINT_COORDINATES if coordinates else JOINT_DOFS
        first = (model.jnt_qposadr if coordinates else model.jnt_dofadr).tolist()
        count = [widths[JointType(number)] for number in model.jnt_type.tolist()]
    elif kind == "sensor":
        first, count = model.sensor_adr.tolist(), model.sensor_dim.tolist()
    else:
        words = (f"actuator_{ACTUATOR_SPANS[size]}{word}" for word in ("adr", "num"))
        first, count = (getattr(model, name).tolist() for name in words)
    return [slice(max(begin, 0), max(begin, 0) + width) for begin, width in zip(first, count, strict=True)]


def _model_of(owner: Any) -> Any:
    """Return the Model that names the objects of a Model or Data."""
    return owner.__dict__.get("model", owner)


def add_named_views(owner: type, layout: Layout) -> None:
    """Give a class a method for each kind of object, which returns one of them by name or number."""

    def method(kind: str) -> Callable[[Any, str | int], NamedView]:
        # made when the first object of its kind is asked for
        view: type[NamedView] | None = None

        def find(self: Any, key: str | int) -> NamedView:
            nonlocal view
            if view is None:
                view = view_class(layout, kind)
            if type(key) is int and 0 <= key < len(self._names[kind]):
                return view(self, key)
            number = self._ids[kind].get(key) if key.__class__ is str else None
            return view(self, find_object(_model_of(self), kind, key) if number is None else number)

        find.__name__, find.__qualname__ = kind, f"{owner.__name__}.{kind}"
        find.__module__, find.__doc__ = owner.__module__, ABOUT_VIEWS.format(kind=kind, prefix=KINDS[kind][1])
        return find

    for kind in KINDS:
        setattr(owner, kind, method(kind))
