"""Memory as shaders see it: fields of Model and Data in pools of floats and ints, and the table of sizes and places.

Every float is a float32 and every int an int32 there, whatever its kind elsewhere. What belongs to an environment lies
in tiles (`corten.runtime.backends.wgsl`).
"""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np

from corten.batch.rows import EnvironmentRows
from corten.gpu.copies import Elements
from corten.gpu.device import BatchTooLarge, Device
from corten.model.twin import same_bytes
from corten.runtime.backends.wgsl import TILE, Pool, Slots
from corten.runtime.fields import Field
from corten.runtime.storage import Storage

# bytes of an element
WORD = 4


def as_words(values: np.ndarray) -> np.ndarray:
    """Return values as float32 or int32; what is too large becomes infinite, longer ints lose their upper half."""
    if values.dtype.kind == "f":
        with np.errstate(over="ignore", invalid="ignore"):
            return values.astype(np.float32, copy=False)
    return values.astype(np.int32, copy=False)


class Placement:
    """Where each of some fields begins in a pool, one behind the other, and how many elements all have."""

    def __init__(self, fields: Iterable[Field], sizes: dict[str, int]):
        self.offsets: dict[str, int] = {}
        self.counts: dict[str, int] = {}
        self.total = 0
        for field in fields:
            self.offsets[field.name] = self.total
            self.counts[field.name] = int(np.prod(field.resolve(sizes), dtype=np.int64))
            self.total += self.counts[field.name]

    def gather(self, views: Mapping[str, np.ndarray], dtype: type) -> np.ndarray:
        """Return the elements of all fields as one row."""
        row = np.zeros(self.total, dtype)
        for name, offset in self.offsets.items():
            row[offset : offset + self.counts[name]] = as_words(views[name]).reshape(-1)
        return row


class Table:
    """Sizes and places for shaders; what is entered last counts."""

    def __init__(self, device: Device, slots: Slots):
        self._device, self._slots = device, slots
        self._entries = np.zeros(slots.count, np.int32)
        self.buffer = device.make_buffer(slots.count * WORD)

    def enter_sizes(self, layout: str, sizes: Mapping[str, int]) -> None:
        """Enter the sizes of a Model or a Data."""
        for name, size in sizes.items():
            self._entries[self._slots.size_slot[layout, name]] = size

    def enter_places(self, layout: str, placement: Placement) -> None:
        """Enter where fields are."""
        for name, offset in placement.offsets.items():
            self._entries[self._slots.offset_slot[layout, name]] = offset

    def enter(self, slot: int, value: int) -> None:
        """Enter a number."""
        self._entries[slot] = value

    def upload(self) -> None:
        """Let the device have the table."""
        self._device.write(self.buffer, self._entries)


class ModelPools:
    """The fields of a Model that some stages read, on the device; they follow the Model when it changes."""

    def __init__(self, device: Device, slots: Slots, model: Storage, names: Collection[str]):
        self._device, self._model = device, model
        fields = {pool: slots.fields(pool) for pool in (Pool.MODEL_FLOATS, Pool.MODEL_INTS)}
        self.placements = {
            pool: Placement((field for field in found if field.name in names), model.sizes())
            for pool, found in fields.items()
        }
        self.buffers = {pool: device.make_buffer(place.total * WORD) for pool, place in self.placements.items()}
        # what no stage reads, such as pixels of textures, is not looked at
        read = {name for placement in self.placements.values() for name in placement.offsets}
        parts = enumerate(model.layout.parts)
        self._seen = {number: np.zeros(0, np.uint8) for number, part in parts if not read.isdisjoint(part.fields)}
        self.sync()

    def sync(self) -> None:
        """Upload the fields again if something has changed in a part of the Model that stages read."""
        memory = self._model._memory
        changed = [number for number, seen in self._seen.items() if not same_bytes(seen, memory[number])]
        if not changed:
            return
        for pool, placement in self.placements.items():
            row = placement.gather(self._model._views, np.float32 if pool.floats else np.int32)
            self._device.write(self.buffers[pool], row)
        self._seen |= {number: memory[number].copy() for number in changed}


class TiledPools:
    """Pools of floats and ints of what belongs to an environment, for as many tiles of environments as asked for."""

    def __init__(self, device: Device, placements: tuple[Placement, Placement], spare_ints: int = 0):
        """`spare_ints` words behind the fields of ints belong to no field."""
        self.placements = placements
        self.elements = placements[0].total, placements[1].total + spare_ints
        self._device = device
        self.tiles, self.buffers = 0, (None, None)

    def most_tiles(self) -> int:
        """Return how many tiles a device can have at once; none at all is an error."""
        largest = max(*self.elements, 1) * TILE * WORD
        count = self._device.most_bytes // largest
        if not count:
            raise BatchTooLarge(
                f"{TILE} environments of this model need a buffer of {largest:,} bytes, more than the "
                f"{self._device.most_bytes:,} that {self._device.name} has"
            )
        return min(count, self._device.most_groups)

    def allocate(self, tiles: int) -> None:
        """Make room for some tiles, all zeros."""
        self.tiles = tiles
        self.buffers: tuple[Any, Any] = (
            self._device.make_buffer(tiles * TILE * WORD * self.elements[0]),
            self._device.make_buffer(tiles * TILE * WORD * self.elements[1]),
        )


# ---------------------------------------------------------------- rows: fields of all environments, (n, size) each


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


def check_rows(device: Device, rows: EnvironmentRows, n: int) -> None:
    """Refuse more environments with some fields than the device has room for in the larger of the two pools."""
    views = [view for part in rows.all for view in part.views.values()]
    counts = [
        sum(int(np.prod(view.shape[1:])) for view in views if (view.dtype.kind == "f") is floats)
        for floats in (True, False)
    ]
    elements = max(*counts, 1)
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
