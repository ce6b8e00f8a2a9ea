"""What kernels name besides functions: types of their signatures, constants for each precision, records.

`int`, `float` and `bool` are themselves, records stand under their own names, other tuples as `tuple[int, int]`. As for
every type checker an int serves where a float is wanted. The compiler specialises a helper for the types it is called
with; it refuses a call that does not fit the signature (`language.annotations`). `m` and `d`, the Model and the Data,
need no type.
"""

import functools
import math
import typing
from typing import Any, Protocol, TypeVar

import numpy as np

Vec2 = tuple[float, float]
Vec3 = tuple[float, float, float]
Vec4 = tuple[float, float, float, float]

# (w, x, y, z)
Quat = tuple[float, float, float, float]

# a spatial vector (rotation before translation), or the upper triangle of a symmetric matrix
Vec6 = tuple[float, float, float, float, float, float]

# row by row
Mat3 = tuple[float, float, float, float, float, float, float, float, float]


class FloatArray(Protocol):
    """A field of floats, of any number of dimensions: `array[i]`, `array[i, j]`."""

    @property
    def shape(self) -> tuple[int, ...]: ...
    def __getitem__(self, index: int | tuple[int, ...], /) -> float: ...
    def __setitem__(self, index: int | tuple[int, ...], value: float, /) -> None: ...


class IntArray(Protocol):
    """A field of ints, of any number of dimensions."""

    @property
    def shape(self) -> tuple[int, ...]: ...
    def __getitem__(self, index: int | tuple[int, ...], /) -> int: ...
    def __setitem__(self, index: int | tuple[int, ...], value: int, /) -> None: ...


# ---------------------------------------------------------------- constants that depend on the precision of floats

# For Python such a constant is the number, or the tuple of numbers, that it is in float64; the compiler takes the one
# of the precision that it builds for.

Constant = TypeVar("Constant", float, int, tuple)

LARGEST_FLOAT = float(np.finfo(np.float32).max)
SMALLEST_FLOAT = float(np.finfo(np.float32).smallest_normal)
LARGEST_INT = 2**31 - 1


class _Float(float):
    float32: float


class _Int(int):
    float32: int


class _Tuple(tuple):
    float32: tuple


_CLASSES: dict[type, type] = {float: _Float, int: _Int, tuple: _Tuple}


def per_precision(value: Constant, *, float32: Constant) -> Constant:
    """Return a constant that is `value` in float64 and another number, or tuple of numbers, in float32."""
    if type(value) is not type(float32) or type(value) not in _CLASSES:
        raise TypeError(f"{value!r} and {float32!r} are not two numbers of the same type, or two tuples")
    constant = _CLASSES[type(value)](value)
    constant.float32 = float32
    return constant


def at_precision(value: Any, precision: str) -> Any:
    """Return a constant as it is in some precision."""
    return getattr(value, precision, value) if isinstance(value, _Float | _Int | _Tuple) else value


def why_lost(value: float | int, precision: str) -> str:
    """Return why a number cannot be a constant in some precision; nothing if it can."""
    if precision != "float32" or not math.isfinite(value) or value == 0:
        return ""
    if isinstance(value, int):
        return "" if -LARGEST_INT <= value <= LARGEST_INT else "it does not fit 32 bits"
    if abs(value) > LARGEST_FLOAT:
        return "it is infinite in float32"
    return "it vanishes in float32" if abs(value) < SMALLEST_FLOAT else ""


def constant_text(value: Any) -> str:
    """Return a text of a constant in all precisions."""
    return f"{value!r} {value.float32!r}" if isinstance(value, _Float | _Int | _Tuple) else repr(value)


# ---------------------------------------------------------------- records: classes of numbers derived from NamedTuple


def is_record(value: Any) -> bool:
    """Tell whether a Python object is a class derived from NamedTuple."""
    return isinstance(value, type) and issubclass(value, tuple) and hasattr(value, "_field_defaults")


@functools.cache
def record_text(record: Any) -> str:
    """Return the names, the order and the types of a record's fields, those of records within it included."""
    try:
        hints = typing.get_type_hints(record)
    except NameError:
        # the compiler says what is wrong with it, if a kernel uses it
        return record.__qualname__
    fields = ", ".join(f"{name}: {_type_text(hints[name])}" for name in record._fields)
    return f"{record.__module__}.{record.__qualname__}({fields}){record._field_defaults}"


def _type_text(annotation: Any) -> str:
    annotation = getattr(annotation, "__value__", annotation)
    if is_record(annotation):
        return record_text(annotation)
    items = typing.get_args(annotation)
    return f"{typing.get_origin(annotation)}[{', '.join(map(_type_text, items))}]" if items else repr(annotation)
