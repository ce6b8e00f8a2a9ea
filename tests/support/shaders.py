"""Stages run on a GPU, or on software that stands for one, with memory laid out as shaders want it."""

from typing import Any

import numpy as np

from corten.gpu.pipelines import STAGE_LAYOUT, bind_layout, compile_stage, known_values
from corten.gpu.plan import TURNS
from corten.model import Model
from corten.runtime.backends.wgsl import BINDINGS, RUN_BINDING, TABLE_BINDING, TILE, Pool, Shader, Slots
from corten.runtime.build import Layouts
from corten.runtime.fields import Field
from corten.runtime.kernel import Stage
from corten.runtime.plan import Skip
from corten.runtime.storage import Storage
from support.devices import device


class Pools:
    """The memory of shaders for one Model, or one for each environment, and some Data, all of the same sizes."""

    def __init__(self, slots: Slots, models: list[Any], datas: list[Any]):
        self.slots, self.count = slots, len(datas)
        self.known = known_values(models[0]) if isinstance(models[0], Model) else ()
        self.table = np.zeros(slots.count, np.int32)
        self.pools: dict[Pool, np.ndarray] = {}
        for storage in (models[0], datas[0]):
            for size, value in storage.sizes().items():
                self.table[slots.size_slot[storage.layout.name, size]] = value
        for pool in Pool:
            storages = datas if pool.owner == "data" else models
            self.pools[pool] = self._fill(pool, storages, 1 if pool.shared else self.count)

    def _fill(self, pool: Pool, storages: list[Any], count: int) -> np.ndarray:
        """Return a pool with the values of storages, one for each environment or one for all."""
        slots, layout, place = self.slots, storages[0].layout, 0
        for field in slots.fields(pool):
            self.table[slots.offset_slot[layout.name, field.name]] = place
            place += storages[0]._views[field.name].size
        if pool is Pool.DATA_INTS:
            self.table[slots.resume] = place
            place += 1
        tiles, lanes = (1, 1) if pool.shared else (-(-count // TILE), TILE)
        if not pool.shared:
            self.table[slots.per_environment[pool]] = place
        elements = np.zeros((tiles, max(place, 1), lanes), np.float32 if pool.floats else np.int32)
        for number in range(count):
            storage = storages[number if len(storages) > 1 else 0]
            for field in slots.fields(pool):
                part = self._part(elements, number, layout.name, field, storage)
                part[...] = storage._views[field.name].reshape(-1).astype(elements.dtype)
        return elements

    def _part(self, elements: np.ndarray, number: int, layout: str, field: Field, storage: Any) -> np.ndarray:
        place = self.table[self.slots.offset_slot[layout, field.name]]
        tile, lane = (0, 0) if elements.shape[2] == 1 else divmod(number, TILE)
        return elements[tile, place : place + storage._views[field.name].size, lane]

    def read(self, number: int, data: Storage) -> dict[str, np.ndarray]:
        """Return all fields of an environment's Data by name, in their shapes."""
        found = {}
        for pool in (Pool.DATA_FLOATS, Pool.DATA_INTS):
            for field in self.slots.fields(pool):
                part = self._part(self.pools[pool], number, data.layout.name, field, data)
                found[field.name] = part.reshape(data._views[field.name].shape)
        return found


def run_stage(stage: Stage, pools: Pools, layouts: Layouts, place: int = 0) -> Shader:
    """Run a stage on the device for all environments of some pools, which receive the results."""
    gpu = device()
    shader, pipeline = compile_stage(gpu, stage, layouts, pools.known)
    skip = stage.count if isinstance(stage, Skip) else 0
    buffers = {TABLE_BINDING: gpu.upload(pools.table)}
    buffers[RUN_BINDING] = gpu.upload(np.array([pools.count, place, skip, TURNS], np.int32), "UNIFORM")
    buffers |= {number: gpu.upload(pools.pools[pool]) for pool, number in BINDINGS.items()}
    with gpu.errors():
        entries = [{"binding": number, "resource": {"buffer": buffer}} for number, buffer in buffers.items()]
        group = gpu.handle.create_bind_group(layout=bind_layout(gpu, STAGE_LAYOUT), entries=entries)
        encoder = gpu.handle.create_command_encoder()
        compute_pass = encoder.begin_compute_pass()
        compute_pass.set_pipeline(pipeline)
        compute_pass.set_bind_group(0, group, [0])
        compute_pass.dispatch_workgroups(-(-pools.count // TILE))
        compute_pass.end()
        gpu.queue.submit([encoder.finish()])
    for pool in (Pool.DATA_FLOATS, Pool.DATA_INTS):
        old = pools.pools[pool]
        pools.pools[pool] = gpu.read(buffers[BINDINGS[pool]], old.dtype.type, old.size).reshape(old.shape)
    return shader


def ulps_apart(found: np.ndarray, wanted: np.ndarray) -> int:
    """Return how many floats lie between the two numbers that are furthest apart; 0 where all bits are the same.

    NaN has many forms, which count as one and as far from all numbers; zeros of either sign are 1 apart.
    """
    wanted = wanted.astype(found.dtype)
    if found.dtype.kind == "i":
        return int(abs(found.astype(np.int64) - wanted).max(initial=0))
    places = [_place_among_floats(values) for values in (found, wanted)]
    return int(abs(places[0] - places[1]).max(initial=0))


def _place_among_floats(values: np.ndarray) -> np.ndarray:
    """Return where numbers stand when all floats are counted from the smallest to the largest; NaN beyond them."""
    bits = values.view(np.int32).astype(np.int64)
    return np.where(values != values, 2**32, np.where(bits < 0, -(bits & 0x7FFFFFFF) - 1, bits))
