"""Memory as shaders see it: fields of Model and Data in pools of floats and ints, and the table of sizes and places.

Every float is a float32 and every int an int32 there, whatever its kind elsewhere. What belongs to an environment lies
in tiles (`corten.runtime.backends.wgsl.slots`).
"""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

import numpy as np

from corten.gpu.device import Device
from corten.gpu.errors import BatchTooLarge
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
        self.follow()

    def follow(self) -> None:
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
