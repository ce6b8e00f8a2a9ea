"""Where fields lie in the memory of a storage, and NumPy arrays on it, made when they are asked for."""

import functools
from collections.abc import Mapping
from math import prod
from typing import NamedTuple

import numpy as np

from corten.runtime.fields import Field, Layout

# [bytes] one cache line and one AVX-512 register; unaligned blocks halved the speed of a factorisation
ALIGNMENT = 64


def aligned_bytes(count: int) -> np.ndarray:
    """Return zeros that begin on a cache line."""
    memory = np.zeros(count + ALIGNMENT, np.uint8)
    start = -memory.ctypes.data % ALIGNMENT
    return memory[start : start + count]


def place_fields(
    fields: Mapping[str, Field], shapes: dict[str, tuple[int, ...]], smallest: int = 8
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


@functools.cache
def part_sizes(layout: Layout, number: int) -> tuple[str, ...]:
    """Return the sizes that the fields of a part have among their extents."""
    extents = (extent for field in layout.parts[number].fields.values() for extent in field.shape)
    return tuple(dict.fromkeys(extent for extent in extents if isinstance(extent, str)))


class Placement(NamedTuple):
    """Where the fields of a part lie in its memory: their shapes, offsets, also as an array, and bytes in all."""

    shapes: dict[str, tuple[int, ...]]
    offsets: dict[str, int]
    places: np.ndarray
    total: int


# models are few, and what is made for each of them is made often
@functools.lru_cache(maxsize=256)
def place_part(layout: Layout, number: int, sizes: tuple[int, ...]) -> Placement:
    """Return where the fields of a part lie if it has such sizes, in the order of `part_sizes`."""
    fields, known = layout.parts[number].fields, dict(zip(part_sizes(layout, number), sizes, strict=True))
    shapes = {name: field.resolve(known) for name, field in fields.items()}
    offsets, total = place_fields(fields, shapes)
    return Placement(shapes, offsets, np.array(list(offsets.values()), np.int64), total)


@functools.cache
def _part_numbers(layout: Layout) -> dict[str, int]:
    """Return the number of the part that each field belongs to."""
    return {name: number for number, part in enumerate(layout.parts) for name in part.fields}


class Views(dict[str, np.ndarray]):
    """Arrays on the memory of a storage by name; each is made when it is asked for, for most work space never is."""

    def __init__(self, layout: Layout):
        super().__init__()
        self._fields, self._numbers = layout.fields, _part_numbers(layout)
        self._placed: dict[int, tuple[np.ndarray, Placement]] = {}

    def place(self, number: int, memory: np.ndarray, placement: Placement) -> None:
        """Let the fields of a part lie in some memory."""
        self._placed[number] = memory, placement
        # where there are none, no field of the part can have one
        for name in placement.shapes if self else ():
            self.pop(name, None)

    def __missing__(self, name: str) -> np.ndarray:
        memory, placement = self._placed[self._numbers[name]]
        view = np.ndarray(placement.shapes[name], self._fields[name].kind.dtype, memory, placement.offsets[name])
        self[name] = view
        return view

    def __contains__(self, name: object) -> bool:
        return name in self._numbers

    def all(self) -> dict[str, np.ndarray]:
        """Return the arrays of all fields."""
        return {name: self[name] for name in self._numbers}
