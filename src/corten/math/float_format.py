"""Facts about float64 and a few constants as pairs (high, low) that hold 106 bits."""

import math

from corten.runtime import helper

INFINITY = math.inf
NAN = math.nan

MANTISSA_BITS = 52
MANTISSA_MASK = (1 << 52) - 1
EXPONENT_BIAS = 1023
SMALLEST_NORMAL = 2.0**-1022

# adding 1.5 * 2^52 rounds to a whole number and leaves it in the low bits of the mantissa
ROUNDER = 6755399441055744.0
ROUNDER_BITS = 0x4338000000000000

PI_HIGH = 3.141592653589793
PI_LOW = 1.2246467991473532e-16
PIO2_HIGH = 1.5707963267948966
PIO2_LOW = 6.123233995736766e-17
PIO4_HIGH = 0.7853981633974483
PIO4_LOW = 3.061616997868383e-17


@helper
def is_nan(x):
    """Tell whether x is not a number."""
    return x != x
