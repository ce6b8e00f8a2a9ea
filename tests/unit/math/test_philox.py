"""The counter-based generator against its published answers, and in all ways of running kernels."""

import numpy as np
import pytest

from corten.math.philox import normal_pair, philox, split_words, uniform
from corten.runtime import stage
from corten.runtime.fields import F8, I8, Field, Layout, Size
from corten.runtime.storage import Storage
from support.tolerance import EXACT

# counter, key and answer of the authors' test vectors for ten rounds
ANSWERS = [
    ((0, 0, 0, 0), (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
    ((0xFFFFFFFF,) * 4, (0xFFFFFFFF,) * 2, (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
    (
        (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
        (0xA4093822, 0x299F31D0),
        (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
    ),
]


class Numbers(Storage):
    """Counters and keys, and what becomes of them."""

    layout = Layout(
        "Numbers",
        (Size("n", "rows"),),
        (
            Field("words", I8, ("n", 6), "counter and key"),
            Field("result", I8, ("n", 4), "words"),
            Field("normal", F8, ("n", 2), "two normal numbers"),
        ),
    )


@stage
def hash_all(m, d):
    """Hash every row."""
    words, result, normal = m.words, d.result, d.normal
    for i in range(m.n):
        counter = (words[i, 0], words[i, 1], words[i, 2], words[i, 3])
        found = philox(counter, (words[i, 4], words[i, 5]))
        x, y = normal_pair(found)
        normal[i, 0], normal[i, 1] = x, y
        result[i, 0], result[i, 1], result[i, 2], result[i, 3] = found


@pytest.mark.parametrize(("counter", "key", "answer"), ANSWERS)
def test_published_answers(counter, key, answer):
    """Give the authors' words, compiled and as plain Python."""
    assert philox(counter, key) == answer
    source = Numbers({"n": 1})
    source.words = [[*counter, *key]]
    hash_all(source, source)
    assert source.result[0].tolist() == list(answer)
    np.testing.assert_allclose(source.normal[0], normal_pair(answer), rtol=EXACT)


def test_uniform_ends():
    """Never give zero, whose logarithm is infinite."""
    assert 0.0 < uniform(0, 0) < 2.0**-53
    assert uniform(0xFFFFFFFF, 0xFFFFFFFF) == 1.0


def test_split_words():
    """Split ints of either sign into words that differ."""
    assert split_words(5) == (5, 0)
    assert split_words(-1) == (0xFFFFFFFF, 0xFFFFFFFF)
    assert split_words(3 << 40) == (0, 3 << 8)
