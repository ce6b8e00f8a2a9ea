"""Exact sums and products of floats as unevaluated pairs (high, low), without fused multiply-add.

Dekker's and Knuth's error-free transformations: high is the rounded result, high + low the exact one.
"""

from corten.runtime import bits_to_float, float_to_bits, helper, per_precision

# clears the low 27 (12) bits of a float's mantissa: what stays has 26 (12) bits, so that its square is exact
HEAD_MASK = per_precision(-(1 << 27), float32=-(1 << 12))


@helper
def head(x):
    """Return x with only its 26 (12) leading bits; x - head(x) is exact and has at most 27 (12) bits."""
    return bits_to_float(float_to_bits(x) & HEAD_MASK)


@helper
def add_ordered(a, b):
    """Return a + b as (high, low); needs |a| >= |b| or a = 0."""
    high = a + b
    return high, (a - high) + b


@helper
def multiply_exact(a, b):
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
def multiply_pairs(a, a_low, b, b_low):
    """Return (a + a_low) * (b + b_low) as (high, low), to about the square of a rounding."""
    high, low = multiply_exact(a, b)
    return high, low + (a * b_low + a_low * b)


@helper
def divide_residual(quotient, a, b, b_low):
    """Return a - quotient * (b + b_low) for quotient = a / b rounded: what the rounding left over."""
    high, low = multiply_exact(quotient, b)
    return ((a - high) - low) - quotient * b_low
