"""Fields of the Model of which each environment has its own values, on the device."""

from typing import Any

from corten.batch.varied import Varied
from corten.gpu.copies import Copy, Memory, Strides
from corten.gpu.device import Device
from corten.gpu.pools import Placement, Table, TiledPools
from corten.gpu.rows import RowPools
from corten.runtime.backends.wgsl import TILE, Pool, Slots

POOLS = (Pool.OWN_FLOATS, Pool.OWN_INTS)


class OwnValues:
    """Rows with the values of all environments, and tiles with those of the environments in flight."""

    def __init__(self, device: Device, slots: Slots, varied: Varied):
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
