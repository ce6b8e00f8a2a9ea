"""The words of a query's native call (`backends/llvm/query_call.py`): what it takes, runs and returns."""

from typing import TYPE_CHECKING, Any

import numpy as np

from corten.runtime.call import address_of, loaded_call, native_function, python_function
from corten.runtime.fields import Kind
from corten.runtime.parameters import ROWS, Parameter
from corten.runtime.thread_lock import THREAD_BITS

if TYPE_CHECKING:
    from corten.runtime.query import Query

# words before those of the arguments, and of each argument
_HEAD, _ARGUMENT = 32, 12

# functions of Python that a call uses, by the place of their addresses among its words
_FUNCTIONS = {
    0: "PyLong_AsLongLongAndOverflow",
    1: "PyFloat_AsDouble",
    2: "PyLong_FromLongLong",
    3: "PyType_GetFlags",
    4: "PyType_IsSubtype",
    19: "PyFloat_FromDouble",
    21: "PyTuple_New",
    22: "PyTuple_SetItem",
    23: "PyThread_get_thread_ident",
}

# what the words call an int, a float of 64 bits, one of 32, and an array
_NUMBERS, _ARRAY = {Kind.I4: 0, Kind.F8: 1, Kind.F4: 2}, 3

# NumPy's flags of an array: rows one after the other, aligned, and writable
_READABLE, _WRITABLE = 0x0101, 0x0501

# an array may have an axis of rows, or must have one, for a row is a number
_MANY, _ALWAYS_MANY = 1, 2


def bind_query(query: "Query", stages: list[tuple[int, int]], model: Any, version: np.ndarray | None) -> Any:
    """Return what runs a query in one native call: the addresses of stages, each with that of its memory."""
    parameters, layout = query.parameters(), query.layout
    ranges = [word for span in query._ranges for word in span]
    returns = [word for name in query.returns for word in _return(query, name)]
    calls = [word for stage in stages for word in stage]
    first = _HEAD + _ARGUMENT * len(parameters)
    words = np.zeros(first + len(calls) + len(ranges) + len(returns), np.int64)
    for place, name in _FUNCTIONS.items():
        words[place] = python_function(name)
    words[5:7] = id(float), id(np.ndarray)
    words[7:9] = (id(model), model._address) if model is not None else (0, query._address)
    if query.lock is not None:
        words[9], words[24] = query.lock.address, THREAD_BITS
    if version is not None:
        words[10], words[18] = address_of(version), version[0]
    words[11:14] = len(parameters), len(stages), len(query._ranges)
    words[14], words[15], words[20] = first, first + len(calls), first + len(calls) + len(ranges)
    if any(parameter.in_rows for parameter in parameters):
        words[16] = _slot(query, layout.size_slot[ROWS.name])
    words[17] = len(query.returns)
    words[first:] = [*calls, *ranges, *returns]
    for number, parameter in enumerate(parameters):
        begin = _HEAD + _ARGUMENT * number
        words[begin : begin + _ARGUMENT] = _argument(query, parameter)
    return native_function(loaded_call("query_call"), words, (query, model, version))


def _slot(query: "Query", slot: int) -> int:
    """Return the address of a word of the query's table."""
    return query._address + 8 * slot


def _return(query: "Query", name: str) -> tuple[int, int]:
    """Return the kind of a number that a call returns, and where it lies."""
    return _NUMBERS[query.layout.fields[name].kind], address_of(query._views[name])


def _argument(query: "Query", parameter: Parameter) -> list[int]:
    """Return the words of an argument.

    Kind, place; of an int its range; of an array its element type, flags, number of axes of a row and their extents,
    whether it may have rows, whether it is written, bytes of a row, and room for where it begins and ends.
    """
    field = parameter.field
    if not parameter.is_array:
        return [_NUMBERS[field.kind], address_of(query._views[parameter.name]), parameter.low, parameter.high, *[0] * 8]
    dtype, shape = field.kind.dtype, parameter.shape
    flags = _WRITABLE if parameter.written else _READABLE
    rows = (_MANY if shape else _ALWAYS_MANY) if parameter.in_rows else 0
    extents = [*shape, *[1] * (2 - len(shape))]
    place = _slot(query, query.layout.address_slot[parameter.name])
    size = int(np.prod(shape)) * dtype.itemsize
    return [_ARRAY, place, id(dtype), flags, len(shape), *extents, rows, parameter.written, size, 0, 0]
