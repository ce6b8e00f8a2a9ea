"""The table of an entry: int64 words that say what its arguments have to be, and what is called with them."""

import ctypes
import functools
import sys
from enum import IntEnum

import numpy as np

from corten.runtime.call import python_function
from corten.runtime.thread_lock import THREAD_BITS


class Kinds(IntEnum):
    """Kinds of arguments and of results."""

    FLOAT = 0
    INT = 1
    BOOL = 2
    ARRAY = 3
    OBJECT = 4
    ANY = 5
    NOTHING = 6


# bytes that every object of the interpreter begins with; an ndarray, a float and a float64 go on with their own
HEADER = object.__basicsize__

# words of the table of an entry: how many arguments there are at most and at least, sizes that kernels know, the slow
# way in Python, the kernel or the function of Python, what to return; then the same of every entry; then what runs
# plans: their kinds, who finishes what one of them leaves undone, the bit that is set then, and where a number is that
# is not 0 if none may run
WORDS = {
    name: (place, kind)
    for place, (name, kind) in enumerate(
        [
            ("most", "i64"), ("least", "i64"), ("nsize", "i64"), ("slow", "ptr"), ("kernel", "ptr"),
            ("function", "ptr"), ("result_kind", "i64"), ("result_slot", "i64"), ("shape", "ptr"),
            ("none", "ptr"), ("ndarray", "ptr"), ("float", "ptr"), ("float64", "ptr"), ("int", "ptr"), ("true", "ptr"),
            ("false", "ptr"), ("empty", "ptr"), ("to_long", "ptr"), ("from_long", "ptr"), ("from_double", "ptr"),
            ("keep", "ptr"), ("vectorcall", "ptr"), ("drop", "ptr"), ("attribute", "ptr"), ("memory", "ptr"),
            ("lookup", "ptr"), ("ident", "ptr"), ("bits", "i64"),
            ("kinds", "ptr"), ("nkind", "i64"), ("finish", "ptr"), ("bit", "i64"), ("veto", "ptr"),
        ]
    )
}  # fmt: skip

# where the rows of arguments begin, and the words of each: optional is 1 where None stands for an array that nobody
# wants, 2 where it asks for a new one; extents are numbers, or slots of sizes with a minus; the slot is where the
# kernel's table has the address, 0 where there is no kernel; `given` is a slot of whether there is an array. An owner
# is the Model (1) or the Data (2) of a kernel, or the Data of plans (3): so many `pairs` of slots lead from its table
# to that of the kernel
ARGUMENTS = 36
ARGUMENT = {
    name: (place, kind)
    for place, (name, kind) in enumerate(
        [
            ("kind", "i64"), ("optional", "i64"), ("slot", "i64"), ("wanted", "ptr"), ("flags_wanted", "i64"),
            ("axes_wanted", "i64"), ("extent0", "i64"), ("extent1", "i64"), ("item", "i64"), ("written", "i64"),
            ("given", "i64"), ("owner", "i64"), ("npair", "i64"), ("pairs", "ptr"),
        ]
    )
}  # fmt: skip

# entries of the table that a kernel gets, words for numbers and copies, words of an array that is worth a copy, and a
# number of arguments that no entry has; together they stay below a page of stack
MOST_SLOTS, ROOM, SMALL, NONE_FITS = 96, 264, 64, 32

# the attribute of a Model's and a Data's owner: an array of addresses
MEMORY = sys.intern("_memory")

# its words: the table and that of its Model; of a Data also its lock, or 0, the owner of its Model, the Model, the dict
# of native functions that run plans, and bits of plans that were run
HELD_WORDS = ("table", "model_table", "lock", "wrapper", "model", "runs", "called")
HELD = {name: place for place, name in enumerate(HELD_WORDS)}

# flags of an ndarray
C_CONTIGUOUS, ALIGNED, WRITEABLE = 0x1, 0x100, 0x400


@functools.cache
def shared_words() -> dict[str, int]:
    """Return the words that every entry has: objects and functions of the interpreter, by their addresses."""
    objects = {
        "none": None,
        "ndarray": np.ndarray,
        "float": float,
        "float64": np.float64,
        "int": int,
        "true": True,
        "false": False,
        "empty": np.empty,
        "memory": MEMORY,
    }
    functions = {
        "to_long": "PyLong_AsLongLongAndOverflow",
        "from_long": "PyLong_FromLongLong",
        "from_double": "PyFloat_FromDouble",
        "keep": "Py_IncRef",
        "drop": "Py_DecRef",
        "attribute": "PyObject_GetAttr",
        "vectorcall": "PyObject_Vectorcall",
        "lookup": "PyDict_GetItem",
        "ident": "PyThread_get_thread_ident",
    }
    words = {name: id(value) for name, value in objects.items()}
    for name, symbol in functions.items():
        words[name] = python_function(symbol)
    return words | {"bits": THREAD_BITS}


@functools.cache
def memory_is_known() -> bool:
    """Tell whether arrays and floats lie in memory as the compiled function takes it: looked up in some of them."""
    matrix, vector = np.arange(6.0).reshape(2, 3), np.arange(3, dtype=np.int32)
    vector.flags.writeable = False
    wanted = C_CONTIGUOUS | ALIGNED | WRITEABLE
    try:
        heads = [_head(each) for each in (matrix, vector)]
        known = [
            heads[0] == (matrix.ctypes.data, (2, 3), id(np.dtype(float)), wanted),
            heads[1] == (vector.ctypes.data, (3,), id(np.dtype(np.int32)), wanted & ~WRITEABLE),
            *(ctypes.c_double.from_address(id(x) + HEADER).value == 2.5 for x in (2.5, np.float64(2.5))),
            *(ctypes.c_int64.from_address(id(x) + HEADER - 8).value == id(type(x)) for x in (matrix, 2.5, None)),
        ]
    except (AttributeError, ValueError):
        return False
    return all(known) and all(shared_words().values())


def _head(array: np.ndarray) -> tuple[int, tuple[int, ...], int, int]:
    """Return address, extents, type and flags of an array as its memory has them."""
    start = id(array) + HEADER
    word = ctypes.c_int64.from_address
    axes = ctypes.c_int32.from_address(start + 8).value
    if axes != array.ndim:
        return 0, (), 0, 0
    extents = tuple(word(word(start + 16).value + 8 * axis).value for axis in range(axes))
    flags = ctypes.c_int32.from_address(start + 48).value & (C_CONTIGUOUS | ALIGNED | WRITEABLE)
    return word(start).value, extents, word(start + 40).value, flags
