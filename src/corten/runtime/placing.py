"""Where the fields of a layout lie in memory, and the arrays that show them."""

import functools
from collections.abc import Iterable, Mapping
from math import prod
from typing import Any, NamedTuple

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


class Tables(NamedTuple):
    """What is the same for all storages of a layout: its fields, part after part, as arrays.

    `extents` says for each distinct shape which sizes it is made of, or which of `numbers`, which follow the sizes.
    `places` are the numbers of fields and of their parts, the fields, and whether their shapes hold numbers alone.
    `slots` are where the table of a storage has offsets and addresses of the fields of each part.
    """

    numbers: tuple[int, ...]
    extents: np.ndarray
    shape: np.ndarray
    itemsize: np.ndarray
    part: np.ndarray
    begins: np.ndarray
    ends: np.ndarray
    places: dict[str, tuple[int, int, Field, bool]]
    slots: list[list[np.ndarray]]


@functools.cache
def tables_of(layout: Layout) -> Tables:
    """Return the tables of a layout."""
    fields = [(number, field) for number, part in enumerate(layout.parts) for field in part.fields.values()]
    shapes = {shape: place for place, shape in enumerate(dict.fromkeys(field.shape for _, field in fields))}
    numbers = tuple(dict.fromkeys([1, *(each for shape in shapes for each in shape if isinstance(each, int))]))
    known = {each: place for place, each in enumerate((*layout.sizes, *numbers))}
    rank = max(map(len, shapes))
    parts = np.array([number for number, _ in fields])
    tables = layout.offset_slot, layout.address_slot
    slots = [[np.array([slot[name] for name in part.fields]) for slot in tables] for part in layout.parts]
    return Tables(
        numbers,
        np.array([[known[each] for each in (*shape, *(1,) * (rank - len(shape)))] for shape in shapes], np.intp),
        np.array([shapes[field.shape] for _, field in fields]),
        np.array([field.kind.dtype.itemsize for _, field in fields]),
        parts,
        np.flatnonzero(np.diff(parts, prepend=-1)),
        np.flatnonzero(np.diff(parts, append=len(layout.parts))),
        {
            field.name: (place, number, field, not any(isinstance(extent, str) for extent in field.shape))
            for place, (number, field) in enumerate(fields)
        },
        slots,
    )


class Placing(NamedTuple):
    """Where the fields of a layout lie, each counted from the begin of its part, and how many bytes parts take."""

    offsets: np.ndarray
    totals: list[int]


# models that are compiled over and over mostly have the sizes of those before
@functools.lru_cache(maxsize=64)
def place_parts(layout: Layout, sizes: tuple[int, ...]) -> Placing:
    """Return where the fields of a layout lie for these values of its sizes, as `place_fields` has it for each part."""
    known = tables_of(layout)
    extents = np.array((*sizes, *known.numbers), np.int64)
    nbytes = extents[known.extents].prod(axis=1)[known.shape] * known.itemsize
    spans = -(-nbytes // SMALLEST) * SMALLEST
    ends = np.cumsum(spans)
    starts = ends - spans

    # a run begins on a cache line: with each array that has no less, and with each part
    heads = nbytes >= ALIGNMENT
    heads[known.begins] = True
    firsts = starts[heads]
    lengths = -(-np.diff(firsts, append=ends[-1]) // ALIGNMENT) * ALIGNMENT
    offsets = starts + (np.cumsum(lengths) - lengths - firsts)[np.cumsum(heads) - 1]
    offsets -= offsets[known.begins][known.part]
    return Placing(offsets, (offsets + spans)[known.ends].tolist())


# part of the memory, shape, type, offset
Place = tuple[int, tuple[int, ...], np.dtype, int]


class Views(dict[str, np.ndarray]):
    """The arrays of a storage by name, each made when it is first asked for; `complete` makes those that are left.

    `sizes` are those of the storage, `placing` says where in its memory the fields of its layout lie.
    """

    __slots__ = ("layout", "memory", "placing", "sizes")

    def __init__(self, layout: Layout, memory: list[np.ndarray], sizes: dict[str, int], placing: Placing):
        super().__init__()
        self.layout, self.memory, self.sizes, self.placing = layout, memory, sizes, placing

    def place(self, name: str) -> Place:
        """Return where a field lies."""
        place, number, field, is_fixed = tables_of(self.layout).places[name]
        shape: Any = field.shape if is_fixed else field.resolve(self.sizes)
        return number, shape, field.kind.dtype, self.placing.offsets[place]

    def __missing__(self, name: str) -> np.ndarray:
        number, shape, dtype, offset = self.place(name)
        view = self[name] = np.ndarray(shape, dtype, self.memory[number], offset)
        return view

    def resize(self, sizes: dict[str, int]) -> None:
        """Let fields have other sizes; those that have moved are forgotten one part after the other."""
        self.sizes, self.placing = sizes, place_parts(self.layout, tuple(sizes.values()))

    def forget(self, names: Iterable[str]) -> None:
        """Forget views whose memory has moved."""
        for name in self.keys() & names:
            del self[name]

    def copy(self) -> "Views":
        """Return views of the same memory, of which some can be exchanged."""
        twin = Views(self.layout, self.memory, self.sizes, self.placing)
        twin.update(self)
        return twin

    def complete(self) -> "Views":
        """Return these with all views made, for those who go through them."""
        for name in self.layout.fields:
            self[name]
        return self
