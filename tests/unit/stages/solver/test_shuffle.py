"""Random orders: the generator against 64-bit arithmetic, and what a shuffle must be."""

import numpy as np

from corten.stages.solver.pgs import SEED, next_number, shuffle


def reference(count):
    """Yield (state, output) of PCG32 with increment 1."""
    state = 1
    for _ in range(count):
        bits = (((state >> 18) ^ state) >> 27) & 0xFFFFFFFF
        turn = state >> 59
        yield state, (bits >> turn | bits << (-turn & 31)) & 0xFFFFFFFF
        state = (state * 6364136223846793005 + 1) % 2**64


def test_numbers():
    """Give the numbers of PCG32."""
    high, low = SEED
    for state, expected in reference(10_000):
        assert (high << 32) + low == state
        high, low, number = next_number(high, low)
        assert number == expected


def test_shuffle():
    """Change the order of the entries that are asked for, and lose none."""
    order = np.arange(12)
    shuffle(order, 2, 8, *SEED)
    assert sorted(order[2:10]) == list(range(2, 10))
    assert list(order[2:10]) != list(range(2, 10))
    assert [*order[:2], *order[10:]] == [0, 1, 10, 11]
