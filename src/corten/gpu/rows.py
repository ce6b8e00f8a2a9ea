"""Rows on the device: fields of all environments, each field as a plain array (n, size), floats and ints apart."""

from typing import Any, NamedTuple

import numpy as np

from corten.gpu.copies import Elements
from corten.gpu.device import Device
from corten.gpu.errors import BatchTooLarge
from corten.gpu.pools import WORD, Placement, as_words
from corten.runtime.fields import Field

# arrays begin at multiples of this many elements, where every device can bind a buffer
BOUNDARY = 64


class DeviceArray(NamedTuple):
    """A field of all environments in the device's memory: float32 or int32, row-major, from `offset` [bytes] on.

    `buffer` is a `wgpu.GPUBuffer` of `device`, for those who compute on the same device.
    """

    device: Any
    buffer: Any
    offset: int
    shape: tuple[int, ...]
    dtype: np.dtype


class Column(NamedTuple):
    """Where the rows of a field are: whether floats, the first element, and the elements of an environment."""

    floats: bool
    base: int
    count: int


class RowPools:
    """Rows of n environments, and copies of what was last exchanged, by which changes on the host are found."""

    def __init__(self, device: Device, views: dict[str, np.ndarray], n: int):
        self._device, self.n = device, n
        self.columns: dict[str, Column] = {}
        totals = [0, 0]
        for name, view in views.items():
            floats, count = view.dtype.kind == "f", int(np.prod(view.shape[1:], dtype=np.int64))
            self.columns[name] = Column(floats, totals[not floats], count)
            totals[not floats] += -(-n * count // BOUNDARY) * BOUNDARY
        self.totals = totals[0], totals[1]
        self._exchanged: dict[str, np.ndarray] = {}
        self.buffers: tuple[Any, Any] = tuple(device.make_buffer(total * WORD) for total in totals)

    def elements(self, names: tuple[str, ...], placements: tuple[Placement, Placement]) -> Elements:
        """Return what copies fields between rows and tiles."""
        found: tuple[list[np.ndarray], list[np.ndarray]] = [], []
        for name in names:
            column = self.columns[name]
            inside = np.arange(column.count, dtype=np.int64)
            place = placements[not column.floats].offsets[name]
            steps = np.full(column.count, column.count)
            found[not column.floats].append(np.stack((column.base + inside, steps, place + inside), axis=1))
        nothing = np.zeros((0, 3), np.int64)
        floats, ints = (np.concatenate((nothing, *parts)) for parts in found)
        return Elements(np.concatenate((floats, ints)).astype(np.int32), len(floats))

    def push(self, views: dict[str, np.ndarray]) -> None:
        """Upload fields whose arrays on the host are not what was last exchanged."""
        for name, view in views.items():
            seen = self._exchanged.get(name)
            if seen is None or not _same(view, seen):
                column = self.columns[name]
                self._device.write(self.buffers[not column.floats], as_words(view), column.base * WORD)
                self._exchanged[name] = np.array(view)

    def pull(self, views: dict[str, np.ndarray]) -> None:
        """Download fields into arrays on the host; those that lie side by side come in one piece."""
        for floats in (True, False):
            names = [name for name in views if self.columns[name].floats is floats and self.columns[name].count]
            if not names or not self.n:
                continue
            spans = {name: self._span(name) for name in names}
            first, last = min(start for start, _ in spans.values()), max(end for _, end in spans.values())
            dtype = np.float32 if floats else np.int32
            found = self._device.read(self.buffers[not floats], dtype, last - first, first * WORD)
            for name, (start, end) in spans.items():
                view = views[name]
                view[...] = found[start - first : end - first].reshape(view.shape)
                self._exchanged[name] = np.array(view)

    def _span(self, name: str) -> tuple[int, int]:
        """Return the first element of a field, and the one behind its last."""
        column = self.columns[name]
        return column.base, column.base + self.n * column.count

    def read(self, name: str) -> np.ndarray:
        """Return a field of all environments, (n, elements), as the device has it."""
        column = self.columns[name]
        dtype, count = (np.float32 if column.floats else np.int32), self.n * column.count
        found = self._device.read(self.buffers[not column.floats], dtype, count, column.base * WORD)
        return found.reshape(self.n, column.count)

    def array(self, name: str, field: Field, sizes: dict[str, int]) -> DeviceArray:
        """Return where a field is in the device's memory."""
        column = self.columns[name]
        dtype, shape = np.dtype(np.float32 if column.floats else np.int32), (self.n, *field.resolve(sizes))
        return DeviceArray(self._device.handle, self.buffers[not column.floats], column.base * WORD, shape, dtype)


def check_rows(device: Device, elements: int, n: int) -> None:
    """Refuse more environments than the device has room for, before anything is allocated."""
    largest = n * elements * WORD
    if largest > device.most_bytes:
        raise BatchTooLarge(
            f"{n:,} environments with {elements:,} numbers each need a buffer of {largest:,} bytes, more than the "
            f"{device.most_bytes:,} that {device.name} has; about {device.most_bytes // (elements * WORD):,} would fit"
        )


def _same(first: np.ndarray, second: np.ndarray) -> bool:
    """Tell whether arrays have the same bits."""
    bits = f"u{first.dtype.itemsize}"
    return np.array_equal(first.view(bits), second.view(bits))
