"""Records: classes of numbers derived from NamedTuple, as Python sees them."""

import functools
import typing
from typing import Any


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
