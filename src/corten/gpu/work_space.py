"""Work space on the device: whole Data for a slice of the environments, and the copies between it and rows."""

from collections.abc import Collection
from typing import Any, NamedTuple

import numpy as np

from corten.batch.varied_fields import VariedFields
from corten.data import Data
from corten.gpu.copies import Copy, Elements, Memory, Strides
from corten.gpu.device import Device
from corten.gpu.pools import Placement, RowPools, Table, TiledPools
from corten.runtime.backends.wgsl import TILE, Pool, Slots
from corten.runtime.plan import STATUS

# ---------------------------------------------------------------- fields of the Model that vary


POOLS = (Pool.OWN_FLOATS, Pool.OWN_INTS)


class VariedTiles:
    """Rows with the values of all environments, and tiles with those of the environments in flight."""

    def __init__(self, device: Device, slots: Slots, varied: VariedFields):
        self._device, self._slots, self._varied = device, slots, varied
        sizes = varied.model.sizes()
        floats, ints = (Placement(slots.fields(pool), sizes) for pool in POOLS)
        self._names = (*floats.offsets, *ints.offsets)
        self._rows = RowPools(device, {name: varied.arrays[name] for name in self._names}, varied.n)
        self.pools = TiledPools(device, (floats, ints))

    def enter(self, table: Table) -> None:
        """Enter places."""
        for pool, placement, elements in zip(POOLS, self.pools.placements, self.pools.elements, strict=True):
            table.enter_places(self._varied.model.layout.name, placement)
            table.enter(self._slots.per_environment[pool], elements)

    def allocate(self, tiles: int) -> dict[Pool, Any]:
        """Make room for some tiles; return the buffers that stages see."""
        self.pools.allocate(tiles)
        elements = self._rows.elements(self._names, self.pools.placements)
        spare = self._device.make_buffer(0), self._device.make_buffer(0)
        memory = Memory(self._rows.buffers, self.pools.buffers, spare)
        self._load = Copy(self._device, "load", memory, Strides(*self.pools.elements, 0, 0), elements)
        return dict(zip(POOLS, self.pools.buffers, strict=True))

    def push(self) -> None:
        """Upload values that were changed."""
        self._rows.push({name: self._varied.arrays[name] for name in self._names})

    def choose(self, pick: Any, count: int) -> None:
        """Copy the values of some environments with the next submissions."""
        self._load.prepare(pick, count)

    def encode(self, compute_pass: Any) -> None:
        """Add the copy to a pass."""
        self._load.encode(compute_pass)

    @property
    def most(self) -> int:
        """How many environments the device has room for at a time."""
        return TILE * self.pools.most_tiles()


# ---------------------------------------------------------------- whole Data in tiles


class RowExchange(NamedTuple):
    """Rows that environments are copied from and to: as they are now, and as they were when a last step began.

    `stored` names what comes back. Environments may have values of fields of the Model, which go one way only.
    """

    rows: RowPools
    before: RowPools
    stored: tuple[str, ...]
    own: VariedTiles | None


class WorkSpace:
    """Fields of Data in tiles, for as many environments at a time as the device has room for.

    Only fields that stages name, and those of rows, have a place.
    """

    def __init__(
        self,
        device: Device,
        slots: Slots,
        template: Data,
        capacities: dict[str, int],
        names: Collection[str],
        exchange: RowExchange,
    ):
        self._device, self._exchange = device, exchange
        layout, self.sizes = slots.layouts[1], template.sizes() | capacities
        placed = {*names, *exchange.rows.columns, STATUS, *_counters(template)}
        floats, ints = (
            Placement((field for field in slots.fields(pool) if field.name in placed), self.sizes)
            for pool in (Pool.DATA_FLOATS, Pool.DATA_INTS)
        )
        # behind the fields lies the word that says which stages an environment passes over
        self.pools = TiledPools(device, (floats, ints), spare_ints=1)
        self.most = TILE * self.pools.most_tiles()
        if exchange.own:
            self.most = min(self.most, exchange.own.most)
        self._strides = Strides(*self.pools.elements, ints.offsets[STATUS], ints.total)
        self._template = template
        self._layout, self._slots = layout, slots

    def enter(self, table: Table) -> None:
        """Enter sizes and places."""
        table.enter_sizes(self._layout.name, self.sizes)
        for placement in self.pools.placements:
            table.enter_places(self._layout.name, placement)
        for pool, elements in zip((Pool.DATA_FLOATS, Pool.DATA_INTS), self.pools.elements, strict=True):
            table.enter(self._slots.per_environment[pool], elements)
        table.enter(self._slots.resume, self._strides.resume)
        if self._exchange.own:
            self._exchange.own.enter(table)

    def allocate(self, count: int) -> None:
        """Make room for some environments, all as a new Data is."""
        # how many environments run at a time
        self.room = min(count, self.most)
        self.pools.allocate(-(-self.room // TILE))
        device, (rows, before, stored, own), tiles = self._device, self._exchange, self.pools.buffers
        room = self.pools.tiles * TILE
        # status of each environment, and how much room it needs
        self._reported = (STATUS, *_counters(self._template))
        self._report = RowPools(device, {name: np.zeros(room, np.int32) for name in self._reported}, room)
        memory = Memory(rows.buffers, tiles, before.buffers)
        self._load, self._remember, self._retain = (
            self._copy(kernel, rows, tuple(rows.columns), memory) for kernel in ("load", "remember", "retain")
        )
        self._store = self._copy("store", rows, stored, memory)
        self._report_copy = self._copy(
            "report", self._report, self._reported, memory._replace(rows=self._report.buffers)
        )
        word = Elements(np.zeros((1, 3), np.int32), 0)
        self._begin, self._resume = (
            Copy(device, kernel, memory, self._strides, word) for kernel in ("begin", "resume")
        )
        self._chosen = np.zeros(0, np.int64)
        self._fill(memory)
        floats, ints = tiles
        self.buffers = {Pool.DATA_FLOATS: floats, Pool.DATA_INTS: ints}
        self.buffers |= own.allocate(self.pools.tiles) if own else {}

    def _copy(self, kernel: str, rows: RowPools, names: tuple[str, ...], memory: Memory) -> Copy:
        return Copy(self._device, kernel, memory, self._strides, rows.elements(names, self.pools.placements))

    def _fill(self, memory: Memory) -> None:
        """Let all environments be as a new Data is."""
        device, (floats, ints) = self._device, self.pools.placements
        # nothing that grows outlives a step
        views = self._template._views.all() | {
            name: np.zeros(field.resolve(self.sizes), field.kind.dtype) for name, field in self._layout.growing.items()
        }
        row = floats.gather(views, np.float32), np.append(ints.gather(views, np.int32), np.int32(0))
        buffers = device.upload(row[0]), device.upload(row[1])
        every = Elements(np.zeros((len(row[0]) + len(row[1]), 3), np.int32), len(row[0]))
        fill = Copy(device, "fill", memory._replace(rows=buffers), self._strides, every)
        room = self.pools.tiles * TILE
        fill.prepare(self._numbers(np.arange(room)), room)
        with device.errors():
            encoder = device.handle.create_command_encoder()
            compute_pass = encoder.begin_compute_pass()
            fill.encode(compute_pass)
            compute_pass.end()
            device.queue.submit([encoder.finish()])

    # ---------------------------------------------------------------- copies of a run

    def choose(self, numbers: np.ndarray) -> None:
        """Say which environments the next run is about, at most as many as there is room for."""
        if self._exchange.own:
            self._exchange.own.push()
        if np.array_equal(numbers, self._chosen):
            return
        self._chosen, count = numbers.copy(), len(numbers)
        own, picked = self._numbers(np.arange(count)), self._numbers(numbers)
        for copy in (self._load, self._remember, self._retain, self._store):
            copy.prepare(picked, count)
        for copy in (self._report_copy, self._begin, self._resume):
            copy.prepare(own, count)
        if self._exchange.own:
            self._exchange.own.choose(picked, count)

    def _numbers(self, numbers: np.ndarray) -> Any:
        return self._device.upload(numbers.astype(np.uint32))

    def encode_begin(self, compute_pass: Any) -> None:
        """Copy rows to the work space; no environment has failed."""
        self._load.encode(compute_pass)
        self._begin.encode(compute_pass)
        if self._exchange.own:
            self._exchange.own.encode(compute_pass)

    def encode_resume(self, compute_pass: Any) -> None:
        """Let no environment pass over stages any more."""
        self._resume.encode(compute_pass)

    def encode_remember(self, compute_pass: Any) -> None:
        """Remember what the last step begins with."""
        self._remember.encode(compute_pass)

    def encode_end(self, compute_pass: Any, single: bool) -> None:
        """Copy back environments that have not failed, and report statuses; a single step remembers now."""
        if single:
            self._retain.encode(compute_pass)
        self._store.encode(compute_pass)
        self._report_copy.encode(compute_pass)

    def statuses(self, count: int) -> np.ndarray:
        """Return the status of each environment of the last run."""
        return self._report.read(STATUS)[:count, 0]

    def counts(self, chosen: np.ndarray) -> dict[str, int]:
        """Return how many rows some environments of the last run needed at most, by the name of the capacity."""
        found = {}
        for name, size in self._layout.sizes.items():
            if size.counted_by:
                found[name] = int(self._report.read(size.counted_by)[: len(chosen)][chosen].max(initial=0))
        return found


def _counters(template: Data) -> tuple[str, ...]:
    """Return the fields that count rows of which there is only so much room."""
    return tuple(dict.fromkeys(size.counted_by for size in template.layout.sizes.values() if size.counted_by))
