"""Numbers of 64 bits rounded to 32 bits, as MuJoCo's sweep compares them."""

from corten.runtime import bits_to_float, float_to_bits, helper

# the bits of a number of 64 bits that one of 32 bits has not, and half of the last one that it has
DROPPED, HALF = 29, 1 << 28


@helper
def round_to_single(x):
    """Return the number of 32 bits that is nearest to x, ties to even, for |x| between 1e-37 and 1e38 and for 0."""
    bits = float_to_bits(x)
    odd = (bits >> DROPPED) & 1
    return bits_to_float(((bits + (HALF - 1 + odd)) >> DROPPED) << DROPPED)


@round_to_single.version(precision="float32")
def round_single(x):
    """Return x: it has 32 bits."""
    return x
