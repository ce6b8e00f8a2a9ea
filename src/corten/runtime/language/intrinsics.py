"""What a kernel may call besides helpers: each has a plain Python meaning here and an instruction in the compiler.

The Python versions define the semantics; they serve kernels that run as plain Python.
"""

import math
import struct


def select(condition, chosen, otherwise):
    """Return `chosen` where the condition holds, else `otherwise`; both are evaluated."""
    return chosen if condition else otherwise


def any_lane(condition):
    """Tell whether the condition holds for this environment or for one that shares its instruction."""
    return bool(condition)


def reduce_max(x):
    """Return the largest of an int's values among this environment and those that share its instruction."""
    return x


def uniform(x):
    """Return an int that is known to be the same in all environments that share this instruction."""
    return x


def sqrt(x):
    """Return the correctly rounded square root; NaN for negative numbers."""
    return math.sqrt(x) if x >= 0.0 else math.nan


def floor(x):
    """Return the largest whole number not above x, as a float."""
    return float(math.floor(x)) if math.isfinite(x) else float(x)


def trunc(x):
    """Return x without its fraction, as a float."""
    return float(math.trunc(x)) if math.isfinite(x) else float(x)


def rint(x):
    """Return the whole number nearest to x, ties to even, as a float."""
    return float(round(float(x))) if math.isfinite(x) else float(x)


def copysign(x, sign):
    """Return |x| with the sign of the second argument, zeros and NaN included."""
    return math.copysign(x, sign)


def float_to_bits(x):
    """Return the 64 bits of a float as a signed int."""
    return struct.unpack("<q", struct.pack("<d", x))[0]


def bits_to_float(bits):
    """Return the float whose 64 bits are this signed int."""
    return struct.unpack("<d", struct.pack("<q", bits))[0]
