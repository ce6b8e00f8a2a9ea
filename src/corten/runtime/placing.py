"""Where the fields of a layout lie in memory, and the arrays that show them."""

import functools
from collections.abc import Iterable, Mapping
from itertools import repeat
from math import prod
from typing import NamedTuple

import numpy as np

from corten.runtime.fields import Field, Layout

# [bytes] one cache line and one AVX-512 register; unaligned blocks halved the speed of a factorisation
ALIGNMENT = 64

# [bytes] what is smaller than a cache line begins at a multiple of this
SMALLEST = 8


def aligned_bytes(count: int) -> np.ndarray:
    """Return zeros that begin on a cache line."""
    memory = np.zeros(count + ALIGNMENT, np.uint8)
    start = -address_of(memory) % ALIGNMENT
    return memory[start : start + count]


def address_of(array: np.ndarray) -> int:
    """Return the address of an array, in half the time of `array.ctypes.data`."""
    return array.__array_interface__["data"][0]


def place_fields(
    fields: Mapping[str, Field], shapes: dict[str, tuple[int, ...]], smallest: int = SMALLEST
) -> tuple[dict[str, int], int]:
    """Return the byte offset of every field and the size of the block; arrays begin on a cache line.

    What is smaller than a cache line begins at a multiple of `smallest`.
    """
    offsets, total = {}, 0
    for name, field in fields.items():
        size = field.kind.dtype.itemsize * prod(shapes[name])
        boundary = ALIGNMENT if size >= ALIGNMENT else smallest
        offsets[name] = -(-total // boundary) * boundary
        total = offsets[name] + size
    return offsets, -(-total // 8) * 8


# ---------------------------------------------------------------- the parts of a storage


class Views(dict[str, np.ndarray]):
    """The arrays of a storage by name, each made when it is first asked for; `complete` makes those that are left.

    `places` says for each in which part of the memory it lies, its shape, type and offset.
    """

    __slots__ = ("memory", "places")

    def __init__(self, memory: list[np.ndarray], places: "dict[str, Place]"):
        super().__init__()
        self.memory, self.places = memory, places

    def __missing__(self, name: str) -> np.ndarray:
        number, shape, dtype, offset = self.places[name]
        view = self[name] = np.ndarray(shape, dtype, self.memory[number], offset)
        return view

    def forget(self, names: Iterable[str]) -> None:
        """Forget views whose memory has moved."""
        for name in self.keys() & names:
            del self[name]

    def copy(self) -> "Views":
        """Return views of the same memory, of which some can be exchanged."""
        twin = Views(self.memory, self.places)
        twin.update(self)
        return twin

    def complete(self) -> "Views":
        """Return these with all views made, for those who go through them."""
        for name in self.places:
            self[name]
        return self


# part of the memory, shape, type, offset
Place = tuple[int, tuple[int, ...], np.dtype, int]


class Slots(NamedTuple):
    """Where the table has the offsets of the fields of a part and their addresses, and which sizes decide about it."""

    offsets: np.ndarray
    addresses: np.ndarray
    sizes: tuple[str, ...]


@functools.cache
def slots_of(layout: Layout, number: int) -> Slots:
    """Return them for a part of a layout."""
    fields = layout.parts[number].fields
    sizes = {extent: None for field in fields.values() for extent in field.shape if isinstance(extent, str)}
    offsets, addresses = (
        np.array([slot[name] for name in fields]) for slot in (layout.offset_slot, layout.address_slot)
    )
    return Slots(offsets, addresses, tuple(sizes))


class Placing(NamedTuple):
    """Where the fields of a part lie, and how many bytes they take."""

    offsets: np.ndarray
    places: dict[str, Place]
    total: int


# models that are compiled over and over mostly have the sizes of those before
@functools.lru_cache(maxsize=256)
def place_part(layout: Layout, number: int, extents: tuple[int, ...]) -> Placing:
    """Return where the fields of a part lie for these values of the sizes that decide about it."""
    known, sizes = _shapes(layout, number), dict(zip(slots_of(layout, number).sizes, extents, strict=True))
    shapes = [tuple([sizes[each] if isinstance(each, str) else each for each in shape]) for shape in known.distinct]
    counts = list(map(prod, shapes))
    starts, total = [], 0
    for which, size in known.fields:
        size *= counts[which]
        boundary = ALIGNMENT if size >= ALIGNMENT else SMALLEST
        total += -total % boundary
        starts.append(total)
        total += size
    own = [shapes[which] for which, _ in known.fields]
    places = dict(zip(known.names, zip(repeat(number), own, known.dtypes, starts), strict=False))
    return Placing(np.array(starts, np.int64), places, total + -total % SMALLEST)


class Shapes(NamedTuple):
    """The fields of a part: their shapes, each once, and for each field which it has and the bytes of its elements."""

    distinct: tuple[tuple[str | int, ...], ...]
    fields: tuple[tuple[int, int], ...]
    names: tuple[str, ...]
    dtypes: tuple[np.dtype, ...]


@functools.cache
def _shapes(layout: Layout, number: int) -> Shapes:
    fields = layout.parts[number].fields
    distinct = {field.shape: None for field in fields.values()}
    which = {shape: place for place, shape in enumerate(distinct)}
    dtypes = tuple(field.kind.dtype for field in fields.values())
    rows = tuple((which[each.shape], dtype.itemsize) for each, dtype in zip(fields.values(), dtypes, strict=True))
    return Shapes(tuple(distinct), rows, tuple(fields), dtypes)
