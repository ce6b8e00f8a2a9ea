"""Records whose attributes are columns of the Model's fields, checked against the table of the Model.

A kind of object says which prefix and count its fields have. Each of its attributes is the column of the field with
that name: `axis` of a `Joint` becomes a row of `jnt_axis`. Attributes that are no columns say so with `EXTRA`, and
fields that are computed for all objects at once are listed as `derived`. Whatever does not fit raises at import.

Most objects of a large model are alike. Kinds of which there are many hold what elements that say the same have in
common in a record of their own, `shared`; its attributes are columns, too, and can be read as those of the object.
"""

import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from itertools import chain, repeat
from operator import attrgetter, index, is_
from struct import Struct
from struct import error as StructError
from typing import Any, ClassVar, NamedTuple, TypeVar

import numpy as np

from corten.model import MODEL, Model
from corten.runtime.fields import Layout
from corten.runtime.placing import tables_of
from corten.spec import Element

# marks an attribute of a record that is no column of a field
EXTRA: Mapping[str, Any] = {"extra": True}


@dataclass(frozen=True, slots=True)
class Columns:
    """Which fields a kind of object has: all with this prefix that have a row for each of `count` objects."""

    prefix: str
    count: str
    names: tuple[str, ...]
    derived: tuple[str, ...]
    shared: tuple[str, ...] = ()


class Row:
    """A record that has columns."""

    __slots__ = ()
    columns: ClassVar[Columns]


@dataclass(slots=True, kw_only=True)
class Object(Row):
    """A record that was made of an element; its name is empty if it has none."""

    element: Element = field(metadata=EXTRA)
    name: str = field(metadata=EXTRA)


Kind = TypeVar("Kind", bound=type[Row])

# all kinds of records, in the order in which they were declared
KINDS: list[type[Row]] = []


def columns(prefix: str, count: str, derived: Iterable[str] = (), shared: type | None = None) -> Callable[[Kind], Kind]:
    """Declare that the attributes of a dataclass are columns, and `derived` the other fields of its objects.

    `shared` is the class of the record of that name, if it has one.
    """

    def declare(kind: Kind) -> Kind:
        kind.columns = check_columns(kind, prefix, count, tuple(derived), MODEL, shared)
        for each in () if shared is None else fields(shared):
            setattr(kind, each.name, property(attrgetter(f"shared.{each.name}")))
        KINDS.append(kind)
        return kind

    return declare


def check_columns(
    kind: type, prefix: str, count: str, derived: tuple[str, ...], layout: Layout, shared: type | None = None
) -> Columns:
    """Return the columns of a dataclass; TypeError unless they and `derived` are just the fields that a layout has."""
    common = () if shared is None else _column_names(shared)
    names = _column_names(kind) + common
    known = {name.removeprefix(prefix) for name in layout.fields if _belongs(layout, name, prefix, count)}
    for problem, wrong in (
        (f"{layout.name} has no field for", (set(names) | set(derived)) - known),
        ("is a column and derived, too:", set(names) & set(derived)),
        ("nothing fills", known - set(names) - set(derived)),
    ):
        if wrong:
            listed = ", ".join(f"{prefix}{name}" for name in sorted(wrong))
            raise TypeError(f"{kind.__name__}: {problem} {listed} (with a row for each of {count})")
    return Columns(prefix, count, names, derived, common)


def _column_names(kind: type) -> tuple[str, ...]:
    return tuple(each.name for each in fields(kind) if "extra" not in each.metadata)


def _belongs(layout: Layout, name: str, prefix: str, count: str) -> bool:
    shape = layout.fields[name].shape
    return name.startswith(prefix) and bool(shape) and shape[0] == count


def write_rows(model: Model, kind: type[Row], rows: Sequence[Row]) -> None:
    """Write the columns of all objects of a kind into the fields of a model."""
    if not rows:
        return
    if len(rows) <= FEW:
        _pack_rows(model, kind, rows)
        return
    # a colour that is too large for single precision is infinite, as in MuJoCo
    with np.errstate(over="ignore"):
        for name in _own_names(kind):
            _write_column(getattr(model, kind.columns.prefix + name), list(map(attrgetter(name), rows)), kind, name)
        if kind.columns.shared:
            _write_shared(model, kind, [row.shared for row in rows])  # pyright: ignore


def _own_names(kind: type[Row]) -> tuple[str, ...]:
    """Return the columns that objects of a kind do not share."""
    return kind.columns.names[: len(kind.columns.names) - len(kind.columns.shared)]


# objects up to which columns are packed number by number: beyond it NumPy is quicker
FEW = 100

# letters of the module struct for types of fields
LETTERS = {np.dtype(kind): letter for kind, letter in (("f8", "d"), ("f4", "f"), ("i4", "i"), ("i8", "q"), ("u1", "B"))}


class Column(NamedTuple):
    """A column of a kind: where its field stands, the letter of its type, and how many numbers a row has.

    They are as many as a size says, if it is named; 0 stands for a number that is no list, and None for a matrix.
    """

    name: str
    part: int
    place: int
    letter: str | None
    width: int | str | None


@functools.cache
def _readers(kind: type[Row], layout: Layout) -> tuple[tuple[tuple[Column, ...], Callable[[Any], Any]], ...]:
    """Return columns with what reads all of them from an object: its own, then those that it shares."""
    own, shared = _own_names(kind), kind.columns.shared
    parts = [(own, own)] if own else []
    if shared:
        parts.append((shared, tuple(f"shared.{name}" for name in shared)))
    return tuple((tuple(_column(kind, name, layout) for name in names), _reader(list(paths))) for names, paths in parts)


def _column(kind: type[Row], name: str, layout: Layout) -> Column:
    place, part, field, _ = tables_of(layout).places[kind.columns.prefix + name]
    width = 0 if len(field.shape) == 1 else field.shape[1] if len(field.shape) == 2 else None
    return Column(name, part, place, LETTERS.get(field.kind.dtype), width)


def _reader(paths: list[str]) -> Callable[[Any], Any]:
    """Return what reads some attributes of an object as a tuple."""
    if len(paths) > 1:
        return attrgetter(*paths)
    read = attrgetter(*paths)
    return lambda row: (read(row),)


@functools.cache
def _packer(count: int, letter: str) -> Callable[..., None]:
    return Struct(f"{count}{letter}").pack_into


def _pack_rows(model: Model, kind: type[Row], rows: Sequence[Row]) -> None:
    """Write the columns of few objects straight into memory: their arrays need not be made."""
    views, memory = model._views, model._memory
    offsets = views.placing.offsets
    for columns_, read in _readers(kind, views.layout):
        for (name, part, place, letter, width), values in zip(
            columns_, zip(*map(read, rows), strict=True), strict=True
        ):
            try:
                numbers, count = values, len(rows)
                if width != 0:
                    numbers = tuple(chain.from_iterable(values))
                    count *= views.sizes[width] if isinstance(width, str) else width or 0
                if letter is None or len(numbers) != count:
                    raise TypeError
                _packer(len(numbers), letter)(memory[part], offsets[place], *numbers)
            except (TypeError, OverflowError, StructError):
                # flags, matrices, infinite colours, and what cannot be written at all
                with np.errstate(over="ignore"):
                    _write_column(getattr(model, kind.columns.prefix + name), list(values), kind, name)


def write_numbers(model: Model, values: Mapping[str, Any]) -> None:
    """Write fields of a model that are single numbers, or short rows of them, by their names."""
    views, memory = model._views, model._memory
    offsets = views.placing.offsets
    for slot, (name, value) in zip(_slots(views.layout, tuple(values)), values.items(), strict=True):
        try:
            part, place, letter, size = slot
            numbers = value if size else (value,)
            count = views.sizes[size] if isinstance(size, str) else size or 1
            if letter is None or len(numbers) != count:
                raise TypeError
            _packer(count, letter)(memory[part], offsets[place], *numbers)
        except (TypeError, OverflowError, StructError):
            setattr(model, name, value)


@functools.cache
def _slots(layout: Layout, names: tuple[str, ...]) -> list[tuple[int, int, str | None, int | str]]:
    """Return where fields stand, the letters of their types, and how many numbers they are; 0 for one by itself."""
    slots = []
    for name in names:
        place, part, field, _ = tables_of(layout).places[name]
        letter = LETTERS.get(field.kind.dtype) if len(field.shape) <= 1 else None
        slots.append((part, place, letter, field.shape[0] if field.shape else 0))
    return slots


def write_some_rows(model: Model, kind: type[Row], rows: Sequence[Row], numbers: Iterable[int]) -> None:
    """Write the columns of some objects of a kind, by their numbers, into the fields of a model."""
    for row, number in zip(rows, numbers, strict=True):
        for name in kind.columns.names:
            getattr(model, kind.columns.prefix + name)[number] = getattr(row, name)


def _write_shared(model: Model, kind: type[Row], records: list[Any]) -> None:
    """Write the columns that objects share: each record once, and then where it is shared."""
    distinct = {id(record): record for record in records}
    places = {identity: place for place, identity in enumerate(distinct)}
    where = np.array([places[id(record)] for record in records])
    for name in kind.columns.shared:
        array = getattr(model, kind.columns.prefix + name)
        part = np.empty((len(distinct), *array.shape[1:]), array.dtype)
        _write_column(part, list(map(attrgetter(name), distinct.values())), kind, name)
        array[...] = part[where]


def _write_column(array: np.ndarray, values: list[Any], kind: type[Row], name: str) -> None:
    shape = array.shape
    if len(values) == len(array) and all(map(is_, values, repeat(values[0]))):
        # one object for all rows, as what nobody writes is; numbers that are merely equal may differ in sign
        values, shape = values[:1], (1, *shape[1:])
    column = _numbers(values, array, shape)
    if column.shape != shape:
        found = (len(array), *column.shape[1:]) if shape[0] == 1 else column.shape
        raise TypeError(f"{kind.__name__}.{name} has the shape {found}; the field has {array.shape}")
    if column.dtype.kind == "f" and array.dtype.kind != "f":
        raise TypeError(f"{kind.__name__}.{name} holds {column.dtype}; the field holds {array.dtype}")
    array[...] = column


def _numbers(values: list[Any], array: np.ndarray, shape: tuple[int, ...]) -> np.ndarray:
    """Return a column as an array; number by number, which is quicker than finding out what they are."""
    if array.dtype.kind not in "fi" or len(values) != shape[0]:
        return np.array(values)
    if len(shape) == 2:
        if set(map(type, values)) != {tuple} or set(map(len, values)) != {shape[1]}:
            return np.array(values)
        values = list(chain.from_iterable(values))
    elif len(shape) > 2:
        return np.array(values)
    try:
        numbers = map(index, values) if array.dtype.kind == "i" else values
        return np.fromiter(numbers, np.int64 if array.dtype.kind == "i" else np.float64, len(values)).reshape(shape)
    except TypeError:
        return np.array(values).reshape(shape)
