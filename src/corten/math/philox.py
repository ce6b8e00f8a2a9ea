"""Random numbers without a hidden state: a hash of a counter and a key, the same on every machine and in any order.

Philox 4x32 with ten rounds: J. Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC11. Words have 32 bits
and are held in ints; products may overflow, which the masks make harmless. With ints of 32 bits words may be negative,
and products are formed of halves: the same bits.
"""

from corten.math.extended_precision import PI_HIGH
from corten.math.scalar import log, sincos
from corten.runtime import Vec2, helper, per_precision, sqrt, wrapping

WORD = per_precision(0xFFFFFFFF, float32=-1)
HALF = 0xFFFF
ROUNDS = 10

# multipliers of the two halves, and what is added to the two words of the key after each round
MULTIPLIER_0 = per_precision(0xD2511F53, float32=0xD2511F53 - 2**32)
MULTIPLIER_1 = per_precision(0xCD9E8D57, float32=0xCD9E8D57 - 2**32)
INCREMENT_0 = per_precision(0x9E3779B9, float32=0x9E3779B9 - 2**32)
INCREMENT_1 = per_precision(0xBB67AE85, float32=0xBB67AE85 - 2**32)

# the spacing of floats below one
SPACING = per_precision(2.0**-53, float32=2.0**-24)


@wrapping
@helper
def philox(counter: tuple[int, int, int, int], key: tuple[int, int]) -> tuple[int, int, int, int]:
    """Return four words for a counter of four words and a key of two."""
    c0, c1, c2, c3 = counter
    k0, k1 = key
    for _ in range(ROUNDS):
        first, first_low = product(MULTIPLIER_0, c0)
        second, second_low = product(MULTIPLIER_1, c2)
        c0, c1, c2, c3 = second ^ c1 ^ k0, second_low, first ^ c3 ^ k1, first_low
        k0, k1 = (k0 + INCREMENT_0) & WORD, (k1 + INCREMENT_1) & WORD
    return c0, c1, c2, c3


@wrapping
@helper
def product(a: int, b: int) -> tuple[int, int]:
    """Return the upper and the lower word of the product of two words."""
    both = a * b
    return (both >> 32) & WORD, both & WORD


@wrapping
@product.version(precision="float32")
def product_of_halves(a: int, b: int) -> tuple[int, int]:
    """Return the same where an int is a word."""
    a_low, a_high, b_low, b_high = a & HALF, (a >> 16) & HALF, b & HALF, (b >> 16) & HALF
    lowest = a_low * b_low
    left, right = a_high * b_low, a_low * b_high
    middle = ((lowest >> 16) & HALF) + (left & HALF) + (right & HALF)
    upper = a_high * b_high + ((left >> 16) & HALF) + ((right >> 16) & HALF) + (middle >> 16)
    return upper, a * b


@helper
def uniform(high: int, low: int) -> float:
    """Return a number in (0, 1] made of two words: 53 bits and a half."""
    return (float((high << 21) | (low >> 11)) + 0.5) * SPACING


@uniform.version(precision="float32")
def uniform_short(high: int, low: int) -> float:
    """Return a number in (0, 1] made of the first word: 24 bits and a half."""
    return (float((high >> 8) & 0xFFFFFF) + 0.5) * SPACING


@helper
def normal_pair(words: tuple[int, int, int, int]) -> Vec2:
    """Return two independent numbers of the standard normal distribution made of four words (Box and Muller)."""
    radius = sqrt(-2.0 * log(uniform(words[0], words[1])))
    sine, cosine = sincos(2.0 * PI_HIGH * uniform(words[2], words[3]))
    return radius * cosine, radius * sine


@helper
def split_words(x: int) -> tuple[int, int]:
    """Return the lower and the upper word of an int."""
    return x & WORD, (x >> 32) & WORD


@split_words.version(precision="float32")
def single_word(x: int) -> tuple[int, int]:
    """Return an int that is a word, and no second one."""
    return x, 0
