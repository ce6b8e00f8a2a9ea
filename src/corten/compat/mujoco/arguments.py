"""What MuJoCo's bindings are made of, as `tools/list_mujoco_names.py` found it: names, values, shapes, arguments."""

import inspect
import json
import operator
import re
from collections.abc import Callable
from functools import partial, wraps
from importlib.resources import files
from typing import Any

import numpy as np

from corten.runtime.call import REFUSED
from corten.runtime.entry import Argument, Entry, Plans
from corten.runtime.entry_table import Kinds

NAMES: dict[str, Any] = json.loads(files("corten.compat.mujoco").joinpath("names.json").read_text("utf-8"))


class Missing(NotImplementedError, AttributeError):
    """Something that MuJoCo's bindings have and the stand-in has not; `hasattr` says False of it."""


class Lazy:
    """A field that instances have by themselves: it stands in their class for `dir`, and computes what they lack."""

    __slots__ = ("name",)

    def __init__(self, name: str):
        self.name = name

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        return self if instance is None else instance.__getattr__(self.name)


def missing(what: str, instead: str = "") -> Missing:
    """Return the error, to be raised, of something that the stand-in lacks; `instead` is the nearest thing."""
    words = f"; {instead}" if instead else ""
    return Missing(f"corten.compat.mujoco has no {what}{words}")


# ---------------------------------------------------------------- arguments, checked by signatures
# An array that is read may be anything that NumPy makes an array of; one that is written must be an array of the right
# type and size, since the caller looks there for the result. A TypeError tells which argument is wrong


Convert = Callable[[Any], Any]

_ARRAY = re.compile(r"(\w+)\[([\w,]+)\](!?)")
_REQUIRED = inspect.Parameter.empty
_SCALARS = {"float": Kinds.FLOAT, "int": Kinds.INT, "bool": Kinds.BOOL}

# where functions say that they are from
MODULE = "corten.compat.mujoco._functions"

# functions of the package by name, as they were bound
FUNCTIONS: dict[str, Callable[..., Any]] = {}

# classes that arguments may be of, once they are defined
CLASSES: dict[str, type] = {}


def bound(function: Callable[..., Any]) -> Callable[..., Any]:
    """Give a function the signature of its name in the bindings: for use as a decorator."""
    return bind(function.__name__, function)


def bind(
    name: str, function: Callable[..., Any], extents: dict[str, tuple[int | str, ...]] | None = None
) -> Callable[..., Any]:
    """Return what checks and converts arguments by the signature of a name, then calls a function with them.

    Arguments that are as they should be reach it as they are; `extents` says so of arrays that mostly have others than
    those of the signature.
    """
    entries = NAMES["functions"][name]
    call = converting(name, function)
    least = len(entries) - len(function.__defaults__ or ())
    return publish(Entry(name, call.__doc__ or "", MODULE, signature(name, extents), call, function, least))


def bind_plans(name: str, plans: Plans) -> Callable[..., Any]:
    """Return the function of a name that takes a model and a data and runs plans."""

    def run(m: Any, d: Any) -> None:
        # as if the first plan had refused to run
        plans.finish(m, d, 0, REFUSED)

    run.__doc__ = f"Run {', '.join(plans.kinds)}."
    call = converting(name, run)
    return publish(Entry(name, call.__doc__ or "", MODULE, signature(name), call, plans, 2))


def converting(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """Return what converts arguments by the signature of a name, and refuses what is none of them: the slow way."""
    entries = NAMES["functions"][name]
    words = [entry[0] for entry in entries]
    defaults = [entry[2] if len(entry) > 2 else _REQUIRED for entry in entries]
    converters = [_converter(entry[1]) for entry in entries]
    count = len(entries)

    def call(*args: Any, **kwargs: Any) -> Any:
        if kwargs or len(args) != count:
            args = _fill(name, words, defaults, args, kwargs)
        values = []
        for word, convert, value in zip(words, converters, args, strict=True):
            try:
                values.append(convert(value))
            except (TypeError, ValueError, OverflowError) as error:
                raise TypeError(
                    f"{name}(): incompatible function arguments: {word}: {error}; expected ({_signature(entries)})"
                ) from None
        return function(*values)

    if function.__doc__:
        wraps(function)(call)
    call.__name__ = call.__qualname__ = name
    call.__doc__ = f"{name}({_signature(entries)})\n\n{function.__doc__ or ''}"
    return call


def publish(entry: Entry) -> Callable[..., Any]:
    """Return the function of an entry, which the package has under its name from now on."""
    FUNCTIONS[entry.name] = entry.function()
    return FUNCTIONS[entry.name]


def signature(name: str, extents: dict[str, tuple[int | str, ...]] | None = None) -> list[Argument]:
    """Return the arguments of a function; vectors and matrices may have `extents` with names that tie them together."""
    return [_argument(entry[0], entry[1], (extents or {}).get(entry[0])) for entry in NAMES["functions"][name]]


def _argument(name: str, kind: str, extents: tuple[int | str, ...] | None) -> Argument:
    optional, kind = int(kind.endswith("?")), kind.rstrip("?")
    if found := _ARRAY.fullmatch(kind):
        dtype, shape, written = found.groups()
        given = tuple(int(extent) if extent.isdigit() else extent for extent in shape.split(","))
        return Argument(name, Kinds.ARRAY, np.dtype(dtype), extents or given, bool(written), optional)
    if kind in _SCALARS:
        return Argument(name, _SCALARS[kind], optional=optional)
    if kind == "str" or kind[:2] == "Mj":
        return Argument(name, Kinds.OBJECT, lambda: str if kind == "str" else CLASSES[kind], optional=optional)
    return Argument(name, Kinds.ANY, optional=optional)


def _fill(name: str, words: list[str], defaults: list[Any], args: tuple, kwargs: dict[str, Any]) -> tuple[Any, ...]:
    """Return all arguments in order; refuse too many, too few and unknown ones."""
    values = dict(zip(words, args, strict=False))
    unknown = [word for word in kwargs if word not in words or word in values]
    values |= kwargs
    lacking = [
        word for word, default in zip(words, defaults, strict=True) if default is _REQUIRED and word not in values
    ]
    if len(args) > len(words) or unknown or lacking:
        raise TypeError(f"{name}(): incompatible function arguments; it takes ({', '.join(words)})")
    return tuple(values.get(word, default) for word, default in zip(words, defaults, strict=True))


def _signature(entries: list[list[Any]]) -> str:
    return ", ".join(f"{entry[0]}: {entry[1]}" + (f" = {entry[2]}" if len(entry) > 2 else "") for entry in entries)


def _converter(kind: str) -> Convert:
    """Return what converts an argument of a kind."""
    if kind.endswith("?"):
        inner = _converter(kind[:-1])
        return lambda value: None if value is None else inner(value)
    if found := _ARRAY.fullmatch(kind):
        dtype, shape, written = found.groups()
        extents = tuple(int(extent) if extent.isdigit() else 0 for extent in shape.split(","))
        return partial(_written if written else _read, np.dtype(dtype), extents)
    plain: dict[str, Convert] = {"int": _whole, "float": float, "bool": bool, "str": _text}
    if kind in plain:
        return plain[kind]
    return partial(_instance, kind) if kind[:2] == "Mj" else lambda value: value


def _whole(value: Any) -> int:
    number = operator.index(value)
    if not -(2**63) <= number < 2**63:
        raise OverflowError(f"{number} is too large")
    return number


def _text(value: Any) -> str:
    if isinstance(value, bytes):
        return value.decode()
    if not isinstance(value, str):
        raise TypeError(f"{type(value).__name__} is not a str")
    return value


def _instance(kind: str, value: Any) -> Any:
    if not isinstance(value, CLASSES[kind]):
        raise TypeError(f"{type(value).__name__} is not a {kind}")
    return value


def _read(dtype: np.dtype, extents: tuple[int, ...], value: Any) -> np.ndarray:
    """Return an array that is read."""
    array = np.asarray(value)
    if array.dtype != dtype:
        if array.size and not np.can_cast(array.dtype, dtype, "same_kind") and array.dtype.kind not in "biuf":
            raise TypeError(f"an array of {array.dtype} cannot be read as {dtype}")
        array = array.astype(dtype)
    return _shaped(array, extents)


def _written(dtype: np.dtype, extents: tuple[int, ...], value: Any) -> np.ndarray:
    """Return an array that is written, or a view of it."""
    if not isinstance(value, np.ndarray) or value.dtype != dtype:
        raise TypeError(f"it must be an array of {dtype}, not {getattr(value, 'dtype', type(value).__name__)}")
    if not value.flags.writeable:
        raise TypeError("it must be writeable")
    if len(extents) == 2 and not value.flags.c_contiguous:
        raise TypeError("it must be C-contiguous")
    return _shaped(value, extents)


def _shaped(array: np.ndarray, extents: tuple[int, ...]) -> np.ndarray:
    """Return a vector or matrix of an array that has as many numbers; 0 among the extents stands for any."""
    if len(extents) == 2:
        if array.ndim == 1:
            return array[:, np.newaxis]
        if array.ndim != 2:
            raise TypeError(f"it has {array.ndim} axes; a matrix has two")
        return array
    if array.ndim == 2 and 1 in array.shape:
        array = array[:, 0] if array.shape[1] == 1 else array[0]
    if array.ndim != 1 or (extents[0] and len(array) != extents[0]):
        raise TypeError(f"it has the shape {array.shape}; expected ({extents[0] or 'n'},)")
    return array


def expect(holds: bool, message: str) -> None:
    """Raise a TypeError with the words of the bindings unless a condition on arguments holds."""
    if not holds:
        raise TypeError(message)
