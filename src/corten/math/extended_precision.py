"""Float formats, constants as pairs (high, low), double-double arithmetic and compensated sums."""

import math

from corten.runtime import Vec2, bits_to_float, float_to_bits, helper, per_precision

# ---- facts about floats, and constants as pairs that hold twice as many bits as one float


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
def is_nan(x: float) -> bool:
    """Tell whether x is not a number."""
    return x != x


# ---- exact sums and products of floats as unevaluated pairs (high, low), without fused multiply-add
# Dekker's and Knuth's error-free transformations: high is the rounded result, high + low the exact one


# clears the low 27 (12) bits of a float's mantissa: what stays has 26 (12) bits, so that its square is exact
HEAD_MASK = per_precision(-(1 << 27), float32=-(1 << 12))


@helper
def head(x: float) -> float:
    """Return x with only its 26 (12) leading bits; x - head(x) is exact and has at most 27 (12) bits."""
    return bits_to_float(float_to_bits(x) & HEAD_MASK)


@helper
def add_ordered(a: float, b: float) -> Vec2:
    """Return a + b as (high, low); needs |a| >= |b| or a = 0."""
    high = a + b
    return high, (a - high) + b


@helper
def multiply_exact(a: float, b: float) -> Vec2:
    """Return a * b as (high, low), low to within a rounding of itself, where nothing under- or overflows."""
    high = a * b
    a_head = head(a)
    b_head = head(b)
    a_tail = a - a_head
    b_tail = b - b_head

    # the partial products add up exactly in this order, largest first
    low = ((a_head * b_head - high) + a_head * b_tail + a_tail * b_head) + a_tail * b_tail
    return high, low


@helper
def multiply_pairs(a: float, a_low: float, b: float, b_low: float) -> Vec2:
    """Return (a + a_low) * (b + b_low) as (high, low), to about the square of a rounding."""
    high, low = multiply_exact(a, b)
    return high, low + (a * b_low + a_low * b)


@helper
def divide_residual(quotient: float, a: float, b: float, b_low: float) -> float:
    """Return a - quotient * (b + b_low) for quotient = a / b rounded: what the rounding left over."""
    high, low = multiply_exact(quotient, b)
    return ((a - high) - low) - quotient * b_low


# ---- sums of many numbers, with what rounding took away carried along where floats are short
# A sum is a pair (total, lost) that begins as (0, 0); total + lost is its value


@helper
def add_term(total: float, lost: float, term: float) -> Vec2:
    """Return a sum with another term; in double precision nothing is carried along."""
    return total + term, lost


@add_term.version(precision="float32")
def add_term_single(total: float, lost: float, term: float) -> Vec2:
    """Return a sum with another term, and with what the addition has lost, which Knuth's transformation finds."""
    new = total + term
    part = new - total
    return new, lost + ((total - (new - part)) + (term - part))
