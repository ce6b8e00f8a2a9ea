"""Which environments share a pack: all that go on, those together that will do about the same work.

A pack has the rows of all of its environments, once where they are those of the same bodies, and takes as many
iterations as that of them which takes most. The next step is mostly like the last, so environments are sorted by what
it was like: that takes a few microseconds for some hundreds of them, and one that has changed much costs its pack more.

Each thread has a region of packs, whose environments stay in it, and sorts it before it takes the first of them:

    region 0                       region 1                       ...
    [pack][pack] ... [pack]        [pack][pack] ... [pack]
     longest ----> shortest         longest ----> shortest

So nothing is serial, rows stay in the cache and in the memory of one thread, and what is left at the end, which other
threads take over, is short.
"""

import functools
from collections.abc import Collection
from typing import NamedTuple

import numpy as np

from corten.data import DATA
from corten.runtime import helper, stage
from corten.runtime.build import build
from corten.runtime.fields import I4, I8, Field, Layout, Size
from corten.runtime.kernel import Mode
from corten.runtime.storage import Storage

# more rows and more iterations are not told apart: a key of 63 bits has 30 for bodies
ROWS_SHIFT, BODIES_SHIFT = 16, 33
MOST_ROWS, MOST_ITERATIONS = 2 ** (BODIES_SHIFT - ROWS_SHIFT), 2**ROWS_SHIFT

# bits of a key, and by how many of them environments are sorted at a time
KEY_BITS, DIGIT = 63, 8
NDIGIT = 1 << DIGIT

# what a pack costs: rows times iterations, in two digits; more is not told apart
MOST_COST = (1 << (2 * DIGIT)) - 1

# what the last step of an environment was like: its bodies in contact, its rows, iterations of its first island
ESTIMATES = ("contact_bodies", "nefc", "solver_niter")

ORDER = Layout(
    "Order",
    (
        Size("n", "environments"),
        Size("nplace", "places in packs"),
        Size("npack", "packs"),
        Size("nregion", "regions"),
    ),
    (
        Field("contact_bodies", I4, ("n",), "bodies in contact, by bits"),
        Field("nefc", I4, ("n",), "rows"),
        Field("solver_niter", I4, ("n",), "iterations"),
        Field("width", I8, (), "environments to a pack"),
        Field("member", I8, ("nplace",), "environments by pack; those that go on, then copies of the last"),
        Field("key", I8, ("nplace",), "what members are sorted by"),
        Field("new_member", I8, ("nplace",), "members in their new order"),
        Field("new_key", I8, ("nplace",), "keys in their new order"),
        Field("pack", I8, ("npack",), "packs of a region by their cost"),
        Field("new_pack", I8, ("npack",), "packs in their new order"),
        Field("start", I8, ("nregion", NDIGIT), "where members with each value of a digit begin"),
    ),
    "corten.batch.grouping:ORDER",
)

REGION = Layout(
    "Region",
    (),
    (
        Field("number", I8, (), "which region"),
        Field("first", I8, (), "place of its first member"),
        Field("count", I8, (), "its environments that go on"),
        Field("nplace", I8, (), "its places; behind its environments are copies of the last"),
    ),
    "corten.batch.grouping:REGION",
)


class Order(Storage):
    """Environments in the order of packs, and what their last steps were like."""

    layout = ORDER

    width: int
    member: np.ndarray
    contact_bodies: np.ndarray
    nefc: np.ndarray
    solver_niter: np.ndarray


class Region(Storage):
    """Packs that one thread sorts."""

    layout = REGION

    number: int
    first: int
    count: int
    nplace: int


class Sorter(NamedTuple):
    """A compiled function that sorts a region, with the addresses of its arguments."""

    function: int
    region: int
    order: int


class Grouping:
    """Packs of `width` of n environments, in regions for a number of threads at most."""

    def __init__(self, n: int, width: int, threads: int = 1):
        self.n, self._width = n, width
        sizes = {"n": n, "nplace": n + width, "npack": -(-n // width) + 1, "nregion": threads}
        self._order = Order(sizes)
        self._order.width = width
        self._regions = [Region({}) for _ in range(threads)]
        self._going = 0
        self._chosen = np.zeros((0, width), np.int64)

    @property
    def estimates(self) -> dict[str, tuple[Field, np.ndarray]]:
        """Where steps write what they were like, by the field of Data that tells it, whose first element counts."""
        return {name: (DATA.fields[name], self._order._views[name]) for name in ESTIMATES}

    def forget(self, numbers: np.ndarray) -> None:
        """Let environments be as those that have not stepped yet."""
        for name in ESTIMATES:
            self._order._views[name][numbers] = 0

    def make_packs(self, failed: Collection[int]) -> np.ndarray:
        """Return the environments that have not failed, by pack; sorters exchange them in that memory."""
        packs = self._fill(np.delete(np.arange(self.n), list(failed)))
        places = self._order.member[: packs.size]
        places[:], self._going = packs.reshape(-1), self.n - len(failed)
        return places.reshape(packs.shape)

    def choose(self, numbers: np.ndarray) -> np.ndarray:
        """Return some environments by pack, in the memory that as many had the last time."""
        packs = self._fill(numbers)
        if packs.shape != self._chosen.shape:
            self._chosen = packs
        self._chosen[...] = packs
        return self._chosen

    def _fill(self, numbers: np.ndarray) -> np.ndarray:
        """Return environments by pack; the last is filled up with copies of the last of them."""
        count = -(-len(numbers) // self._width)
        packs = np.full(count * self._width, numbers[-1], np.int64)
        packs[: len(numbers)] = numbers
        return packs.reshape(count, self._width)

    def sorters(self, bounds: np.ndarray) -> list[Sorter]:
        """Return what sorts regions of the packs made last, which lie between the numbers in `bounds`.

        Environments of a pack have about the same to do then, and packs that take longest are first.
        """
        for number, (first, end) in enumerate(zip(self._width * bounds[:-1], self._width * bounds[1:], strict=True)):
            region = self._regions[number]
            region.number, region.first, region.nplace = number, first, end - first
            region.count = min(end, self._going) - first
        function, order = _sort_function(), self._order._address
        return [Sorter(function, region._address, order) for region in self._regions[: len(bounds) - 1]]


@functools.cache
def _sort_function() -> int:
    """Return the address of the compiled function."""
    return build([sort_region], (REGION, ORDER), Mode.COMPILED)[sort_region]


@stage
def sort_region(m, d) -> None:
    """Sort members of a region by bodies in contact, rows and iterations, most first, and its packs by their cost."""
    member, key, first, end = d.member, d.key, m.first, m.first + m.count

    # keys fall as what they stand for grows
    ascending, last, common, present = True, 0, -1, 0
    for i in range(first, end):
        e = member[i]
        rows, iterations = min(d.nefc[e], MOST_ROWS - 1), min(d.solver_niter[e], MOST_ITERATIONS - 1)
        k = ~((d.contact_bodies[e] << BODIES_SHIFT) | (rows << ROWS_SHIFT) | iterations) & ((1 << KEY_BITS) - 1)
        ascending = ascending and k >= last
        key[i], last, common, present = k, k, common & k, present | k
    if not ascending:
        sort_members(m, d, common ^ present)
        for i in range(end, first + m.nplace):
            member[i] = member[end - 1]
    # with one thread the order of packs does not matter
    if d.nregion > 1:
        sort_packs(m, d)


@helper
def sort_members(m, d, differing: int) -> None:
    """Sort members by their keys, digit by digit from the last to the first; `differing` has the bits that differ."""
    member, key, start, r, first, end = d.member, d.key, d.start, m.number, m.first, m.first + m.count

    for shift in range(0, KEY_BITS, DIGIT):
        # a digit that is the same everywhere leaves all as it is
        if ((differing >> shift) & (NDIGIT - 1)) != 0:
            for b in range(NDIGIT):
                start[r, b] = 0
            for i in range(first, end):
                start[r, (key[i] >> shift) & (NDIGIT - 1)] += 1
            total = first
            for b in range(NDIGIT):
                total, start[r, b] = total + start[r, b], total
            for i in range(first, end):
                b = (key[i] >> shift) & (NDIGIT - 1)
                d.new_key[start[r, b]], d.new_member[start[r, b]] = key[i], member[i]
                start[r, b] += 1
            for i in range(first, end):
                key[i], member[i] = d.new_key[i], d.new_member[i]


@helper
def sort_packs(m, d) -> None:
    """Exchange whole packs so that those with the most rows times iterations come first.

    A pack costs what its environment with most rows and that with most iterations cost.
    """
    member, key, start, width, r = d.member, d.key, d.start, d.width, m.number
    first, npack = m.first, m.count // d.width
    base = first // width

    ascending, last = True, 0
    for p in range(npack):
        rows, iterations = 0, 0
        for lane in range(width):
            e = member[first + p * width + lane]
            rows, iterations = max(rows, d.nefc[e]), max(iterations, d.solver_niter[e])
        k = MOST_COST - min(rows * (1 + iterations), MOST_COST)
        ascending = ascending and k >= last
        key[first + p], last, d.pack[base + p] = k, k, p
    if ascending:
        return

    for shift in range(0, 2 * DIGIT, DIGIT):
        for b in range(NDIGIT):
            start[r, b] = 0
        for p in range(npack):
            start[r, (key[first + p] >> shift) & (NDIGIT - 1)] += 1
        total = 0
        for b in range(NDIGIT):
            total, start[r, b] = total + start[r, b], total
        for p in range(npack):
            b = (key[first + p] >> shift) & (NDIGIT - 1)
            d.new_key[first + start[r, b]], d.new_pack[base + start[r, b]] = key[first + p], d.pack[base + p]
            start[r, b] += 1
        for p in range(npack):
            key[first + p], d.pack[base + p] = d.new_key[first + p], d.new_pack[base + p]

    # the last pack stays where it is if it is not full
    for p in range(npack):
        for lane in range(width):
            d.new_member[first + p * width + lane] = member[first + d.pack[base + p] * width + lane]
    for i in range(first, first + npack * width):
        member[i] = d.new_member[i]
