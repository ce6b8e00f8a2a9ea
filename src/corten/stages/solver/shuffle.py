"""Pseudo-random orders that are the same on every machine: PCG32 (O'Neill 2014) with a fixed seed.

The 64-bit state is stored in two halves of 32 bits, so that no product leaves the range of signed integers.
"""

from corten.runtime import helper

# first state: what seed 0 and increment 1 give after one step
SEED = (0, 1)
MASK = 0xFFFFFFFF
MULTIPLIER = (0x5851F42D, 0x4C957F2D)


@helper
def next_number(high, low):
    """Return (high, low, number): the next state, and 32 random bits from the present one."""
    # the bits of the state, folded and then turned by its topmost five
    folded_low = low ^ ((low >> 18) | ((high & 0x3FFFF) << 14))
    folded_high = high ^ (high >> 18)
    bits = (folded_low >> 27) | ((folded_high << 5) & MASK)
    turn = high >> 27
    number = (bits >> turn) | ((bits << ((32 - turn) & 31)) & MASK)

    # state * multiplier + 1; the halves of `low` are multiplied apart
    near = (low & 0xFFFF) * MULTIPLIER[1] + 1
    far = (low >> 16) * MULTIPLIER[1]
    sum_low = near + ((far & MASK) << 16)
    carry = (sum_low >> 32) + ((far >> 32) << 16)
    next_high = (carry + multiply_low(high, MULTIPLIER[1]) + multiply_low(low, MULTIPLIER[0])) & MASK
    return next_high, sum_low & MASK, number


@helper
def multiply_low(a, b):
    """Return the lower 32 bits of a product of two 32-bit numbers."""
    return ((a & 0xFFFF) * b + ((((a >> 16) * b) & 0xFFFF) << 16)) & MASK


@helper
def shuffle(order, first, count, high, low):
    """Shuffle `count` entries of `order` from `first` on (Fisher and Yates); return the next state."""
    for i in range(count - 1, 0, -1):
        high, low, number = next_number(high, low)
        a, b = first + i, first + number % (i + 1)
        moved = order[a]
        order[a] = order[b]
        order[b] = moved
    return high, low
