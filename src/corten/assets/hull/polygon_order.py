"""The order of the sides of a hull: that in which MuJoCo's hash table lists the directions of their normals.

Which of several faces that touch gives the contacts follows from this order. The table is a chained one over a prime
number of buckets, all entries in one list: an entry that finds its bucket empty becomes the head of the list, any
other one stands first in its bucket; a table that is full grows to the prime above twice its size and puts entries
that follow others of their bucket behind the first of these.
"""

import numpy as np
from numpy.typing import NDArray

NONE = -1
MASK = (1 << 64) - 1
MIX = 0x9E3779B9


def listed_order(azimuth: NDArray[np.float64], height: NDArray[np.float64]) -> list[int]:
    """Return the numbers of distinct directions, given in the order of their discovery, as the table lists them."""
    hashes = [_mixed(a, b) for a, b in zip(_bits(azimuth), _bits(height), strict=True)]
    follower = [NONE] * (len(hashes) + 1)
    head, before = len(hashes), []
    for entry, number in enumerate(hashes):
        if entry >= len(before):
            before = _regrown(hashes, follower, head, max(2, _next_prime(2 * len(before) + 1)))
        place = number % len(before)
        empty = before[place] == NONE
        previous = head if empty else before[place]
        follower[entry], follower[previous] = follower[previous], entry
        if empty:
            before[place] = head
            if follower[entry] != NONE:
                before[hashes[follower[entry]] % len(before)] = entry
    order, entry = [], follower[head]
    while entry != NONE:
        order.append(entry)
        entry = follower[entry]
    return order


def _regrown(hashes: list[int], follower: list[int], head: int, count: int) -> list[int]:
    """Return, for each of `count` buckets, what stands before its first entry; entries of a bucket come together."""
    before = [NONE] * count
    previous, last = head, NONE
    entry = follower[previous]
    while entry != NONE:
        place = hashes[entry] % count
        if place == last or before[place] == NONE:
            if place != last:
                before[place] = previous
            previous, last = entry, place
        else:
            follower[previous] = follower[entry]
            follower[entry] = follower[before[place]]
            follower[before[place]] = entry
        entry = follower[previous]
    return before


def _bits(numbers: NDArray[np.float64]) -> list[int]:
    """Return the bits of numbers; both zeros have none."""
    return (numbers + 0.0).view(np.uint64).tolist()


def _mixed(first: int, second: int) -> int:
    return first ^ ((second + MIX + (first << 6 & MASK) + (first >> 2)) & MASK)


def _next_prime(number: int) -> int:
    """Return the first prime from a number on."""
    while number < 2 or any(number % factor == 0 for factor in range(2, int(number**0.5) + 1)):
        number += 1
    return number
