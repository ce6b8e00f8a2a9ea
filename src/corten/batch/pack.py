"""Memory of a worker: all fields of Data for a few environments, with the lane as the innermost index."""

from math import prod

import numpy as np

from corten.data import DATA
from corten.runtime.batch_plan import SEGMENT
from corten.runtime.fields import Field
from corten.runtime.storage import ALIGNMENT, Storage, aligned_bytes, place_fields

CAPACITIES = tuple(name for name, size in DATA.sizes.items() if size.counted_by)

# what environments of a pack may need room for together: their rows stand side by side, behind those of each
SHARED = ("maxefc", "maxJblock")


class Pack:
    """Fields of Data for `width` environments side by side, and for each of them a table of addresses.

    Scalar code that counts in steps of `width` elements runs one lane with its table; code for all lanes takes the
    first table. One lane is laid out as a Data is.
    """

    def __init__(self, template: Storage, width: int):
        self.width, self.layout, self._sizes = width, template.layout, template.sizes()
        self.tables = np.zeros((width, self.layout.nslot), np.int64)
        self.views: dict[str, np.ndarray] = {}
        self._memory = [aligned_bytes(0)] * len(self.layout.parts)
        self._allocate(growing=False)
        self._allocate(growing=True)
        for name, view in self.views.items():
            view[...] = template._views[name][..., None]

    def _allocate(self, growing: bool) -> None:
        """Give the parts of all blocks that grow, or those that do not, their memory, and enter addresses."""
        layout, lanes = self.layout, np.arange(self.width)
        for name, slot in layout.size_slot.items():
            self.tables[:, slot] = self._sizes[name]
        for number, part in enumerate(layout.parts):
            if part.growing is not growing:
                continue
            shapes = {name: (*field.resolve(self._sizes), self.width) for name, field in part.fields.items()}
            offsets, total = place_fields(part.fields, shapes, ALIGNMENT if self.width > 1 else 8)
            memory = self._memory[number] = aligned_bytes(total)
            start = int(memory.ctypes.data)
            self.tables[:, layout.part_slots[number]] = start
            for name, field in part.fields.items():
                dtype, offset = field.kind.dtype, offsets[name]
                self.tables[:, layout.offset_slot[name]] = offset + lanes * dtype.itemsize
                self.tables[:, layout.address_slot[name]] = start + offset + lanes * dtype.itemsize
                self.views[name] = np.ndarray(shapes[name], dtype, memory, offset)

    def capacities(self) -> dict[str, int]:
        """Return how much room there is for what grows."""
        return {name: self._sizes[name] for name in CAPACITIES}

    def grow(self, sizes: dict[str, int]) -> None:
        """Make as much room as some sizes say; nothing that grows outlives a step."""
        wanted = {name: sizes[name] * (self.width + 1 if name in SHARED else 1) for name in CAPACITIES}
        self._sizes.update({name: max(self._sizes[name], wanted[name]) for name in CAPACITIES})
        self._allocate(growing=True)

    def address(self, name: str) -> int:
        """Return where a field begins."""
        return int(self.tables[0, self.layout.address_slot[name]])

    def nbytes(self) -> int:
        """Return the size of the memory [bytes]."""
        return sum(len(memory) for memory in self._memory)


def segment(address: int, field: Field, array: np.ndarray, *, steps: bool = False) -> list[int]:
    """Return what copies a field between an address in a pack and an array with rows by environment, or also by step.

    Rows of one element after the other; an axis of one row that serves all has no stride.
    """
    lead = array.shape[: 1 + steps]
    strides = [0 if extent == 1 else stride for extent, stride in zip(lead, array.strides, strict=False)]
    count = prod(array.shape[1 + steps :])
    step = strides[1] if steps else 0
    return [array.ctypes.data, strides[0], step, address, count, field.kind.dtype.itemsize]


def segments(rows: list[list[int]], width: int, gap: int = ALIGNMENT) -> np.ndarray:
    """Return a table of segments without empty ones; one lane joins what lies side by side in both memories.

    Less than `gap` bytes between two of them that belong to nobody are copied, too.
    """
    found: list[list[int]] = []
    for row in sorted((row for row in rows if row[4]), key=lambda row: (row[0], row[3])):
        if width == 1 and found and _joins(found[-1], row, gap):
            last = found[-1]
            found[-1] = [*last[:4], row[0] - last[0] + row[4] * row[5], 1]
        else:
            found.append(row)
    return np.array(found, np.int64).reshape(-1, SEGMENT)


def _joins(first: list[int], second: list[int], gap: int) -> bool:
    """Tell whether two segments of one lane can be copied at once."""
    gaps = [second[side] - first[side] - first[4] * first[5] for side in (0, 3)]
    return first[1:3] == second[1:3] and gaps[0] == gaps[1] and 0 <= gaps[0] < gap
