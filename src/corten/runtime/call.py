"""Compiled code as functions of Python: called without ctypes, they cost some ten nanoseconds.

`native_function` makes a function of Python (METH_FASTCALL) from machine code and an array of words, its `self`. The
code looks into objects as compiled extensions do; whether that holds for this interpreter and this NumPy is seen once,
by `looks_into_objects`. Where it does not (interpreters without a global lock have other objects) callers do without.
"""

import ctypes
import functools
import sys
from typing import Any

import numpy as np

from corten.runtime.backends import backend
from corten.runtime.build import BUILDING, load_loop

# status of a call whose arguments the compiled code does not take: Python looks at them
REFUSED = -1

# functions with positional arguments in an array
_FASTCALL = 0x0080


class Method(ctypes.Structure):
    """Python's description of a function in machine code (PyMethodDef)."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("function", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    )


@functools.cache
def loaded_call(loop: str) -> str:
    """Compile and load the functions of a kind, once; return the symbol that they begin with."""
    with BUILDING:
        return load_loop(loop)


@functools.cache
def _method(symbol: str) -> Method:
    """Return the description of a function, which lives as long as the process."""
    return Method(b"call", backend().address(symbol), _FASTCALL, None)


@functools.cache
def _new_function() -> Any:
    make = ctypes.pythonapi.PyCFunction_NewEx
    make.restype, make.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.py_object, ctypes.py_object]
    return make


def native_function(symbol: str, words: np.ndarray, memory: Any) -> Any:
    """Return a function with some words, which keeps alive the memory that they lead to."""
    return function_of(_method(symbol), words, memory)


def function_of(method: Method, words: np.ndarray, memory: Any) -> Any:
    """Return a function with a description that lives as long as it; `memory` may be the name of its module."""
    return _new_function()(ctypes.addressof(method), words, memory)


@functools.cache
def python_function(name: str) -> int:
    """Return the address of a function of Python's C interface."""
    return ctypes.cast(getattr(ctypes.pythonapi, name), ctypes.c_void_p).value or 0


def address_of(array: np.ndarray) -> int:
    """Return where the data of an array begins."""
    return int(array.ctypes.data)


@functools.cache
def looks_into_objects() -> bool:
    """Tell whether arrays look as the code expects: their type, data, axes, extents, element type and flags."""
    if sys.implementation.name != "cpython" or object.__basicsize__ != 16 or ctypes.sizeof(ctypes.c_void_p) != 8:
        return False
    array = np.zeros((3, 5))
    words = (ctypes.c_int64 * 8).from_address(id(array))
    short = (ctypes.c_int32 * 18).from_address(id(array))
    extents = (ctypes.c_int64 * 2).from_address(words[4]) if short[6] == 2 else (0, 0)
    seen = words[1], words[2], tuple(extents), words[7], short[16] & 0x501
    return seen == (id(np.ndarray), address_of(array), array.shape, id(array.dtype), 0x501)
