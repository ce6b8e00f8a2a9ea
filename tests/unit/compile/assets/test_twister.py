"""The generator of random marks."""

import numpy as np
import pytest

from corten.compile.assets.builtin_textures import are_below, random_words


def test_numbers_are_those_of_the_mersenne_twister():
    """Begin with the first number of the 64-bit Mersenne twister for the seed 42, whatever the count."""
    words = random_words(10_000)
    assert words[0] == 13930160852258120406
    assert len(random_words(0)) == 0 and (random_words(700) == words[:700]).all()


@pytest.mark.parametrize("limit", [0.0, 1e-300, 2.0**-64, 0.01, 0.3, 0.5, np.nextafter(1.0, 0.0), 1.0, 1.5])
def test_words_are_compared_as_floats(limit):
    """Tell for random words, and for those next to the limit, what floats would tell."""
    near = min(int(limit * 2.0**64), (1 << 64) - 1)
    edge = [word for word in range(near - 3000, near + 3000) if 0 <= word < 1 << 64]
    words = np.concatenate((random_words(2000), np.array(edge, np.uint64)))
    expected = words.astype(np.float64) / 2.0**64 < limit
    np.testing.assert_array_equal(are_below(words, limit), expected)
