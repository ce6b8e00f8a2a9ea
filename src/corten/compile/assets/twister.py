"""The 64-bit Mersenne twister, which places the random marks of computed pictures.

T. Nishimura, "Tables of 64-bit Mersenne twisters", TOMACS 10(4), 2000. Words of 64 bits are held in signed ints, so a
shift to the right is followed by a mask.
"""

import numpy as np
from numpy.typing import NDArray

from corten.runtime import stage
from corten.runtime.fields import I8, Field, Layout, Size
from corten.runtime.storage import Storage

# words of a state, and the distance of those that a new one follows from
NSTATE, SHIFT = 312, 156
SEED = 42

# how a state begins
FACTOR, WORD = 6364136223846793005, (1 << 64) - 1

# the upper bits of one word and the lower ones of the next are joined; an odd result is mixed with a constant
UPPER, LOWER, POSITIVE = -0x80000000, 0x7FFFFFFF, (1 << 63) - 1
MATRIX = 0xB5026F5AA96619E9 - (1 << 64)

# bits that a word is tempered with
FIRST_MASK, SECOND_MASK = 0x5555555555555555 & ((1 << 35) - 1), 0x71D67FFFEDA60000
THIRD_MASK, FOURTH_MASK = 0xFFF7EEE000000000 - (1 << 64), (1 << 21) - 1

TWISTER = Layout(
    "Twister",
    (Size("nword", "words: a state, and those that follow from it"),),
    (
        Field("word", I8, ("nword",), "words, each of which follows from some before it"),
        Field("number", I8, ("nword",), "tempered words"),
    ),
    "corten.compile.assets.twister:TWISTER",
)


class Twister(Storage):
    """Words of the generator in their order."""

    layout = TWISTER

    word: NDArray[np.int64]
    number: NDArray[np.int64]


def random_words(count: int) -> NDArray[np.uint64]:
    """Return random words, always the same ones; a number from 0 to 1 is a word over 2^64."""
    twister = Twister({"nword": NSTATE + count})
    state = np.empty(NSTATE, np.uint64)
    word = SEED
    for i in range(NSTATE):
        word = word if i == 0 else (FACTOR * (word ^ (word >> 62)) + i) & WORD
        state[i] = word
    twister.word[:NSTATE] = state.view(np.int64)
    generate(twister, twister)
    return twister.number[NSTATE:].view(np.uint64)


def are_below(words: NDArray[np.uint64], limit: float) -> NDArray[np.bool_]:
    """Tell which words are numbers below a limit, as if each were rounded to a float and divided by 2^64."""
    # rounding keeps order, so there is a first word that is not below; words are compared faster than they are rounded
    first, end = 0, WORD + 1
    while first < end:
        middle = (first + end) // 2
        if float(middle) < limit * 2.0**64:
            first = middle + 1
        else:
            end = middle
    return words <= np.uint64(first - 1) if first else np.zeros(len(words), bool)


@stage
def generate(m, d):
    """Find all words behind the first state.

    reads:  d.word
    writes: d.word d.number
    """
    word, number = d.word, d.number

    for i in range(NSTATE, m.nword):
        mixed = (word[i - NSTATE] & UPPER) | (word[i - NSTATE + 1] & LOWER)
        x = word[i - SHIFT] ^ ((mixed >> 1) & POSITIVE) ^ (MATRIX if (mixed & 1) != 0 else 0)
        word[i] = x
        x = x ^ ((x >> 29) & FIRST_MASK)
        x = x ^ ((x << 17) & SECOND_MASK)
        x = x ^ ((x << 37) & THIRD_MASK)
        number[i] = x ^ ((x >> 43) & FOURTH_MASK)
