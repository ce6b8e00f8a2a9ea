"""Functions of numbers and arrays in Python, element by element, with the bits that kernels have.

NumPy and the C library choose among several versions of such functions, by the CPU, and their last digits differ. What
becomes part of a Model is computed by these instead, so that a Model is the same on every machine. A number gives a
number, an array gives an array.
"""

from typing import Any

from numpy.typing import ArrayLike

from corten.math import rounded, scalar
from corten.runtime import stage
from corten.runtime.rows import Rows


@stage
def sine(m, d) -> None:
    """Compute sines."""
    x, out = d.x, d.out
    for i in range(abs(d.rows)):
        out[i] = rounded.sin(x[i * d.x_step])


@stage
def cosine(m, d) -> None:
    """Compute cosines."""
    x, out = d.x, d.out
    for i in range(abs(d.rows)):
        out[i] = rounded.cos(x[i * d.x_step])


@stage
def arc_cosine(m, d) -> None:
    """Compute the angles of cosines."""
    x, out = d.x, d.out
    for i in range(abs(d.rows)):
        out[i] = rounded.acos(x[i * d.x_step])


@stage
def arc_tangent(m, d) -> None:
    """Compute the angles of points."""
    y, x, out = d.y, d.x, d.out
    for i in range(abs(d.rows)):
        out[i] = rounded.atan2(y[i * d.y_step], x[i * d.x_step])


@stage
def exponential(m, d) -> None:
    """Compute powers of e."""
    x, out = d.x, d.out
    for i in range(abs(d.rows)):
        out[i] = scalar.exp(x[i * d.x_step])


@stage
def power(m, d) -> None:
    """Compute powers."""
    x, y, out = d.x, d.y, d.out
    for i in range(abs(d.rows)):
        out[i] = scalar.pow(x[i * d.x_step], y[i * d.y_step])


def _unwrapped(result: Any) -> Any:
    """Return rows of one number without their last axis; a single row as a number."""
    return result.item() if result.ndim == 1 else result[..., 0]


def sin(x: ArrayLike) -> Any:
    """Return the sine of x [rad]."""
    return _unwrapped(_sin.call(x, None))


def cos(x: ArrayLike) -> Any:
    """Return the cosine of x [rad]."""
    return _unwrapped(_cos.call(x, None))


def acos(x: ArrayLike) -> Any:
    """Return the angle whose cosine is x [rad]."""
    return _unwrapped(_acos.call(x, None))


def atan2(y: ArrayLike, x: ArrayLike) -> Any:
    """Return the angle of the point (x, y) [rad]."""
    return _unwrapped(_atan2.call(y, x, None))


def exp(x: ArrayLike) -> Any:
    """Return e to the power of x."""
    return _unwrapped(_exp.call(x, None))


def pow(x: ArrayLike, y: ArrayLike) -> Any:
    """Return x to the power of y."""
    return _unwrapped(_pow.call(x, y, None))


_sin, _cos = Rows(sine, {"x": 0}, (1,)), Rows(cosine, {"x": 0}, (1,))
_acos, _atan2 = Rows(arc_cosine, {"x": 0}, (1,)), Rows(arc_tangent, {"y": 0, "x": 0}, (1,))
_exp, _pow = Rows(exponential, {"x": 0}, (1,)), Rows(power, {"x": 0, "y": 0}, (1,))
