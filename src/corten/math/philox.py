"""Random numbers without a hidden state: a hash of a counter and a key, the same on every machine and in any order.

Philox 4x32 with ten rounds: J. Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC11. Words have 32 bits
and are held in ints; products may overflow, which the masks make harmless.
"""

from corten.math.float_format import PI_HIGH
from corten.math.scalar import log, sincos
from corten.runtime import helper, sqrt

WORD = 0xFFFFFFFF
ROUNDS = 10

# multipliers of the two halves, and what is added to the two words of the key after each round
MULTIPLIER_0, MULTIPLIER_1 = 0xD2511F53, 0xCD9E8D57
INCREMENT_0, INCREMENT_1 = 0x9E3779B9, 0xBB67AE85

# 2^-53: the spacing of floats below one
SPACING = 1.0 / 9007199254740992.0


@helper
def philox(counter, key):
    """Return four words for a counter of four words and a key of two."""
    c0, c1, c2, c3 = counter
    k0, k1 = key
    for _ in range(ROUNDS):
        first, second = MULTIPLIER_0 * c0, MULTIPLIER_1 * c2
        c0, c1, c2, c3 = (
            ((second >> 32) & WORD) ^ c1 ^ k0,
            second & WORD,
            ((first >> 32) & WORD) ^ c3 ^ k1,
            first & WORD,
        )
        k0, k1 = (k0 + INCREMENT_0) & WORD, (k1 + INCREMENT_1) & WORD
    return c0, c1, c2, c3


@helper
def uniform(high, low):
    """Return a number in (0, 1] made of two words: 53 bits and a half."""
    return (float((high << 21) | (low >> 11)) + 0.5) * SPACING


@helper
def normal_pair(words):
    """Return two independent numbers of the standard normal distribution made of four words (Box and Muller)."""
    radius = sqrt(-2.0 * log(uniform(words[0], words[1])))
    sine, cosine = sincos(2.0 * PI_HIGH * uniform(words[2], words[3]))
    return radius * cosine, radius * sine


@helper
def split_words(x):
    """Return the lower and the upper word of an int."""
    return x & WORD, (x >> 32) & WORD
