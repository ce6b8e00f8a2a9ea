"""Python to typed tree: records, which are classes of numbers derived from NamedTuple."""

import ast
import functools
import inspect
import typing
from typing import TYPE_CHECKING, Any

from corten.errors import KernelError
from corten.runtime.typed import tree
from corten.runtime.typed.types import BOOL, FLOAT, INT, Record, Tuple, Type
from corten.runtime.value_types import is_record

if TYPE_CHECKING:
    from corten.runtime.language.expressions import ExpressionReader as Reader

SCALARS: dict[Any, Type] = {float: FLOAT, int: INT, bool: BOOL}


@functools.cache
def record_type(record: Any) -> Record:
    """Return the type of a record's values; refuse fields that no kernel could hold."""
    if record._field_defaults:
        raise KernelError(f"{_place(record)}: the fields of a record have no defaults")
    try:
        hints = typing.get_type_hints(record)
    except NameError as error:
        raise KernelError(f"{_place(record)}: {error}; declare records at the level of the module") from None
    items = tuple(_field_type(record, name, hints[name]) for name in record._fields)
    return Record(items, f"{record.__module__}.{record.__qualname__}", record._fields)


def _field_type(record: Any, name: str, annotation: Any) -> Type:
    """Return the type that the annotation of a field stands for."""
    annotation = getattr(annotation, "__value__", annotation)
    if annotation in SCALARS:
        return SCALARS[annotation]
    if is_record(annotation):
        return record_type(annotation)
    items = typing.get_args(annotation)
    if typing.get_origin(annotation) is tuple and items and Ellipsis not in items:
        return Tuple(tuple(_field_type(record, name, item) for item in items))
    spelling = getattr(annotation, "__name__", annotation)
    raise KernelError(
        f"{_place(record)}: {name!r} is annotated with {spelling}; "
        "a record holds float, int, bool, other records and tuples of these"
    )


def _place(record: Any) -> str:
    """Return where a record is declared."""
    try:
        return f"{inspect.getsourcefile(record)}:{inspect.getsourcelines(record)[1]}: {record.__qualname__}"
    except OSError:
        return f"{record.__module__}.{record.__qualname__}"


def field(reader: "Reader", node: ast.AST, value: tree.Expression, name: str) -> tree.Expression:
    """Return `value.name`."""
    assert isinstance(value.type, Record)
    place = _position(reader, node, value.type, name)
    return tree.Item(value.type.items[place], value, place)


def construct(reader: "Reader", node: ast.Call, record: Record) -> tree.Expression:
    """Return `Record(a, b, name=c)`."""
    if len(node.args) > len(record.fields):
        reader.fail(node, f"{record} has {len(record.fields)} fields, {len(node.args)} were given")
    names = [*record.fields[: len(node.args)], *(keyword.arg for keyword in node.keywords)]
    _check_order(reader, node, record, names)
    if len(names) != len(record.fields):
        missing = ", ".join(name for name in record.fields if name not in names)
        reader.fail(node, f"{record} needs a value for {missing}")
    values = [*node.args, *(keyword.value for keyword in node.keywords)]
    return make(reader, node, record, [reader.expression(value) for value in values])


def replace(reader: "Reader", node: ast.Call, value: tree.Expression) -> tree.Expression:
    """Return `value._replace(name=x)`: the record with some of its fields changed."""
    record = value.type
    if not isinstance(record, Record) or node.args:
        reader.fail(node, f"_replace takes new fields of a record by name; this is {record}")
    # a record that has a name can be read once for each field without doing anything twice
    if not _has_name(value):
        reader.fail(node, "give the record a name before you replace some of its fields")
    _check_order(reader, node, record, [keyword.arg for keyword in node.keywords])
    given = {keyword.arg: reader.expression(keyword.value) for keyword in node.keywords}
    values = [given.get(name) or field(reader, node, value, name) for name in record.fields]
    return make(reader, node, record, values)


def make(reader: "Reader", node: ast.AST, record: Record, values: list[tree.Expression]) -> tree.Expression:
    """Return a record of these values; ints widen where the field is a float."""
    items: list[tree.Expression] = []
    for name, kind, value in zip(record.fields, record.items, values, strict=True):
        if value.type != kind and (value.type, kind) != (INT, FLOAT):
            reader.fail(node, f"{record}.{name} is {kind}, got {value.type}")
        items.append(reader.fit(node, value, kind))
    return tree.MakeTuple(record, items)


def _check_order(reader: "Reader", node: ast.AST, record: Record, names: list[str | None]) -> None:
    """Refuse fields out of order: Python would evaluate them as they are written, records as they are declared."""
    places = [_position(reader, node, record, name) for name in names]
    if places != sorted(places):
        reader.fail(node, f"the fields of {record} are given in its order: {', '.join(record.fields)}")


def _position(reader: "Reader", node: ast.AST, record: Record, name: str | None) -> int:
    """Return the position of a field in its record."""
    if name not in record.fields:
        reader.fail(node, f"{record} has no field {name!r}; it has {', '.join(record.fields)}")
    return record.fields.index(name)


def _has_name(value: tree.Expression) -> bool:
    """Tell whether an expression is a name or a field of one."""
    while isinstance(value, tree.Item):
        value = value.operand
    return isinstance(value, tree.Local)
