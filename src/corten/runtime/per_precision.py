"""Constants of kernels that depend on the precision of floats, declared where they stand.

For Python such a constant is the number, or the tuple of numbers, that it is in float64; the compiler takes the one of
the precision that it builds for.
"""

import math
from typing import Any, TypeVar

import numpy as np

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
