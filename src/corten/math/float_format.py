"""Facts about floats and a few constants as pairs (high, low) that hold twice as many bits as one float."""

import math

from corten.runtime import helper, per_precision

INFINITY = math.inf
NAN = math.nan

MANTISSA_BITS = per_precision(52, float32=23)
MANTISSA_MASK = per_precision((1 << 52) - 1, float32=(1 << 23) - 1)
EXPONENT_BIAS = per_precision(1023, float32=127)
SMALLEST_NORMAL = per_precision(2.0**-1022, float32=2.0**-126)

# adding 1.5 * 2^52 (2^23) rounds to a whole number and leaves it in the low bits of the mantissa
ROUNDER = per_precision(6755399441055744.0, float32=12582912.0)
ROUNDER_BITS = per_precision(0x4338000000000000, float32=0x4B400000)

PI_HIGH = per_precision(3.141592653589793, float32=3.1415927410125732)
PI_LOW = per_precision(1.2246467991473532e-16, float32=-8.742277657347586e-08)
PIO2_HIGH = per_precision(1.5707963267948966, float32=1.5707963705062866)
PIO2_LOW = per_precision(6.123233995736766e-17, float32=-4.371138828673793e-08)
PIO4_HIGH = per_precision(0.7853981633974483, float32=0.7853981852531433)
PIO4_LOW = per_precision(3.061616997868383e-17, float32=-2.1855694143368964e-08)


@helper
def is_nan(x):
    """Tell whether x is not a number."""
    return x != x
