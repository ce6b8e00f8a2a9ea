"""The scalar functions that kernels use in place of libm, for float64 and float32.

Their errors stay below one unit in the last place over the whole range; zeros, infinities and NaN follow
IEEE 754. None branches on its argument except around the reduction of far angles, so SIMD lanes can run them.
"""

from corten.math.exponential import exp, log, pow
from corten.math.inverse_trigonometry import acos, asin, atan, atan2
from corten.math.trigonometry import cos, sin, sincos, tan
from corten.runtime import helper, select

__all__ = [
    "acos",
    "asin",
    "atan",
    "atan2",
    "clamp",
    "cos",
    "exp",
    "log",
    "pow",
    "sin",
    "sincos",
    "square",
    "tan",
]


@helper
def clamp(x: float, low: float, high: float) -> float:
    """Return x moved into [low, high]; NaN stays NaN."""
    return select(x < low, low, select(x > high, high, x))


@helper
def square(x: float) -> float:
    """Return x * x."""
    return x * x
