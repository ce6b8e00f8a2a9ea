"""Pseudo-random orders that are the same on every machine: PCG32 (O'Neill 2014) with a fixed seed.

The 64-bit state is stored in two words of 32 bits. With ints of 32 bits words may be negative: the same bits, but other
orders, for an order counts with the number that the bits are.
"""

from corten.math.philox import product
from corten.runtime import helper, per_precision, wrapping

# first state: what seed 0 and increment 1 give after one step
SEED = (0, 1)
MASK = per_precision(0xFFFFFFFF, float32=-1)
MULTIPLIER = (0x5851F42D, 0x4C957F2D)


@wrapping
@helper
def next_number(high, low):
    """Return (high, low, number): the next state, and 32 random bits from the present one."""
    # the bits of the state, folded and then turned by its topmost five
    folded_low = low ^ (((low >> 18) & 0x3FFF) | ((high & 0x3FFFF) << 14))
    folded_high = high ^ ((high >> 18) & 0x3FFF)
    bits = ((folded_low >> 27) & 31) | ((folded_high << 5) & MASK)
    turn = (high >> 27) & 31
    number = shifted(bits, turn) | ((bits << ((32 - turn) & 31)) & MASK)

    # state * multiplier + 1
    carried, product_low = product(low, MULTIPLIER[1])
    if product_low == MASK:
        carried = carried + 1
    _, second = product(high, MULTIPLIER[1])
    _, third = product(low, MULTIPLIER[0])
    return (carried + second + third) & MASK, (product_low + 1) & MASK, number


@helper
def shifted(word, count):
    """Return a word without its lowest `count` bits, moved down."""
    return word >> count


@shifted.version(precision="float32")
def shifted_without_sign(word, count):
    """Return the same for a word whose highest bit is a sign."""
    return word if count == 0 else ((word >> 1) & 0x7FFFFFFF) >> max(count - 1, 0)


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
