"""Structs of numbers and arrays, as the bindings have them: compared, copied and shown field by field."""

import copy
import operator
from collections.abc import Iterator
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from corten.compat.mujoco.arguments import CLASSES, NAMES, missing


class Struct:
    """Fields of a table, in memory of its own or in that of something else.

    Arrays are views: `struct.lookat[0] = 1` and `struct.lookat = 1, 2, 3` both write into them.
    """

    __slots__ = ("_store",)
    __hash__ = None  # pyright: ignore[reportAssignmentType]

    # names, with the numbers that a new struct begins with; arrays as [dtype, shape, values]
    _fields: ClassVar[dict[str, Any]]

    # fields are properties, which type checkers do not see
    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...

        def __setattr__(self, name: str, value: Any) -> None: ...

    def __init__(self) -> None:
        object.__setattr__(self, "_store", SimpleNamespace(**{name: _fresh(f) for name, f in self._fields.items()}))

    @classmethod
    def _over(cls, store: Any) -> Self:
        """Return a struct whose fields are those of an object."""
        struct = cls.__new__(cls)
        object.__setattr__(struct, "_store", store)
        return struct

    def __init_subclass__(cls) -> None:
        """Make a property of each field of the table."""
        for name, field in cls.__dict__.get("_fields", {}).items():
            setattr(cls, name, _array_property(name) if isinstance(field, list) else _number_property(name, field))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Struct) or self._fields is not other._fields:
            return NotImplemented
        return all(np.array_equal(getattr(self, name), getattr(other, name)) for name in self._fields)

    def __copy__(self) -> Self:
        clone = type(self).__new__(type(self))
        values = {name: copy.copy(getattr(self, name)) for name in self._fields}
        object.__setattr__(clone, "_store", SimpleNamespace(**values))
        return clone

    def __deepcopy__(self, memo: Any) -> Self:
        return self.__copy__()

    def __reduce__(self) -> Any:
        return _rebuild, (type(self), {name: copy.copy(getattr(self, name)) for name in self._fields})

    def __repr__(self) -> str:
        rows = "".join(f"  {name}: {getattr(self, name)!r}\n" for name in sorted(self._fields))
        return f"<{type(self).__name__}\n{rows}>"


def _array_property(name: str) -> property:
    def read(struct: Struct) -> np.ndarray:
        return getattr(struct._store, name)

    def write(struct: Struct, value: Any) -> None:
        getattr(struct._store, name)[...] = value

    return property(read, write)


def _number_property(name: str, field: Any) -> property:
    def read(struct: Struct) -> Any:
        value = getattr(struct._store, name)
        return int(value) if isinstance(value, int) and not isinstance(value, bool) else value

    def write(struct: Struct, value: Any) -> None:
        setattr(struct._store, name, _checked(name, field, value))

    return property(read, write)


def _rebuild(kind: type[Struct], values: dict[str, Any]) -> Struct:
    return kind._over(SimpleNamespace(**values))


def _fresh(field: Any) -> Any:
    """Return the value that a field begins with."""
    if not isinstance(field, list):
        return field
    dtype, shape, values = field
    array = np.zeros(shape, dtype)
    if dtype[0] != "S":
        array[...] = np.reshape(values, shape) if isinstance(values, list) else values
    return array


def _checked(name: str, before: Any, value: Any) -> Any:
    """Return a number or text that a field of this kind can hold; a fraction is no integer."""
    if isinstance(before, str) or before is None:
        return value
    if isinstance(before, bool):
        return bool(value)
    if isinstance(before, float):
        return float(value)
    try:
        return int(value) if isinstance(value, np.bool_) else operator.index(value)
    except TypeError:
        raise TypeError(f"{name} is an integer, not {value!r}") from None


def struct(name: str, **members: Any) -> type[Struct]:
    """Return the class of a struct of the table, and enter it among those that arguments may be of."""
    members = {
        "_fields": NAMES["structs"][name],
        "__slots__": (),
        "__module__": "corten.compat.mujoco._structs",
    } | members
    kind = CLASSES[name] = type(name, (Struct,), members)
    return kind


class StructList:
    """A fixed row of structs: `rows[i].number` is a number, `rows.number` an array over all of them."""

    __slots__ = ("_kind", "_rows")
    __hash__ = None  # pyright: ignore[reportAssignmentType]

    def __init__(self, kind: type[Struct], rows: list[Any]):
        self._kind, self._rows = kind, rows

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, slice):
            return type(self)(self._kind, self._rows[key])
        return self._kind._over(self._rows[operator.index(key)])

    def __iter__(self) -> Iterator[Struct]:
        return (self[i] for i in range(len(self)))

    def __getattr__(self, name: str) -> np.ndarray:
        if name not in self._kind._fields:
            raise AttributeError(f"a list of {self._kind.__name__} has no attribute '{name}'")
        return np.array([getattr(row, name) for row in self._rows])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, StructList):
            return NotImplemented
        return len(self) == len(other) and all(a == b for a, b in zip(self, other, strict=True))

    def __repr__(self) -> str:
        return f"<{len(self)} of {self._kind.__name__}>"


class Row:
    """One place of several arrays, as the fields of a struct."""

    __slots__ = ("_arrays", "_number")

    def __init__(self, arrays: dict[str, np.ndarray], number: int):
        object.__setattr__(self, "_arrays", arrays)
        object.__setattr__(self, "_number", number)

    def __getattr__(self, name: str) -> Any:
        if name not in self._arrays:
            raise missing(f"attribute {name!r} here")
        value = self._arrays[name][self._number]
        return value if value.ndim else value.item()

    def __setattr__(self, name: str, value: Any) -> None:
        self._arrays[name][self._number] = value
