"""Which environments share a pack: all that go on, those together that will do about the same work.

A pack has the rows of all of its environments, once where they are those of the same bodies, and takes as many
iterations as that of them which takes most. The next step is mostly like the last, so environments are sorted by what
it was like: that takes a few microseconds for some hundreds of them, and one that has changed much costs its pack more.
"""

import functools
from collections.abc import Collection
from typing import Any

import numpy as np

from corten.data import DATA
from corten.runtime import stage
from corten.runtime.build import ENTRY, build
from corten.runtime.fields import I4, I8, Field, Layout, Size
from corten.runtime.kernel import Mode
from corten.runtime.storage import Storage

# more rows and more iterations are not told apart: a key of 63 bits has 30 for bodies
ROWS_SHIFT, BODIES_SHIFT = 16, 33
MOST_ROWS, MOST_ITERATIONS = 2 ** (BODIES_SHIFT - ROWS_SHIFT), 2**ROWS_SHIFT

# bits of a key, and by how many of them environments are sorted at a time
KEY_BITS, DIGIT = 63, 8

# what the last step of an environment was like: its bodies in contact, its rows, iterations of its first island
ESTIMATES = ("contact_bodies", "nefc", "solver_niter")

ORDER = Layout(
    "Order",
    (Size("n", "environments"), Size("nplace", "places in packs")),
    (
        Field("contact_bodies", I4, ("n",), "bodies in contact, by bits"),
        Field("nefc", I4, ("n",), "rows"),
        Field("solver_niter", I4, ("n",), "iterations"),
        Field("count", I8, (), "environments that go on"),
        Field("member", I8, ("nplace",), "environments by pack; those that go on, then copies of the last"),
        Field("key", I8, ("nplace",), "what members are sorted by"),
        Field("new_member", I8, ("nplace",), "members in their new order"),
        Field("new_key", I8, ("nplace",), "keys in their new order"),
        Field("start", I8, (1 << DIGIT,), "where members with each value of a digit begin"),
    ),
    "corten.batch.grouping:ORDER",
)


class Order(Storage):
    """Environments in the order of packs, and what their last steps were like."""

    layout = ORDER

    count: int
    member: np.ndarray
    contact_bodies: np.ndarray
    nefc: np.ndarray
    solver_niter: np.ndarray


class Grouping:
    """Packs of `width` of n environments."""

    def __init__(self, n: int, width: int):
        self.n, self._width = n, width
        self._order = Order({"n": n, "nplace": n + width})
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
        """Return the environments that have not failed, by pack; `sort` exchanges them in that memory."""
        packs = self._fill(np.delete(np.arange(self.n), list(failed)))
        places = self._order.member[: packs.size]
        places[:], self._order.count = packs.reshape(-1), self.n - len(failed)
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

    def sort(self) -> None:
        """Exchange environments so that those of a pack had about the same to do in a step."""
        _sorter()(self._order._address, self._order._address)


@functools.cache
def _sorter() -> Any:
    """Return the compiled function."""
    return ENTRY(build([sort_members], (ORDER, ORDER), Mode.COMPILED)[sort_members])


@stage
def sort_members(m, d) -> None:
    """Sort members by bodies in contact, rows and iterations, digit by digit from the last to the first."""
    member, key, start = d.member, d.key, d.start

    ascending, last, common, present = True, 0, -1, 0
    for i in range(d.count):
        e = member[i]
        rows, iterations = min(d.nefc[e], MOST_ROWS - 1), min(d.solver_niter[e], MOST_ITERATIONS - 1)
        k = (d.contact_bodies[e] << BODIES_SHIFT) | (rows << ROWS_SHIFT) | iterations
        ascending = ascending and k >= last
        key[i], last, common, present = k, k, common & k, present | k
    if ascending:
        return

    for shift in range(0, KEY_BITS, DIGIT):
        # a digit that is the same everywhere leaves all as it is
        if (((common ^ present) >> shift) & ((1 << DIGIT) - 1)) != 0:
            for b in range(1 << DIGIT):
                start[b] = 0
            for i in range(d.count):
                start[(key[i] >> shift) & ((1 << DIGIT) - 1)] += 1
            total = 0
            for b in range(1 << DIGIT):
                total, start[b] = total + start[b], total
            for i in range(d.count):
                b = (key[i] >> shift) & ((1 << DIGIT) - 1)
                d.new_key[start[b]], d.new_member[start[b]] = key[i], member[i]
                start[b] += 1
            for i in range(d.count):
                key[i], member[i] = d.new_key[i], d.new_member[i]
    for i in range(d.count, d.nplace):
        member[i] = member[d.count - 1]
